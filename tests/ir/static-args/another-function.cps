;; passes: static-args
;; A recursive call with another function: nothing is fixed.

cps 1

export fun f(g: fun(i64) -> (i64), h: fun(i64) -> (i64), x: i64) return k: cont(i64) {
  cont j(y: i64) {
    call f h g y return k
  }
  call g x return j
}

; cps 1
;
; export fun f.0(g.1: fun(i64) -> (i64), h.2: fun(i64) -> (i64), x.3: i64) return k.4: cont(i64) {
;   cont j.5(y.6: i64) {
;     call f.0 h.2 g.1 y.6 return k.4
;   }
;   call g.1 x.3 return j.5
; }
