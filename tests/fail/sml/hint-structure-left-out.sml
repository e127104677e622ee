val l = filter (fn x => x > 1) [1, 2] (* ERROR did you mean `List.filter`? *)
val s = sqrt 2.0 (* ERROR did you mean `Math.sqrt`? *)
structure List = struct end
val e = exists (fn x => x) [true] (* ERROR `exists` is not bound here *)
