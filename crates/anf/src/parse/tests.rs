//! Reading and writing, on text.

use super::*;
use expect_test::{Expect, expect, expect_file};

/// Reads, writes, and does both again.
fn check(source: &str, expect: Expect) {
    let text = match parse(source.as_bytes()) {
        Ok(module) => module.to_string(),
        Err(errors) => errors.iter().map(|e| show(source, e)).collect(),
    };
    expect.assert_eq(&text);
    if let Ok(module) = parse(text.as_bytes()) {
        assert_eq!(module.to_string(), text);
    }
}

fn show(source: &str, error: &LocatedError) -> String {
    let span = error.span.expect("a place");
    let hint = error.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
    format!("{} at `{}`: {}{hint}\n", error.title, &source[span.start..span.end], error.label)
}

/// Every construct, with items in an unusual order.
const EVERY_CONSTRUCT: &str = r#"anf 1
        entry main
        export fun fib(n: i64) -> (i64) !1 {
          c: i1 = slt.i64 n 2 !2
          if c { ret n } else {
            m: i64 = ssub.i64 n 1
            a: i64 = call fib m !2
            n: i64 = ssub.i64 n 2      ; shadows the parameter
            b: i64 = call fib n
            s: i64 = sadd.i64 a b ret s } }
        fun main() -> () {
          (ok: i1, x: f64) = f64.parse "1e3\n"
          n: list = con.list.nil
          l: list = con.list.cons 1 n
          () = global.set g l
          xs: list = global g
          r: i64 = handle {
            fun even(n: i64) -> (i1) { tailcall odd n }
            and odd(n: i64) -> (i1) { b: i1 = call even n ret b }
            e: exncon(str) = exncon "E"
            v: exn = exn e "m"
            raise v !2
          } with ex { ret 0 } !1
          join done(code: i64) { () = exit code unreachable }
          cont k(y: i64) { jump done y }
          z: i64 = callcc hop
          s: f64 = ccall.sin -2.5
          t: any = inject 5:i8
          u: i8 = project[i8] t
          switch u {
            -1 => { jump done 1 }
            7 => { throw k 9 }
            _ => { case xs { nil => { ret } cons(h, t) => { ret } } }
          }
        }
        fun hop(k: cont(i64)) -> (i64) { throw k 1 !2 }
        import xs.40 "xs": fun() -> ()
        foreign sin "sin" (f64) -> (f64)
        export global g: list
        sum list = nil | cons(i64, list)
        pos !2 = "a.sml" 4:1 in !1
        pos !1 = "a.sml" 3:5
    "#;

#[test]
fn every_construct_reads_back() {
    let text = parse(EVERY_CONSTRUCT.as_bytes()).expect("a module").to_string();
    expect_file!["every_construct.anf"].assert_eq(&text);
    let module = parse(text.as_bytes()).expect("a module");
    assert_eq!(module.to_string(), text);
    assert_eq!(crate::check(&module), []);
}

#[test]
fn written_numbers_are_kept() {
    check(
        "anf 1 fun f.7(x.3: i64, y: i64) -> (i64) { x.3: i64 = add.i64 x.3 y %2b.1: i64 = copy x.3 ret %2b.1 }",
        expect![[r#"
            anf 1

            fun f.7(x.3: i64, y.8: i64) -> (i64) {
              x.9: i64 = add.i64 x.3 y.8
              %2b.1: i64 = copy x.9
              ret %2b.1
            }
        "#]],
    );
}

#[test]
fn names_of_a_group_shadow_those_outside() {
    check(
        "anf 1 fun g() -> () { fun f() -> () { tailcall g } and g() -> () { tailcall f } tailcall g }",
        expect![[r#"
            anf 1

            fun g.0() -> () {
              fun f.1() -> () {
                tailcall g.2
              }
              and g.2() -> () {
                tailcall f.1
              }
              tailcall g.2
            }
        "#]],
    );
}

#[test]
fn errors_of_meaning_come_together() {
    check(
        "anf 1 fun f(x: i64) -> (i64) { y: int = add x z  w: i64 = global g  () = con.s.a  ret w } entry main",
        expect![[r#"
            unknown type at `int`: there is no type or sum `int` (write `i64`)
            unknown operation at `add`: there is no operation `add` (say the width: `add.i64`)
            unknown variable at `z`: `z` is not in scope
            unknown global at `g`: there is no global `g`
            unknown operation at `con.s.a`: there is no sum `s`
            unknown variable at `main`: `main` is not in scope
        "#]],
    );
}

#[test]
fn a_scope_ends_with_its_body() {
    check(
        "anf 1 fun f(c: i1) -> (i64) { if c { x: i64 = copy 1 ret x } else { ret x } }",
        expect![[r#"
            unknown variable at `x`: `x` is not in scope
        "#]],
    );
    check(
        "anf 1 fun f() -> () { cont k() { throw k } throw k }",
        expect![[r#"
        unknown variable at `k`: `k` is not in scope
    "#]],
    );
    check(
        "anf 1 fun f() -> () { () = handle { e: i64 = copy 1 ret } with e { raise e } ret e }",
        expect![[r#"
        unknown variable at `e`: `e` is not in scope
    "#]],
    );
}

#[test]
fn syntax_errors_say_what_was_found() {
    for (source, expect) in [
        (
            "",
            expect![[r#"
            not an ANF file at ``: found the end of the file (begin the file with `anf 1`)
        "#]],
        ),
        (
            "anf 1 fun f() -> () {",
            expect![[r#"
            expected a binding or `ret` at ``: found the end of the file
        "#]],
        ),
        (
            "anf 1 fun f() -> () { ret } }",
            expect![[r#"
            expected a declaration or a function at `}`: found `}`
        "#]],
        ),
        (
            "anf 1 fun f() -> () { x = add.i64 1 2 ret }",
            expect![[r#"
                expected `:` and a type at `=`: found `=` (a binding says its type: `x: i64 = ...`)
            "#]],
        ),
        (
            "anf 1 fun f(ret: i64) -> () { ret }",
            expect![[r#"
                not a variable at `ret`: `ret` is a word of the language (take another name, or give it a number: `ret.0`)
            "#]],
        ),
        (
            "anf 1 fun f(a: i64) -> () { case a { } }",
            expect![[r#"
            not a sum at `case a`: `case` wants a value of a sum
        "#]],
        ),
        (
            "anf 1 fun f(a: i8) -> () { switch a { 300 => { ret } _ => { ret } } }",
            expect![[r#"
            integer does not fit at `300`: an i8 is at least -128 and at most 255
        "#]],
        ),
    ] {
        check(source, expect);
    }
}

#[test]
fn what_is_declared_wrongly_is_refused() {
    for (source, expect) in [
        (
            "anf 1 fun f() -> () { ret } fun f() -> () { ret }",
            expect![[r#"
            function declared twice at `f`: `f` is declared before
        "#]],
        ),
        (
            "anf 1 sum s = a(i64) fun f(x: s) -> () { case x { a => { ret } b => { ret } } }",
            expect![[r#"
            wrong number of fields at `a`: `a` has 1 fields, not 0
            unknown constructor at `b`: there is no constructor `b` in `s`
        "#]],
        ),
        (
            "anf 1 pos !1 = \"a\" 1:1 in !2 pos !2 = \"a\" 1:1 in !1",
            expect![[r#"
            position is inlined in itself at `!1 = "a" 1:1 in !2`: following `in` comes back here
        "#]],
        ),
        (
            "anf 1 pos !3 = \"a\" 1:1 fun f() -> () !9 { ret }",
            expect![[r#"
            unknown position at `!9`: `!9` is not declared
            positions are not numbered from 1 without gaps at `!3 = "a" 1:1`: `!3` is one of 1 positions
        "#]],
        ),
        (
            "anf 1 fun f() -> () { () = print \"a\\q\" ret }",
            expect![[r#"
            bad escape in a string at `"a\`: an escape is one of \n \t \\ \" \xHH
        "#]],
        ),
    ] {
        check(source, expect);
    }
}

/// Runs on a stack like that of the driver's thread.
fn deep(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(test).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn nesting_is_deep_but_limited() {
    let nested = |depth: usize| {
        let open = "if true { ".repeat(depth);
        format!("anf 1 fun f() -> () {{ {open} ret {} }}", "} else { ret } ".repeat(depth))
    };
    deep(move || {
        let module = parse(nested(MAX_NESTING - 1).as_bytes()).expect("a module");
        let text = module.to_string();
        assert_eq!(parse(text.as_bytes()).expect("a module").to_string(), text);
        let errors = parse(nested(MAX_NESTING).as_bytes()).expect_err("too deep");
        assert_eq!(errors[0].title, "nested too deeply");
    });
    let types = format!("anf 1 global g: {}i64{}", "ref(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(parse(types.as_bytes()).expect_err("too deep")[0].title, "nested too deeply");
}

#[test]
fn no_bytes_make_it_panic() {
    let source = b"anf 1 sum t = a(i64) fun f(x.1: t) -> (i64) !1 { y: i64 = add.i64 1 2:i8 case x.1 { a(z) => { ret \"q\" } } }";
    for cut in 0..source.len() {
        let _ = parse(&source[..cut]);
        for byte in [0u8, 0xff, b'{', b'}', b'"', b'.', b'%', b'!', b'-', b'9'] {
            let mut changed = source.to_vec();
            changed[cut] = byte;
            let _ = parse(&changed);
        }
    }
}

#[test]
fn changed_programs_are_refused_or_read_back() {
    let words: Vec<&str> = EVERY_CONSTRUCT.split(' ').filter(|word| !word.is_empty()).collect();
    let mut read = 0;
    for i in 0..words.len() {
        for change in 0..4 {
            let mut words = words.clone();
            match change {
                0 => drop(words.remove(i)),
                1 => words.insert(i, words[i]),
                2 => words.swap(i, i.saturating_sub(1)),
                _ => words[i] = words[(i * 7 + 3) % words.len()],
            }
            let source = words.join(" ");
            let Ok((module, spans)) = parse_with_spans(source.as_bytes()) else { continue };
            read += 1;
            let text = module.to_string();
            let errors = crate::check::check_with(&module, Some(&spans), Default::default());
            let places = errors.iter().filter_map(|e| e.span);
            assert!(
                places.into_iter().all(|span| span.end <= source.len() && span.start < span.end)
            );
            let again = parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            assert_eq!(again.to_string(), text);
            assert!(crate::alpha_eq(&module, &again));
            if errors.is_empty() {
                crate::eval::eval_up_to(&module, &mut host::TestHost::default(), 10_000);
            }
        }
    }
    assert!(read > 50, "{read}");
}

#[test]
fn a_sum_called_like_a_type_reads_back() {
    for name in ["%69%36%34", "%6frigin", "%61ny", "%66un", "%6dut"] {
        let text = format!("anf 1 sum {name} global g: {name}");
        let printed = parse(text.as_bytes()).unwrap().to_string();
        let again = parse(printed.as_bytes()).unwrap();
        let ty = again.globals.values().next().map(|global| again.types.get(global.ty));
        assert!(matches!(ty, Some(types::Ty::Sum(_))), "{printed}");
    }
}

#[test]
fn any_name_reads_back() {
    let mut b = crate::build::Builder::new();
    let names = [
        "", "_", "ret", "+", "x.3", "5", "a b", "é", "nan", "'", "%", "List.map", "i64", "mut",
        ".", "true",
    ];
    let constructors = names
        .iter()
        .map(|name| types::Constructor { name: (*name).into(), fields: Vec::new() })
        .collect();
    let sum = b.types().add_sum("str", constructors);
    let sum_ty = b.types().intern(types::Ty::Sum(sum));
    let params = vec![sum_ty; names.len()];
    for name in names {
        b.types().add_sum(name, Vec::new());
        let fun = b.declare(name, &params, &[sum_ty]);
        b.define(fun, &names, |b, params| {
            b.con(name, sum, 3, []);
            b.case(params[0], |b, tag, _| b.ret([params[tag as usize].into()]))
        });
        let global = b.global(name, sum_ty, Linkage::Local);
        let foreign = b.foreign(name, name, &[], &[]);
        let using = b.declare(name, &[], &[]);
        b.define(using, &[], |b, _| {
            b.op(name, sum_ty, prim::Data::Global(global), []);
            b.effect(prim::Data::Foreign(foreign), []);
            b.ret([])
        });
    }
    let module = b.finish();
    assert_eq!(crate::check(&module), []);
    let text = module.to_string();
    let again = parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    assert_eq!(again.to_string(), text);
    assert!(crate::alpha_eq(&module, &again));
    let hints =
        |module: &Module| module.vars.values().map(|info| info.name.clone()).collect::<Vec<_>>();
    assert_eq!(hints(&again), hints(&module));
}
