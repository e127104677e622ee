(* Section 2.9: :: cannot be bound again. *)
datatype t = :: of int * int (* ERROR :: *)
