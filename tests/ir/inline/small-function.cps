;; passes: inline
;; Copied to both calls; the copies know where they were inlined.

cps 1
pos !1 = "a.sml" 1:10
pos !2 = "a.sml" 5:1
pos !3 = "a.sml" 6:1

fun max(a: i64, b: i64) return k: cont(i64) {
  c: i1 = slt.i64 a b !1
  if c {
    jump k b
  } else {
    jump k a
  }
}

export fun max3(a: i64, b: i64, c: i64) return k: cont(i64) {
  cont j(m: i64) !2 {
    call max m c return k !3
  }
  call max a b return j !2
}

; cps 1
; pos !1 = "a.sml" 1:10
; pos !2 = "a.sml" 5:1
; pos !3 = "a.sml" 6:1
; pos !4 = "a.sml" 1:10 in !2
;
; fun max.0(a.2: i64, b.3: i64) return k.4: cont(i64) {
;   c.5: i1 = slt.i64 a.2 b.3 !1
;   if c.5 {
;     jump k.4 b.3
;   } else {
;     jump k.4 a.2
;   }
; }
;
; export fun max3.1(a.6: i64, b.7: i64, c.8: i64) return k.9: cont(i64) {
;   cont j.10(m.11: i64) !2 {
;     c.12: i1 = slt.i64 m.11 c.8 !1
;     if c.12 {
;       jump k.9 c.8
;     } else {
;       jump k.9 m.11
;     }
;   }
;   c.13: i1 = slt.i64 a.6 b.7 !4
;   if c.13 {
;     jump j.10 b.7
;   } else {
;     jump j.10 a.6
;   }
; }
