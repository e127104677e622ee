(* Section 5.3: one structure matches many signatures, one signature many structures. *)
signature SHOW = sig type t val show : t -> string end
structure I = struct type t = int val show = Int.toString end
structure B = struct type t = bool val show = Bool.toString end
structure L = struct type t = string list val show = concat end
structure I' : SHOW = I
structure B' : SHOW = B
structure L' : SHOW = L
val () = print (I'.show 1 ^ B'.show true ^ L'.show ["a", "b"] ^ "\n")
signature EMPTY = sig end
signature JUST_TYPE = sig type t end
structure I'' : EMPTY = I
structure J : JUST_TYPE = I
val n : J.t = 5
val () = print (I.show n ^ "\n")
