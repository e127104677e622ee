(* The machine and the system that a program runs on, by the names that MLton gives them. *)

structure MLtonPlatform = struct
  local
    val lower = CharVector.map Char.toLower

    (* A value by its name, in letters of either case, and the name of a value. *)
    fun named all =
      (fn s =>
         Option.map (fn (x, _) => x)
           (List.find (fn (_, name) => lower name = lower s) all),
       fn x =>
         case List.find (fn (y, _) => x = y) all of
           SOME (_, name) => name
         | NONE => raise Option)
  in
    structure Arch = struct
      datatype t =
        Alpha | AMD64 | ARM | ARM64 | HPPA | IA64 | LoongArch64 | m68k | MIPS | PowerPC
      | PowerPC64 | RISCV | S390 | Sparc | Wasm32 | X86

      val (fromString, toString) =
        named
          [(Alpha, "Alpha"), (AMD64, "AMD64"), (ARM, "ARM"), (ARM64, "ARM64"), (HPPA, "HPPA"),
           (IA64, "IA64"), (LoongArch64, "LoongArch64"), (m68k, "m68k"), (MIPS, "MIPS"),
           (PowerPC, "PowerPC"), (PowerPC64, "PowerPC64"), (RISCV, "RISCV"), (S390, "S390"),
           (Sparc, "Sparc"), (Wasm32, "Wasm32"), (X86, "X86")]

      val host = if System.text ("machine", "", "", 0, 0) = "aarch64" then ARM64 else AMD64
    end

    structure Format = struct
      datatype t = Archive | Executable | LibArchive | Library

      val (fromString, toString) =
        named
          [(Archive, "Archive"), (Executable, "Executable"), (LibArchive, "LibArchive"),
           (Library, "Library")]

      val host = Executable
    end

    structure OS = struct
      datatype t =
        AIX | Cygwin | Darwin | FreeBSD | Hurd | HPUX | Linux | MinGW | NetBSD | OpenBSD
      | Solaris | WASI

      val (fromString, toString) =
        named
          [(AIX, "AIX"), (Cygwin, "Cygwin"), (Darwin, "Darwin"), (FreeBSD, "FreeBSD"),
           (Hurd, "Hurd"), (HPUX, "HPUX"), (Linux, "Linux"), (MinGW, "MinGW"),
           (NetBSD, "NetBSD"), (OpenBSD, "OpenBSD"), (Solaris, "Solaris"), (WASI, "WASI")]

      val host = Linux
    end
  end
end
