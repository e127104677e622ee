;; passes: cse
;; Mutable fields are read again, and objects with an identity are made again.

cps 1

export fun f(t: (mut i64), n: i64) return k: cont(i64, i64, ref(i64), ref(i64)) {
  a: i64 = get.0 t
  () = set.0 t n
  b: i64 = get.0 t
  r: ref(i64) = ref n
  s: ref(i64) = ref n
  jump k a b r s
}

; cps 1
;
; export fun f.0(t.1: (mut i64), n.2: i64) return k.3: cont(i64, i64, ref(i64), ref(i64)) {
;   a.4: i64 = get.0 t.1
;   () = set.0 t.1 n.2
;   b.5: i64 = get.0 t.1
;   r.6: ref(i64) = ref n.2
;   s.7: ref(i64) = ref n.2
;   jump k.3 a.4 b.5 r.6 s.7
; }
