functor Show (val n : int) = struct val text = Int.toString n ^ "!\n" end
