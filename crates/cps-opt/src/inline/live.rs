//! What continuations need from outside.

use base::SecondaryMap;
use cps::walk::Use;
use cps::{Body, Fun, Let, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use types::Ty;

/// Most words that a jump to a continuation passes on in registers.
const SLOTS: usize = 7;

/// The continuations of a function that need more words than fit registers: a jump to one that
/// calls return to as well, which is a piece of code of its own, passes these in a record.
pub(super) fn wide(
    module: (&base::PrimaryMap<Var, cps::VarInfo>, &types::TyTable),
    fun: &Fun,
    is_fun: &SecondaryMap<Var, bool>,
) -> FxHashSet<Var> {
    let mut live = Live { is_fun, sets: FxHashMap::default() };
    // Once more for loops, which are jumped to inside.
    live.body(&fun.body);
    live.body(&fun.body);
    let (vars, types) = module;
    let word = |v: &&Var| !matches!(types.get(vars[**v].ty), Ty::F64 | Ty::F32);
    let sets = live.sets.into_iter();
    sets.filter(|(_, set)| set.iter().filter(word).count() >= SLOTS).map(|(k, _)| k).collect()
}

struct Live<'c> {
    is_fun: &'c SecondaryMap<Var, bool>,
    /// What each continuation needs, as far as it is known.
    sets: FxHashMap<Var, FxHashSet<Var>>,
}

impl Live<'_> {
    fn body(&mut self, body: &Body) -> FxHashSet<Var> {
        let mut set = FxHashSet::default();
        for binding in &body.lets {
            match binding {
                Let::Conts(conts) => {
                    for cont in conts {
                        let mut needs = self.body(&cont.body);
                        cont.params.iter().for_each(|v| _ = needs.remove(v));
                        self.sets.insert(cont.name, needs);
                    }
                }
                Let::Funs(funs) => {
                    for fun in funs {
                        let mut needs = self.body(&fun.body);
                        fun.params.iter().for_each(|v| _ = needs.remove(v));
                        set.extend(needs);
                    }
                }
                Let::Op { .. }
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => {}
            }
        }
        for inside in body.tail.bodies() {
            let needs = self.body(inside);
            set.extend(needs);
        }
        body.tail.uses().for_each(|(v, how)| self.add(v, how, &mut set));
        for binding in body.lets.iter().rev() {
            binding.defs().for_each(|v| _ = set.remove(&v));
            binding.uses().for_each(|(v, how)| self.add(v, how, &mut set));
        }
        set
    }

    fn add(&self, v: Var, how: Use, set: &mut FxHashSet<Var>) {
        match how {
            Use::Value | Use::Callee if self.is_fun[v] => {}
            Use::Value | Use::Callee => _ = set.insert(v),
            Use::Return | Use::Jump | Use::Handler | Use::Capture => {
                set.extend(self.sets.get(&v).into_iter().flatten());
            }
        }
    }
}
