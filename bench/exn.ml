exception Odd of int
let[@inline never] maybe i = if i land 1 <> 0 then raise_notrace (Odd i) else i
let () =
  let s = ref 0 in
  for i = 0 to 49_999_999 do
    s := !s + (try maybe i with Odd z -> z)
  done;
  Printf.printf "%d\n" !s
