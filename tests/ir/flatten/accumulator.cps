;; passes: flatten,contract
;; A pair that goes round a loop is passed by its components and never made.

cps 1

export fun fib(n: i64) return r: cont(i64) {
  cont loop(i: i64, p: (i64, i64)) {
    a: i64 = get.0 p
    b: i64 = get.1 p
    c: i1 = slt.i64 i n
    if c {
      s: i64 = sadd.i64 a b
      q: (i64, i64) = tuple b s
      j: i64 = add.i64 i 1
      jump loop j q
    } else {
      jump r a
    }
  }
  start: (i64, i64) = tuple 0 1
  jump loop 0 start
}

; cps 1
;
; export fun fib.0(n.1: i64) return r.2: cont(i64) {
;   cont loop.3(i.4: i64, p.13: i64, p.14: i64) {
;     c.8: i1 = slt.i64 i.4 n.1
;     if c.8 {
;       s.9: i64 = sadd.i64 p.13 p.14
;       j.11: i64 = add.i64 i.4 1
;       jump loop.3 j.11 p.14 s.9
;     } else {
;       jump r.2 p.13
;     }
;   }
;   jump loop.3 0 0 1
; }
