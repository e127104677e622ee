cps 1
;; A value is no continuation.
fun f(x: i64) return k: cont(i64) { ; error: x.1 is used as a continuation
  call f x return x
}
