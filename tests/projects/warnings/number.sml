val greeting = 1
