//! The functions whose code moves to the module, and what they need from where they were.
//!
//! Code that moves is called from anywhere, so that the functions around it that it mentions
//! move as well. The free variables of a function are the least solution of
//! ```text
//! free(f) = the variables used in f, but bound outside
//!         + for each function g used in f, but bound outside:
//!             free(g)         if g is called and takes them as parameters, or
//!                             if g is data and bound together with f: f makes it again
//!             g itself        if g is a value, unless free(g) is empty
//! ```

use super::Class;
use base::SecondaryMap;
use cps::walk::Use;
use cps::{Body, Fun, Let, Module, Var};
use rustc_hash::{FxHashMap, FxHashSet};

/// The way in which the code of a function gets what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// It needs nothing.
    Closed,
    /// Fields of the data that the function has become.
    Data,
    /// Parameters, after its own.
    Parameters,
}

/// The functions whose code moves.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) how: SecondaryMap<Var, Option<How>>,
    /// The free variables of each.
    pub(super) free: FxHashMap<Var, Vec<Var>>,
}

/// A function and what its code uses from outside.
struct Function {
    /// The function around; nothing for functions of the module.
    parent: Option<usize>,
    /// The number of the functions bound together with it.
    group: usize,
    /// Variables and functions of which the value is used, and functions that are called.
    used: Used,
}

#[derive(Clone, Default)]
struct Used {
    values: Vec<Var>,
    calls: Vec<Var>,
}

impl Used {
    /// Adds what something inside uses, but for what is bound here.
    fn add(&mut self, inner: &Used, outer: impl Fn(&Var) -> bool) {
        self.values.extend(inner.values.iter().filter(|var| outer(var)));
        self.calls.extend(inner.calls.iter().filter(|var| outer(var)));
    }

    fn tidy(&mut self) {
        for vars in [&mut self.values, &mut self.calls] {
            vars.sort();
            vars.dedup();
        }
    }

    fn all(&self) -> impl Iterator<Item = Var> {
        self.values.iter().chain(&self.calls).copied()
    }
}

/// Finds what must move so that the functions of some classes can.
pub(super) fn moves(module: &Module, classes: &[Class]) -> Moves {
    let functions = Functions::of(module);
    let mut free = Free { functions, how: SecondaryMap::new(), free: FxHashMap::default() };
    for name in classes.iter().flat_map(|class| &class.members) {
        free.how[*name] = Some(How::Data);
    }
    let moved = free.moved(classes);
    free.solve(&moved);
    for name in moved {
        let vars = free.free.entry(name).or_default();
        if vars.is_empty() {
            free.how[name] = Some(How::Closed);
        }
    }
    Moves { how: free.how, free: free.free }
}

/// The functions of a module.
struct Functions {
    all: Vec<Function>,
    of: SecondaryMap<Var, Option<usize>>,
    /// The function that binds a variable.
    bound_in: SecondaryMap<Var, Option<usize>>,
    groups: usize,
}

impl Functions {
    fn of(module: &Module) -> Functions {
        let mut functions = Functions {
            all: Vec::new(),
            of: SecondaryMap::new(),
            bound_in: SecondaryMap::new(),
            groups: 0,
        };
        functions.group(&module.funs, None);
        // Functions inside come after those around.
        for id in (0..functions.all.len()).rev() {
            let mut used = std::mem::take(&mut functions.all[id].used);
            used.tidy();
            if let Some(parent) = functions.all[id].parent {
                let bound_in = &functions.bound_in;
                let outer = |var: &Var| bound_in[*var].is_some_and(|by| by != parent);
                functions.all[parent].used.add(&used, outer);
            }
            functions.all[id].used = used;
        }
        functions
    }

    fn group(&mut self, funs: &[Fun], parent: Option<usize>) {
        self.groups += 1;
        let group = self.groups;
        for fun in funs {
            self.bound_in[fun.name] = parent;
            self.of[fun.name] = Some(self.all.len());
            self.all.push(Function { parent, group, used: Used::default() });
        }
        for fun in funs {
            let Some(id) = self.of[fun.name] else { continue };
            fun.params.iter().for_each(|param| self.bound_in[*param] = Some(id));
            self.body(&fun.body, id);
        }
    }

    fn body(&mut self, body: &Body, id: usize) {
        for binding in &body.lets {
            match binding {
                Let::Funs(funs) => self.group(funs, Some(id)),
                Let::Conts(conts) => {
                    for cont in conts {
                        cont.params.iter().for_each(|param| self.bound_in[*param] = Some(id));
                    }
                    conts.iter().for_each(|cont| self.body(&cont.body, id));
                }
                Let::Op { .. } | Let::Capture { .. } => {
                    binding.uses().for_each(|(var, how)| self.uses(var, how, id));
                    binding.defs().for_each(|var| self.bound_in[var] = Some(id));
                }
                Let::GetHandler { .. } | Let::SetHandler { .. } => {}
            }
        }
        body.tail.uses().for_each(|(var, how)| self.uses(var, how, id));
        body.tail.bodies().for_each(|body| self.body(body, id));
    }

    /// What is bound already and not here is free here.
    fn uses(&mut self, var: Var, how: Use, id: usize) {
        if self.bound_in[var].is_none_or(|by| by == id) {
            return;
        }
        let used = &mut self.all[id].used;
        match how {
            Use::Callee if self.of[var].is_some() => used.calls.push(var),
            Use::Callee | Use::Value => used.values.push(var),
            Use::Return | Use::Jump | Use::Handler | Use::Capture => {}
        }
    }
}

struct Free {
    functions: Functions,
    how: SecondaryMap<Var, Option<How>>,
    free: FxHashMap<Var, Vec<Var>>,
}

impl Free {
    fn used(&self, name: Var) -> Used {
        self.functions.of[name].map_or(Used::default(), |id| self.functions.all[id].used.clone())
    }

    /// The functions of classes, and those that they need.
    fn moved(&mut self, classes: &[Class]) -> Vec<Var> {
        let mut moved: Vec<Var> = Vec::new();
        let mut work: Vec<Var> = classes.iter().flat_map(|class| class.members.clone()).collect();
        let mut seen: FxHashSet<Var> = work.iter().copied().collect();
        while let Some(name) = work.pop() {
            moved.push(name);
            let used = self.used(name);
            let functions = used.all().filter(|var| self.functions.of[*var].is_some());
            work.extend(functions.filter(|var| seen.insert(*var)));
            if self.how[name].is_none() {
                self.how[name] = Some(How::Parameters);
            }
        }
        moved.sort();
        moved
    }

    fn solve(&mut self, moved: &[Var]) {
        let mut readers: FxHashMap<Var, Vec<Var>> = FxHashMap::default();
        for name in moved {
            for var in self.used(*name).all().filter(|var| self.how[*var].is_some()) {
                readers.entry(var).or_default().push(*name);
            }
        }
        let mut work: Vec<Var> = moved.to_vec();
        let mut waiting: FxHashSet<Var> = moved.iter().copied().collect();
        while let Some(name) = work.pop() {
            waiting.remove(&name);
            let set = self.equation(name);
            if set.len() != self.of(name).len() {
                self.free.insert(name, set);
                let again = readers.get(&name).into_iter().flatten();
                work.extend(again.filter(|reader| waiting.insert(**reader)));
            }
        }
    }

    /// The free variables of a function, as they are known.
    fn of(&self, name: Var) -> &[Var] {
        self.free.get(&name).map_or(&[], Vec::as_slice)
    }

    fn equation(&self, name: Var) -> Vec<Var> {
        let Used { values, calls } = self.used(name);
        let mut set = Vec::new();
        let called = calls.into_iter().map(|var| (var, true));
        for (var, called) in values.into_iter().map(|var| (var, false)).chain(called) {
            match self.how[var] {
                None => set.push(var),
                Some(How::Data) if var == name => {}
                Some(How::Data) if self.together(var, name) => set.extend(self.of(var)),
                Some(How::Parameters) if called => set.extend(self.of(var)),
                Some(_) if self.of(var).is_empty() => {}
                Some(_) => set.push(var),
            }
        }
        set.sort();
        set.dedup();
        set
    }

    /// True if two functions are bound together.
    fn together(&self, a: Var, b: Var) -> bool {
        let group = |var: Var| self.functions.of[var].map(|id| self.functions.all[id].group);
        group(a) == group(b)
    }
}
