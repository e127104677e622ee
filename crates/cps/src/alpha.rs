//! Equality up to renaming: the same program with other variables.
//!
//! Positions and the hints of names do not count; the order of functions does.

use crate::{Atom, Body, Cont, Fun, Let, Module, Tail, Var};
use base::SecondaryMap;

/// True if two modules are the same but for the names of variables.
pub fn alpha_eq(a: &Module, b: &Module) -> bool {
    let mut cx = Alpha { a, b, partner: SecondaryMap::new(), taken: SecondaryMap::new() };
    a.globals == b.globals
        && a.foreigns == b.foreigns
        && a.imports.len() == b.imports.len()
        && a.imports
            .iter()
            .zip(&b.imports)
            .all(|(x, y)| x.symbol == y.symbol && cx.bind(x.var, y.var))
        && cx.funs(&a.funs, &b.funs)
        && a.exports.len() == b.exports.len()
        && a.exports.iter().zip(&b.exports).all(|(x, y)| cx.var(*x, *y))
        && a.defines.len() == b.defines.len()
        && a.defines
            .iter()
            .zip(&b.defines)
            .all(|(x, y)| x.foreign == y.foreign && cx.var(x.fun, y.fun))
        && match (a.entry, b.entry) {
            (Some(x), Some(y)) => cx.var(x, y),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
}

struct Alpha<'a> {
    a: &'a Module,
    b: &'a Module,
    /// The variable of `b` that stands for one of `a`.
    partner: SecondaryMap<Var, Option<Var>>,
    /// The variables of `b` that stand for one.
    taken: SecondaryMap<Var, bool>,
}

impl Alpha<'_> {
    fn bind(&mut self, x: Var, y: Var) -> bool {
        let show = |m: &Module, v: Var| m.types.show(m.vars[v].ty).to_string();
        if self.taken[y] || show(self.a, x) != show(self.b, y) {
            return false;
        }
        self.partner[x] = Some(y);
        self.taken[y] = true;
        true
    }

    fn binds(&mut self, xs: &[Var], ys: &[Var]) -> bool {
        xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.bind(*x, *y))
    }

    fn var(&self, x: Var, y: Var) -> bool {
        self.partner[x] == Some(y)
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

    fn funs(&mut self, xs: &[Fun], ys: &[Fun]) -> bool {
        xs.len() == ys.len()
            && xs.iter().zip(ys).all(|(x, y)| self.bind(x.name, y.name))
            && xs.iter().zip(ys).all(|(x, y)| {
                self.binds(&x.params, &y.params)
                    && self.bind(x.k, y.k)
                    && self.body(&x.body, &y.body)
            })
    }

    fn conts(&mut self, xs: &[Cont], ys: &[Cont]) -> bool {
        xs.len() == ys.len()
            && xs.iter().zip(ys).all(|(x, y)| {
                (x.short, x.packed) == (y.short, y.packed) && self.bind(x.name, y.name)
            })
            && xs
                .iter()
                .zip(ys)
                .all(|(x, y)| self.binds(&x.params, &y.params) && self.body(&x.body, &y.body))
    }

    fn body(&mut self, x: &Body, y: &Body) -> bool {
        x.lets.len() == y.lets.len()
            && x.lets.iter().zip(&y.lets).all(|(x, y)| self.binding(x, y))
            && self.tail(&x.tail, &y.tail)
    }

    fn binding(&mut self, x: &Let, y: &Let) -> bool {
        match (x, y) {
            (Let::Op { dst: d, op: o, args: a, .. }, Let::Op { dst: e, op: p, args: b, .. }) => {
                o == p && self.atoms(a, b) && self.binds(d, e)
            }
            (Let::Funs(xs), Let::Funs(ys)) => self.funs(xs, ys),
            (Let::Conts(xs), Let::Conts(ys)) => self.conts(xs, ys),
            (Let::GetHandler { k: x }, Let::GetHandler { k: y }) => self.bind(*x, *y),
            (Let::SetHandler { k: x }, Let::SetHandler { k: y }) => self.var(*x, *y),
            (Let::Capture { dst: d, k: x }, Let::Capture { dst: e, k: y }) => {
                self.var(*x, *y) && self.bind(*d, *e)
            }
            (
                Let::Op { .. }
                | Let::Funs(_)
                | Let::Conts(_)
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. },
                _,
            ) => false,
        }
    }

    fn tail(&mut self, x: &Tail, y: &Tail) -> bool {
        match (x, y) {
            (
                Tail::Call { fun: f, args: a, k: j, .. },
                Tail::Call { fun: g, args: b, k: l, .. },
            ) => self.atom(f, g) && self.atoms(a, b) && self.var(*j, *l),
            (Tail::Jump { k: j, args: a }, Tail::Jump { k: l, args: b }) => {
                self.var(*j, *l) && self.atoms(a, b)
            }
            (Tail::If { cond: c, then: t, els: e }, Tail::If { cond: d, then: u, els: f }) => {
                self.atom(c, d) && self.body(t, u) && self.body(e, f)
            }
            (
                Tail::SwitchInt { scrutinee: s, cases: c, default: d },
                Tail::SwitchInt { scrutinee: t, cases: e, default: f },
            ) => self.atom(s, t) && self.cases(c, e) && self.body(d, f),
            (
                Tail::SwitchSum { scrutinee: s, sum: m, cases: c, default: d },
                Tail::SwitchSum { scrutinee: t, sum: n, cases: e, default: f },
            ) => {
                m == n
                    && self.atom(s, t)
                    && self.cases(c, e)
                    && match (d, f) {
                        (Some(d), Some(f)) => self.body(d, f),
                        (None, None) => true,
                        (Some(_), None) | (None, Some(_)) => false,
                    }
            }
            (Tail::Raise { exn: d, origin: o, .. }, Tail::Raise { exn: e, origin: p, .. }) => {
                self.atom(d, e) && self.atoms(o.as_slice(), p.as_slice())
            }
            (Tail::Throw { cont: j, args: a, .. }, Tail::Throw { cont: l, args: b, .. }) => {
                self.atom(j, l) && self.atoms(a, b)
            }
            (Tail::Unreachable, Tail::Unreachable) => true,
            (
                Tail::Call { .. }
                | Tail::Jump { .. }
                | Tail::If { .. }
                | Tail::SwitchInt { .. }
                | Tail::SwitchSum { .. }
                | Tail::Raise { .. }
                | Tail::Throw { .. }
                | Tail::Unreachable,
                _,
            ) => false,
        }
    }

    fn cases<T: PartialEq>(&mut self, xs: &[(T, Body)], ys: &[(T, Body)]) -> bool {
        xs.len() == ys.len() && xs.iter().zip(ys).all(|((t, x), (u, y))| t == u && self.body(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equal(a: &str, b: &str) -> bool {
        alpha_eq(&crate::parse(a.as_bytes()).unwrap(), &crate::parse(b.as_bytes()).unwrap())
    }

    #[test]
    fn names_do_not_count_and_structure_does() {
        let a = "cps 1 fun f(x: i64, y: i64) return k: cont(i64) { jump k x }";
        let b = "cps 1 fun g(a: i64, b: i64) return r: cont(i64) { jump r a }";
        let c = "cps 1 fun g(a: i64, b: i64) return r: cont(i64) { jump r b }";
        assert!(equal(a, b));
        assert!(!equal(a, c));
    }
}
