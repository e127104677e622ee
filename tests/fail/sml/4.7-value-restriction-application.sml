(* Section 4.7: the result of an application is not generalised. *)
val reverse = foldl op:: []
val a = reverse [1, 2]
val b = reverse ["a", "b"] (* ERROR string *)
