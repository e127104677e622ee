//! Places in the tree are exact: the text of every node, and nothing around it.

use super::dump;
use super::read;
use crate::ast::{Dec, DecKind, Exp, ExpKind, Pat, PatKind};
use base::Span;
use expect_test::{Expect, expect};

/// The text of every expression and pattern, the outer ones first.
fn texts(text: &str, expect: Expect) {
    let read = read(text.as_bytes());
    assert!(read.errors.is_empty(), "{text}: {:?}", read.errors);
    let mut places = Places { text, out: String::new() };
    for dec in read.decs.iter().filter(|dec| dec.kind != DecKind::Semi) {
        places.dec(dec);
    }
    expect.assert_eq(&places.out);
    // The dump is by the same tree, so that the two can be compared when one changes.
    assert!(!dump::decs(&read.names, &read.decs).is_empty());
}

struct Places<'a> {
    text: &'a str,
    out: String,
}

impl Places<'_> {
    fn put(&mut self, what: &str, span: Span) {
        self.out.push_str(&format!("{what} {}\n", &self.text[span.start..span.end]));
    }

    fn dec(&mut self, dec: &Dec) {
        self.put("dec", dec.span);
        match &dec.kind {
            DecKind::Val(_, binds) => {
                for bind in binds {
                    self.pat(&bind.pat);
                    self.exp(&bind.exp);
                }
            }
            DecKind::Fun(_, binds) => {
                for clause in binds.iter().flat_map(|bind| &bind.clauses) {
                    self.put("clause", clause.span);
                    self.put("name", clause.name.span);
                    clause.pats.iter().for_each(|pat| self.pat(pat));
                    self.exp(&clause.exp);
                }
            }
            _ => {}
        }
    }

    fn exp(&mut self, exp: &Exp) {
        self.put("exp", exp.span);
        match &exp.kind {
            ExpKind::Var(name) => self.put("name", name.id.span),
            ExpKind::App(a, b) | ExpKind::Andalso(a, b) | ExpKind::Orelse(a, b) => {
                self.exp(a);
                self.exp(b);
            }
            ExpKind::Infix(a, op, b) => {
                self.exp(a);
                self.put("op", op.span);
                self.exp(b);
            }
            ExpKind::Tuple(exps) | ExpKind::List(exps) | ExpKind::Seq(exps) => {
                exps.iter().for_each(|exp| self.exp(exp));
            }
            ExpKind::Let(decs, exps) => {
                decs.iter().for_each(|dec| self.dec(dec));
                exps.iter().for_each(|exp| self.exp(exp));
            }
            ExpKind::Typed(exp, ty) => {
                self.exp(exp);
                self.put("ty", ty.span);
            }
            ExpKind::Handle(exp, rules) | ExpKind::Case(exp, rules) => {
                self.exp(exp);
                for rule in rules {
                    self.pat(&rule.pat);
                    self.exp(&rule.exp);
                }
            }
            _ => {}
        }
    }

    fn pat(&mut self, pat: &Pat) {
        self.put("pat", pat.span);
        match &pat.kind {
            PatKind::Con(name, pat) => {
                self.put("name", name.span());
                self.pat(pat);
            }
            PatKind::Infix(a, op, b) => {
                self.pat(a);
                self.put("op", op.span);
                self.pat(b);
            }
            PatKind::Tuple(pats) | PatKind::Or(pats) => pats.iter().for_each(|pat| self.pat(pat)),
            PatKind::Typed(pat, ty) => {
                self.pat(pat);
                self.put("ty", ty.span);
            }
            PatKind::As(name, _, pat) => {
                self.put("name", name.span);
                self.pat(pat);
            }
            _ => {}
        }
    }
}

#[test]
fn applications_and_operators() {
    texts(
        "val x = (f (a) (b) + (c)) * d (* comment *) ;",
        expect![[r#"
        dec val x = (f (a) (b) + (c)) * d
        pat x
        exp (f (a) (b) + (c)) * d
        exp (f (a) (b) + (c))
        exp f (a) (b)
        exp f (a)
        exp f
        name f
        exp (a)
        name a
        exp (b)
        name b
        op +
        exp (c)
        name c
        op *
        exp d
        name d
    "#]],
    );
}

#[test]
fn logic_and_handlers() {
    texts(
        "val x = a andalso (b) orelse c : (int) handle SOME x => (y; z)",
        expect![[r#"
        dec val x = a andalso (b) orelse c : (int) handle SOME x => (y; z)
        pat x
        exp a andalso (b) orelse c : (int) handle SOME x => (y; z)
        exp a andalso (b) orelse c : (int)
        exp a andalso (b)
        exp a
        name a
        exp (b)
        name b
        exp c : (int)
        exp c
        name c
        ty (int)
        pat SOME x
        name SOME
        pat x
        exp (y; z)
        exp y
        name y
        exp z
        name z
    "#]],
    );
}

#[test]
fn let_and_op() {
    texts(
        "val x = let val y = (1) ; in y (* a *) end val z = op A.+ (1)",
        expect![[r#"
        dec val x = let val y = (1) ; in y (* a *) end
        pat x
        exp let val y = (1) ; in y (* a *) end
        dec val y = (1)
        pat y
        exp (1)
        exp y
        name y
        dec val z = op A.+ (1)
        pat z
        exp op A.+ (1)
        exp op A.+
        name +
        exp (1)
    "#]],
    );
}

#[test]
fn patterns_and_clauses() {
    texts(
        "val (x, (y)) :: A.C (z) : t list = 1",
        expect![[r#"
        dec val (x, (y)) :: A.C (z) : t list = 1
        pat (x, (y)) :: A.C (z) : t list
        pat (x, (y)) :: A.C (z)
        pat (x, (y))
        pat x
        pat (y)
        op ::
        pat A.C (z)
        name A.C
        pat (z)
        ty t list
        exp 1
    "#]],
    );
    texts(
        "infix ++ fun (x) ++ (y, z) : int = 1 | (a ++ b) = (2)",
        expect![[r#"
        dec infix ++
        dec fun (x) ++ (y, z) : int = 1 | (a ++ b) = (2)
        clause (x) ++ (y, z) : int = 1
        name ++
        pat (x) ++ (y, z)
        pat (x)
        pat (y, z)
        pat y
        pat z
        exp 1
        clause (a ++ b) = (2)
        name ++
        pat (a ++ b)
        pat a
        pat b
        exp (2)
    "#]],
    );
    texts(
        "fun f (x as ((1) | 2)) = case x of (y) => (z)",
        expect![[r#"
        dec fun f (x as ((1) | 2)) = case x of (y) => (z)
        clause f (x as ((1) | 2)) = case x of (y) => (z)
        name f
        pat (x as ((1) | 2))
        name x
        pat ((1) | 2)
        pat (1)
        pat 2
        exp case x of (y) => (z)
        exp x
        name x
        pat (y)
        exp (z)
        name z
    "#]],
    );
}
