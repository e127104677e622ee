//! The judgements of the paper, read off the rules: slow, and nothing else.

use il::{Binding, End, Exp, Program, Var};
use std::collections::BTreeSet;

type Set = BTreeSet<Var>;

/// The smallest globals of every function.
pub(crate) fn globals(program: &Program) -> Vec<Set> {
    let mut globals = vec![Set::new(); program.funs.len()];
    loop {
        let before = globals.clone();
        for (i, fun) in program.funs.iter().enumerate() {
            let mut live = live(program, fun.body, &globals);
            fun.params.iter().for_each(|(var, _)| {
                live.remove(var);
            });
            globals[i] = live;
        }
        if globals == before {
            return globals;
        }
    }
}

/// What is live where a body begins.
fn live(program: &Program, body: usize, globals: &[Set]) -> Set {
    let body = &program.bodies[body];
    let mut set: Set = body.end.exps().iter().flat_map(Exp::vars).collect();
    match &body.end {
        End::Exp(_) => {}
        End::Apply(fun, _) => set.extend(&globals[*fun]),
        End::If(_, then, els) => {
            set.extend(live(program, *then, globals));
            set.extend(live(program, *els, globals));
        }
    }
    for binding in body.lets.iter().rev() {
        if let Some(var) = binding.binding.var() {
            set.remove(&var);
        }
        set.extend(binding.binding.exps().iter().flat_map(Exp::vars));
    }
    set
}

/// The functions that are available.
type Context = Vec<Option<Set>>;

/// Is the program coherent?
pub(crate) fn coherent(program: &Program) -> bool {
    let context = vec![None; program.funs.len()];
    judge(program, 0, context, &globals(program))
}

fn judge(program: &Program, body: usize, mut context: Context, globals: &[Set]) -> bool {
    for binding in &program.bodies[body].lets {
        match &binding.binding {
            Binding::Exp(var, _) | Binding::Action(var, ..) => {
                restrict(&mut context, |set| !set.contains(var));
            }
            Binding::Fun(fun) => {
                let mine = &globals[*fun];
                context[*fun] = Some(mine.clone());
                let mut inner = context.clone();
                restrict(&mut inner, |set| set.is_subset(mine));
                if !judge(program, program.funs[*fun].body, inner, globals) {
                    return false;
                }
            }
        }
    }
    match &program.bodies[body].end {
        End::Exp(_) => true,
        End::Apply(fun, _) => context[*fun].is_some(),
        End::If(_, then, els) => {
            judge(program, *then, context.clone(), globals)
                && judge(program, *els, context, globals)
        }
    }
}

fn restrict(context: &mut Context, keep: impl Fn(&Set) -> bool) {
    for entry in context {
        if entry.as_ref().is_some_and(|set| !keep(set)) {
            *entry = None;
        }
    }
}

/// The functions that control does not come to.
pub(crate) fn unreachable(program: &Program) -> Vec<usize> {
    let mut seen = vec![false; program.bodies.len()];
    let mut todo = vec![0];
    while let Some(body) = todo.pop() {
        if std::mem::replace(&mut seen[body], true) {
            continue;
        }
        match &program.bodies[body].end {
            End::Exp(_) => {}
            End::Apply(fun, _) => todo.push(program.funs[*fun].body),
            End::If(_, then, els) => todo.extend([*then, *els]),
        }
    }
    (0..program.funs.len()).filter(|fun| !seen[program.funs[*fun].body]).collect()
}
