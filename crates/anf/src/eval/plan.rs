//! The place of every variable at run time: worked out once, before.
//!
//! A variable has a slot in the activations of the function that binds it.
//! Functions inside find it in what their group captured.

use crate::{Atom, Block, Body, Fun, Let, Module, Op, Tail, Var};
use base::SecondaryMap;
use prim::{Const, Prim, Rt};
use rustc_hash::FxHashMap;
use types::{ForeignId, Ty, TyId, TyTable, Width};

/// The place of a variable.
#[derive(Clone, Copy, Default)]
pub(super) enum Home {
    /// It is not bound.
    #[default]
    Nowhere,
    /// In a slot of the activations of a function. If it is itself a function:
    /// its number, and its group's.
    Slot { code: usize, slot: u32, group: Option<(usize, usize)> },
    /// A function of the module.
    Global(usize),
    /// A function of another unit.
    Import,
}

/// A function.
pub(super) struct FunPlan<'m> {
    pub(super) fun: &'m Fun,
    /// The number of its slots.
    pub(super) size: usize,
    /// The group it was defined in; none at the top.
    pub(super) group: Option<usize>,
}

/// A group of functions defined together inside another.
pub(super) struct Group {
    /// The function around.
    parent: usize,
    /// The variables that the group's functions use from outside, in order.
    pub(super) captured: Vec<Var>,
    pub(super) index: FxHashMap<Var, usize>,
}

pub(super) struct Plan<'m> {
    homes: SecondaryMap<Var, Home>,
    funs: Vec<FunPlan<'m>>,
    pub(super) groups: Vec<Group>,
    pub(super) joins: SecondaryMap<Var, Option<&'m Block>>,
    /// The module's types, and those of constants.
    pub(super) types: TyTable,
    /// The integer types, by width.
    ints: [TyId; 5],
    /// `f32`, `f64`, `str`, `intinf`, `ptr`.
    others: [TyId; 5],
    /// True if the program asks for the history of an exception.
    pub(super) asks_history: bool,
    /// The functions that are the code of foreign functions, by number.
    pub(super) defined: SecondaryMap<ForeignId, Option<usize>>,
}

impl<'m> Plan<'m> {
    pub(super) fn of(module: &'m Module) -> Plan<'m> {
        let mut types = module.types.clone();
        let others = [Ty::F32, Ty::F64, Ty::Str, Ty::Big, Ty::Ptr].map(|ty| types.intern(ty));
        let ints = Width::ALL.map(|width| types.int(width));
        let mut plan = Plan {
            homes: SecondaryMap::new(),
            funs: Vec::new(),
            groups: Vec::new(),
            joins: SecondaryMap::new(),
            types,
            ints,
            others,
            asks_history: false,
            defined: SecondaryMap::new(),
        };
        for import in &module.imports {
            plan.homes[import.var] = Home::Import;
        }
        for fun in &module.funs {
            plan.homes[fun.name] = Home::Global(plan.funs.len());
            plan.funs.push(FunPlan { fun, size: 0, group: None });
        }
        for code in 0..module.funs.len() {
            plan.fun_body(code);
        }
        for define in &module.defines {
            if let Home::Global(code) = plan.homes[define.fun] {
                plan.defined[define.foreign] = Some(code);
            }
        }
        plan
    }

    pub(super) fn home(&self, var: Var) -> Home {
        self.homes[var]
    }

    pub(super) fn fun(&self, code: usize) -> &FunPlan<'m> {
        &self.funs[code]
    }

    /// The number of a function defined inside another.
    pub(super) fn code_of(&self, var: Var) -> Option<usize> {
        match self.homes[var] {
            Home::Slot { group, .. } => group.map(|(code, _)| code),
            Home::Nowhere | Home::Global(_) | Home::Import => None,
        }
    }

    /// The group of a function defined inside another.
    pub(super) fn group_of(&self, var: Var) -> Option<usize> {
        match self.homes[var] {
            Home::Slot { group, .. } => group.map(|(_, group)| group),
            Home::Nowhere | Home::Global(_) | Home::Import => None,
        }
    }

    /// The type of an operand.
    pub(super) fn ty_of(&self, module: &Module, atom: &Atom) -> TyId {
        match atom {
            Atom::Var(var) => module.vars[*var].ty,
            Atom::Const(Const::Int(width, _)) => self.ints[*width as usize],
            Atom::Const(Const::F32(_)) => self.others[0],
            Atom::Const(Const::F64(_)) => self.others[1],
            Atom::Const(Const::Str(_)) => self.others[2],
            Atom::Const(Const::Big(_)) => self.others[3],
            Atom::Const(Const::Null) => self.others[4],
        }
    }

    fn bind(&mut self, code: usize, var: Var) {
        self.bind_as(code, var, None);
    }

    fn bind_as(&mut self, code: usize, var: Var, group: Option<(usize, usize)>) {
        let size = &mut self.funs[code].size;
        self.homes[var] = Home::Slot { code, slot: *size as u32, group };
        *size += 1;
    }

    fn fun_body(&mut self, code: usize) {
        let fun = self.funs[code].fun;
        fun.params.iter().for_each(|param| self.bind(code, *param));
        self.body(code, &fun.body);
    }

    fn body(&mut self, code: usize, body: &'m Body) {
        for binding in &body.lets {
            binding.operands().filter_map(Atom::var).for_each(|var| self.uses(code, var));
            match binding {
                Let::Op { dst, op, .. } => {
                    self.asks_history |= *op == Op::Prim(Prim::Rt(Rt::ExnHistory));
                    dst.iter().for_each(|var| self.bind(code, *var));
                }
                Let::Call { dst, .. } | Let::Callcc { dst, .. } => {
                    dst.iter().for_each(|var| self.bind(code, *var));
                }
                Let::Handle { dst, body, exn, origin, handler, .. } => {
                    self.body(code, body);
                    self.bind(code, *exn);
                    origin.iter().for_each(|var| self.bind(code, *var));
                    self.body(code, handler);
                    dst.iter().for_each(|var| self.bind(code, *var));
                }
                Let::Funs(funs) => self.funs(code, funs),
                Let::Join(block) => {
                    self.joins[block.name] = Some(block);
                    self.block(code, block);
                }
                Let::Cont(block) => {
                    self.block(code, block);
                    self.bind(code, block.name);
                }
            }
        }
        self.tail(code, &body.tail);
    }

    fn block(&mut self, code: usize, block: &'m Block) {
        block.params.iter().for_each(|var| self.bind(code, *var));
        self.body(code, &block.body);
    }

    fn funs(&mut self, code: usize, funs: &'m [Fun]) {
        let group = self.groups.len();
        self.groups.push(Group { parent: code, captured: Vec::new(), index: FxHashMap::default() });
        let first = self.funs.len();
        for fun in funs {
            let inner = self.funs.len();
            self.bind_as(code, fun.name, Some((inner, group)));
            self.funs.push(FunPlan { fun, size: 0, group: Some(group) });
        }
        for inner in first..first + funs.len() {
            self.fun_body(inner);
        }
    }

    fn tail(&mut self, code: usize, tail: &'m Tail) {
        tail.operands().filter_map(Atom::var).for_each(|var| self.uses(code, var));
        if let Tail::SwitchSum { cases, default, .. } = tail {
            for case in cases {
                case.fields.iter().for_each(|var| self.bind(code, *var));
                self.body(code, &case.body);
            }
            default.iter().for_each(|body| self.body(code, body));
            return;
        }
        tail.bodies().for_each(|body| self.body(code, body));
    }

    /// A use in a function: every group between it and the function that binds the
    /// variable captures it.
    fn uses(&mut self, code: usize, var: Var) {
        let Home::Slot { code: binder, group: own, .. } = self.homes[var] else { return };
        let mut at = code;
        while at != binder {
            let Some(group) = self.funs[at].group else { return };
            // A function of the group itself is made again from what it captured.
            if own.is_some_and(|(_, own)| own == group) {
                return;
            }
            let entry = &mut self.groups[group];
            if entry.index.contains_key(&var) {
                return;
            }
            entry.index.insert(var, entry.captured.len());
            entry.captured.push(var);
            at = entry.parent;
        }
    }
}
