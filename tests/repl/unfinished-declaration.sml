val x = 1;
val y = let val z = 2
