(* Variables that are empty at first, so that threads wait for their values. *)

signature SYNC_VAR = sig
  type 'a ivar
  type 'a mvar

  exception Put

  (** A new variable that gets a value once. *)
  val iVar : unit -> 'a ivar
  (** Gives a variable its value; raises `Put` if it has one. *)
  val iPut : 'a ivar * 'a -> unit
  (** The value of a variable; waits for it. *)
  val iGet : 'a ivar -> 'a
  (** The event that a variable has a value. *)
  val iGetEvt : 'a ivar -> 'a CML.event
  (** The value of a variable if it has one. *)
  val iGetPoll : 'a ivar -> 'a option
  (** Whether two are one variable. *)
  val sameIVar : 'a ivar * 'a ivar -> bool

  (** A new variable that can be filled and emptied. *)
  val mVar : unit -> 'a mvar
  (** A new variable with a value. *)
  val mVarInit : 'a -> 'a mvar
  (** Fills a variable; raises `Put` if it is not empty. *)
  val mPut : 'a mvar * 'a -> unit
  (** Takes the value out of a variable; waits for one. *)
  val mTake : 'a mvar -> 'a
  (** The event of taking the value out of a variable. *)
  val mTakeEvt : 'a mvar -> 'a CML.event
  (** Takes the value out of a variable if it has one. *)
  val mTakePoll : 'a mvar -> 'a option
  (** The value of a variable, which stays; waits for one. *)
  val mGet : 'a mvar -> 'a
  (** The event that a variable has a value, which stays. *)
  val mGetEvt : 'a mvar -> 'a CML.event
  (** The value of a variable if it has one, which stays. *)
  val mGetPoll : 'a mvar -> 'a option
  (** Takes the value out of a variable and puts in another; waits for one. *)
  val mSwap : 'a mvar * 'a -> 'a
  (** The event of taking the value out of a variable and putting in another. *)
  val mSwapEvt : 'a mvar * 'a -> 'a CML.event
  (** Whether two are one variable. *)
  val sameMVar : 'a mvar * 'a mvar -> bool
end

structure SyncVar :> SYNC_VAR = struct
  local
    open Event
    val enter = Scheduler.enter
    val leave = Scheduler.leave
    val value = "the value of a variable"
  in
    exception Put

    datatype 'a ivar = IVar of 'a option ref * (unit, unit) Waiters.queue

    fun iVar () = IVar (ref NONE, Waiters.queue ())

    fun sameIVar (IVar (a, _), IVar (b, _)) = a = b

    fun iPut (IVar (content, q), x) =
      (enter ();
       case !content of
         SOME _ => (leave (); raise Put)
       | NONE => (content := SOME x; Waiters.wake q; leave ()))

    fun iGetPoll (IVar (content, _)) = !content

    fun iGet (IVar (content, q)) =
      case !content of
        SOME x => x
      | NONE =>
          (enter ();
           case !content of
             SOME x => (leave (); x)
           | NONE => (wait (q, (), value); valOf (!content)))

    fun iGetEvt (IVar (content, q)) =
      wrap
        (Base
           (Basic
              {ready = fn () => isSome (!content),
               commit = leave,
               block = fn (turn, next) => waitAmong (q, turn, next, (), value)}),
         fn () => valOf (!content))

    (* What becomes of the variable when a thread gets its value. *)
    datatype 'a after = Taken | Kept | Swapped of 'a

    datatype 'a mvar = MVar of 'a option ref * ('a, 'a after) Waiters.queue

    fun mVar () = MVar (ref NONE, Waiters.queue ())
    fun mVarInit x = MVar (ref (SOME x), Waiters.queue ())

    fun sameMVar (MVar (a, _), MVar (b, _)) = a = b

    (* In a critical section: fills a variable, as those who wait get its value in turn. *)
    fun fill (content, q, x) =
      if Waiters.some q then
        let val (t, k, after) = Waiters.take q in
          Scheduler.readyWith (t, k, x);
          case after of
            Taken => ()
          | Kept => fill (content, q, x)
          | Swapped y => fill (content, q, y)
        end
      else content := SOME x

    fun mPut (MVar (content, q), x) =
      (enter ();
       case !content of
         SOME _ => (leave (); raise Put)
       | NONE => (fill (content, q, x); leave ()))

    (* In a critical section, which ends: a variable that had a value. *)
    fun got (content, x, after) =
      (case after of
         Taken => content := NONE
       | Kept => ()
       | Swapped y => content := SOME y;
       leave ();
       x)

    fun poll after (MVar (content, _)) =
      (enter ();
       case !content of
         SOME x => SOME (got (content, x, after))
       | NONE => (leave (); NONE))

    fun get (MVar (content, q), after) =
      (enter ();
       case !content of
         SOME x => got (content, x, after)
       | NONE => wait (q, after, value))

    fun getEvt (MVar (content, q), after) =
      Base
        (Basic
           {ready = fn () => isSome (!content),
            commit = fn () => got (content, valOf (!content), after),
            block = fn (turn, next) => waitAmong (q, turn, next, after, value)})

    fun mTake v = get (v, Taken)
    fun mTakeEvt v = getEvt (v, Taken)
    fun mTakePoll v = poll Taken v
    fun mGet v = get (v, Kept)
    fun mGetEvt v = getEvt (v, Kept)
    fun mGetPoll (MVar (content, _)) = !content
    fun mSwap (v, x) = get (v, Swapped x)
    fun mSwapEvt (v, x) = getEvt (v, Swapped x)
  end
end
