;; passes: inline
;; The lines of a function inside an inlined one do not say where that was inlined: it has a frame of its own.

cps 1
pos !1 = "f.src" 1:1 of "inside"
pos !2 = "f.src" 2:1 of "outer"
pos !3 = "f.src" 3:1 of "main"

fun outer(n: i64) return k: cont(i64) {
  fun inside() return r: cont(i64) !1 {
    q: i64 = quot.i64 1 n !1
    jump r q
  }
  m: i64 = sadd.i64 n 1 !2
  call inside return k !2
}

export fun main(n: i64, g: fun(fun(i64) -> (i64)) -> (i64)) return k: cont(i64) {
  cont again(x: i64) !3 {
    call g outer return k !3
  }
  call outer n return again !3
}

; cps 1
; pos !1 = "f.src" 1:1 of "inside"
; pos !2 = "f.src" 2:1 of "outer"
; pos !3 = "f.src" 3:1 of "main"
; pos !4 = "f.src" 2:1 of "outer" in !3
;
; fun outer.0(n.2: i64) return k.3: cont(i64) {
;   fun inside.4() return r.5: cont(i64) !1 {
;     q.6: i64 = quot.i64 1 n.2 !1
;     jump r.5 q.6
;   }
;   m.7: i64 = sadd.i64 n.2 1 !2
;   call inside.4 return k.3 !2
; }
;
; export fun main.1(n.8: i64, g.9: fun(fun(i64) -> (i64)) -> (i64)) return k.10: cont(i64) {
;   cont again.11(x.12: i64) !3 {
;     call g.9 outer.0 return k.10 !3
;   }
;   fun inside.13() return r.14: cont(i64) !1 {
;     q.15: i64 = quot.i64 1 n.8 !1
;     jump r.14 q.15
;   }
;   m.16: i64 = sadd.i64 n.8 1 !4
;   call inside.13 return again.11 !4
; }
