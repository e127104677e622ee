(* Deep recursion that is not in tail position: lists and trees a million deep, built, mapped and consumed. *)
structure Main = struct
  datatype tree = Leaf | Node of tree * int * tree
  fun count 0 = 0 | count n = 1 + count (n - 1)
  fun build 0 = [] | build n = n mod 1000 :: build (n - 1)
  fun map f [] = [] | map f (x :: xs) = f x :: map f xs
  fun sum [] = 0 | sum (x :: xs) = (x + sum xs) mod 1000003
  fun append ([], ys) = ys | append (x :: xs, ys) = x :: append (xs, ys)
  fun spine 0 = Leaf | spine n = Node (spine (n - 1), n, Leaf)
  fun depth Leaf = 0 | depth (Node (l, _, r)) = 1 + Int.max (depth l, depth r)
  fun mirror Leaf = Leaf | mirror (Node (l, x, r)) = Node (mirror r, x, mirror l)
  fun main () =
    let
      val million = 1000000
      fun loop (0, s) = s
        | loop (k, s) =
            let
              val l = map (fn x => x * 2 + k) (build million)
              val t = mirror (spine (million div 2))
            in
              loop (k - 1, (s + count million + sum (append (l, [k])) + depth t) mod 1000003)
            end
    in
      print ("deep " ^ Int.toString (loop (2, 0)) ^ "\n")
    end
end
val () = Main.main ()
