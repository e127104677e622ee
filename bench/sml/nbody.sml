(* Floating point in arrays of reals and in records: bodies that attract one another. *)
structure Main = struct
  type body = {x : real array, v : real array, mass : real}
  fun body (x, y, z, vx, vy, vz, mass) : body = {x = Array.fromList [x, y, z], v = Array.fromList [vx, vy, vz], mass = mass}
  fun system () = Vector.fromList
    [body (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 39.0), body (4.8, ~1.2, ~0.1, 0.6, 2.8, ~0.02, 0.037), body (8.3, 4.1, ~0.4, ~1.0, 1.8, 0.008, 0.011),
     body (12.9, ~15.1, ~0.2, 1.1, 0.9, ~0.01, 0.0017), body (15.4, ~25.9, 0.2, 1.0, 0.6, ~0.03, 0.002)]
  fun pull (dt, {x, v, mass} : body, {x = x', v = v', mass = mass'} : body) =
    let
      val dx = Array.sub (x, 0) - Array.sub (x', 0)
      val dy = Array.sub (x, 1) - Array.sub (x', 1)
      val dz = Array.sub (x, 2) - Array.sub (x', 2)
      val d2 = dx * dx + dy * dy + dz * dz
      val mag = dt / (d2 * Math.sqrt d2)
      fun add (a, i, d) = Array.update (a, i, Array.sub (a, i) + d)
    in
      add (v, 0, ~dx * mass' * mag); add (v, 1, ~dy * mass' * mag); add (v, 2, ~dz * mass' * mag);
      add (v', 0, dx * mass * mag); add (v', 1, dy * mass * mag); add (v', 2, dz * mass * mag)
    end
  fun move dt ({x, v, ...} : body) =
    let fun go 3 = () | go i = (Array.update (x, i, Array.sub (x, i) + dt * Array.sub (v, i)); go (i + 1)) in go 0 end
  fun step (bodies, dt) =
    let
      val n = Vector.length bodies
      fun outer i = if i = n then () else (inner (i, i + 1); outer (i + 1))
      and inner (i, j) = if j = n then () else (pull (dt, Vector.sub (bodies, i), Vector.sub (bodies, j)); inner (i, j + 1))
    in
      outer 0; Vector.app (move dt) bodies
    end
  fun energy bodies =
    Vector.foldl (fn ({v, mass, ...} : body, e) => e + 0.5 * mass * Array.foldl (fn (c, s) => s + c * c) 0.0 v) 0.0 bodies
  fun main () =
    let
      val bodies = system ()
      fun loop 0 = () | loop n = (step (bodies, 0.01); loop (n - 1))
    in
      loop 1000000;
      print ("nbody " ^ Real.fmt (StringCvt.FIX (SOME 4)) (energy bodies) ^ "\n")
    end
end
val () = Main.main ()
