val inside = 1
