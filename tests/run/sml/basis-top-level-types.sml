(* Every type of the top-level environment, by its short name. *)
val a : unit = ()
val b : int * word * real * char * string = (1, 0w2, 3.0, #"4", "5")
val c : substring = Substring.full "six"
val d : bool * order = (true, LESS)
val e : int list * int option * int vector = ([7], SOME 8, Vector.fromList [9])
val f : int ref * int array = (ref 10, Array.fromList [11])
val g : exn = Fail "12"

signature WORDS = sig
  type t
  val make : substring -> t
  val size : t -> int
end

structure Words :> WORDS = struct
  type t = substring
  val make = Substring.dropl Char.isSpace
  val size = Substring.size
end

val () = print (Substring.string c ^ " " ^ Int.toString (Words.size (Words.make (Substring.full "  four"))) ^ "\n")
val () = print (exnName g ^ exnMessage g ^ "\n")
