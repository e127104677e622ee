//! Units: a whole program as one module, or declarations as they come, each lot
//! as a module that goes on from the ones before.
//!
//! ```text
//! first unit                            later unit
//! fun id(x: i64) ...                    import id "id.1": fun(i64) -> (i64)
//! export id                             ... call id 5
//! export global r: ref(i64)             import global r: ref(i64)
//! ```
//! What goes on is the worklist's table: instances by declaration and types,
//! cells by variable and types, declarations that have been evaluated, the layouts of
//! types, and the builder, so that the number of a type, variable or cell is the same
//! in all units. An instance that an earlier unit has is imported, a declaration that has been
//! evaluated is not evaluated again.
//!
//! Nobody knows what later units will mention. Therefore every value of the top level has a
//! cell, every function is exported, all constructors of a datatype have their fields
//! from the first mention on, and equality compares all of them. The last has a limit:
//! equality on a datatype that contains itself at ever larger types, which
//! a whole program may use, is refused as too large.
//!
//! Each unit has a copy of the tables of types and variables, so that a session of n units
//! takes time and memory in the order of n times its size.

use super::{Cx, Repr, SumInfo, equal, top};
use crate::core::{Program, Ty, TyCon, Var};
use anf::build::Builder;
use anf::{Import, Linkage, Module};
use base::{Name, Pos};
use diag::{Diagnostic, SourceId, Sources};
use prim::{ForeignId, Op, SumId, TyId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Lowers programs; see the documentation of the module above.
#[derive(Default)]
pub struct Monomorphiser {
    kept: Option<Kept>,
}

impl Monomorphiser {
    /// Nothing lowered yet.
    pub fn new() -> Monomorphiser {
        Monomorphiser::default()
    }

    /// Lowers a whole program to a module that stands alone.
    ///
    /// # Errors
    /// Limits that the program exceeds.
    pub fn lower(program: &Program, sources: &Sources) -> Result<Module, Vec<Diagnostic>> {
        Cx::new(program, sources, Kept::new(None)).program().map(|(module, _)| module)
    }

    /// Lowers the declarations that were added to the program since the last call
    /// to a further unit. Its entry evaluates them; they refer to functions and
    /// cells of earlier units where these have what they need. The program must be the
    /// one of the last call, with more declarations.
    ///
    /// # Errors
    /// Limits that the program exceeds. The new declarations are then passed over: what comes
    /// later is lowered without them, unless it refers to them.
    pub fn resume(
        &mut self,
        program: &Program,
        sources: &Sources,
    ) -> Result<Module, Vec<Diagnostic>> {
        let kept = self.kept.get_or_insert_with(|| Kept::new(Some(Units::default())));
        match Cx::new(program, sources, kept.clone()).program() {
            Ok((module, after)) => {
                *kept = after;
                Ok(module)
            }
            Err(errors) => {
                if let Some(units) = &mut kept.units {
                    units.decs = program.decs.len();
                }
                Err(errors)
            }
        }
    }
}

/// What other units have.
#[derive(Clone, Default)]
pub(super) struct Units {
    /// How many declarations of the program they have seen.
    pub(super) decs: usize,
    /// How many cells they have.
    cells: usize,
    /// The names of their functions.
    exports: FxHashMap<anf::Var, Name>,
}

/// What outlives a unit.
#[derive(Clone)]
pub(super) struct Kept {
    b: Builder,
    closed_types: FxHashMap<Ty, TyId>,
    constructed: FxHashMap<(TyCon, Box<[TyId]>), TyId>,
    reprs: FxHashMap<TyCon, Repr>,
    sums: FxHashMap<SumId, SumInfo>,
    sum_names: FxHashMap<Arc<str>, u32>,
    sizes: FxHashMap<TyId, (u64, u32)>,
    instance_counts: FxHashMap<Var, u32>,
    top: top::KeptTop,
    equal: equal::Equal,
    literals: FxHashMap<TyId, anf::Var>,
    curried: FxHashMap<anf::Var, anf::Var>,
    ops: FxHashMap<Arc<str>, Option<Op>>,
    foreigns: FxHashMap<Arc<str>, ForeignId>,
    positions: FxHashMap<(SourceId, usize), Pos>,
    lines: FxHashMap<SourceId, (Name, Vec<usize>)>,
    units: Option<Units>,
}

impl Kept {
    fn new(units: Option<Units>) -> Kept {
        Kept {
            b: Builder::new(),
            closed_types: FxHashMap::default(),
            constructed: FxHashMap::default(),
            reprs: FxHashMap::default(),
            sums: FxHashMap::default(),
            sum_names: FxHashMap::default(),
            sizes: FxHashMap::default(),
            instance_counts: FxHashMap::default(),
            top: top::KeptTop::default(),
            equal: equal::Equal::default(),
            literals: FxHashMap::default(),
            curried: FxHashMap::default(),
            ops: FxHashMap::default(),
            foreigns: FxHashMap::default(),
            positions: FxHashMap::default(),
            lines: FxHashMap::default(),
            units,
        }
    }
}

impl<'p> Cx<'p> {
    /// Goes on from what was kept.
    fn new(program: &'p Program, sources: &'p Sources, kept: Kept) -> Cx<'p> {
        let mut b = kept.b;
        let unit = b.types().intern(prim::Ty::Unboxed(Vec::new()));
        Cx {
            program,
            sources,
            b,
            env: FxHashMap::default(),
            tyenv: FxHashMap::default(),
            open_types: FxHashMap::default(),
            closed_types: kept.closed_types,
            constructed: kept.constructed,
            reprs: kept.reprs,
            sums: kept.sums,
            sum_names: kept.sum_names,
            sizes: kept.sizes,
            unit,
            polys: Vec::new(),
            instance_counts: kept.instance_counts,
            fills: FxHashMap::default(),
            top: top::Top::new(kept.top),
            equal: kept.equal,
            literals: kept.literals,
            curried: kept.curried,
            ops: kept.ops,
            foreigns: kept.foreigns,
            positions: kept.positions,
            lines: kept.lines,
            function: Arc::from("top"),
            loc: None,
            errors: Vec::new(),
            units: kept.units,
        }
    }

    /// The unit, and what outlives it.
    pub(super) fn finish(mut self) -> (Module, Kept) {
        let fills = std::mem::take(&mut self.fills);
        let mut module = super::fill::fill(self.b.unit(), fills);
        if let Some(units) = &mut self.units {
            units.link(&mut module);
            units.decs = self.program.decs.len();
        }
        let kept = Kept {
            b: self.b,
            closed_types: self.closed_types,
            constructed: self.constructed,
            reprs: self.reprs,
            sums: self.sums,
            sum_names: self.sum_names,
            sizes: self.sizes,
            instance_counts: self.instance_counts,
            top: self.top.kept,
            equal: self.equal,
            literals: self.literals,
            curried: self.curried,
            ops: self.ops,
            foreigns: self.foreigns,
            positions: self.positions,
            lines: self.lines,
            units: self.units,
        };
        (module, kept)
    }

    /// Where a unit is all of a program, what it does not mention nobody will.
    pub(super) fn is_whole(&self) -> bool {
        self.units.is_none()
    }
}

impl Units {
    /// Says what the module has from earlier units, and what later ones may have of it.
    fn link(&mut self, module: &mut Module) {
        for (i, cell) in module.globals.keys().enumerate() {
            let earlier = i < self.cells;
            module.globals[cell].linkage = if earlier { Linkage::Import } else { Linkage::Export };
        }
        self.cells = module.globals.len();
        let mut imported = FxHashSet::default();
        for fun in &module.funs {
            fun.body.each_use(&mut |var| {
                if let Some(symbol) = self.exports.get(&var)
                    && imported.insert(var)
                {
                    module.imports.push(Import { var, symbol: symbol.clone() });
                }
            });
        }
        for fun in module.funs.iter().filter(|fun| Some(fun.name) != module.entry) {
            let info = &mut module.vars[fun.name];
            info.name = format!("{}.{}", info.name, fun.name.0).into();
            self.exports.insert(fun.name, info.name.clone());
            module.exports.push(fun.name);
        }
    }
}
