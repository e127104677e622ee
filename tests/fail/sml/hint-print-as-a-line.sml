val x = 5 (* ERROR write `val _ = ...`, or put a `;` before it *)
print (Int.toString x)

fun main () =
  let
    val y = 6 (* ERROR this line goes on *)
    print "let"
  in
    y
  end
