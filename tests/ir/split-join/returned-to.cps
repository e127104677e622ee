;; passes: split-join,inline,contract
;; A jump that knows the result goes straight to its branch, though a call returns to the branches as well.

cps 1
sum option = none | some(i64)

export fun f(a: i64, b: i64, slow: fun(i64) -> (option)) return k: cont(i64) {
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
    call slow a return use
  } else {
    y: option = con.option.some b
    jump use y
  }
}

; cps 1
; sum option = none | some(i64)
;
; export fun f.0(a.1: i64, b.2: i64, slow.3: fun(i64) -> (option)) return k.4: cont(i64) {
;   cont use.16(n.15: i64) {
;     e.10: i64 = smul.i64 n.15 n.15
;     g.11: i64 = sadd.i64 e.10 b.2
;     jump k.4 g.11
;   }
;   cont use.5(o.6: option) {
;     case o.6 {
;       none => {
;         c.7: i64 = smul.i64 a.1 2
;         d.8: i64 = sadd.i64 c.7 b.2
;         jump k.4 d.8
;       }
;       some => {
;         n.9: i64 = field.option.some.0 o.6
;         jump use.16 n.9
;       }
;     }
;   }
;   z.12: i1 = eq.i64 b.2 0
;   if z.12 {
;     call slow.3 a.1 return use.5
;   } else {
;     jump use.16 b.2
;   }
; }
