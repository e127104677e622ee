let rec split l a b = match l with [] -> (a, b) | x :: t -> split t b (x :: a)
let rec merge a b =
  match a with
  | [] -> b
  | x :: s -> ( match b with [] -> a | y :: t -> if (x : int) <= y then x :: merge s b else y :: merge a t)
let rec sort l =
  match l with
  | [] | [ _ ] -> l
  | _ -> let a, b = split l [] [] in let a = sort a in let b = sort b in merge a b
let rec make n seed l =
  if n = 0 then l
  else let u = ((seed * 1103515245) + 12345) land 2147483647 in make (n - 1) u (u :: l)
let rec check l last i sum =
  match l with [] -> sum | x :: t -> if x < last then -1 else check t x (i + 1) (sum + (x * i))
let () = Printf.printf "%d\n" (check (sort (make 1000000 42 [])) 0 1 0)
