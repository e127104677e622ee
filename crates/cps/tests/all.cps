cps 1
pos !1 = "a.sml" 3:5
pos !2 = "b.sml" 9:1 in !1
sum list = nil | cons(i64, list)
global g: i64
foreign sin "sin" (f64) -> (f64)
import out.0 "lib_out": fun(str) -> ()

export fun f.1(x.2: i64, xs.3: list) return k.4: cont(i64) !1 {
  y.5: i64 = sadd.i64 x.2 1 !2
  t.6: (i64, mut str) = tuple y.5 "a"
  () = set.1 t.6 "b"
  (a.7: i64, b.8: str) = array.get.u arr.9 0
  jump k.4 y.5
}

entry f.1
