cps 1
;; The current handler is a continuation.
fun f() return k: cont() { ; error: continuation h.2 has another type ; error: gethandler wants (cont(exn)), given (i64)
  h: i64 = gethandler
  jump k
}
