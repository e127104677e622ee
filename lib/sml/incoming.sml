(* Signals that have come, and what the first thread is to do about them before it goes on. *)

structure Incoming = struct
  (* What the first thread is to do. *)
  val toDo : (unit -> unit) list ref = ref []

  (* What is done about signals, a bit each, in a critical section. *)
  val deliver : (int -> unit) ref = ref (fn _ => ())

  (* The number of signals that a program handles: each may make a thread ready that waits. *)
  val expected = ref 0

  (* Makes the first thread ready if it waits where it may be disturbed. *)
  val wake : (unit -> unit) ref = ref (fn () => ())

  (* In a critical section: looks for signals. *)
  fun take () =
    case System.number ("signal.take", "", "", 0, 0) of
      0 => ()
    | bits => !deliver bits

  (* In a critical section: the first thread is to call a function. *)
  fun add f = (toDo := !toDo @ [f]; !wake ())

  (* The first thread calls what it is to call. *)
  fun perform () =
    case !toDo of
      [] => ()
    | f :: rest => (toDo := rest; f (); perform ())
end
