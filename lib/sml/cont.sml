(* Continuations. They are captured in constant time, and may be entered any number of times. *)

structure Continuation = struct
  type 'a cont = 'a cont
  val callcc = _prim "callcc" : ('a cont -> 'a) -> 'a
  val throw = _prim "throw" : 'a cont * 'a -> 'b

  (* Ends the program; in a session, the input that runs. *)
  fun finish status =
    ((_prim "program.leave" : string -> unit)
       (if OS.Process.isSuccess status then "ended" else "stuck");
     OS.Process.exit status)

  (* The bottom of the program, with nothing to go back to, and no handler but the one that reports
     what nobody handled. It runs a function, and then the program ends. *)
  val bottom : (unit -> unit) cont =
    callcc
      (fn found =>
         let val f = callcc (fn bottom => throw (found, bottom)) in
           f ();
           finish OS.Process.success
         end)

  (* A continuation that runs a function at the bottom: it keeps nothing of where it was made. *)
  fun isolate f =
    callcc (fn found => throw (bottom, fn () => f (callcc (fn k => throw (found, k)))))
end

signature CONT = sig
  type 'a cont
  exception Returned
  (** Calls a function with the continuation of the call, which may be entered any number of times. *)
  val callcc : ('a cont -> 'a) -> 'a
  (** As `callcc`, for a way out: once the call has ended, `throw` raises `Returned`. *)
  val callec : ('a cont -> 'a) -> 'a
  (** Enters a continuation, with the handlers of the place where it was captured. *)
  val throw : 'a cont -> 'a -> 'b
  (** A continuation that runs a function with nothing around it, and then ends the program. *)
  val isolate : ('a -> unit) -> 'a cont
end

structure Cont :> CONT = struct
  (* The reference says whether the continuation may be entered. *)
  datatype 'a cont = Cont of 'a Continuation.cont * bool ref

  exception Returned

  val always = ref true

  fun callcc f = Continuation.callcc (fn k => f (Cont (k, always)))

  fun callec f =
    let
      val usable = ref true
      val x =
        Continuation.callcc (fn k => f (Cont (k, usable))) handle e => (usable := false; raise e)
    in
      usable := false;
      x
    end

  fun throw (Cont (k, usable)) x = if !usable then Continuation.throw (k, x) else raise Returned

  fun isolate f = Cont (Continuation.isolate f, always)
end
