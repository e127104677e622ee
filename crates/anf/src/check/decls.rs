//! Declarations: types, cells, foreign functions, imports, exports, the entry.

use super::{About, Checker, Rule};
use crate::{Linkage, Var};
use base::{Name, Pos, SecondaryMap};
use rustc_hash::FxHashSet;
use types::{Ty, TyId};

impl Checker<'_> {
    pub(super) fn declarations(&mut self) {
        self.sums();
        self.layouts();
        self.positions();
        let globals = self.module.globals.iter();
        self.unique(Rule::GlobalTwice, globals.map(|(id, g)| (About::Global(id), &g.name)));
        let foreigns = self.module.foreigns.iter();
        self.unique(Rule::ForeignTwice, foreigns.map(|(id, f)| (About::Foreign(id), &f.name)));
        self.foreigns();
        for import in &self.module.imports {
            let is_function =
                self.ty_of(import.var).is_none_or(|ty| matches!(self.types.get(ty), Ty::Fun(..)));
            if !is_function {
                let label =
                    format!("`{}` is not of function type", self.module.show_var(import.var));
                self.error(About::Var(import.var), Rule::Import, label);
            }
        }
    }

    fn unique<'n>(&mut self, rule: Rule, names: impl Iterator<Item = (About, &'n Name)>) {
        let mut seen = FxHashSet::default();
        for (about, name) in names {
            if !seen.insert(name) {
                let label = format!("`{name}` is declared before");
                self.error(about, rule, label);
            }
        }
    }

    fn sums(&mut self) {
        let sums = &self.module.types.sums;
        self.unique(Rule::SumTwice, sums.iter().map(|(id, sum)| (About::Sum(id), &sum.name)));
        for (id, sum) in sums.iter() {
            self.unique(
                Rule::ConstructorTwice,
                sum.constructors.iter().map(|c| (About::Sum(id), &c.name)),
            );
        }
    }

    /// Every type that something has: an array's element is not too large.
    fn layouts(&mut self) {
        let module = self.module;
        let mut seen = FxHashSet::default();
        for (var, info) in module.vars.iter() {
            self.layout(About::Var(var), info.ty, &mut seen);
        }
        for (id, sum) in module.types.sums.iter() {
            let fields = sum.constructors.iter().flat_map(|c| &c.fields);
            fields.for_each(|ty| self.layout(About::Sum(id), *ty, &mut seen));
        }
        for (id, global) in module.globals.iter() {
            if let Ty::Unboxed(_) = self.types.get(global.ty) {
                let label = format!("{} is unboxed", self.show(global.ty));
                self.error(About::Global(id), Rule::GlobalUnboxed, label);
            }
            self.layout(About::Global(id), global.ty, &mut seen);
        }
        for (id, foreign) in module.foreigns.iter() {
            let types = foreign.params.iter().chain(&foreign.results);
            types.for_each(|ty| self.layout(About::Foreign(id), *ty, &mut seen));
        }
    }

    /// The type and all types inside that have not been seen.
    fn layout(&mut self, about: About, ty: TyId, seen: &mut FxHashSet<TyId>) {
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match self.types.get(ty).clone() {
                Ty::Int(_)
                | Ty::F32
                | Ty::F64
                | Ty::Str
                | Ty::Big
                | Ty::Exn
                | Ty::Origin
                | Ty::Any
                | Ty::Ptr => {}
                // The fields of a sum are looked at where it is declared.
                Ty::Sum(sum) => {
                    if self.module.types.sums.get(sum).is_none() {
                        self.error(about, Rule::UnknownSum, format!("{sum:?} is not declared"));
                    }
                }
                Ty::Tuple(fields) => todo.extend(fields.iter().map(|field| field.ty)),
                Ty::Unboxed(tys) | Ty::Cont(tys) | Ty::ExnCon(tys) => todo.extend(tys),
                Ty::Ref(ty) | Ty::Weak(ty) => todo.push(ty),
                Ty::Fun(args, results) => todo.extend(args.into_iter().chain(results)),
                Ty::Array(elem) | Ty::Vector(elem) => {
                    todo.push(elem);
                    if self.words(elem) > abi::MIXED_WORDS {
                        let label = format!(
                            "elements of {} have more than {} words",
                            self.show(ty),
                            abi::MIXED_WORDS
                        );
                        self.error(about, Rule::ElementSize, label);
                    }
                }
            }
        }
    }

    /// The words of a value of the type, as far as they matter: counting stops
    /// above the limit.
    fn words(&self, ty: TyId) -> usize {
        let mut words = 0;
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            if let Ty::Unboxed(parts) = self.types.get(ty) {
                // Backwards, to go on with the first.
                todo.extend(parts.iter().rev());
            } else {
                words += 1;
            }
            if words > abi::MIXED_WORDS {
                break;
            }
        }
        words
    }

    /// Following `inlined_at` ends. Every link is followed once.
    fn positions(&mut self) {
        let table = &self.module.positions;
        let mut walks: SecondaryMap<Pos, Pos> = SecondaryMap::new();
        for (start, info) in table.iter() {
            self.known_position(About::Module, info.inlined_at);
            let mut at = start;
            while let Some(info) = table.get(at) {
                if walks[at] == start {
                    let label = format!("{at:?} comes back to itself");
                    return self.error(About::Module, Rule::PositionLoop, label);
                }
                if !walks[at].is_none() {
                    break;
                }
                walks[at] = start;
                at = info.inlined_at;
            }
        }
    }

    fn foreigns(&mut self) {
        for (id, foreign) in self.module.foreigns.iter() {
            let types = &self.module.types;
            let raw = |ty: TyId| matches!(types.get(ty), Ty::Int(_) | Ty::F32 | Ty::F64);
            let param = |ty: &TyId| {
                if let Ty::Array(elem) | Ty::Vector(elem) = types.get(*ty) {
                    return raw(*elem);
                }
                raw(*ty) || matches!(types.get(*ty), Ty::Ptr | Ty::Str)
            };
            let bad: Vec<TyId> = foreign.params.iter().filter(|ty| !param(ty)).copied().collect();
            let is_result = |ty: &TyId| raw(*ty) || *types.get(*ty) == Ty::Ptr;
            let bad_results: Vec<TyId> =
                foreign.results.iter().filter(|ty| !is_result(ty)).copied().collect();
            for ty in bad {
                let label =
                    format!("`{}` takes {}, which C does not have", foreign.name, self.show(ty));
                self.error(About::Foreign(id), Rule::ForeignParameter, label);
            }
            for ty in bad_results {
                let label =
                    format!("`{}` gives {}, which C cannot give", foreign.name, self.show(ty));
                self.error(About::Foreign(id), Rule::ForeignResult, label);
            }
            if let Some(c) = &foreign.c {
                let leaves = (self.types.leaves(&c.param), self.types.leaves(&c.result));
                if leaves != (foreign.params.clone(), foreign.results.clone()) {
                    let want = self.types.fun(&leaves.0, &leaves.1);
                    let label = format!("`{}` has the leaves {}", foreign.name, self.show(want));
                    self.error(About::Foreign(id), Rule::ForeignLeaves, label);
                }
            } else if foreign.results.len() > 1 && !foreign.symbol.is_empty() {
                let label = format!("`{}` gives {} results", foreign.name, foreign.results.len());
                self.error(About::Foreign(id), Rule::ForeignResults, label);
            }
        }
    }

    /// Exports and the entry, once everything is bound.
    pub(super) fn exports(&mut self) {
        let funs: FxHashSet<Var> = self.module.funs.iter().map(|fun| fun.name).collect();
        let mut names: FxHashSet<Name> = FxHashSet::default();
        for global in self.module.globals.values() {
            if global.linkage == Linkage::Export {
                names.insert(global.name.clone());
            }
        }
        for var in &self.module.exports {
            let shown = self.module.show_var(*var).to_string();
            if !funs.contains(var) {
                let label = format!("`{shown}` is not a function of the module");
                self.error(About::Var(*var), Rule::Export, label);
            } else if !names.insert(self.module.vars[*var].name.clone()) {
                let label = format!("`{shown}` has the name of another export");
                self.error(About::Var(*var), Rule::ExportTwice, label);
            }
        }
        let Some(entry) = self.module.entry else { return };
        let shown = self.module.show_var(entry).to_string();
        let nothing = self.types.fun(&[], &[]);
        if !funs.contains(&entry) {
            let label = format!("`{shown}` is not a function of the module");
            self.error(About::Var(entry), Rule::Entry, label);
        } else if self.ty_of(entry) != Some(nothing) {
            let label = format!("`{shown}` must take nothing and give nothing");
            self.error(About::Var(entry), Rule::EntryType, label);
        }
    }
}
