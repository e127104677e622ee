(* The threads that wait for a channel, a variable or the end of something.

   A thread may wait at many places at once and goes on from one of them: what it has left at the
   others is stale from then on. What is stale is removed when it comes to the front, and from the
   whole queue when it could be half of it. One that waits at a single place is stale only if it was
   ended while it waited. *)

structure Waiters = struct
  type thread = Scheduler.thread
  type 'a cont = 'a Continuation.cont

  (* How a thread waits: at one place, or at several until one of them is decided on; then the
     function is called, in a critical section. *)
  datatype turn = Alone | Choice of bool ref * (unit -> unit)

  (* A thread, where it goes on, and what it brings. *)
  datatype ('a, 'b) list =
    None | Cell of turn * thread * 'a cont * 'b * ('a, 'b) list

  (* The number says how many may be added, of those that may become stale, before the queue is
     cleaned. *)
  datatype ('a, 'b) state =
    Nobody
  | One of turn * thread * 'a cont * 'b
  | Many of ('a, 'b) list * ('a, 'b) list * int

  type ('a, 'b) queue = ('a, 'b) state ref

  fun queue () : ('a, 'b) queue = ref Nobody

  fun live (Alone, t) = not (Scheduler.hasEnded t)
    | live (Choice (decided, _), t) = not (!decided) andalso not (Scheduler.hasEnded t)

  (* In a critical section: the thread goes on from here. *)
  fun decide Alone = ()
    | decide (Choice (decided, won)) = (decided := true; won ())

  local
    fun reverse (None, q) = q
      | reverse (Cell (turn, t, k, x, rest), q) = reverse (rest, Cell (turn, t, k, x, q))

    (* Those that still wait, in reverse, with their number. *)
    fun living (None, kept, count) = (kept, count)
      | living (Cell (turn, t, k, x, rest), kept, count) =
          if live (turn, t) then living (rest, Cell (turn, t, k, x, kept), count + 1)
          else living (rest, kept, count)

    fun clean (front, rear, cell) =
      let
        val (kept, n) = living (front, None, 0)
        val (kept, n) = living (reverse (rear, None), kept, n)
      in
        Many (reverse (kept, None), cell None, n + 16)
      end
  in
    (* All of these are called in a critical section. *)

    fun add (q : ('a, 'b) queue, turn, t, k, x) =
      case !q of
        Nobody => q := One (turn, t, k, x)
      | One (turn', t', k', x') =>
          q :=
            (if live (turn', t') then
               Many (Cell (turn', t', k', x', None), Cell (turn, t, k, x, None), 16)
             else One (turn, t, k, x))
      | Many (front, rear, room) =>
          case turn of
            Alone => q := Many (front, Cell (turn, t, k, x, rear), room)
          | Choice _ =>
              if room = 0 then q := clean (front, rear, fn rest => Cell (turn, t, k, x, rest))
              else q := Many (front, Cell (turn, t, k, x, rear), room - 1)

    (* True if somebody waits, who is then the first of the queue. *)
    fun some (q : ('a, 'b) queue) =
      case !q of
        Nobody => false
      | One (turn, t, _, _) => live (turn, t) orelse (q := Nobody; false)
      | Many (None, None, _) => (q := Nobody; false)
      | Many (None, rear, room) => (q := Many (reverse (rear, None), None, room); some q)
      | Many (Cell (turn, t, _, _, rest), rear, room) =>
          live (turn, t) orelse (q := Many (rest, rear, room); some q)

    (* Removes the first of a queue in which [some] has found somebody. *)
    fun take (q : ('a, 'b) queue) =
      case !q of
        One (turn, t, k, x) => (q := Nobody; decide turn; (t, k, x))
      | Many (Cell (turn, t, k, x, rest), rear, room) =>
          (q := Many (rest, rear, room); decide turn; (t, k, x))
      | Many (None, _, _) => raise Empty
      | Nobody => raise Empty

    (* Makes everybody ready who waits for nothing but to go on. *)
    fun wake (q : (unit, unit) queue) =
      let
        (* Those of a list that begins with the last one, before others. *)
        fun woken (None, others) = others
          | woken (Cell (turn, t, k, (), rest), others) =
              if live (turn, t) then (decide turn; woken (rest, Scheduler.Next (t, k, others)))
              else woken (rest, others)
      in
        case !q of
          Nobody => ()
        | One (turn, t, k, ()) =>
            (q := Nobody; if live (turn, t) then (decide turn; Scheduler.ready (t, k)) else ())
        | Many (front, rear, _) =>
            (q := Nobody;
             Scheduler.readyAll (woken (reverse (front, None), woken (rear, Scheduler.None))))
      end
  end
end
