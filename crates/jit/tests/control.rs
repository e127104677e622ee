//! Programs about control: calls, exceptions, captured continuations, loops and
//! foreign functions; at every level, with and without a collection at every check.

mod common;

use common::{check, run};

#[test]
fn fib() {
    let fib = include_str!("../../codegen-llvm/tests/fib.flow").trim_start_matches("flow 1");
    let main = "
cont done(n: i64) return k {
  (link: cont) = pop k
  () = ccall report n
  throw link
}
fun main() return k {
  () = check 16 k
  k1: cont = push done k
  apply fib 15 return k1
}";
    check(&format!("{fib}{main}"), &[610]);
}

/// Handlers, raising, the exceptions of operations and of the runtime.
#[test]
fn exceptions() {
    let body = "
cont caught(e: ref) return k fields (i64, cont) {
  (link: cont, n: i64, old: cont) = pop k
  () = sethandler old
  c: ref = load.1 e
  overflow: ref = builtin.Overflow
  subscript: ref = builtin.Subscript
  is1: i1 = same c overflow
  is2: i1 = same c subscript
  j1: i64 = zext.i1.i64 is1
  j2: i64 = zext.i1.i64 is2
  d: i64 = mul.i64 j2 2
  s: i64 = add.i64 j1 d
  r: i64 = add.i64 s n
  () = ccall report r
  throw link
}
known try(n: i64, f: ref) return k {
  () = check 32 f k
  old: cont = gethandler
  h: cont = push caught k n old
  () = sethandler h
  apply * f n return k
}
fun overflows(n: i64) return k {
  x: i64 = smul.i64 n 9223372036854775807
  () = ccall report x
  throw k
}
fun subscripts(n: i64) return k {
  s: ref = str.sub \"abc\" n 100
  l: i64 = str.len s
  () = ccall report l
  throw k
}
fun raises(n: i64) return k {
  () = check 16 k
  c: ref = builtin.Match
  e: ref = record.0 c
  raise e return k
}
cont second() return k {
  () = check 16 k
  (link: cont) = pop k
  k1: cont = push third link
  apply try 20 static subscripts return k1
}
cont third() return k {
  (link: cont) = pop k
  apply try 30 static raises return link
}
fun main() return k {
  () = check 16 k
  k1: cont = push second k
  apply try 10 static overflows return k1
}";
    check(body, &[11, 22, 30]);
}

/// A continuation captured once and reinstated three times.
#[test]
fn captured_continuations() {
    let body = "
global saved: ref
global count: i64
cont here(n: i64) return k {
  () = check 16 k
  (link: cont) = pop k
  () = ccall report n
  c: i64 = global count
  d: i64 = add.i64 c 1
  () = global.set count d
  more: i1 = slt.i64 d 3
  if more {
    x: ref = global saved
    reinstate x d
  } else {
    throw link
  }
}
fun main() return k {
  () = check 40 k
  k1: cont = push here k
  x: ref = capture k1
  () = global.set saved x
  throw k1 100
}";
    check(body, &[100, 1, 2]);
}

/// A record with more fields than a header can describe, and a loop of local functions.
#[test]
fn large_records_and_loops() {
    let fields: Vec<String> =
        (0..70).map(|i| if i % 3 == 0 { "s".to_owned() } else { i.to_string() }).collect();
    let body = format!(
        "
known use(r: ref) return k {{
  () = check 0 r k
  tag: i64 = tag r
  () = ccall report tag
  x: i64 = load.{} r
  () = ccall report x
  s: ref = load.{} r
  n: i64 = str.len s
  () = ccall report n
  fun loop(i: i64, acc: i64) {{
    done: i1 = eq.i64 i 0
    if done {{
      () = ccall report acc
      throw k
    }} else {{
      j: i64 = ssub.i64 i 1
      b: i64 = sadd.i64 acc i
      jump loop j b
    }}
  }}
  jump loop 100 0
}}
fun main() return k {{
  () = check 9000 k
  s: ref = str.concat \"ab\" \"cde\"
  r: ref = record.9 {}
  apply use r return k
}}",
        3 + 68,
        3 + 69,
        fields.join(" ")
    );
    check(&body, &[9, 68, 5, 5050]);
}

/// Functions of the C library, with arguments and results of every size; one
/// of them under two types.
#[test]
fn foreign_functions() {
    let body = "
foreign upper \"toupper\" (i32) -> (i32)
foreign length \"strlen\" (ref) -> (i64)
foreign absolute \"fabsf\" (f32) -> (f32)
foreign swapped \"htons\" (i16) -> (i16)
foreign find \"memchr\" (ref, i32, i64) -> (ptr)
foreign find_address \"memchr\" (ref, i32, i64) -> (i64)
fun main() return k {
  a: i32 = ccall upper 120:i32
  b: i64 = zext.i32.i64 a
  () = ccall report b
  c: i64 = ccall length \"twelve bytes\"
  () = ccall report c
  d: f32 = ccall absolute -1.5:f32
  e: i32 = fbits.f32 d
  f: i64 = zext.i32.i64 e
  () = ccall report f
  g: i16 = ccall swapped 258:i16
  h: i64 = zext.i16.i64 g
  () = ccall report h
  p: ptr = ccall find \"abc\" 122:i32 3
  q: i64 = ccall find_address \"abc\" 122:i32 3
  () = ccall report q
  throw k
}";
    check(body, &[88, 12, 1.5f32.to_bits() as i64, 0x0201, 0]);
}

/// A thousand conditions in one another, and a thousand functions in a row.
#[test]
fn deep_nesting() {
    let mut body = String::from("fun main() return k {\n  n: i64 = str.len \"abc\"\n");
    for i in 0..1000 {
        body += &format!("  c{i}: i1 = eq.i64 n {}\n  if c{i} {{ throw k }} else {{\n", i + 10);
    }
    body += "  () = ccall report n\n  throw k\n";
    body += &"}".repeat(1001);
    check(&body, &[3]);
}

#[test]
fn an_uncaught_exception_ends_the_program() {
    let source = "flow 1
fun main() return k {
  x: i64 = quot.i64 1 0
  throw k
}
entry main
";
    assert_eq!(run(source).code, 1);
}
