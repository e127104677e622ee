signature KEY = sig type key type name sharing type key = name end where type name = string where type key = string (* ERROR key *)
signature TWICE = sig type t end where type t = int where type t = int (* ERROR t *)
