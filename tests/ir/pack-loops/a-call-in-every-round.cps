;; passes: pack-loops
;; A loop with a call in every round is marked; one that may go around without is not.
cps 1
export fun f(n: i64, g: fun(i64) -> (i64)) return k: cont(i64) {
  cont second(m: i64) {
    cont skips(i: i64) {
      odd: i64 = and.i64 i 1
      even: i1 = eq.i64 odd 0
      if even {
        j: i64 = add.i64 i 1
        jump skips j
      } else {
        cont next.1(j.1: i64) { jump skips j.1 }
        call g i return next.1
      }
    }
    jump skips m
  }
  cont calls(i.2: i64) {
    done: i1 = sge.i64 i.2 n
    if done {
      jump second i.2
    } else {
      cont next(j.2: i64) { jump calls j.2 }
      call g i.2 return next
    }
  }
  jump calls 0
}

; cps 1
;
; export fun f.3(n.4: i64, g.5: fun(i64) -> (i64)) return k.6: cont(i64) {
;   cont second.7(m.8: i64) {
;     cont skips.9(i.10: i64) {
;       odd.11: i64 = and.i64 i.10 1
;       even.12: i1 = eq.i64 odd.11 0
;       if even.12 {
;         j.13: i64 = add.i64 i.10 1
;         jump skips.9 j.13
;       } else {
;         cont next.1(j.14: i64) {
;           jump skips.9 j.14
;         }
;         call g.5 i.10 return next.1
;       }
;     }
;     jump skips.9 m.8
;   }
;   cont calls.15(i.2: i64) packed {
;     done.16: i1 = sge.i64 i.2 n.4
;     if done.16 {
;       jump second.7 i.2
;     } else {
;       cont next.17(j.18: i64) {
;         jump calls.15 j.18
;       }
;       call g.5 i.2 return next.17
;     }
;   }
;   jump calls.15 0
; }
