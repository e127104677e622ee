cps 1
;; Cases are complete where there is no default.
sum s = a | b
fun f(s: s) return k: cont(i64) { ; error: case on s has no default and not all constructors
  case s { a => { jump k 1 } }
}
