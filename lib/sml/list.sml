(* Lists. *)

structure List = struct
  datatype list = datatype list

  exception Empty

  fun null [] = true
    | null _ = false

  fun length l =
    let
      fun count ([], n) = n
        | count (_ :: t, n) = count (t, n + 1)
    in
      count (l, 0)
    end

  fun revAppend ([], l) = l
    | revAppend (h :: t, l) = revAppend (t, h :: l)

  fun rev l = revAppend (l, [])

  fun op @ ([], m) = m
    | op @ (l, []) = l
    | op @ (l, m) = revAppend (rev l, m)

  fun hd [] = raise Empty
    | hd (h :: _) = h

  fun tl [] = raise Empty
    | tl (_ :: t) = t

  fun last [] = raise Empty
    | last [x] = x
    | last (_ :: t) = last t

  fun getItem [] = NONE
    | getItem (h :: t) = SOME (h, t)

  fun nth (l, n) =
    let
      fun at ([], _) = raise Subscript
        | at (h :: t, n) = if n = 0 then h else at (t, n - 1)
    in
      if n < 0 then raise Subscript else at (l, n)
    end

  fun app f [] = ()
    | app f (h :: t) = (f h; app f t)

  fun map f l =
    let
      fun go ([], done) = rev done
        | go (h :: t, done) = go (t, f h :: done)
    in
      go (l, [])
    end

  fun foldl f b [] = b
    | foldl f b (h :: t) = foldl f (f (h, b)) t

  fun foldr f b l = foldl f b (rev l)

  fun filter f l =
    let
      fun go ([], done) = rev done
        | go (h :: t, done) = go (t, if f h then h :: done else done)
    in
      go (l, [])
    end

  fun exists f [] = false
    | exists f (h :: t) = f h orelse exists f t

  fun all f [] = true
    | all f (h :: t) = f h andalso all f t

  fun find f [] = NONE
    | find f (h :: t) = if f h then SOME h else find f t

  fun concat ls = foldr (op @) [] ls

  fun tabulate (n, f) =
    let
      fun go (i, done) = if i < n then go (i + 1, f i :: done) else rev done
    in
      if n < 0 then raise Size else go (0, [])
    end
end
