(* Words of other sizes than the machine has: kept in 64 bits, of which the upper are zero. *)

functor KontSizedWord
  (eqtype word
   val bits : int) : WORD where type word = word =
struct
  type word = word

  local
    val ofWord = _prim "cast" : Word.word -> word
    val wide = _prim "cast" : word -> Word.word
    val upper = Word.fromInt (64 - bits)
    val mask = Word.>> (Word.notb 0w0, upper)

    fun wrap w = ofWord (Word.andb (w, mask))
    fun signed w = Word.~>> (Word.<< (wide w, upper), upper)
    (* A word that fits; raises Overflow. *)
    fun fit w = if w > mask then raise Overflow else ofWord w
    (* The result of an operation of two words, and of one whose result fits. *)
    fun both (f, a, b) = wrap (f (wide a, wide b))
    fun within (f, a, b) = ofWord (f (wide a, wide b))
  in
    val wordSize = bits
    fun toLarge w = wide w
    fun toLargeX w = signed w
    fun toLargeWord w = wide w
    fun toLargeWordX w = signed w
    fun fromLarge w = wrap w
    fun fromLargeWord w = wrap w
    fun toLargeInt w = Word.toLargeInt (wide w)
    fun toLargeIntX w = Word.toLargeIntX (signed w)
    fun fromLargeInt i = wrap (Word.fromLargeInt i)
    fun toInt w = Word.toInt (wide w)
    fun toIntX w = Word.toIntX (signed w)
    fun fromInt i = wrap (Word.fromInt i)
    fun andb (a, b) = within (Word.andb, a, b)
    fun orb (a, b) = within (Word.orb, a, b)
    fun xorb (a, b) = within (Word.xorb, a, b)
    fun notb a = wrap (Word.notb (wide a))
    fun << (a, n) = wrap (Word.<< (wide a, n))
    fun >> (a, n) = ofWord (Word.>> (wide a, n))
    fun ~>> (a, n) = wrap (Word.~>> (signed a, n))
    fun op + (a, b) = both (Word.+, a, b)
    fun op - (a, b) = both (Word.-, a, b)
    fun op * (a, b) = both (Word.*, a, b)
    fun op div (a, b) = within (Word.div, a, b)
    fun op mod (a, b) = within (Word.mod, a, b)
    fun ~ a = wrap (Word.~ (wide a))
    fun op < (a, b) = Word.< (wide a, wide b)
    fun op <= (a, b) = Word.<= (wide a, wide b)
    fun op > (a, b) = Word.> (wide a, wide b)
    fun op >= (a, b) = Word.>= (wide a, wide b)
    fun min (a, b) = if a < b then a else b
    fun max (a, b) = if a > b then a else b
    fun compare (a, b) = Word.compare (wide a, wide b)
    fun fmt radix w = Word.fmt radix (wide w)
    fun toString w = Word.toString (wide w)
    fun scan radix getc s =
      case Word.scan radix getc s of
        SOME (w, rest) => SOME (fit w, rest)
      | NONE => NONE
    fun fromString s = Option.map fit (Word.fromString s)
  end
end

structure Word1 = KontSizedWord (type word = word1 val bits = 1)
structure Word2 = KontSizedWord (type word = word2 val bits = 2)
structure Word3 = KontSizedWord (type word = word3 val bits = 3)
structure Word4 = KontSizedWord (type word = word4 val bits = 4)
structure Word5 = KontSizedWord (type word = word5 val bits = 5)
structure Word6 = KontSizedWord (type word = word6 val bits = 6)
structure Word7 = KontSizedWord (type word = word7 val bits = 7)
structure Word9 = KontSizedWord (type word = word9 val bits = 9)
structure Word10 = KontSizedWord (type word = word10 val bits = 10)
structure Word11 = KontSizedWord (type word = word11 val bits = 11)
structure Word12 = KontSizedWord (type word = word12 val bits = 12)
structure Word13 = KontSizedWord (type word = word13 val bits = 13)
structure Word14 = KontSizedWord (type word = word14 val bits = 14)
structure Word15 = KontSizedWord (type word = word15 val bits = 15)
structure Word17 = KontSizedWord (type word = word17 val bits = 17)
structure Word18 = KontSizedWord (type word = word18 val bits = 18)
structure Word19 = KontSizedWord (type word = word19 val bits = 19)
structure Word20 = KontSizedWord (type word = word20 val bits = 20)
structure Word21 = KontSizedWord (type word = word21 val bits = 21)
structure Word22 = KontSizedWord (type word = word22 val bits = 22)
structure Word23 = KontSizedWord (type word = word23 val bits = 23)
structure Word24 = KontSizedWord (type word = word24 val bits = 24)
structure Word25 = KontSizedWord (type word = word25 val bits = 25)
structure Word26 = KontSizedWord (type word = word26 val bits = 26)
structure Word27 = KontSizedWord (type word = word27 val bits = 27)
structure Word28 = KontSizedWord (type word = word28 val bits = 28)
structure Word29 = KontSizedWord (type word = word29 val bits = 29)
structure Word30 = KontSizedWord (type word = word30 val bits = 30)
structure Word31 = KontSizedWord (type word = word31 val bits = 31)
