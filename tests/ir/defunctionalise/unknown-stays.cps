;; passes: defunctionalise
;; Not if a value is put into an `any`, of which nobody knows who calls it.

cps 1

fun make(x: i64) return k: cont(fun(i64) -> (i64)) {
  fun g(y: i64) return l: cont(i64) {
    z: i64 = add.i64 x y
    jump l z
  }
  jump k g
}

fun main() return done: cont() {
  cont j(f: fun(i64) -> (i64)) {
    a: any = any.in["fun(i64) -> (i64)"] f
    h: fun(i64) -> (i64) = any.out["fun(i64) -> (i64)"] a
    cont end(n: i64) {
      s: str = i64.to.str n 10
      () = print s
      jump done
    }
    call h 3 return end
  }
  call make 1 return j
}

entry main

; cps 1
;
; fun make.0(x.2: i64) return k.3: cont(fun(i64) -> (i64)) {
;   fun g.4(y.5: i64) return l.6: cont(i64) {
;     z.7: i64 = add.i64 x.2 y.5
;     jump l.6 z.7
;   }
;   jump k.3 g.4
; }
;
; fun main.1() return done.8: cont() {
;   cont j.9(f.10: fun(i64) -> (i64)) {
;     a.11: any = any.in["fun(i64) -> (i64)"] f.10
;     h.12: fun(i64) -> (i64) = any.out["fun(i64) -> (i64)"] a.11
;     cont end.13(n.14: i64) {
;       s.15: str = i64.to.str n.14 10
;       () = print s.15
;       jump done.8
;     }
;     call h.12 3 return end.13
;   }
;   call make.0 1 return j.9
; }
;
; entry main.1
