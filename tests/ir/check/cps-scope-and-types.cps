cps 1
;; A continuation is no value, and operands have types.
fun f(x: i64, s: str) return k: cont(i64) {
  a: i64 = sadd.i64 x s
  y: i64 = add.i64 k 1
  jump k s
}
;; error: tests/ir/check/cps-scope-and-types.cps: continuation k.3 is used as a value
;; error: tests/ir/check/cps-scope-and-types.cps: jump k.3 wants (i64), given (str)
;; error: tests/ir/check/cps-scope-and-types.cps: sadd.i64 takes i64, not str
