val n : Hidden.number = 1
