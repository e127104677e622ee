val a = TextIO.inputLine TextIO.stdIn;
a line of data; with a semicolon
val b = TextIO.inputLine TextIO.stdIn; val c = 3;
another
b = SOME "another\n";
val rest = TextIO.inputAll TextIO.stdIn;
all
that is left;
