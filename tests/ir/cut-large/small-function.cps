;; passes: cut-large
;; A function of usual size stays as it is.

cps 1

export fun f(x: i64) return k: cont(i64) {
  y: i64 = add.i64 x 1
  jump k y
}

; cps 1
;
; export fun f.0(x.1: i64) return k.2: cont(i64) {
;   y.3: i64 = add.i64 x.1 1
;   jump k.2 y.3
; }
