;; passes: hot-paths,contract
;; The usual way through two additions is one piece of code; the rare calls return to the originals.

cps 1

export fun f(a: any, b: any, c: any, slow: fun(any, any) -> (any)) return k: cont(any) {
  cont j(x: any) {
    cont l(y: any) {
      t: (any, any) = tuple y x
      u: any = any.in[tuple.2] t
      jump k u
    }
    (ok: i1, s: any) = small.add x c
    if ok {
      jump l s
    } else {
      call slow x c return l
    }
  }
  (ok: i1, r: any) = small.add a b
  if ok {
    jump j r
  } else {
    call slow a b return j
  }
}

; cps 1
;
; export fun f.3(a.4: any, b.5: any, c.6: any, slow.7: fun(any, any) -> (any)) return k.8: cont(any) {
;   cont j.9(x.10: any) {
;     cont l.11(y.12: any) {
;       t.13: (any, any) = tuple y.12 x.10
;       u.14: any = any.in[tuple.2] t.13
;       jump k.8 u.14
;     }
;     (ok.15: i1, s.16: any) = small.add x.10 c.6
;     if ok.15 {
;       jump l.11 s.16
;     } else {
;       call slow.7 x.10 c.6 return l.11
;     }
;   }
;   (ok.17: i1, r.18: any) = small.add a.4 b.5
;   if ok.17 {
;     cont l.21(y.22: any) {
;       t.23: (any, any) = tuple y.22 r.18
;       u.24: any = any.in[tuple.2] t.23
;       jump k.8 u.24
;     }
;     (ok.25: i1, s.26: any) = small.add r.18 c.6
;     if ok.25 {
;       t.29: (any, any) = tuple s.26 r.18
;       u.30: any = any.in[tuple.2] t.29
;       jump k.8 u.30
;     } else {
;       call slow.7 r.18 c.6 return l.21
;     }
;   } else {
;     call slow.7 a.4 b.5 return j.9
;   }
; }
