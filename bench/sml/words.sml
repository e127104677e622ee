(* Strings: building text, splitting it into words, counting them in a hash table, folding case, joining. *)
structure Main = struct
  val syllables = Vector.fromList ["ka", "Lo", "mi", "nu", "Tre", "so", "ba", "di", "Fe", "gu", "ha", "rin", "pol", "qua", "vex", "zy"]
  fun text (0, _, parts) = String.concat parts
    | text (n, s, parts) =
        let
          val s' = (s * 421 + 54773) mod 259200
          val part = Vector.sub (syllables, s div 7 mod 16) ^ (if s mod 3 = 0 then " " else if s mod 17 = 0 then ", " else "")
        in
          text (n - 1, s', part :: parts)
        end
  val buckets = 4099
  fun hash s =
    let fun go (i, h) = if i = size s then h else go (i + 1, (h * 31 + ord (String.sub (s, i))) mod 65521) in go (0, 7) mod buckets end
  fun count words =
    let
      val table = Array.array (buckets, [] : (string * int ref) list)
      fun add w =
        let
          val h = hash w
          val chain = Array.sub (table, h)
        in
          case List.find (fn (v, _) => v = w) chain of
            SOME (_, n) => n := !n + 1
          | NONE => Array.update (table, h, (w, ref 1) :: chain)
        end
    in
      app add words; table
    end
  fun title w = if w = "" then w else str (Char.toUpper (String.sub (w, 0))) ^ String.extract (w, 1, NONE)
  fun main () =
    let
      fun round (0, n, m, s) = (n, m, s)
        | round (k, n, m, s) =
            let
              val t = text (60000, k, [])
              val words = String.tokens (fn c => c = #" " orelse c = #",") (String.map Char.toLower t)
              val table = count words
              val different = Array.foldl (fn (c, n) => n + length c) 0 table
              val most = Array.foldl (fn (c, n) => foldl (fn ((_, k), n) => Int.max (!k, n)) n c) 0 table
              val joined = String.concatWith "-" (map title words)
            in
              round (k - 1, n + different, m + most, (s + size joined) mod 1000003)
            end
      val (n, m, s) = round (48, 0, 0, 0)
    in
      print ("words " ^ Int.toString n ^ " " ^ Int.toString m ^ " " ^ Int.toString s ^ "\n")
    end
end
val () = Main.main ()
