type tree = Leaf | Node of tree * tree
let rec make d = if d = 0 then Leaf else let l = make (d - 1) in let r = make (d - 1) in Node (l, r)
let rec count = function Leaf -> 1 | Node (l, r) -> count l + count r + 1
let () =
  let long = make 20 in
  let s = ref 0 in
  for _ = 1 to 5000 do s := !s + count (make 10) done;
  Printf.printf "%d\n" (!s + count long)
