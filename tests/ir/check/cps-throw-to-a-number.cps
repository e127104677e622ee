cps 1
;; What is thrown to is a continuation.
fun f(x: i64) return k: cont(i64) { ; error: throw wants a continuation
  throw x x
}
