;; passes: contract
;; A case inside a case on the same value is decided; the value is not made at all.

cps 1
sum option = none | some(i64)

export fun f(x: option, d: i64) return k: cont(i64) {
  cont get(o: option) {
    case o {
      none => {
        jump k d
      }
      some => {
        n: i64 = field.option.some.0 o
        jump k n
      }
    }
  }
  case x {
    none => {
      case x {
        none => {
          y: option = con.option.some d
          jump get y
        }
        some => {
          unreachable
        }
      }
    }
    some => {
      n: i64 = field.option.some.0 x
      jump k n
    }
  }
}

; cps 1
; sum option = none | some(i64)
;
; export fun f.0(x.1: option, d.2: i64) return k.3: cont(i64) {
;   case x.1 {
;     none => {
;       jump k.3 d.2
;     }
;     some => {
;       n.8: i64 = field.option.some.0 x.1
;       jump k.3 n.8
;     }
;   }
; }
