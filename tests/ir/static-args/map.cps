;; passes: static-args
;; The function that `map` passes on to itself stays outside a loop.

cps 1
sum list = nil | cons(i64, list)

export fun map(f: fun(i64) -> (i64), l: list) return k: cont(list) {
  case l {
    nil => {
      jump k l
    }
    cons => {
      x: i64 = field.list.cons.0 l
      xs: list = field.list.cons.1 l
      cont a(y: i64) {
        cont b(ys: list) {
          m: list = con.list.cons y ys
          jump k m
        }
        call map f xs return b
      }
      call f x return a
    }
  }
}

; cps 1
; sum list = nil | cons(i64, list)
;
; export fun map.0(f.1: fun(i64) -> (i64), l.12: list) return k.13: cont(list) {
;   fun map.11(l.2: list) return k.3: cont(list) {
;     case l.2 {
;       nil => {
;         jump k.3 l.2
;       }
;       cons => {
;         x.4: i64 = field.list.cons.0 l.2
;         xs.5: list = field.list.cons.1 l.2
;         cont a.6(y.7: i64) {
;           cont b.8(ys.9: list) {
;             m.10: list = con.list.cons y.7 ys.9
;             jump k.3 m.10
;           }
;           call map.11 xs.5 return b.8
;         }
;         call f.1 x.4 return a.6
;       }
;     }
;   }
;   call map.11 l.12 return k.13
; }
