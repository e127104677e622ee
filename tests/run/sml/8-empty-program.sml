(* Section 8: a program of nothing but comments and semicolons. *)
;
;;
