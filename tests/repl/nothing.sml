(* Nothing, *)

;;
(* and again nothing. *)
