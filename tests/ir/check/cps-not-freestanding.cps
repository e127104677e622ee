cps 1
;; The code of a foreign function needs no runtime.
foreign f "f" (i64) -> (i64)
define f fun g(x: i64) return k: cont(i64) { ; error: g.0 needs a runtime
  y: i64 = sadd.i64 x 1
  call g y return k
}
