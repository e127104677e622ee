(* Arrays of truth values and while loops with references: primes up to two million, many times. *)
structure Main = struct
  fun sieve n =
    let
      val composite = Array.array (n + 1, false)
      val i = ref 2
      val count = ref 0
      val sum = ref 0
    in
      while !i <= n do
        (if Array.sub (composite, !i) then ()
         else
           (count := !count + 1;
            sum := (!sum + !i) mod 1000003;
            if !i <= n div !i then
              let val k = ref (!i * !i) in
                while !k <= n do (Array.update (composite, !k, true); k := !k + !i)
              end
            else ());
         i := !i + 1);
      (!count, !sum)
    end
  fun main () =
    let
      fun loop (0, c, s) = (c, s)
        | loop (n, c, s) = let val (c', s') = sieve (2000000 + n) in loop (n - 1, c + c', (s + s') mod 1000003) end
      val (c, s) = loop (24, 0, 0)
    in
      print ("sieve " ^ Int.toString c ^ " " ^ Int.toString s ^ "\n")
    end
end
val () = Main.main ()
