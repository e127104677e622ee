//! Each invariant, with a module that breaks it.

use super::*;
use crate::Tail;
use crate::parse::parse_with_spans;
use expect_test::{Expect, expect};

/// Checks a module with these items.
fn check_items(items: &str, options: Options, expect: Expect) {
    let source = format!("anf 1 {items}");
    let (module, spans) =
        parse_with_spans(source.as_bytes()).unwrap_or_else(|e| panic!("{source}: {e:?}"));
    let errors = check_with(&module, Some(&spans), options);
    let text: String = errors.iter().map(|e| show(&source, e)).collect();
    expect.assert_eq(&text);
    // Without the text, the same errors, none of them located.
    let bare = check_with(&module, None, options);
    assert_eq!(
        bare.iter().map(|e| e.rule).collect::<Vec<_>>(),
        errors.iter().map(|e| e.rule).collect::<Vec<_>>()
    );
    assert!(bare.iter().all(|e| e.span.is_none()));
}

fn show(source: &str, error: &Violation) -> String {
    match error.span {
        Some(span) => {
            format!("{} at `{}`: {}\n", error.rule, &source[span.start..span.end], error.what)
        }
        None => format!("{} at `module`: {}\n", error.rule, error.what),
    }
}

/// Checks a module that no text stands behind.
fn found(module: &Module) -> Vec<String> {
    pass::Ir::check(module).iter().map(Violation::to_string).collect()
}

/// Checks a function with this head and body.
fn check_body(head: &str, body: &str, expect: Expect) {
    let items = format!("sum list = nil | cons(i64, list) fun f{head} {{ {body} }}");
    check_items(&items, Options::default(), expect);
}

#[test]
fn a_right_module_has_no_errors() {
    check_items(
        "sum list = nil | cons(i64, list)
         import global out: str  export global g: ref(list)
         foreign sin \"sin\" (f64) -> (f64)  foreign w \"write\" (i32, array(i8), str, ptr) -> ()
         import other \"other\": fun(i64) -> (i64)
         export fun len(l: list, acc: i64) -> (i64) {
           case l { nil => { ret acc } cons(h, t) => { n: i64 = sadd.i64 acc 1 tailcall len t n } } }
         fun main() -> () {
           join loop(i: i64) {
             c: i1 = slt.i64 i 10
             if c { j: i64 = add.i64 i 1 jump loop j } else { ret } }
           r: i64 = handle { x: i64 = call other 1 ret x } with e { raise e }
           fun esc(k: cont(i64)) -> (i64) { throw k 5 }
           v: i64 = callcc esc
           cont k(q: i64) { jump loop q }
           s: f64 = ccall.sin 1.5
           switch v { 0 => { throw k 1 } _ => { jump loop r } } }
         entry main",
        Options::default(),
        expect![[""]],
    );
}

#[test]
fn an_id_is_bound_once() {
    let source = b"anf 1 fun f(c: i1) -> (i64) { if c { x: i64 = copy 1 ret x } else { y: i64 = copy 1 ret y } }";
    let mut module = crate::parse(source).expect("a module");
    let Tail::If { then, els, .. } = &mut module.funs[0].body.tail else { panic!("an if") };
    els.lets = then.lets.clone();
    let errors = found(&module);
    expect![[r#"
        [
            "variable bound twice: `x.2` is bound before (in `f.0`)",
            "variable not in scope: `y.3` is not bound before this (in `f.0`)",
        ]
    "#]]
    .assert_debug_eq(&errors);
}

#[test]
fn what_one_branch_binds_the_other_may_not_use() {
    let source = b"anf 1 fun f(c: i1) -> (i64) { if c { x: i64 = copy 1 ret x } else { y: i64 = copy 1 ret y } }";
    let mut module = crate::parse(source).expect("a module");
    let Tail::If { then, els, .. } = &mut module.funs[0].body.tail else { panic!("an if") };
    els.tail = then.tail.clone();
    let errors = found(&module);
    expect![[r#"
        [
            "variable not in scope: the scope of `x.2` has ended (in `f.0`)",
        ]
    "#]]
    .assert_debug_eq(&errors);
}

#[test]
fn a_variable_is_not_used_before_its_binding() {
    let mut module =
        crate::parse(b"anf 1 fun f() -> (i64) { x: i64 = copy 1 y: i64 = copy x ret y }")
            .expect("a module");
    module.funs[0].body.lets.swap(0, 1);
    expect![[r#"
        [
            "variable not in scope: `x.1` is not bound before this (in `f.0`)",
        ]
    "#]]
    .assert_debug_eq(&found(&module));
}

#[test]
fn jumps_stay_in_their_function_and_handle_body() {
    check_body(
        "() -> ()",
        "join j() { ret } fun g() -> () { jump j } jump j",
        expect![[r#"
        jump out of a function or handle body at `jump j`: `j.1` is a join point outside
    "#]],
    );
    check_body(
        "() -> ()",
        "join j() { ret } () = handle { jump j } with e { jump j } jump j",
        expect![[r#"
        jump out of a function or handle body at `jump j`: `j.1` is a join point outside
        jump out of a function or handle body at `jump j`: `j.1` is a join point outside
    "#]],
    );
    check_body(
        "(k: cont(i64)) -> ()",
        "jump k 1",
        expect![[r#"
        jump to what is no join point at `jump k 1`: `k.1` is a value
    "#]],
    );
    check_body(
        "() -> ()",
        "join j() { ret } throw j",
        expect![[r#"
        join point used as a value at `throw j`: `j.1` can only be jumped to
    "#]],
    );
    check_body(
        "() -> ()",
        "join j(x: i64) { ret } jump j true",
        expect![[r#"
        wrong type of arguments at `jump j true`: wants i64, given i1
    "#]],
    );
    check_body(
        "() -> ()",
        "join j(x: i64) { ret } jump j",
        expect![[r#"
        wrong number of arguments at `jump j`: wants 1 arguments, given 0
    "#]],
    );
}

#[test]
fn operands_have_the_types_that_are_wanted() {
    check_body(
        "(a: i64) -> (i64)",
        "x: i64 = add.i64 a true ret x",
        expect![[r#"
            ill-typed operation at `x: i64 = add.i64 a true`: `add.i64`: wants i64, given i1
        "#]],
    );
    check_body(
        "(a: i64) -> (i64)",
        "x: i8 = add.i64 a 1 ret a",
        expect![[r#"
            ill-typed operation at `x: i8 = add.i64 a 1`: `add.i64`: gives i64, bound to i8
        "#]],
    );
    check_body(
        "(a: i64) -> (i64)",
        "x: i64 = add.i64 a ret a",
        expect![[r#"
            ill-typed operation at `x: i64 = add.i64 a`: `add.i64`: takes 2 operands, given 1
        "#]],
    );
    check_body(
        "(a: i64) -> (i64)",
        "() = add.i64 a a ret a",
        expect![[r#"
            ill-typed operation at `() = add.i64 a a`: `add.i64`: gives 1 results, bound to 0
        "#]],
    );
    check_body(
        "(a: (i64, str)) -> ()",
        "x: i64 = get.2 a () = set.0 a 1 ret",
        expect![[r#"
            ill-typed operation at `x: i64 = get.2 a`: `get.2`: there is no field 2 in (i64, str)
            ill-typed operation at `() = set.0 a 1`: `set.0`: field 0 of (i64, str) is not mutable
        "#]],
    );
}

#[test]
fn calls_have_the_types_that_are_wanted() {
    check_body(
        "(a: i64) -> (i64)",
        "x: i64 = call a 1 ret x",
        expect![[r#"
        call of what is no function at `x: i64 = call a 1`: this is i64, not a function
    "#]],
    );
    check_body(
        "(a: i64) -> (i64)",
        "x: i64 = call f a a y: str = call f 1 tailcall f \"s\"",
        expect![[r#"
        wrong number of arguments at `x: i64 = call f a a`: wants 1 arguments, given 2
        wrong type of results at `y: str = call f 1`: wants str, given i64
        wrong type of arguments at `tailcall f "s"`: wants i64, given str
    "#]],
    );
    check_body(
        "(a: i64) -> (i64)",
        "x: i64 = callcc f ret x",
        expect![[r#"
        wrong type of a function at `x: i64 = callcc f`: wants fun(cont(i64)) -> (i64), given fun(i64) -> (i64)
    "#]],
    );
}

#[test]
fn tails_have_the_types_that_are_wanted() {
    check_body(
        "(a: i64) -> (i64)",
        "ret a a",
        expect![[r#"
        wrong number of results at `ret a a`: wants 1 results, given 2
    "#]],
    );
    check_body(
        "(a: i64) -> (i64)",
        "ret 1.5",
        expect![[r#"
        wrong type of results at `ret 1.5`: wants i64, given f64
    "#]],
    );
    check_body(
        "(a: i64) -> (i64)",
        "if a { ret a } else { ret a }",
        expect![[r#"
        wrong type of a condition at `if a`: wants i1, given i64
    "#]],
    );
    check_body(
        "(a: i64) -> (i64)",
        "raise a",
        expect![[r#"
        wrong type of an exception at `raise a`: wants exn, given i64
    "#]],
    );
    check_body(
        "(a: i64) -> (i64)",
        "throw a 1",
        expect![[r#"
        throw to what is no continuation at `throw a 1`: this is i64, not a continuation
    "#]],
    );
    check_body(
        "(k: cont(i64)) -> ()",
        "throw k",
        expect![[r#"
        wrong number of arguments at `throw k`: wants 1 arguments, given 0
    "#]],
    );
    check_body(
        "() -> (str)",
        "x: i64 = handle { ret \"a\" } with e { ret e } ret x",
        expect![[r#"
        wrong type of results at `ret "a"`: wants i64, given str
        wrong type of results at `ret e`: wants i64, given exn
        wrong type of results at `ret x`: wants str, given i64
    "#]],
    );
}

#[test]
fn cases_are_distinct_and_complete() {
    check_body(
        "(a: i8) -> ()",
        "switch a { -1 => { ret } 255 => { ret } _ => { ret } }",
        expect![[r#"
        case given twice at `switch a`: there are two cases for -1
    "#]],
    );
    check_body(
        "(a: str) -> ()",
        "switch a { 1 => { ret } _ => { ret } }",
        expect![[r#"
        switch on what is no integer at `switch a`: this is str, not an integer
    "#]],
    );
    check_body(
        "(a: list) -> ()",
        "case a { nil => { ret } nil => { ret } }",
        expect![[r#"
        case given twice at `case a`: there are two cases for `nil`
        cases are not complete at `case a`: there is no case for `cons`, and no default
    "#]],
    );
    check_body("(a: list) -> ()", "case a { nil => { ret } _ => { ret } }", expect![[""]]);
}

#[test]
fn variables_of_functions_and_blocks_have_their_types() {
    let mut module = crate::parse(b"anf 1 fun f(a: i64) -> () { join j(x: i64) { ret } jump j a }")
        .expect("a module");
    let wrong = module.types.i64();
    for name in [0, 2] {
        module.vars[Var(name)].ty = wrong;
    }
    expect![[r#"
        [
            "wrong type of a variable: `f.0` should be fun(i64) -> (), not i64 (in `f.0`)",
            "wrong type of a variable: `j.2` should be cont(i64), not i64 (in `f.0`)",
        ]
    "#]]
    .assert_debug_eq(&found(&module));
}

#[test]
fn constants_fit_their_width() {
    let mut module = crate::parse(b"anf 1 fun f() -> (i8) { ret 5:i8 }").expect("a module");
    module.funs[0].body.tail = Tail::Ret(vec![Atom::Const(Const::Int(types::Width::I8, 256))]);
    expect![[r#"
        [
            "integer does not fit: 0x100 has more bits than an i8 (in `f.0`)",
        ]
    "#]]
    .assert_debug_eq(&found(&module));
}

#[test]
fn declarations_can_be_compiled() {
    let check = |items: &str, expect: Expect| check_items(items, Options::default(), expect);
    let wide = |n: usize| vec!["i64"; n].join(", ");
    check(&format!("global g: ref(array(#({})))", wide(28)), expect![[""]]);
    check(
        &format!("global g: ref(array(#({}, #(i8))))", wide(28)),
        expect![[r#"
            array element is too large at `g`: elements of array(#(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, #(i8))) have more than 28 words
        "#]],
    );
    check(
        "foreign f \"f\" (exn) -> ()",
        expect![[r#"
            foreign function with a wrong parameter at `f`: `f` takes exn, which C does not have
        "#]],
    );
    check(
        "foreign f \"f\" () -> (str)",
        expect![[r#"
            foreign function with a wrong result at `f`: `f` gives str, which C cannot give
        "#]],
    );
    check(
        "foreign f \"f\" (vector(str)) -> (i64, i64)",
        expect![[r#"
            foreign function with a wrong parameter at `f`: `f` takes vector(str), which C does not have
            foreign function with several results at `f`: `f` gives 2 results
        "#]],
    );
}

#[test]
fn imports_exports_and_entry_are_functions() {
    let check = |items: &str, expect: Expect| check_items(items, Options::default(), expect);
    check(
        "import f \"f\": i64",
        expect![[r#"
        import of what is no function at `f`: `f.0` is not of function type
    "#]],
    );
    check(
        "fun f(a: i64) -> () { ret } entry f",
        expect![[r#"
        wrong type of the entry at `f`: `f.0` must take nothing and give nothing
    "#]],
    );
    check(
        "import f \"f\": fun() -> () entry f",
        expect![[r#"
        entry is no function at `f`: `f.0` is not a function of the module
    "#]],
    );
    check(
        "export global f: i64 export fun f.1() -> () { ret } export fun f.2() -> () { ret }",
        expect![[r#"
        two exports of one name at `f.1`: `f.1` has the name of another export
        two exports of one name at `f.2`: `f.2` has the name of another export
    "#]],
    );
    let mut module = crate::parse(b"anf 1 fun f(a: i64) -> () { ret }").expect("a module");
    module.exports.push(Var(1));
    expect![[r#"
        [
            "export of what is no function: `a.1` is not a function of the module",
        ]
    "#]]
    .assert_debug_eq(&found(&module));
}

#[test]
fn positions_are_known_and_present_if_asked() {
    let items = "pos !1 = \"a\" 1:1 fun f(a: i64) -> (i64) {
        x: i64 = add.i64 a 1  y: i64 = sadd.i64 a 1  z: i64 = sadd.i64 a 1 !1  tailcall f x }";
    check_items(
        items,
        Options { require_positions: true },
        expect![[r#"
        no position at `f`: this function has no position
        no position at `y: i64 = sadd.i64 a 1`: this operation has no position
        no position at `tailcall f x`: this call has no position
    "#]],
    );
    check_items(items, Options::default(), expect![[""]]);
    let mut module = crate::parse(format!("anf 1 {items}").as_bytes()).expect("a module");
    module.funs[0].pos = Pos(7);
    module.positions.add(base::PosInfo {
        file: "a".into(),
        line: 1,
        column: 1,
        function: None,
        inlined_at: Pos(2),
    });
    expect![[r#"
        [
            "position is inlined in itself: !2 comes back to itself",
            "unknown position: !7 is not in the table (in `f.0`)",
        ]
    "#]]
    .assert_debug_eq(&found(&module));
}

#[test]
fn nesting_is_limited() {
    let test = || {
        let mut body = Body { lets: Vec::new(), tail: Tail::Unreachable };
        for _ in 0..MAX_NESTING {
            let els = Box::new(Body { lets: Vec::new(), tail: Tail::Unreachable });
            body = Body {
                lets: Vec::new(),
                tail: Tail::If { cond: Const::bool(true).into(), then: Box::new(body), els },
            };
        }
        let mut module = crate::parse(b"anf 1 fun f() -> () { ret }").expect("a module");
        module.funs[0].body = body;
        let errors = found(&module);
        assert_eq!(errors, ["nested too deeply: bodies are more than 50000 deep (in `f.0`)"; 2]);
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(test).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn names_of_declarations_are_unique() {
    let mut module =
        crate::parse(b"anf 1 sum s = a global g: i64 foreign f \"f\" () -> ()").expect("a module");
    let constructor = module.types.sums.values().next().expect("a sum").constructors[0].clone();
    module.types.add_sum("s", vec![constructor.clone(), constructor]);
    let global = module.globals.values().next().expect("a cell").clone();
    module.globals.push(global);
    let foreign = module.foreigns.values().next().expect("a function").clone();
    module.foreigns.push(foreign);
    expect![[r#"
        [
            "sum declared twice: `s` is declared before",
            "constructor declared twice: `a` is declared before",
            "global declared twice: `g` is declared before",
            "foreign function declared twice: `f` is declared before",
        ]
    "#]]
    .assert_debug_eq(&found(&module));
}
