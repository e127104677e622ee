//! One function, or one constant: its types, the uses of its variables, and its core.
//!
//! ```text
//! holes     types that are not known yet; subtyping
//! uses      variables: scopes, how often each is used, `!`
//! expr      expressions; calls, records and operators each have a file
//! pat       patterns that match whatever they meet, as bindings
//! branch    conditionals and matches
//! lambda    functions without a name
//! oblige    what has to hold when all types are known
//! finish    the core with the types that were found
//! ```

mod branch;
mod call;
mod expr;
mod finish;
mod holes;
mod lambda;
mod oblige;
mod operator;
mod pat;
mod record;
mod uses;

use oblige::Obligation;
pub(crate) use oblige::Reason;

use crate::core::{self, Body, Const, FunId, Local};
use crate::globals::{Globals, Resolver};
use crate::message::error;
use crate::types::{Ty, Types};
use base::{Name, PrimaryMap};
use cogent_syntax::MAX_ERRORS;
use cogent_syntax::ast::{Alt, Def, DefKind, Expr, Place, Program, Type, TypeVar};
use diag::Diagnostic;
use holes::Hole;
use lambda::{Later, Lifted};
use rustc_hash::{FxHashMap, FxHashSet};
use uses::Variable;

/// Checks the bodies of all functions and constants, which are known by name.
pub(crate) fn functions(globals: &mut Globals, program: &Program) {
    // Definitions and ids are in the same order.
    let mut functions = 0;
    let mut consts = 0;
    for def in &program.defs {
        if globals.errors.len() > MAX_ERRORS {
            return;
        }
        match &def.kind {
            DefKind::Fn(_, alts) => {
                function(globals, base::EntityId::from_index(functions), def, alts);
                functions += 1;
            }
            DefKind::AbstractFn(_) => functions += 1,
            DefKind::Const(_, value) => {
                constant(globals, base::EntityId::from_index(consts), def, value);
                consts += 1;
            }
            DefKind::Synonym(..) | DefKind::AbstractType(..) => {}
        }
    }
    if globals.errors.is_empty() {
        finish::circles(globals);
    }
}

fn function(globals: &mut Globals, id: FunId, def: &Def, alts: &[Alt]) {
    let function = &globals.core.functions[id];
    let (arg, result, vars) = (function.arg, function.result, function.vars.clone());
    if arg == Types::ERROR && result == Types::ERROR {
        return;
    }
    let unused = globals.unused.remove(&id).unwrap_or_default();
    let mut checker = Checker::new(globals, def.name.name.clone(), vars);
    let place = alts.first().map_or(def.place, |alt| alt.pat.place);
    let (param, body) = checker.abstraction(alts, arg, result, place);
    for var in unused {
        if checker.used_vars.contains(&var.name) {
            continue;
        }
        let title = format!("the type variable `{}` is not used", var.name);
        let label = format!("neither the type of `{}` nor its body mentions it", def.name.name);
        checker.error(var.place, title, label);
    }
    checker.conclude(|checker| {
        let body = finish::body(checker, param, body);
        checker.globals.core.functions[id].body = Some(body);
    });
}

fn constant(globals: &mut Globals, id: core::ConstId, def: &Def, value: &Expr) {
    let Const { ty, .. } = globals.core.consts[id];
    let mut checker = Checker::new(globals, def.name.name.clone(), Vec::new());
    let value = checker.check(value, ty);
    checker.conclude(|checker| {
        // A constant has no argument, and the variable for it no use.
        let param = checker.fresh(Types::UNIT, value.place);
        let Body { locals, result, .. } = finish::body(checker, param, value);
        let constant = &mut checker.globals.core.consts[id];
        (constant.locals, constant.value) = (locals, result);
    });
}

/// The state of the checker in one function.
struct Checker<'a> {
    globals: &'a mut Globals,
    /// Its name, of which those of its lambdas are made.
    name: Name,
    vars: Vec<TypeVar>,
    var_names: Vec<Name>,
    /// Those that types in its body mention.
    used_vars: FxHashSet<Name>,
    holes: Vec<Hole>,
    inner_holes: u32,
    /// True if a type has been found that would contain itself.
    endless: bool,
    /// Pairs that are known to be subtypes.
    known: FxHashSet<(Ty, Ty)>,
    obligations: Vec<Obligation>,
    /// The place of the expression whose type is being compared, for the obligations that follow.
    place: Option<Place>,
    variables: PrimaryMap<Local, Variable>,
    scopes: FxHashMap<Name, Vec<Local>>,
    /// Variables in the order of their first uses.
    trail: Vec<Local>,
    /// The variables before this one are outside of the lambda.
    barrier: usize,
    lifted: Vec<Lifted>,
    later: Vec<Later<'a>>,
    /// The number of functions that were made of lambdas.
    lambdas: u32,
    depth: u32,
    said_deep: bool,
    errors: usize,
}

impl<'a> Checker<'a> {
    fn new(globals: &'a mut Globals, name: Name, vars: Vec<TypeVar>) -> Checker<'a> {
        Checker {
            name,
            var_names: vars.iter().map(|var| var.name.name.clone()).collect(),
            vars,
            used_vars: FxHashSet::default(),
            holes: Vec::new(),
            inner_holes: 0,
            endless: false,
            known: FxHashSet::default(),
            obligations: Vec::new(),
            place: None,
            variables: PrimaryMap::new(),
            scopes: FxHashMap::default(),
            trail: Vec::new(),
            barrier: 0,
            lifted: Vec::new(),
            later: Vec::new(),
            lambdas: 0,
            depth: 0,
            said_deep: false,
            errors: globals.errors.len(),
            globals,
        }
    }

    /// Finds the types that are still open, and if all is well makes the core.
    fn conclude(mut self, core: impl FnOnce(&mut Checker)) {
        self.fill_all();
        self.discharge();
        if self.is_well() {
            core(&mut self);
            finish::lambdas(&mut self);
        }
    }

    /// True if there is no message about this function.
    fn is_well(&self) -> bool {
        self.globals.errors.len() == self.errors
    }

    fn types(&mut self) -> &mut Types {
        &mut self.globals.core.types
    }

    fn resolve(&mut self, ty: &Type) -> Ty {
        let mut resolver = Resolver::new(self.globals, &self.var_names);
        let ty = resolver.ty(ty);
        self.used_vars.extend(resolver.used);
        ty
    }

    /// A type as messages show it.
    fn text(&mut self, ty: Ty) -> String {
        let ty = self.shown(ty);
        self.globals.short(ty)
    }

    fn error(&mut self, place: Place, title: impl Into<String>, label: impl Into<String>) {
        self.report(error(place, title, label));
    }

    fn error_with_hint(
        &mut self,
        place: Place,
        title: impl Into<String>,
        label: impl Into<String>,
        hint: &str,
    ) {
        self.report(error(place, title, label).hint(hint));
    }

    fn report(&mut self, error: Diagnostic) {
        self.globals.errors.push(error);
    }

    /// A parameter and the alternatives for it.
    fn abstraction(
        &mut self,
        alts: &'a [Alt],
        arg: Ty,
        result: Ty,
        place: Place,
    ) -> (Local, core::Expr) {
        let param = self.fresh(arg, place);
        let subject = core::Expr { kind: core::ExprKind::Var(param), ty: arg, place };
        let body = self.alternatives(subject, alts, Some(result));
        let body = self.coerce(body, result);
        (param, body)
    }
}
