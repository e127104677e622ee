structure Bool = struct fun toString b = Int.toString (if b then 1 else 0) end
