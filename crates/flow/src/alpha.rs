//! Equality up to renaming of variables and local functions.
//!
//! Two units are equal if they declare the same, in the same order, and their
//! clusters differ in the names of bound variables and local functions alone
//! (IL's judgement of alpha-equivalence: a use in one means the binding that
//! the use in the other means). Positions and hints do not matter.

use crate::walk::{Event, walk};
use crate::{Atom, Cluster, Local, Tail, Target, Unit, Var};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::mem;

/// True if the units are equal up to renaming.
pub fn alpha_eq(a: &Unit, b: &Unit) -> bool {
    a.globals == b.globals
        && a.foreigns == b.foreigns
        && a.imports == b.imports
        && a.entry == b.entry
        && a.clusters.len() == b.clusters.len()
        && a.clusters.values().zip(b.clusters.values()).all(|(c, d)| clusters(a, c, b, d))
}

/// Are two clusters equal up to renaming? They may be of one unit or of two
/// with the same declarations.
pub fn clusters(a: &Unit, c: &Cluster, b: &Unit, d: &Cluster) -> bool {
    let headers = c.name == d.name
        && c.function == d.function
        && c.kind == d.kind
        && c.export == d.export
        && c.fields == d.fields
        && c.places == d.places
        && c.clos.is_some() == d.clos.is_some()
        && c.k.is_some() == d.k.is_some();
    let mut pair =
        Pair { a, b, vars: Names::default(), locals: Names::default(), scopes: Vec::new() };
    let left: Vec<Var> = c.entry_vars().collect();
    let right: Vec<Var> = d.entry_vars().collect();
    headers && pair.bind(&left, &right) && pair.walks(c, d)
}

struct Pair<'a> {
    a: &'a Unit,
    b: &'a Unit,
    vars: Names<Var>,
    locals: Names<Local>,
    scopes: Vec<(usize, usize)>,
}

/// The name on the other side for each name of one side, both ways.
struct Names<T> {
    to: FxHashMap<T, T>,
    from: FxHashMap<T, T>,
    /// The meanings that each binding has shadowed, both ways.
    undo: Vec<(T, Option<T>, T, Option<T>)>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Names { to: FxHashMap::default(), from: FxHashMap::default(), undo: Vec::new() }
    }
}

impl<T: Copy + Eq + Hash> Names<T> {
    fn bind(&mut self, a: T, b: T) {
        let (to, from) = (self.to.insert(a, b), self.from.insert(b, a));
        self.undo.push((a, to, b, from));
    }

    fn same(&self, a: T, b: T) -> bool {
        match (self.to.get(&a), self.from.get(&b)) {
            (Some(to), Some(from)) => *to == b && *from == a,
            // Free on both sides.
            (None, None) => a == b,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    fn restore(&mut self, len: usize) {
        let put = |map: &mut FxHashMap<T, T>, key: T, old: Option<T>| match old {
            Some(old) => map.insert(key, old),
            None => map.remove(&key),
        };
        while self.undo.len() > len {
            let Some((a, to, b, from)) = self.undo.pop() else { return };
            put(&mut self.to, a, to);
            put(&mut self.from, b, from);
        }
    }
}

impl Pair<'_> {
    fn walks(&mut self, c: &Cluster, d: &Cluster) -> bool {
        let (mut left, mut right) = (walk(&c.body), walk(&d.body));
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if self.event(a, b) => {}
                (Some(_), Some(_)) | (Some(_), None) | (None, Some(_)) => return false,
            }
        }
    }

    fn bind(&mut self, a: &[Var], b: &[Var]) -> bool {
        let kind = |unit: &Unit, var: &Var| unit.vars.get(*var).map(|info| info.kind);
        let fit =
            a.len() == b.len() && a.iter().zip(b).all(|(x, y)| kind(self.a, x) == kind(self.b, y));
        a.iter().zip(b).for_each(|(x, y)| self.vars.bind(*x, *y));
        fit
    }

    fn event(&mut self, a: Event<'_>, b: Event<'_>) -> bool {
        match (a, b) {
            (Event::Op(a), Event::Op(b)) => {
                a.op == b.op && self.atoms(a.args, b.args) && self.bind(a.dst, b.dst)
            }
            (Event::Funs(a), Event::Funs(b)) => {
                a.iter().zip(b).for_each(|(f, g)| self.locals.bind(f.name, g.name));
                a.len() == b.len()
            }
            (Event::EnterFun(a), Event::EnterFun(b)) => {
                self.scopes.push((self.vars.undo.len(), self.locals.undo.len()));
                self.bind(&a.params, &b.params)
            }
            (Event::EnterBranch(a, _), Event::EnterBranch(b, _)) => {
                self.scopes.push((self.vars.undo.len(), self.locals.undo.len()));
                a == b
            }
            (Event::LeaveFun(_), Event::LeaveFun(_))
            | (Event::LeaveBranch(..), Event::LeaveBranch(..)) => {
                let (vars, locals) = self.scopes.pop().unwrap_or((0, 0));
                self.vars.restore(vars);
                self.locals.restore(locals);
                true
            }
            (Event::Tail(a), Event::Tail(b)) => self.tail(a, b),
            (Event::EndBranches(_), Event::EndBranches(_)) => true,
            (a, b) => mem::discriminant(&a) == mem::discriminant(&b),
        }
    }

    fn tail(&self, a: &Tail, b: &Tail) -> bool {
        let shape = match (a, b) {
            (Tail::Jump { fun: f, .. }, Tail::Jump { fun: g, .. }) => self.locals.same(*f, *g),
            (
                Tail::Apply { target: t, clos: c, k, .. },
                Tail::Apply { target: u, clos: d, k: l, .. },
            ) => c.is_some() == d.is_some() && k.is_some() == l.is_some() && same_target(t, u),
            (a, b) => mem::discriminant(a) == mem::discriminant(b),
        };
        let left: Vec<&Atom> = a.operands().collect();
        let right: Vec<&Atom> = b.operands().collect();
        shape && left.len() == right.len() && left.iter().zip(&right).all(|(x, y)| self.atom(x, y))
    }

    fn atoms(&self, a: &[Atom], b: &[Atom]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| self.atom(x, y))
    }

    fn atom(&self, a: &Atom, b: &Atom) -> bool {
        match (a, b) {
            (Atom::Var(x), Atom::Var(y)) => self.vars.same(*x, *y),
            (a, b) => a == b,
        }
    }
}

/// The same way to call? The closure of an unknown one is an operand.
fn same_target(a: &Target, b: &Target) -> bool {
    match (a, b) {
        (Target::Cluster(x), Target::Cluster(y)) => x == y,
        (Target::Import(x), Target::Import(y)) => x == y,
        (Target::Unknown(_), Target::Unknown(_)) => true,
        (Target::Cluster(_) | Target::Import(_) | Target::Unknown(_), _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::alpha_eq;
    use crate::parse;

    fn equal(a: &str, b: &str) -> bool {
        let unit = |body: &str| {
            parse(format!("flow 1 fun f(p: i64) return k {{ {body} }}").as_bytes()).unwrap()
        };
        alpha_eq(&unit(a), &unit(b))
    }

    #[test]
    fn names_do_not_matter_but_bindings_do() {
        let f = "x: i64 = add.i64 p 1 fun g(y: i64) { jump g x } jump g x";
        assert!(equal(f, f));
        assert!(equal(f, "a: i64 = add.i64 p 1 fun h(b: i64) { jump h a } jump h a"));
        assert!(!equal(f, "a: i64 = add.i64 p 1 fun h(b: i64) { jump h b } jump h a"));
        assert!(!equal(f, "a: i64 = add.i64 p 2 fun h(b: i64) { jump h a } jump h a"));
        assert!(!equal(f, "a: i64 = add.i64 p 1 fun h(a: i64) { jump h a } jump h a"));
        assert!(!equal("throw k p", "throw k p p"));
        assert!(!equal("throw k p", "p: i64 = copy p throw k p"));
    }

    #[test]
    fn shadowing_means_the_inner_binding() {
        let a = "x: i64 = copy 1 if x { x: i64 = copy 2 throw k x } else { throw k x }";
        assert!(equal(a, "x: i64 = copy 1 if x { y: i64 = copy 2 throw k y } else { throw k x }"));
        assert!(!equal(a, "x: i64 = copy 1 if x { y: i64 = copy 2 throw k x } else { throw k x }"));
    }

    #[test]
    fn cases_matter() {
        let a = "switch p { 1 => { unreachable } _ => { unreachable } }";
        assert!(equal(a, a));
        assert!(!equal(a, "switch p { 2 => { unreachable } _ => { unreachable } }"));
        assert!(!equal(a, "switch p { 1 => { unreachable } }"));
    }
}
