(* Times and lengths of time. *)

signature TIME = sig
  (** A time since 1970, or a length of time. *)
  eqtype time
  (** Not a time. *)
  exception Time

  (** No time; the beginning of 1970. *)
  val zeroTime : time
  (** [fromReal s] is [s] seconds; raises Time. *)
  val fromReal : real -> time
  (** [toReal t] is [t] in seconds. *)
  val toReal : time -> real
  (** [toSeconds t] is [t] in whole seconds, towards zero. *)
  val toSeconds : time -> IntInf.int
  (** [toMilliseconds t] is [t] in whole thousandths of a second, towards zero. *)
  val toMilliseconds : time -> IntInf.int
  (** [toMicroseconds t] is [t] in whole millionths of a second, towards zero. *)
  val toMicroseconds : time -> IntInf.int
  (** [toNanoseconds t] is [t] in thousandths of a millionth of a second. *)
  val toNanoseconds : time -> IntInf.int
  (** [fromSeconds n] is [n] seconds. *)
  val fromSeconds : IntInf.int -> time
  (** [fromMilliseconds n] is [n] thousandths of a second. *)
  val fromMilliseconds : IntInf.int -> time
  (** [fromMicroseconds n] is [n] millionths of a second. *)
  val fromMicroseconds : IntInf.int -> time
  (** [fromNanoseconds n] is [n] thousandths of a millionth of a second. *)
  val fromNanoseconds : IntInf.int -> time
  (** [t + u] is [t] and then [u]. *)
  val + : time * time -> time
  (** [t - u] is [t] without [u]. *)
  val - : time * time -> time
  (** [compare (t, u)] is the order of [t] and [u]. *)
  val compare : time * time -> order
  (** [t < u] tells whether [t] is before [u]. *)
  val < : time * time -> bool
  (** [t <= u] tells whether [t] is not after [u]. *)
  val <= : time * time -> bool
  (** [t > u] tells whether [t] is after [u]. *)
  val > : time * time -> bool
  (** [t >= u] tells whether [t] is not before [u]. *)
  val >= : time * time -> bool
  (** [now ()] is the time. *)
  val now : unit -> time
  (** [fmt n t] is [t] in seconds with [n] digits after the point; raises Size. *)
  val fmt : int -> time -> string
  (** [toString t] is [fmt 3 t]. *)
  val toString : time -> string
  (** [scan getc s] reads a number of seconds. *)
  val scan : ('s -> (char * 's) option) -> 's -> (time * 's) option
  (** [fromString s] reads a number of seconds from the beginning of [s]. *)
  val fromString : string -> time option
end

structure TimeBase = struct
  (* Nanoseconds. *)
  datatype time = Nanos of intinf

  exception Time

  local
    val narrow = _prim "big.to.i64" : intinf -> int
    val wide = _prim "big.of.i64" : int -> intinf
    val quot = _prim "big.quot" : intinf * intinf -> intinf
    val text = _prim "big.to.str" : intinf * int -> string
    val cmp = _prim "big.cmp" : intinf * intinf -> int
    val real = _prim "big.to.f64" : intinf -> real
    val ofReal = _prim "big.of.f64" : real -> intinf
    val round = _prim "fround.f64" : real -> real
    val clock = _prim "time.now" : unit -> int
    val at = _prim "str.get.u" : string * int -> char
    val ord = _prim "zext.i8.i64" : char -> int

    fun power 0 = 1 : intinf
      | power n = 10 * power (n - 1)
  in
    (* For other files of the library: nanoseconds as an int; raises Time. *)
    fun nanos (Nanos t) = narrow t handle Overflow => raise Time
    fun ofNanos n = Nanos (wide n)

    val zeroTime = Nanos 0
    fun fromReal s = Nanos (ofReal (round (s * 1E9))) handle _ => raise Time
    fun toReal (Nanos t) = real t / 1E9
    fun toSeconds (Nanos t) = quot (t, 1000000000)
    fun toMilliseconds (Nanos t) = quot (t, 1000000)
    fun toMicroseconds (Nanos t) = quot (t, 1000)
    fun toNanoseconds (Nanos t) = t
    fun fromSeconds n = Nanos (n * 1000000000)
    fun fromMilliseconds n = Nanos (n * 1000000)
    fun fromMicroseconds n = Nanos (n * 1000)
    fun fromNanoseconds n = Nanos n

    fun now () = ofNanos (clock ())

    fun fmt n (Nanos t) =
      if n < 0 orelse n > Sequence.maxLen then raise Size
      else
        let
          val shown = if n > 9 then 9 else n
          val unit = power (9 - shown)
          val size' = if cmp (t, 0) < 0 then ~ t else t
          (* To the nearest, halves away from zero. *)
          val rounded = (size' + unit div 2) div unit
          val scale = power shown
          val whole = text (rounded div scale, 10)
          val digits = text (rounded mod scale, 10)
          val sign = if cmp (t, 0) < 0 andalso cmp (rounded, 0) > 0 then "~" else ""
        in
          if n = 0 then sign ^ whole
          else
            StringCvt.padRight #"0" (size sign + size whole + 1 + n)
              (concat [sign, whole, ".", StringCvt.padLeft #"0" shown digits])
        end

    fun toString t = fmt 3 t

    fun scan getc s =
      let
        fun isSpace c = c = #" " orelse c >= #"\t" andalso c <= #"\r"
        fun skip s = case getc s of SOME (c, t) => if isSpace c then skip t else s | NONE => s
        fun digit s =
          case getc s of
            SOME (c, t) => if c >= #"0" andalso c <= #"9" then SOME (ord c - 48, t) else NONE
          | NONE => NONE
        (* Digits after the first, and how many there are. *)
        fun digits (s, n, k) =
          case digit s of
            SOME (d, t) => digits (t, if k < 0 then n * 10 + wide d else n, k)
          | NONE => (n, s)
        fun fraction (s, n, 0) = (n, #2 (digits (s, n, 0)))
          | fraction (s, n, k) =
              case digit s of
                SOME (d, t) => fraction (t, n * 10 + wide d, k - 1)
              | NONE => (n * power k, s)
        fun point (whole, s) =
          case getc s of
            SOME (#".", t) =>
              (case digit t of
                 SOME _ =>
                   let val (n, rest) = fraction (t, 0, 9)
                   in SOME (whole * 1000000000 + n, rest) end
               | NONE => NONE)
          | _ => NONE
        fun number s =
          case digit s of
            SOME (d, t) =>
              let
                val (whole, rest) = digits (t, wide d, ~1)
              in
                case point (whole, rest) of
                  NONE => SOME (whole * 1000000000, rest)
                | found => found
              end
          | NONE => point (0, s)
        fun negative (SOME (n, s)) = SOME (Nanos (~ n), s)
          | negative NONE = NONE
        fun positive (SOME (n, s)) = SOME (Nanos n, s)
          | positive NONE = NONE
        val s = skip s
      in
        case getc s of
          SOME (#"~", t) => negative (number t)
        | SOME (#"-", t) => negative (number t)
        | SOME (#"+", t) => positive (number t)
        | _ => positive (number s)
      end

    fun fromString s =
      case scan (fn i => if i < size s then SOME (at (s, i), i + 1) else NONE) 0 of
        SOME (t, _) => SOME t
      | NONE => NONE

    fun compare (Nanos a, Nanos b) =
      let val c = cmp (a, b) in if c < 0 then LESS else if c > 0 then GREATER else EQUAL end
    fun before' (Nanos a, Nanos b) = Int.< (cmp (a, b), 0)
  end

  fun op < (a, b) = before' (a, b)
  fun op > (a, b) = before' (b, a)
  fun op <= (a, b) = not (before' (b, a))
  fun op >= (a, b) = not (before' (a, b))
  fun op + (Nanos a, Nanos b) = Nanos (IntInf.+ (a, b))
  fun op - (Nanos a, Nanos b) = Nanos (IntInf.- (a, b))
end

structure Time : TIME = TimeBase
