cps 1
pos !1 = "a.sml" 3:5
pos !2 = "b.sml" 9:1 in !1
sum list = nil | cons(i64, list)
global g: i64
foreign sin "sin" (f64) -> (f64)
import out.0 "lib_out": fun(str) -> ()

export fun f.1(x.2: i64, xs.3: list, arr.9: array(#(i64, str))) return k.4: cont(i64) !1 {
  y.5: i64 = sadd.i64 x.2 1 !2
  t.6: (i64, mut str) = tuple y.5 "a"
  () = set.1 t.6 "b"
  (a.7: i64, b.8: str) = array.get.u arr.9 0
  fun even.10(n.11: i64) return r.12: cont(i1) !2 {
    call odd.13 n.11 return r.12 !1
  }
  and odd.13(m.14: i64) return s.15: cont(i1) {
    call even.10 m.14 return s.15
  }
  h.16: cont(exn) = gethandler
  cont j.17(c.18: i64) !2 {
    switch c.18 {
      -1 => {
        jump l.19 c.18
      }
      _ => {
        unreachable
      }
    }
  }
  and l.19(d.20: i64) {
    jump j.17 d.20
  }
  sethandler h.16
  v.21: cont(i64) = capture k.4
  case xs.3 {
    nil => {
      throw v.21 inf:f32 true !2
    }
    _ => {
      e.22: exn = field.list.cons.0 xs.3
      if true {
        raise e.22 !1
      } else {
        raise e.22
      }
    }
  }
}

entry f.1
