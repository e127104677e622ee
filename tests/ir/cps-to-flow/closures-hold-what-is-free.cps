;; passes:
;; to: flow
;; A function that escapes becomes a closure with its free variables.
cps 1
export fun adder.0(n.1: i64) return k.2: cont(fun(i64) -> (i64)) {
  fun add.3(m.4: i64) return r.5: cont(i64) {
    sum.6: i64 = sadd.i64 n.1 m.4
    jump r.5 sum.6
  }
  jump k.2 add.3
}

; flow 1
;
; export fun adder(n.1: i64) return k.2 {
;   () = check 16 k.2
;   add.3: ref = closure add.3 n.1
;   throw k.2 add.3
; }
;
; fun add.3 of "add"(m.4: i64) clos add.3 return r.5 fields (i64) {
;   () = check 0 r.5
;   n.1: i64 = load.1 add.3
;   sum.6: i64 = sadd.i64 n.1 m.4
;   throw r.5 sum.6
; }
