;; passes: known-throws,contract,flatten,contract
;; Every call passes the continuation that it returns to, so that the throw is a return.
cps 1
fun fib(n: i64, c: cont(i64)) return k: cont(i64) {
  small: i1 = slt.i64 n 2
  if small {
    throw c n
  } else {
    cont first(a: i64) {
      cont second(b: i64) {
        sum: i64 = sadd.i64 a b
        throw c sum
      }
      q: cont(i64) = capture second
      m: i64 = ssub.i64 n 2
      call fib m q return second
    }
    p: cont(i64) = capture first
    m.1: i64 = ssub.i64 n 1
    call fib m.1 p return first
  }
}
fun main() return k: cont() {
  cont shown(n: i64) {
    s: str = i64.to.str n 10
    () = print s
    jump k
  }
  c: cont(i64) = capture shown
  call fib 20 c return shown
}
entry main

; cps 1
;
; fun fib.2(n.4: i64) return k.6: cont(i64) {
;   small.7: i1 = slt.i64 n.4 2
;   if small.7 {
;     jump k.6 n.4
;   } else {
;     cont first.8(a.9: i64) {
;       cont second.10(b.11: i64) {
;         sum.12: i64 = sadd.i64 a.9 b.11
;         jump k.6 sum.12
;       }
;       m.14: i64 = ssub.i64 n.4 2
;       call fib.2 m.14 return second.10
;     }
;     m.1: i64 = ssub.i64 n.4 1
;     call fib.2 m.1 return first.8
;   }
; }
;
; fun main.3() return k.16: cont() {
;   cont shown.17(n.18: i64) {
;     s.19: str = i64.to.str n.18 10
;     () = print s.19
;     jump k.16
;   }
;   call fib.2 20 return shown.17
; }
;
; entry main.3
