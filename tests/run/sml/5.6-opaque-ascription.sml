(* Section 5.6, rule 53: after :> the types are new; only the operations of the signature work on them. *)
signature COUNTER = sig type t val zero : t val inc : t -> t val value : t -> int end
structure Up :> COUNTER = struct type t = int val zero = 0 fun inc n = n + 1 fun value n = n end
structure Down :> COUNTER = struct type t = int val zero = 0 fun inc n = n - 1 fun value n = n end
val () = print (Int.toString (Up.value (Up.inc (Up.inc Up.zero))) ^ Int.toString (Down.value (Down.inc Down.zero)) ^ "\n")
(* A transparent component stays transparent under :>. *)
structure P :> sig type t = int type u val mk : t -> u val get : u -> t end =
  struct type t = int type u = int list fun mk n = [n] fun get l = hd l end
val () = print (Int.toString (P.get (P.mk 4) + 1) ^ "\n")
(* eqtype: equality and nothing else. *)
structure Id :> sig eqtype id val fresh : unit -> id val same : id * id -> bool end =
  struct type id = int val n = ref 0 fun fresh () = (n := !n + 1; !n) fun same (a, b) = a = b end
val a = Id.fresh () val b = Id.fresh ()
val () = print (Bool.toString (a = a) ^ Bool.toString (a = b) ^ Bool.toString (Id.same (b, b)) ^ "\n")
