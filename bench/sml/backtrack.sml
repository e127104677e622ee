(* Exceptions: colouring of maps and subset sums by backtracking, raising at every dead end; handlers in loops. *)
structure Main = struct
  exception Dead
  exception Found of int list
  fun subset ([], 0, chosen) = raise Found chosen
    | subset ([], _, _) = raise Dead
    | subset (x :: xs, n, chosen) =
        if n < 0 then raise Dead
        else if n = 0 then raise Found chosen
        else subset (xs, n - x, x :: chosen) handle Dead => subset (xs, n, chosen)
  fun colour (n, edges, colours) =
    let
      val given = Array.array (n, 0)
      fun clash (v, c) = List.exists (fn (a, b) => (a = v andalso Array.sub (given, b) = c) orelse (b = v andalso Array.sub (given, a) = c)) edges
      fun place v = if v = n then () else try (v, 1)
      and try (v, c) =
        if c > colours then (Array.update (given, v, 0); raise Dead)
        else if clash (v, c) then try (v, c + 1)
        else (Array.update (given, v, c); place (v + 1) handle Dead => (Array.update (given, v, 0); try (v, c + 1)))
    in
      (place 0; Array.foldl (fn (c, s) => (s * 5 + c) mod 10007) 0 given) handle Dead => 0
    end
  fun checked (a, b) = if b = 0 then raise Div else a mod b
  fun loop (0, s) = s
    | loop (n, s) = loop (n - 1, (s + (checked (n, n mod 3) handle Div => 1)) mod 10007)
  fun main () =
    let
      fun sums (0, s) = s
        | sums (k, s) = sums (k - 1, (s + (subset (List.tabulate (20, fn i => i * i + 6 * k + 4), k * 11 + 431, []) handle Found l => length l | Dead => 100)) mod 10007)
      fun maps (0, s) = s
        | maps (k, s) = maps (k - 1, (s + colour (14, List.concat (List.tabulate (14, fn i => if (i + 1) mod 14 = (i * 5 + k) mod 14 orelse i = (i * 5 + k) mod 14 then [(i, (i + 3) mod 14)] else [(i, (i + 1) mod 14), (i, (i * 5 + k) mod 14)])), 3)) mod 10007)
    in
      print ("backtrack " ^ Int.toString (sums (1500, 0)) ^ " " ^ Int.toString (maps (30000, 0)) ^ " " ^ Int.toString (loop (60000000, 0)) ^ "\n")
    end
end
val () = Main.main ()
