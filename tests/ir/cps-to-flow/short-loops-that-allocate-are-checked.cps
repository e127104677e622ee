;; passes:
;; to: flow
;; A mark that is wrong costs nothing but its effect: the loop allocates, so it is a cluster with
;; a check.

cps 1
sum list = nil | cons(i64, list)

export fun build(n: i64) return k: cont(list) {
  cont loop(i: i64, l: list) short {
    c: i1 = slt.i64 i n
    if c {
      m: list = con.list.cons i l
      j: i64 = add.i64 i 1
      jump loop j m
    } else {
      jump k l
    }
  }
  e: list = con.list.nil
  jump loop 0 e
}

; flow 1
;
; export fun build(n.1: i64) return k.2 {
;   () = check 0 k.2
;   apply loop.block.3 0 imm 1 n.1 return k.2
; }
;
; known loop.block.3 of "build"(i.4: i64, l.5: ref, n.1: i64) return k.2 {
;   () = check 24 l.5 k.2
;   c.6: i1 = slt.i64 i.4 n.1
;   if c.6 {
;     m.7: ref = record.1 i.4 l.5
;     j.8: i64 = add.i64 i.4 1
;     apply loop.block.3 j.8 m.7 n.1 return k.2
;   } else {
;     throw k.2 l.5
;   }
; }
