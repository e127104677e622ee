val loaded = 99
