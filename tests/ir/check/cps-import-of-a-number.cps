cps 1
;; An import is a function.
import f "f": i64
;; error: tests/ir/check/cps-import-of-a-number.cps: import f.0 is not a function
