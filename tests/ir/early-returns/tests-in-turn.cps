;; passes: early-returns
;; Tests behind tests are copied as well; a raise is as short as a call, and stays among them.

cps 1

export fun find(a: array(i64), i: i64, x: i64, e: exn) return k: cont(i64) {
  n: i64 = array.len a
  low: i1 = slt.i64 i 0
  if low {
    raise e
  } else {
    out: i1 = sge.i64 i n
    if out {
      jump k -1
    } else {
      y: i64 = array.get a i
      same: i1 = eq.i64 x y
      if same {
        jump k i
      } else {
        next: i64 = sadd.i64 i 1
        cont one(r: i64) {
          s: i64 = sadd.i64 r 1
          jump k s
        }
        call find a next x e return one
      }
    }
  }
}

; cps 1
;
; fun find.20(a.15: array(i64), i.16: i64, x.17: i64, e.18: exn) return k.19: cont(i64) {
;   next.11: i64 = sadd.i64 i.16 1
;   cont one.12(r.13: i64) {
;     s.14: i64 = sadd.i64 r.13 1
;     jump k.19 s.14
;   }
;   call find.0 a.15 next.11 x.17 e.18 return one.12
; }
;
; export fun find.0(a.1: array(i64), i.2: i64, x.3: i64, e.4: exn) return k.5: cont(i64) {
;   low.7: i1 = slt.i64 i.2 0
;   if low.7 {
;     raise e.4
;   } else {
;     n.6: i64 = array.len a.1
;     out.8: i1 = sge.i64 i.2 n.6
;     if out.8 {
;       jump k.5 -1
;     } else {
;       y.9: i64 = array.get a.1 i.2
;       same.10: i1 = eq.i64 x.3 y.9
;       if same.10 {
;         jump k.5 i.2
;       } else {
;         call find.20 a.1 i.2 x.3 e.4 return k.5
;       }
;     }
;   }
; }
