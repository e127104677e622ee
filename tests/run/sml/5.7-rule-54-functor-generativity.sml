(* Rule 54, section 5.7: each application makes new datatypes, exceptions and references. *)
functor F (val name : string) = struct
  datatype t = T of int
  exception E
  val count = ref 0
  fun make () = (count := !count + 1; T (!count))
  fun get (T n) = n
  fun catch f = f () handle E => name
end
structure A = F (val name = "A")
structure B = F (val name = "B")
val _ = A.make () val a = A.make () val b = B.make ()
val () = print (Int.toString (A.get a) ^ Int.toString (B.get b) ^ "\n")
val () = print (A.catch (fn () => raise A.E) ^ B.catch (fn () => raise B.E) ^ "\n")
val () = print (A.catch (fn () => B.catch (fn () => raise A.E)) ^ "\n")
val () = print (A.catch (fn () => raise B.E) handle B.E => "passed through\n")
