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
; export fun wrap(k.4: ref) return r.5 {
;   () = check 0 k.4 r.5
;   s.6: ref = copy k.4
;   throw r.5 s.6
; }
;
; export fun resume(s.7: ref) return r.8 {
;   () = check 0 s.7 r.8
;   imm.15: i1 = isimm s.7
;   if imm.15 {
;     throw r.8 0
;   } else {
;     k.9: ref = copy s.7
;     reinstate k.9 1
;   }
; }
;
; export fun covered(s.10: ref) return r.11 {
;   () = check 0 s.10 r.11
;   imm.16: i1 = isimm s.10
;   if imm.16 {
;     throw r.11 0
;   } else {
;     throw r.11 1
;   }
; }
;
; export fun boxed(n.12: i64) return r.13 {
;   () = check 16 r.13
;   s.14: ref = record.1 n.12
;   throw r.13 s.14
; }
