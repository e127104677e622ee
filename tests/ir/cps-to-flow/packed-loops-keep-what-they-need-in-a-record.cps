;; passes:
;; to: flow
;; What a packed loop needs from outside is in one record: `next`, which leads back, is given
;; that, and `last`, which does not, what it needs itself.
cps 1
export fun f(n: i64, a: str, b: str, g: fun(str) -> (i64)) return k: cont(i64) {
  cont loop(i: i64) packed {
    done: i1 = sge.i64 i n
    if done {
      cont last(x: i64) {
        y: i64 = add.i64 x n
        jump k y
      }
      call g b return last
    } else {
      cont next(j: i64) {
        l: i64 = add.i64 i j
        jump loop l
      }
      call g a return next
    }
  }
  jump loop 0
}

; flow 1
;
; export fun f(n.1: i64, a.2: ref, b.3: ref, g.4: ref) return k.5 {
;   () = check 40 a.2 b.3 g.4 k.5
;   packed.15: ref = record.0 n.1 a.2 b.3 g.4
;   apply loop.block.6 0 packed.15 return k.5
; }
;
; known loop.block.6 of "f"(i.7: i64, packed.16: ref) return k.5 {
;   n.1: i64 = load.1 packed.16
;   done.8: i1 = sge.i64 i.7 n.1
;   a.2: ref = load.2 packed.16
;   b.3: ref = load.3 packed.16
;   g.4: ref = load.4 packed.16
;   if done.8 {
;     frame.17: cont = push last.9 k.5 n.1
;     apply * g.4 b.3 return frame.17
;   } else {
;     frame.18: cont = push next.12 k.5 i.7 packed.16
;     apply * g.4 a.2 return frame.18
;   }
; }
;
; cont next.12 of "f"(j.13: i64) return frame.19 fields (i64, ref) {
;   (k.5: cont, i.7: i64, packed.20: ref) = pop frame.19
;   l.14: i64 = add.i64 i.7 j.13
;   apply loop.block.6 l.14 packed.20 return k.5
; }
;
; cont last.9 of "f"(x.10: i64) return frame.21 fields (i64) {
;   (k.5: cont, n.1: i64) = pop frame.21
;   y.11: i64 = add.i64 x.10 n.1
;   throw k.5 y.11
; }
