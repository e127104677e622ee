(* Records with fields of several kinds, updated functionally: a simulation of accounts and of particles. *)
structure Main = struct
  type account = {id : int, owner : string, balance : int, history : int list, rate : real, active : bool}
  type particle = {x : real, y : real, dx : real, dy : real, bounces : int}
  fun deposit ({id, owner, balance, history, rate, active} : account, amount) : account =
    {id = id, owner = owner, balance = (balance + amount) mod 1000003, history = amount :: (if length history > 8 then [] else history), rate = rate, active = balance + amount > 100}
  fun interest ({id, owner, balance, history, rate, active} : account) : account =
    {id = id, owner = owner, balance = (balance + floor (real balance * rate)) mod 1000003, history = history, rate = if rate > 0.08 then 0.01 else rate * 1.01, active = active}
  fun transfer (a : account, b : account, amount) = if #active a then (deposit (a, ~amount), deposit (b, amount)) else (interest a, b)
  fun move ({x, y, dx, dy, bounces} : particle) : particle =
    let
      val (x, dx, n) = if x + dx > 100.0 orelse x + dx < 0.0 then (x, ~dx, 1) else (x + dx, dx, 0)
      val (y, dy, m) = if y + dy > 100.0 orelse y + dy < 0.0 then (y, ~dy * 0.999, 1) else (y + dy, dy, 0)
    in
      {x = x, y = y, dx = dx, dy = dy - 0.001, bounces = bounces + n + m}
    end
  fun accounts n = List.tabulate (n, fn i => {id = i, owner = "owner" ^ Int.toString i, balance = i * 37 mod 1000, history = [], rate = 0.01 + real (i mod 5) / 100.0, active = i mod 3 = 0})
  fun day (a :: b :: rest, k) = let val (a, b) = transfer (a, b, (k + #id a) mod 50) in a :: day (b :: rest, k + 1) end
    | day ([a], k) = [interest a]
    | day ([], _) = []
  fun days (0, l) = l | days (n, l) = days (n - 1, rev (day (l, n)))
  fun main () =
    let
      val l = days (6000, accounts 500)
      val total = foldl (fn ({balance, history, active, ...} : account, s) => (s + balance + length history + (if active then 1 else 0)) mod 1000003) 0 l
      fun fly (0, p) = p | fly (n, p) = fly (n - 1, move p)
      val ps = List.tabulate (10, fn i => fly (1500000, {x = real i, y = 10.0, dx = 0.1 + real i / 20.0, dy = 0.2, bounces = 0}))
    in
      print ("records " ^ Int.toString total ^ " " ^ Int.toString (foldl (fn (p : particle, n) => #bounces p + n) 0 ps) ^ "\n")
    end
end
val () = Main.main ()
