signature S = sig structure A : sig type t eqtype u end end
structure Real = struct type t = int type u = real end
structure Less = struct type t = int end
signature T = S where A = Real (* ERROR admit equality *)
signature U = S where A = Less (* ERROR no type `u` *)
signature V = S where B = Less (* ERROR no structure `B` *)
signature W = S where A = Nowhere (* ERROR Nowhere *)
structure Int = struct type t = int type u = int end
signature X = S where A = Int
signature Y = X where A = Int
structure Bool = struct type t = bool type u = bool end
signature Z = X where A = Bool (* ERROR says what *)
