(* Rule 21, section 4.10: local hides its first part. *)
val x = 1
local
  val x = 10
  fun secret y = x * y
in
  fun public y = secret y + 1
  val y = x
end
val () = print (Int.toString (public 2 + x + y) ^ "\n")
local
  datatype t = T of int
  exception Hidden of t
in
  fun throw n = raise Hidden (T n)
  fun catch f = f () handle Hidden (T n) => n
  val t = T 5
  fun get (T n) = n
end
val () = print (Int.toString (catch (fn () => throw 7) + get t) ^ "\n")
local local val a = 1 in val b = a + 1 end in val c = b + 1 end
val () = print (Int.toString c ^ "\n")
