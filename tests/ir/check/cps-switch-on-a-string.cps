cps 1
;; A switch is on an integer.
fun f(x: str) return k: cont(i64) { ; error: switch on a str
  switch x { _ => { unreachable } }
}
