signature INNER = sig structure In : sig type t datatype d = D of t end val x : In.t list end
functor Constrained (Out : sig type t datatype d = D of t end) :> INNER where In = Out = struct
  structure In = Out
  val x = []
end
