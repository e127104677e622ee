(* Types that the library makes in structures of its own have their public names. *)
val t : int = Time.now () (* ERROR this is Time.time *)
val f : int = OS.FileSys.fileId "a" (* ERROR this is OS.FileSys.file_id *)
structure A =
struct
  local
    structure B = struct datatype t = T end
  in
    type t = B.t
    val t = B.T
  end
end
val a : int = A.t (* ERROR this is A.t *)
