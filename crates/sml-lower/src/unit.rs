//! Units: a whole program as one module, or a module for each batch of declarations, which
//! refers to the modules before it.
//!
//! ```text
//! first unit                            later unit
//! fun id(x: i64) ...                    import id "id.1": fun(i64) -> (i64)
//! export id                             ... call id 5
//! export global r: ref(i64)             import global r: ref(i64)
//! ```
//! The tables of the worklist are kept from unit to unit: instances by declaration and types,
//! cells by variable and types, declarations that have been evaluated, the layouts of
//! types, and the builder, so that the number of a type, variable or cell is the same
//! in all units. An instance that an earlier unit has is imported, a declaration that has been
//! evaluated is not evaluated again.
//!
//! Later units may mention anything. Therefore every value of the top level has a
//! cell, every function is exported, all constructors of a datatype have their fields
//! from the first mention on, and equality compares all of them. The last has a limit:
//! equality on a datatype that contains itself at ever larger types, which
//! a whole program may use, is refused as too large.
//!
//! Each unit has a copy of the tables of types and variables, so that a session of n units
//! takes time and memory in the order of n times its size.

use super::{Cx, Repr, SumInfo, equal, top};
use anf::build::Builder;
use anf::{Import, Linkage, Module};
use base::{Name, Pos};
use diag::{Diagnostic, SourceId, Sources};
use rustc_hash::{FxHashMap, FxHashSet};
use sml_elab::core::{Dec, Program, Ty, TyCon, Var};
use std::sync::Arc;
use types::{ForeignId, SumId, TyId};

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
    /// cells of earlier units where these exist. The program must be the
    /// one of the last call, with more declarations.
    ///
    /// # Errors
    /// Limits that the program exceeds. The new declarations are then passed over: later
    /// declarations are lowered without them, unless they refer to them.
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

/// The declarations, cells and functions of other units.
#[derive(Clone, Default)]
pub(super) struct Units {
    /// The number of the program's declarations that they have seen.
    pub(super) decs: usize,
    /// The number of their cells.
    cells: usize,
    /// The names of their functions.
    exports: FxHashMap<anf::Var, Name>,
}

/// The state that outlives a unit.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) b: Builder,
    /// Types that mention no variables.
    pub(super) closed_types: FxHashMap<Ty, TyId>,
    /// Constructed types.
    pub(super) constructed: FxHashMap<(TyCon, Box<[TyId]>), TyId>,
    pub(super) reprs: FxHashMap<TyCon, Repr>,
    pub(super) sums: FxHashMap<SumId, SumInfo>,
    pub(super) sum_names: FxHashMap<Arc<str>, u32>,
    /// The depth of nested types.
    pub(super) depths: FxHashMap<TyId, u32>,
    /// The number of a declaration's instances.
    pub(super) instance_counts: FxHashMap<Var, u32>,
    /// The state of the top level; empty while a unit is made, which holds it in its context.
    top: top::KeptTop,
    pub(super) equal: equal::Equal,
    /// Functions that make arrays of integers and lists, by the type of the element or the list.
    pub(super) literals: FxHashMap<TyId, anf::Var>,
    /// Functions at the top that take the arguments of a worker one by one.
    pub(super) curried: FxHashMap<anf::Var, anf::Var>,
    pub(super) foreigns: FxHashMap<Arc<str>, ForeignId>,
    pub(super) positions: FxHashMap<(SourceId, usize), Pos>,
    pub(super) lines: FxHashMap<SourceId, (Name, Vec<usize>)>,
    /// The other units, if the program comes in several.
    pub(super) units: Option<Units>,
}

impl Kept {
    fn new(units: Option<Units>) -> Kept {
        Kept {
            b: Builder::new(),
            closed_types: FxHashMap::default(),
            constructed: FxHashMap::default(),
            reprs: FxHashMap::default(),
            sums: FxHashMap::default(),
            depths: FxHashMap::default(),
            sum_names: FxHashMap::default(),
            instance_counts: FxHashMap::default(),
            top: top::KeptTop::default(),
            equal: equal::Equal::default(),
            literals: FxHashMap::default(),
            curried: FxHashMap::default(),
            foreigns: FxHashMap::default(),
            positions: FxHashMap::default(),
            lines: FxHashMap::default(),
            units,
        }
    }
}

impl<'p> Cx<'p> {
    /// The context of a further unit.
    fn new(program: &'p Program, sources: &'p Sources, mut kept: Kept) -> Cx<'p> {
        let unit = kept.b.types().intern(types::Ty::Unboxed(Vec::new()));
        let top = top::Top::new(std::mem::take(&mut kept.top));
        Cx {
            program,
            sources,
            kept,
            env: FxHashMap::default(),
            tyenv: FxHashMap::default(),
            open_types: FxHashMap::default(),
            unit,
            polys: Vec::new(),
            origins: FxHashMap::default(),
            fills: FxHashMap::default(),
            top,
            function: Arc::from("top"),
            loc: None,
            library: library_files(program),
            errors: Vec::new(),
        }
    }

    /// The unit, and the state that outlives it.
    pub(super) fn finish(mut self) -> (Module, Kept) {
        let fills = std::mem::take(&mut self.fills);
        let mut module = super::fill::fill(self.kept.b.unit(), fills);
        if let Some(units) = &mut self.kept.units {
            units.link(&mut module);
            units.decs = self.program.decs.len();
        }
        let kept = Kept { top: self.top.kept, ..self.kept };
        (module, kept)
    }

    /// True if the unit is all of a program, so that nothing is used that it does not mention.
    pub(super) fn is_whole(&self) -> bool {
        self.kept.units.is_none()
    }
}

/// The files that declarations of the library come from.
fn library_files(program: &Program) -> FxHashSet<SourceId> {
    let decs = program.decs.iter().filter(|dec| dec.library);
    let sources = decs.filter_map(|dec| match &dec.dec {
        Dec::Val { loc, .. } => Some(loc.source),
        Dec::Fun { binds, .. } => binds.first().map(|bind| bind.loc.source),
        Dec::Exception { var, .. } => Some(program.vars[*var].loc.source),
    });
    sources.collect()
}

impl Units {
    /// Lists the imports from earlier units, and the exports for later ones.
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
