(* Stop-watches. *)

signature TIMER = sig
  (** Stop-watches of the processor's time. *)
  type cpu_timer
  (** Stop-watches of time. *)
  type real_timer

  (** [startCPUTimer ()] is a watch that starts now. *)
  val startCPUTimer : unit -> cpu_timer
  (** [checkCPUTimes w] is the processor's time since its start, outside and in collections. *)
  val checkCPUTimes : cpu_timer
    -> {nongc : {usr : Time.time, sys : Time.time}, gc : {usr : Time.time, sys : Time.time}}
  (** [checkCPUTimer w] is the processor's time since its start. *)
  val checkCPUTimer : cpu_timer -> {usr : Time.time, sys : Time.time}
  (** [checkGCTime w] is the processor's time in collections since its start. *)
  val checkGCTime : cpu_timer -> Time.time
  (** [totalCPUTimer ()] is a watch that started with the program. *)
  val totalCPUTimer : unit -> cpu_timer
  (** [startRealTimer ()] is a watch that starts now. *)
  val startRealTimer : unit -> real_timer
  (** [checkRealTimer w] is the time since its start. *)
  val checkRealTimer : real_timer -> Time.time
  (** [totalRealTimer ()] is a watch that started with the program. *)
  val totalRealTimer : unit -> real_timer
end

structure Timer :> TIMER = struct
  (* User and system time at the start. *)
  datatype cpu_timer = Cpu of int * int
  datatype real_timer = Real of int

  local
    val clock = _prim "time.now" : unit -> int
    fun used () =
      let val s = System.text ("rusage", "", "", 0, 0)
      in (System.packed (s, 0), System.packed (s, 1)) end
    val start = clock ()
  in
    fun startCPUTimer () = Cpu (used ())
    fun totalCPUTimer () = Cpu (0, 0)
    fun checkCPUTimer (Cpu (user, sys)) =
      let val (u, s) = used () in {usr = TimeBase.ofNanos (u - user), sys = TimeBase.ofNanos (s - sys)} end
    (* The time of collections is not measured. *)
    fun checkCPUTimes w =
      {nongc = checkCPUTimer w, gc = {usr = Time.zeroTime, sys = Time.zeroTime}}
    fun checkGCTime (_ : cpu_timer) = Time.zeroTime

    fun startRealTimer () = Real (clock ())
    fun totalRealTimer () = Real start
    fun checkRealTimer (Real t) = TimeBase.ofNanos (clock () - t)
  end
end
