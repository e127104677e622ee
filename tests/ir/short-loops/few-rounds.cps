;; passes: short-loops
;; A loop of five rounds that allocates nothing needs no safe point.

cps 1

export fun sum(a: array(i64)) return k: cont(i64) {
  cont loop(i: i64, s: i64) {
    c: i1 = slt.i64 i 5
    if c {
      x: i64 = array.get a i
      t: i64 = sadd.i64 s x
      j: i64 = sadd.i64 i 1
      jump loop j t
    } else {
      jump k s
    }
  }
  jump loop 0 0
}

; cps 1
;
; export fun sum.0(a.1: array(i64)) return k.2: cont(i64) {
;   cont loop.3(i.4: i64, s.5: i64) short {
;     c.6: i1 = slt.i64 i.4 5
;     if c.6 {
;       x.7: i64 = array.get a.1 i.4
;       t.8: i64 = sadd.i64 s.5 x.7
;       j.9: i64 = sadd.i64 i.4 1
;       jump loop.3 j.9 t.8
;     } else {
;       jump k.2 s.5
;     }
;   }
;   jump loop.3 0 0
; }
