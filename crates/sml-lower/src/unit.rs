//! Units: a whole program as one module, or a module for each batch of declarations, which
//! refers to the modules before it.
//!
//! ```text
//! first unit                            later unit
//! fun id(x: i64) ...                    import id "id.u1": fun(i64) -> (i64)
//! export id.u1                           ... call id 5
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
//! A unit is lowered in time and room that go with the unit, not with what came before:
//! declarations of earlier units are looked at when something refers to them, and the module of a
//! unit has tables of its own ([`anf::build::Builder::unit`]). What is kept of a unit are its instances and
//! cells, until [`Monomorphiser::forget`]: then an instance that is wanted again is made again.

use super::{Cx, Interactive, Repr, Shown, SumInfo, equal, top};
use anf::Module;
use anf::build::{Builder, UnitNumbers};
use base::{Name, Pos};
use diag::{Diagnostic, Lines, SourceId, Sources};
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
        let mut cx = Cx::new(program, sources, Kept::new(None));
        cx.program(&[])?;
        Ok(cx.finish())
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
    ) -> Result<Lowered, Vec<Diagnostic>> {
        self.resume_for(program, sources, None)
    }

    /// The same, as an interactive session wants it.
    ///
    /// # Errors
    /// As for [`Monomorphiser::resume`].
    pub fn resume_for(
        &mut self,
        program: &Program,
        sources: &Sources,
        interactive: Option<Interactive<'_>>,
    ) -> Result<Lowered, Vec<Diagnostic>> {
        let kept = self.kept.take().unwrap_or_else(|| Kept::new(Some(Units::default())));
        let mut cx = Cx::new(program, sources, kept);
        cx.interactive = interactive;
        let lowered = cx.program(interactive.map_or(&[], |session| session.shown));
        let (lowered, kept) = cx.end_unit(lowered);
        self.kept = Some(kept);
        lowered
    }

    /// Forgets the instances and cells of units that are gone, or go as soon as nothing reaches them.
    /// No declaration that they have evaluated may be referred to by what comes later; those of
    /// the library may be at any time ([`Lowered::starts_library`]).
    pub fn forget(&mut self, units: &[UnitNumbers]) {
        if let Some(kept) = &mut self.kept {
            kept.forget(units);
        }
    }
}

/// A unit of a program that comes in several.
pub struct Lowered {
    /// The unit.
    pub module: Module,
    /// The numbers of its functions and cells, which tell them from those of other units.
    pub numbers: UnitNumbers,
    /// The unit evaluates declarations of the library. These are evaluated once in a session, so
    /// that the unit must stay.
    pub starts_library: bool,
    /// How the variables that were asked for are shown.
    pub shown: Vec<Shown>,
    /// The unit does something when it runs.
    pub runs: bool,
    /// The number of the step by which it says in a session that it has come to its end.
    pub end: i64,
}

/// The declarations of other units.
#[derive(Default)]
pub(super) struct Units {
    /// The number of the program's declarations that they have seen.
    pub(super) decs: usize,
}

/// The state that outlives a unit.
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
    pub(super) lines: FxHashMap<SourceId, (Name, Lines)>,
    /// The files of the library.
    pub(super) library: FxHashSet<SourceId>,
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
            library: FxHashSet::default(),
            units,
        }
    }
}

impl Kept {
    /// Forgets what units have.
    fn forget(&mut self, units: &[UnitNumbers]) {
        let has = |var: anf::Var| units.iter().any(|unit| unit.has(var));
        self.top.forget(units);
        self.equal.forget(has);
        self.literals.retain(|_, fun| !has(*fun));
        self.curried.retain(|worker, wrapper| !has(*worker) && !has(*wrapper));
        self.b.forget(units);
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
            interactive: None,
            function: Arc::from("top"),
            loc: None,
            errors: Vec::new(),
        }
    }

    /// The whole program.
    fn finish(mut self) -> Module {
        let funs = super::fill::fill(self.kept.b.take_funs(), std::mem::take(&mut self.fills));
        funs.into_iter().for_each(|fun| self.kept.b.add_fun(fun));
        self.kept.b.finish()
    }

    /// The unit that was lowered, unless there was an error, and what outlives it.
    fn end_unit(
        self,
        lowered: Result<Vec<Shown>, Vec<Diagnostic>>,
    ) -> (Result<Lowered, Vec<Diagnostic>>, Kept) {
        let program = self.program;
        let (runs, end) = (self.top.runs, self.end_step());
        let starts_library = self.top.asked.iter().any(|index| program.decs[*index].library);
        let mut kept = self.kept;
        kept.top = self.top.kept;
        let lowered = lowered.map(|shown| {
            let funs = super::fill::fill(kept.b.take_funs(), self.fills);
            let (module, numbers) = kept.b.unit(funs, |fun| {
                self.top.of_entry.contains(&fun) || self.top.private.contains(&fun)
            });
            Lowered { module, numbers, starts_library, shown, runs, end }
        });
        if lowered.is_err() {
            let numbers = kept.b.discard_unit();
            kept.forget(&[numbers]);
        }
        // The limit is one of a unit.
        kept.instance_counts.clear();
        kept.positions.clear();
        kept.lines.retain(|source, _| kept.library.contains(source));
        kept.units = Some(Units { decs: program.decs.len() });
        (lowered, kept)
    }

    /// True if the unit is all of a program, so that nothing is used that it does not mention.
    pub(super) fn is_whole(&self) -> bool {
        self.kept.units.is_none()
    }

    /// Notes the files of the library that declarations from this one on come from.
    pub(super) fn note_library(&mut self, from: usize) {
        let program = self.program;
        let decs = program.decs[from..].iter().filter(|dec| dec.library);
        self.kept.library.extend(decs.filter_map(|dec| match &*dec.dec {
            Dec::Val { loc, .. } => Some(loc.source),
            Dec::Fun { binds, .. } => binds.first().map(|bind| bind.loc.source),
            Dec::Exception { var, .. } => Some(program.vars[*var].loc.source),
        }));
    }
}
