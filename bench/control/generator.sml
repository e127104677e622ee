(* A generator: 10,000,000 numbers of trees, which a recursive function gives one at a time. *)
structure Main = struct
  open SMLofNJ.Cont
  datatype tree = Leaf | Node of tree * int * tree
  fun build (low, high) =
    if low > high then Leaf
    else
      let val middle = (low + high) div 2 in
        Node (build (low, middle - 1), middle, build (middle + 1, high))
      end
  fun generator tree =
    let
      val outside : int option cont option ref = ref NONE
      val inside : unit cont option ref = ref NONE
      fun give x = throw (valOf (!outside)) x
      fun yield x = callcc (fn k => (inside := SOME k; give (SOME x)))
      fun walk Leaf = ()
        | walk (Node (left, x, right)) = (walk left; yield x; walk right)
    in
      fn () =>
        callcc
          (fn k =>
             (outside := SOME k;
              case !inside of
                SOME k => throw k ()
              | NONE => (walk tree; give NONE)))
    end
  fun sum (next, total) =
    case next () of
      SOME x => sum (next, (total + x) mod 1000003)
    | NONE => total
  fun work () =
    let
      val tree = build (1, 100000)
      fun repeat (0, total) = total
        | repeat (n, total) = repeat (n - 1, sum (generator tree, total))
    in
      repeat (100, 0)
    end
  fun main () = Measure.run work
end
val () = Main.main ()
