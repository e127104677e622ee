(* Processes. *)

signature OS_PROCESS = sig
  (** How a process ended. *)
  type status

  (** The end of a process that did what it should. *)
  val success : status
  (** The end of one that did not. *)
  val failure : status
  (** [isSuccess st] tells whether [st] means that all went well. *)
  val isSuccess : status -> bool
  (** [system cmd] has the shell run a command, and is how it ended. *)
  val system : string -> status
  (** [atExit f] has [f] done at the end of the program. *)
  val atExit : (unit -> unit) -> unit
  (** [exit st] does what is to be done at the end, and ends the program. *)
  val exit : status -> 'a
  (** [terminate st] ends the program at once. *)
  val terminate : status -> 'a
  (** [getEnv name] is the value of an environment variable, or NONE. *)
  val getEnv : string -> string option
  (** [sleep t] waits for so long. *)
  val sleep : Time.time -> unit
end

structure OSProcess : OS_PROCESS = struct
  (* As the system has it: the exit code in the second byte. *)
  type status = int

  val success = 0
  val failure = 256
  fun isSuccess st = st = 0

  (* Among threads the others run meanwhile. *)
  fun system cmd =
    if !Waiting.threads then
      let
        val words = System.list ["/bin/sh", "/bin/sh", "-c", cmd]
        val child = System.number ("spawn", words, "", 0, 1)
      in
        System.packed (#2 (Waiting.child (child, 0)), 0)
      end
    else System.number ("system", cmd, "", 0, 0)
  val atExit = AtExit.add

  local
    val exit' = _prim "exit" : int -> 'a
    val getenv = _prim "getenv" : string -> bool * string
    (* The exit code; of a process that a signal ended, that which a shell gives it. *)
    fun code st = if st mod 128 = 0 then st div 256 mod 256 else 128 + st mod 128
  in
    fun terminate st = exit' (code st)
    fun exit st = (AtExit.run (); exit' (code st))

    fun getEnv name = let val (found, value) = getenv name in if found then SOME value else NONE end
  end

  fun sleep t = !Waiting.time (TimeBase.nanos t)
end
