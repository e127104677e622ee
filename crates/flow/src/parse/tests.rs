//! Round trips, and what is refused.

use crate::parse;
use expect_test::{Expect, expect};

/// Checks that the unit read prints so, and reads back the same.
fn round_trip(text: &str, expect: Expect) {
    let unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let printed = unit.to_string();
    expect.assert_eq(&printed);
    let again = parse(printed.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(again.to_string(), printed);
    assert!(crate::alpha_eq(&unit, &again));
}

fn refused(text: &str, expect: Expect) {
    let Err(errors) = parse(text.as_bytes()) else { panic!("accepted: {text}") };
    let lines: Vec<String> = errors
        .iter()
        .map(|e| {
            let span = e.span.unwrap_or_default();
            format!("{}..{} {}: {}", span.start, span.end, e.title, e.label)
        })
        .collect();
    expect.assert_eq(&lines.join("\n"));
}

#[test]
fn declarations_and_headers() {
    round_trip(
        "flow 1 entry main pos !1 = \"a.sml\" 1:2
         export global g: i64 import global h: ref global i: ptr
         foreign sin \"sin\" (f64) -> (f64) foreign nothing \"n\" () -> ()
         import imp \"m.imp\" (i64, ref)
         export fun main() clos c return k !1 { apply import imp 1 imm 3 return k !1 }
         known 'x of \"it's\"(a.7: i64) fields (i64, f32) { unreachable }"
            .replace("'x", "x'")
            .as_str(),
        expect![[r#"
            flow 1
            pos !1 = "a.sml" 1:2
            export global g: i64
            import global h: ref
            global i: ptr
            foreign sin "sin" (f64) -> (f64)
            foreign nothing "n" () -> ()
            import imp "m.imp" (i64, ref)

            export fun main() clos c.8 return k.9 !1 {
              apply import imp 1 imm 3 return k.9 !1
            }

            known x' of "it's"(a.7: i64) fields (i64, f32) {
              unreachable
            }

            entry main
        "#]],
    );
}

#[test]
fn bodies() {
    round_trip(
        "flow 1
         fun f(x: i64, r: ref) return k {
           fun a(y: i64) { fun in() { jump b } jump in } and b() { jump a x } and c() { throw k }
           fun d() { raise r }
           x: i64 = copy x
           switch x {
             -1 => { if x { jump d } else { reinstate r 1 x } }
             2 => { apply f x r return k }
             _ => { apply * r x return k }
           }
         }",
        expect![[r#"
            flow 1

            fun f(x.0: i64, r.1: ref) return k.2 {
              fun a.0(y.3: i64) {
                fun in.3() {
                  jump b.1
                }
                jump in.3
              } and b.1() {
                jump a.0 x.0
              } and c.2() {
                throw k.2
              }
              fun d.4() {
                raise r.1
              }
              x.0: i64 = copy x.0
              switch x.0 {
                -1 => {
                  if x.0 {
                    jump d.4
                  } else {
                    reinstate r.1 1 x.0
                  }
                }
                2 => {
                  apply f x.0 r.1 return k.2
                }
                _ => {
                  apply * r.1 x.0 return k.2
                }
              }
            }
        "#]],
    );
}

#[test]
fn every_operation() {
    let ops = "copy x | record.3 x x | closure f x | load.1 r | load.mut.2 r | store.1 r x | init.1 r x | tag r \
        | isimm r | immtag r | array.new[i8] x 1:i8 | array.lit[#(i64, ref)] x r | array.len r | array.get[i64] r x \
        | array.get.u[f64] r x | array.get.vec[ref] r x | array.get.u.vec[ref] r x | array.set[ref] r x r \
        | array.set.u[ref] r x r | array.copy r x r x x | same r r | weak r | weak.get r r | weak.live r | hash.id r | heap.size r \
        | any.in[i64] x | any.is[tuple.2] r | any.out[\"array(i64)\"] r | builtin.SysErr | global g | global.set g x \
        | ccall c x | push k k x | pop k | capture k | gethandler | sethandler k | check 16 r k | add.i64 x -5 \
        | i64.to.str x 10 | copy static f | copy static import g | copy null | copy inf";
    for op in ops.split('|').map(str::trim) {
        let text = format!(
            "flow 1
global g: i64
foreign c \"c\" (i64) -> ()
import g \"g\" ()

fun f(x.0: i64, r.1: ref) return k.2 {{
  z.3: i64 = {op}
  throw k.2
}}

cont k() return k.2 {{
  unreachable
}}
"
        );
        let numbered = |word: &str| match word {
            "x" => "x.0".to_owned(),
            "r" => "r.1".to_owned(),
            "k" => "k.2".to_owned(),
            word => word.to_owned(),
        };
        let mut words = op.split(' ');
        let mut line = words.next().unwrap().to_owned();
        if line == "push" {
            line += " ";
            line += words.next().unwrap();
        }
        words.for_each(|word| line = format!("{line} {}", numbered(word)));
        let text = text.replace(&format!("= {op}\n"), &format!("= {line}\n"));
        let unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{op}: {errors:?}"));
        assert_eq!(unit.to_string(), text);
    }
}

#[test]
fn a_name_is_one_register_in_a_cluster_and_may_be_shared() {
    round_trip(
        "flow 1 fun f(x: i64) { x: i64 = copy x unreachable } fun g(x: i64, y.0: i64) { unreachable } fun h(y.0: i64) { unreachable }",
        expect![[r#"
            flow 1

            fun f(x.1: i64) {
              x.1: i64 = copy x.1
              unreachable
            }

            fun g(x.2: i64, y.0: i64) {
              unreachable
            }

            fun h(y.0: i64) {
              unreachable
            }
        "#]],
    );
}

#[test]
fn errors() {
    refused("anf 1", expect!["0..3 not a FLOW file: found `anf`"]);
    refused(
        "flow 1 fun f(x: i65) { unreachable }",
        expect!["16..19 unknown kind: there is no kind `i65`"],
    );
    refused(
        "flow 1 fun f(x: i64) { x: f64 = copy 1.0 throw y }",
        expect![[r#"
        23..24 variable has another kind: `x` is bound as i64 before
        47..48 unknown variable: there is no variable `y`"#]],
    );
    refused(
        "flow 1 fun f() { fun g() { fun h() { jump g } jump h } jump h }",
        expect!["60..61 unknown local function: there is no local function `h`"],
    );
    refused(
        "flow 1 fun f() { x: i64 = frob 1 y: i64 = global g apply h }",
        expect![[r#"
        26..30 unknown operation: there is no operation `frob`
        49..50 unknown global: there is no global `g`
        57..58 unknown cluster: there is no cluster `h`"#]],
    );
    refused(
        "flow 1 fun f() { x: i64 = copy 1 }",
        expect!["33..34 expected a binding or the end of a body: found `}`"],
    );
    refused(
        "flow 1 fun f() { ret 1 }",
        expect!["17..20 expected a binding or the end of a body: `ret` begins neither"],
    );
    refused(
        "flow 1 fun f() { unreachable",
        expect!["28..28 expected `}`: found the end of the file"],
    );
    refused(
        "flow 1 fun f() { unreachable } fun f() { unreachable } entry g",
        expect![[r#"
        35..36 cluster declared twice: there is another cluster `f`
        61..62 unknown cluster: there is no cluster `g`"#]],
    );
    refused("flow 1 frob", expect!["11..11 expected a declaration or a cluster: after `frob`"]);
}
