//! How variables are used, and which definitions run code of the user.

use base::SecondaryMap;
use scheme_expand::core::{Exp, ExpKind, Form, Program, Var};

/// How a variable is used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Uses {
    /// True if its value is used otherwise than by a call of it.
    pub(crate) escapes: bool,
}

/// The uses of all variables.
pub(crate) fn uses(program: &Program) -> SecondaryMap<Var, Uses> {
    let mut uses = SecondaryMap::default();
    for form in &program.forms {
        match form {
            Form::Define(_, exp) | Form::Exp(exp) => walk(exp, &mut uses),
        }
    }
    uses
}

fn walk(exp: &Exp, uses: &mut SecondaryMap<Var, Uses>) {
    if let ExpKind::Var(var) = exp.kind {
        uses[var].escapes = true;
        return;
    }
    if let ExpKind::Call(function, args) = &exp.kind
        && let ExpKind::Var(_) = function.kind
    {
        args.iter().for_each(|arg| walk(arg, uses));
        return;
    }
    each_part(exp, &mut |part| walk(part, uses));
}

/// Calls a function with each expression that another consists of.
pub(crate) fn each_part<'e>(exp: &'e Exp, visit: &mut dyn FnMut(&'e Exp)) {
    match &exp.kind {
        ExpKind::Const(_) | ExpKind::Special(_) | ExpKind::Var(_) => {}
        ExpKind::Set(_, value) => visit(value),
        ExpKind::If(parts) => parts.iter().for_each(visit),
        ExpKind::Lambda(clauses) => clauses.iter().for_each(|clause| visit(&clause.body)),
        ExpKind::Seq(parts) | ExpKind::Op(_, parts) => parts.iter().for_each(visit),
        ExpKind::Call(function, args) => {
            visit(function);
            args.iter().for_each(visit);
        }
        ExpKind::Let(bindings, body) | ExpKind::Letrec(bindings, body) => {
            bindings.iter().for_each(|(_, value)| visit(value));
            visit(body);
        }
        ExpKind::Flagged(_, args, _, branches) => {
            args.iter().for_each(&mut *visit);
            branches.iter().for_each(visit);
        }
        ExpKind::Try(body, _, handler) => {
            visit(body);
            visit(handler);
        }
    }
}

/// True if an expression may run procedures that the user defined.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
pub(crate) fn is_active(program: &Program, exp: &Exp) -> bool {
    match &exp.kind {
        ExpKind::Lambda(_) => false,
        ExpKind::Call(function, args) => {
            let library = matches!(function.kind, ExpKind::Var(v) if program.vars[v].library);
            !library || args.iter().any(|arg| may_be_procedure(program, arg))
        }
        _ => {
            let mut active = false;
            each_part(exp, &mut |part| active |= is_active(program, part));
            active
        }
    }
}

/// True if an argument of a library's procedure may be, or lead to, a procedure of the user.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
fn may_be_procedure(program: &Program, exp: &Exp) -> bool {
    match &exp.kind {
        ExpKind::Const(_) | ExpKind::Special(_) => false,
        ExpKind::Var(var) => !program.vars[*var].library,
        ExpKind::Lambda(_) => true,
        _ => {
            let mut may = is_active(program, exp);
            each_part(exp, &mut |part| may |= may_be_procedure(program, part));
            may
        }
    }
}
