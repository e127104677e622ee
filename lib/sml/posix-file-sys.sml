(* Files as POSIX has them. *)

signature POSIX_FILE_SYS = sig
  (** Users. *)
  eqtype uid
  (** Groups. *)
  eqtype gid
  (** Open files. *)
  eqtype file_desc

  (** [fdToWord fd] is the number of a descriptor. *)
  val fdToWord : file_desc -> word
  (** [wordToFD w] is the descriptor of a number. *)
  val wordToFD : word -> file_desc
  (** [fdToIOD fd] is [fd] as OS.IO has it. *)
  val fdToIOD : file_desc -> OS.IO.iodesc
  (** [iodToFD d] is [d] as a descriptor. *)
  val iodToFD : OS.IO.iodesc -> file_desc option

  (** Folders that are being read. *)
  type dirstream
  (** [opendir p] opens a folder to read the names in it. *)
  val opendir : string -> dirstream
  (** [readdir d] is the next name, or NONE. *)
  val readdir : dirstream -> string option
  (** [rewinddir d] begins again. *)
  val rewinddir : dirstream -> unit
  (** [closedir d] ends reading. *)
  val closedir : dirstream -> unit
  (** [chdir p] makes [p] the current folder. *)
  val chdir : string -> unit
  (** [getcwd ()] is the path of the current folder. *)
  val getcwd : unit -> string

  (** Standard input. *)
  val stdin : file_desc
  (** Standard output. *)
  val stdout : file_desc
  (** Standard error. *)
  val stderr : file_desc

  structure S : sig
    include BIT_FLAGS
    (** Who may do what. *)
    type mode = flags
    (** Read, write and execute, by the owner. *)
    val irwxu : mode
    (** Read, by the owner. *)
    val irusr : mode
    (** Write, by the owner. *)
    val iwusr : mode
    (** Execute, by the owner. *)
    val ixusr : mode
    (** Read, write and execute, by the group. *)
    val irwxg : mode
    (** Read, by the group. *)
    val irgrp : mode
    (** Write, by the group. *)
    val iwgrp : mode
    (** Execute, by the group. *)
    val ixgrp : mode
    (** Read, write and execute, by others. *)
    val irwxo : mode
    (** Read, by others. *)
    val iroth : mode
    (** Write, by others. *)
    val iwoth : mode
    (** Execute, by others. *)
    val ixoth : mode
    (** Executed as its owner. *)
    val isuid : mode
    (** Executed as its group. *)
    val isgid : mode
  end

  structure O : sig
    include BIT_FLAGS
    (** Every write goes to the end. *)
    val append : flags
    (** Creating fails if the file is there. *)
    val excl : flags
    (** A terminal does not become the one that controls the process. *)
    val noctty : flags
    (** Reading and writing do not wait. *)
    val nonblock : flags
    (** Writing waits until the data are on the disk. *)
    val sync : flags
    (** The file is emptied. *)
    val trunc : flags
  end

  (** What a file is opened for. *)
  datatype open_mode = O_RDONLY | O_WRONLY | O_RDWR
  (** [openf (p, m, f)] opens a file. *)
  val openf : string * open_mode * O.flags -> file_desc
  (** [createf (p, m, f, who)] opens a file, or makes it. *)
  val createf : string * open_mode * O.flags * S.mode -> file_desc
  (** [creat (p, who)] makes a file, empty. *)
  val creat : string * S.mode -> file_desc
  (** [link {old, new}] gives a file another name. *)
  val link : {old : string, new : string} -> unit
  (** [mkdir (p, who)] makes a folder. *)
  val mkdir : string * S.mode -> unit
  (** [unlink p] removes a file. *)
  val unlink : string -> unit
  (** [rmdir p] removes an empty folder. *)
  val rmdir : string -> unit
  (** [rename {old, new}] gives a file another path. *)
  val rename : {old : string, new : string} -> unit
  (** [symlink {old, new}] makes a symbolic link. *)
  val symlink : {old : string, new : string} -> unit
  (** [readlink p] is the path that a symbolic link holds. *)
  val readlink : string -> string
  (** [ftruncate (fd, n)] makes a file have [n] bytes. *)
  val ftruncate : file_desc * int -> unit
  (** [chmod (p, who)] says who may do what with a file. *)
  val chmod : string * S.mode -> unit

  (** Devices. *)
  eqtype dev
  (** [wordToDev w] is the device of a number. *)
  val wordToDev : word -> dev
  (** [devToWord d] is the number of a device. *)
  val devToWord : dev -> word
  (** Nodes. *)
  eqtype ino
  (** [wordToIno w] is the node of a number. *)
  val wordToIno : word -> ino
  (** [inoToWord i] is the number of a node. *)
  val inoToWord : ino -> word

  structure ST : sig
    (** What is known of a file. *)
    type stat
    (** [isDir s] tells whether it is a directory. *)
    val isDir : stat -> bool
    (** [isChr s] tells whether it is a character device. *)
    val isChr : stat -> bool
    (** [isBlk s] tells whether it is a block device. *)
    val isBlk : stat -> bool
    (** [isReg s] tells whether it is a regular file. *)
    val isReg : stat -> bool
    (** [isFIFO s] tells whether it is a named pipe. *)
    val isFIFO : stat -> bool
    (** [isLink s] tells whether it is a symbolic link. *)
    val isLink : stat -> bool
    (** [isSock s] tells whether it is a socket. *)
    val isSock : stat -> bool
    (** [mode s] is who may do what with it. *)
    val mode : stat -> S.mode
    (** [ino s] is its number in its file system. *)
    val ino : stat -> ino
    (** [dev s] is its file system. *)
    val dev : stat -> dev
    (** [nlink s] is how many names it has. *)
    val nlink : stat -> int
    (** [uid s] is its owner. *)
    val uid : stat -> uid
    (** [gid s] is its group. *)
    val gid : stat -> gid
    (** [size s] is its length in bytes. *)
    val size : stat -> int
    (** [atime s] is when it was last read. *)
    val atime : stat -> Time.time
    (** [mtime s] is when it was last written. *)
    val mtime : stat -> Time.time
    (** [ctime s] is when it or what is said here last changed. *)
    val ctime : stat -> Time.time
  end

  (** [stat p] is what is known of a file. *)
  val stat : string -> ST.stat
  (** [lstat p] is what is known of a file, or of a link itself. *)
  val lstat : string -> ST.stat
  (** [fstat fd] is what is known of an open file. *)
  val fstat : file_desc -> ST.stat

  (** What one may do with a file. *)
  datatype access_mode = A_READ | A_WRITE | A_EXEC
  (** [access (p, l)] tells whether [p] is there and one may do all of [l] with it. *)
  val access : string * access_mode list -> bool
  (** [utime (p, SOME {actime, modtime})] sets the times of a file, with NONE to now. *)
  val utime : string * {actime : Time.time, modtime : Time.time} option -> unit
end

structure PosixFileSys = struct
  type uid = int
  type gid = int
  type file_desc = int
  type dev = int
  type ino = int

  local
    val toWord = _prim "copy" : int -> word
    val toInt = _prim "copy" : word -> int
    val or = _prim "or.i64" : word * word -> word
    val and' = _prim "and.i64" : int * int -> int
  in
    fun fdToWord fd = toWord fd
    fun wordToFD w = toInt w
    fun fdToIOD fd = System.Desc fd
    fun iodToFD (System.Desc fd) = SOME fd
    fun wordToDev w = toInt w
    fun devToWord d = toWord d
    fun wordToIno w = toInt w
    fun inoToWord i = toWord i

    type dirstream = OS.FileSys.dirstream
    val opendir = OS.FileSys.openDir
    val readdir = OS.FileSys.readDir
    val rewinddir = OS.FileSys.rewindDir
    val closedir = OS.FileSys.closeDir
    val chdir = OS.FileSys.chDir
    val getcwd = OS.FileSys.getDir

    val stdin = 0
    val stdout = 1
    val stderr = 2

    structure S = struct
      open Flags
      type mode = flags
      val irwxu = 0wx1C0
      val irusr = 0wx100
      val iwusr = 0wx80
      val ixusr = 0wx40
      val irwxg = 0wx38
      val irgrp = 0wx20
      val iwgrp = 0wx10
      val ixgrp = 0wx8
      val irwxo = 0wx7
      val iroth = 0wx4
      val iwoth = 0wx2
      val ixoth = 0wx1
      val isuid = 0wx800
      val isgid = 0wx400
      val all = 0wxFFF
    end

    structure O = struct
      open Flags
      val append = 0wx400
      val excl = 0wx80
      val noctty = 0wx100
      val nonblock = 0wx800
      val sync = 0wx101000
      val trunc = 0wx200
      val all = flags [append, excl, noctty, nonblock, sync, trunc]
    end

    datatype open_mode = O_RDONLY | O_WRONLY | O_RDWR

    fun code O_RDONLY = 0w0
      | code O_WRONLY = 0w1
      | code O_RDWR = 0w2
    fun openf (p, m, f) = System.number ("open", p, "", toInt (or (code m, f)), 0)
    fun createf (p, m, f, who) =
      System.number ("open", p, "", toInt (or (or (code m, f), 0wx40)), toInt who)
    fun creat (p, who) = createf (p, O_WRONLY, O.trunc, who)
    fun link {old, new} = System.run ("link", old, new, 0, 0)
    fun mkdir (p, who) = System.run ("mkdir", p, "", toInt who, 0)
    val unlink = OS.FileSys.remove
    val rmdir = OS.FileSys.rmDir
    val rename = OS.FileSys.rename
    fun symlink {old, new} = System.run ("symlink", old, new, 0, 0)
    val readlink = OS.FileSys.readLink
    fun ftruncate (fd, n) = System.run ("ftruncate", "", "", fd, n)
    fun chmod (p, who) = System.run ("chmod", p, "", toInt who, 0)

    structure ST = struct
      (* Packed numbers. *)
      type stat = string
      fun kind s = and' (System.packed (s, 2), 61440)
      fun isDir s = kind s = 16384
      fun isChr s = kind s = 8192
      fun isBlk s = kind s = 24576
      fun isReg s = kind s = 32768
      fun isFIFO s = kind s = 4096
      fun isLink s = kind s = 40960
      fun isSock s = kind s = 49152
      fun mode s = toWord (and' (System.packed (s, 2), 4095))
      fun ino s = System.packed (s, 1)
      fun dev s = System.packed (s, 0)
      fun nlink s = System.packed (s, 3)
      fun uid s = System.packed (s, 4)
      fun gid s = System.packed (s, 5)
      fun size s = System.packed (s, 7)
      fun atime s = TimeBase.ofNanos (System.packed (s, 8))
      fun mtime s = TimeBase.ofNanos (System.packed (s, 9))
      fun ctime s = TimeBase.ofNanos (System.packed (s, 10))
    end

    fun stat p = System.text ("stat", p, "", 1, 0)
    fun lstat p = System.text ("stat", p, "", 0, 0)
    fun fstat fd = System.text ("fstat", "", "", fd, 0)

    datatype access_mode = datatype OS.FileSys.access_mode
    val access = OS.FileSys.access

    fun utime (p, NONE) = OS.FileSys.setTime (p, NONE)
      | utime (p, SOME {actime, modtime}) =
          System.run ("utime", p, "", TimeBase.nanos actime, TimeBase.nanos modtime)
  end
end
