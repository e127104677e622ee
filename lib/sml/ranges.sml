(* Loops over parts of sequences: elements from index i up to, not including, index n. Shared
   by arrays, vectors and slices of all kinds; expanded for each, so that nothing is left of
   the sharing at run time. Indices that functions are given count from i. *)

functor KontRanges (type 'a seq type 'a elem val get : 'a seq * int -> 'a elem) = struct
  fun app f (s, i, n) =
    let
      fun go i = if i < n then (f (get (s, i)); go (i + 1)) else ()
    in
      go i
    end

  fun appi f (s, i, n) =
    let
      fun go j = if j < n then (f (j - i, get (s, j)); go (j + 1)) else ()
    in
      go i
    end

  fun foldl f b (s, i, n) =
    let
      fun go (i, b) = if i < n then go (i + 1, f (get (s, i), b)) else b
    in
      go (i, b)
    end

  fun foldli f b (s, i, n) =
    let
      fun go (j, b) = if j < n then go (j + 1, f (j - i, get (s, j), b)) else b
    in
      go (i, b)
    end

  fun foldr f b (s, i, n) =
    let
      fun go (j, b) = if j > i then go (j - 1, f (get (s, j - 1), b)) else b
    in
      go (n, b)
    end

  fun foldri f b (s, i, n) =
    let
      fun go (j, b) = if j > i then go (j - 1, f (j - 1 - i, get (s, j - 1), b)) else b
    in
      go (n, b)
    end

  fun find p (s, i, n) =
    let
      fun go i =
        if i < n then let val x = get (s, i) in if p x then SOME x else go (i + 1) end else NONE
    in
      go i
    end

  fun findi p (s, i, n) =
    let
      fun go j =
        if j < n then
          let val x = get (s, j) in if p (j - i, x) then SOME (j - i, x) else go (j + 1) end
        else NONE
    in
      go i
    end

  fun exists p (s, i, n) =
    let
      fun go i = i < n andalso (p (get (s, i)) orelse go (i + 1))
    in
      go i
    end

  fun all p (s, i, n) =
    let
      fun go i = i >= n orelse (p (get (s, i)) andalso go (i + 1))
    in
      go i
    end

  fun collate c ((s, i, n), (t, j, m)) =
    let
      fun go (i, j) =
        if i < n then
          if j < m then
            case c (get (s, i), get (t, j)) of EQUAL => go (i + 1, j + 1) | order => order
          else GREATER
        else if j < m then LESS
        else EQUAL
    in
      go (i, j)
    end

  (* The end of a slice from i to the length given, or of n elements; raises Subscript. *)
  fun stop (length, i, NONE) = if i < 0 orelse i > length then raise Subscript else length
    | stop (length, i, SOME n) =
        if i < 0 orelse n < 0 orelse i > length orelse n > length - i then raise Subscript
        else i + n
end
