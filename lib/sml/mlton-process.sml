(* Child processes as MLton has them. Each of the three standard streams of a child is that of
   this program, a file, nothing, or a pipe, whose other end is here. *)

structure MLtonProcess :> sig
  type pid = Posix.Process.pid
  (** A child with its three streams. *)
  type ('stdin, 'stdout, 'stderr) t
  type input
  type output
  type none
  type chain
  type any

  (** A stream was taken for what it is not. *)
  exception MisuseOfForget
  (** A stream of a child was used twice. *)
  exception DoublyRedirected

  structure Child : sig
    (** This program's end of a pipe. *)
    type ('use, 'dir) t
    (** [binIn c] reads bytes from the child. *)
    val binIn : (BinIO.instream, input) t -> BinIO.instream
    (** [binOut c] writes bytes to the child. *)
    val binOut : (BinIO.outstream, output) t -> BinIO.outstream
    (** [textIn c] reads text from the child. *)
    val textIn : (TextIO.instream, input) t -> TextIO.instream
    (** [textOut c] writes text to the child. *)
    val textOut : (TextIO.outstream, output) t -> TextIO.outstream
    (** [fd c] is the descriptor. *)
    val fd : (Posix.FileSys.file_desc, 'dir) t -> Posix.FileSys.file_desc
    (** [remember c] gives a stream the use that its place wants. *)
    val remember : (any, 'dir) t -> ('use, 'dir) t
  end

  structure Param : sig
    (** What a stream of the child is to be. *)
    type ('use, 'dir) t
    (** [child c] is a stream of another child. *)
    val child : (chain, 'dir) Child.t -> (none, 'dir) t
    (** [fd d] is an open file, which is closed here. *)
    val fd : Posix.FileSys.file_desc -> (none, 'dir) t
    (** [file name] is a file. *)
    val file : string -> (none, 'dir) t
    (** [forget p] has any use. *)
    val forget : ('use, 'dir) t -> (any, 'dir) t
    (** Nothing. *)
    val null : (none, 'dir) t
    (** A pipe to this program. *)
    val pipe : ('use, 'dir) t
    (** The stream of this program. *)
    val self : (none, 'dir) t
  end

  (** [create how] starts a program; raises OS.SysErr. *)
  val create :
    {args : string list, env : string list option, path : string,
     stderr : ('stderr, output) Param.t, stdin : ('stdin, input) Param.t,
     stdout : ('stdout, output) Param.t} -> ('stdin, 'stdout, 'stderr) t
  (** [getStdin p] is what the child reads. *)
  val getStdin : ('stdin, 'stdout, 'stderr) t -> ('stdin, output) Child.t
  (** [getStdout p] is what the child writes. *)
  val getStdout : ('stdin, 'stdout, 'stderr) t -> ('stdout, input) Child.t
  (** [getStderr p] is what the child writes as errors. *)
  val getStderr : ('stdin, 'stdout, 'stderr) t -> ('stderr, input) Child.t
  (** [kill (p, s)] sends the child a signal. *)
  val kill : ('stdin, 'stdout, 'stderr) t * Posix.Signal.signal -> unit
  (** [reap p] closes the pipes that were not used, and waits for the child. *)
  val reap : ('stdin, 'stdout, 'stderr) t -> Posix.Process.exit_status
  (** [spawn {path, args}] starts a program; the arguments begin with its name. *)
  val spawn : {args : string list, path : string} -> pid
  (** [spawne how] starts a program with this environment. *)
  val spawne : {args : string list, env : string list, path : string} -> pid
  (** [spawnp {file, args}] starts a program that is looked for. *)
  val spawnp : {args : string list, file : string} -> pid
end = struct
  type pid = Posix.Process.pid
  datatype input = Input
  datatype output = Output
  datatype none = None
  datatype chain = Chain
  datatype any = Any

  exception MisuseOfForget
  exception DoublyRedirected

  local
    val close = Waiting.close
    val leave = _prim "exit" : int -> 'a
    val ofFd = _prim "cast" : Posix.FileSys.file_desc -> int
    val toFd = _prim "cast" : int -> Posix.FileSys.file_desc
    val toPid = _prim "cast" : int -> pid

    (* A descriptor that is given away once. *)
    datatype pipe = Closed | Open of int | Given

    fun take r =
      case !r of
        Open fd => (r := Given; fd)
      | Given => raise DoublyRedirected
      | Closed => raise MisuseOfForget

    (* No thread runs in the child but this one, and none before it is the child's. *)
    fun start run =
      Waiting.undisturbed
        (fn () =>
           case System.number ("fork", "", "", 0, 0) of
             0 => (run () handle _ => (); leave 127)
           | pid => pid)

    fun exec (words, env) =
      case env of
        NONE => System.run ("exec", System.list words, "", 0, 0)
      | SOME l => System.run ("exec", System.list words, System.list l, 0, 1)
  in
    structure Child = struct
      type ('use, 'dir) t = pipe ref
      fun fd c = toFd (take c)
      fun remember c = c
      fun binIn c = BinFiles.fromDescriptor (take c, "<child>")
      fun textIn c = TextFiles.fromDescriptor (take c, "<child>")
      fun binOut c = BinFiles.toDescriptor (take c, "<child>")
      fun textOut c = TextFiles.toDescriptor (take c, "<child>")
    end

    structure Param = struct
      datatype param = Self | Fd of int | File of string | Pipe
      type ('use, 'dir) t = param
      fun child c = Fd (take c)
      fun fd d = Fd (ofFd d)
      val file = File
      fun forget p = p
      val null = File "/dev/null"
      val pipe = Pipe
      val self = Self
    end

    datatype ('stdin, 'stdout, 'stderr) t =
      Process of {pid : int, stdin : pipe ref, stdout : pipe ref, stderr : pipe ref}

    local
      val toRead = 0
      val toWrite = 577 (* O_WRONLY, O_CREAT, O_TRUNC *)

      (* The child's descriptor and ours, if there are any. *)
      fun ends (Param.Self, _) = (NONE, Closed)
        | ends (Param.Fd fd, _) = (SOME fd, Closed)
        | ends (Param.File name, writes) =
            (SOME
               (System.number
                  ("open", name, "", if writes then toWrite else toRead, 438)), Closed)
        | ends (Param.Pipe, writes) =
            let val {infd, outfd} = PosixIO.pipe ()
            in if writes then (SOME outfd, Open infd) else (SOME infd, Open outfd) end

      fun become (SOME fd, n) =
            System.run ("dup2", "", "", System.number ("dup", "", "", fd, 0), n)
        | become (NONE, _) = ()
    in
      fun create {args, env, path, stderr, stdin, stdout} =
        let
          val (i, ourIn) = ends (stdin, false)
          val (out, ourOut) = ends (stdout, true)
          val (err, ourErr) = ends (stderr, true)
          val pid =
            start
              (fn () =>
                 (become (i, 0); become (out, 1); become (err, 2);
                  exec (path :: path :: args, env)))
        in
          List.app (Option.app close) [i, out, err];
          Process {pid = pid, stdin = ref ourIn, stdout = ref ourOut, stderr = ref ourErr}
        end
    end

    fun getStdin (Process {stdin, ...}) = stdin
    fun getStdout (Process {stdout, ...}) = stdout
    fun getStderr (Process {stderr, ...}) = stderr
    fun kill (Process {pid, ...}, s) =
      Posix.Process.kill (Posix.Process.K_PROC (toPid pid), s)

    fun reap (Process {pid, stdin, stdout, stderr}) =
      (List.app
         (fn r => case !r of Open fd => (r := Given; close fd) | _ => ())
         [stdin, stdout, stderr];
       #2 (Posix.Process.waitpid (Posix.Process.W_CHILD (toPid pid), [])))

    fun spawn {args, path} = toPid (start (fn () => exec (path :: args, NONE)))
    fun spawne {args, env, path} = toPid (start (fn () => exec (path :: args, SOME env)))
    fun spawnp {args, file} =
      toPid (start (fn () => System.run ("exec", System.list (file :: args), "", 1, 0)))
  end
end
