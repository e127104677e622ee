(* Recursion in which every level has a handler, with collections at many depths, normal returns
   through all of them, and raises that leave many behind. *)
exception Up of int

fun list 0 = [] | list n = n :: list (n - 1)

fun down n =
  if n = 0 then length (list 10)
  else
    let val kept = [n, n + 1]
        val r = down (n - 1) handle Up m => if m = n then m else raise Up m
        val garbage = if n mod 50 = 0 then length (list 2000) else 0
    in r + hd kept - n + (garbage - garbage) end

fun leave n to =
  if n = 0 then raise Up to
  else
    let val kept = Int.toString n
    in (leave (n - 1) to handle Up m => if m = n then size kept + length (list 3000) else raise Up m)
       + (if n mod 100 = 0 then length (list 500) - 500 else 0)
    end

fun climb 0 = 0 | climb n = 1 + climb (n - 1)

val () =
  ( print (Int.toString (down 3000) ^ "\n")
  ; print (Int.toString (leave 3000 2999) ^ "\n")
  ; print (Int.toString (leave 3000 1) ^ "\n")
  ; print (Int.toString (climb 200000) ^ "\n")
  ; print (Int.toString (down 2000 + leave 1000 500 + climb 5000) ^ "\n")
  ; ignore (leave 500 1000) handle Up n => print ("left with " ^ Int.toString n ^ "\n") )
