(* Weak references and finalisers, as MLton has them. *)

structure MLtonWeak = struct
  type 'a t = 'a weak

  local
    val live = _prim "weak.live" : 'a weak -> bool
    val get' = _prim "weak.get" : 'a weak * 'a weak -> 'a
  in
    val new = _prim "weak" : 'a -> 'a weak

    (* The value that was read keeps the object alive, so that the second test is reliable. *)
    fun get w =
      if live w then let val x = get' (w, w) in if live w then SOME x else NONE end else NONE
  end
end

structure MLtonFinalizable = struct
  (* A value whose finalisers run when nobody can reach [beat] any more, or at the end of the
     program. [befores] counts the values that are to be finalised first; [afters] keep alive
     those that are to be finalised later. *)
  datatype 'a t = Finalizable of
    {value : 'a, beat : int ref, finalizers : ('a -> unit) list ref, befores : int ref,
     afters : (unit -> unit) list ref}

  local
    val live = _prim "weak.live" : 'a weak -> bool
    val weak = _prim "weak" : 'a -> 'a weak
    val collect = _prim "gc.collect" : unit -> unit

    (* Each runs the finalisers of a value if that is unreachable, and tells whether it did. At
       the end of the program all values are. *)
    val all : ({atEnd : bool} -> bool) list ref = ref []
    (* The number of them, and the number at which all are tried. *)
    val count = ref 0
    val limit = ref 1000
    val running = ref false
    val prepared = ref false

    (* True if a finaliser was run. *)
    fun clean atEnd =
      if !running then false
      else
        let
          val waiting = !all
          val () = (running := true; all := []; count := 0)
          val left = List.filter (fn f => not (f atEnd)) waiting
          val kept = List.length left
        in
          all := !all @ left;
          count := !count + kept;
          limit := 1000 + 2 * !count;
          running := false;
          kept < List.length waiting
        end

    fun finish () =
      (collect ();
       if clean {atEnd = false} orelse clean {atEnd = true} then finish () else ())

    fun register f =
      (if !prepared then () else (prepared := true; AtExit.add finish);
       all := f :: !all;
       count := !count + 1;
       if !count > !limit then ignore (clean {atEnd = false}) else ())
  in
    (* Runs what is due after a collection. *)
    fun run () = ignore (clean {atEnd = false})

    (* Writes to the object, so that it has to be there. *)
    fun touch (Finalizable {beat, ...}) = beat := !beat + 1

    fun new x =
      let
        val (beat, finalizers, befores, afters) = (ref 0, ref [], ref 0, ref [])
        val there = weak beat
        fun due {atEnd} =
          !befores = 0 andalso (atEnd orelse not (live there))
          andalso
          (* One that raises does not keep others from running. *)
          (List.app (fn f => f x handle _ => ()) (!finalizers);
           List.app (fn f => f ()) (!afters);
           true)
      in
        register due;
        Finalizable
          {value = x, beat = beat, finalizers = finalizers, befores = befores, afters = afters}
      end

    fun addFinalizer (v as Finalizable {finalizers, ...}, f) =
      (finalizers := f :: !finalizers; touch v)

    fun finalizeBefore (v as Finalizable {afters, ...}, w as Finalizable {befores, ...}) =
      (befores := !befores + 1;
       afters := (fn () => (befores := !befores - 1; touch w)) :: !afters;
       touch v)

    fun withValue (v as Finalizable {value, ...}, f) =
      let val x = f value handle e => (touch v; raise e) in touch v; x end
  end
end
