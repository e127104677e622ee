;; passes: inline:small=4:tests=4
;; A function that makes its result is copied to where that is taken apart at once, not to where it is passed on.

cps 1
sum list = nil | cons(i64, list)
sum option = none | some(i64)

fun find(x: i64, l: list) return k: cont(option) {
  cont loop(l: list) {
    case l {
      nil => { o: option = con.option.none jump k o }
      cons => {
        y: i64 = field.list.cons.0 l
        m: list = field.list.cons.1 l
        c: i1 = sgt.i64 y x
        if c { o: option = con.option.some y jump k o } else { jump loop m }
      }
    }
  }
  jump loop l
}

export fun passed(x: i64, l: list) return k: cont(option) {
  call find x l return k
}

export fun main(x: i64, l: list) return k: cont(i64) {
  cont found(o: option) {
    case o {
      none => { jump k 0 }
      some => { y: i64 = field.option.some.0 o jump k y }
    }
  }
  call find x l return found
}

; cps 1
; sum list = nil | cons(i64, list)
; sum option = none | some(i64)
;
; fun find.0(x.3: i64, l.4: list) return k.5: cont(option) {
;   cont loop.6(l.7: list) {
;     case l.7 {
;       nil => {
;         o.8: option = con.option.none
;         jump k.5 o.8
;       }
;       cons => {
;         y.9: i64 = field.list.cons.0 l.7
;         m.10: list = field.list.cons.1 l.7
;         c.11: i1 = sgt.i64 y.9 x.3
;         if c.11 {
;           o.12: option = con.option.some y.9
;           jump k.5 o.12
;         } else {
;           jump loop.6 m.10
;         }
;       }
;     }
;   }
;   jump loop.6 l.4
; }
;
; export fun passed.1(x.13: i64, l.14: list) return k.15: cont(option) {
;   call find.0 x.13 l.14 return k.15
; }
;
; export fun main.2(x.16: i64, l.17: list) return k.18: cont(i64) {
;   cont found.19(o.20: option) {
;     case o.20 {
;       none => {
;         jump k.18 0
;       }
;       some => {
;         y.21: i64 = field.option.some.0 o.20
;         jump k.18 y.21
;       }
;     }
;   }
;   cont loop.22(l.23: list) {
;     case l.23 {
;       nil => {
;         o.24: option = con.option.none
;         jump found.19 o.24
;       }
;       cons => {
;         y.25: i64 = field.list.cons.0 l.23
;         m.26: list = field.list.cons.1 l.23
;         c.27: i1 = sgt.i64 y.25 x.16
;         if c.27 {
;           o.28: option = con.option.some y.25
;           jump found.19 o.28
;         } else {
;           jump loop.22 m.26
;         }
;       }
;     }
;   }
;   jump loop.22 l.17
; }
