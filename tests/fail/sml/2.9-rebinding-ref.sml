(* Section 2.9: ref cannot be bound again. *)
exception ref of int (* ERROR ref *)
