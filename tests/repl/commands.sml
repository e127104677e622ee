val x = 1;
:type fn n => n + x
:type x + "a"
:type val y = 2
:time x + 2;
:set
:set opt 0
:set
:set opt 7
:set nothing 1
:doc List.map
:doc nothing
:nonsense
:load loaded.fun
loaded;
:load nowhere.sml
val z =
  :type;
:reset
x;
:quit
"not read";
