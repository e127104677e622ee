(* Descriptors and waiting for them. *)

signature OS_IO = sig
  (** What is open. *)
  eqtype iodesc
  (** [hash d] is a number that is the same for the same descriptor. *)
  val hash : iodesc -> word
  (** [compare (d, d')] is an order of descriptors. *)
  val compare : iodesc * iodesc -> order

  (** Kinds of what is open. *)
  eqtype iodesc_kind
  (** [kind d] is what [d] is. *)
  val kind : iodesc -> iodesc_kind
  structure Kind : sig
    (** A file. *)
    val file : iodesc_kind
    (** A folder. *)
    val dir : iodesc_kind
    (** A symbolic link. *)
    val symlink : iodesc_kind
    (** A terminal. *)
    val tty : iodesc_kind
    (** A pipe. *)
    val pipe : iodesc_kind
    (** A socket. *)
    val socket : iodesc_kind
    (** Another device. *)
    val device : iodesc_kind
  end

  (** A descriptor and what to wait for. *)
  eqtype poll_desc
  (** A descriptor and what is possible. *)
  type poll_info
  (** [pollDesc d] is [d], with nothing to wait for yet, or NONE if one cannot wait for it. *)
  val pollDesc : iodesc -> poll_desc option
  (** [pollToIODesc p] is the descriptor. *)
  val pollToIODesc : poll_desc -> iodesc
  (** One cannot wait for that. *)
  exception Poll
  (** [pollIn p] waits for input as well; raises Poll. *)
  val pollIn : poll_desc -> poll_desc
  (** [pollOut p] waits for room for output as well; raises Poll. *)
  val pollOut : poll_desc -> poll_desc
  (** [pollPri p] waits for urgent input as well; raises Poll. *)
  val pollPri : poll_desc -> poll_desc
  (** [poll (l, SOME t)] waits at most [t], with NONE without end, and is what is possible. *)
  val poll : poll_desc list * Time.time option -> poll_info list
  (** [isIn i] tells whether there is input. *)
  val isIn : poll_info -> bool
  (** [isOut i] tells whether there is room for output. *)
  val isOut : poll_info -> bool
  (** [isPri i] tells whether there is urgent input. *)
  val isPri : poll_info -> bool
  (** [infoToPollDesc i] is what was waited for. *)
  val infoToPollDesc : poll_info -> poll_desc
end

structure OSIO : OS_IO = struct
  type iodesc = System.iodesc
  datatype iodesc_kind = File | Folder | Link | Tty | Pipe | Socket | Device

  structure Kind = struct
    val file = File
    val dir = Folder
    val symlink = Link
    val tty = Tty
    val pipe = Pipe
    val socket = Socket
    val device = Device
  end

  fun hash (System.Desc fd) = let val word = _prim "copy" : int -> word in word fd end
  fun compare (System.Desc a, System.Desc b) = System.compare (a, b)

  local
    val and' = _prim "and.i64" : int * int -> int
    val or = _prim "or.i64" : int * int -> int
  in
    fun kind (System.Desc fd) =
      if System.number ("isatty", "", "", fd, 0) = 1 then Tty
      else
        case and' (System.packed (System.text ("fstat", "", "", fd, 0), 2), 61440) of
          32768 => File
        | 16384 => Folder
        | 40960 => Link
        | 4096 => Pipe
        | 49152 => Socket
        | _ => Device

    (* A descriptor and the events, as the system has them. *)
    datatype poll_desc = Wait of int * int
    datatype poll_info = Info of poll_desc * int

    exception Poll

    fun pollDesc (System.Desc fd) = SOME (Wait (fd, 0))
    fun pollToIODesc (Wait (fd, _)) = System.Desc fd
    fun pollIn (Wait (fd, e)) = Wait (fd, or (e, 1))
    fun pollPri (Wait (fd, e)) = Wait (fd, or (e, 2))
    fun pollOut (Wait (fd, e)) = Wait (fd, or (e, 4))

    fun poll (l, limit) =
      let
        val limit =
          case limit of
            NONE => ~1
          | SOME t =>
              if Time.< (t, Time.zeroTime) then raise System.SysErr ("negative time", NONE)
              else TimeBase.nanos t
        val found = Waiting.events (List.map (fn Wait (fd, e) => (fd, e)) l, limit)
        fun go ([], _) = []
          | go (w :: t, i) =
              case System.packed (found, i) of
                0 => go (t, i + 1)
              | e => Info (w, e) :: go (t, i + 1)
      in
        go (l, 0)
      end

    (* An end or an error can be read. *)
    fun isIn (Info (Wait (_, w), e)) = and' (w, 1) <> 0 andalso and' (e, 25) <> 0
    fun isPri (Info (_, e)) = and' (e, 2) <> 0
    fun isOut (Info (Wait (_, w), e)) = and' (w, 4) <> 0 andalso and' (e, 12) <> 0
    fun infoToPollDesc (Info (w, _)) = w
  end
end
