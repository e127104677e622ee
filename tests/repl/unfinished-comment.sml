val x = 1;
val y = (* never closed ;
2;
