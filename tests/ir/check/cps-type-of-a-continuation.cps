cps 1
;; The return of a function is a continuation.
fun f() return k: i64 { ; error: continuation k.1 has another type ; error: return of function f.0 wants (cont()), given (i64)
  unreachable
}
