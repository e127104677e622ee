1 + "a";
"after";
let val x = 1;
    val y = ) ;
"behind the semicolon";
nothing;
raise Fail "of the script";
"after that";
val z = 
   (1, "a) ;
"on";
