//! Tests of the output and the ending of programs.

use super::*;
use host::TestHost;

/// Runs a program, checked before, and gives what it printed and how it ended.
fn run(items: &str) -> (String, Ending) {
    let source = format!("anf 1 {items}");
    let module = crate::parse(source.as_bytes()).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(crate::check(&module), []);
    let mut host = TestHost::default();
    let ending = eval_up_to(&module, &mut host, 20_000_000);
    (host.output_text(), ending)
}

/// Runs a program whose `main` has this body; `show` prints an integer.
fn check(items: &str, main: &str, output: &str, ending: Ending) {
    let show = "fun show(n: i64) -> () { s: str = i64.to.str n 10 t: str = str.concat s \" \" () = print t ret }";
    let source = format!("{items} {show} fun main() -> () {{ {main} }} entry main");
    assert_eq!(run(&source), (output.to_owned(), ending));
}

#[test]
fn calls_and_branches() {
    check(
        "fun fib(n: i64) -> (i64) {
           c: i1 = slt.i64 n 2
           if c { ret n } else {
             a: i64 = sub.i64 n 1  x: i64 = call fib a
             b: i64 = sub.i64 n 2  y: i64 = call fib b
             s: i64 = sadd.i64 x y  ret s } }",
        "x: i64 = call fib 20 () = call show x ret",
        "6765 ",
        Ending::Done,
    );
}

#[test]
fn deep_recursion_and_long_lists_take_no_stack() {
    check(
        "sum list = nil | cons(i64, list)
         fun build(n: i64) -> (list) {
           c: i1 = eq.i64 n 0
           if c { l: list = con.list.nil ret l } else {
             m: i64 = sub.i64 n 1  t: list = call build m
             l: list = con.list.cons n t  ret l } }
         fun total(l: list) -> (i64) {
           case l { nil => { ret 0 } cons(h, t) => { r: i64 = call total t  s: i64 = add.i64 h r  ret s } } }",
        "l: list = call build 300000  x: i64 = call total l  () = call show x ret",
        "45000150000 ",
        Ending::Done,
    );
}

#[test]
fn chains_of_handlers_closures_and_continuations_take_no_stack() {
    check(
        "fun deep(n: i64) -> (i64) {
           z: i1 = eq.i64 n 0
           if z { d: exncon() = builtin.Div e: exn = exn d raise e } else {
             m: i64 = sub.i64 n 1
             x: i64 = handle { y: i64 = call deep m ret y } with e { raise e }
             ret x } }
         fun chain(n: i64, f: fun() -> (i64)) -> (fun() -> (i64)) {
           z: i1 = eq.i64 n 0
           fun g() -> (i64) { x: i64 = call f y: i64 = add.i64 x 1 ret y }
           m: i64 = sub.i64 n 1
           if z { ret f } else { tailcall chain m g } }
         fun escape(n: i64, k: cont(i64)) -> () {
           z: i1 = eq.i64 n 0
           cont l(i: i64) { throw k i }
           m: i64 = sub.i64 n 1
           if z { throw l 5 } else { () = call escape m l ret } }
         fun zero() -> (i64) { ret 0 }",
        "x: i64 = handle { y: i64 = call deep 100000 ret y } with e { ret 1 }
         () = call show x
         f: fun() -> (i64) = call chain 100000 zero
         n: i64 = call f
         () = call show n
         cont k(i: i64) { () = call show i ret }
         () = call escape 100000 k
         ret",
        "1 100000 5 ",
        Ending::Done,
    );
}

#[test]
fn loops_are_join_points_and_closures_keep_what_they_saw() {
    check(
        "",
        "fun zero() -> (i64) { ret 0 }
         r: ref(fun() -> (i64)) = ref zero
         join loop(i: i64) {
           c: i1 = slt.i64 i 3
           if c {
             two: i1 = eq.i64 i 1
             fun g() -> (i64) { ret i }
             n: i64 = add.i64 i 1
             if two { () = assign r g jump loop n } else { jump loop n }
           } else {
             f: fun() -> (i64) = deref r
             x: i64 = call f
             () = call show x
             ret
           }
         }
         jump loop 0",
        "1 ",
        Ending::Done,
    );
}

#[test]
fn nested_functions_are_mutually_recursive_and_capture() {
    check(
        "fun outer(k: i64) -> (i64) {
           fun even(n: i64) -> (i64) { c: i1 = eq.i64 n 0 if c { ret k } else { m: i64 = sub.i64 n 1 tailcall odd m } }
           and odd(n: i64) -> (i64) {
             fun inner(n: i64) -> (i64) { m: i64 = sub.i64 n 1 tailcall even m }
             c: i1 = eq.i64 n 0 if c { ret 0 } else { tailcall inner n } }
           tailcall even 100001 }",
        "a: i64 = call outer 7 () = call show a ret",
        "0 ",
        Ending::Done,
    );
}

#[test]
fn exceptions_find_the_handler_in_force() {
    check(
        "fun div(a: i64, b: i64) -> (i64) { x: i64 = sdiv.i64 a b ret x }",
        "c: exncon(i64) = exncon \"Mine\"
         x: i64 = handle { y: i64 = call div 1 0 ret y } with e {
           d: exncon() = builtin.Div
           is: i1 = exn.is d e
           if is { ret 10 } else { raise e } }
         () = call show x
         z: i64 = handle {
           w: i64 = handle { v: exn = exn c 5 raise v } with e {
             n: i64 = exn.get c e
             v: exn = exn c 6
             m: i64 = add.i64 n x
             () = call show m
             raise v }
           ret w
         } with e { n: i64 = exn.get c e ret n }
         () = call show z
         q: i64 = handle { tailcall div 7 2 } with e { ret 0 }
         () = call show q
         v: exn = exn c 99
         raise v",
        "10 15 6 3 ",
        Ending::Uncaught { message: "Mine: 99".to_owned(), trace: vec![] },
    );
}

#[test]
fn a_handler_is_left_with_its_body() {
    check(
        "",
        "x: i64 = handle { ret 1 } with e { ret 2 }
         y: i64 = squot.i64 x 0
         ret",
        "",
        Ending::Uncaught { message: "Div".to_owned(), trace: vec![] },
    );
}

#[test]
fn continuations_may_be_entered_many_times() {
    check(
        "",
        "count: ref(i64) = ref 0
         cont none(z: i64) { ret }
         saved: ref(cont(i64)) = ref none
         fun grab(k: cont(i64)) -> (i64) { () = assign saved k ret 0 }
         before: i64 = copy 100
         x: i64 = callcc grab
         y: i64 = add.i64 x before
         () = call show y
         n: i64 = deref count
         m: i64 = add.i64 n 1
         () = assign count m
         c: i1 = slt.i64 m 3
         if c { k: cont(i64) = deref saved throw k m } else { ret }",
        "100 101 102 ",
        Ending::Done,
    );
}

#[test]
fn a_continuation_finds_its_variables_and_handler_unchanged() {
    check(
        "",
        "cont none(k: i64) { ret }
         saved: ref(cont(i64)) = ref none
         tries: ref(i64) = ref 0
         r: i64 = handle {
           join loop(i: i64) {
             fun grab(k: cont(i64)) -> (i64) { () = assign saved k ret 0 }
             z: i1 = eq.i64 i 0
             join go(x: i64) {
               j: i64 = add.i64 i 1
               () = call show i
               c: i1 = slt.i64 j 3
               o: i64 = squot.i64 10 x
               if c { jump loop j } else { ret i }
             }
             if z { x: i64 = callcc grab y: i64 = add.i64 x 1 jump go y } else { jump go 1 }
           }
           jump loop 0
         } with e { ret -1 }
         () = call show r
         t: i64 = deref tries
         u: i64 = add.i64 t 1
         () = assign tries u
         k: cont(i64) = deref saved
         switch t { 0 => { throw k 5 } 1 => { throw k -1 } _ => { ret } }",
        "0 1 2 2 0 1 2 2 0 -1 ",
        Ending::Done,
    );
}

#[test]
fn a_cont_runs_in_its_own_place() {
    check(
        "fun away(k: cont(i64), n: i64) -> (i64) { throw k n }",
        "x: i64 = handle {
           cont k(n: i64) { m: i64 = add.i64 n 1 ret m }
           y: i64 = handle { z: i64 = call away k 4 ret z } with e { ret 0 }
           ret y
         } with e { ret 9 }
         () = call show x ret",
        "5 ",
        Ending::Done,
    );
}

#[test]
fn switches_and_data() {
    check(
        "global g: (mut i64, str)",
        "t: (mut i64, str) = tuple 1 \"a\"
         () = set.0 t 300
         () = global.set g t
         u: (mut i64, str) = global g
         x: i64 = get.0 u
         b: i8 = trunc.i64.i8 x
         a: any = inject 5:i8
         i: i1 = is[i8] a
         j: i1 = is[i64] a
         n: i64 = zext.i1.i64 i
         m: i64 = zext.i1.i64 j
         () = call show n
         () = call show m
         switch b { 44 => { () = call show 1 ret } _ => { () = call show 2 ret } }",
        "1 0 1 ",
        Ending::Done,
    );
}

#[test]
fn programs_end_in_every_way() {
    check("", "() = exit 300 unreachable", "", Ending::Exit(44));
    check("", "unreachable", "", Ending::Stuck("unreachable was reached".to_owned()));
    check(
        "import f \"f\": fun() -> ()",
        "() = call f ret",
        "",
        Ending::Stuck("call of import f".to_owned()),
    );
    check("", "join j() { jump j } jump j", "", Ending::Exhausted);
    assert_eq!(run("").1, Ending::Stuck("there is no entry".to_owned()));
}
