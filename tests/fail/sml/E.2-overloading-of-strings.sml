(* Appendix E.2: + is not for strings; ^ is. *)
val a = "a" + "b" (* ERROR string *)
