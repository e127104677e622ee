(* Rule 54, section 5.7: two applications make two types. *)
functor F () = struct datatype t = T fun f T = 1 end
structure A = F ()
structure B = F ()
val a = A.f B.T (* ERROR B.t *)
