;; passes: early-returns
;; What follows a call is not kept for a worker that only raises.

cps 1

export fun check(n: i64, limit: i64, name: exncon(str)) return k: cont(i64) {
  c: i1 = slt.i64 n limit
  if c {
    jump k n
  } else {
    s: str = i64.to.str n 10
    t: str = str.concat "too large: " s
    e: exn = exn name t
    raise e
  }
}

export fun twice(n: i64, name: exncon(str)) return k: cont(i64) {
  cont j(m: i64) {
    call check m 20 name return k
  }
  call check n 10 name return j
}

; cps 1
;
; fun check.18(n.15: i64, name.16: exncon(str)) return k.17: cont(i64) {
;   s.7: str = i64.to.str n.15 10
;   t.8: str = str.concat "too large: " s.7
;   e.9: exn = exn name.16 t.8
;   raise e.9
; }
;
; export fun check.0(n.2: i64, limit.3: i64, name.4: exncon(str)) return k.5: cont(i64) {
;   c.6: i1 = slt.i64 n.2 limit.3
;   if c.6 {
;     jump k.5 n.2
;   } else {
;     cont nowhere.20(x.19: i64) {
;       unreachable
;     }
;     call check.18 n.2 name.4 return nowhere.20
;   }
; }
;
; export fun twice.1(n.10: i64, name.11: exncon(str)) return k.12: cont(i64) {
;   cont j.13(m.14: i64) {
;     call check.0 m.14 20 name.11 return k.12
;   }
;   call check.0 n.10 10 name.11 return j.13
; }
