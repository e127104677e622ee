;; passes:
;; to: flow
;; A loop that is marked as short is a local function, which sees the variables around it and
;; has no check.

cps 1

export fun sum(a: array(i64)) return k: cont(i64) {
  cont loop(i: i64, s: i64) short {
    c: i1 = slt.i64 i 5
    if c {
      x: i64 = array.get a i
      t: i64 = add.i64 s x
      j: i64 = add.i64 i 1
      jump loop j t
    } else {
      jump k s
    }
  }
  jump loop 0 0
}

; flow 1
;
; export fun sum(a.1: ref) return k.2 {
;   () = check 0 a.1 k.2
;   fun loop.0(i.4: i64, s.5: i64) {
;     c.6: i1 = slt.i64 i.4 5
;     if c.6 {
;       x.7: i64 = array.get[i64] a.1 i.4
;       t.8: i64 = add.i64 s.5 x.7
;       j.9: i64 = add.i64 i.4 1
;       jump loop.0 j.9 t.8
;     } else {
;       throw k.2 s.5
;     }
;   }
;   jump loop.0 0 0
; }
