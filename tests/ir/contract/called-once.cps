;; passes: contract
;; A function called once continues the body of its caller; positions say where.

cps 1
pos !1 = "list.sml" 4:7
pos !2 = "main.sml" 9:3

fun square(x: i64) return k: cont(i64) !1 {
  y: i64 = smul.i64 x x !1
  jump k y
}

export fun main(a: i64) return r: cont(i64) {
  cont j(b: i64) !2 {
    c: i64 = sadd.i64 b 0 !2
    jump r c
  }
  call square a return j !2
}

; cps 1
; pos !1 = "list.sml" 4:7
; pos !2 = "main.sml" 9:3
; pos !3 = "list.sml" 4:7 in !2
;
; export fun main.1(a.5: i64) return r.6: cont(i64) {
;   y.4: i64 = smul.i64 a.5 a.5 !3
;   jump r.6 y.4
; }
