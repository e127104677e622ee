let rec sum n = if n = 0 then 0 else sum (n - 1) + n
let () =
  let s = ref 0 in
  for _ = 1 to 3 do s := !s + sum 10000000 done;
  Printf.printf "%d\n" !s
