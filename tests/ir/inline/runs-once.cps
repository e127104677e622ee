;; passes: inline:small=4:tests=4
;; What runs once gets no copy for what is known; the loop in it does.

cps 1
sum color = red | blue

fun paint(c: color, n: i64) return k: cont(i64) {
  a: i64 = mul.i64 n 3
  case c {
    red => { b: i64 = add.i64 a 1 d: i64 = mul.i64 b n jump k d }
    blue => { b: i64 = sub.i64 a 1 d: i64 = mul.i64 b a jump k d }
  }
}

entry main
fun main() return k: cont() {
  r: color = con.color.red
  cont next(x: i64) {
    cont loop(n: i64) {
      c: i1 = sgt.i64 n 1000
      if c { jump k } else {
        cont more(m: i64) { jump loop m }
        call paint r n return more
      }
    }
    jump loop x
  }
  call paint r 5 return next
}

; cps 1
; sum color = red | blue
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
;   }
; }
;
; fun main.1() return k.10: cont() {
;   r.11: color = con.color.red
;   cont next.12(x.13: i64) {
;     cont loop.14(n.15: i64) {
;       c.16: i1 = sgt.i64 n.15 1000
;       if c.16 {
;         jump k.10
;       } else {
;         cont more.17(m.18: i64) {
;           jump loop.14 m.18
;         }
;         a.19: i64 = mul.i64 n.15 3
;         case r.11 {
;           red => {
;             b.20: i64 = add.i64 a.19 1
;             d.21: i64 = mul.i64 b.20 n.15
;             jump more.17 d.21
;           }
;           blue => {
;             b.22: i64 = sub.i64 a.19 1
;             d.23: i64 = mul.i64 b.22 a.19
;             jump more.17 d.23
;           }
;         }
;       }
;     }
;     jump loop.14 x.13
;   }
;   call paint.0 r.11 5 return next.12
; }
;
; entry main.1
