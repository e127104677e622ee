;; passes: hoist-handlers
;; The loop is entered, and goes on, with the handler of the function.
cps 1
fun f(n: i64) return k: cont(i64) {
  cont go(i: i64, s: i64) {
    b: i1 = slt.i64 i n
    if b {
      old: cont(exn) = gethandler
      cont h(e: exn) { sethandler old jump go n 0 }
      sethandler h
      t: i64 = sadd.i64 s i
      sethandler old
      j: i64 = add.i64 i 1
      jump go j t
    } else {
      jump k s
    }
  }
  jump go 0 0
}

; cps 1
;
; fun f.0(n.1: i64) return k.2: cont(i64) {
;   old.12: cont(exn) = gethandler
;   cont go.3(i.4: i64, s.5: i64) {
;     b.6: i1 = slt.i64 i.4 n.1
;     if b.6 {
;       cont h.8(e.9: exn) {
;         sethandler old.12
;         jump go.3 n.1 0
;       }
;       sethandler h.8
;       t.10: i64 = sadd.i64 s.5 i.4
;       sethandler old.12
;       j.11: i64 = add.i64 i.4 1
;       jump go.3 j.11 t.10
;     } else {
;       jump k.2 s.5
;     }
;   }
;   jump go.3 0 0
; }
