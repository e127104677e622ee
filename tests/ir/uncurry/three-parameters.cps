;; passes: uncurry
;; Three parameters that come one by one: two wrappers and a worker.

cps 1

fun add3(x: i64) return k: cont(fun(i64) -> (fun(i64) -> (i64))) {
  fun add2(y: i64) return l: cont(fun(i64) -> (i64)) {
    s: i64 = add.i64 x y
    fun add1(z: i64) return m: cont(i64) {
      t: i64 = add.i64 s z
      jump m t
    }
    jump l add1
  }
  jump k add2
}

export fun f(a: i64) return r: cont(fun(i64) -> (fun(i64) -> (i64))) {
  call add3 a return r
}

; cps 1
;
; fun add3.0(x.15: i64) return k.17: cont(fun(i64) -> (fun(i64) -> (i64))) {
;   fun add2.18(y.16: i64) return l.19: cont(fun(i64) -> (i64)) {
;     call add3.14 x.15 y.16 return l.19
;   }
;   jump k.17 add2.18
; }
;
; fun add3.14(x.21: i64, y.22: i64) return l.24: cont(fun(i64) -> (i64)) {
;   fun add1.25(z.23: i64) return m.26: cont(i64) {
;     call add3.20 x.21 y.22 z.23 return m.26
;   }
;   jump l.24 add1.25
; }
;
; fun add3.20(x.2: i64, y.5: i64, z.9: i64) return m.10: cont(i64) {
;   s.7: i64 = add.i64 x.2 y.5
;   t.11: i64 = add.i64 s.7 z.9
;   jump m.10 t.11
; }
;
; export fun f.1(a.12: i64) return r.13: cont(fun(i64) -> (fun(i64) -> (i64))) {
;   call add3.0 a.12 return r.13
; }
