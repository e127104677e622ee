(* Rule 38, section 4.10: ... in record patterns, where the whole type is known from the context. *)
type person = {name : string, age : int, address : {street : string, no : int}}
fun name ({name, ...} : person) = name
fun no ({address = {no, ...}, ...} : person) = no
val p = {name = "Ada", age = 36, address = {street = "Main", no = 12}}
val {age, ...} = p
val () = print (name p ^ Int.toString age ^ Int.toString (no p) ^ "\n")
fun older (p as {age, name, address} : person) = {age = age + 1, name = name, address = address}
val () = print (Int.toString (#age (older p)) ^ "\n")
fun first ({1 = x, ...} : int * int * int) = x
val () = print (Int.toString (first (1, 2, 3)) ^ "\n")
(* The type comes from another use in the same declaration. *)
fun later r = let val {age, ...} = r in if r = p then age else 0 end
val () = print (Int.toString (later p) ^ "\n")
val {...} = p
