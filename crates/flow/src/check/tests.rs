//! Each rule, broken once.

use crate::Rule;
use crate::{Atom, Body, Let, Local, Tail, Unit, Var, bound_once, check, parse};
use base::Violation;
use expect_test::{Expect, expect};

fn found(violations: Vec<Violation>) -> Vec<String> {
    violations.iter().map(Violation::to_string).collect()
}

fn unit(text: &str) -> Unit {
    parse(format!("flow 1 {text}").as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn refused(text: &str, expect: Expect) {
    expect.assert_eq(&found(check(&unit(text))).join("\n"));
}

/// The body of a function with a few things around it.
fn body(body: &str, expect: Expect) {
    let around = "global g: i64 foreign sin \"sin\" (f64) -> (f64) import imp \"imp\" (i64)
        fun other(x: i64) clos c return k fields (i64) { unreachable }
        cont frame(x: i64) return k fields (ref) { unreachable }";
    refused(&format!("{around} fun f(i: i64, r: ref, d: f64) return k {{ {body} }}"), expect);
}

#[test]
fn scope() {
    body(
        "if i { x: i64 = copy i throw k x } else { throw k x }",
        expect!["f: x.9 is not in scope"],
    );
    body("fun g(x: i64) { throw k x } throw k x", expect!["f: x.9 is not in scope"]);
    body("x: i64 = copy 1 throw k x", expect![""]);
    let mut unit = unit("fun f() { unreachable }");
    let cluster = unit.clusters.iter_mut().next().unwrap().1;
    cluster.body = Body::just(Tail::Throw { k: Atom::Var(Var(9)), args: vec![] });
    assert_eq!(found(check(&unit)), ["f: unknown.9 is not in scope"]);
    let cluster = unit.clusters.iter_mut().next().unwrap().1;
    cluster.params = vec![Var(9)];
    cluster.body = Body::just(Tail::Jump { fun: Local(5), args: vec![] });
    assert_eq!(
        found(check(&unit)),
        ["f: v9 does not exist", "f: jump unknown.5: it is not in scope"]
    );
    cluster_twice();
}

fn cluster_twice() {
    let mut unit = unit("fun f() { fun g() { jump g } jump g }");
    let cluster = unit.clusters.iter_mut().next().unwrap().1;
    let again = cluster.body.lets[0].clone();
    cluster.body.lets.push(again);
    assert_eq!(found(check(&unit)), ["f: the local function g.0 is defined twice or not known"]);
}

#[test]
fn kinds_of_operands() {
    body("x: i64 = add.i64 i d throw k x", expect!["f: add.i64: wants i64, given f64"]);
    body("x: i64 = add.i64 i throw k x", expect!["f: add.i64: takes 2 operands, given 1"]);
    body("x: i32 = add.i64 i i throw k x", expect!["f: add.i64: gives i64, bound to i32"]);
    body("() = add.i64 i i throw k", expect!["f: add.i64: gives 1 results, bound to 0"]);
    body(
        "(x: i64, x: i64) = copy i throw k",
        expect![[r#"
        f: copy: gives 1 results, bound to 2
        f: copy: two results have one name"#]],
    );
    body(
        "fun g(x: i64, x: i64) { throw k x } throw k",
        expect!["f: two parameters of g.0 have one name"],
    );
    refused("fun g(x: i64, x: i64) { unreachable }", expect!["g: two parameters have one name"]);
    body("x: ref = copy imm 4 throw k", expect!["f: imm 4 is even"]);
    body("x: ref = copy static other throw k", expect!["f: static other has fields"]);
    body("x: ref = copy static frame throw k", expect!["f: static frame is a continuation"]);
}

#[test]
fn memory() {
    body("x: cont = load.1 r throw x", expect!["f: load.1: a continuation is kept in frames only"]);
    body("x: ref = load.0 r throw k", expect!["f: load.0: word 0 is an i64"]);
    body("() = store.0 r i throw k", expect!["f: store.0: word 0 cannot be set"]);
    body("() = store.1 i i throw k", expect!["f: store.1: wants ref, given i64"]);
    body(
        "() = check 99 k  x: ref = record.0 k throw k",
        expect!["f: record.0: a continuation is kept in frames only"],
    );
    body(
        "() = check 99 k  x: ref = record.70000 i throw k",
        expect!["f: record.70000: the tag 70000 is too large"],
    );
    body(
        "() = check 99 k  x: ref = array.lit[#(i64, ref)] i throw k",
        expect!["f: array.lit[#(i64, ref)]: 1 operands make no whole elements"],
    );
    body(
        "x: ref = array.new[cont] 1 k throw k",
        expect!["f: array.new[cont]: a continuation is kept in frames only"],
    );
    body(
        "x: ref = array.new[#()] 1 throw k",
        expect!["f: array.new[#()]: an element has 1 to 28 words, not 0"],
    );
    body("x: f64 = global g throw k", expect!["f: global g: gives i64, bound to f64"]);
    body("x: f64 = ccall sin i throw k", expect!["f: ccall sin: wants f64, given i64"]);
}

#[test]
fn closures_and_frames() {
    body(
        "() = check 99 k  x: ref = closure other r throw k",
        expect!["f: closure other: wants i64, given ref"],
    );
    body(
        "() = check 99 k  x: ref = closure frame r throw k",
        expect!["f: closure frame: frame is a continuation"],
    );
    body(
        "() = check 99 k  x: cont = push other k i throw x",
        expect!["f: push other: other is not a continuation"],
    );
    body(
        "() = check 99 k  x: cont = push frame k i throw x",
        expect!["f: push frame: wants ref, given i64"],
    );
    refused(
        "known f() return k fields (cont) { unreachable }",
        expect!["f: a continuation is kept in frames only"],
    );
    refused("cont f() { unreachable }", expect!["f: a continuation has no frame"]);
    refused("cont f() clos c return k { unreachable }", expect!["f: a continuation has a closure"]);
    let many = vec!["i64"; 24].join(", ");
    refused(&format!("fun f() fields ({many}) {{ unreachable }}"), expect![""]);
    refused(
        &format!("cont f() return k fields ({many}) {{ unreachable }}"),
        expect!["f: 24 fields do not fit a layout"],
    );
}

#[test]
fn slots() {
    let params = |n: usize, kind: &str| {
        (0..n).map(|i| format!("x{i}: {kind}")).collect::<Vec<_>>().join(", ")
    };
    refused(&format!("fun f({}) {{ unreachable }}", params(7, "i64")), expect![""]);
    refused(
        &format!("fun f({}) {{ unreachable }}", params(8, "ref")),
        expect!["f: the parameters do not fit: 8 values for 7 integer slots"],
    );
    refused(
        &format!("fun f({}) {{ unreachable }}", params(9, "f32")),
        expect!["f: the parameters do not fit: 9 numbers for 8 floating-point slots"],
    );
    body("throw k 1 2 3 4 5 6 7 8", expect!["f: throw: 8 values for 7 integer slots"]);
    body("reinstate r 1 2 3 4 5 6 7 8", expect!["f: reinstate: 8 values for 7 integer slots"]);
    body("apply * r 1 2 3 4 5 6 7 8 return k", expect!["f: apply *: 8 values for 7 integer slots"]);
    refused(
        "import f \"f\" (i64, i64, i64, i64, i64, i64, i64, i64)",
        expect!["import f: 8 values for 7 integer slots"],
    );
}

#[test]
fn ends() {
    body(
        "if d { unreachable } else { unreachable }",
        expect!["f: if: the condition is no integer"],
    );
    body("switch r { }", expect!["f: switch: this is no integer"]);
    body(
        "switch i { 1 => { unreachable } 1 => { unreachable } }",
        expect!["f: switch: there are two cases 1"],
    );
    body("throw r", expect!["f: throw: wants cont, given ref"]);
    body("reinstate k", expect!["f: reinstate: wants ref, given cont"]);
    body("raise i return k", expect!["f: raise: wants ref, given i64"]);
    body("raise r return r", expect!["f: raise: wants cont, given ref"]);
    body("fun g(x: i64) { throw k x } jump g d", expect!["f: jump g.0: wants i64, given f64"]);
    body("fun g(x: i64) { throw k x } jump g", expect!["f: jump g.0: takes 1 operands, given 0"]);
    let mut wide = unit("fun f(i: i8) { switch i { 1 => { unreachable } } }");
    let cluster = wide.clusters.iter_mut().next().unwrap().1;
    if let Tail::Switch { cases, .. } = &mut cluster.body.tail {
        cases[0].0 = 256;
    }
    assert_eq!(found(check(&wide)), ["f: switch: 256 does not fit i8"]);
}

#[test]
fn calls() {
    body("apply other i clos r", expect!["f: apply other: it wants a continuation"]);
    body("apply other i return k", expect!["f: apply other: it wants a closure"]);
    body("apply other d clos r return k", expect!["f: apply other: wants i64, given f64"]);
    body(
        "apply other i clos i return k",
        expect!["f: apply: closure and continuation: wants ref, given i64"],
    );
    body("apply frame i return k", expect!["f: apply frame: it is a continuation"]);
    body("apply import imp i", expect!["f: apply imp: it wants a continuation"]);
    body("apply import imp d return k", expect!["f: apply imp: wants i64, given f64"]);
    body("apply * r i", expect!["f: apply *: it wants a continuation"]);
    body("apply * i return k", expect!["f: apply *: wants ref, given i64"]);
    body("apply * r clos r return k", expect!["f: apply *: it has a closure already"]);
}

#[test]
fn heap_checks() {
    body("x: i64 = copy i () = check 8 k throw k", expect!["f: check does not stand first"]);
    body("() = check 8 i throw k", expect!["f: check 8: names a variable that is not traced, i64"]);
    body("x: ref = record.0 i throw k x", expect!["f: allocates 16 bytes, checks 0"]);
    body(
        "() = check 15 k x: ref = record.0 i throw k x",
        expect!["f: allocates 16 bytes, checks 15"],
    );
    // The longest path counts, over branches and jumps.
    body(
        "() = check 32 k
         fun g() { x: ref = record.0 i i throw k x }
         if i { y: ref = record.0 i jump g } else { jump g }",
        expect!["f: allocates 40 bytes, checks 32"],
    );
    body(
        "() = check 99 k fun g() { x: ref = record.0 i if i { jump g } else { throw k x } } jump g",
        expect!["f: allocates in a loop without a check"],
    );
    body("() = check 16 k x: ref = record.0 i fun g() { jump g } jump g", expect![""]);
    // A continuation may enter itself, and a loop needs a check.
    refused("cont f(c: ref) return k { () = check 0 c reinstate c c }", expect![""]);
    refused(
        "cont f(c: ref) return k { reinstate c c }",
        expect!["f: enters a captured continuation without a check"],
    );
}

#[test]
fn pops() {
    refused("cont f() return k fields (i64) { (l: cont, x: i64) = pop k throw l x }", expect![""]);
    let message = "f: pop is not applied once to the cluster's own frame before other uses of it";
    for text in [
        "cont f() return k fields (i64) { (l: cont, x: i64) = pop k (m: cont, y: i64) = pop k throw l }",
        "cont f() return k { () = sethandler k (l: cont) = pop k throw l }",
        "cont f() return k { k: cont = gethandler (l: cont) = pop k throw l }",
        "cont f() return k { h: cont = gethandler (l: cont) = pop h throw l }",
        "cont f() return k { if 1 { (l: cont) = pop k throw l } else { throw k } }",
        "fun f() return k { (l: cont) = pop k throw l }",
    ] {
        assert_eq!(found(check(&unit(text))), [message], "{text}");
    }
    refused(
        "cont f() return k fields (i64) { (l: cont) = pop k throw l }",
        expect!["f: pop: gives 2 results, bound to 1"],
    );
}

#[test]
fn declarations() {
    refused(
        "known f() { unreachable } entry f",
        expect!["f: the entry is no function without parameters and fields"],
    );
    refused(
        "fun f(x: i64) { unreachable } entry f",
        expect!["f: the entry is no function without parameters and fields"],
    );
    let mut twice = unit("fun f() { unreachable } global g: i64");
    let again = twice.clusters.values().next().unwrap().clone();
    twice.clusters.push(again);
    let again = twice.globals.values().next().unwrap().clone();
    twice.globals.push(again);
    assert_eq!(found(check(&twice)), ["cluster f is declared twice", "global g is declared twice"]);
}

#[test]
fn all_violations_are_told() {
    body(
        "x: i64 = add.i64 d 1 y: i64 = add.i64 d 2 throw r",
        expect![[r#"
        f: add.i64: wants i64, given f64
        f: add.i64: wants i64, given f64
        f: throw: wants cont, given ref"#]],
    );
}

#[test]
fn violations_know_their_cluster() {
    let mut unit = unit("fun f() { unreachable } fun g() { unreachable }");
    let (_, cluster) = unit.clusters.iter_mut().nth(1).unwrap();
    // A name may hold what stands behind a name in messages.
    cluster.name = "g: h".into();
    cluster.body = Body::just(Tail::Jump { fun: Local(5), args: vec![] });
    let what = "g: h: jump unknown.5: it is not in scope".to_owned();
    let rule = Rule::Jump.title();
    assert_eq!(check(&unit), [Violation { rule, what, function: Some(1), span: None }]);
}

#[test]
fn bound_once_is_a_property_of_its_own() {
    let again = unit(
        "fun f(x: i64) return k { x: i64 = copy x fun g(y: i64) { x: i64 = copy y throw k x } jump g x }",
    );
    assert_eq!(check(&again), []);
    assert_eq!(found(bound_once(&again)), ["f: x.0 is bound more than once"]);
    assert_eq!(
        bound_once(&unit("fun f(x: i64) { unreachable } fun g(x: i64) { unreachable }")),
        []
    );
}

#[test]
fn nesting_is_limited() {
    let run = || {
        let mut unit = unit("fun f() { unreachable }");
        let mut body = Body::just(Tail::Unreachable);
        for i in 0..crate::MAX_NESTING + 1 {
            let name = unit.new_local("f");
            let fun = crate::LocalFun { name, params: vec![], body };
            body = Body {
                lets: vec![Let::Funs(vec![fun])],
                tail: Tail::Jump { fun: Local(i as u32), args: vec![] },
            };
        }
        unit.clusters.iter_mut().next().unwrap().1.body = body;
        assert_eq!(found(check(&unit)), ["f: bodies are nested 200001 deep"]);
        assert!(parse(unit.to_string().as_bytes()).is_err());
    };
    std::thread::Builder::new().stack_size(1 << 30).spawn(run).unwrap().join().unwrap();
}
