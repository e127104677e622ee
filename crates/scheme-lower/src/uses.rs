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
pub(crate) fn is_active(program: &Program, exp: &Exp) -> bool {
    reach(program, exp).runs
}

/// What an expression may reach of the user's procedures.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// It may run one.
    runs: bool,
    /// Its value may be one, or lead to one.
    gives: bool,
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
fn reach(program: &Program, exp: &Exp) -> Reach {
    match &exp.kind {
        ExpKind::Var(var) => Reach { runs: false, gives: !program.vars[*var].library },
        ExpKind::Lambda(_) => Reach { runs: false, gives: true },
        ExpKind::Call(function, args) => {
            // A procedure of the library runs what it is given.
            let library = matches!(function.kind, ExpKind::Var(v) if program.vars[v].library);
            let runs = !library || args.iter().any(|arg| reach(program, arg).gives);
            Reach { runs, gives: runs }
        }
        _ => {
            let mut all = Reach::default();
            each_part(exp, &mut |part| {
                let Reach { runs, gives } = reach(program, part);
                all.runs |= runs;
                all.gives |= gives;
            });
            Reach { gives: all.gives || all.runs, ..all }
        }
    }
}
