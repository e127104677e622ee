//! Turns references that never leave their function into parameters of its blocks.
//!
//! ```text
//! i: ref(i64) = ref 0                     cont loop(i: i64) {
//! cont loop() {                             less: i1 = slt.i64 i n
//!   a: i64 = deref i                        if less {
//!   less: i1 = slt.i64 a n                    c: i64 = sadd.i64 i 1
//!   if less {                                 jump loop c
//!     b: i64 = deref i             =>       } else {
//!     c: i64 = sadd.i64 b 1                   jump k i
//!     () = assign i c                       }
//!     jump loop                           }
//!   } else {                              jump loop 0
//!     d: i64 = deref i
//!     jump k d
//!   }
//! }
//! jump loop
//! ```
//!
//! A block *needs* a reference if it uses it, or jumps to a block that needs it. A
//! reference is promoted if all its uses are `deref` and `assign` outside nested functions,
//! and every continuation that needs it is a block. A continuation that a call returns to
//! may need it too, since it then keeps the value it had at the call: if that call is
//! its only use, and if no continuation of the program is entered twice, that is,
//! if nothing captures one and no other unit takes part.
//!
//! Expects: nothing. Establishes: nothing; run `contract` next, which removes the copies.

use crate::census::{Census, census};
use cps::{Atom, Body, Cont, Fun, Let, Module, Op, Tail, Var};
use pass::{Pass, Settings, Stats};
use prim::Data;
use rustc_hash::{FxHashMap, FxHashSet};
use types::Ty;

/// References as parameters.
pub static PROMOTE_REFS: Pass<Module> = Pass {
    name: "promote-refs",
    about: "turns references that never leave their function into parameters of its blocks",
    settings: &[],
    run: promote_refs,
};

fn promote_refs(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let census = census(module);
    let mut facts = Facts::default();
    module.funs.iter().for_each(|fun| facts.fun(fun));
    if facts.refs.is_empty() {
        return;
    }
    let alone = module.imports.is_empty() && module.exports.is_empty();
    let needs = facts.needs(&census, alone && !facts.captures);
    let (bound, refused) = (FxHashMap::default(), FxHashSet::default());
    let mut returns = Returns { needs: &needs, refused, next: 0, bound };
    module.funs.iter().for_each(|fun| returns.body(&fun.body, Values::default(), &census));
    let refused = |r: &Var| {
        [&facts.refused, &needs.refused, &returns.refused].iter().any(|set| set.contains(r))
    };
    let uses = facts.refs.iter();
    let promoted = uses.filter(|(r, uses)| **uses == census[**r].values && !refused(r));
    let promoted: FxHashSet<Var> = promoted.map(|(r, _)| *r).collect();
    stats.count("reference", promoted.len());
    let mut conts = needs.conts;
    conts.values_mut().for_each(|needed| needed.retain(|r| promoted.contains(r)));
    let mut funs = std::mem::take(&mut module.funs);
    let mut promote = Promote { module, promoted, conts, census: &census };
    funs.iter_mut().for_each(|fun| promote.body(&mut fun.body, Current::default()));
    module.funs = funs;
}

/// An operation of a binding on a reference.
enum Access<'a> {
    New(Var, &'a Atom),
    Read(Var),
    Write(Var, &'a Atom),
}

fn access(binding: &Let) -> Option<Access<'_>> {
    let Let::Op { dst, op: Op::Data(data), args, .. } = binding else { return None };
    match (data, args.as_slice()) {
        (Data::Ref, [value]) => Some(Access::New(dst[0], value)),
        (Data::Deref, [Atom::Var(r)]) => Some(Access::Read(*r)),
        (Data::Assign, [Atom::Var(r), value]) => Some(Access::Write(*r, value)),
        _ => None,
    }
}

/// The facts that one walk over a module finds.
#[derive(Default)]
struct Facts {
    /// References, and how often each is read or written in its own function.
    refs: FxHashMap<Var, u32>,
    /// The function that makes a reference, and the continuation, if it is made in one.
    home: FxHashMap<Var, (Var, Var)>,
    /// References that another function than their own reads or writes.
    refused: FxHashSet<Var>,
    /// The references and continuations that each continuation mentions in its own code.
    direct: FxHashMap<Var, Vec<Var>>,
    captures: bool,
}

impl Facts {
    fn fun(&mut self, fun: &Fun) {
        self.body(&fun.body, fun.name, fun.name);
    }

    /// Walks a body of the function `home` and the continuation, or function, `here`.
    fn body(&mut self, body: &Body, home: Var, here: Var) {
        for binding in &body.lets {
            match (binding, access(binding)) {
                (_, Some(Access::New(r, _))) => {
                    self.refs.insert(r, 0);
                    self.home.insert(r, (home, here));
                }
                (_, Some(Access::Read(r) | Access::Write(r, _))) => {
                    if self.home.get(&r).is_some_and(|(fun, _)| *fun == home) {
                        *self.refs.entry(r).or_default() += 1;
                        self.direct.entry(here).or_default().push(r);
                    } else {
                        self.refused.insert(r);
                    }
                }
                (Let::Funs(funs), None) => funs.iter().for_each(|fun| self.fun(fun)),
                (Let::Conts(conts), None) => {
                    conts.iter().for_each(|cont| self.body(&cont.body, home, cont.name));
                }
                (Let::Capture { .. }, None) => self.captures = true,
                (Let::Op { .. } | Let::GetHandler { .. } | Let::SetHandler { .. }, None) => {}
            }
        }
        match &body.tail {
            Tail::Jump { k, .. } | Tail::Call { k, .. } => {
                self.direct.entry(here).or_default().push(*k);
            }
            Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => {}
            Tail::Raise { .. } | Tail::Throw { .. } | Tail::Unreachable => {}
        }
        body.tail.bodies().for_each(|body| self.body(body, home, here));
    }

    /// The references that each continuation needs.
    fn needs(&self, census: &Census, once: bool) -> Needs {
        let mut users: FxHashMap<Var, Vec<Var>> = FxHashMap::default();
        for (here, used) in &self.direct {
            used.iter().for_each(|v| users.entry(*v).or_default().push(*here));
        }
        let mut needs = Needs::default();
        let mut refs: Vec<Var> = self.refs.keys().copied().collect();
        refs.sort_unstable();
        for r in refs {
            let (_, maker) = self.home[&r];
            let mut todo = vec![r];
            while let Some(v) = todo.pop() {
                for user in users.get(&v).into_iter().flatten() {
                    if *user == maker {
                        continue;
                    }
                    let list = needs.conts.entry(*user).or_default();
                    if list.last() != Some(&r) {
                        list.push(r);
                        todo.push(*user);
                        let count = census[*user];
                        let returned = count.returns == 1 && count.jumps == 0 && once;
                        if !(count.only_jumped() || returned && count.pinned == 0) {
                            needs.refused.insert(r);
                        }
                    }
                }
            }
        }
        needs
    }
}

/// The references that continuations need.
#[derive(Default)]
struct Needs {
    conts: FxHashMap<Var, Vec<Var>>,
    /// References needed by a continuation to which no parameter can be added.
    refused: FxHashSet<Var>,
}

/// Numbers for the values that references have.
type Values = FxHashMap<Var, u32>;

/// Checks that what a call returns to would see the values of the call, not older ones.
struct Returns<'n> {
    needs: &'n Needs,
    refused: FxHashSet<Var>,
    next: u32,
    /// The values at the binding of a continuation.
    bound: FxHashMap<Var, Values>,
}

impl Returns<'_> {
    fn body(&mut self, body: &Body, mut values: Values, census: &Census) {
        for binding in &body.lets {
            match (binding, access(binding)) {
                (_, Some(Access::New(r, _) | Access::Write(r, _))) => {
                    self.next += 1;
                    values.insert(r, self.next);
                }
                (_, Some(Access::Read(_))) => {}
                (Let::Funs(funs), None) => {
                    funs.iter().for_each(|fun| self.body(&fun.body, Values::default(), census));
                }
                (Let::Conts(conts), None) => {
                    conts.iter().for_each(|cont| self.cont(cont, &values, census));
                }
                (Let::Op { .. } | Let::Capture { .. }, None) => {}
                (Let::GetHandler { .. } | Let::SetHandler { .. }, None) => {}
            }
        }
        if let Tail::Call { k, .. } = &body.tail {
            for r in self.needs.conts.get(k).into_iter().flatten() {
                if self.bound.get(k).and_then(|bound| bound.get(r)) != values.get(r) {
                    self.refused.insert(*r);
                }
            }
        }
        body.tail.bodies().for_each(|body| self.body(body, values.clone(), census));
    }

    fn cont(&mut self, cont: &Cont, values: &Values, census: &Census) {
        let needed = self.needs.conts.get(&cont.name).into_iter().flatten();
        let returned = census[cont.name].returns > 0;
        let inside: Values = needed
            .filter_map(|r| {
                self.next += 1;
                Some((*r, if returned { *values.get(r)? } else { self.next }))
            })
            .collect();
        if returned {
            self.bound.insert(cont.name, inside.clone());
        }
        self.body(&cont.body, inside, census);
    }
}

/// The contents of references at the point of the program that is being rewritten.
type Current = FxHashMap<Var, Atom>;

struct Promote<'m> {
    module: &'m mut Module,
    promoted: FxHashSet<Var>,
    /// The promoted references that continuations need.
    conts: FxHashMap<Var, Vec<Var>>,
    census: &'m Census,
}

impl Promote<'_> {
    fn body(&mut self, body: &mut Body, mut current: Current) {
        let mut lets = Vec::with_capacity(body.lets.len());
        for mut binding in std::mem::take(&mut body.lets) {
            match access(&binding) {
                Some(Access::New(r, value) | Access::Write(r, value))
                    if self.promoted.contains(&r) =>
                {
                    current.insert(r, value.clone());
                    continue;
                }
                Some(Access::Read(r)) if self.promoted.contains(&r) => {
                    let Let::Op { op, args, .. } = &mut binding else { unreachable!("a read") };
                    *op = Op::Data(Data::Copy);
                    *args = vec![current[&r].clone()];
                }
                _ => match &mut binding {
                    Let::Funs(funs) => {
                        funs.iter_mut()
                            .for_each(|fun| self.body(&mut fun.body, Current::default()));
                    }
                    Let::Conts(conts) => conts.iter_mut().for_each(|c| self.cont(c, &current)),
                    Let::Op { .. } | Let::Capture { .. } => {}
                    Let::GetHandler { .. } | Let::SetHandler { .. } => {}
                },
            }
            lets.push(binding);
        }
        body.lets = lets;
        if let Tail::Jump { k, args } = &mut body.tail {
            args.extend(self.needed(*k).iter().map(|r| current[r].clone()));
        }
        body.tail.bodies_mut().for_each(|body| self.body(body, current.clone()));
    }

    fn needed(&self, cont: Var) -> Vec<Var> {
        self.conts.get(&cont).cloned().unwrap_or_default()
    }

    fn cont(&mut self, cont: &mut Cont, current: &Current) {
        let needed = self.needed(cont.name);
        if self.census[cont.name].returns > 0 {
            let inside = needed.iter().map(|r| (*r, current[r].clone())).collect();
            return self.body(&mut cont.body, inside);
        }
        let mut inside = Current::default();
        for r in needed {
            let Ty::Ref(ty) = self.module.types.get(self.module.ty(r)) else {
                unreachable!("a reference has the type of one")
            };
            let name = self.module.vars[r].name.clone();
            let param = self.module.var(name, *ty);
            cont.params.push(param);
            inside.insert(r, Atom::Var(param));
        }
        let types = cont.params.iter().map(|v| self.module.ty(*v)).collect();
        self.module.vars[cont.name].ty = self.module.types.intern(Ty::Cont(types));
        self.body(&mut cont.body, inside);
    }
}

#[cfg(test)]
mod tests;
