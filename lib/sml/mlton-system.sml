(* Times, environment, timers and limits of the process, for MLton's structures. *)

structure MLtonSystem = struct
  structure Rusage = struct
    type t = {utime : Time.time, stime : Time.time}

    (* The time of collections is not measured: it is part of the program's own time. *)
    fun measureGC (_ : bool) = ()

    fun rusage () =
      let
        val s = System.text ("rusage", "", "", 0, 0)
        fun part i = TimeBase.ofNanos (System.packed (s, i))
      in
        {self = {utime = part 0, stime = part 1},
         children = {utime = part 2, stime = part 3},
         gc = {utime = Time.zeroTime, stime = Time.zeroTime}}
      end
  end

  structure ProcEnv = struct
    type gid = Posix.ProcEnv.gid

    fun setenv {name, value} = System.run ("setenv", name, value, 0, 0)
    fun setgroups groups =
      let val toInt = _prim "copy" : word -> int
      in
        System.run
          ("setgroups", System.pack (List.map (toInt o Posix.ProcEnv.gidToWord) groups), "", 0, 0)
      end
  end

  structure Itimer = struct
    datatype t = Prof | Real | Virtual

    fun number Real = 0
      | number Virtual = 1
      | number Prof = 2

    fun signal Real = Posix.Signal.alrm
      | signal Virtual = Posix.Signal.fromWord 0w26
      | signal Prof = Posix.Signal.fromWord 0w27

    fun set (which, {interval, value}) =
      System.run
        ("setitimer", System.pack [TimeBase.nanos interval, TimeBase.nanos value], "",
         number which, 0)
  end

  (* Profiles are made by tools outside, so there is never one to write here. *)
  structure Profile = struct
    structure Data = struct
      datatype t = Data of unit ref
      fun equals (Data a, Data b) = a = b
      fun free (_ : t) = ()
      fun malloc () = Data (ref ())
      fun write (_ : t, _ : string) = ()
    end

    val isOn = false
    fun withData (_ : Data.t, f) = f ()
  end
end
