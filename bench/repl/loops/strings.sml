(* Words are made, hashed and counted in a table of chains. *)
fun hash text = CharVector.foldl (fn (c, h) => (h * 31 + Char.ord c) mod 16381) 7 text;

fun word i =
  let
    val a = Char.chr (97 + i mod 26)
    val b = Char.chr (97 + i div 26 mod 26)
  in
    String.implode [a, b, a] ^ Int.toString (i mod 101)
  end;

fun bump ([], key) = [(key, ref 1)]
  | bump (chain as (other : string, count) :: rest, key) =
      if other = key then (count := !count + 1; chain) else (other, count) :: bump (rest, key);

fun count n =
  let
    val table = Array.array (1024, [] : (string * int ref) list)
    fun add i =
      if i = n then ()
      else
        let
          val key = word (i * 7)
          val place = hash key mod 1024
        in
          Array.update (table, place, bump (Array.sub (table, place), key));
          add (i + 1)
        end
    val () = add 0
    fun best (chain, high) = foldl (fn ((key, c), m) => Int.max (m, !c * 8 + size key)) high chain
  in
    Array.foldl best 0 table
  end;

fun rounds (0, total) = total
  | rounds (n, total) = rounds (n - 1, (total * 7 + count (20000 + n)) mod 1000003);

val result = rounds (400, 0);
