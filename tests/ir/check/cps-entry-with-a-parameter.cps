cps 1
;; The entry takes and gives nothing.
fun f(x: i64) return k: cont() {
  jump k
}
entry f
;; error: tests/ir/check/cps-entry-with-a-parameter.cps: the entry f.0 takes or gives something
