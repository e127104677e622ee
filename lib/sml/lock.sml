(* Locks: what one thread at a time does. Most are free, and cost a test. *)

structure Lock = struct
  (* Those who wait are a thread, a function that makes it ready, and whether it still waits; the
     last one comes first. *)
  datatype state =
    Free
  | Held of Threads.thread * (Threads.thread * (unit -> unit) * (unit -> bool)) list
  datatype lock = Lock of state ref

  local
    open Threads

    (* Those that somebody waits for. *)
    val contended : lock list ref = ref []

    fun holds (Lock (ref (Held (t, _)))) = same (t, !current)
      | holds (Lock (ref Free)) = false

    fun settle (Lock r) = contended := List.filter (fn Lock other => other <> r) (!contended)

    (* In a critical section: the lock goes to the one that has waited for the longest time. *)
    fun pass (l as Lock r, waiting) =
      case List.rev (List.filter (fn (_, _, waits) => waits ()) waiting) of
        [] => (r := Free; settle l)
      | [(t, back, _)] => (r := Held (t, []); settle l; back ())
      | (t, back, _) :: rest => (r := Held (t, List.rev rest); back ())

    (* In a critical section. A thread that has ended keeps no lock. *)
    fun state (l as Lock r) =
      (case !r of
         Held (t, waiting) => if hasEnded t then pass (l, waiting) else ()
       | Free => ();
       !r)

    fun release (l as Lock r) =
      (enter ();
       case !r of
         Held (t, []) => if same (t, !current) then r := Free else ()
       | Held (t, waiting) => if same (t, !current) then pass (l, waiting) else ()
       | Free => ();
       leave ())

    (* In a critical section: this thread, which waits, is to have the lock. *)
    fun queue (l as Lock r, back, waits) =
      case state l of
        Held (t, waiting) =>
          (case waiting of [] => contended := l :: !contended | _ :: _ => ();
           r := Held (t, (!current, back, waits) :: waiting))
      | Free => (r := Held (!current, []); back ())

    (* Takes the lock if it is free; says whether it was. *)
    fun take (l as Lock r) =
      (enter ();
       case state l of
         Free => (r := Held (!current, []); leave (); true)
       | Held _ => (leave (); false))

    fun acquire l =
      if take l then ()
      else
        (!Waiting.until
           ("another thread's input or output", fn (back, waits) => queue (l, back, waits));
         if holds l then () else acquire l)

    (* True if the lock does not matter: this thread holds it, or nobody else can run. *)
    fun isOurs l = not (!Waiting.threads) orelse holds l orelse sections () > 0
  in
    fun new () = Lock (ref Free)

    (* True if no thread holds the lock. *)
    fun isFree (Lock r) = case !r of Free => true | Held _ => false

    (* Applies a function while this thread holds the lock, which it may hold already. An exception
       may come from a signal as well, at any of these steps. *)
    fun hold (l, f) x =
      if isOurs l then f x
      else
        let val y = (acquire l; f x) in release l; y end handle e => (release l; raise e)

    (* The same without waiting: NONE if another thread holds the lock. *)
    fun try (l, f) x =
      if isOurs l then f x
      else
        let val y = if take l then f x else NONE in release l; y end
        handle e => (release l; raise e)

    (* In a critical section: threads have ended. *)
    fun review () = List.app (fn l => ignore (state l)) (!contended)
    fun isContended () = not (List.null (!contended))
  end
end
