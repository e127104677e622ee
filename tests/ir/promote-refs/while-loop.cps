;; passes: promote-refs,contract
;; A counter in a reference becomes a parameter of the loop.

cps 1

export fun f(n: i64) return k: cont(i64) {
  i: ref(i64) = ref 0
  cont loop() {
    a: i64 = deref i
    c: i1 = slt.i64 a n
    if c {
      b: i64 = sadd.i64 a 3
      () = assign i b
      jump loop
    } else {
      d: i64 = deref i
      jump k d
    }
  }
  jump loop
}

; cps 1
;
; export fun f.0(n.1: i64) return k.2: cont(i64) {
;   cont loop.4(i.9: i64) {
;     c.6: i1 = slt.i64 i.9 n.1
;     if c.6 {
;       b.7: i64 = sadd.i64 i.9 3
;       jump loop.4 b.7
;     } else {
;       jump k.2 i.9
;     }
;   }
;   jump loop.4 0
; }
