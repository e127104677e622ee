(* Calls of functions of several arguments that are not tail calls: Takeuchi's function, Fibonacci's, Ackermann's. *)
structure Main = struct
  fun tak (x, y, z) = if y >= x then z else tak (tak (x - 1, y, z), tak (y - 1, z, x), tak (z - 1, x, y))
  fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)
  fun ack 0 n = n + 1
    | ack m 0 = ack (m - 1) 1
    | ack m n = ack (m - 1) (ack m (n - 1))
  fun repeat (0, _, sum) = sum
    | repeat (n, f, sum) = repeat (n - 1, f, (sum + f n) mod 1000000)
  fun main () =
    let
      val a = repeat (48, fn i => tak (22 + i mod 2, 14, 7), 0)
      val b = repeat (16, fn i => fib (32 + i mod 2), 0)
      val c = repeat (48, fn i => ack 3 (7 + i mod 2), 0)
    in
      print ("tak " ^ Int.toString a ^ " " ^ Int.toString b ^ " " ^ Int.toString c ^ "\n")
    end
end
val () = Main.main ()
