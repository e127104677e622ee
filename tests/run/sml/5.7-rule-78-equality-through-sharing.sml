(* A type that is shared with one that admits equality admits it, a datatype too. *)

signature TABLE = sig
  type key
  datatype entry = Entry of key * int
  eqtype index
  sharing type entry = index
end

functor Member (T : TABLE) = struct
  fun member (x : T.entry, l) = List.exists (fn y => y = x) l
end

structure M = Member (struct
  type key = string
  datatype entry = Entry of key * int
  type index = entry
end)

functor Same (X : sig type a eqtype b structure C : sig type c end sharing type a = C.c = b end) = struct
  fun same (x : X.C.c, y : X.a) = x = y
end
structure S = Same (struct type a = int type b = int structure C = struct type c = int end end)
val () = print (Bool.toString (S.same (1, 1)) ^ "\n")
val () = print "done\n"
