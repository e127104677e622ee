;; passes: hot-paths,contract
;; Code that only rare ways jump to is rare as well: its call returns to the original, and the usual
;; ways have a copy of the join point. What a call returns to leads to the original, too.

cps 1

export fun f(a: any, b: any, slow: fun(any) -> (any)) return k: cont(any) {
  cont j(x: any) {
    t: (any, any) = tuple x a
    u: any = any.in[tuple.2] t
    jump k u
  }
  cont rare(x: any) {
    cont back(y: any) {
      jump j y
    }
    call slow x return back
  }
  (is: i1, n: i64) = small.get a
  if is {
    (ok: i1, r: any) = small.add a b
    if ok {
      jump j r
    } else {
      jump rare b
    }
  } else {
    jump rare a
  }
}

; cps 1
;
; export fun f.3(a.4: any, b.5: any, slow.6: fun(any) -> (any)) return k.7: cont(any) {
;   cont rare.12(x.13: any) {
;     cont back.14(y.15: any) {
;       t.10: (any, any) = tuple y.15 a.4
;       u.11: any = any.in[tuple.2] t.10
;       jump k.7 u.11
;     }
;     call slow.6 x.13 return back.14
;   }
;   (is.16: i1, n.17: i64) = small.get a.4
;   if is.16 {
;     (ok.18: i1, r.19: any) = small.add a.4 b.5
;     if ok.18 {
;       t.22: (any, any) = tuple r.19 a.4
;       u.23: any = any.in[tuple.2] t.22
;       jump k.7 u.23
;     } else {
;       jump rare.12 b.5
;     }
;   } else {
;     jump rare.12 a.4
;   }
; }
