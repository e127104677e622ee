//! Makes continuations of the branches of a continuation that only branches on
//! its parameter, so that a jump that knows the outcome can go straight there.
//!
//! ```text
//! cont j(b: i1, x: i64) {                 cont then(x': i64) { ... x' ... }
//!   if b { ... x ... } else { ... }       cont els() { ... }
//! }                                 =>    cont j(b: i1, x: i64) {
//! ... jump j true 1                         if b { jump then x } else { jump els }
//! ... jump j c 2                          }
//!                                         ... jump j true 1
//!                                         ... jump j c 2
//! ```
//!
//! The rest of `j` is small, and `inline` copies it to the jumps that decide
//! the branch. A branch for a constructor is passed the fields that it begins with, so that a jump
//! that knows them need not make the value. Conditions such as `a andalso b`, and results of a sum that are
//! taken apart at once, come out without the value in between.
//!
//! Expects: nothing. Establishes: nothing; run `inline` and `contract` next.

use crate::census::{Census, census};
use base::SecondaryMap;
use cps::{Atom, Body, Cont, Let, Module, Op, Tail, Var};
use pass::{Pass, Settings, Stats};
use prim::Data;
use rustc_hash::FxHashMap;

/// Branches of join points.
pub static SPLIT_JOIN: Pass<Module> = Pass {
    name: "split-join",
    about: "makes continuations of the branches of a join point that only branches",
    settings: &[],
    run: split_join,
};

fn split_join(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let census = census(module);
    let mut find = Find { census, branches: FxHashMap::default(), ..Find::default() };
    module.funs.iter().for_each(|fun| find.conts(&fun.body));
    module.funs.iter().for_each(|fun| find.jumps(&fun.body));
    let mut funs = std::mem::take(&mut module.funs);
    let mut split = Split { module, decided: find.decided, found: 0 };
    funs.iter_mut().for_each(|fun| split.body(&mut fun.body));
    stats.count("continuation", split.found);
    module.funs = funs;
}

/// Looks for continuations that branch, and for jumps that decide the branch.
#[derive(Default)]
struct Find {
    census: Census,
    /// By continuation: the number of the parameter that it branches on.
    branches: FxHashMap<Var, usize>,
    constructed: SecondaryMap<Var, bool>,
    decided: SecondaryMap<Var, bool>,
}

impl Find {
    fn conts(&mut self, body: &Body) {
        for binding in &body.lets {
            match binding {
                Let::Conts(conts) => {
                    for cont in conts {
                        let count = self.census[cont.name];
                        let others = !count.only_jumped();
                        if count.jumps + u32::from(others) > 1
                            && let Some(i) = branches_on(cont)
                        {
                            self.branches.insert(cont.name, i);
                        }
                        self.conts(&cont.body);
                    }
                }
                Let::Op { dst, op: Op::Data(Data::Con(..)), .. } => {
                    dst.iter().for_each(|v| self.constructed[*v] = true);
                }
                Let::Op { .. } => {}
                Let::Funs(funs) => funs.iter().for_each(|fun| self.conts(&fun.body)),
                Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
        }
        body.tail.bodies().for_each(|body| self.conts(body));
    }

    fn jumps(&mut self, body: &Body) {
        body.lets.iter().for_each(|binding| binding.bodies().for_each(|body| self.jumps(body)));
        if let Tail::Jump { k, args } = &body.tail
            && let Some(arg) = self.branches.get(k).and_then(|i| args.get(*i))
        {
            self.decided[*k] |= match arg {
                Atom::Const(_) => true,
                Atom::Var(v) => self.constructed[*v],
            };
        }
        body.tail.bodies().for_each(|body| self.jumps(body));
    }
}

/// The parameter that a continuation does nothing but branch on, if some
/// branch is more than a jump.
fn branches_on(cont: &Cont) -> Option<usize> {
    let on = scrutinee(&cont.body.tail)?;
    let mut work = false;
    cont.body.tail.bodies().for_each(|body| work |= !is_jump(body, on));
    if !cont.body.lets.is_empty() || !work {
        return None;
    }
    cont.params.iter().position(|param| *on == Atom::Var(*param))
}

/// What the end of a body branches on.
fn scrutinee(tail: &Tail) -> Option<&Atom> {
    match tail {
        Tail::If { cond: on, .. }
        | Tail::SwitchInt { scrutinee: on, .. }
        | Tail::SwitchSum { scrutinee: on, .. } => Some(on),
        Tail::Call { .. }
        | Tail::Jump { .. }
        | Tail::Raise { .. }
        | Tail::Throw { .. }
        | Tail::Unreachable => None,
    }
}

/// True if a branch only jumps, with fields of what was branched on at most.
fn is_jump(body: &Body, on: &Atom) -> bool {
    body.lets.len() == fields(body, on)
        && matches!(body.tail, Tail::Jump { .. } | Tail::Unreachable)
}

/// The number of bindings that a body begins with and that are fields of a constructor's value.
fn fields(body: &Body, of: &Atom) -> usize {
    let is_field = |binding: &&Let| match binding {
        Let::Op { op: Op::ConField(..), args, .. } => args.first() == Some(of),
        Let::Op { .. } | Let::Funs(_) | Let::Conts(_) => false,
        Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => false,
    };
    body.lets.iter().take_while(is_field).count()
}

struct Split<'m> {
    module: &'m mut Module,
    decided: SecondaryMap<Var, bool>,
    found: usize,
}

impl Split<'_> {
    fn body(&mut self, body: &mut Body) {
        let lets = Vec::with_capacity(body.lets.len());
        for mut binding in std::mem::replace(&mut body.lets, lets) {
            match &mut binding {
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| self.body(&mut fun.body)),
                Let::Conts(conts) => self.conts(conts, &mut body.lets),
                Let::Op { .. }
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => {}
            }
            body.lets.push(binding);
        }
        body.tail.bodies_mut().for_each(|body| self.body(body));
    }

    /// Splits the continuations of a group. Branches that go back to none of them are bound before
    /// them, each by itself.
    fn conts(&mut self, conts: &mut Vec<Cont>, before: &mut Vec<Let>) {
        let mut new = Vec::new();
        for cont in conts.iter_mut() {
            self.body(&mut cont.body);
            if self.decided[cont.name] {
                self.found += 1;
                self.branches(cont, &mut new);
            }
        }
        let goes_back = |branch: &Cont| {
            let mut found = false;
            branch.body.each_use(&mut |v, _| found |= conts.iter().any(|cont| cont.name == v));
            found
        };
        if new.iter().any(goes_back) {
            conts.extend(new);
        } else {
            before.extend(new.into_iter().map(|branch| Let::Conts(vec![branch])));
        }
    }

    fn branches(&mut self, cont: &mut Cont, new: &mut Vec<Cont>) {
        let (params, pos, name) = (&cont.params, cont.pos, cont.name);
        let Some(on) = scrutinee(&cont.body.tail).cloned() else { return };
        cont.body.tail.bodies_mut().for_each(|body| {
            if is_jump(body, &on) {
                return;
            }
            let lets = body.lets.split_off(fields(body, &on));
            let tail = std::mem::replace(&mut body.tail, Tail::Unreachable);
            let mut moved = Body { lets, tail };
            let bound = body.lets.iter().flat_map(Let::defs);
            let known: Vec<Var> = params.iter().copied().chain(bound).collect();
            let mut used = vec![false; known.len()];
            moved.each_use(&mut |v, _| {
                if let Some(i) = known.iter().position(|known| *known == v) {
                    used[i] = true;
                }
            });
            let old: Vec<Var> =
                known.iter().zip(used).filter(|(_, used)| *used).map(|(v, _)| *v).collect();
            let fresh: Vec<Var> = old.iter().map(|v| self.module.fresh_like(*v)).collect();
            let types: Vec<_> = fresh.iter().map(|v| self.module.ty(*v)).collect();
            let hint = self.module.vars[name].name.clone();
            let branch = self.module.cont_var(hint, &types);
            let args = old.iter().map(|v| Atom::Var(*v)).collect();
            body.tail = Tail::Jump { k: branch, args };
            let rename = |atom: &mut Atom| {
                if let Atom::Var(v) = atom
                    && let Some(i) = old.iter().position(|o| o == v)
                {
                    *v = fresh[i];
                }
            };
            moved.each_operand_mut(&mut { rename });
            new.push(Cont::new(branch, fresh, moved, pos));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_pass, check_passes};
    use crate::{CONTRACT, INLINE};
    use expect_test::expect;

    #[test]
    fn a_conjunction_jumps_straight_to_the_branches() {
        check_passes(
            &[&SPLIT_JOIN, &INLINE, &CONTRACT],
            "cps 1
            export fun f(a: i64, b: i64) return k: cont(i64) {
              cont j(c: i1, x: i64) {
                if c { y: i64 = sadd.i64 x b jump k y } else { z: i64 = smul.i64 b b jump k z }
              }
              p: i1 = slt.i64 a 10
              if p { q: i1 = slt.i64 b 10 jump j q a } else { jump j false b }
            }",
            expect![[r#"
                cps 1

                export fun f.0(a.1: i64, b.2: i64) return k.3: cont(i64) {
                  cont j.13() {
                    z.8: i64 = smul.i64 b.2 b.2
                    jump k.3 z.8
                  }
                  p.9: i1 = slt.i64 a.1 10
                  if p.9 {
                    q.10: i1 = slt.i64 b.2 10
                    if q.10 {
                      y.7: i64 = sadd.i64 a.1 b.2
                      jump k.3 y.7
                    } else {
                      jump j.13
                    }
                  } else {
                    jump j.13
                  }
                }
            "#]],
        );
    }

    #[test]
    fn a_join_that_no_jump_decides_stays() {
        check_pass(
            &SPLIT_JOIN,
            "cps 1
            export fun f(a: i1, b: i1, n: i64) return k: cont(i64) {
              cont j(c: i1) {
                if c { y: i64 = sadd.i64 n 1 jump k y } else { jump k n }
              }
              if a { jump j b } else { jump j a }
            }",
            expect![[r#"
                cps 1

                export fun f.0(a.1: i1, b.2: i1, n.3: i64) return k.4: cont(i64) {
                  cont j.5(c.6: i1) {
                    if c.6 {
                      y.7: i64 = sadd.i64 n.3 1
                      jump k.4 y.7
                    } else {
                      jump k.4 n.3
                    }
                  }
                  if a.1 {
                    jump j.5 b.2
                  } else {
                    jump j.5 a.1
                  }
                }
            "#]],
        );
    }
}
