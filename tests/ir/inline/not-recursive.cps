;; passes: inline
;; Of two functions that call one another the larger is never copied, the smaller is.

cps 1

fun even(n: i64) return k: cont(i1) {
  z: i1 = eq.i64 n 0
  if z {
    jump k true
  } else {
    m: i64 = sub.i64 n 1
    call odd m return k
  }
}

fun odd(n: i64) return k: cont(i1) {
  m: i64 = sub.i64 n 1
  call even m return k
}

export fun f(n: i64) return k: cont(i1, i1) {
  cont a(x: i1) {
    cont b(y: i1) {
      jump k x y
    }
    call odd n return b
  }
  call even n return a
}

; cps 1
;
; fun even.0(n.3: i64) return k.4: cont(i1) {
;   z.5: i1 = eq.i64 n.3 0
;   if z.5 {
;     jump k.4 true
;   } else {
;     m.6: i64 = sub.i64 n.3 1
;     call odd.1 m.6 return k.4
;   }
; }
;
; fun odd.1(n.7: i64) return k.8: cont(i1) {
;   m.9: i64 = sub.i64 n.7 1
;   z.16: i1 = eq.i64 m.9 0
;   if z.16 {
;     jump k.8 true
;   } else {
;     m.17: i64 = sub.i64 m.9 1
;     call odd.1 m.17 return k.8
;   }
; }
;
; export fun f.2(n.10: i64) return k.11: cont(i1, i1) {
;   cont a.12(x.13: i1) {
;     cont b.14(y.15: i1) {
;       jump k.11 x.13 y.15
;     }
;     call odd.1 n.10 return b.14
;   }
;   z.18: i1 = eq.i64 n.10 0
;   if z.18 {
;     jump a.12 true
;   } else {
;     m.19: i64 = sub.i64 n.10 1
;     call odd.1 m.19 return a.12
;   }
; }
