//! Register assignment: names for the variables of a program that is renamed
//! apart, such that what is live at once has names apart.
//!
//! ```text
//! let i = 1 in                               i := 1;
//! fun f (j, p) =                             fun f (i, n) =
//!   let c = p <= m in                          c := n <= m;
//!   if c then                                  if c then
//!     let k = p * j in              =>           i := n * i;
//!     let q = p + 1 in                           n := n + 1;
//!     f (k, q)                                   f (i, n)
//!   else j                                     else i
//! in f (i, n)                                in f (i, n)
//! ```
//! The algorithm is that of Schneider, Smolka, Hack (section 8.2): a walk in
//! the order of the text, in which a binding takes a name that no variable has
//! which is live after it. Any such name will do for correctness (theorem 8). A
//! name that was given before, or the smallest one, will do for the bound: no more
//! names than the largest live set has variables, or the free variables are
//! (theorem 9). We take the name with which an assignment at a jump would
//! disappear, if it is free, and else the smallest.
//!
//! Names come in classes that are kept apart: in Flow, the kinds. The bound
//! then holds of every class.
//!
//! Time is proportional to the program and the live sets, and to the names over 64 at a
//! binding.

use crate::live::{Liveness, VarMap, VarSet};
use crate::outline::{Entry, Item, Next, Outline, Step};
use crate::{Unit, Var};
use faults::{Fault, on};
use rustc_hash::FxHashMap;

/// A register assignment.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// For every variable, the one that first had its name.
    pub names: FxHashMap<Var, Var>,
    /// The number of names.
    pub count: usize,
    /// The size of the largest live set.
    pub largest: usize,
}

impl Assignment {
    /// The name of a variable.
    pub fn name(&self, var: Var) -> Var {
        self.names.get(&var).copied().unwrap_or(var)
    }
}

/// Assigns names to the variables of a program that is renamed apart; `class`
/// says which class a variable's name is of.
pub fn assign(live: &Liveness, class: impl Fn(Var) -> u8) -> Assignment {
    let outline = live.outline();
    let mut assigner = Assigner {
        live,
        outline,
        class,
        hints: hints(outline),
        given: VarMap::of(&outline.vars),
        after: live.empty_set(),
        owners: Vec::new(),
        open: Vec::new(),
        largest: 0,
    };
    outline.walk().for_each(|step| assigner.step(step));
    let owners = &assigner.owners;
    let owner = |var: &Var| {
        let name = assigner.given.get(*var)?;
        Some((*var, owners[name.class as usize][name.number as usize]))
    };
    Assignment {
        names: outline.vars.iter().filter_map(owner).collect(),
        count: owners.iter().map(Vec::len).sum(),
        largest: assigner.largest,
    }
}

/// Assigns registers in all clusters of a unit, which are renamed apart first;
/// returns how many variables got the name of another.
pub fn assign_registers(unit: &mut Unit) -> usize {
    crate::apart::rename_apart(unit);
    let Unit { vars, clusters, .. } = unit;
    let mut shared = 0;
    for (_, cluster) in clusters.iter_mut() {
        let live = Liveness::of(cluster);
        let assignment = assign(&live, |var| class(vars[var].kind));
        cluster.rename(|var| assignment.name(var));
        shared += assignment.names.len() - assignment.count;
    }
    shared
}

/// The class of a kind's names: a name keeps its kind.
pub fn class(kind: crate::Kind) -> u8 {
    match kind {
        crate::Kind::Int(width) => width as u8,
        crate::Kind::F32 => 5,
        crate::Kind::F64 => 6,
        crate::Kind::Ref => 7,
        crate::Kind::Cont => 8,
        crate::Kind::Ptr => 9,
    }
}

/// For a variable those that it is passed to, or that are passed to it.
fn hints(outline: &Outline) -> FxHashMap<Var, Vec<Var>> {
    let mut hints: FxHashMap<Var, Vec<Var>> = FxHashMap::default();
    for part in &outline.bodies {
        if let Next::Jump { body, args } = &part.next {
            for (param, arg) in outline.params(*body).iter().zip(args) {
                if let Some(arg) = arg {
                    hints.entry(*param).or_default().push(*arg);
                    hints.entry(*arg).or_default().push(*param);
                }
            }
        }
    }
    hints
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Name {
    class: u8,
    number: u32,
}

struct Assigner<'a, C> {
    live: &'a Liveness,
    outline: &'a Outline,
    class: C,
    hints: FxHashMap<Var, Vec<Var>>,
    given: VarMap<Name>,
    /// The variables that are live after a binding.
    after: VarSet,
    /// For each class the variables that first had each name.
    owners: Vec<Vec<Var>>,
    open: Vec<Open>,
    largest: usize,
}

/// A body on the way.
struct Open {
    busy: Busy,
    /// Whose names become free at which bindings, the last binding first.
    deaths: Vec<Death>,
}

struct Death {
    item: usize,
    /// A result that is not used: it has its name for no longer than its binding.
    unused: bool,
    var: Var,
}

impl<C: Fn(Var) -> u8> Assigner<'_, C> {
    fn step(&mut self, step: Step) {
        match step {
            Step::Enter(body) => self.enter(body),
            Step::Op(body, i) => self.op(body, i),
            Step::Leave(_) => {
                self.open.pop();
            }
            Step::Funs(..) | Step::End(_) => {}
        }
    }

    fn enter(&mut self, body: usize) {
        let (params, set) = (self.outline.params(body), self.live.at_body(body));
        let mut open = Open { busy: Busy::default(), deaths: Vec::new() };
        let is_branch = matches!(self.outline.bodies[body].entry, Entry::Branch(_));
        let forgets = on(Fault::AssignForgetsGlobals) && !is_branch
            || on(Fault::AssignForgetsBranches) && is_branch;
        for name in set.iter().filter_map(|var| self.given.get(*var)).filter(|_| !forgets) {
            open.busy.take(name);
        }
        self.deaths(body, &mut open.deaths);
        self.bind(&mut open.busy, params);
        // What is not used has its name for no longer than its binding.
        let mut unused = 0;
        for param in params.iter().filter(|param| set.binary_search(param).is_err()) {
            unused += 1;
            if let Some(name) = self.given.get(*param) {
                open.busy.release(name);
            }
        }
        let set = match self.outline.bodies[body].entry {
            Entry::Root => set.len(),
            Entry::Fun(_) | Entry::Branch(_) => set.len() + unused,
        };
        self.largest = self.largest.max(set);
        self.open.push(open);
    }

    fn deaths(&mut self, body: usize, deaths: &mut Vec<Death>) {
        let (outline, items) = (self.outline, &self.outline.bodies[body].items);
        if items.iter().all(|item| matches!(item, Item::Funs(_))) {
            return;
        }
        let mut largest = 0;
        self.live.backwards(body, &mut self.after, |item, after| {
            let Item::Op { dst, uses } = items[item] else { return };
            let dead = |occs| outline.at(occs).iter().filter(|var| !after.contains(**var));
            largest = largest.max(after.len() + dead(dst).count());
            deaths.extend(dead(dst).map(|var| Death { item, unused: true, var: *var }));
            if on(Fault::AssignReleasesEarly) {
                let all = outline.at(uses).iter();
                deaths.extend(all.map(|var| Death { item, unused: false, var: *var }));
            }
            deaths.extend(dead(uses).map(|var| Death { item, unused: false, var: *var }));
        });
        self.largest = self.largest.max(largest);
    }

    fn op(&mut self, body: usize, item: usize) {
        let Item::Op { dst, .. } = self.outline.bodies[body].items[item] else { return };
        let Some(mut open) = self.open.pop() else { return };
        self.release(&mut open, item, false);
        self.bind(&mut open.busy, self.outline.at(dst));
        self.release(&mut open, item, true);
        self.open.push(open);
    }

    fn release(&self, open: &mut Open, item: usize, unused: bool) {
        while let Some(death) = open.deaths.pop_if(|d| d.item == item && d.unused == unused) {
            if let Some(name) = self.given.get(death.var) {
                open.busy.release(name);
            }
        }
    }

    /// Gives names to what is bound at once.
    fn bind(&mut self, busy: &mut Busy, vars: &[Var]) {
        for var in vars {
            let class = (self.class)(*var);
            let name = self.pick(*var, class, busy);
            if !on(Fault::AssignForgetsResults) {
                busy.take(name);
            }
            self.given.set(*var, Some(name));
        }
    }

    fn pick(&mut self, var: Var, class: u8, busy: &Busy) -> Name {
        for hint in self.hints.get(&var).into_iter().flatten() {
            if let Some(name) = self.given.get(*hint)
                && name.class == class
                && (!busy.has(name) || on(Fault::AssignFollowsHints))
            {
                return name;
            }
        }
        let number = match on(Fault::AssignTakesNew) {
            true => self.owners.get(class as usize).map_or(0, Vec::len),
            false => busy.smallest(class),
        };
        if self.owners.len() <= class as usize {
            self.owners.resize(class as usize + 1, Vec::new());
        }
        let owners = &mut self.owners[class as usize];
        if number == owners.len() {
            owners.push(var);
        }
        Name { class, number: number as u32 }
    }
}

/// The names that are taken, as bits.
#[derive(Default)]
struct Busy {
    classes: Vec<Vec<u64>>,
}

impl Busy {
    fn take(&mut self, name: Name) {
        let (class, word) = (name.class as usize, name.word());
        if self.classes.len() <= class {
            self.classes.resize(class + 1, Vec::new());
        }
        let words = &mut self.classes[class];
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        words[word] |= name.bit();
    }

    fn has(&self, name: Name) -> bool {
        let words = self.classes.get(name.class as usize);
        words.and_then(|words| words.get(name.word())).is_some_and(|word| word & name.bit() != 0)
    }

    fn release(&mut self, name: Name) {
        if self.has(name) {
            self.classes[name.class as usize][name.word()] &= !name.bit();
        }
    }

    fn smallest(&self, class: u8) -> usize {
        let Some(words) = self.classes.get(class as usize) else { return 0 };
        let word = words.iter().position(|word| *word != u64::MAX).unwrap_or(words.len());
        word * 64 + words.get(word).map_or(0, |word| word.trailing_ones() as usize)
    }
}

impl Name {
    fn word(self) -> usize {
        self.number as usize / 64
    }

    fn bit(self) -> u64 {
        1 << (self.number % 64)
    }
}

#[cfg(test)]
mod tests {
    use super::{assign, assign_registers};
    use crate::coherent::decide;
    use crate::{Liveness, eval, eval_imperative, parse};
    use host::TestHost;

    #[test]
    fn a_loop_needs_no_more_names_than_are_live() {
        let text = "flow 1 fun main() return k.0 {
            i.1: i64 = copy 1 n.2: i64 = copy 3 m.3: i64 = copy 6
            fun f(j.4: i64, p.5: i64) {
              c.6: i64 = copy p.5 d.7: i64 = sub.i64 m.3 c.6 e.8: i64 = add.i64 d.7 1
              if e.8 { l.9: i64 = mul.i64 p.5 j.4 q.10: i64 = add.i64 p.5 1 jump f l.9 q.10 }
              else { throw k.0 j.4 }
            } jump f i.1 n.2 } entry main";
        let mut unit = parse(text.as_bytes()).unwrap();
        let live = Liveness::of(unit.clusters.values().next().unwrap());
        let assignment = assign(&live, |_| 0);
        assert_eq!((assignment.count, assignment.largest), (5, 5));
        let before = eval(&unit, &mut TestHost::default());
        assign_registers(&mut unit);
        assert_eq!(decide(&unit), []);
        let after = eval_imperative(&unit, &mut TestHost::default());
        assert_eq!(format!("{:?}", before.results), "[360]");
        assert_eq!(format!("{:?}", before.results), format!("{:?}", after.results));
    }
}
