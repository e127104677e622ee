cps 1
;; A continuation is used in the function that binds it.
fun f(x: i64) return k: cont(i64) { ; error: continuation k.2 is used in a nested function
  fun g(y: i64) return l: cont(i64) {
    jump k y
  }
  call g x return k
}
