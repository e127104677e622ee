(* Streams of descriptors and temporary files, as MLton has them, for text and for bytes. *)

functor KontMLtonIO
  (structure Files :
     sig
       type instream
       type outstream
       val inFd : instream -> int
       val outFd : outstream -> int
       val fromDescriptor : int * string -> instream
       val toDescriptor : int * string -> outstream
     end) =
struct
  type instream = Files.instream
  type outstream = Files.outstream

  local
    val ofFd = _prim "cast" : Posix.FileSys.file_desc -> int
    val toFd = _prim "cast" : int -> Posix.FileSys.file_desc
    val clock = _prim "time.now" : unit -> int
    val toWord = _prim "copy" : int -> word
    val exclusively = 193 (* O_WRONLY, O_CREAT, O_EXCL *)

    (* Six letters and digits. The system refuses a name that is taken, so that it is enough if
       the next ones are others. *)
    fun letters () =
      let
        val state = ref (MLtonNumbers.mix (toWord (clock ())))
        fun letter _ =
          let val w = !state
          in state := Word.div (w, 0w62); MLtonNumbers.alphaNum (Word.mod (w, 0w62)) end
      in
        CharVector.tabulate (6, letter)
      end
  in
    fun inFd s = toFd (Files.inFd s)
    fun outFd s = toFd (Files.outFd s)
    fun newIn (fd, name) = Files.fromDescriptor (ofFd fd, name)
    fun newOut (fd, name) = Files.toDescriptor (ofFd fd, name)

    fun tempPrefix file =
      case OS.Process.getEnv "TMPDIR" of
        (NONE | SOME "") => "/tmp/" ^ file
      | SOME dir => OS.Path.joinDirFile {dir = dir, file = file}

    fun mkstemps {prefix, suffix} =
      let
        val taken = System.number ("errno", "EEXIST", "", 0, 0)
        fun try () =
          let
            val name = concat [prefix, letters (), suffix]
          in
            (name, System.number ("open", name, "", exclusively, 384))
            handle e as System.SysErr (_, SOME (System.Error n)) =>
              if n = taken then try () else raise e
          end
        val (name, fd) = try ()
      in
        (name, newOut (toFd fd, name))
      end

    fun mkstemp prefix = mkstemps {prefix = prefix, suffix = ""}
  end
end
