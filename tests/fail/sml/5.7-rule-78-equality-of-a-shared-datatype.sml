signature S = sig type s datatype d = D of s eqtype t sharing type d = t end
structure X : S = struct type s = real datatype d = D of s type t = d end (* ERROR does not admit equality *)
