(* Rule 75, section 5.7: include of one or several signatures; the type may be refined. *)
signature EQ = sig type t val eq : t * t -> bool end
signature ORD = sig include EQ val less : t * t -> bool end
signature SHOW = sig type s val show : s -> string end
signature ALL = sig include ORD SHOW sharing type t = s end
signature INT_ALL = sig include ALL where type t = int val zero : t end
structure A : INT_ALL = struct type t = int type s = int val eq = op= : int * int -> bool val less = Int.< val show = Int.toString val zero = 0 end
functor Max (X : ALL) = struct fun max (a, b) = if X.less (a, b) then b else a fun showMax p = X.show (max p) end
structure M = Max (A)
val () = print (M.showMax (3, 7) ^ Bool.toString (A.eq (A.zero, 0)) ^ "\n")
signature ANON = sig include sig val p : int end val q : int end
structure B : ANON = struct val p = 1 val q = 2 end
val () = print (Int.toString (B.p + B.q) ^ "\n")
