(* Section 2.2: a character constant has exactly one character; this one has none. *)
val c = #"" (* ERROR character *)
