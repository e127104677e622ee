;; passes: hoist-handlers
;; The second round has the handler of the first, and reads that.
cps 1
fun f(n: i64) return k: cont(i64) {
  outer: cont(exn) = gethandler
  cont go(i: i64, s: i64) {
    b: i1 = slt.i64 i n
    if b {
      old: cont(exn) = gethandler
      cont h(e: exn) { sethandler old jump go n 0 }
      sethandler h
      t: i64 = sadd.i64 s i
      j: i64 = add.i64 i 1
      jump go j t
    } else {
      sethandler outer
      jump k s
    }
  }
  jump go 0 0
}

; cps 1
;
; fun f.0(n.1: i64) return k.2: cont(i64) {
;   outer.3: cont(exn) = gethandler
;   cont go.4(i.5: i64, s.6: i64) {
;     b.7: i1 = slt.i64 i.5 n.1
;     if b.7 {
;       old.8: cont(exn) = gethandler
;       cont h.9(e.10: exn) {
;         sethandler old.8
;         jump go.4 n.1 0
;       }
;       sethandler h.9
;       t.11: i64 = sadd.i64 s.6 i.5
;       j.12: i64 = add.i64 i.5 1
;       jump go.4 j.12 t.11
;     } else {
;       sethandler outer.3
;       jump k.2 s.6
;     }
;   }
;   jump go.4 0 0
; }
