;; passes: known-throws
;; The throw leaves the handler that was set behind, which a jump would keep.
cps 1
fun main() return k: cont() {
  cont done(n: i64) {
    bad: i64 = sdiv.i64 n 0
    s: str = i64.to.str bad 10
    () = print s
    jump k
  }
  c: cont(i64) = capture done
  old: cont(exn) = gethandler
  cont h(e: exn) {
    sethandler old
    () = print "handled"
    jump k
  }
  sethandler h
  throw c 1
}
entry main

; cps 1
;
; fun main.0() return k.1: cont() {
;   cont done.2(n.3: i64) {
;     bad.4: i64 = sdiv.i64 n.3 0
;     s.5: str = i64.to.str bad.4 10
;     () = print s.5
;     jump k.1
;   }
;   c.6: cont(i64) = capture done.2
;   old.7: cont(exn) = gethandler
;   cont h.8(e.9: exn) {
;     sethandler old.7
;     () = print "handled"
;     jump k.1
;   }
;   sethandler h.8
;   throw c.6 1
; }
;
; entry main.0
