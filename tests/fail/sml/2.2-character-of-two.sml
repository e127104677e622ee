(* Section 2.2: a character constant has exactly one character; this one has two. *)
val c = #"ab" (* ERROR character *)
