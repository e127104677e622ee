(* Other programs, run beside this one. *)

signature UNIX = sig
  (** Another program, and what connects it with this one. *)
  type ('a, 'b) proc
  (** Signals. *)
  type signal
  (** How a process ended. *)
  datatype exit_status =
    W_EXITED
  | W_EXITSTATUS of Word8.word
  | W_SIGNALED of signal
  | W_STOPPED of signal

  (** [fromStatus st] is how a process ended. *)
  val fromStatus : OS.Process.status -> exit_status
  (** [executeInEnv (p, args, env)] starts a program with this environment. *)
  val executeInEnv : string * string list * string list -> ('a, 'b) proc
  (** [execute (p, args)] starts a program. *)
  val execute : string * string list -> ('a, 'b) proc
  (** [textInstreamOf pr] is a stream of what the program writes. *)
  val textInstreamOf : (TextIO.instream, 'a) proc -> TextIO.instream
  (** [binInstreamOf pr] is a stream of what the program writes. *)
  val binInstreamOf : (BinIO.instream, 'a) proc -> BinIO.instream
  (** [textOutstreamOf pr] is a stream of what the program reads. *)
  val textOutstreamOf : ('a, TextIO.outstream) proc -> TextIO.outstream
  (** [binOutstreamOf pr] is a stream of what the program reads. *)
  val binOutstreamOf : ('a, BinIO.outstream) proc -> BinIO.outstream
  (** [streamsOf pr] is both streams, of text. *)
  val streamsOf : (TextIO.instream, TextIO.outstream) proc -> TextIO.instream * TextIO.outstream
  (** [reap pr] closes the streams, waits for the end of the program and is how it ended. *)
  val reap : ('a, 'b) proc -> OS.Process.status
  (** [kill (pr, s)] sends the program a signal. *)
  val kill : ('a, 'b) proc * signal -> unit
  (** [exit n] ends this program with an exit code, after what is done at its end. *)
  val exit : Word8.word -> 'a
end

structure Unix :> UNIX where type signal = Posix.Signal.signal = struct
  type signal = PosixSignal.signal
  datatype exit_status = datatype PosixProcess.exit_status

  (* Each stream is made once, of either kind; [close] closes what was made. *)
  datatype ('a, 'b) proc = Proc of
    {pid : int,
     input : int,
     output : int,
     textIn : TextIO.instream option ref,
     binIn : BinIO.instream option ref,
     textOut : TextIO.outstream option ref,
     binOut : BinIO.outstream option ref,
     status : int option ref}

  val fromStatus = PosixProcess.fromStatus

  local
    val close = Waiting.close
    val ofInt = _prim "cast" : int -> OS.Process.status

    fun start (p, args, env) =
      let
        val {infd = theirIn, outfd = ourOut} = PosixIO.pipe ()
        val {infd = ourIn, outfd = theirOut} = PosixIO.pipe ()
        val words = System.list (p :: OSPath.file p :: args)
        val pid =
          System.number ("spawn", words, System.list env, theirIn, theirOut)
          handle e => (List.app close [theirIn, ourOut, ourIn, theirOut]; raise e)
      in
        List.app close [theirIn, theirOut];
        Proc
          {pid = pid, input = ourIn, output = ourOut, textIn = ref NONE, binIn = ref NONE,
           textOut = ref NONE, binOut = ref NONE, status = ref NONE}
      end

    fun once (r, make) = case !r of SOME x => x | NONE => let val x = make () in r := SOME x; x end
  in
    fun executeInEnv (p, args, env) = start (p, args, env)
    fun execute (p, args) = start (p, args, [])

    fun textInstreamOf (Proc {input, textIn, ...}) =
      once
        (textIn,
         fn () =>
           TextIO.mkInstream
             (TextIO.StreamIO.mkInstream
                (PosixIO.mkTextReader {fd = input, name = "<process>", initBlkMode = true}, "")))
    fun binInstreamOf (Proc {input, binIn, ...}) =
      once
        (binIn,
         fn () =>
           BinIO.mkInstream
             (BinIO.StreamIO.mkInstream
                (PosixIO.mkBinReader {fd = input, name = "<process>", initBlkMode = true},
                 Word8Vector.fromList [])))
    fun textOutstreamOf (Proc {output, textOut, ...}) =
      once
        (textOut,
         fn () =>
           TextIO.mkOutstream
             (TextIO.StreamIO.mkOutstream
                (PosixIO.mkTextWriter
                   {fd = output, name = "<process>", appendMode = false, initBlkMode = true,
                    chunkSize = 4096}, IO.BLOCK_BUF)))
    fun binOutstreamOf (Proc {output, binOut, ...}) =
      once
        (binOut,
         fn () =>
           BinIO.mkOutstream
             (BinIO.StreamIO.mkOutstream
                (PosixIO.mkBinWriter
                   {fd = output, name = "<process>", appendMode = false, initBlkMode = true,
                    chunkSize = 4096}, IO.BLOCK_BUF)))
    fun streamsOf p = (textInstreamOf p, textOutstreamOf p)

    fun reap (Proc {pid, input, output, textIn, binIn, textOut, binOut, status}) =
      case !status of
        SOME st => ofInt st
      | NONE =>
          let
            val () =
              case (!textOut, !binOut) of
                (NONE, NONE) => close output
              | (t, b) =>
                  (Option.app TextIO.closeOut t handle IO.Io _ => ();
                   Option.app BinIO.closeOut b handle IO.Io _ => ())
            val () =
              case (!textIn, !binIn) of
                (NONE, NONE) => close input
              | (t, b) => (Option.app TextIO.closeIn t; Option.app BinIO.closeIn b)
            val st = System.packed (#2 (Waiting.child (pid, 0)), 0)
          in
            status := SOME st;
            ofInt st
          end

    fun kill (Proc {pid, ...}, s) =
      PosixProcess.kill (PosixProcess.K_PROC pid, s)

    fun exit w =
      let val wide = _prim "zext.i8.i64" : word8 -> int
      in OS.Process.exit (ofInt (wide w * 256)) end
  end
end
