//! Programs about data: records, arrays, strings, big integers, the universal
//! type; at every level, with and without a collection at every check.

mod common;

use common::check;

/// Builds a list, sums it by recursion: records, frames, immediates, a deep continuation.
#[test]
fn lists() {
    let body = "
known build(n: i64, list: ref) return k {
  () = check 24 list k
  if n {
    cell: ref = record.3 n list
    m: i64 = sub.i64 n 1
    apply build m cell return k
  } else {
    throw k list
  }
}
known sum(list: ref) return k {
  () = check 24 list k
  nil: i1 = isimm list
  if nil {
    t: i64 = immtag list
    throw k t
  } else {
    tag: i64 = tag list
    head: i64 = load.1 list
    tail: ref = load.2 list
    more: i64 = add.i64 head tag
    k1: cont = push add k more
    apply sum tail return k1
  }
}
cont add(s: i64) return k fields (i64) {
  (link: cont, n: i64) = pop k
  r: i64 = sadd.i64 s n
  throw link r
}
cont built(list: ref) return k {
  () = check 16 list k
  (link: cont) = pop k
  k1: cont = push done link
  apply sum list return k1
}
cont done(n: i64) return k {
  (link: cont) = pop k
  () = ccall report n
  throw link
}
fun main() return k {
  () = check 16 k
  k1: cont = push built k
  apply build 1000 imm 3 return k1
}";
    check(body, &[500_500 + 3 * 1000 + 1]);
}

/// Arrays of every shape, written through barriers, with bounds.
#[test]
fn arrays() {
    let body = "
known fill(i: i64, a: ref, b: ref, c: ref) return k {
  () = check 24 a b c k
  n: i64 = array.len a
  go: i1 = slt.i64 i n
  if go {
    box: ref = record.0 i
    () = array.set[ref] a i box
    byte: i8 = trunc.i64.i8 i
    () = array.set[i8] b i byte
    () = array.set[#(i64, ref)] c i i box
    j: i64 = add.i64 i 1
    apply fill j a b c return k
  } else {
    apply sum 0 0 a b c return k
  }
}
known sum(i: i64, s: i64, a: ref, b: ref, c: ref) return k {
  () = check 0 a b c k
  n: i64 = array.len b
  go: i1 = slt.i64 i n
  if go {
    box: ref = array.get[ref] a i
    x: i64 = load.1 box
    byte: i8 = array.get[i8] b i
    y: i64 = zext.i8.i64 byte
    (z: i64, other: ref) = array.get[#(i64, ref)] c i
    same: i1 = same box other
    w: i64 = zext.i1.i64 same
    s1: i64 = add.i64 s x
    s2: i64 = add.i64 s1 y
    s3: i64 = add.i64 s2 z
    s4: i64 = add.i64 s3 w
    j: i64 = add.i64 i 1
    apply sum j s4 a b c return k
  } else {
    () = ccall report s
    throw k
  }
}
fun main() return k {
  () = check 80 k
  a: ref = array.new[ref] 100 imm 1
  b: ref = array.new[i8] 100 7:i8
  c: ref = array.new[#(i64, ref)] 100 5 imm 1
  l: ref = array.lit[i16] 1:i16 2:i16 3:i16 4:i16 5:i16
  m: i16 = array.get[i16] l 4
  mm: i64 = zext.i16.i64 m
  () = ccall report mm
  len: i64 = array.len l
  () = ccall report len
  bits: ref = array.lit[i1] true false true
  bit: i1 = array.get[i1] bits 2
  bb: i64 = zext.i1.i64 bit
  () = ccall report bb
  f: ref = array.lit[f32] 1.5:f32 2.5:f32
  () = array.copy f 0 f 1 1
  g: f32 = array.get.u[f32] f 1
  h: i32 = fbits.f32 g
  hh: i64 = zext.i32.i64 h
  () = ccall report hh
  apply fill 0 a b c return k
}";
    let f32_bits = 1.5f32.to_bits() as i64;
    check(body, &[5, 5, 1, f32_bits, 4950 * 3 + 100]);
}

/// Strings, big integers and the functions of the runtime.
#[test]
fn strings_and_big_integers() {
    let body = "
fun main() return k {
  s: ref = str.concat \"hello, \" \"world\"
  n: i64 = str.len s
  () = ccall report n
  c: i8 = str.get s 7
  d: i64 = zext.i8.i64 c
  () = ccall report d
  e: i1 = str.eq s \"hello, world\"
  ee: i64 = zext.i1.i64 e
  () = ccall report ee
  a: ref = big.add 4611686018427387903n 1n
  b: ref = big.sub a 1n
  o: i64 = big.cmp b 4611686018427387903n
  () = ccall report o
  p: i64 = big.cmp a b
  () = ccall report p
  q: i64 = big.to.i64 a
  () = ccall report q
  m: ref = big.mul 340282366920938463463374607431768211456n -2n
  t: ref = big.to.str m 10
  tl: i64 = str.len t
  () = ccall report tl
  z: ref = big.of.i64 -9223372036854775808
  zz: i64 = big.to.i64 z
  () = ccall report zz
  (ok: i1, x: f64) = f64.parse \"2.5\"
  y: i64 = f2i.ceil.f64.i64 x
  okay: i64 = zext.i1.i64 ok
  () = ccall report okay
  () = ccall report y
  (no: i1, w: ref) = getenv \"NOTHING\"
  none: i64 = zext.i1.i64 no
  () = ccall report none
  throw k
}";
    check(body, &[12, 119, 1, 0, 1, 1 << 62, 40, i64::MIN, 1, 3, 0]);
}

/// The universal type: in, is and out of every class.
#[test]
fn any() {
    let body = "
known ask(x: ref) return k {
  a: i1 = any.is[i64] x
  b: i1 = any.is[f64] x
  c: i1 = any.is[i8] x
  d: i1 = any.is[\"str\"] x
  e: i1 = any.is[tuple.2] x
  f: i1 = any.is[f32] x
  aa: i64 = zext.i1.i64 a
  bb: i64 = zext.i1.i64 b
  cc: i64 = zext.i1.i64 c
  dd: i64 = zext.i1.i64 d
  ee: i64 = zext.i1.i64 e
  ff: i64 = zext.i1.i64 f
  b1: i64 = mul.i64 bb 10
  c1: i64 = mul.i64 cc 100
  d1: i64 = mul.i64 dd 1000
  e1: i64 = mul.i64 ee 10000
  f1: i64 = mul.i64 ff 100000
  s1: i64 = add.i64 aa b1
  s2: i64 = add.i64 s1 c1
  s3: i64 = add.i64 s2 d1
  s4: i64 = add.i64 s3 e1
  s5: i64 = add.i64 s4 f1
  () = ccall report s5
  throw k
}
cont next() return k fields (ref) {
  () = check 24 k
  (link: cont, list: ref) = pop k
  end: i1 = isimm list
  if end {
    throw link
  } else {
    head: ref = load.1 list
    tail: ref = load.2 list
    k1: cont = push next link tail
    apply ask head return k1
  }
}
fun main() return k {
  () = check 400 k
  a: ref = any.in[i64] -5
  b: ref = any.in[i64] 9223372036854775807
  c: ref = any.in[f64] 1.5
  d: ref = any.in[i8] 255:i8
  e: ref = any.in[\"str\"] \"text\"
  t: ref = record.0 a b
  f: ref = any.in[tuple.2] t
  g: ref = any.in[f32] 1.5:f32
  a1: i64 = any.out[i64] a
  b1: i64 = any.out[i64] b
  c1: f64 = any.out[f64] c
  c2: i64 = f2i.floor.f64.i64 c1
  d1: i8 = any.out[i8] d
  d2: i64 = sext.i8.i64 d1
  e1: ref = any.out[\"str\"] e
  e2: i64 = str.len e1
  f1: ref = any.out[tuple.2] f
  f2: i1 = same f1 t
  f3: i64 = zext.i1.i64 f2
  g1: f32 = any.out[f32] g
  g2: f64 = fext.f32.f64 g1
  g3: i64 = f2i.ceil.f64.i64 g2
  () = ccall report a1
  () = ccall report b1
  () = ccall report c2
  () = ccall report d2
  () = ccall report e2
  () = ccall report f3
  () = ccall report g3
  l6: ref = record.0 g imm 1
  l5: ref = record.0 f l6
  l4: ref = record.0 e l5
  l3: ref = record.0 d l4
  l2: ref = record.0 c l3
  l1: ref = record.0 b l2
  l0: ref = record.0 a l1
  k1: cont = push next k l0
  throw k1
}";
    check(body, &[-5, i64::MAX, 1, -1, 4, 1, 2, 1, 1, 10, 100, 1000, 10_000, 100_000]);
}

/// Mutable words of old objects, closures, weak references, identity.
#[test]
fn mutable_objects() {
    let body = "
global cell: ref
known churn(n: i64) return k {
  () = check 32 k
  c: ref = global cell
  junk: ref = record.0 n c
  () = store.1 c junk
  old: i64 = load.mut.2 c
  more: i64 = add.i64 old n
  () = store.2 c more
  m: i64 = sub.i64 n 1
  if m { apply churn m return k } else { apply finish return k }
}
fun adder(x: i64) clos c return k fields (i64, ref, f32) {
  () = check 16 k
  junk: ref = record.0 x
  n: i64 = load.1 c
  r: ref = load.2 c
  f: f32 = load.3 c
  ff: f64 = fext.f32.f64 f
  i: i64 = f2i.trunc.f64.i64 ff
  m: i64 = load.mut.2 r
  s: i64 = add.i64 x n
  t: i64 = add.i64 s m
  u: i64 = add.i64 t i
  () = ccall report u
  throw k
}
known finish() return k {
  () = check 40 k
  c: ref = global cell
  sum: i64 = load.mut.2 c
  () = ccall report sum
  w: ref = weak c
  live: i1 = weak.live w
  l: i64 = zext.i1.i64 live
  () = ccall report l
  back: ref = weak.get w \"gone\"
  same: i1 = same back c
  s: i64 = zext.i1.i64 same
  () = ccall report s
  h1: i64 = hash.id c
  h2: i64 = hash.id back
  eq: i1 = eq.i64 h1 h2
  e: i64 = zext.i1.i64 eq
  () = ccall report e
  f: ref = closure adder 1000 c 2.5:f32
  apply * f 1 return k
}
fun main() return k {
  () = check 24 k
  c: ref = record.0 imm 1 0
  () = global.set cell c
  apply churn 500 return k
}";
    let sum = 500 * 501 / 2;
    check(body, &[sum, 1, 1, 1, 1 + 1000 + sum + 2]);
}

/// A literal that is too large for the room of a check comes from the runtime.
#[test]
fn large_literals() {
    let strings: Vec<String> = (0..300).map(|i| format!("\"{i}\"")).collect();
    let numbers: Vec<String> = (0..300).map(|i| i.to_string()).collect();
    let body = format!(
        "
known use(a: ref, b: ref) return k {{
  () = check 16 a b k
  junk: ref = record.0 a
  s: ref = array.get[ref] a 299
  n: i64 = str.len s
  () = ccall report n
  x: i64 = array.get[i64] b 298
  () = ccall report x
  throw k
}}
fun main() return k {{
  a: ref = array.lit[ref] {}
  b: ref = array.lit[i64] {}
  apply use a b return k
}}",
        strings.join(" "),
        numbers.join(" ")
    );
    check(&body, &[3, 298]);
}
