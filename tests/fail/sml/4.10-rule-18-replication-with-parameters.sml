(* Rule 18, section 4.10: replication takes no parameters. *)
datatype 'a opt = datatype option (* ERROR *)
