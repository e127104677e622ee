(* Rules 92 and 95, section 6.7: the first exception in order of writing is raised. *)
exception A and B
fun a () = raise A
fun b () = raise B
fun which f = (ignore (f ()); "none") handle A => "A" | B => "B"
val () = print (which (fn () => (a (), b ())) ^ which (fn () => (b (), a ())) ^ which (fn () => {z = b (), a = a ()}) ^ "\n")
val () = print (which (fn () => a () + b ()) ^ which (fn () => (b () : int -> int) (a ())) ^ which (fn () => [b (), a ()]) ^ "\n")
val () = print (which (fn () => (fn _ => fn _ => ()) (a ()) (b ())) ^ "\n")
