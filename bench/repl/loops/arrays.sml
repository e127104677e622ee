(* Sieves, prefix sums and heaps in arrays. *)
fun sieve limit =
  let
    val flags = Array.array (limit + 1, true)
    val count = ref 0
    val i = ref 2
  in
    while !i <= limit do
      (if Array.sub (flags, !i) then
         let
           val j = ref (2 * !i)
         in
           count := !count + 1;
           while !j <= limit do (Array.update (flags, !j, false); j := !j + !i)
         end
       else ();
       i := !i + 1);
    !count
  end;

fun siftDown (a : int array, root, last) =
  let
    val child = 2 * root + 1
  in
    if child > last then ()
    else
      let
        val child =
          if child < last andalso Array.sub (a, child) < Array.sub (a, child + 1) then child + 1
          else child
        val (x, y) = (Array.sub (a, root), Array.sub (a, child))
      in
        if x < y then
          (Array.update (a, root, y); Array.update (a, child, x); siftDown (a, child, last))
        else ()
      end
  end;

fun heapsort a =
  let
    val n = Array.length a
    fun build root = if root < 0 then () else (siftDown (a, root, n - 1); build (root - 1))
    fun take last =
      if last <= 0 then ()
      else
        let
          val top = Array.sub (a, 0)
        in
          Array.update (a, 0, Array.sub (a, last));
          Array.update (a, last, top);
          siftDown (a, 0, last - 1);
          take (last - 1)
        end
  in
    build (n div 2);
    take (n - 1)
  end;

fun sorted n =
  let
    val a = Array.tabulate (n, fn i => i * 7919 mod 10007)
  in
    heapsort a;
    Array.foldli (fn (i, x, sum) => (sum + x * (i mod 13)) mod 65521) 0 a
  end;

fun rounds (0, total) = total
  | rounds (n, total) =
      rounds (n - 1, (total * 7 + sieve (50000 + n) + sorted (20000 + n)) mod 1000003);

val result = rounds (1000, 0);
