(* Appendix E.2: without other information + is for int; what follows the structure is no
   information. *)
structure S = struct
  fun add x y = x + y
end
val a = S.add 1.5 2.5 (* ERROR real *)
