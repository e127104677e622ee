(* Program: sorting algorithms in a functor, compared with one another. *)
signature ORD = sig type t val leq : t * t -> bool end
functor Sort (O : ORD) = struct
  open O
  fun insertion l = foldr (fn (x, s) => let fun ins [] = [x] | ins (y :: r) = if leq (x, y) then x :: y :: r else y :: ins r in ins s end) [] l
  fun quick [] = [] | quick (p :: r) = let val (a, b) = List.partition (fn x => leq (x, p)) r in quick a @ p :: quick b end
  fun merge ([], b) = b | merge (a, []) = a
    | merge (x :: a, y :: b) = if leq (x, y) then x :: merge (a, y :: b) else y :: merge (x :: a, b)
  fun split [] = ([], []) | split [x] = ([x], []) | split (x :: y :: r) = let val (a, b) = split r in (x :: a, y :: b) end
  fun mergeSort [] = [] | mergeSort [x] = [x] | mergeSort l = let val (a, b) = split l in merge (mergeSort a, mergeSort b) end
  datatype tree = E | T of tree * t * tree
  fun add (x, E) = T (E, x, E) | add (x, T (l, y, r)) = if leq (x, y) then T (add (x, l), y, r) else T (l, y, add (x, r))
  fun flat (E, acc) = acc | flat (T (l, x, r), acc) = flat (l, x :: flat (r, acc))
  fun treeSort l = flat (foldl add E l, [])
  fun heapSort l =
    let
      val a = Array.fromList l
      val n = Array.length a
      fun swap (i, j) = let val x = Array.sub (a, i) in Array.update (a, i, Array.sub (a, j)); Array.update (a, j, x) end
      fun less (i, j) = not (leq (Array.sub (a, j), Array.sub (a, i)))
      fun sift (i, n) =
        let val c = 2 * i + 1 in
          if c >= n then () else
            let val c = if c + 1 < n andalso less (c, c + 1) then c + 1 else c
            in if less (i, c) then (swap (i, c); sift (c, n)) else () end
        end
      fun heapify i = if i < 0 then () else (sift (i, n); heapify (i - 1))
      fun drain k = if k <= 0 then () else (swap (0, k); sift (0, k); drain (k - 1))
    in heapify (n div 2 - 1); drain (n - 1); Array.foldr op:: [] a end
end
structure I = Sort (struct type t = int val leq = op<= : int * int -> bool end)
structure S = Sort (struct type t = string val leq = fn (a : string, b) => a <= b end)
fun random (0, _) = [] | random (n, s) = s mod 1000 :: random (n - 1, (s * 421 + 73) mod 100003)
val l = random (400, 17)
val s = I.insertion l
val () = print (Bool.toString (List.all (fn f => f l = s) [I.quick, I.mergeSort, I.treeSort, I.heapSort]) ^ " " ^ Int.toString (hd s) ^ " " ^ Int.toString (List.last s) ^ "\n")
val () = print (String.concatWith " " (S.mergeSort (String.tokens Char.isSpace "the quick brown fox jumps over the lazy dog")) ^ "\n")
val () = print (String.concatWith " " (S.heapSort ["b", "a"]) ^ Int.toString (length (I.heapSort [])) ^ "\n")
