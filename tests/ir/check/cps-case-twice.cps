cps 1
;; Cases are distinct.
sum s = a | b
fun f(x: i64, s: s) return k: cont(i64) { ; error: case 1 stands twice in a switch ; error: constructor a stands twice in a case
  if true {
    switch x { 1 => { jump k 1 } 1 => { jump k 2 } _ => { jump k 3 } }
  } else {
    case s { a => { jump k 1 } a => { jump k 2 } b => { jump k 3 } }
  }
}
