;; passes: defunctionalise
;; The closure that is returned is its free variable, and its only function is called.

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
    cont end(n: i64) {
      s: str = i64.to.str n 10
      () = print s
      jump done
    }
    call f 3 return end
  }
  call make 1 return j
}

entry main

; cps 1
; sum closures4 = f4(i64)
;
; fun make.0(x.2: i64) return k.3: cont(closures4) {
;   g.4: closures4 = con.closures4.f4 x.2
;   jump k.3 g.4
; }
;
; fun main.1() return done.8: cont() {
;   cont j.9(f.10: closures4) {
;     cont end.11(n.12: i64) {
;       s.13: str = i64.to.str n.12 10
;       () = print s.13
;       jump done.8
;     }
;     call g.14 f.10 3 return end.11
;   }
;   call make.0 1 return j.9
; }
;
; fun g.14(g.16: closures4, y.5: i64) return l.6: cont(i64) {
;   x.15: i64 = field.closures4.f4.0 g.16
;   z.7: i64 = add.i64 x.15 y.5
;   jump l.6 z.7
; }
;
; entry main.1
