(* The name and arguments of the program. *)

signature COMMAND_LINE = sig
  (** [name ()] is the name that the program was started by. *)
  val name : unit -> string
  (** [arguments ()] is its arguments. *)
  val arguments : unit -> string list
end

structure CommandLine : COMMAND_LINE = struct
  val name = _prim "program.name" : unit -> string

  local
    val args = _prim "args" : unit -> string vector
  in
    fun arguments () = Vector.foldr (op ::) [] (args ())
  end
end
