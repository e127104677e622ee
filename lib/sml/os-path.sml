(* Paths, as Unix has them. *)

signature OS_PATH = sig
  (** Not a path. *)
  exception Path
  (** Not the name of a file. *)
  exception InvalidArc

  (** The name of the folder above. *)
  val parentArc : string
  (** The name of the folder itself. *)
  val currentArc : string
  (** [fromString p] is the parts of [p]. *)
  val fromString : string -> {isAbs : bool, vol : string, arcs : string list}
  (** [toString parts] is the path of these parts; raises Path, InvalidArc. *)
  val toString : {isAbs : bool, vol : string, arcs : string list} -> string
  (** [validVolume {isAbs, vol}] tells whether there can be such a volume. *)
  val validVolume : {isAbs : bool, vol : string} -> bool
  (** [getVolume p] is the volume of [p]. *)
  val getVolume : string -> string
  (** [getParent p] is the path of the folder that [p] is in. *)
  val getParent : string -> string
  (** [splitDirFile p] is all but the last name of [p], and that. *)
  val splitDirFile : string -> {dir : string, file : string}
  (** [joinDirFile {dir, file}] is a file in a folder; raises InvalidArc. *)
  val joinDirFile : {dir : string, file : string} -> string
  (** [dir p] is all but the last name of [p]. *)
  val dir : string -> string
  (** [file p] is the last name of [p]. *)
  val file : string -> string
  (** [splitBaseExt p] is [p] without its extension, and that. *)
  val splitBaseExt : string -> {base : string, ext : string option}
  (** [joinBaseExt {base, ext}] is [base] with an extension. *)
  val joinBaseExt : {base : string, ext : string option} -> string
  (** [base p] is [p] without its extension. *)
  val base : string -> string
  (** [ext p] is the extension of [p]. *)
  val ext : string -> string option
  (** [mkCanonical p] is [p] without names that are not needed. *)
  val mkCanonical : string -> string
  (** [isCanonical p] tells whether all names in [p] are needed. *)
  val isCanonical : string -> bool
  (** [mkAbsolute {path, relativeTo}] is [path] from the root; raises Path. *)
  val mkAbsolute : {path : string, relativeTo : string} -> string
  (** [mkRelative {path, relativeTo}] is [path] from another one; raises Path. *)
  val mkRelative : {path : string, relativeTo : string} -> string
  (** [isAbsolute p] tells whether [p] begins at the root. *)
  val isAbsolute : string -> bool
  (** [isRelative p] tells whether [p] does not begin at the root. *)
  val isRelative : string -> bool
  (** [isRoot p] tells whether [p] is the root. *)
  val isRoot : string -> bool
  (** [concat (p, q)] is [q] in the folder [p]; raises Path. *)
  val concat : string * string -> string
  (** [fromUnixPath p] is a path of Unix as one of this system; raises InvalidArc. *)
  val fromUnixPath : string -> string
  (** [toUnixPath p] is a path of this system as one of Unix; raises Path. *)
  val toUnixPath : string -> string
end

structure OSPath : OS_PATH = struct
  exception Path
  exception InvalidArc

  val parentArc = ".."
  val currentArc = "."

  local
    val at = _prim "str.get.u" : string * int -> char

    (* The last index before i of a character, or ~1. *)
    fun last (s, c, i) = if i < 0 orelse at (s, i) = c then i else last (s, c, i - 1)

    (* The names between slashes. *)
    fun split s =
      let
        fun go (i, stop, l) =
          if i < 0 then substring (s, 0, stop) :: l
          else if at (s, i) = #"/" then go (i - 1, i, substring (s, i + 1, stop - i - 1) :: l)
          else go (i - 1, stop, l)
      in
        go (size s - 1, size s, [])
      end

    fun join [] = ""
      | join (h :: t) = concat (h :: List.concat (List.map (fn s => ["/", s]) t))

    fun valid arc = last (arc, #"/", size arc - 1) < 0
  in
    fun validVolume {isAbs : bool, vol} = vol = ""

    fun fromString "" = {isAbs = false, vol = "", arcs = []}
      | fromString p =
          case split p of
            "" :: rest => {isAbs = true, vol = "", arcs = rest}
          | arcs => {isAbs = false, vol = "", arcs = arcs}

    fun toString {isAbs, vol, arcs} =
      if vol <> "" then raise Path
      else if not isAbs andalso (case arcs of "" :: _ => true | _ => false) then raise Path
      else if not (List.all valid arcs) then raise InvalidArc
      else if isAbs then "/" ^ join arcs
      else join arcs

    fun getVolume (_ : string) = ""

    fun splitDirFile p =
      case last (p, #"/", size p - 1) of
        ~1 => {dir = "", file = p}
      | i =>
          {dir = if i = 0 then "/" else substring (p, 0, i),
           file = substring (p, i + 1, size p - i - 1)}

    fun joinDirFile {dir, file} =
      if not (valid file) then raise InvalidArc
      else if dir = "" then file
      else if at (dir, size dir - 1) = #"/" then
        if dir = "/" then "/" ^ file else dir ^ file
      else dir ^ "/" ^ file

    fun dir p = #dir (splitDirFile p)
    fun file p = #file (splitDirFile p)

    fun splitBaseExt p =
      let
        val slash = last (p, #"/", size p - 1)
        val dot = last (p, #".", size p - 1)
      in
        if dot <= slash + 1 orelse dot = size p - 1 then {base = p, ext = NONE}
        else {base = substring (p, 0, dot), ext = SOME (substring (p, dot + 1, size p - dot - 1))}
      end

    fun joinBaseExt {base, ext = NONE} = base
      | joinBaseExt {base, ext = SOME ""} = base
      | joinBaseExt {base, ext = SOME e} = base ^ "." ^ e

    fun base p = #base (splitBaseExt p)
    fun ext p = #ext (splitBaseExt p)

    fun getParent p =
      let
        val {isAbs, arcs, ...} = fromString p
        fun up [] = [parentArc]
          | up ["."] = [parentArc]
          | up [".."] = ["..", ".."]
          | up [""] = [".."]
          | up [_] = []
          | up [a, ""] = [a, ".."]
          | up (h :: t) = h :: up t
      in
        case (isAbs, arcs) of
          (true, [""]) => p
        | (true, _) =>
            (case up arcs of
               [] => "/"
             | l => toString {isAbs = true, vol = "", arcs = l})
        | (false, _) => (case up arcs of [] => currentArc | l => join l)
      end

    fun mkCanonical p =
      let
        val {isAbs, arcs, ...} = fromString p
        (* The names that are left come backwards. *)
        fun go ([], l) = List.rev l
          | go ("" :: t, l) = go (t, l)
          | go ("." :: t, l) = go (t, l)
          | go (".." :: t, l) =
              (case l of
                 [] => go (t, if isAbs then [] else [".."])
               | ".." :: _ => go (t, ".." :: l)
               | _ :: l => go (t, l))
          | go (h :: t, l) = go (t, h :: l)
      in
        case (isAbs, go (arcs, [])) of
          (true, l) => "/" ^ join l
        | (false, []) => currentArc
        | (false, l) => join l
      end

    fun isCanonical p = p = mkCanonical p

    fun isAbsolute p = size p > 0 andalso at (p, 0) = #"/"
    fun isRelative p = not (isAbsolute p)
    fun isRoot p = p = "/"

    (* An empty name at the end of [p] is left out. *)
    fun concat (p, q) =
      if isAbsolute q then raise Path
      else if p = "" then q
      else if at (p, size p - 1) <> #"/" then if q = "" then p else p ^ "/" ^ q
      else if q = "" andalso p <> "/" then substring (p, 0, size p - 1)
      else p ^ q

    fun mkAbsolute {path, relativeTo} =
      if isRelative relativeTo then raise Path
      else if isAbsolute path then path
      else mkCanonical (concat (relativeTo, path))

    (* The names of [path] stay as they are, the one that it ends with a slash included. *)
    fun mkRelative {path, relativeTo} =
      if isRelative relativeTo then raise Path
      else if isRelative path then path
      else
        let
          fun names p = case #arcs (fromString p) of [""] => [] | l => l
          fun strip (a :: l, b :: m) =
                if a = b then strip (l, m) else (a :: l, b :: m)
            | strip lm = lm
          val (l, m) = strip (names path, names (mkCanonical relativeTo))
        in
          case List.map (fn _ => parentArc) m @ l of
            [] => currentArc
          | arcs as "" :: _ => join (currentArc :: arcs)
          | arcs => join arcs
        end

    fun fromUnixPath p = p
    fun toUnixPath p = p
  end
end
