//! A program in several units, made by one builder.
//!
//! The numbers of variables, cells and types go on from unit to unit, so that whoever builds
//! may refer to a function or cell of an earlier unit by its number. The module of a unit has
//! tables of its own, with what it mentions and nothing else: to make it takes time and room in
//! proportion to it, however much came before. Of an earlier unit the builder keeps its
//! functions and cells, until it is told to forget them.

use super::{Builder, Fun, Global, GlobalId, Linkage, Module, TyId, Var, VarInfo};
use crate::link::{Numbers, each_op};
use crate::{Import, Op};
use base::{EntityId, Pos};
use prim::Data;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The declarations of earlier units, as far as a builder needs them.
#[derive(Clone, Default)]
pub(super) struct Earlier {
    /// The number of variables of all of them.
    vars: u32,
    /// The number of cells of all of them.
    cells: u32,
    /// Their functions, with the symbols by which they are imported.
    funs: FxHashMap<Var, VarInfo>,
    globals: FxHashMap<GlobalId, Global>,
}

/// The numbers of the variables and cells of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitNumbers {
    vars: Range<u32>,
    cells: Range<u32>,
}

impl UnitNumbers {
    /// True if the variable is declared in the unit.
    pub fn has(&self, var: Var) -> bool {
        self.vars.contains(&var.0)
    }

    /// True if the cell is declared in the unit.
    pub fn has_cell(&self, cell: GlobalId) -> bool {
        self.cells.contains(&(cell.index() as u32))
    }
}

impl Earlier {
    /// The number of a variable of this unit in all units.
    pub(super) fn number(&self, var: Var) -> Var {
        Var(self.vars + var.0)
    }

    /// The number of a cell of this unit in all units.
    pub(super) fn cell_number(&self, cell: GlobalId) -> GlobalId {
        GlobalId::from_index(self.cells as usize + cell.index())
    }

    /// The number in its own unit of a variable, if that is not an earlier one.
    fn own(&self, var: Var) -> Option<Var> {
        var.0.checked_sub(self.vars).map(Var)
    }

    pub(super) fn ty_of(&self, module: &Module, var: Var) -> TyId {
        match self.own(var) {
            Some(own) => module.vars[own].ty,
            None => self.funs[&var].ty,
        }
    }
}

impl Builder {
    /// The functions that were defined since the last unit, to be changed before they become one.
    pub fn take_funs(&mut self) -> Vec<Fun> {
        std::mem::take(&mut self.module.funs)
    }

    /// A unit of these functions, and its numbers. It exports all of them but those that run with its
    /// entry only, under names with their numbers, and all new cells; it imports what it mentions
    /// of earlier units.
    ///
    /// # Panics
    /// Panics if a body is open.
    pub fn unit(
        &mut self,
        funs: Vec<Fun>,
        of_entry: impl Fn(Var) -> bool,
    ) -> (Module, UnitNumbers) {
        assert!(self.open.is_empty(), "a body has not been closed");
        let numbers = self.numbers();
        let mut unit = Module {
            vars: std::mem::take(&mut self.module.vars),
            positions: std::mem::take(&mut self.module.positions),
            entry: self.module.entry.take(),
            funs,
            ..Module::default()
        };
        for fun in unit.funs.iter().filter(|fun| !of_entry(fun.name)) {
            let Some(own) = self.earlier.own(fun.name) else { continue };
            let info = &mut unit.vars[own];
            // Other names end in their own numbers.
            info.name = format!("{}.u{}", info.name, fun.name.0).into();
            unit.exports.push(fun.name);
        }
        for export in &unit.exports {
            if let Some(own) = self.earlier.own(*export) {
                self.earlier.funs.insert(*export, unit.vars[own].clone());
            }
        }
        self.extract(&mut unit);
        self.go_on(&numbers);
        (unit, numbers)
    }

    /// True for a variable of an earlier unit.
    pub fn is_earlier(&self, var: Var) -> bool {
        self.earlier.own(var).is_none()
    }

    /// Drops what was built since the last unit; gives the numbers that it had.
    pub fn discard_unit(&mut self) -> UnitNumbers {
        let numbers = self.numbers();
        self.open.clear();
        let Module { types, foreigns, .. } = std::mem::take(&mut self.module);
        self.module = Module { types, foreigns, ..Module::default() };
        self.go_on(&numbers);
        numbers
    }

    /// Forgets the functions and cells of units, which nobody refers to any more.
    pub fn forget(&mut self, units: &[UnitNumbers]) {
        self.earlier.funs.retain(|var, _| !units.iter().any(|unit| unit.has(*var)));
        self.earlier.globals.retain(|cell, _| !units.iter().any(|unit| unit.has_cell(*cell)));
    }

    /// The numbers of the unit that is being built.
    fn numbers(&self) -> UnitNumbers {
        let Earlier { vars, cells, .. } = self.earlier;
        UnitNumbers {
            vars: vars..vars + self.module.vars.len() as u32,
            cells: cells..cells + self.module.globals.len() as u32,
        }
    }

    /// Begins a unit after one with these numbers.
    fn go_on(&mut self, numbers: &UnitNumbers) {
        self.earlier.vars = numbers.vars.end;
        self.earlier.cells = numbers.cells.end;
        self.known_positions.clear();
        self.hints.clear();
        self.pos = Pos::NONE;
    }

    /// Gives a unit, in which variables have the numbers of all units, tables and numbers of its own.
    fn extract(&mut self, unit: &mut Module) {
        let earlier = &self.earlier;
        let (mut imported, mut vars) = (FxHashMap::default(), std::mem::take(&mut unit.vars));
        let mut imports = Vec::new();
        unit.rename(&mut |var| {
            earlier.own(var).unwrap_or_else(|| {
                *imported.entry(var).or_insert_with(|| {
                    let info = earlier.funs[&var].clone();
                    let symbol = info.name.clone();
                    let var = vars.push(info);
                    imports.push(Import { var, symbol });
                    var
                })
            })
        });
        unit.imports = imports;
        unit.vars = vars;
        let mut numbers = Numbers::default();
        self.extract_cells(unit, &mut numbers);
        self.extract_foreigns(unit, &mut numbers);
        let Module { types, vars, funs, .. } = unit;
        let from = &self.module.types;
        for (_, info) in vars.iter_mut() {
            info.ty = numbers.ty(from, info.ty, types);
        }
        for fun in funs {
            fun.results = numbers.all(from, &fun.results, types);
            numbers.body(from, &mut fun.body, types);
        }
    }

    /// The new cells, and those of earlier units that this one mentions.
    fn extract_cells(&mut self, unit: &mut Module, numbers: &mut Numbers) {
        let types = &self.module.types;
        for (id, global) in std::mem::take(&mut self.module.globals).iter() {
            let id = self.earlier.cell_number(id);
            let ty = numbers.ty(types, global.ty, &mut unit.types);
            let cell = Global { ty, linkage: Linkage::Export, ..global.clone() };
            numbers.globals.insert(id, unit.globals.push(cell));
            self.earlier.globals.insert(id, global.clone());
        }
        let Module { types: to, funs, globals, .. } = unit;
        for fun in funs {
            each_op(&mut fun.body, &mut |op| match op {
                Op::Data(Data::Global(id) | Data::GlobalSet(id))
                    if !numbers.globals.contains_key(id) =>
                {
                    let global = &self.earlier.globals[id];
                    let ty = numbers.ty(types, global.ty, to);
                    let cell = Global { ty, linkage: Linkage::Import, ..global.clone() };
                    numbers.globals.insert(*id, globals.push(cell));
                }
                Op::Data(_) | Op::Prim(_) | Op::Unboxed | Op::Part(_) => {}
                Op::Inject | Op::Is(_) | Op::Project(_) | Op::As(_) => {}
            });
        }
    }

    /// The foreign functions that the unit mentions.
    fn extract_foreigns(&self, unit: &mut Module, numbers: &mut Numbers) {
        let (from, all) = (&self.module.types, &self.module.foreigns);
        let Module { types: to, funs, foreigns, .. } = unit;
        for fun in funs {
            each_op(&mut fun.body, &mut |op| match op {
                Op::Data(Data::Foreign(id)) if !numbers.foreigns.contains_key(id) => {
                    let mut foreign = all[*id].clone();
                    foreign.params = numbers.all(from, &foreign.params, to);
                    foreign.results = numbers.all(from, &foreign.results, to);
                    numbers.foreigns.insert(*id, foreigns.push(foreign));
                }
                Op::Data(_) | Op::Prim(_) | Op::Unboxed | Op::Part(_) => {}
                Op::Inject | Op::Is(_) | Op::Project(_) | Op::As(_) => {}
            });
        }
    }
}
