//! Monomorphisation: the typed core to ANF. A polymorphic declaration is copied for each
//! of the types at which it is used; declarations that are not used are left out.
//!
//! A worklist over the declarations of the top level, with a table from a
//! declaration and closed types to its instance in ANF. It begins with the user's
//! declarations; those of the library are added when something refers to them. The table
//! outlives a unit: later declarations become a further unit, which refers to the
//! instances of earlier ones; see [`Monomorphiser::resume`].
//!
//! ```text
//! core                                  ANF
//! int, word, char; sized ones           i64, i64, i8; i8 i16 i32 i64
//! real, string, IntInf.int, exn         f64, str, intinf, exn
//! unit                                  nothing: no parameter, no result; #() in containers
//! {a: t, b: u}                          (t, u), in the order of labels
//! {a: t}                                t
//! t -> u                                fun(t) -> (u)
//! datatype, all constructors bare       i1 for two, else i8 or i32; #() for one
//! datatype of one constructor           its argument, unless it is recursive
//! other datatypes                       a sum; an argument written as a record is spread
//! t ref, t array, t vector, t cont      ref(t), array(t), vector(t), cont(t)
//! ```
//! So types of equal representation share their instances.
//!
//! A curried function, by clauses with several patterns or by `fn` inside `fn`, is one ANF function
//! of all arguments (the *worker*); where it is used as a value, or with fewer
//! arguments, functions around it take them one by one.
//!
//! A value of the top level lives in a global cell, set when its declaration
//! runs; constants and renamings are copied to their uses. A polymorphic value
//! that is no function has a cell for each instance at the top level. Inside functions
//! it is evaluated again at each use; this is free, since the value restriction admits
//! only values.
//!
//! An operation of ANF with one operand takes its argument whole, one with several takes
//! the components of its argument; a result `unit` is none, several results are a tuple.
//! `exit` may have any result.

mod app;
mod bind;
mod constant;
mod data;
mod describe;
mod entry;
mod equal;
mod exp;
mod fill;
mod fun;
mod literal;
mod pat;
mod prims;
mod show;
mod simple;
mod size;
mod top;
mod ty;
mod unit;
mod val;

pub use anf::build::UnitNumbers;
use base::bug;
use data::{Repr, SumInfo};
use diag::{Diagnostic, Sources};
use fun::{Group, Known};
use prim::BuiltinExn;
use rustc_hash::FxHashMap;
pub use show::{Interactive, Shown};
use sml_elab::core::{Exp, Loc, Pat, Program, Ty, TyVar, Var};
use std::rc::Rc;
use std::sync::Arc;
use types::{GlobalId, TyId};
use unit::Kept;
pub use unit::{Lowered, Monomorphiser};
use val::Val;

/// The meaning of a variable of the core.
#[derive(Clone)]
enum Binding<'p> {
    /// A value at hand.
    Val(Val),
    /// A function that is not polymorphic, or this instance of it.
    Fun(Rc<Known>),
    /// A polymorphic function of a local declaration: the declaration, and its place in the group.
    Poly(usize, usize),
    /// A polymorphic value of a local declaration, evaluated again at each use.
    PolyVal(&'p [TyVar], &'p Pat, &'p Exp, Loc),
    /// Another name for a variable, constructor, operation or constant.
    Alias(&'p [TyVar], &'p Exp),
    /// A variable of the top level: its declaration, and its place among those declared there.
    Top(usize, usize),
    /// An exception constructor.
    Exn(ExnCon, Option<Ty>),
}

/// The place of an exception constructor.
#[derive(Clone)]
enum ExnCon {
    /// A variable.
    Local(anf::Var),
    /// An exception of ANF.
    Builtin(BuiltinExn),
    /// The cell of a declaration of the top level.
    Top(usize),
}

/// A local declaration of polymorphic functions. Its instances are made when they are used, and
/// are put in the place of the declaration.
struct PolyGroup<'p> {
    params: &'p [TyVar],
    binds: Vec<fun::Def<'p>>,
    /// The marker in whose place the instances are put.
    marker: anf::Var,
    instances: FxHashMap<Vec<TyId>, Group>,
    /// The instance whose body is being lowered.
    current: Option<Group>,
    name: Arc<str>,
}

/// The destination of an expression's value.
#[derive(Clone, Copy)]
enum Dest {
    /// The function's result.
    Ret,
    /// A join point's parameter.
    Jump(anf::Var),
}

/// The state of lowering a program.
struct Cx<'p> {
    program: &'p Program,
    sources: &'p Sources,
    /// The state that outlives the unit.
    kept: Kept,
    /// The meaning of variables.
    env: FxHashMap<Var, Binding<'p>>,
    /// The types of type variables.
    tyenv: FxHashMap<TyVar, TyId>,
    /// Types that mention variables, under `tyenv`.
    open_types: FxHashMap<Ty, TyId>,
    unit: TyId,
    /// Local polymorphic functions.
    polys: Vec<PolyGroup<'p>>,
    /// The origins of the exceptions that handlers take.
    origins: FxHashMap<anf::Var, anf::Var>,
    /// The bindings that take the place of markers.
    fills: FxHashMap<anf::Var, Vec<anf::Let>>,
    top: top::Top<'p>,
    /// The constructors that answers write between their arguments.
    interactive: Option<Interactive<'p>>,
    /// The function whose body is being lowered, for names.
    function: Arc<str>,
    /// The place of the expression that is being lowered.
    loc: Option<Loc>,
    errors: Vec<Diagnostic>,
}

/// One rule of a match.
#[derive(Clone)]
struct Row<'p> {
    pats: Vec<&'p Pat>,
    arm: Arm<'p>,
}

/// The right side of a rule.
#[derive(Clone)]
enum Arm<'p> {
    /// An expression, which is evaluated.
    Exp(&'p Exp),
    /// A jump to a join point with these variables.
    Jump(anf::Var, Rc<[Var]>),
}

impl<'p> Cx<'p> {
    /// Reports that the program cannot be lowered, because it exceeds a limit.
    fn fail(&mut self, title: &str, label: String, hint: Option<&str>) {
        if !self.errors.is_empty() {
            return;
        }
        let mut error = Diagnostic::error(title);
        if let Some(loc) = self.loc {
            error = error.at(loc.source, loc.span, label);
        }
        if let Some(hint) = hint {
            error = error.hint(hint);
        }
        self.errors.push(error);
    }

    /// Checks a state that only a program beyond a limit can be in: after its message it is
    /// lowered to the end, with `unit` for types that are too large.
    #[track_caller]
    fn only_beyond_limits(&self, what: &str) {
        if self.errors.is_empty() {
            bug!("{what}");
        }
    }

    /// The name of a variable for backtraces.
    fn name_of(&self, var: Var) -> Arc<str> {
        let info = &self.program.vars[var];
        match &info.path {
            Some(path) => path.clone(),
            None => self.program.names.text(info.name).clone(),
        }
    }

    /// Counts an instance of a binding; false if there are too many.
    fn count_instance(&mut self, var: Var) -> bool {
        let count = self.kept.instance_counts.entry(var).or_default();
        *count += 1;
        if *count <= MAX_INSTANCES {
            return self.errors.is_empty();
        }
        self.fail(
            "too many instances",
            format!("`{}` is used at more than {MAX_INSTANCES} types", self.name_of(var)),
            Some("its types grow with each function that calls it"),
        );
        false
    }
}

/// The most instances of one polymorphic binding.
const MAX_INSTANCES: u32 = 10_000;

#[cfg(test)]
mod tests;
