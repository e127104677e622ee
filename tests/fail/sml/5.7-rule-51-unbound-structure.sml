(* Rule 51, section 5.7: an unbound structure; a similar one is suggested. *)
structure Stack = struct end
structure A = Stck (* ERROR Stck *)
