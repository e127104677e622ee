;; passes: short-loops
;; Nobody knows how many rounds there are: nothing is marked.

cps 1

export fun sum(a: array(i64), n: i64) return k: cont(i64) {
  cont loop(i: i64, s: i64) {
    c: i1 = slt.i64 i n
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
; export fun sum.0(a.1: array(i64), n.2: i64) return k.3: cont(i64) {
;   cont loop.4(i.5: i64, s.6: i64) {
;     c.7: i1 = slt.i64 i.5 n.2
;     if c.7 {
;       x.8: i64 = array.get a.1 i.5
;       t.9: i64 = sadd.i64 s.6 x.8
;       j.10: i64 = sadd.i64 i.5 1
;       jump loop.4 j.10 t.9
;     } else {
;       jump k.3 s.6
;     }
;   }
;   jump loop.4 0 0
; }
