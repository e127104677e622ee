//! Both directions on small modules, and what is wrong with files.

use crate::json::Tree;
use crate::{read, show};
use expect_test::{Expect, expect};

/// A body in a module with a sum, a cell and a function `f`, in which it stands.
fn with_body(body: &str) -> String {
    format!(
        r#"{{"anf": 1, "sums": [{{"name": "s", "constructors": [{{"name": "::", "fields": ["i64"]}}]}}],
"globals": [{{"name": "g", "type": "i64"}}],
"funs": [{{"name": "f", "params": [{{"name": "x", "type": "i64"}}], "results": [], "body":
{body}}}]}}"#
    )
}

/// The messages about a text, a line each: line and column, title, label and hint.
fn messages(text: &[u8]) -> String {
    let Err(errors) = read(text) else { return "accepted\n".to_owned() };
    let mut messages = String::new();
    for error in errors {
        let start = error.span.expect("a place").start;
        let line = text[..start].split(|b| *b == b'\n').count();
        let column = text[..start].rsplit(|b| *b == b'\n').next().map_or(0, <[u8]>::len) + 1;
        let hint = error.hint.map_or(String::new(), |hint| format!(" ({hint})"));
        messages += &format!("{line}:{column} {}: {}{hint}\n", error.title, error.label);
    }
    messages
}

#[track_caller]
fn refused(text: impl AsRef<[u8]>, wanted: Expect) {
    wanted.assert_eq(&messages(text.as_ref()));
}

/// Text to JSON to text.
#[track_caller]
fn same(text: &str) -> String {
    let module = anf::parse(text.as_bytes()).expect("ANF");
    let json = show(&module).to_string();
    let again = read(json.as_bytes()).unwrap_or_else(|errors| panic!("{:?}\n{json}", errors[0]));
    assert_eq!(again.to_string(), module.to_string());
    json
}

#[test]
fn constants_are_kept_exactly() {
    let constants = "9007199254740991 9007199254740992 -9223372036854775808 255:i8 true false \
        12345678901234567890123n -5n 0.1 -0.0 1e300 5e-324 inf -inf nan nan:0x7ff8000000000001 \
        0.1:f32 nan:0xffc00000:f32 \"\\x00\\n\\\"\\\\\\xc3\\xa9\" \"\\xff\" null";
    let json =
        same(&format!("anf 1 fun f() -> () {{ x: i64 = array.lit {constants} unreachable }}"));
    let args = json.lines().find(|line| line.contains("array.lit")).expect("the operation");
    let args = args.split_once("\"args\": ").map_or(args, |(_, args)| args);
    expect![[r#"
        [{"i64": 9007199254740991}, {"i64": "9007199254740992"}, {"i64": "-9223372036854775808"}, {"i8": -1}, {"i1": true}, {"i1": false}, {"intinf": "12345678901234567890123"}, {"intinf": -5}, {"f64": 0.1}, {"f64": -0.0}, {"f64": 1e300}, {"f64": 5e-324}, {"f64": "inf"}, {"f64": "-inf"}, {"f64": "nan"}, {"f64": "nan:0x7ff8000000000001"}, {"f32": 0.1}, {"f32": "nan:0xffc00000"}, {"str": "\u0000\n\"\\é"}, {"bytes": "ff"}, {"ptr": null}]}
    "#]]
    .assert_eq(&format!("{args}\n"));
}

#[test]
fn every_construct_is_kept() {
    same(
        r#"anf 1
pos !1 = "a b" 3:4 of "é" in !2
pos !2 = "a" 1:1
sum %69%36%34 = nil | %3a%3a((i64, mut str), #(i8, f32), array(i8), vector(ref(weak(any))))
sum origin = t%2eu(cont(exn), exncon(ptr, intinf), origin, %6frigin)
sum none
export global g.h: fun(%69%36%34) -> (i64, str)
import global i: i64
foreign swap "swap" (i32, i1) -> (i1, i32) as struct(u32, bool) -> struct(bool, u32)
foreign hidden "" (i32, i64) -> () as tagged(3: u64, 7: unit) -> unit
import %20 "sym\"bol": fun() -> ()
export fun exported() -> () { ret }
define swap fun code(x: i32, b: i1) -> (i1, i32) { c: i1 = not.i1 b ret c x }
fun ret.7(x: i64) -> (i64) !1 {
  e: exncon(i64) = exncon "E" "d" !1
  d: exncon() = builtin.Div
  () = global.set i x
  p: ptr = c.string "a\xff"
  (y: i32, z: i1) = c.load.8[struct(u32, bool)] p
  () = c.store.0[u32] p y
  a: any = inject x
  is: i1 = is[(i64, mut str)] a
  o: %69%36%34 = con.%69%36%34.nil
  k: i64 = callcc exported !2
  fun even(n: i64) -> () { ret } and odd(n: i64) -> () !2 { tailcall even n !1 }
  join j.9(q: i64) !1 { if is { jump j.9 q } else { throw k q } }
  cont c() { unreachable }
  h: i64 = handle { ret 5 } with x, o { raise x from o !2 } !1
  case o {
    nil => { switch h { -1 => { ret h } 7 => { jump j.9 0 } _ => { raise h } } }
    %3a%3a(t, u, v, w) => { switch is { 0 => { ret 1 } _ => { ret 2 } } }
  }
}
entry exported
"#,
    );
}

#[test]
fn what_is_no_json_is_said_at_its_place() {
    refused("", expect!["1:1 expected a value: found the end of the file\n"]);
    refused("{\n  x", expect!["2:3 expected the name of a member, in quotes: found `x`\n"]);
    refused("[1,]", expect!["1:4 expected a value: found `]`\n"]);
    refused("[1 2]", expect!["1:4 expected `,` or `]`: found `2`\n"]);
    refused("{\"a\" 1}", expect!["1:6 expected `:`: found `1`\n"]);
    refused("[01]", expect!["1:2 bad number: JSON has no number of this form\n"]);
    refused("[-]", expect!["1:2 bad number: JSON has no number of this form\n"]);
    refused("[NaN]", expect!["1:2 expected a value: found `NaN`\n"]);
    refused("[1] 2", expect!["1:5 expected the end of the file: found `2`\n"]);
    refused(
        "[\"a\nb\"]",
        expect!["1:2 string is not closed: this string has no end on its line\n"],
    );
    refused("[\"\u{1}\"]", expect!["1:3 control character in a string: write \\u0001\n"]);
    refused(
        r#"["\x"]"#,
        expect![[r#"
            1:3 bad escape in a string: an escape is one of \" \\ \/ \b \f \n \r \t \uHHHH
        "#]],
    );
    refused(
        r#"["\ud800x"]"#,
        expect![[r#"
            1:3 bad escape in a string: this is half of a character; for bytes write `{"bytes": "..."}`
        "#]],
    );
    refused(b"[\"\xff\"]", expect!["1:3 not UTF-8: byte 0xff does not belong to a character\n"]);
    let tree = Tree::read(r#" "\ud83d\ude00\u00e9\/" "#.as_bytes()).expect("JSON");
    let wanted = "\u{1f600}é/";
    assert!(matches!(tree.get(tree.root), crate::json::Value::String(text) if text == wanted));
}

#[test]
fn faults_of_shape_are_reported_together() {
    refused(
        with_body(
            r#"{"lets": [
{"kind": "op", "op": "copy", "dst": [{"name": "y"}], "args": [1, true, 2.5, null, {"i8": 1, "i16": 2}, {"int": 5}]},
{"kind": "op", "dst": [], "op": "get", "args": []},
{"kind": "op", "dst": [], "op": "get.1", "args": []},
{"kind": "op", "dst": [], "op": "call", "args": []},
{"kind": "op", "dst": [], "op": "exncon", "name": "E", "args": ["x"]},
{"kind": "op", "dst": {}, "op": 5, "args": [{"f64": "one"}, {"i64": 1.5}, {"bytes": "abc"}, {"ptr": 0}]},
{"kind": "fun", "funs": []},
{"kind": "funs", "funs": []},
5
], "tail": {"kind": "ret", "argz": [], "kind": "ret"}}"#,
        ),
        expect![[r#"
            5:38 missing field: a variable with its type has the field `type`
            5:63 expected an operand: a variable or a constant: found a number (a constant is written `{"i64": 1}`)
            5:66 expected an operand: a variable or a constant: found `true` (a constant is written `{"i1": true}`)
            5:72 expected an operand: a variable or a constant: found a number (a constant is written `{"f64": 2.5}`)
            5:77 expected an operand: a variable or a constant: found `null`
            5:83 expected an operand: a variable or a constant: found an object
            5:105 unknown constant: there is no constant of `int`
            6:1 missing field: `get` has the field `index`
            7:33 unknown operation: there is no operation `get.1` (write `"op": "get"`, and index beside it)
            8:33 unknown operation: there is no operation `call` (write `"kind": "call"`)
            9:33 wrong number of operands: `exncon` has no operands
            10:33 expected a string: the name of an operation: found a number
            10:23 expected an array of variables with their types: found an object
            10:53 not a number: a string is `inf`, `-inf`, `nan` or `nan:0x` and the bits
            10:69 not a whole number: an integer has digits, and perhaps a `-` before them
            10:85 not bytes: two hexadecimal digits are a byte
            10:101 expected `null`, the only constant of `ptr`: found a number
            11:10 unknown kind: a binding is no `fun` (the kinds are op, call, callcc, handle, funs, join, cont)
            12:10 no functions: a group has one function at least
            13:1 expected a binding: an object with a `kind`: found a number (the kinds are op, call, callcc, handle, funs, join, cont)
            14:28 unknown field: a `ret` has no `argz` (it has kind, args)
            14:40 field given twice: `kind` is above
            14:12 missing field: a `ret` has the field `args`
        "#]],
    );
}

#[test]
fn faults_of_meaning_have_places_and_names_as_written() {
    refused(
        with_body(
            r#"{"lets": [
{"kind": "op", "dst": [{"name": "ret", "type": {"sum": "%"}}], "op": "con", "sum": "s", "constructor": "a b", "args": ["call"]},
{"kind": "op", "dst": [], "op": "ccall", "foreign": "no such", "args": []},
{"kind": "op", "dst": [], "op": "builtin", "exception": "No", "args": []}
], "tail": {"kind": "tailcall", "fun": "ret", "args": ["a\nb"], "pos": 3}}"#,
        ),
        expect![[r#"
            5:56 unknown type: there is no type or sum `%`
            5:70 unknown operation: there is no constructor `a b` in `s`
            5:120 unknown variable: `call` is not in scope
            6:53 unknown operation: there is no foreign function `no such`
            7:57 unknown operation: there is no built-in exception `No`
            8:56 unknown variable: `a
            b` is not in scope
            8:72 unknown position: `!3` is not declared
        "#]],
    );
    refused(
        r#"{"anf": 1, "types": [{"name": "a", "type": {"name": "a"}}]}"#,
        expect![[r#"
        1:53 unknown type: `types` has no `a` before this place
    "#]],
    );
}

/// A name is any string, words of the text included, and may be bound again.
#[test]
fn names_are_strings() {
    let text = with_body(
        r#"{"lets": [
{"kind": "op", "dst": [{"name": "ret", "type": "i64"}], "op": "copy", "args": ["x"]},
{"kind": "op", "dst": [{"name": "", "type": "i64"}], "op": "copy", "args": ["ret"]},
{"kind": "op", "dst": [{"name": "é %", "type": "i64"}], "op": "copy", "args": [""]},
{"kind": "op", "dst": [{"name": "x", "type": "i64"}], "op": "copy", "args": ["é %"]},
{"kind": "op", "dst": [], "op": "global.set", "global": "g", "args": ["x"]}
], "tail": {"kind": "ret", "args": []}}"#,
    );
    let module = read(text.as_bytes()).unwrap_or_else(|errors| panic!("{:?}", errors[0]));
    expect![[r#"
        anf 1
        sum s = %3a%3a(i64)
        global g: i64

        fun f.0(x.1: i64) -> () {
          ret.2: i64 = copy x.1
          %_.3: i64 = copy ret.2
          %c3%a9%20%25.4: i64 = copy %_.3
          x.5: i64 = copy %c3%a9%20%25.4
          () = global.set g x.5
          ret
        }
    "#]]
    .assert_eq(&module.to_string());
}
