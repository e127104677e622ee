//! Values of a small kind of their own, as they are written.

use super::{CHARACTERS, Description, View, described, message};
use abi::ExnShape;

#[derive(Clone)]
enum Value {
    Int(i64),
    Real(f64),
    Big(&'static str),
    Str(String),
    /// A tag and fields.
    Object(u64, Vec<Value>),
    Array(Vec<Value>),
    /// An object that contains itself at the end.
    Cycle(u64, Vec<Value>),
}

use Value::{Int, Object};

impl View for Value {
    fn int(&self) -> Option<u64> {
        if let Int(n) = self { Some(*n as u64) } else { None }
    }

    fn f64(&self) -> Option<f64> {
        if let Value::Real(x) = self { Some(*x) } else { None }
    }

    fn f32(&self) -> Option<f32> {
        self.f64().map(|x| x as f32)
    }

    fn big(&self) -> Option<String> {
        if let Value::Big(digits) = self { Some((*digits).to_owned()) } else { None }
    }

    fn bytes(&self, most: usize) -> Option<Vec<u8>> {
        if let Value::Str(s) = self { Some(s.bytes().take(most).collect()) } else { None }
    }

    fn tag(&self) -> Option<u64> {
        if let Object(tag, _) | Value::Cycle(tag, _) = self { Some(*tag) } else { None }
    }

    fn itself(&self) -> Value {
        self.clone()
    }

    fn fields(&self, count: usize) -> Option<Vec<Value>> {
        let mut fields = match self {
            Object(_, fields) | Value::Cycle(_, fields) => fields.clone(),
            Int(_) | Value::Real(_) | Value::Big(_) | Value::Str(_) | Value::Array(_) => {
                return None;
            }
        };
        if let Value::Cycle(..) = self {
            fields.push(self.clone());
        }
        (fields.len() >= count).then_some(fields)
    }

    fn length(&self) -> Option<usize> {
        if let Value::Array(items) = self { Some(items.len()) } else { None }
    }

    fn element(&self, index: usize) -> Option<Value> {
        if let Value::Array(items) = self { items.get(index).cloned() } else { None }
    }

    fn constructor(&self) -> Option<Value> {
        self.fields(1)?.first().cloned()
    }

    fn carried(&self, count: usize) -> Option<Vec<Value>> {
        Some(self.fields(count + 1)?[1..].to_vec())
    }
}

fn text(text: &str) -> Value {
    Value::Str(text.to_owned())
}

fn exn(name: &str, shape: ExnShape, description: &str, carried: &[Value]) -> Value {
    let constructor = Object(0, vec![text(name), Int(shape as i64), text(description)]);
    Object(0, [&[constructor], carried].concat())
}

/// The message of an exception `E` that carries these.
fn shown(description: &str, carried: &[Value]) -> String {
    let exn = exn("E", ExnShape::Described, description, carried);
    let message = described(&exn).expect("the description fits");
    String::from_utf8(message).expect("ASCII")
}

fn list(items: impl DoubleEndedIterator<Item = Value>) -> Value {
    items.rev().fold(Object(0, vec![]), |rest, item| Object(1, vec![item, rest]))
}

#[test]
fn the_shapes_that_need_no_description() {
    let plain = |shape, carried: &[Value]| message(&exn("E", shape, "", carried), &described);
    assert_eq!(plain(ExnShape::Other, &[]).as_deref(), Some(&b"E"[..]));
    assert_eq!(plain(ExnShape::Str, &[text("no")]).as_deref(), Some(&b"E: no"[..]));
    assert_eq!(plain(ExnShape::I64, &[Int(-3)]).as_deref(), Some(&b"E: -3"[..]));
    let cause = exn("Cause", ExnShape::Str, "", &[text("c")]);
    let failed = plain(ExnShape::Failed, &[cause, text("open"), text("f")]);
    assert_eq!(failed.as_deref(), Some(&b"E: open failed on \"f\": Cause: c"[..]));
    assert_eq!(message(&Int(1), &described), None);
}

#[test]
fn constants() {
    assert_eq!(shown("0; int 8", &[Int(0xff)]), "E ~1");
    assert_eq!(shown("0; word 8", &[Int(-1)]), "E 0wxFF");
    assert_eq!(shown("0; real", &[Value::Real(-1.5)]), "E ~1.5");
    assert_eq!(shown("0; intinf", &[Value::Big("-12")]), "E ~12");
    assert_eq!(shown("0; char", &[Int(10)]), "E #\"\\n\"");
    assert_eq!(shown("0; str", &[text("a\"\\\u{1}\u{7f}")]), r#"E "a\"\\\^A\127""#);
    assert_eq!(shown("0; enum 1 false true", &[Int(1)]), "E true");
    assert_eq!(shown("0; fn", &[Int(0)]), "E fn");
    assert_eq!(shown("0; hidden", &[Int(0)]), "E -");
    assert_eq!(shown("0; is ()", &[]), "E ()");
}

#[test]
fn parts() {
    let pair = [Int(1), text("a")];
    assert_eq!(shown("*0; tuple 1 2; int 64; str", &pair), r#"E (1, "a")"#);
    assert_eq!(
        shown("*0; record x 1 y 3 z 2; int 64; str; is ()", &pair),
        r#"E {x=1, y=(), z="a"}"#
    );
    assert_eq!(shown("0; tuple 1 2; int 64; str", &[Object(0, pair.to_vec())]), r#"E (1, "a")"#);
    assert_eq!(shown("0; single a 1; int 64", &[Int(1)]), "E {a=1}");
    assert_eq!(shown("0; list 1; int 64", &[list((1..4).map(Int))]), "E [1,2,3]");
    let array = Value::Array(vec![Int(1), Int(2)]);
    assert_eq!(shown("0; vector 1; int 64", std::slice::from_ref(&array)), "E #[1,2]");
    assert_eq!(shown("0; array 1; is ()", &[array]), "E [|(),()|]");
    let sum = "0; sum NONE - SOME 1; int 64";
    assert_eq!(shown(sum, &[Object(0, vec![])]), "E NONE");
    assert_eq!(shown(sum, &[Object(1, vec![Int(-2)])]), "E (SOME ~2)");
    let of_text = "0; sum NONE - SOME 1; str";
    assert_eq!(shown(of_text, &[Object(0, vec![])]), "E NONE");
    assert_eq!(shown(of_text, &[text("bare")]), r#"E (SOME "bare")"#);
    assert_eq!(shown(of_text, &[Object(1, vec![text("boxed")])]), r#"E (SOME "boxed")"#);
    assert_eq!(shown("0; ref 1; con A 2; int 64", &[Object(0, vec![Int(2)])]), "E (ref (A 2))");
    assert_eq!(shown("0; con B 1; is ()", &[]), "E (B ())");
}

#[test]
fn exceptions_inside_others() {
    let fail = exn("Fail", ExnShape::Str, "", &[text("f")]);
    assert_eq!(shown("0; exn", std::slice::from_ref(&fail)), r#"E (Fail "f")"#);
    let io = exn("Io", ExnShape::Failed, "", &[fail, text("open"), text("x")]);
    let inner = exn("I", ExnShape::Described, "0; exn", &[io]);
    let expected = r#"E (I (Io {cause=Fail "f", function="open", name="x"}))"#;
    assert_eq!(shown("0; exn", &[inner]), expected);
}

#[test]
fn what_is_cut() {
    let long = list((0..101).map(|_| Int(1)));
    assert_eq!(shown("0; list 1; int 64", &[long]), format!("E [{}...]", "1,".repeat(100)));
    let just = list((0..100).map(|_| Int(1)));
    assert_eq!(shown("0; list 1; int 64", &[just]), format!("E [{}1]", "1,".repeat(99)));
    let deep = Value::Cycle(0, vec![]);
    let expected = format!("E {}...{}", "(ref ".repeat(10), ")".repeat(10));
    assert_eq!(shown("0; ref 0", &[deep]), expected);
    let wide = "x".repeat(5000);
    let cut = shown("0; str", &[text(&wide)]);
    assert_eq!(cut, format!("E \"{}...", "x".repeat(CHARACTERS - 3)));
    let bush = Value::Cycle(1, vec![Object(0, vec![])]);
    let all = "0; sum A - T *1; tuple 0 0";
    let expected =
        format!("E {}..., ...{}", "(T (".to_owned() + &"A, T (".repeat(9), ")".repeat(11));
    assert_eq!(shown(all, &[bush]), expected);
}

#[test]
fn what_is_no_description() {
    for bad in [
        "",
        "0",
        "1; int 64",
        "*0; int 64",
        "0; int",
        "0; int 7",
        "0; list",
        "0; list 1",
        "0; sum A",
        "0; con A 0",
        "0; single a 1; con B 0",
        "x; str",
        "-; str",
        "0; what",
    ] {
        assert_eq!(Description::parse(bad.as_bytes()), None, "{bad}");
    }
}
