(* Dates. *)

signature DATE = sig
  (** Days of the week. *)
  datatype weekday = Mon | Tue | Wed | Thu | Fri | Sat | Sun
  (** Months. *)
  datatype month = Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec
  (** A day and a time of day in a time zone. *)
  type date
  (** Not a date. *)
  exception Date

  (** [date parts] is the date of these parts, which may go beyond their units; [offset] is how far west of Greenwich, or NONE for here. *)
  val date :
    {year : int, month : month, day : int, hour : int, minute : int, second : int,
     offset : Time.time option}
    -> date
  (** [year d] is the year. *)
  val year : date -> int
  (** [month d] is the month. *)
  val month : date -> month
  (** [day d] is the day of the month. *)
  val day : date -> int
  (** [hour d] is the hour. *)
  val hour : date -> int
  (** [minute d] is the minute. *)
  val minute : date -> int
  (** [second d] is the second. *)
  val second : date -> int
  (** [weekDay d] is the day of the week. *)
  val weekDay : date -> weekday
  (** [yearDay d] is the day of the year, from 0. *)
  val yearDay : date -> int
  (** [offset d] is how far west of Greenwich, or NONE for here. *)
  val offset : date -> Time.time option
  (** [isDst d] tells whether it is summer time, if that is known. *)
  val isDst : date -> bool option
  (** [localOffset ()] is how far west of Greenwich it is here. *)
  val localOffset : unit -> Time.time
  (** [fromTimeLocal t] is the date here at [t]. *)
  val fromTimeLocal : Time.time -> date
  (** [fromTimeUniv t] is the date in Greenwich at [t]. *)
  val fromTimeUniv : Time.time -> date
  (** [toTime d] is the time at [d]; raises Date. *)
  val toTime : date -> Time.time
  (** [compare (d, e)] is the order of dates, whatever their zones. *)
  val compare : date * date -> order
  (** [fmt s d] is [s] with parts of the date in place of [%a], [%d] and so on. *)
  val fmt : string -> date -> string
  (** [toString d] is [d] as in "Wed Mar 08 19:06:45 1995". *)
  val toString : date -> string
  (** [scan getc s] reads a date as [toString] writes it. *)
  val scan : ('s -> (char * 's) option) -> 's -> (date * 's) option
  (** [fromString s] reads a date from the beginning of [s]. *)
  val fromString : string -> date option
end

structure Date :> DATE = struct
  datatype weekday = Mon | Tue | Wed | Thu | Fri | Sat | Sun
  datatype month = Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec

  (* Seconds since the beginning of 1970 as the clock on the wall shows them, seconds west of
     Greenwich unless it is here, and whether it is summer time. *)
  datatype date = At of {wall : int, west : int option, summer : bool option}

  exception Date

  local
    val months = #[Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec]
    val days = #[Mon, Tue, Wed, Thu, Fri, Sat, Sun]
    val monthNames =
      #["January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December"]
    val dayNames =
      #["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    val at = _prim "str.get.u" : string * int -> char

    fun index (v, x : ''a) =
      let fun go i = if Vector.sub (v, i) = x then i else go (i + 1) in go 0 end

    (* Days from the beginning of 1970 to the first of a month, counted from 0. Years are
       counted from March in these, so that the day that comes and goes is the last. *)
    fun daysTo (year, month) =
      let
        val (year, month) = (year + month div 12, month mod 12)
        val (y, m) = if month < 2 then (year - 1, month + 10) else (year, month - 2)
      in
        y * 365 + y div 4 - y div 100 + y div 400 + (m * 153 + 2) div 5 - 719468
      end

    (* Year, month from 0 and day from 1. *)
    fun civil days =
      let
        val z = days + 719468
        val (era, doe) = (z div 146097, z mod 146097)
        val yoe = (doe - doe div 1460 + doe div 36524 - doe div 146096) div 365
        val doy = doe - (365 * yoe + yoe div 4 - yoe div 100)
        val mp = (5 * doy + 2) div 153
        val month = if mp < 10 then mp + 2 else mp - 10
      in
        (yoe + era * 400 + (if month < 2 then 1 else 0), month, doy - (153 * mp + 2) div 5 + 1)
      end

    fun parts (At {wall, ...}) = civil (wall div 86400)

    (* Seconds east of Greenwich here, and whether it is summer time, at a time. *)
    fun here seconds =
      let
        val s =
          System.text ("localtime", "", "", seconds, 0) handle System.SysErr _ => raise Date
        val summer = System.packed (s, 8)
      in
        (System.packed (s, 9), if summer < 0 then NONE else SOME (summer > 0))
      end

    (* The time when the clock on the wall shows this. *)
    fun unwall wall =
      let
        val first = wall - #1 (here wall)
        val second = wall - #1 (here first)
      in
        second
      end

    val seconds = _prim "big.to.i64" : intinf -> int
    val wide = _prim "big.of.i64" : int -> intinf
    fun time n = Time.fromSeconds (wide n)
    fun whole t =
      let val n = TimeBase.nanos t in n div 1000000000 end handle Time.Time => raise Date
  in
    fun year d = #1 (parts d)
    fun month d = Vector.sub (months, #2 (parts d))
    fun day d = #3 (parts d)
    fun hour (At {wall, ...}) = wall mod 86400 div 3600
    fun minute (At {wall, ...}) = wall mod 3600 div 60
    fun second (At {wall, ...}) = wall mod 60
    fun weekDay (At {wall, ...}) = Vector.sub (days, (wall div 86400 + 3) mod 7)
    fun yearDay (d as At {wall, ...}) = wall div 86400 - daysTo (year d, 0)
    fun offset (At {west, ...}) = Option.map time west
    fun isDst (At {summer, ...}) = summer
    fun localOffset () = time ((~ (#1 (here (whole (Time.now ()))))) mod 86400)

    fun date {year, month, day, hour, minute, second, offset} =
      let
        val wall =
          (daysTo (year, index (months, month)) + day - 1) * 86400 + hour * 3600 + minute * 60
          + second
          handle Overflow => raise Date
      in
        case offset of
          SOME t =>
            let
              (* Whole days of an offset are days of the date. *)
              val west = whole t
              val zone = west mod 86400
              val zone = if zone > 43200 then zone - 86400 else zone
            in
              At {wall = wall + zone - west, west = SOME (zone mod 86400), summer = NONE}
            end
        | NONE =>
            let val t = unwall wall
            in At {wall = t + #1 (here t), west = NONE, summer = #2 (here t)} end
      end

    fun fromTimeUniv t = At {wall = whole t, west = SOME 0, summer = SOME false}
    fun fromTimeLocal t =
      let
        val n = whole t
        val (east, summer) = here n
      in
        At {wall = n + east, west = NONE, summer = summer}
      end

    fun toTime (At {wall, west = SOME w, ...}) =
          time (wall + (if w > 43200 then w - 86400 else w))
      | toTime (At {wall, west = NONE, ...}) = time (unwall wall)

    fun compare (At {wall = a, ...}, At {wall = b, ...}) = System.compare (a, b)

    fun fmt s d =
      let
        val text = _prim "i64.to.str" : int * int -> string
        fun number n = text (n, 10)
        fun two n = if n < 10 then "0" ^ number n else number n
        fun three n = if n < 100 then "0" ^ two n else number n
        fun full n = if n < 0 then "~" ^ number (~ n) else number n
        val weekday = index (days, weekDay d)
        fun short name = substring (name, 0, 3)
        fun part c =
          case c of
            #"a" => short (part #"A")
          | #"A" => Vector.sub (dayNames, weekday)
          | #"b" => short (part #"B")
          | #"B" => Vector.sub (monthNames, #2 (parts d))
          | #"c" => concat [part #"a", " ", part #"b", " ", part #"d", " ", part #"X", " ", part #"Y"]
          | #"d" => two (day d)
          | #"H" => two (hour d)
          | #"I" => two ((hour d + 11) mod 12 + 1)
          | #"j" => three (yearDay d + 1)
          | #"m" => two (#2 (parts d) + 1)
          | #"M" => two (minute d)
          | #"p" => if hour d < 12 then "AM" else "PM"
          | #"S" => two (second d)
          | #"U" => two ((yearDay d + 7 - (weekday + 1) mod 7) div 7)
          | #"w" => number ((weekday + 1) mod 7)
          | #"W" => two ((yearDay d + 7 - weekday) div 7)
          | #"x" => concat [part #"m", "/", part #"d", "/", part #"y"]
          | #"X" => concat [part #"H", ":", part #"M", ":", part #"S"]
          | #"y" => two (year d mod 100)
          | #"Y" => full (year d)
          | #"Z" => (case offset d of SOME _ => "UTC" | NONE => "")
          | #"%" => "%"
          | c => str c
        fun go (i, done) =
          if i >= size s then concat (List.rev done)
          else if at (s, i) = #"%" andalso i + 1 < size s then
            go (i + 2, part (at (s, i + 1)) :: done)
          else go (i + 1, str (at (s, i)) :: done)
      in
        go (0, [])
      end

    (* The year has at least four digits, so that it can be read again. *)
    fun toString d =
      let
        val text = _prim "i64.to.str" : int * int -> string
        val year = year d
        val digits = StringCvt.padLeft #"0" 4 (text (if year < 0 then ~ year else year, 10))
      in
        concat [fmt "%a %b %d %H:%M:%S " d, if year < 0 then "~" else "", digits]
      end

    fun scan getc s =
      let
        exception No
        fun isSpace c = c = #" " orelse c >= #"\t" andalso c <= #"\r"
        fun skip s = case getc s of SOME (c, t) => if isSpace c then skip t else s | NONE => s
        fun next s = case getc s of SOME x => x | NONE => raise No
        fun expect (c, s) = let val (d, s) = next s in if c = d then s else raise No end
        fun word s =
          let
            val (a, s) = next s
            val (b, s) = next s
            val (c, s) = next s
          in
            (concat [str a, str b, str c], s)
          end
        fun find (names, w) =
          let
            fun go i =
              if i >= Vector.length names then raise No
              else if substring (Vector.sub (names, i), 0, 3) = w then i
              else go (i + 1)
          in
            go 0
          end
        fun digit s =
          let val (c, s) = next s
          in if c >= #"0" andalso c <= #"9" then (ord c - 48, s) else raise No end
        fun digits (0, n, s) = (n, s)
          | digits (k, n, s) = let val (d, s) = digit s in digits (k - 1, n * 10 + d, s) end
        (* All digits, of which there are at least four. *)
        fun fullYear s =
          let
            val (negative, s) =
              case next s of ((#"~" | #"-"), s) => (true, s) | _ => (false, s)
            fun more (n, s) =
              case getc s of
                SOME (c, t) =>
                  if c >= #"0" andalso c <= #"9" then more (n * 10 + (ord c - 48), t) else (n, s)
              | NONE => (n, s)
            val (n, s) = more (digits (4, 0, s))
          in
            (if negative then ~ n else n, s)
          end
        fun read s =
          let
            val (w, s) = word (skip s)
            val _ = find (dayNames, w)
            val (m, s) = word (expect (#" ", s))
            val month = find (monthNames, m)
            val s = expect (#" ", s)
            (* A day below 10 may have a space. *)
            val (day, s) =
              case next s of (#" ", s) => digits (1, 0, s) | _ => digits (2, 0, s)
            val (hour, s) = digits (2, 0, expect (#" ", s))
            val (minute, s) = digits (2, 0, expect (#":", s))
            val (second, s) = digits (2, 0, expect (#":", s))
            val (year, s) = fullYear (expect (#" ", s))
          in
            if hour > 23 orelse minute > 59 orelse second > 60 orelse day < 1 orelse day > 31 then
              raise No
            else
              (date
                 {year = year, month = Vector.sub (months, month), day = day, hour = hour,
                  minute = minute, second = second, offset = NONE}, s)
          end
      in
        SOME (read s) handle (No | Overflow | Date) => NONE
      end

    fun fromString s =
      Option.map (fn (d, _) => d)
        (scan (fn i => if i < size s then SOME (at (s, i), i + 1) else NONE) 0)
  end
end
