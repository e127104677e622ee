;; passes: inline
;; Rare ways do not count for the size of a function, and nothing is copied to them.

cps 1

fun slow(a: any, b: any) return k: cont(any) {
  t: (any, any) = tuple a b
  u: any = any.in[tuple.2] t
  jump k u
}

fun plus(a: any, b: any) return k: cont(any) {
  (ok: i1, r: any) = small.add a b
  if ok {
    jump k r
  } else {
    cont j(x: any) {
      t: (any, any) = tuple x a
      u: any = any.in[tuple.2] t
      v: (any, any) = tuple u b
      w: any = any.in[tuple.2] v
      jump k w
    }
    call slow a b return j
  }
}

export fun f(a: any, b: any) return k: cont(any) {
  cont j(x: any) {
    call plus x a return k
  }
  call plus a b return j
}

; cps 1
;
; fun slow.3(a.6: any, b.7: any) return k.8: cont(any) {
;   t.9: (any, any) = tuple a.6 b.7
;   u.10: any = any.in[tuple.2] t.9
;   jump k.8 u.10
; }
;
; fun plus.4(a.11: any, b.12: any) return k.13: cont(any) {
;   (ok.14: i1, r.15: any) = small.add a.11 b.12
;   if ok.14 {
;     jump k.13 r.15
;   } else {
;     cont j.16(x.17: any) {
;       t.18: (any, any) = tuple x.17 a.11
;       u.19: any = any.in[tuple.2] t.18
;       v.20: (any, any) = tuple u.19 b.12
;       w.21: any = any.in[tuple.2] v.20
;       jump k.13 w.21
;     }
;     call slow.3 a.11 b.12 return j.16
;   }
; }
;
; export fun f.5(a.22: any, b.23: any) return k.24: cont(any) {
;   cont j.25(x.26: any) {
;     (ok.27: i1, r.28: any) = small.add x.26 a.22
;     if ok.27 {
;       jump k.24 r.28
;     } else {
;       cont j.29(x.30: any) {
;         t.31: (any, any) = tuple x.30 x.26
;         u.32: any = any.in[tuple.2] t.31
;         v.33: (any, any) = tuple u.32 a.22
;         w.34: any = any.in[tuple.2] v.33
;         jump k.24 w.34
;       }
;       call slow.3 x.26 a.22 return j.29
;     }
;   }
;   (ok.35: i1, r.36: any) = small.add a.22 b.23
;   if ok.35 {
;     jump j.25 r.36
;   } else {
;     cont j.37(x.38: any) {
;       t.39: (any, any) = tuple x.38 a.22
;       u.40: any = any.in[tuple.2] t.39
;       v.41: (any, any) = tuple u.40 b.23
;       w.42: any = any.in[tuple.2] v.41
;       jump j.25 w.42
;     }
;     call slow.3 a.22 b.23 return j.37
;   }
; }
