//! Monomorphisation: the typed core to ANF, what is reached only, at the types
//! at which it is reached.
//!
//! A worklist over the declarations of the top level, with a table from a
//! declaration and closed types to what stands for it in ANF. The user's
//! declarations are where it begins; those of the library come when something
//! refers to them. The table outlives a unit: later declarations become a further
//! unit, which refers to what earlier ones have; see [`Monomorphiser::resume`].
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
//! A function by clauses with several patterns is one ANF function of all
//! arguments (the *worker*); where it is used as a value, or with fewer
//! arguments, functions around it take them one by one. Of several curried
//! arguments, one that every clause takes apart as a record travels as its fields.
//!
//! A value of the top level lives in a global cell, set when its declaration
//! runs; constants and renamings are copied to their uses. A polymorphic value
//! that is no function is a cell for each instance at the top, and made again at each use
//! inside functions, which costs nothing for what can be polymorphic.
//!
//! An operation of ANF with one operand takes its argument whole, one with several takes
//! the components of its argument; a result `unit` is none, several results are a tuple.
//! `exit` may have any result.

mod app;
mod bind;
mod constant;
mod data;
mod describe;
mod equal;
mod exp;
mod fill;
mod fun;
mod literal;
mod pat;
mod prims;
mod simple;
mod statics;
mod top;
mod ty;
mod unit;
mod val;

pub use anf::build::UnitNumbers;
use data::{Repr, SumInfo};
use diag::{Diagnostic, Sources};
use fun::{Group, Known};
use prim::{BuiltinExn, GlobalId, TyId};
use rustc_hash::FxHashMap;
use sml_elab::core::{Exp, Loc, Pat, Program, Ty, TyVar, Var};
use std::rc::Rc;
use std::sync::Arc;
use unit::Kept;
pub use unit::{Lowered, Monomorphiser};
use val::Val;

/// What a variable of the core stands for.
#[derive(Clone)]
enum Binding<'p> {
    /// A value at hand.
    Val(Val),
    /// A function that is not polymorphic, or this instance of it.
    Fun(Rc<Known>),
    /// A polymorphic function of a local declaration: which, and which of its group.
    Poly(usize, usize),
    /// A polymorphic value of a local declaration, made again at each use.
    PolyVal(&'p [TyVar], &'p Pat, &'p Exp, Loc),
    /// Another name for a variable, constructor, operation or constant.
    Alias(&'p [TyVar], &'p Exp),
    /// A variable of the top level: its declaration, and which function of a group.
    Top(usize, usize),
    /// An exception constructor.
    Exn(ExnCon, Option<Ty>),
}

/// Where an exception constructor is.
#[derive(Clone)]
enum ExnCon {
    /// At hand.
    Local(anf::Var),
    /// Of ANF.
    Builtin(BuiltinExn),
    /// In a cell.
    Top(usize),
}

/// A local declaration of polymorphic functions: its instances are made when they are asked for
/// and put where the declaration stands.
struct PolyGroup<'p> {
    params: &'p [TyVar],
    binds: Vec<fun::Def<'p>>,
    /// Stands for the instances until the end.
    marker: anf::Var,
    instances: FxHashMap<Vec<TyId>, Group>,
    /// The instance whose body is being lowered.
    current: Option<Group>,
    name: Arc<str>,
}

/// Where the value of an expression goes.
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
    /// What outlives the unit.
    kept: Kept,
    /// What variables stand for.
    env: FxHashMap<Var, Binding<'p>>,
    /// What type variables stand for.
    tyenv: FxHashMap<TyVar, TyId>,
    /// Types that mention variables, under `tyenv`.
    open_types: FxHashMap<Ty, TyId>,
    unit: TyId,
    /// Local polymorphic functions.
    polys: Vec<PolyGroup<'p>>,
    /// Where the exceptions that handlers are given come from.
    origins: FxHashMap<anf::Var, anf::Var>,
    /// What takes the place of markers.
    fills: FxHashMap<anf::Var, Vec<anf::Let>>,
    top: top::Top<'p>,
    /// The function whose body is being lowered, for names.
    function: Arc<str>,
    /// Where we are.
    loc: Option<Loc>,
    /// The bindings of which there are more instances now, each as often as that.
    counted: Vec<Var>,
    errors: Vec<Diagnostic>,
}

/// One rule of a match.
#[derive(Clone)]
struct Row<'p> {
    pats: Vec<&'p Pat>,
    arm: Arm<'p>,
}

/// What is done when a rule fits.
#[derive(Clone)]
enum Arm<'p> {
    /// Its right side is evaluated.
    Exp(&'p Exp),
    /// These variables go to a join point.
    Jump(anf::Var, Rc<[Var]>),
}

impl<'p> Cx<'p> {
    /// The program cannot be lowered: a limit, or a fault of the library.
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

    /// The name of a variable for backtraces.
    fn name_of(&self, var: Var) -> Arc<str> {
        let info = &self.program.vars[var];
        match &info.path {
            Some(path) => path.clone(),
            None => self.program.names.text(info.name).clone(),
        }
    }

    /// One more instance of a binding; false if there are too many.
    fn count_instance(&mut self, var: Var) -> bool {
        let count = self.kept.instance_counts.entry(var).or_default();
        *count += 1;
        self.counted.push(var);
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

/// Most instances of one polymorphic binding.
const MAX_INSTANCES: u32 = 10_000;

#[cfg(test)]
mod tests;
