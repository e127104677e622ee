;; passes: early-returns
;; What allocates before the test is not copied to calls, and a function of which nothing returns early is whole.

cps 1

export fun f(n: i64) return k: cont(str) {
  s: str = i64.to.str n 10
  c: i1 = slt.i64 n 0
  if c {
    jump k s
  } else {
    m: i64 = ssub.i64 n 1
    call f m return k
  }
}

export fun g(n: i64) return k: cont(i64) {
  c: i1 = slt.i64 n 0
  if c {
    m: i64 = sadd.i64 n 1
    call g m return k
  } else {
    m: i64 = ssub.i64 n 1
    call g m return k
  }
}

; cps 1
;
; export fun f.0(n.2: i64) return k.3: cont(str) {
;   s.4: str = i64.to.str n.2 10
;   c.5: i1 = slt.i64 n.2 0
;   if c.5 {
;     jump k.3 s.4
;   } else {
;     m.6: i64 = ssub.i64 n.2 1
;     call f.0 m.6 return k.3
;   }
; }
;
; export fun g.1(n.7: i64) return k.8: cont(i64) {
;   c.9: i1 = slt.i64 n.7 0
;   if c.9 {
;     m.10: i64 = sadd.i64 n.7 1
;     call g.1 m.10 return k.8
;   } else {
;     m.11: i64 = ssub.i64 n.7 1
;     call g.1 m.11 return k.8
;   }
; }
