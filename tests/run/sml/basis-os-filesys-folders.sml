(* OS.FileSys: folders, links, renaming, reading names. *)
structure F = OS.FileSys
fun p x = print (x ^ "\n")
val root = F.tmpName ()
val () = F.remove root
val () = F.mkDir root
val home = F.getDir ()
val () = F.chDir root
val () = p (Bool.toString (OS.Path.file (F.getDir ()) = OS.Path.file root))
fun write (name, text) = let val f = TextIO.openOut name in TextIO.output (f, text); TextIO.closeOut f end
val () = app write [("one", "1"), ("two", "22"), ("three", "333")]
val () = F.mkDir "sub"
fun sort [] = [] | sort (h :: t) = sort (List.filter (fn s : string => s < h) t) @ h :: sort (List.filter (fn s => s >= h) t)
fun names dir = let val d = F.openDir dir fun go l = case F.readDir d of SOME n => go (n :: l) | NONE => l val l = go [] in F.rewindDir d; p (Bool.toString (isSome (F.readDir d))); F.closeDir d; sort l end
val () = p (concat (map (fn s => s ^ " ") (names ".")))
val () = p (Bool.toString (F.isDir "sub") ^ Bool.toString (F.isDir "one") ^ Bool.toString (F.isLink "one"))
val () = F.rename {old = "one", new = "sub/uno"}
val () = p (Bool.toString (F.access ("one", [])) ^ Bool.toString (F.access ("sub/uno", [F.A_READ, F.A_WRITE])) ^ Bool.toString (F.access ("two", [F.A_EXEC])))
val () = p (Bool.toString (F.fileSize "three" = 3))
val () = F.setTime ("two", SOME (Time.fromReal 1000000.0))
val () = p (Time.toString (F.modTime "two"))
val () = F.setTime ("two", NONE)
val () = p (Bool.toString (Time.> (F.modTime "two", Time.fromReal 1000000000.0)))
val () = p (Bool.toString (F.fileId "two" = F.fileId "./two") ^ Bool.toString (F.fileId "two" = F.fileId "three"))
fun ord' LESS = "<" | ord' EQUAL = "=" | ord' GREATER = ">"
val () = p (ord' (F.compare (F.fileId "two", F.fileId "two")) ^ Bool.toString (F.hash (F.fileId "two") = F.hash (F.fileId "two")))
val () = p (OS.Path.file (F.fullPath "sub/../two") ^ F.realPath "sub/../two")
val () = (F.rmDir "sub"; p "removed") handle OS.SysErr _ => p "not empty"
val () = app F.remove ["two", "three", "sub/uno"]
val () = F.rmDir "sub"
val () = F.chDir home
val () = F.rmDir root
val () = p (Bool.toString (F.access (root, [])))
