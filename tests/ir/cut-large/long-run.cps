;; passes: cut-large:largest=10:piece=8
;; Twenty bindings in a row become pieces of about eight.

cps 1

export fun f(x0: i64) return k: cont(i64) {
  x1: i64 = add.i64 x0 0
  x2: i64 = add.i64 x1 1
  x3: i64 = add.i64 x2 2
  x4: i64 = add.i64 x3 3
  x5: i64 = add.i64 x4 4
  x6: i64 = add.i64 x5 5
  x7: i64 = add.i64 x6 6
  x8: i64 = add.i64 x7 7
  x9: i64 = add.i64 x8 8
  x10: i64 = add.i64 x9 9
  x11: i64 = add.i64 x10 10
  x12: i64 = add.i64 x11 11
  x13: i64 = add.i64 x12 12
  x14: i64 = add.i64 x13 13
  x15: i64 = add.i64 x14 14
  x16: i64 = add.i64 x15 15
  x17: i64 = add.i64 x16 16
  x18: i64 = add.i64 x17 17
  x19: i64 = add.i64 x18 18
  x20: i64 = add.i64 x19 19
  jump k x20
}

; cps 1
;
; export fun f.0(x0.1: i64) return k.2: cont(i64) {
;   x1.3: i64 = add.i64 x0.1 0
;   x2.4: i64 = add.i64 x1.3 1
;   x3.5: i64 = add.i64 x2.4 2
;   x4.6: i64 = add.i64 x3.5 3
;   x5.7: i64 = add.i64 x4.6 4
;   x6.8: i64 = add.i64 x5.7 5
;   x7.9: i64 = add.i64 x6.8 6
;   x8.10: i64 = add.i64 x7.9 7
;   cont rest.24() {
;     x9.11: i64 = add.i64 x8.10 8
;     x10.12: i64 = add.i64 x9.11 9
;     x11.13: i64 = add.i64 x10.12 10
;     x12.14: i64 = add.i64 x11.13 11
;     x13.15: i64 = add.i64 x12.14 12
;     x14.16: i64 = add.i64 x13.15 13
;     x15.17: i64 = add.i64 x14.16 14
;     x16.18: i64 = add.i64 x15.17 15
;     cont rest.23() {
;       x17.19: i64 = add.i64 x16.18 16
;       x18.20: i64 = add.i64 x17.19 17
;       x19.21: i64 = add.i64 x18.20 18
;       x20.22: i64 = add.i64 x19.21 19
;       jump k.2 x20.22
;     }
;     jump rest.23
;   }
;   jump rest.24
; }
