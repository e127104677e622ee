;; passes:
;; to: flow
;; A continuation that a call returns to becomes a cluster; its frame holds what it needs.
cps 1
fun g.0(x.1: i64) return k.2: cont(i64) {
  jump k.2 x.1
}
export fun f.3(x.4: i64, s.5: str) return k.6: cont(i64, str) {
  cont after.7(y.8: i64) {
    z.9: i64 = sadd.i64 y.8 x.4
    jump k.6 z.9 s.5
  }
  call g.0 x.4 return after.7
}

; flow 1
;
; known g.0 of "g"(x.1: i64) return k.2 {
;   () = check 0 k.2
;   throw k.2 x.1
; }
;
; export fun f(x.4: i64, s.5: ref) return k.6 {
;   () = check 32 s.5 k.6
;   frame.10: cont = push after.7 k.6 x.4 s.5
;   apply g.0 x.4 return frame.10
; }
;
; cont after.7 of "f"(y.8: i64) return frame.11 fields (i64, ref) {
;   (k.6: cont, x.4: i64, s.5: ref) = pop frame.11
;   z.9: i64 = sadd.i64 y.8 x.4
;   throw k.6 z.9 s.5
; }
