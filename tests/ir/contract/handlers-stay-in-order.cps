;; passes: contract
;; The handler is set around the addition, which may raise; the call comes after it is set back.

cps 1
import log "log": fun(i64) -> ()

export fun f(a: i64) return k: cont(i64) {
  old: cont(exn) = gethandler
  cont h(e: exn) {
    sethandler old
    jump k 0
  }
  sethandler h
  x: i64 = sadd.i64 a 1
  dead: i64 = add.i64 a 2
  sethandler old
  cont j() {
    jump k x
  }
  call log x return j
}

; cps 1
; import log.0 "log": fun(i64) -> ()
;
; export fun f.1(a.2: i64) return k.3: cont(i64) {
;   old.4: cont(exn) = gethandler
;   cont h.5(e.6: exn) {
;     sethandler old.4
;     jump k.3 0
;   }
;   sethandler h.5
;   x.7: i64 = sadd.i64 a.2 1
;   sethandler old.4
;   cont j.9() {
;     jump k.3 x.7
;   }
;   call log.0 x.7 return j.9
; }
