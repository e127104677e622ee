//! Equality up to renaming: the same program with other variables.
//!
//! Numbers and hints of variables, positions, and the order in which types were
//! interned do not count. Sums, global cells and foreign functions are compared
//! by name, and the names of exports count. The order of functions and bindings
//! counts.

use crate::op::show_op;
use crate::{Atom, Block, Body, Case, Fun, Let, Module, Op, Tail, Var};
use base::SecondaryMap;
use prim::Data;
use std::collections::BTreeMap;
use types::TyId;

/// True if two modules are the same but for the names of variables.
pub fn alpha_eq(a: &Module, b: &Module) -> bool {
    let mut alpha = Alpha {
        a,
        b,
        partners: SecondaryMap::new(),
        taken: SecondaryMap::new(),
        types: SecondaryMap::new(),
    };
    alpha.declarations() && alpha.modules()
}

struct Alpha<'a> {
    a: &'a Module,
    b: &'a Module,
    /// The variable of `b` that stands for one of `a`.
    partners: SecondaryMap<Var, Option<Var>>,
    /// The variables of `b` that stand for one.
    taken: SecondaryMap<Var, bool>,
    /// The type of `b` that a type of `a` has been found equal to.
    types: SecondaryMap<TyId, Option<TyId>>,
}

impl<'a> Alpha<'a> {
    fn declarations(&mut self) -> bool {
        let text = |module: &Module| {
            let types = &module.types;
            let mut lines: BTreeMap<String, String> = BTreeMap::new();
            let all = |tys: &[TyId]| -> String {
                tys.iter().map(|ty| format!("{}, ", types.show(*ty))).collect()
            };
            for sum in types.sums.values() {
                let constructors: String = sum
                    .constructors
                    .iter()
                    .map(|c| format!("{:?}({}) | ", c.name, all(&c.fields)))
                    .collect();
                lines.insert(format!("sum {}", sum.name), constructors);
            }
            for g in module.globals.values() {
                lines.insert(
                    format!("global {}", g.name),
                    format!("{:?} {}", g.linkage, types.show(g.ty)),
                );
            }
            for f in module.foreigns.values() {
                let c = types::show_c_types(f.c.as_deref());
                let ty = format!("{:?} {} -> {}{c}", f.symbol, all(&f.params), all(&f.results));
                lines.insert(format!("foreign {}", f.name), ty);
            }
            lines
        };
        text(self.a) == text(self.b)
    }

    fn modules(&mut self) -> bool {
        let (a, b) = (self.a, self.b);
        a.imports.len() == b.imports.len()
            && a.imports
                .iter()
                .zip(&b.imports)
                .all(|(x, y)| x.symbol == y.symbol && self.bind(x.var, y.var))
            && self.funs(&a.funs, &b.funs)
            && self.exports()
            && self.defines()
            && match (a.entry, b.entry) {
                (Some(x), Some(y)) => self.var(x, y),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            }
    }

    /// The same functions under the same names, in any order.
    fn exports(&self) -> bool {
        let sorted = |vars: Vec<Var>| {
            let mut named: Vec<_> =
                vars.iter().map(|var| (self.b.vars[*var].name.clone(), *var)).collect();
            named.sort();
            named
        };
        let partners: Option<Vec<Var>> = self.a.exports.iter().map(|x| self.partners[*x]).collect();
        let names = |module: &Module| {
            let mut names: Vec<_> =
                module.exports.iter().map(|var| module.vars[*var].name.clone()).collect();
            names.sort();
            names
        };
        names(self.a) == names(self.b)
            && partners.is_some_and(|partners| sorted(partners) == sorted(self.b.exports.clone()))
    }

    /// The same foreign functions are defined, by the same functions, in any order.
    fn defines(&self) -> bool {
        let (a, b) = (self.a, self.b);
        let name = |module: &Module, id| module.foreigns.get(id).map(|f| f.name.clone());
        let mut ours: Vec<_> =
            a.defines.iter().map(|d| (name(a, d.foreign), self.partners[d.fun])).collect();
        let mut theirs: Vec<_> =
            b.defines.iter().map(|d| (name(b, d.foreign), Some(d.fun))).collect();
        ours.sort();
        theirs.sort();
        ours == theirs
    }

    fn ty(&mut self, x: TyId, y: TyId) -> bool {
        if self.types[x] == Some(y) {
            return true;
        }
        let same = self.a.types.show(x).to_string() == self.b.types.show(y).to_string();
        if same {
            self.types[x] = Some(y);
        }
        same
    }

    fn bind(&mut self, x: Var, y: Var) -> bool {
        let (Some(a), Some(b)) = (self.a.vars.get(x), self.b.vars.get(y)) else { return false };
        if self.taken[y] || !self.ty(a.ty, b.ty) {
            return false;
        }
        self.partners[x] = Some(y);
        self.taken[y] = true;
        true
    }

    fn binds(&mut self, xs: &[Var], ys: &[Var]) -> bool {
        xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.bind(*x, *y))
    }

    fn var(&self, x: Var, y: Var) -> bool {
        self.partners[x] == Some(y)
    }

    fn atom(&self, x: &Atom, y: &Atom) -> bool {
        match (x, y) {
            (Atom::Var(x), Atom::Var(y)) => self.var(*x, *y),
            (Atom::Const(x), Atom::Const(y)) => x == y,
            (Atom::Var(_), Atom::Const(_)) | (Atom::Const(_), Atom::Var(_)) => false,
        }
    }

    fn atoms(&self, xs: &[Atom], ys: &[Atom]) -> bool {
        xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.atom(x, y))
    }

    fn op(&self, x: &Op, y: &Op) -> bool {
        if mentions_nothing(x) && mentions_nothing(y) {
            return x == y;
        }
        // The text names sums, types, cells and functions.
        show_op(x, self.a).to_string() == show_op(y, self.b).to_string()
    }

    fn funs(&mut self, xs: &'a [Fun], ys: &'a [Fun]) -> bool {
        xs.len() == ys.len()
            && xs.iter().zip(ys).all(|(x, y)| self.bind(x.name, y.name))
            && xs
                .iter()
                .zip(ys)
                .all(|(x, y)| self.binds(&x.params, &y.params) && self.body(&x.body, &y.body))
    }

    fn block(&mut self, x: &'a Block, y: &'a Block) -> bool {
        self.binds(&x.params, &y.params) && self.body(&x.body, &y.body)
    }

    fn body(&mut self, x: &'a Body, y: &'a Body) -> bool {
        x.lets.len() == y.lets.len()
            && x.lets.iter().zip(&y.lets).all(|(x, y)| self.binding(x, y))
            && self.tail(&x.tail, &y.tail)
    }

    fn binding(&mut self, x: &'a Let, y: &'a Let) -> bool {
        match (x, y) {
            (Let::Op { dst: xs, op: x, args: p, .. }, Let::Op { dst: ys, op: y, args: q, .. }) => {
                self.op(x, y) && self.atoms(p, q) && self.binds(xs, ys)
            }
            (
                Let::Call { dst: xs, fun: f, args: p, .. },
                Let::Call { dst: ys, fun: g, args: q, .. },
            ) => self.atom(f, g) && self.atoms(p, q) && self.binds(xs, ys),
            (Let::Callcc { dst: xs, fun: f, .. }, Let::Callcc { dst: ys, fun: g, .. }) => {
                self.atom(f, g) && self.binds(xs, ys)
            }
            (
                Let::Handle { dst: xs, body: x, exn: e, origin: o, handler: h, .. },
                Let::Handle { dst: ys, body: y, exn: f, origin: p, handler: i, .. },
            ) => {
                self.body(x, y)
                    && self.bind(*e, *f)
                    && self.binds(o.as_slice(), p.as_slice())
                    && self.body(h, i)
                    && self.binds(xs, ys)
            }
            (Let::Funs(xs), Let::Funs(ys)) => self.funs(xs, ys),
            (Let::Join(x), Let::Join(y)) => self.bind(x.name, y.name) && self.block(x, y),
            (Let::Cont(x), Let::Cont(y)) => self.block(x, y) && self.bind(x.name, y.name),
            (Let::Op { .. } | Let::Call { .. } | Let::Callcc { .. } | Let::Handle { .. }, _) => {
                false
            }
            (Let::Funs(_) | Let::Join(_) | Let::Cont(_), _) => false,
        }
    }

    fn tail(&mut self, x: &'a Tail, y: &'a Tail) -> bool {
        match (x, y) {
            (Tail::Ret(p), Tail::Ret(q)) => self.atoms(p, q),
            (Tail::TailCall { fun: f, args: p, .. }, Tail::TailCall { fun: g, args: q, .. }) => {
                self.atom(f, g) && self.atoms(p, q)
            }
            (Tail::Jump { join: j, args: p }, Tail::Jump { join: k, args: q }) => {
                self.var(*j, *k) && self.atoms(p, q)
            }
            (Tail::If { cond: c, then: t, els: e }, Tail::If { cond: d, then: u, els: f }) => {
                self.atom(c, d) && self.body(t, u) && self.body(e, f)
            }
            (
                Tail::SwitchInt { scrutinee: s, cases: p, default: d },
                Tail::SwitchInt { scrutinee: t, cases: q, default: e },
            ) => {
                self.atom(s, t)
                    && p.len() == q.len()
                    && p.iter().zip(q).all(|((m, x), (n, y))| m == n && self.body(x, y))
                    && self.body(d, e)
            }
            (
                Tail::SwitchSum { scrutinee: s, cases: p, default: d, .. },
                Tail::SwitchSum { scrutinee: t, cases: q, default: e, .. },
            ) => {
                self.atom(s, t)
                    && p.len() == q.len()
                    && p.iter().zip(q).all(|(x, y)| self.case(x, y))
                    && match (d, e) {
                        (Some(d), Some(e)) => self.body(d, e),
                        (None, None) => true,
                        (Some(_), None) | (None, Some(_)) => false,
                    }
            }
            (Tail::Raise { exn: e, origin: o, .. }, Tail::Raise { exn: f, origin: p, .. }) => {
                self.atom(e, f) && self.atoms(o.as_slice(), p.as_slice())
            }
            (Tail::Throw { cont: k, args: p, .. }, Tail::Throw { cont: l, args: q, .. }) => {
                self.atom(k, l) && self.atoms(p, q)
            }
            (Tail::Unreachable, Tail::Unreachable) => true,
            (Tail::Ret(_) | Tail::TailCall { .. } | Tail::Jump { .. } | Tail::If { .. }, _) => {
                false
            }
            (Tail::SwitchInt { .. } | Tail::SwitchSum { .. } | Tail::Raise { .. }, _) => false,
            (Tail::Throw { .. } | Tail::Unreachable, _) => false,
        }
    }

    fn case(&mut self, x: &'a Case, y: &'a Case) -> bool {
        x.tag == y.tag && self.binds(&x.fields, &y.fields) && self.body(&x.body, &y.body)
    }
}

/// True if the operation mentions no sum, type, cell or function of its module.
fn mentions_nothing(op: &Op) -> bool {
    let data = match op {
        Op::Prim(_) | Op::Unboxed | Op::Part(_) | Op::Inject => return true,
        Op::Is(_) | Op::Project(_) | Op::As(_) => return false,
        Op::Data(data) => data,
    };
    match data {
        Data::Con(..) | Data::Global(_) | Data::GlobalSet(_) | Data::Foreign(_) => false,
        Data::Copy | Data::Tuple | Data::Get(_) | Data::Set(_) | Data::C(_) => true,
        Data::Ref | Data::Deref | Data::Assign | Data::ArrayBlank => true,
        Data::ArrayNew | Data::ArrayLit | Data::ArrayLen | Data::ArrayGet | Data::ArrayGetU => true,
        Data::ArraySet | Data::ArraySetU | Data::ArrayCopy | Data::Freeze | Data::Same => true,
        Data::Weak | Data::WeakGet | Data::WeakLive | Data::IdHash | Data::HeapSize => true,
        Data::ExnCon(..) | Data::Builtin(_) | Data::Exn | Data::ExnIs | Data::ExnGet => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn equal(a: &str, b: &str) -> bool {
        let read = |text: &str| {
            parse(format!("anf 1 {text}").as_bytes()).unwrap_or_else(|e| panic!("{e:?}"))
        };
        alpha_eq(&read(a), &read(b))
    }

    #[test]
    fn names_numbers_and_positions_do_not_count() {
        let a = "pos !1 = \"f\" 1:1 fun f(x: i64) -> (i64) !1 { join j(y: i64) { ret y } c: i1 = eq.i64 x 1 if c { jump j x } else { jump j 2 } }";
        let b = "fun g.4(a: i64) -> (i64) { join a.9(b: i64) { ret b } b: i1 = eq.i64 a 1 if b { jump a.9 a } else { jump a.9 2 } }";
        assert!(equal(a, b));
        assert!(!equal(a, &b.replace("ret b", "ret a")));
        assert!(!equal(a, &b.replace("jump a.9 2", "jump a.9 3")));
        assert!(!equal(a, &b.replace("eq.i64", "ne.i64")));
    }

    #[test]
    fn declarations_count_by_name_and_not_by_number() {
        let a = "sum s = a | b(t) sum t = c global g: s global h: t fun f(x: t) -> (s) { y: s = con.s.b x () = global.set g y ret y }";
        let b = "global h: t fun f(x: t) -> (s) { y: s = con.s.b x () = global.set g y ret y } global g: s sum t = c sum s = a | b(t)";
        assert!(equal(a, b));
        assert!(!equal(a, &b.replace("sum s = a | b(t)", "sum s = b(t) | a")));
        assert!(!equal(a, &b.replace("global h: t", "global h: s")));
        assert!(!equal(a, &b.replace("global h: t", "export global h: t")));
    }

    #[test]
    fn types_of_variables_count() {
        let a = "fun f(x: ref(i64)) -> () { y: vector(i8) = array.lit ret }";
        assert!(equal(a, a));
        assert!(!equal(a, &a.replace("i8", "i16")));
    }

    #[test]
    fn exports_and_the_entry_count() {
        let a = "export fun f() -> () { ret } fun g() -> () { ret } entry f";
        assert!(equal(a, &a.replace("g()", "h()")));
        assert!(!equal(a, &a.replace("entry f", "entry g")));
        assert!(!equal(a, &a.replace("export fun f", "fun f")));
        assert!(!equal(a, &a.replace("fun f", "fun h").replace("entry f", "entry h")));
    }

    #[test]
    fn every_construct_is_compared() {
        let a = "sum s = a | b(i64) fun f(k: cont(i64), e: exn, h: fun(cont(i64)) -> (i64), v: s, n: i8) -> (i64) {
          fun p() -> () { tailcall q } and q() -> () { tailcall p }
          x: i64 = callcc h
          y: i64 = handle { ret x } with z { raise z }
          cont w(i: i64) { throw k i }
          switch n { 1 => { throw w y } _ => { case v { a => { raise e } b(c) => { ret c } _ => { unreachable } } } } }";
        assert!(equal(a, a));
        let changes = [
            ("tailcall q", "tailcall p"),
            ("ret x", "ret 1"),
            ("raise z", "raise e"),
            ("throw k i", "throw k 1"),
        ];
        for (from, to) in changes.into_iter().chain([
            ("1 =>", "2 =>"),
            ("ret c", "ret x"),
            ("unreachable", "ret x"),
        ]) {
            assert!(!equal(a, &a.replace(from, to)), "{from}");
        }
    }
}
