(* Section 4.6: 'a is bound at the outer declaration, so the inner function is not polymorphic in it. *)
fun outer (x : 'a) =
  let
    fun id (y : 'a) = y
  in
    (id x, id 3) (* ERROR *)
  end
