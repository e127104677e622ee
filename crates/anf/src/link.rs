//! Several units as one: what one imports and another exports is joined by its name.
//!
//! ```text
//! import f "g" : fun(i64) -> (i64)     +     export fun g(n: i64) -> (i64) { ... }
//! import global c : i64                      export global c : i64
//! ```
//! Sums of one name are one sum, and must be declared alike. Foreign functions and cells of a unit
//! alone get new names where two units use one name. What is imported and nobody exports stays.

use crate::interface;
use crate::parse::Spans;
use crate::{Body, Define, Foreign, Global, Import, Let, Linkage, Module, Op, Tail, Var, VarInfo};
use base::{EntityId, LocatedError, Name, Pos, PosInfo, Span};
use prim::Data;
use rustc_hash::{FxHashMap, FxHashSet};
use types::{Constructor, Field, ForeignId, GlobalId, SumId, Ty, TyId, TyTable};

/// An error at a place in a unit, with the unit's number.
pub type Found = (usize, LocatedError);

/// Units that have become one.
#[derive(Debug)]
pub struct Linked {
    /// The program.
    pub module: Module,
    /// Imports that nothing exports.
    pub missing: Vec<Missing>,
    /// The declarations of foreign functions: unit, place and symbol.
    pub foreigns: Vec<(usize, Span, Name)>,
}

/// An import that nothing exports.
#[derive(Debug)]
pub struct Missing {
    /// The symbol by which it may be found in a unit that was compiled before.
    pub symbol: String,
    /// The unit that imports it.
    pub unit: usize,
    /// The error if it is found nowhere, at the import.
    pub error: LocatedError,
}

/// Makes one unit of several, each of which the checker accepts.
///
/// # Errors
/// Returns an error for each place where they do not fit together.
pub fn link(mut units: Vec<(Module, Spans)>) -> Result<Linked, Vec<Found>> {
    let mut foreigns = Vec::new();
    for (unit, (module, spans)) in units.iter().enumerate() {
        for (id, foreign) in module.foreigns.iter() {
            foreigns.push((unit, spans.foreigns[id], foreign.symbol.clone()));
        }
    }
    if units.len() == 1
        && let Some((module, spans)) = units.pop()
    {
        let missing = missing(&module, &spans);
        return Ok(Linked { module, missing, foreigns });
    }
    let mut linker = Linker::default();
    for (unit, (module, spans)) in units.into_iter().enumerate() {
        linker.add(unit, module, &spans);
    }
    let (module, missing) = linker.join()?;
    Ok(Linked { module, missing, foreigns })
}

fn unresolved(unit: usize, name: &str, symbol: String, span: Span) -> Missing {
    let error = LocatedError::new(span, "unresolved import", format!("no file exports `{name}`"));
    let hint = "name the file that exports it as well: `kont build main.anf other.anf`";
    Missing { symbol, unit, error: error.with_hint(hint) }
}

/// An error for each function and cell that a unit imports.
fn missing(module: &Module, spans: &Spans) -> Vec<Missing> {
    let functions = module.imports.iter().map(|import| {
        let symbol = interface::imported(module, import);
        unresolved(0, &import.symbol, symbol, spans.vars[import.var])
    });
    let cells = module.globals.iter().filter(|(_, global)| global.linkage == Linkage::Import);
    let cells = cells.map(|(id, global)| {
        let symbol = interface::cell(module, global);
        unresolved(0, &global.name, symbol, spans.globals[id])
    });
    functions.chain(cells).collect()
}

/// A cell or function of a unit that wants one of another: the unit, its place and its type.
type Wanted = (usize, Span, TyId);

#[derive(Default)]
struct Linker {
    module: Module,
    sums: FxHashMap<Name, SumId>,
    globals: FxHashMap<Name, GlobalId>,
    foreigns: FxHashMap<Name, ForeignId>,
    /// The first foreign function of each symbol, and the symbols that are defined.
    symbols: FxHashMap<Name, ForeignId>,
    defined: FxHashSet<Name>,
    exports: FxHashMap<Name, Var>,
    imports: Vec<(Import, Wanted)>,
    /// Cells that units import, by the number that stands for them until all units are there.
    cells: Vec<(GlobalId, Wanted)>,
    errors: Vec<Found>,
}

/// The numbers in the linked unit for those of a unit.
#[derive(Default)]
pub(crate) struct Numbers {
    types: FxHashMap<TyId, TyId>,
    sums: FxHashMap<SumId, SumId>,
    pub(crate) globals: FxHashMap<GlobalId, GlobalId>,
    pub(crate) foreigns: FxHashMap<ForeignId, ForeignId>,
    vars: u32,
    positions: u32,
}

impl Linker {
    fn wrong(&mut self, unit: usize, span: Span, title: &str, label: String) {
        self.errors.push((unit, LocatedError::new(span, title, label)));
    }

    fn add(&mut self, unit: usize, mut from: Module, spans: &Spans) {
        let mut numbers = Numbers {
            vars: self.module.vars.len() as u32,
            positions: self.module.positions.len() as u32,
            ..Numbers::default()
        };
        self.add_sums(unit, &from, spans, &mut numbers);
        self.add_globals(unit, &from, spans, &mut numbers);
        for (id, foreign) in from.foreigns.iter() {
            let number = self.add_foreign(&from.types, foreign, &mut numbers);
            numbers.foreigns.insert(id, number);
        }
        for (_, info) in from.positions.iter() {
            let inlined_at = numbers.pos(info.inlined_at);
            self.module.positions.add(PosInfo { inlined_at, ..info.clone() });
        }
        for info in from.vars.values() {
            let ty = numbers.ty(&from.types, info.ty, &mut self.module.types);
            self.module.vars.push(VarInfo { name: info.name.clone(), ty });
        }
        let places: Vec<(Var, Span)> =
            from.imports.iter().map(|i| i.var).map(|v| (v, spans.vars[v])).collect();
        let entry_span = from.entry.map(|entry| spans.vars[entry]);
        let export_spans: Vec<Span> = from.exports.iter().map(|var| spans.vars[*var]).collect();
        from.rename(&mut |var| Var(var.0 + numbers.vars));
        for (import, (_, span)) in from.imports.into_iter().zip(places) {
            let ty = self.module.vars[import.var].ty;
            self.imports.push((import, (unit, span, ty)));
        }
        for mut fun in from.funs {
            fun.pos = numbers.pos(fun.pos);
            for ty in &mut fun.results {
                *ty = numbers.ty(&from.types, *ty, &mut self.module.types);
            }
            numbers.body(&from.types, &mut fun.body, &mut self.module.types);
            self.module.funs.push(fun);
        }
        for define in from.defines {
            let foreign = numbers.foreigns[&define.foreign];
            let symbol = self.module.foreigns[foreign].symbol.clone();
            if !symbol.is_empty() && !self.defined.insert(symbol.clone()) {
                let label = format!("another file defines `{symbol}`, too");
                let span = spans.foreigns[define.foreign];
                self.wrong(unit, span, "two definitions of one symbol", label);
            }
            self.module.defines.push(Define { foreign, ..define });
        }
        let exports = from.exports.into_iter().zip(export_spans);
        self.add_exports(unit, exports, from.entry.zip(entry_span));
    }

    fn add_exports(
        &mut self,
        unit: usize,
        exports: impl Iterator<Item = (Var, Span)>,
        entry: Option<(Var, Span)>,
    ) {
        for (export, span) in exports {
            let name = self.module.vars[export].name.clone();
            if self.exports.insert(name.clone(), export).is_some() {
                let label = format!("another file exports `{name}`, too");
                self.wrong(unit, span, "two exports of one name", label);
            }
            self.module.exports.push(export);
        }
        if let Some((entry, span)) = entry {
            if self.module.entry.is_some() {
                let label = "the entry of another file runs, too".to_owned();
                self.wrong(unit, span, "two entries", label);
            }
            self.module.entry = Some(entry);
        }
    }

    /// Sums may mention one another, so all have their numbers before their constructors.
    fn add_sums(&mut self, unit: usize, from: &Module, spans: &Spans, numbers: &mut Numbers) {
        let mut is_new = Vec::new();
        for (from_id, sum) in from.types.sums.iter() {
            let known = self.sums.get(&sum.name).copied();
            is_new.push(known.is_none());
            let types = &mut self.module.types;
            let id = known.unwrap_or_else(|| types.add_sum(sum.name.clone(), Vec::new()));
            self.sums.insert(sum.name.clone(), id);
            numbers.sums.insert(from_id, id);
        }
        for ((id, sum), is_new) in from.types.sums.iter().zip(is_new) {
            let types = &mut self.module.types;
            let constructors = sum.constructors.iter().map(|constructor| Constructor {
                name: constructor.name.clone(),
                fields: numbers.all(&from.types, &constructor.fields, types),
            });
            let constructors: Vec<Constructor> = constructors.collect();
            let known = numbers.sums[&id];
            if is_new {
                self.module.types.sums[known].constructors = constructors;
            } else if self.module.types.sums[known].constructors != constructors {
                let label = format!("another file declares `{}` otherwise", sum.name);
                self.wrong(unit, spans.sums[id], "two sums of one name", label);
            }
        }
    }

    fn add_globals(&mut self, unit: usize, from: &Module, spans: &Spans, numbers: &mut Numbers) {
        for (id, global) in from.globals.iter() {
            let ty = numbers.ty(&from.types, global.ty, &mut self.module.types);
            let mut name = global.name.clone();
            let number = GlobalId::from_index(self.module.globals.len());
            match global.linkage {
                Linkage::Import => self.cells.push((number, (unit, spans.globals[id], ty))),
                Linkage::Local => name = fresh(&self.globals, &name),
                Linkage::Export if self.globals.contains_key(&name) => {
                    // A cell of a unit alone makes room; one that is exported has the name.
                    let other = self.globals[&name];
                    if self.module.globals[other].linkage == Linkage::Export {
                        let label = format!("another file exports `{name}`, too");
                        self.wrong(unit, spans.globals[id], "two exports of one name", label);
                    } else {
                        let moved = fresh(&self.globals, &name);
                        self.globals.insert(moved.clone(), other);
                        self.module.globals[other].name = moved;
                    }
                }
                Linkage::Export => {}
            }
            if global.linkage != Linkage::Import {
                self.globals.insert(name.clone(), number);
            }
            self.module.globals.push(Global { name, ty, linkage: global.linkage });
            numbers.globals.insert(id, number);
        }
    }

    fn add_foreign(
        &mut self,
        types: &TyTable,
        foreign: &Foreign,
        numbers: &mut Numbers,
    ) -> ForeignId {
        let params = numbers.all(types, &foreign.params, &mut self.module.types);
        let results = numbers.all(types, &foreign.results, &mut self.module.types);
        let mut made = Foreign { params, results, ..foreign.clone() };
        // One file may call by another name what another file defines.
        let known = self.symbols.get(&made.symbol).filter(|_| !made.symbol.is_empty());
        if let Some(known) = known {
            let other = &self.module.foreigns[*known];
            if *other == (Foreign { name: other.name.clone(), ..made.clone() }) {
                return *known;
            }
        }
        if self.foreigns.contains_key(&made.name) {
            made.name = fresh(&self.foreigns, &made.name);
        }
        let (name, symbol) = (made.name.clone(), made.symbol.clone());
        let id = self.module.foreigns.push(made);
        self.symbols.entry(symbol).or_insert(id);
        self.foreigns.insert(name, id);
        id
    }

    /// Puts what is exported in the place of what is imported.
    fn join(mut self) -> Result<(Module, Vec<Missing>), Vec<Found>> {
        let mut missing = Vec::new();
        let mut functions = FxHashMap::default();
        for (import, (unit, span, ty)) in std::mem::take(&mut self.imports) {
            match self.exports.get(&import.symbol).copied() {
                None => {
                    let symbol = interface::imported(&self.module, &import);
                    missing.push(unresolved(unit, &import.symbol, symbol, span));
                    self.module.imports.push(import);
                }
                Some(export) => {
                    self.same_type(unit, span, ty, self.module.vars[export].ty);
                    functions.insert(import.var, export);
                }
            }
        }
        let mut cells = FxHashMap::default();
        for (id, (unit, span, ty)) in std::mem::take(&mut self.cells) {
            let name = self.module.globals[id].name.clone();
            let exported = self.globals.get(&name).copied();
            match exported.filter(|id| self.module.globals[*id].linkage == Linkage::Export) {
                None => {
                    let symbol = interface::cell(&self.module, &self.module.globals[id]);
                    missing.push(unresolved(unit, &name, symbol, span));
                }
                Some(export) => {
                    self.same_type(unit, span, ty, self.module.globals[export].ty);
                    cells.insert(id, export);
                }
            }
        }
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let mut module = self.module;
        module.rename(&mut |var| functions.get(&var).copied().unwrap_or(var));
        drop_cells(&mut module, &cells);
        Ok((module, missing))
    }

    fn same_type(&mut self, unit: usize, span: Span, imported: TyId, exported: TyId) {
        if imported != exported {
            let types = &self.module.types;
            let label = format!(
                "this is {}, what is exported {}",
                types.show(imported),
                types.show(exported)
            );
            self.wrong(unit, span, "import of another type", label);
        }
    }
}

/// Leaves out cells, for which others stand.
fn drop_cells(module: &mut Module, cells: &FxHashMap<GlobalId, GlobalId>) {
    let mut kept = FxHashMap::default();
    let all = std::mem::take(&mut module.globals);
    for (id, global) in all.iter().filter(|(id, _)| !cells.contains_key(id)) {
        kept.insert(id, module.globals.push(global.clone()));
    }
    let number = |id: GlobalId| kept[cells.get(&id).unwrap_or(&id)];
    for fun in &mut module.funs {
        each_op(&mut fun.body, &mut |op| {
            if let Op::Data(Data::Global(id) | Data::GlobalSet(id)) = op {
                *id = number(*id);
            }
        });
    }
}

/// A name that is not taken.
fn fresh<T>(taken: &FxHashMap<Name, T>, name: &Name) -> Name {
    let mut candidate = name.clone();
    let mut count = 1;
    while taken.contains_key(&candidate) {
        count += 1;
        candidate = format!("{name}_{count}").into();
    }
    candidate
}

/// Calls a function on every operation, also of bodies inside.
pub(crate) fn each_op(body: &mut Body, f: &mut impl FnMut(&mut Op)) {
    for binding in &mut body.lets {
        if let Let::Op { op, .. } = binding {
            f(op);
        }
        binding.bodies_mut().for_each(|body| each_op(body, f));
    }
    body.tail.bodies_mut().for_each(|body| each_op(body, f));
}

impl Numbers {
    fn pos(&self, pos: Pos) -> Pos {
        if pos.is_none() { pos } else { Pos(pos.0 + self.positions) }
    }

    pub(crate) fn all(&mut self, from: &TyTable, tys: &[TyId], to: &mut TyTable) -> Vec<TyId> {
        tys.iter().map(|ty| self.ty(from, *ty, to)).collect()
    }

    /// A sum of the unit as one of the program. One that was not added yet is declared there.
    fn sum(&mut self, from: &TyTable, sum: SumId, to: &mut TyTable) -> SumId {
        if let Some(known) = self.sums.get(&sum) {
            return *known;
        }
        let declared = &from.sums[sum];
        let id = to.add_sum(declared.name.clone(), Vec::new());
        self.sums.insert(sum, id);
        let constructors = declared.constructors.iter().map(|constructor| Constructor {
            name: constructor.name.clone(),
            fields: self.all(from, &constructor.fields, to),
        });
        to.sums[id].constructors = constructors.collect();
        id
    }

    /// A type of the unit as one of the program.
    pub(crate) fn ty(&mut self, from: &TyTable, ty: TyId, to: &mut TyTable) -> TyId {
        if let Some(known) = self.types.get(&ty) {
            return *known;
        }
        let made = match from.get(ty) {
            Ty::Tuple(fields) => {
                let field = |field: &Field| Field { ty: self.ty(from, field.ty, to), ..*field };
                Ty::Tuple(fields.iter().map(field).collect())
            }
            Ty::Unboxed(tys) => Ty::Unboxed(self.all(from, tys, to)),
            Ty::Cont(tys) => Ty::Cont(self.all(from, tys, to)),
            Ty::ExnCon(tys) => Ty::ExnCon(self.all(from, tys, to)),
            Ty::Array(ty) => Ty::Array(self.ty(from, *ty, to)),
            Ty::Vector(ty) => Ty::Vector(self.ty(from, *ty, to)),
            Ty::Ref(ty) => Ty::Ref(self.ty(from, *ty, to)),
            Ty::Weak(ty) => Ty::Weak(self.ty(from, *ty, to)),
            Ty::Fun(args, results) => {
                let args = self.all(from, args, to);
                Ty::Fun(args, self.all(from, results, to))
            }
            Ty::Sum(sum) => Ty::Sum(self.sum(from, *sum, to)),
            same @ (Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Str | Ty::Big) => same.clone(),
            same @ (Ty::Exn | Ty::Origin | Ty::Any | Ty::Ptr) => same.clone(),
        };
        let made = to.intern(made);
        self.types.insert(ty, made);
        made
    }

    pub(crate) fn body(&mut self, from: &TyTable, body: &mut Body, to: &mut TyTable) {
        for binding in &mut body.lets {
            match binding {
                Let::Op { op, pos, .. } => {
                    *pos = self.pos(*pos);
                    self.op(from, op, to);
                }
                Let::Call { pos, .. } | Let::Callcc { pos, .. } | Let::Handle { pos, .. } => {
                    *pos = self.pos(*pos);
                }
                Let::Funs(funs) => {
                    for fun in funs {
                        fun.pos = self.pos(fun.pos);
                        fun.results = self.all(from, &fun.results, to);
                    }
                }
                Let::Join(block) | Let::Cont(block) => block.pos = self.pos(block.pos),
            }
            binding.bodies_mut().for_each(|body| self.body(from, body, to));
        }
        match &mut body.tail {
            Tail::TailCall { pos, .. } | Tail::Raise { pos, .. } | Tail::Throw { pos, .. } => {
                *pos = self.pos(*pos);
            }
            Tail::SwitchSum { sum, .. } => *sum = self.sum(from, *sum, to),
            Tail::Ret(_) | Tail::Jump { .. } | Tail::If { .. } | Tail::SwitchInt { .. } => {}
            Tail::Unreachable => {}
        }
        body.tail.bodies_mut().for_each(|body| self.body(from, body, to));
    }

    fn op(&mut self, from: &TyTable, op: &mut Op, to: &mut TyTable) {
        let data = match op {
            Op::Prim(_) | Op::Unboxed | Op::Part(_) | Op::Inject => return,
            Op::Is(ty) | Op::Project(ty) | Op::As(ty) => return *ty = self.ty(from, *ty, to),
            Op::Data(data) => data,
        };
        match data {
            Data::Con(sum, _) => *sum = self.sum(from, *sum, to),
            Data::Global(id) | Data::GlobalSet(id) => *id = self.globals[id],
            Data::Foreign(id) => *id = self.foreigns[id],
            Data::Copy | Data::Tuple | Data::Get(_) | Data::Set(_) | Data::C(_) => {}
            Data::Ref | Data::Deref | Data::Assign | Data::Freeze | Data::ArrayBlank => {}
            Data::ArrayNew | Data::ArrayLit | Data::ArrayLen | Data::ArrayGet => {}
            Data::ArrayGetU | Data::ArraySet | Data::ArraySetU | Data::ArrayCopy => {}
            Data::Same | Data::Weak | Data::WeakGet | Data::WeakLive => {}
            Data::IdHash | Data::HeapSize => {}
            Data::ExnCon(..) | Data::Builtin(_) | Data::Exn | Data::ExnIs | Data::ExnGet => {}
        }
    }
}

#[cfg(test)]
mod tests;
