;; passes: inline
;; A small continuation that a call returns to is copied to the jumps, so that the code before them
;; does not end there.

cps 1

export fun f(a: i64, c: i1, g: fun(i64) -> (i64)) return k: cont(i64) {
  cont j(x: i64) {
    y: i64 = add.i64 x a
    jump k y
  }
  if c {
    call g a return j
  } else {
    jump j 1
  }
}

; cps 1
;
; export fun f.0(a.1: i64, c.2: i1, g.3: fun(i64) -> (i64)) return k.4: cont(i64) {
;   cont j.5(x.6: i64) {
;     y.7: i64 = add.i64 x.6 a.1
;     jump k.4 y.7
;   }
;   if c.2 {
;     call g.3 a.1 return j.5
;   } else {
;     y.8: i64 = add.i64 1 a.1
;     jump k.4 y.8
;   }
; }
