let rec sum n = if n = 0 then 0 else sum (n - 1) + n
let () =
  let s = ref 0 in
  for _ = 1 to 200000 do s := !s + sum 1000 done;
  Printf.printf "%d\n" !s
