;; passes:
;; to: flow
;; The only constructor with a field is that field, if it is an object and no record.
cps 1
sum waiting = nobody | one(cont(i64))
sum maybe = no | yes(i64)
export fun wrap(k: cont(i64)) return r: cont(waiting) {
  s: waiting = con.waiting.one k
  jump r s
}
export fun resume(s: waiting) return r: cont(i64) {
  case s {
    nobody => { jump r 0 }
    one => {
      k: cont(i64) = field.waiting.one.0 s
      throw k 1
    }
  }
}
export fun covered(s: waiting) return r: cont(i64) {
  case s {
    nobody => { jump r 0 }
    one => { jump r 1 }
    _ => { jump r 2 }
  }
}
export fun boxed(n: i64) return r: cont(maybe) {
  s: maybe = con.maybe.yes n
  jump r s
}

; flow 1
;
; export fun wrap(k.3: ref) return r.4 {
;   () = check 0 k.3 r.4
;   s.5: ref = copy k.3
;   throw r.4 s.5
; }
;
; export fun resume(s.6: ref) return r.7 {
;   () = check 0 s.6 r.7
;   imm.12: i1 = isimm s.6
;   if imm.12 {
;     throw r.7 0
;   } else {
;     k.8: ref = copy s.6
;     reinstate k.8 1
;   }
; }
;
; export fun boxed(n.9: i64) return r.10 {
;   () = check 16 r.10
;   s.11: ref = record.1 n.9
;   throw r.10 s.11
; }
