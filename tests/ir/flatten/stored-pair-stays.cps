;; passes: flatten
;; A pair that is also stored, and the parameter of a return point, stay; the unused parameter goes.

cps 1
global last: (i64, i64)

fun f(p: (i64, i64), unused: i64) return k: cont(i64) {
  () = global.set last p
  a: i64 = get.0 p
  jump k a
}

export fun main(n: i64) return r: cont(i64) {
  cont j(x: i64) {
    q: (i64, i64) = tuple x n
    call f q 2 return r
  }
  p: (i64, i64) = tuple n n
  call f p 1 return j
}

; cps 1
; global last: (i64, i64)
;
; fun f.0(p.2: (i64, i64)) return k.4: cont(i64) {
;   () = global.set last p.2
;   a.5: i64 = get.0 p.2
;   jump k.4 a.5
; }
;
; export fun main.1(n.6: i64) return r.7: cont(i64) {
;   cont j.8(x.9: i64) {
;     q.10: (i64, i64) = tuple x.9 n.6
;     call f.0 q.10 return r.7
;   }
;   p.11: (i64, i64) = tuple n.6 n.6
;   call f.0 p.11 return j.8
; }
