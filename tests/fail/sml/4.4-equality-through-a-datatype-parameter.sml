(* Section 4.4: only ref and array admit equality whatever they hold. *)
datatype 'a cell = Cell of 'a ref
val a = Cell (ref (fn x => x + 1))
val b = a = a (* ERROR equality *)
