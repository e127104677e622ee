cps 1
;; A definition takes and gives what the foreign function does.
foreign f "f" (i32) -> (i32)
define f fun g(x: i64) return k: cont(i32) { ; error: g.0 is not what it defines
  jump k 1:i32
}
