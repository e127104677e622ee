(* Floating point in arguments of loops: points of the Mandelbrot set. *)
structure Main = struct
  fun escape (cr, ci) =
    let
      fun go (zr, zi, n) =
        let val r2 = zr * zr val i2 = zi * zi
        in if n = 100 orelse r2 + i2 > 4.0 then n else go (r2 - i2 + cr, 2.0 * zr * zi + ci, n + 1) end
    in
      go (0.0, 0.0, 0)
    end
  fun main () =
    let
      val size = 2000
      val scale = 3.0 / real size
      fun row (y, x, sum) =
        if x = size then sum
        else row (y, x + 1, (sum + escape (real x * scale - 2.0, real y * scale - 1.5)) mod 1000003)
      fun rows (y, sum) = if y = size then sum else rows (y + 1, row (y, 0, sum))
    in
      print ("mandelbrot " ^ Int.toString (rows (0, 0)) ^ "\n")
    end
end
val () = Main.main ()
