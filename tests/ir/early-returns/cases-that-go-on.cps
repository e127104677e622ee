;; passes: early-returns
;; The cases of a sum that go on are one function. What only they need is bound there.

cps 1
sum tree = leaf | node(tree, i64, tree) | twig(i64, tree)

export fun total(t: tree, scale: i64) return k: cont(i64) {
  cont up(x: i64) {
    y: i64 = sadd.i64 x scale
    jump k y
  }
  case t {
    leaf => {
      jump k 0
    }
    node => {
      l: tree = field.tree.node.0 t
      r: tree = field.tree.node.2 t
      cont right(a: i64) {
        cont sum(b: i64) {
          c: i64 = sadd.i64 a b
          jump up c
        }
        call total r scale return sum
      }
      call total l scale return right
    }
    twig => {
      r: tree = field.tree.twig.1 t
      call total r scale return up
    }
  }
}

; cps 1
; sum tree = leaf | node(tree, i64, tree) | twig(i64, tree)
;
; fun total.18(t.15: tree, scale.16: i64) return k.17: cont(i64) {
;   cont up.4(x.5: i64) {
;     y.6: i64 = sadd.i64 x.5 scale.16
;     jump k.17 y.6
;   }
;   case t.15 {
;     node => {
;       l.7: tree = field.tree.node.0 t.15
;       r.8: tree = field.tree.node.2 t.15
;       cont right.9(a.10: i64) {
;         cont sum.11(b.12: i64) {
;           c.13: i64 = sadd.i64 a.10 b.12
;           jump up.4 c.13
;         }
;         call total.0 r.8 scale.16 return sum.11
;       }
;       call total.0 l.7 scale.16 return right.9
;     }
;     twig => {
;       r.14: tree = field.tree.twig.1 t.15
;       call total.0 r.14 scale.16 return up.4
;     }
;     _ => {
;       unreachable
;     }
;   }
; }
;
; export fun total.0(t.1: tree, scale.2: i64) return k.3: cont(i64) {
;   case t.1 {
;     leaf => {
;       jump k.3 0
;     }
;     _ => {
;       call total.18 t.1 scale.2 return k.3
;     }
;   }
; }
