infix 6 ++
fun a ++ b = a ^ "+" ^ b
structure One = struct val one = "one" end
