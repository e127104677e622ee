;; passes: hot-paths
;; A join point that a usual call returns to is a cluster anyway.

cps 1

export fun f(a: any, b: any, p: i1, g: fun(any, any) -> (any)) return k: cont(any) {
  cont j(x: any) {
    t: (any, any) = tuple x x
    u: any = any.in[tuple.2] t
    jump k u
  }
  if p {
    jump j a
  } else {
    call g a b return j
  }
}

; cps 1
;
; export fun f.3(a.4: any, b.5: any, p.6: i1, g.7: fun(any, any) -> (any)) return k.8: cont(any) {
;   cont j.9(x.10: any) {
;     t.11: (any, any) = tuple x.10 x.10
;     u.12: any = any.in[tuple.2] t.11
;     jump k.8 u.12
;   }
;   if p.6 {
;     jump j.9 a.4
;   } else {
;     call g.7 a.4 b.5 return j.9
;   }
; }
