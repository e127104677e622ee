;; passes: contify
;; A loop that always returns to the same continuation becomes a block.

cps 1

export fun sum(n: i64) return r: cont(i64) {
  fun loop(i: i64, a: i64) return k: cont(i64) {
    c: i1 = slt.i64 i n
    if c {
      j: i64 = add.i64 i 1
      b: i64 = sadd.i64 a i
      call loop j b return k
    } else {
      jump k a
    }
  }
  cont done(x: i64) {
    y: i64 = smul.i64 x 2
    jump r y
  }
  call loop 0 0 return done
}

; cps 1
;
; export fun sum.0(n.1: i64) return r.2: cont(i64) {
;   cont done.10(x.11: i64) {
;     y.12: i64 = smul.i64 x.11 2
;     jump r.2 y.12
;   }
;   cont loop.3(i.4: i64, a.5: i64) {
;     c.7: i1 = slt.i64 i.4 n.1
;     if c.7 {
;       j.8: i64 = add.i64 i.4 1
;       b.9: i64 = sadd.i64 a.5 i.4
;       jump loop.3 j.8 b.9
;     } else {
;       jump done.10 a.5
;     }
;   }
;   jump loop.3 0 0
; }
