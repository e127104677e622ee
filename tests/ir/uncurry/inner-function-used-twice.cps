;; passes: uncurry
;; Not if the inner function is used for something besides being returned.

cps 1

fun f(x: i64) return k: cont(fun(i64) -> (i64)) {
  fun g(y: i64) return l: cont(i64) {
    z: i1 = eq.i64 y 0
    if z {
      jump l x
    } else {
      call g 0 return l
    }
  }
  jump k g
}

export fun main(a: i64) return r: cont(fun(i64) -> (i64)) {
  call f a return r
}

; cps 1
;
; fun f.0(x.2: i64) return k.3: cont(fun(i64) -> (i64)) {
;   fun g.4(y.5: i64) return l.6: cont(i64) {
;     z.7: i1 = eq.i64 y.5 0
;     if z.7 {
;       jump l.6 x.2
;     } else {
;       call g.4 0 return l.6
;     }
;   }
;   jump k.3 g.4
; }
;
; export fun main.1(a.8: i64) return r.9: cont(fun(i64) -> (i64)) {
;   call f.0 a.8 return r.9
; }
