;; passes: contify
;; Not if there are two places to return to, nor if the recursion is not a tail call.

cps 1

fun half(n: i64) return k: cont(i64) {
  m: i64 = quot.i64 n 2
  jump k m
}

export fun f(n: i64) return r: cont(i64) {
  fun sum(i: i64) return k: cont(i64) {
    c: i1 = slt.i64 i n
    if c {
      j: i64 = add.i64 i 1
      cont add(s: i64) {
        t: i64 = sadd.i64 s i
        jump k t
      }
      call sum j return add
    } else {
      jump k 0
    }
  }
  cont b(y: i64) {
    call sum y return r
  }
  cont a(x: i64) {
    call half x return b
  }
  call half n return a
}

; cps 1
;
; fun half.0(n.2: i64) return k.3: cont(i64) {
;   m.4: i64 = quot.i64 n.2 2
;   jump k.3 m.4
; }
;
; export fun f.1(n.5: i64) return r.6: cont(i64) {
;   fun sum.7(i.8: i64) return k.9: cont(i64) {
;     c.10: i1 = slt.i64 i.8 n.5
;     if c.10 {
;       j.11: i64 = add.i64 i.8 1
;       cont add.12(s.13: i64) {
;         t.14: i64 = sadd.i64 s.13 i.8
;         jump k.9 t.14
;       }
;       call sum.7 j.11 return add.12
;     } else {
;       jump k.9 0
;     }
;   }
;   cont b.15(y.16: i64) {
;     call sum.7 y.16 return r.6
;   }
;   cont a.17(x.18: i64) {
;     call half.0 x.18 return b.15
;   }
;   call half.0 n.5 return a.17
; }
