//! Programs that the checker rejects.

use expect_test::{Expect, expect};

fn errors(source: &str, expected: Expect) {
    let module = crate::parse(format!("cps 1 {source}").as_bytes()).unwrap();
    expected.assert_eq(&found(&module).join("\n"));
}

fn found(module: &crate::Module) -> Vec<String> {
    crate::check(module).iter().map(base::Violation::to_string).collect()
}

#[test]
fn a_variable_of_one_branch_is_not_in_scope_in_the_other() {
    // The text cannot say it; names are resolved when it is read.
    let mut module = crate::parse(
        b"cps 1 fun f(c: i1) return k: cont(i64) {
            if c { x: i64 = add.i64 1 1 jump k x } else { y: i64 = add.i64 2 2 jump k y } }",
    )
    .unwrap();
    let crate::Tail::If { then, els, .. } = &mut module.funs[0].body.tail else { panic!() };
    els.tail = then.tail.clone();
    assert_eq!(found(&module), ["x.3 is used outside its scope"]);
    let crate::Tail::If { then, els, .. } = &mut module.funs[0].body.tail else { panic!() };
    els.lets = then.lets.clone();
    then.tail = crate::Tail::Jump { k: crate::Var(9), args: vec![] };
    assert_eq!(found(&module), ["unknown variable 9 is used", "x.3 is bound twice"]);
}

#[test]
fn continuations_are_second_class() {
    errors(
        "fun f(x: i64) return k: cont(i64) {
          cont j(y: i64) { jump k y }
          fun g(z: i64) return l: cont(i64) { jump j z }
          t: (cont(i64)) = tuple j
          call g x return x
        }",
        expect![[r#"
            continuation j.3 is used in a nested function
            continuation j.3 is used as a value
            x.1 is used as a continuation"#]],
    );
}

#[test]
fn types_are_those_that_are_wanted() {
    errors(
        "sum l = nil | cons(i64, l)
        fun f(x: i64, a: array(#(i64, str)), l: l) return k: cont(i64) {
          y: i1 = add.i64 x x
          z: i64 = array.get a x
          () = array.set a x x
          (m: i64, n: str) = array.get a x
          h: cont(exn) = gethandler
          sethandler k
          c: cont(str) = capture k
          if x { jump k y } else {
            case l { cons => { call f x return k } cons => { throw c 1 } }
          }
        }
        entry f",
        expect![[r#"
            add.i64 gives i64, not i1
            array.get gives (i64, str), not (i64)
            array.set takes (array(#(i64, str)), i64, i64, str), not (array(#(i64, str)), i64, i64)
            sethandler wants (cont(exn)), given (cont(i64))
            capture wants (cont(i64)), given (cont(str))
            if wants (i1), given (i64)
            jump k.4 wants (i64), given (i1)
            constructor cons stands twice in a case
            case on l has no default and not all constructors
            call wants (i64, array(#(i64, str)), l), given (i64)
            throw wants (str), given (i64)
            the entry f.0 takes or gives something"#]],
    );
}

#[test]
fn nesting_has_a_limit() {
    let mut body = crate::Body { lets: vec![], tail: crate::Tail::Unreachable };
    let test = move || {
        for _ in 0..crate::MAX_NESTING {
            let els = Box::new(crate::Body { lets: vec![], tail: crate::Tail::Unreachable });
            let cond = prim::Const::bool(true).into();
            let tail = crate::Tail::If { cond, then: Box::new(body), els };
            body = crate::Body { lets: vec![], tail };
        }
        let mut module = crate::Module::default();
        let name = module.fun_var("f", &[], &[]);
        let k = module.cont_var("k", &[]);
        module.funs.push(crate::Fun { name, params: vec![], k, body, pos: base::Pos::NONE });
        assert_eq!(found(&module), ["nesting is deeper than 200000"]);
    };
    std::thread::Builder::new().stack_size(2 << 30).spawn(test).unwrap().join().unwrap();
}
