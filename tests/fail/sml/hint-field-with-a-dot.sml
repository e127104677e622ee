val x = {name = "a", at = {line = 1, column = 2}}
val n = x.name (* ERROR `#name x` *)
val l = x.at.line (* ERROR `#line (#at x)` *)
val f = hd.name (* ERROR there is no structure `hd` here *)
