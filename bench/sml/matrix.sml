(* Arrays of arrays of integers, index arithmetic: products and elimination of matrices modulo a prime. *)
structure Main = struct
  val p = 30011
  fun make (n, f) = Array.tabulate (n, fn i => Array.tabulate (n, fn j => f (i, j) mod p))
  fun product (a, b, n) =
    let
      val columns = Array.tabulate (n, fn j => Array.tabulate (n, fn k => Array.sub (Array.sub (b, k), j)))
      fun dot (r, c, k, s) = if k = n then s else dot (r, c, k + 1, (s + Array.sub (r, k) * Array.sub (c, k)) mod p)
    in
      make (n, fn (i, j) => dot (Array.sub (a, i), Array.sub (columns, j), 0, 0))
    end
  fun power (_, 0) = 1
    | power (x, e) = let val h = power (x * x mod p, e div 2) in if e mod 2 = 0 then h else h * x mod p end
  fun determinant (a, n) =
    let
      fun pivot (k, i) = if i = n then NONE else if Array.sub (Array.sub (a, i), k) <> 0 then SOME i else pivot (k, i + 1)
      fun clear (k, inverse, i) =
        if i = n then ()
        else
          let
            val (rk, ri) = (Array.sub (a, k), Array.sub (a, i))
            val f = Array.sub (ri, k) * inverse mod p
            fun go j = if j = n then () else (Array.update (ri, j, (Array.sub (ri, j) - f * Array.sub (rk, j)) mod p); go (j + 1))
          in
            go k; clear (k, inverse, i + 1)
          end
      fun loop (k, det) =
        if k = n then det
        else
          case pivot (k, k) of
            NONE => 0
          | SOME i =>
              let
                val r = Array.sub (a, i)
                val () = (Array.update (a, i, Array.sub (a, k)); Array.update (a, k, r))
                val x = Array.sub (r, k)
              in
                clear (k, power (x, p - 2), k + 1);
                loop (k + 1, (if i = k then det else ~det) * x mod p)
              end
    in
      loop (0, 1)
    end
  fun main () =
    let
      val n = 240
      fun random s = (s * 421 + 54773) mod 259200
      val a = make (n, fn (i, j) => random (random (i * j + i)) + (if i = j then 1 else 0))
      val b = make (n, fn (i, j) => random (random (random (i * 240 + j))) + (if i = j then i else 0))
      fun trace m = let fun go (i, s) = if i = n then s else go (i + 1, (s + Array.sub (Array.sub (m, i), i)) mod p) in go (0, 0) end
      fun loop (0, m) = m | loop (k, m) = loop (k - 1, product (m, b, n))
      val m = loop (12, a)
      val t = trace m
    in
      print ("matrix " ^ Int.toString t ^ " " ^ Int.toString (determinant (m, n)) ^ "\n")
    end
end
val () = Main.main ()
