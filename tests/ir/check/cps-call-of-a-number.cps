cps 1
;; What is called is a function.
fun f(x: i64) return k: cont(i64) { ; error: call of a i64
  call x x return k
}
