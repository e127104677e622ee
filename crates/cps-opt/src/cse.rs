//! Computes what is computed twice only once.
//!
//! ```text
//! a: i64 = smul.i64 x x           a: i64 = smul.i64 x x
//! b: i64 = smul.i64 x x     =>    jump k a a
//! jump k a b
//! ```
//!
//! A table of operations, operands and results is carried down the nesting of
//! bodies, so what it holds has been computed whenever the code here runs. An
//! operation that may raise did not when it was computed before, so it may go
//! too. Reads of mutable memory and operations that make objects are left alone.
//! A nested function begins with an empty table: keeping a value in a closure
//! costs more than most operations.
//!
//! Expects: nothing; `contract` before it puts operands in order. Establishes:
//! nothing.

use base::SecondaryMap;
use cps::{Atom, Body, Let, Module, Op, Tail, Var, VarInfo};
use faults::{Fault, on};
use pass::{Pass, Settings, Stats};
use prim::{Data, Effect};
use rustc_hash::FxHashMap;
use types::{Ty, TyTable};

/// Common subexpressions.
pub static CSE: Pass<Module> = Pass {
    name: "cse",
    about: "computes what is computed twice only once",
    settings: &[],
    run: cse,
};

fn cse(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let mut cx = Cse {
        types: &module.types,
        vars: &module.vars,
        table: FxHashMap::default(),
        added: Vec::new(),
        same: SecondaryMap::new(),
        found: 0,
    };
    module.funs.iter_mut().for_each(|fun| cx.fun(&mut fun.body));
    stats.count("operation", cx.found);
}

type Key = (Op, Vec<Atom>);

struct Cse<'m> {
    types: &'m TyTable,
    vars: &'m base::PrimaryMap<Var, VarInfo>,
    table: FxHashMap<Key, Vec<Var>>,
    /// The keys of the table, in order.
    added: Vec<Key>,
    /// The variable that holds the same value.
    same: SecondaryMap<Var, Option<Var>>,
    found: usize,
}

impl Cse<'_> {
    fn fun(&mut self, body: &mut Body) {
        let table = std::mem::take(&mut self.table);
        let added = std::mem::take(&mut self.added);
        self.body(body);
        self.table = table;
        self.added = added;
    }

    fn body(&mut self, body: &mut Body) {
        let mark = self.added.len();
        body.lets.retain_mut(|binding| self.binding(binding));
        self.tail(&mut body.tail);
        for key in self.added.drain(mark..).filter(|_| !on(Fault::CseForgetsScope)) {
            self.table.remove(&key);
        }
    }

    fn atom(&self, atom: &mut Atom) {
        if let Atom::Var(v) = atom
            && let Some(other) = self.same[*v]
        {
            *v = other;
        }
    }

    /// Replaces what is known in a binding; true if the binding stays.
    fn binding(&mut self, binding: &mut Let) -> bool {
        match binding {
            Let::Op { dst, op, args, .. } => {
                args.iter_mut().for_each(|atom| self.atom(atom));
                if dst.is_empty() || !self.repeatable(op, args) {
                    return true;
                }
                let key = (op.clone(), args.clone());
                // Two operations may give different types from the same operands.
                let fits = |before: &&Vec<Var>| {
                    before.len() == dst.len()
                        && before
                            .iter()
                            .zip(&*dst)
                            .all(|(a, b)| self.vars[*a].ty == self.vars[*b].ty)
                };
                if let Some(before) = self.table.get(&key).filter(fits) {
                    dst.iter().zip(before).for_each(|(v, other)| self.same[*v] = Some(*other));
                    self.found += 1;
                    return false;
                }
                if self.table.insert(key.clone(), dst.clone()).is_none() {
                    self.added.push(key);
                }
            }
            Let::Funs(funs) => funs.iter_mut().for_each(|fun| self.fun(&mut fun.body)),
            Let::Conts(conts) => conts.iter_mut().for_each(|cont| self.body(&mut cont.body)),
            Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
        }
        true
    }

    fn tail(&mut self, tail: &mut Tail) {
        tail.operands_mut().for_each(|atom| self.atom(atom));
        tail.bodies_mut().for_each(|body| self.body(body));
    }

    /// True if the operation gives the same results whenever its operands are the same.
    fn repeatable(&self, op: &Op, args: &[Atom]) -> bool {
        let ty = args.first().and_then(Atom::var).map(|v| self.types.get(self.vars[v].ty));
        match op {
            Op::Prim(prim) => matches!(prim.effect(), Effect::Pure | Effect::Trap),
            Op::Data(Data::Get(i)) => match ty {
                Some(Ty::Tuple(fields)) => {
                    let same = |f: &types::Field| !f.mutable || on(Fault::CseMutableField);
                    fields.get(*i as usize).is_some_and(same)
                }
                _ => false,
            },
            Op::Data(Data::ArrayGet | Data::ArrayGetU) => matches!(ty, Some(Ty::Vector(_))),
            Op::Data(Data::Con(..)) => args.is_empty(),
            Op::Data(data) => matches!(data.effect(), Effect::Pure | Effect::Trap),
            Op::ConField(..) | Op::AnyIs(_) | Op::AnyProject(_) | Op::AnyAs(_) => true,
            Op::AnyInject(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_pass;
    use expect_test::{Expect, expect};

    fn check(source: &str, expected: Expect) {
        check_pass(&CSE, &format!("cps 1\n{source}"), expected);
    }

    #[test]
    fn what_dominates_is_used_again() {
        check(
            "export fun f(x: i64, t: (i64, str)) return k: cont(i64, i64) {
              a: i64 = smul.i64 x x
              g: i64 = get.0 t
              cont j(y: i64) {
                b: i64 = smul.i64 x x
                h: i64 = get.0 t
                c: i64 = sadd.i64 b h
                jump k c y
              }
              call f x t return k
            }",
            expect![[r#"
                cps 1

                export fun f.0(x.1: i64, t.2: (i64, str)) return k.3: cont(i64, i64) {
                  a.4: i64 = smul.i64 x.1 x.1
                  g.5: i64 = get.0 t.2
                  cont j.6(y.7: i64) {
                    c.10: i64 = sadd.i64 a.4 g.5
                    jump k.3 c.10 y.7
                  }
                  call f.0 x.1 t.2 return k.3
                }
            "#]],
        );
    }

    #[test]
    fn branches_mutable_fields_and_functions_are_apart() {
        check(
            "export fun f(x: i64, t: (mut i64)) return k: cont(i64) {
              g: i64 = get.0 t
              h: i64 = get.0 t
              fun n(z: i64) return j: cont(i64) { e: i64 = sadd.i64 g h jump j e }
              c: i1 = slt.i64 g h
              if c { a: i64 = sadd.i64 g h call n a return k }
              else { b: i64 = sadd.i64 g h call n b return k }
            }",
            expect![[r#"
                cps 1

                export fun f.0(x.1: i64, t.2: (mut i64)) return k.3: cont(i64) {
                  g.4: i64 = get.0 t.2
                  h.5: i64 = get.0 t.2
                  fun n.6(z.7: i64) return j.8: cont(i64) {
                    e.9: i64 = sadd.i64 g.4 h.5
                    jump j.8 e.9
                  }
                  c.10: i1 = slt.i64 g.4 h.5
                  if c.10 {
                    a.11: i64 = sadd.i64 g.4 h.5
                    call n.6 a.11 return k.3
                  } else {
                    b.12: i64 = sadd.i64 g.4 h.5
                    call n.6 b.12 return k.3
                  }
                }
            "#]],
        );
    }
}
