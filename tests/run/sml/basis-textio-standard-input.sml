(* Standard input: by lines, by characters, by words; then its end. *)
val first = valOf (TextIO.inputLine TextIO.stdIn)
val () = print ("[" ^ first)
val c = TextIO.input1 TextIO.stdIn
val () = print (case c of SOME c => str c ^ "\n" | NONE => "none\n")
val () = print (TextIO.inputN (TextIO.stdIn, 4) ^ "\n")
fun number getc s =
  let fun go (s, n, any) = case getc s of SOME (c, t) => if c >= #"0" andalso c <= #"9" then go (t, n * 10 + ord c - 48, true) else if any then SOME (n, s) else if c = #" " orelse c = #"\n" then go (t, n, any) else NONE | NONE => if any then SOME (n, s) else NONE in go (s, 0, false) end
val () = print (case TextIO.scanStream number TextIO.stdIn of SOME n => Int.toString n ^ "\n" | NONE => "none\n")
val () = print (case TextIO.scanStream number TextIO.stdIn of SOME n => Int.toString n ^ "\n" | NONE => "none\n")
fun loop n = case TextIO.inputLine TextIO.stdIn of SOME l => (print (Int.toString (size l) ^ " "); loop (n + 1)) | NONE => n
val () = print (Int.toString (loop 0) ^ "\n")
val () = print (Bool.toString (TextIO.endOfStream TextIO.stdIn) ^ TextIO.inputAll TextIO.stdIn ^ "\n")
