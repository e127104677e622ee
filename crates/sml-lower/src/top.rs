//! Declarations of the top level, and the worklist.

use super::bind::{Callee, is_alias, pat_vars};
use super::entry::Init;
use super::fun::{Def, Group, Known};
use super::size::{is_small, may_repeat};
use super::{Binding, Cx, ExnCon, GlobalId, Shown, Val};
use anf::build::UnitNumbers;
use anf::{Atom, Fun, Let, Linkage, Tail};
use base::{Name, Pos, bug};
use diag::Diagnostic;
use prim::Data;
use rustc_hash::{FxHashMap, FxHashSet};
use sml_elab::core::{Dec, ExnKind, Exp, Loc, Pat, PatKind, Ty, TyVar, Var};
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use types::TyId;

/// The part of the top level's state that outlives a unit.
#[derive(Default)]
pub(super) struct KeptTop {
    /// The declarations that bind variables of the top level, by their numbers.
    homes: FxHashMap<Var, usize>,
    funs: FxHashMap<(usize, Vec<TyId>), Group>,
    globals: FxHashMap<(Var, Vec<TyId>), GlobalId>,
    global_names: FxHashMap<Name, u32>,
    /// Declarations whose evaluation has been asked for, with a variable of the unit that did.
    asked: FxHashMap<(usize, Vec<TyId>), anf::Var>,
}

impl KeptTop {
    /// Forgets the instances and cells of units. What they have evaluated would be evaluated again.
    pub(super) fn forget(&mut self, units: &[UnitNumbers]) {
        let has = |known: &Known| units.iter().any(|unit| unit.has(known.worker));
        self.funs.retain(|_, group| !group.iter().any(|known| has(known)));
        self.globals.retain(|_, cell| !units.iter().any(|unit| unit.has_cell(*cell)));
        self.asked.retain(|_, var| !units.iter().any(|unit| unit.has(*var)));
    }
}

/// The top level while it is lowered.
pub(super) struct Top<'p> {
    pub(super) kept: KeptTop,
    /// The declarations that something of this unit refers to, or that are new, by number.
    decs: FxHashMap<usize, TopKind<'p>>,
    /// The declarations whose evaluation this unit has asked for.
    pub(super) asked: Vec<usize>,
    queue: VecDeque<Work>,
    /// Functions that evaluate declarations.
    pub(super) inits: Vec<Init>,
    /// There are such functions.
    pub(super) runs: bool,
    /// Functions that earlier units have, too.
    copies: FxHashMap<(usize, Vec<TyId>), Group>,
    /// Functions that no other unit refers to.
    pub(super) private: FxHashSet<anf::Var>,
    /// True while code is lowered that may run often.
    often: bool,
    /// Functions that run with the entry only, that one and those that evaluate declarations.
    pub(super) of_entry: FxHashSet<anf::Var>,
    /// Values that get a cell if something reads them, and the places where it is set then.
    stores: Vec<Store>,
    /// The instance of functions whose bodies are being lowered.
    current: Option<(usize, Group)>,
}

impl Top<'_> {
    /// The top level of a further unit.
    pub(super) fn new(kept: KeptTop) -> Self {
        Top {
            kept,
            decs: FxHashMap::default(),
            asked: Vec::new(),
            queue: VecDeque::new(),
            inits: Vec::new(),
            runs: false,
            copies: FxHashMap::default(),
            private: FxHashSet::default(),
            often: false,
            of_entry: FxHashSet::default(),
            stores: Vec::new(),
            current: None,
        }
    }
}

/// The kinds of declarations of the top level.
enum TopKind<'p> {
    /// Functions.
    Funs(&'p [TyVar], Vec<Def<'p>>),
    /// Values in cells.
    Val(&'p [TyVar], &'p Pat, &'p Exp, Loc),
    /// An exception constructor in a cell.
    Exception(Var, Option<Ty>, ExnKind),
    /// An alias, or an exception that operations raise: nothing is left of it.
    Gone,
}

enum Work {
    /// The bodies of functions.
    Funs(usize, Vec<TyId>, Group),
    /// The evaluation of a declaration.
    Init(usize, Vec<TyId>),
}

struct Store {
    marker: anf::Var,
    var: Var,
    tys: Vec<TyId>,
    atom: Atom,
    pos: Pos,
}

impl<'p> Cx<'p> {
    /// Lowers the program. The user's declarations that no earlier unit has seen are
    /// evaluated; those of the library only if something refers to them. The values of these
    /// variables are shown at the end.
    pub(super) fn program(&mut self, shown: &[Var]) -> Result<Vec<Shown>, Vec<Diagnostic>> {
        let program = self.program;
        let from = self.kept.units.as_ref().map_or(0, |units| units.decs);
        self.note_library(from);
        for (index, dec) in program.decs.iter().enumerate().skip(from) {
            self.note_homes(index, &dec.dec);
            self.register(index, &dec.dec);
        }
        for (index, dec) in program.decs.iter().enumerate().skip(from) {
            if let (TopKind::Val(params, pat, _, _), false) = (&self.top.decs[&index], dec.library)
            {
                let (params, pat) = (*params, *pat);
                if params.is_empty() || !self.irrefutable(pat) {
                    self.ask(index, Vec::new());
                }
            }
        }
        let shown = self.show_all(shown);
        while let Some(work) = self.top.queue.pop_front() {
            if !self.errors.is_empty() {
                return Err(std::mem::take(&mut self.errors));
            }
            match work {
                Work::Funs(index, tys, known) => {
                    self.top.often = true;
                    self.top_funs(index, &tys, known);
                }
                Work::Init(index, tys) => {
                    self.top.often = may_repeat(&program.decs[index].dec);
                    self.init(index, tys);
                }
            }
        }
        self.equal_funs();
        self.entry();
        if !self.errors.is_empty() {
            return Err(std::mem::take(&mut self.errors));
        }
        self.store();
        Ok(shown)
    }

    /// Notes where the variables of a declaration are at home.
    fn note_homes(&mut self, index: usize, dec: &'p Dec) {
        let homes = &mut self.top.kept.homes;
        match dec {
            Dec::Val { pat, .. } => {
                let mut vars = Vec::new();
                pat_vars(pat, &mut vars);
                homes.extend(vars.into_iter().map(|var| (var, index)));
            }
            Dec::Fun { binds, .. } => homes.extend(binds.iter().map(|bind| (bind.var, index))),
            Dec::Exception { var, .. } => drop(homes.insert(*var, index)),
        }
    }

    /// The declaration that binds a variable of the top level.
    pub(super) fn home(&self, var: Var) -> Option<usize> {
        self.top.kept.homes.get(&var).copied()
    }

    /// What a variable stands for. One of the top level that this unit has not met is looked up.
    pub(super) fn binding(&mut self, var: Var) -> Option<Binding<'p>> {
        if let Some(binding) = self.env.get(&var) {
            return Some(binding.clone());
        }
        let index = *self.top.kept.homes.get(&var)?;
        if !self.top.decs.contains_key(&index) {
            self.register(index, &self.program.decs[index].dec);
        }
        self.env.get(&var).cloned()
    }

    fn register(&mut self, index: usize, dec: &'p Dec) {
        let kind = self.kind(index, dec);
        self.top.decs.insert(index, kind);
    }

    fn kind(&mut self, index: usize, dec: &'p Dec) -> TopKind<'p> {
        match dec {
            Dec::Val { params, pat, exp, loc } => {
                if let Some(def) = Self::as_function(pat, exp, *loc) {
                    self.env.insert(def.var, Binding::Top(index, 0));
                    return TopKind::Funs(params, vec![def]);
                }
                if let (PatKind::Var(var), true) = (&pat.kind, is_alias(exp)) {
                    self.env.insert(*var, Binding::Alias(params, exp));
                    return TopKind::Gone;
                }
                self.bind_top(index, pat);
                TopKind::Val(params, pat, exp, *loc)
            }
            Dec::Fun { params, binds } => {
                for (i, bind) in binds.iter().enumerate() {
                    self.env.insert(bind.var, Binding::Top(index, i));
                }
                TopKind::Funs(params, binds.iter().map(Def::of_bind).collect())
            }
            Dec::Exception { var, arg, kind } => match kind {
                ExnKind::Builtin(exn) => {
                    self.env.insert(*var, Binding::Exn(ExnCon::Builtin(*exn), *arg));
                    TopKind::Gone
                }
                ExnKind::Plain | ExnKind::Failed => {
                    self.env.insert(*var, Binding::Exn(ExnCon::Top(index), *arg));
                    TopKind::Exception(*var, *arg, *kind)
                }
            },
        }
    }

    /// Binds the variables of a pattern to their declaration, whose values are in cells.
    fn bind_top(&mut self, index: usize, pat: &'p Pat) {
        let mut vars = Vec::new();
        pat_vars(pat, &mut vars);
        for (i, var) in vars.into_iter().enumerate() {
            self.env.insert(var, Binding::Top(index, i));
        }
    }

    /// Asks for the evaluation of a declaration at these types.
    fn ask(&mut self, index: usize, tys: Vec<TyId>) {
        let next = self.kept.b.next_var();
        if let Entry::Vacant(entry) = self.top.kept.asked.entry((index, tys.clone())) {
            entry.insert(next);
            self.top.asked.push(index);
            self.top.queue.push_back(Work::Init(index, tys));
        }
    }

    /// The callee that a variable of the top level stands for.
    pub(super) fn top_callee(
        &mut self,
        var: Var,
        dec: usize,
        index: usize,
        tys: Vec<TyId>,
    ) -> Callee<'p> {
        match &self.top.decs[&dec] {
            TopKind::Funs(params, defs) => {
                if let Some((current, known)) = &self.top.current
                    && *current == dec
                    && tys.len() < params.len()
                {
                    return Callee::Known(known[index].clone());
                }
                let key = (dec, tys);
                let like =
                    |known: &(usize, Vec<TyId>)| known.0 == dec && known.1.first() == key.1.first();
                let first = match faults::on(faults::Fault::InstanceFirst) {
                    true => self.top.kept.funs.keys().find(|known| like(known)).unwrap_or(&key),
                    false => &key,
                };
                let copy = self.top.copies.get(&key);
                let own = copy.or_else(|| self.top.kept.funs.get(first));
                if let Some(known) = own
                    && (copy.is_some() || !self.wants_copy(dec, known))
                {
                    return Callee::Known(known[index].clone());
                }
                let is_copy = own.is_some();
                let (params, defs) = (*params, defs.clone());
                let known: Group = self.with_types(params, &key.1, |cx| {
                    defs.iter().map(|def| cx.declare(def, true)).collect()
                });
                if self.count_instance(defs[0].var) {
                    self.top.queue.push_back(Work::Funs(dec, key.1.clone(), known.clone()));
                }
                if is_copy {
                    self.top.private.extend(known.iter().map(|known| known.worker));
                    self.top.copies.insert(key, known.clone());
                } else {
                    self.top.kept.funs.insert(key, known.clone());
                }
                Callee::Known(known[index].clone())
            }
            TopKind::Val(params, ..) => {
                let params = *params;
                let program = self.program;
                let ty = self.with_types(params, &tys, |cx| cx.ty(program.vars[var].ty));
                self.ask(dec, tys.clone());
                if ty == self.unit {
                    return Callee::Val(Val::Unit);
                }
                let global = self.global(var, tys, ty);
                let name = self.program.names.text(self.program.vars[var].name).clone();
                Callee::Val(Val::from(self.kept.b.op(&name, ty, Data::Global(global), [])))
            }
            TopKind::Exception(..) | TopKind::Gone => bug!("`{}` is no value", self.name_of(var)),
        }
    }

    /// True for a small function of an earlier unit that is called where code may run often:
    /// the optimiser should see it.
    fn wants_copy(&self, dec: usize, known: &Group) -> bool {
        let earlier = self.kept.b.is_earlier(known[0].worker);
        earlier && self.top.often && is_small(&self.program.decs[dec].dec)
    }

    /// The cell of an exception constructor.
    pub(super) fn top_exncon(&mut self, dec: usize, ty: TyId) -> GlobalId {
        self.ask(dec, Vec::new());
        let TopKind::Exception(var, ..) = self.top.decs[&dec] else {
            bug!("a cell of an exception that is declared otherwise");
        };
        self.global(var, Vec::new(), ty)
    }

    fn global(&mut self, var: Var, tys: Vec<TyId>, ty: TyId) -> GlobalId {
        let key = (var, tys);
        if let Some(&global) = self.top.kept.globals.get(&key) {
            return global;
        }
        let name = self.name_of(var);
        let (global, _) = self.new_global(name, ty);
        self.top.kept.globals.insert(key, global);
        global
    }

    /// A cell that is like no other, by its name.
    pub(super) fn new_global(&mut self, name: Name, ty: TyId) -> (GlobalId, Name) {
        let mut unique: Name = name.clone();
        while self.top.kept.global_names.contains_key(&unique) {
            let count = self.top.kept.global_names.entry(name.clone()).or_insert(1);
            *count += 1;
            unique = format!("{name}_{count}").into();
        }
        self.top.kept.global_names.insert(unique.clone(), 1);
        (self.kept.b.global(unique.clone(), ty, Linkage::Local), unique)
    }

    fn top_funs(&mut self, index: usize, tys: &[TyId], known: Group) {
        let TopKind::Funs(params, defs) = &self.top.decs[&index] else {
            bug!("no functions to lower")
        };
        let (params, defs) = (*params, defs.clone());
        self.top.current = Some((index, known.clone()));
        self.with_types(params, tys, |cx| {
            for (def, known) in defs.iter().zip(known.iter()) {
                let fun = cx.define(known, def);
                cx.kept.b.add_fun(fun);
            }
        });
        self.top.current = None;
    }

    /// A function that evaluates a declaration.
    fn init(&mut self, index: usize, tys: Vec<TyId>) {
        let name = self.kept.b.declare("top", &[], &[]);
        let pos;
        self.kept.b.open();
        match self.top.decs[&index] {
            TopKind::Val(params, pat, exp, loc) => {
                pos = self.pos(loc);
                self.at(loc);
                let mut vars = Vec::new();
                pat_vars(pat, &mut vars);
                self.with_types(params, &tys, |cx| cx.val(pat, exp, loc));
                let marker = self.marker();
                let known = params.len() == tys.len();
                for var in vars {
                    if known && !self.is_whole() {
                        self.cell(var, params, &tys);
                    }
                    if let Some(Binding::Val(val)) = self.env.get(&var).cloned()
                        && let Some(atom) = self.travel(&val).pop()
                    {
                        self.top.stores.push(Store { marker, var, tys: tys.clone(), atom, pos });
                    }
                }
                self.bind_top(index, pat);
            }
            TopKind::Exception(var, arg, kind) => {
                let loc = self.program.vars[var].loc;
                pos = self.pos(loc);
                self.at(loc);
                let con = self.new_exncon(var, arg, kind);
                let ty = self.kept.b.ty_of(con);
                let global = self.global(var, Vec::new(), ty);
                self.kept.b.effect(Data::GlobalSet(global), [con.into()]);
            }
            TopKind::Funs(..) | TopKind::Gone => bug!("a declaration without evaluation"),
        }
        let body = self.kept.b.close(Tail::Ret(Vec::new()));
        self.kept.b.add_fun(Fun { name, params: Vec::new(), results: Vec::new(), body, pos });
        self.top.of_entry.insert(name);
        self.top.inits.push(Init { dec: index, shows: false, is_step: false, fun: name, pos });
    }

    /// A cell for a value that later units may want.
    fn cell(&mut self, var: Var, params: &'p [TyVar], tys: &[TyId]) {
        let ty = self.program.vars[var].ty;
        let ty = self.with_types(params, tys, |cx| cx.ty(ty));
        if ty != self.unit {
            self.global(var, tys.to_vec(), ty);
        }
    }

    /// Sets the cells that something reads.
    fn store(&mut self) {
        for Store { marker, var, tys, atom, pos } in std::mem::take(&mut self.top.stores) {
            if let Some(&global) = self.top.kept.globals.get(&(var, tys)) {
                let (dst, args) = (Vec::new(), vec![atom]);
                let op = Data::GlobalSet(global).into();
                let set = Let::Op { dst, op, args, pos };
                self.fills.entry(marker).or_default().push(set);
            }
        }
    }
}
