;; passes: cse
;; Computed before the branch, so not again in it, even if it may raise.

cps 1

export fun f(t: (i64, i64), v: vector(i64)) return k: cont(i64) {
  a: i64 = get.0 t
  x: i64 = array.get v a
  c: i1 = slt.i64 x 0
  if c {
    b: i64 = get.0 t
    y: i64 = array.get v b
    jump k y
  } else {
    d: i64 = get.1 t
    jump k d
  }
}

; cps 1
;
; export fun f.0(t.1: (i64, i64), v.2: vector(i64)) return k.3: cont(i64) {
;   a.4: i64 = get.0 t.1
;   x.5: i64 = array.get v.2 a.4
;   c.6: i1 = slt.i64 x.5 0
;   if c.6 {
;     jump k.3 x.5
;   } else {
;     d.9: i64 = get.1 t.1
;     jump k.3 d.9
;   }
; }
