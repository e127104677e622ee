(* Arithmetic of integers at the edges of what an immediate and what a word holds: every pair. *)

val one = IntInf.fromInt 1

fun around n = [IntInf.- (n, one), n, IntInf.+ (n, one)]

val powers = map (fn bits => IntInf.<< (one, bits)) [0w1, 0w30, 0w31, 0w32, 0w61, 0w62, 0w63, 0w64, 0w128]
val above = List.concat (map around powers)
val edges = IntInf.fromInt 0 :: above @ map IntInf.~ above

(* Multiplication by doubling, which only adds. *)
fun times (a, b) =
  if b = IntInf.fromInt 0 then b
  else if IntInf.< (b, IntInf.fromInt 0) then IntInf.~ (times (a, IntInf.~ b))
  else
    let
      fun go (sum, a, b) =
        if b = IntInf.fromInt 0 then sum
        else
          let
            val half = IntInf.~>> (b, 0w1)
            val odd = IntInf.andb (b, one) = one
          in
            go (if odd then IntInf.+ (sum, a) else sum, IntInf.+ (a, a), half)
          end
    in
      go (IntInf.fromInt 0, a, b)
    end

fun text (a, b) = IntInf.toString a ^ " and " ^ IntInf.toString b ^ "\n"

fun between (low, x, high) = IntInf.<= (low, x) andalso IntInf.< (x, high)

(* A remainder is less than the divisor, and has the sign that it should have. *)
fun divides (a, b) =
  let
    val zero = IntInf.fromInt 0
    val (q, r, d, m) = (IntInf.quot (a, b), IntInf.rem (a, b), IntInf.div (a, b), IntInf.mod (a, b))
    val whole = IntInf.+ (times (q, b), r) = a andalso IntInf.+ (times (d, b), m) = a
    val least = IntInf.abs b
  in
    whole
    andalso between (zero, IntInf.abs r, least)
    andalso (r = zero orelse IntInf.sameSign (r, a))
    andalso between (zero, IntInf.abs m, least)
    andalso (m = zero orelse IntInf.sameSign (m, b))
  end

fun check (a, b) =
  let
    val sum = IntInf.- (IntInf.+ (a, b), b) = a
    val product = IntInf.* (a, b) = times (a, b)
    val negation = IntInf.+ (a, IntInf.~ a) = IntInf.fromInt 0
    val order = IntInf.compare (a, b) = Int.compare (IntInf.sign (IntInf.- (a, b)), 0)
  in
    if sum andalso product andalso negation andalso order then () else print ("wrong: " ^ text (a, b));
    (if divides (a, b) then () else print ("wrong quotient: " ^ text (a, b)))
    handle Div => if b = IntInf.fromInt 0 then () else print ("wrong: Div of " ^ text (a, b))
  end

val () = app (fn a => app (fn b => check (a, b)) edges) edges

val least = IntInf.~ (IntInf.<< (one, 0w62))
val () = print (IntInf.toString (IntInf.quot (least, IntInf.~ one)) ^ "\n")
val () = print (IntInf.toString (IntInf.div (least, IntInf.~ one)) ^ "\n")
val () = print (IntInf.toString (IntInf.~ least) ^ "\n")
val () = print (IntInf.toString (IntInf.* (least, least)) ^ "\n")
val () = (print (IntInf.toString (IntInf.mod (least, IntInf.fromInt 0))); print "\n") handle Div => print "Div\n"
