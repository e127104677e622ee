(* Posix.FileSys and Posix.IO. *)
structure F = Posix.FileSys
structure I = Posix.IO
fun p x = print (x ^ "\n")
fun bytes s = Word8Vector.tabulate (size s, fn i => Word8.fromInt (ord (String.sub (s, i))))
fun text v = implode (Word8Vector.foldr (fn (w, l) => chr (Word8.toInt w) :: l) [] v)
val name = OS.FileSys.tmpName ()
val fd = F.createf (name, F.O_RDWR, F.O.trunc, F.S.flags [F.S.irusr, F.S.iwusr])
val () = p (Int.toString (I.writeVec (fd, Word8VectorSlice.full (bytes "hello world"))))
val _ = I.lseek (fd, 6, I.SEEK_SET)
val () = p (text (I.readVec (fd, 3)))
val a = Word8Array.array (10, 0w45)
val () = p (Int.toString (I.readArr (fd, Word8ArraySlice.slice (a, 1, SOME 5))) ^ text (Word8Array.vector a))
val st = F.fstat fd
val () = p (Bool.toString (F.ST.isReg st) ^ Bool.toString (F.ST.isDir st) ^ Bool.toString (F.ST.size st = 11))
val () = p (Bool.toString (F.S.anySet (F.S.irusr, F.ST.mode st)))
val fd2 = I.dup fd
val () = (I.close fd; I.close fd2)
val () = (ignore (I.readVec (fd, 1)); p "read") handle OS.SysErr (_, SOME e) => p (Bool.toString (e = Posix.Error.badf))
val () = F.chmod (name, F.S.irusr)
val () = p (Bool.toString (F.S.anySet (F.S.iwusr, F.ST.mode (F.stat name))))
val () = F.symlink {old = name, new = name ^ ".link"}
val () = p (Bool.toString (F.ST.isLink (F.lstat (name ^ ".link"))) ^ Bool.toString (F.readlink (name ^ ".link") = name))
val () = (F.unlink (name ^ ".link"); F.unlink name)
val () = p (Bool.toString (F.ST.isDir (F.stat "/")) ^ Bool.toString (F.access (name, [])))
val {infd, outfd} = I.pipe ()
val _ = I.writeVec (outfd, Word8VectorSlice.full (bytes "pipe"))
val () = I.close outfd
val () = p (text (I.readVec (infd, 100)) ^ text (I.readVec (infd, 100)) ^ ".")
