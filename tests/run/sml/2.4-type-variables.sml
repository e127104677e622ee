(* Section 2.4: type variables with primes, digits and underscores; two primes demand equality. *)
fun id (x : 'a) : 'a = x
fun pair (x : 'first_1, y : 'second') : 'second' * 'first_1 = (y, x)
fun same (x : ''eq, y : ''eq) = x = y
val (a, b) = pair (1, "one")
val () = print (a ^ Int.toString (id b) ^ (if same (1, 1) then " same" else "") ^ "\n")
