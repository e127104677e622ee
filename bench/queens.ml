let rec safe (q : int) d l =
  match l with
  | [] -> true
  | x :: t -> if x = q then false else if x = q + d then false else if x = q - d then false else safe q (d + 1) t
let extend n board rest =
  let rec column q =
    if q > n then rest
    else
      let others = column (q + 1) in
      if safe q 1 board then (q :: board) :: others else others
  in
  column 1
let rec extend_all n boards =
  match boards with [] -> [] | b :: bs -> let rest = extend_all n bs in extend n b rest
let rec queens n k = if k = 0 then [ [] ] else extend_all n (queens n (k - 1))
let () = Printf.printf "%d\n" (List.length (queens 11 11))
