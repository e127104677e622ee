cps 1
;; A continuation is no value, and operands have types.
fun f(x: i64, s: str) return k: cont(i64) { ; error: continuation k.3 is used as a value ; error: jump k.3 wants (i64), given (str) ; error: sadd.i64 takes i64, not str
  a: i64 = sadd.i64 x s
  y: i64 = add.i64 k 1
  jump k s
}
