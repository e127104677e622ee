(* Loops in which frames are pushed now and then: what is live around them stays in the frame while
   a walk over a list has its safe points, and is there afterwards, moved or not. *)
fun length ([], n) = n
  | length (_ :: l, n) = length (l, n + 1)

fun upTo 0 = []
  | upTo n = n :: upTo (n - 1)

(* Calls that the compiler does not copy. *)
val calls = ref 0
fun work (0, s) = (calls := !calls + 1; s)
  | work (n, s) = work' (n - 1, s ^ "x")
and work' (0, s) = (calls := !calls + 1; s)
  | work' (n, s) = work (n - 1, s ^ "y")

exception Found of int * string

fun rounds (queues, marks, names, x, y, scale, offset, first, second, third, limit) =
  let
    val total = ref 0
    val sum = ref 0.0
    fun mark [] = ()
      | mark (i :: rest) = (Array.update (marks, i mod 7, true); mark rest)
    fun loop k =
      if k < 0 then ()
      else
        let
          val q = Array.sub (queues, k)
        in
          Array.update (queues, k, []);
          mark q;
          (case q of
             [] => ()
           | i :: rest =>
               let
                 val s = work (i mod 4, first)
                 val t = work' (length (rest, 0) mod 3, second)
               in
                 total := !total + size s * x + size t * y + length (rest, offset);
                 sum := !sum + scale * Real.fromInt (size s);
                 if !total > limit then raise Found (!total, third ^ s) else ();
                 names := (s ^ third) :: !names;
                 loop k
               end);
          loop (k - 1)
        end
  in
    (loop (Array.length queues - 1); (!total, Real.fmt (StringCvt.FIX (SOME 2)) (!sum)))
    handle Found (n, s) => (n, s)
  end

fun one limit =
  let
    val queues = Array.tabulate (40, fn i => if i mod 3 = 0 then upTo (i mod 11) else [])
    val marks = Array.array (7, false)
    val names = ref []
    val (n, s) = rounds (queues, marks, names, 3, 5, 0.25, 2, "a", "bc", "def", limit)
  in
    print (Int.toString n ^ " " ^ s ^ " " ^ String.concatWith "," (!names) ^ "\n");
    print (concat (Array.foldr (fn (b, l) => (if b then "1" else "0") :: l) [] marks) ^ "\n")
  end

(* Sums near the ends of the numbers, in loops that are cut into strips. *)
val most = valOf Int.maxInt
fun climb (0, i, s) = (i, s)
  | climb (n, i, s) = climb (n - 1, i + 3, s + (i mod 5))
fun tried f = (let val (i, s) = f () in Int.toString i ^ " " ^ Int.toString s end)
  handle Overflow => "overflow"

val () = one 1000000
val () = one 100
val () = print (Int.toString (!calls) ^ "\n")
val () = print (tried (fn () => climb (20000, 1, 0)) ^ "\n")
val () = print (tried (fn () => climb (20000, most - 59999, 0)) ^ "\n")
val () = print (tried (fn () => climb (20000, most - 60000, 0)) ^ "\n")
