;; passes: hot-paths,contract
;; What is likely is the usual way: the call on the other one returns to the original of the join point.

cps 1

export fun f(i: i64, n: i64, slow: fun(i64) -> (i64)) return k: cont(i64) {
  cont j(x: i64) {
    y: i64 = sadd.i64 x n
    jump k y
  }
  c: i1 = slt.i64 i n
  b: i1 = likely.i1 c
  if b {
    jump j i
  } else {
    call slow n return j
  }
}

; cps 1
;
; export fun f.0(i.1: i64, n.2: i64, slow.3: fun(i64) -> (i64)) return k.4: cont(i64) {
;   cont j.5(x.6: i64) {
;     y.7: i64 = sadd.i64 x.6 n.2
;     jump k.4 y.7
;   }
;   c.8: i1 = slt.i64 i.1 n.2
;   b.9: i1 = likely.i1 c.8
;   if b.9 {
;     y.12: i64 = sadd.i64 i.1 n.2
;     jump k.4 y.12
;   } else {
;     call slow.3 n.2 return j.5
;   }
; }
