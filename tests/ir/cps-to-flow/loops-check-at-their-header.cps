;; passes:
;; to: flow
;; The header of a loop is a cluster of its own, so that it can check the heap, and the back edge enters it again.
cps 1
export fun count.0(n.1: i64) return k.2: cont(i64) {
  cont loop.3(i.4: i64) {
    more.5: i1 = slt.i64 i.4 n.1
    if more.5 {
      j.6: i64 = add.i64 i.4 1
      jump loop.3 j.6
    } else {
      jump k.2 i.4
    }
  }
  jump loop.3 0
}

; flow 1
;
; export fun count(n.1: i64) return k.2 {
;   () = check 0 k.2
;   apply loop.block.3 0 n.1 return k.2
; }
;
; known loop.block.3 of "count"(i.4: i64, n.1: i64) return k.2 {
;   () = check 0 k.2
;   more.5: i1 = slt.i64 i.4 n.1
;   if more.5 {
;     j.6: i64 = add.i64 i.4 1
;     apply loop.block.3 j.6 n.1 return k.2
;   } else {
;     throw k.2 i.4
;   }
; }
