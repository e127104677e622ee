(* Rules 71, 81 and 82, section 5.7: datatype specifications, mutually recursive, constructors in any order of declaration. *)
signature EXP = sig
  datatype exp = Num of int | Add of exp * exp | Let of dec * exp | Var of string
  and dec = Val of string * exp
  datatype 'a opt = None | Some of 'a
  val eval : exp -> int opt
end
structure Exp : EXP = struct
  datatype exp = Num of int | Add of exp * exp | Let of dec * exp | Var of string
  and dec = Val of string * exp
  datatype 'a opt = None | Some of 'a
  fun look (x, []) = None | look (x, (y, v) :: r) = if x = y then Some v else look (x, r)
  fun ev env (Num n) = Some n
    | ev env (Add (a, b)) = (case (ev env a, ev env b) of (Some x, Some y) => Some (x + y) | _ => None)
    | ev env (Let (Val (x, e), b)) = (case ev env e of None => None | Some v => ev ((x, v) :: env) b)
    | ev env (Var x) = look (x, env)
  val eval = ev []
end
open Exp
fun show None = "none" | show (Some n) = Int.toString n
val () = print (show (eval (Let (Val ("x", Num 3), Add (Var "x", Add (Var "x", Num 1))))) ^ show (eval (Var "y")) ^ "\n")
