functor Wrong (X : sig type t end) = struct val y = ) end
