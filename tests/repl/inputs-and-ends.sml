val x = 1; val y = 2;
x + y
  ;
;;
(* only a comment *) ;
let val a = 1; val b = 2 in a + b end;
structure S = struct
  val s = "; \
          \end;";
end;
S.s;
fun f 0 = 1
  | f n = n * f (n - 1);
f 10
