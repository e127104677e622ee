(* Section 2.9: an exception twice in one declaration. *)
exception E and E of int (* ERROR E *)
