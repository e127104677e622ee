(* The file system. *)

signature OS_FILE_SYS = sig
  (** Folders that are being read. *)
  type dirstream

  (** [openDir p] opens a folder to read the names in it. *)
  val openDir : string -> dirstream
  (** [readDir d] is the next name, or NONE. *)
  val readDir : dirstream -> string option
  (** [rewindDir d] begins again. *)
  val rewindDir : dirstream -> unit
  (** [closeDir d] ends reading. *)
  val closeDir : dirstream -> unit
  (** [chDir p] makes [p] the current folder. *)
  val chDir : string -> unit
  (** [getDir ()] is the path of the current folder. *)
  val getDir : unit -> string
  (** [mkDir p] makes a folder. *)
  val mkDir : string -> unit
  (** [rmDir p] removes an empty folder. *)
  val rmDir : string -> unit
  (** [isDir p] tells whether [p] is a folder. *)
  val isDir : string -> bool
  (** [isLink p] tells whether [p] is a symbolic link. *)
  val isLink : string -> bool
  (** [readLink p] is the path that a symbolic link holds. *)
  val readLink : string -> string
  (** [fullPath p] is [p] from the root, without links. *)
  val fullPath : string -> string
  (** [realPath p] is [fullPath p], relative to the current folder if [p] is relative. *)
  val realPath : string -> string
  (** [modTime p] is when the content of [p] changed. *)
  val modTime : string -> Time.time
  (** [fileSize p] is the number of bytes in [p]. *)
  val fileSize : string -> int
  (** [setTime (p, SOME t)] sets the times of [p] to [t], with NONE to now. *)
  val setTime : string * Time.time option -> unit
  (** [remove p] removes a file. *)
  val remove : string -> unit
  (** [rename {old, new}] gives a file another path. *)
  val rename : {old : string, new : string} -> unit

  (** What one may do with a file: read, write, run or enter it. *)
  datatype access_mode = A_READ | A_WRITE | A_EXEC
  (** [access (p, l)] tells whether [p] is there and one may do all of [l] with it. *)
  val access : string * access_mode list -> bool
  (** [tmpName ()] is the path of a new, empty file. *)
  val tmpName : unit -> string

  (** What a file is, whatever its path. *)
  eqtype file_id
  (** [fileId p] is what [p] is. *)
  val fileId : string -> file_id
  (** [hash id] is a number that is the same for the same file. *)
  val hash : file_id -> word
  (** [compare (id, id')] is an order of files. *)
  val compare : file_id * file_id -> order
end

structure OSFileSys :> OS_FILE_SYS = struct
  datatype dirstream = Dir of {path : string, left : string list ref, closed : bool ref}
  datatype access_mode = A_READ | A_WRITE | A_EXEC

  (* Device and node. *)
  type file_id = int * int

  local
    fun plain name p = System.run (name, p, "", 0, 0)
    fun status (p, follow) = System.text ("stat", p, "", follow, 0)
    fun kind s = let val and' = _prim "and.i64" : int * int -> int in and' (System.packed (s, 2), 61440) end
    fun names p = System.strings (System.text ("readdir", p, "", 0, 0))
    fun check (Dir {closed, ...}) =
      if !closed then raise System.SysErr ("the folder is closed", NONE) else ()
  in
    fun openDir p = Dir {path = p, left = ref (names p), closed = ref false}
    fun readDir (d as Dir {left, ...}) =
      (check d; case !left of [] => NONE | h :: t => (left := t; SOME h))
    fun rewindDir (d as Dir {path, left, ...}) = (check d; left := names path)
    fun closeDir (Dir {left, closed, ...}) = (left := []; closed := true)

    fun chDir p = plain "chdir" p
    fun getDir () = System.text ("getcwd", "", "", 0, 0)
    fun mkDir p = System.run ("mkdir", p, "", 511, 0)
    fun rmDir p = plain "rmdir" p
    fun isDir p = kind (status (p, 1)) = 16384
    fun isLink p = kind (status (p, 0)) = 40960
    fun readLink p = System.text ("readlink", p, "", 0, 0)
    fun fullPath p = System.text ("realpath", if p = "" then "." else p, "", 0, 0)
    fun realPath p =
      if OSPath.isAbsolute p then fullPath p
      else OSPath.mkRelative {path = fullPath p, relativeTo = fullPath (getDir ())}
    fun fileSize p = System.packed (status (p, 1), 7)
    fun modTime p = TimeBase.ofNanos (System.packed (status (p, 1), 9))
    fun setTime (p, t) =
      let val t = TimeBase.nanos (case t of SOME t => t | NONE => Time.now ())
      in System.run ("utime", p, "", t, t) end

    fun remove p =
      let val remove = _prim "file.remove" : string -> unit
      in remove p handle e as System.Raw _ => raise System.visible e end
    fun rename {old, new} =
      let val rename = _prim "file.rename" : string * string -> unit
      in rename (old, new) handle e as System.Raw _ => raise System.visible e end

    fun access (p, l) =
      let
        fun bit A_READ = 4
          | bit A_WRITE = 2
          | bit A_EXEC = 1
        val or = _prim "or.i64" : int * int -> int
      in
        System.number ("access", p, "", List.foldl (fn (a, n) => or (bit a, n)) 0 l, 0) = 1
      end

    fun tmpName () = System.text ("tmpname", "", "", 0, 0)

    fun fileId p = let val s = status (p, 1) in (System.packed (s, 0), System.packed (s, 1)) end
    fun hash (a, b) =
      let
        val word = _prim "copy" : int -> word
        val mul = _prim "mul.i64" : word * word -> word
        val xor = _prim "xor.i64" : word * word -> word
      in
        mul (xor (mul (word a, 0wx9E3779B97F4A7C15), word b), 0wxFF51AFD7ED558CCD)
      end
    fun compare ((a, b), (c, d)) =
      case System.compare (a, c) of EQUAL => System.compare (b, d) | order => order
  end
end
