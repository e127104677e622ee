;; passes: split-join,inline,contract
;; A result that is taken apart at once is never made.

cps 1
sum option = none | some(i64)

export fun f(a: i64, b: i64) return k: cont(i64) {
  cont use(o: option) {
    case o {
      none => {
        c: i64 = smul.i64 a 2
        d: i64 = sadd.i64 c b
        jump k d
      }
      some => {
        n: i64 = field.option.some.0 o
        e: i64 = smul.i64 n n
        g: i64 = sadd.i64 e b
        jump k g
      }
    }
  }
  z: i1 = eq.i64 b 0
  if z {
    x: option = con.option.none
    jump use x
  } else {
    q: i64 = quot.i64 a b
    y: option = con.option.some q
    jump use y
  }
}

; cps 1
; sum option = none | some(i64)
;
; export fun f.0(a.1: i64, b.2: i64) return k.3: cont(i64) {
;   z.11: i1 = eq.i64 b.2 0
;   if z.11 {
;     c.6: i64 = smul.i64 a.1 2
;     jump k.3 c.6
;   } else {
;     q.13: i64 = quot.i64 a.1 b.2
;     e.9: i64 = smul.i64 q.13 q.13
;     g.10: i64 = sadd.i64 e.9 b.2
;     jump k.3 g.10
;   }
; }
