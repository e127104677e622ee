;; passes: inline,contract
;; A function is small without what it does where something likely is not so, though two tests lead there.

cps 1

export fun f(a: i64, b: i64, slow: fun(i64, i64, i64) -> (i64)) return k: cont(i64) {
  fun next(i: i64, n: i64) return k1: cont(i64) {
    cont other() {
      p: i64 = smul.i64 i n
      q: i64 = smul.i64 p p
      r: i64 = smul.i64 q p
      s: i64 = smul.i64 r q
      t: i64 = smul.i64 s p
      u: i64 = smul.i64 t q
      call slow s t u return k1
    }
    c: i1 = slt.i64 i n
    x: i1 = likely.i1 c
    if x {
      d: i1 = ne.i64 n 7
      y: i1 = likely.i1 d
      if y {
        jump k1 i
      } else {
        jump other
      }
    } else {
      jump other
    }
  }
  cont first(x: i64) {
    call next x b return k
  }
  call next a b return first
}

; cps 1
;
; export fun f.0(a.1: i64, b.2: i64, slow.3: fun(i64, i64, i64) -> (i64)) return k.4: cont(i64) {
;   cont first.20(x.21: i64) {
;     cont other.22() {
;       p.23: i64 = smul.i64 x.21 b.2
;       q.24: i64 = smul.i64 p.23 p.23
;       r.25: i64 = smul.i64 q.24 p.23
;       s.26: i64 = smul.i64 r.25 q.24
;       t.27: i64 = smul.i64 s.26 p.23
;       u.28: i64 = smul.i64 t.27 q.24
;       call slow.3 s.26 t.27 u.28 return k.4
;     }
;     c.29: i1 = slt.i64 x.21 b.2
;     x.30: i1 = likely.i1 c.29
;     if x.30 {
;       d.31: i1 = ne.i64 b.2 7
;       y.32: i1 = likely.i1 d.31
;       if y.32 {
;         jump k.4 x.21
;       } else {
;         jump other.22
;       }
;     } else {
;       jump other.22
;     }
;   }
;   cont other.33() {
;     p.34: i64 = smul.i64 a.1 b.2
;     q.35: i64 = smul.i64 p.34 p.34
;     r.36: i64 = smul.i64 q.35 p.34
;     s.37: i64 = smul.i64 r.36 q.35
;     t.38: i64 = smul.i64 s.37 p.34
;     u.39: i64 = smul.i64 t.38 q.35
;     call slow.3 s.37 t.38 u.39 return first.20
;   }
;   c.40: i1 = slt.i64 a.1 b.2
;   x.41: i1 = likely.i1 c.40
;   if x.41 {
;     d.42: i1 = ne.i64 b.2 7
;     y.43: i1 = likely.i1 d.42
;     if y.43 {
;       jump first.20 a.1
;     } else {
;       jump other.33
;     }
;   } else {
;     jump other.33
;   }
; }
