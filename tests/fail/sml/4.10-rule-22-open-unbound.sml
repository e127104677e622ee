(* Rule 22, section 4.10: an unbound structure is opened. *)
open Nowhere (* ERROR Nowhere *)
