(* OS.SysErr, and the names of errors. *)
structure F = OS.FileSys
fun p x = print (x ^ "\n")
fun try f = (f (); p "fine") handle OS.SysErr (_, SOME e) => p (OS.errorName e ^ ": " ^ OS.errorMsg e) | OS.SysErr (m, NONE) => p m
val () = try (fn () => F.remove "/no/such/file")
val () = try (fn () => F.rmDir "/no/such/folder")
val () = try (fn () => F.chDir "/no/such/folder")
val () = try (fn () => ignore (F.openDir "/no/such/folder"))
val () = try (fn () => ignore (F.isDir "/no/such/file"))
val () = try (fn () => F.rename {old = "/no/such/a", new = "/no/such/b"})
val () = try (fn () => F.mkDir "/")
val () = try (fn () => ignore (F.readLink "/"))
val () = p (case OS.syserror "noent" of SOME e => OS.errorName e ^ Bool.toString (e = e) | NONE => "none")
val () = p (case OS.syserror "nothing of the kind" of SOME e => OS.errorName e | NONE => "none")
