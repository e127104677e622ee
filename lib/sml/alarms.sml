(* What is to be called at a time: a heap by time.

   Most of those who ask for a call lose interest before its time. What nobody wants any more is
   removed when it comes to the top, and from the whole heap when it could be half of it, so that
   it neither keeps a program waiting nor fills memory. *)

structure Alarms = struct
  local
    (* A time in nanoseconds of the steady clock, whether the call is still wanted, and the call. *)
    datatype heap = Heap of int * (unit -> bool) * (unit -> unit) * heap list

    val all : heap option ref = ref NONE
    (* How many may be added before the heap is cleaned. *)
    val room = ref 64

    fun join (a as Heap (s, p, f, l), b as Heap (t, q, g, m)) =
      if t < s then Heap (t, q, g, a :: m) else Heap (s, p, f, b :: l)

    fun joinAll ([], heap) = heap
      | joinAll (a :: rest, NONE) = pairs (a, rest)
      | joinAll (a :: rest, SOME heap) = SOME (join (heap, valOf (pairs (a, rest))))
    and pairs (a, []) = SOME a
      | pairs (a, [b]) = SOME (join (a, b))
      | pairs (a, b :: c :: rest) = joinAll (c :: rest, SOME (join (a, b)))

    fun insert (heap, NONE) = SOME heap
      | insert (heap, SOME other) = SOME (join (heap, other))

    (* Those that are still wanted, with their number. *)
    fun wanted ([], kept, count) = (kept, count)
      | wanted (Heap (t, live, f, below) :: rest, kept, count) =
          let val rest = List.revAppend (below, rest) in
            if live () then wanted (rest, insert (Heap (t, live, f, []), kept), count + 1)
            else wanted (rest, kept, count)
          end

    fun clean () =
      let val (kept, count) = wanted (case !all of NONE => [] | SOME heap => [heap], NONE, 0) in
        all := kept;
        room := 64 + count
      end
  in
    (* All of these are called in a critical section, and so are [live] and [f]. *)

    (* Asks for a call at a time or later, if it is still wanted then. *)
    fun add (time, live, f) =
      (if !room = 0 then clean () else room := !room - 1;
       all := insert (Heap (time, live, f, []), !all))

    (* The time of the first call that is still wanted. *)
    fun first () =
      case !all of
        NONE => NONE
      | SOME (Heap (t, live, _, below)) =>
          if live () then SOME t else (all := joinAll (below, NONE); first ())

    (* Calls what is due at a time. *)
    fun due now =
      case first () of
        NONE => ()
      | SOME t =>
          if t > now then ()
          else
            case !all of
              NONE => ()
            | SOME (Heap (_, _, f, below)) => (all := joinAll (below, NONE); f (); due now)
  end
end
