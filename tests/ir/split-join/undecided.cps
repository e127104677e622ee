;; passes: split-join
;; No jump decides the branch, so there is nothing to gain.

cps 1

export fun f(a: i1, b: i1, n: i64) return k: cont(i64) {
  cont j(c: i1) {
    if c {
      m: i64 = sadd.i64 n 1
      jump k m
    } else {
      jump k n
    }
  }
  if a {
    jump j b
  } else {
    d: i1 = slt.i64 n 0
    jump j d
  }
}

; cps 1
;
; export fun f.0(a.1: i1, b.2: i1, n.3: i64) return k.4: cont(i64) {
;   cont j.5(c.6: i1) {
;     if c.6 {
;       m.7: i64 = sadd.i64 n.3 1
;       jump k.4 m.7
;     } else {
;       jump k.4 n.3
;     }
;   }
;   if a.1 {
;     jump j.5 b.2
;   } else {
;     d.8: i1 = slt.i64 n.3 0
;     jump j.5 d.8
;   }
; }
