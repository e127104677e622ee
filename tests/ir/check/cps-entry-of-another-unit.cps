cps 1
;; The entry is a function of the module.
import f "f": fun() -> ()
entry f
;; error: tests/ir/check/cps-entry-of-another-unit.cps: f.0 is not a function of the module
