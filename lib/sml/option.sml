(* Values that may be missing. *)

signature OPTION = sig
  (** A value, or none. *)
  datatype 'a option = NONE | SOME of 'a
  (** There is no value. *)
  exception Option

  (** [getOpt (opt, d)] is the value of [opt], or [d]. *)
  val getOpt : 'a option * 'a -> 'a
  (** [isSome opt] tells whether there is a value. *)
  val isSome : 'a option -> bool
  (** [valOf opt] is the value of [opt]; raises Option. *)
  val valOf : 'a option -> 'a
  (** [filter f x] is SOME x if [f x], else NONE. *)
  val filter : ('a -> bool) -> 'a -> 'a option
  (** [join opt] is the option inside [opt], or NONE. *)
  val join : 'a option option -> 'a option
  (** [app f opt] applies [f] to the value, if there is one. *)
  val app : ('a -> unit) -> 'a option -> unit
  (** [map f opt] is SOME of [f] of the value, or NONE. *)
  val map : ('a -> 'b) -> 'a option -> 'b option
  (** [mapPartial f opt] is [f] of the value, or NONE. *)
  val mapPartial : ('a -> 'b option) -> 'a option -> 'b option
  (** [compose (f, g) x] is [map f (g x)]. *)
  val compose : ('a -> 'b) * ('c -> 'a option) -> 'c -> 'b option
  (** [composePartial (f, g) x] is [mapPartial f (g x)]. *)
  val composePartial : ('a -> 'b option) * ('c -> 'a option) -> 'c -> 'b option
end

structure Option : OPTION = struct
  datatype 'a option = NONE | SOME of 'a

  exception Option

  fun getOpt (SOME x, _) = x
    | getOpt (NONE, d) = d

  fun isSome (SOME _) = true
    | isSome NONE = false

  fun valOf (SOME x) = x
    | valOf NONE = raise Option

  fun filter f x = if f x then SOME x else NONE

  fun join (SOME x) = x
    | join NONE = NONE

  fun app f (SOME x) = f x
    | app _ NONE = ()

  fun map f (SOME x) = SOME (f x)
    | map _ NONE = NONE

  fun mapPartial f (SOME x) = f x
    | mapPartial _ NONE = NONE

  fun compose (f, g) x = map f (g x)
  fun composePartial (f, g) x = mapPartial f (g x)
end
