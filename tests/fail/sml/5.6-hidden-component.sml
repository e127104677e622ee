(* Section 5.6: a component that the signature does not name is not seen. *)
structure A : sig val x : int end = struct val x = 1 val secret = 2 end
val a = A.secret (* ERROR secret *)
