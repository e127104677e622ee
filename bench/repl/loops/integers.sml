(* Steps of Collatz chains, in integer arithmetic only. *)
fun steps (n, count) =
  if n = 1 then count
  else if n mod 2 = 0 then steps (n div 2, count + 1)
  else steps (3 * n + 1, count + 1);

fun longest (n, limit, best, sum) =
  if n > limit then best * 1000 + sum
  else
    let
      val count = steps (n, 0)
    in
      longest (n + 1, limit, if count > best then count else best, (sum + count) mod 1000)
    end;

fun rounds (0, total) = total
  | rounds (n, total) = rounds (n - 1, (total * 7 + longest (1, 10000 + n, 0, 0)) mod 1000003);

val result = rounds (1000, 0);
