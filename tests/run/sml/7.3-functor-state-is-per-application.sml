(* Rule 154, section 7.3: each application has its own state. *)
functor Counter (val start : int) :> sig val next : unit -> int end = struct
  val n = ref start
  fun next () = !n before n := !n + 1
end
structure A = Counter (val start = 0)
structure B = Counter (val start = 100)
structure A2 = A
val l = [A.next (), B.next (), A.next (), A2.next (), B.next ()]
val () = app (fn n => print (Int.toString n ^ " ")) l
val () = print "\n"
