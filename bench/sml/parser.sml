(* Closures: parser combinators over lists of characters, applied to long arithmetic expressions. *)
structure Main = struct
  type 'a parser = char list -> ('a * char list) option
  infix 6 >> infix 5 >>= infix 4 ||
  fun return x : 'a parser = fn cs => SOME (x, cs)
  fun fail _ = NONE
  fun (p >>= f) cs = case p cs of NONE => NONE | SOME (x, r) => f x r
  fun (p >> q) cs = case p cs of NONE => NONE | SOME (_, r) => q r
  fun (p || q) cs = case p cs of NONE => q cs | r => r
  fun satisfy f (c :: cs) = if f c then SOME (c, cs) else NONE
    | satisfy f [] = NONE
  fun char c = satisfy (fn d => c = d)
  fun many p cs = case p cs of NONE => SOME ([], cs) | SOME (x, r) => (case many p r of SOME (xs, r') => SOME (x :: xs, r') | NONE => NONE)
  fun many1 p = p >>= (fn x => many p >>= (fn xs => return (x :: xs)))
  fun token p = many (char #" ") >> p
  fun symbol c = token (char c)
  val number = token (many1 (satisfy Char.isDigit)) >>= (fn ds => return (foldl (fn (d, n) => (n * 10 + ord d - 48) mod 10007) 0 ds))
  fun chain (p, oper) =
    let fun rest a = (oper >>= (fn f => p >>= (fn b => rest (f (a, b))))) || return a in p >>= rest end
  fun plus (a, b) = (a + b) mod 10007
  fun minus (a, b) = (a - b) mod 10007
  fun times (a, b) = a * b mod 10007
  fun expr cs = chain (term, (symbol #"+" >> return plus) || (symbol #"-" >> return minus)) cs
  and term cs = chain (factor, symbol #"*" >> return times) cs
  and factor cs = (number || (symbol #"(" >> expr >>= (fn e => symbol #")" >> return e))) cs
  fun source (0, s) = Int.toString (s mod 1000)
    | source (n, s) =
        let val s' = (s * 421 + 54773) mod 259200 in
          case s mod 4 of
            0 => "(" ^ source (n - 1, s') ^ " + " ^ source (n - 1, s' + 1) ^ ")"
          | 1 => source (n - 1, s') ^ " * " ^ source (n - 1, s' + 2)
          | 2 => source (n - 1, s' + 3) ^ " - (" ^ source (n - 1, s') ^ ")"
          | _ => "((" ^ source (n - 1, s') ^ ") + " ^ source (n - 1, s') ^ ")"
        end
  fun main () =
    let
      fun loop (0, s) = s
        | loop (k, s) =
            case expr (explode (source (11, k))) of
              SOME (v, []) => loop (k - 1, (s + v) mod 10007)
            | SOME (v, _) => loop (k - 1, (s + v + 1) mod 10007)
            | NONE => loop (k - 1, s)
    in
      print ("parser " ^ Int.toString (loop (300, 0)) ^ "\n")
    end
end
val () = Main.main ()
