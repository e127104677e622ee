fun f 1 = 2
