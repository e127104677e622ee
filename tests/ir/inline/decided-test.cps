;; passes: inline:small=4:tests=4
;; A function of some size is copied to where what it is passed decides a test in it, not to where nothing is known.

cps 1
sum color = red | blue | green

fun paint(c: color, n: i64) return k: cont(i64) {
  a: i64 = mul.i64 n 3
  case c {
    red => { b: i64 = add.i64 a 1 d: i64 = mul.i64 b n jump k d }
    blue => { b: i64 = sub.i64 a 1 d: i64 = mul.i64 b a jump k d }
    green => { jump k a }
  }
}

export fun main(c: color, n: i64) return k: cont(i64) {
  cont next(x: i64) {
    call paint c x return k
  }
  r: color = con.color.red
  call paint r n return next
}

; cps 1
; sum color = red | blue | green
;
; fun paint.0(c.2: color, n.3: i64) return k.4: cont(i64) {
;   a.5: i64 = mul.i64 n.3 3
;   case c.2 {
;     red => {
;       b.6: i64 = add.i64 a.5 1
;       d.7: i64 = mul.i64 b.6 n.3
;       jump k.4 d.7
;     }
;     blue => {
;       b.8: i64 = sub.i64 a.5 1
;       d.9: i64 = mul.i64 b.8 a.5
;       jump k.4 d.9
;     }
;     green => {
;       jump k.4 a.5
;     }
;   }
; }
;
; export fun main.1(c.10: color, n.11: i64) return k.12: cont(i64) {
;   cont next.13(x.14: i64) {
;     call paint.0 c.10 x.14 return k.12
;   }
;   r.15: color = con.color.red
;   a.16: i64 = mul.i64 n.11 3
;   case r.15 {
;     red => {
;       b.17: i64 = add.i64 a.16 1
;       d.18: i64 = mul.i64 b.17 n.11
;       jump next.13 d.18
;     }
;     blue => {
;       b.19: i64 = sub.i64 a.16 1
;       d.20: i64 = mul.i64 b.19 a.16
;       jump next.13 d.20
;     }
;     green => {
;       jump next.13 a.16
;     }
;   }
; }
