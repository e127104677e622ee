;; passes: early-returns
;; The test becomes a function of its own, which calls the rest.

cps 1

fun fib(n: i64) return k: cont(i64) {
  c: i1 = slt.i64 n 2
  if c {
    jump k n
  } else {
    cont after(a: i64) {
      cont both(b: i64) {
        s: i64 = sadd.i64 a b
        jump k s
      }
      n2: i64 = ssub.i64 n 2
      call fib n2 return both
    }
    n1: i64 = ssub.i64 n 1
    call fib n1 return after
  }
}

fun main() return k: cont() {
  cont show(x: i64) {
    s: str = i64.to.str x 10
    () = print s
    jump k
  }
  call fib 12 return show
}

entry main

; cps 1
;
; fun fib.18(n.16: i64) return k.17: cont(i64) {
;   cont after.5(a.6: i64) {
;     cont both.7(b.8: i64) {
;       s.9: i64 = sadd.i64 a.6 b.8
;       jump k.17 s.9
;     }
;     n2.10: i64 = ssub.i64 n.16 2
;     call fib.0 n2.10 return both.7
;   }
;   n1.11: i64 = ssub.i64 n.16 1
;   call fib.0 n1.11 return after.5
; }
;
; fun fib.0(n.2: i64) return k.3: cont(i64) {
;   c.4: i1 = slt.i64 n.2 2
;   if c.4 {
;     jump k.3 n.2
;   } else {
;     call fib.18 n.2 return k.3
;   }
; }
;
; fun main.1() return k.12: cont() {
;   cont show.13(x.14: i64) {
;     s.15: str = i64.to.str x.14 10
;     () = print s.15
;     jump k.12
;   }
;   call fib.0 12 return show.13
; }
;
; entry main.1
