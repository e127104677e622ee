//! The judgements of the paper, read off the rules: slow, and nothing else.

use il::{Binding, End, Exp, Node, Program, Var};
use std::collections::{BTreeSet, HashMap};

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

/// The variables that are live where a body begins.
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

/// True if the program is coherent.
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

/// The program with numbers in the place of bound variables and functions:
/// equal texts are equal up to renaming.
pub(crate) fn without_names(program: &Program) -> String {
    let mut writer = Nameless { program, next: 0, funs: HashMap::new(), out: String::new() };
    writer.body(0, &HashMap::new());
    writer.out
}

struct Nameless<'a> {
    program: &'a Program,
    next: usize,
    funs: HashMap<usize, usize>,
    out: String,
}

impl Nameless<'_> {
    fn number(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn exps(&mut self, exps: &[Exp], scope: &HashMap<Var, usize>) {
        for exp in exps {
            for node in &exp.code {
                let shown = match node {
                    Node::Var(var) => match scope.get(var) {
                        Some(number) => format!(" #{number}"),
                        None => format!(" {}", self.program.name(*var)),
                    },
                    Node::Int(_) | Node::Un(_) | Node::Bin(_) => format!(" {node:?}"),
                };
                self.out.push_str(&shown);
            }
            self.out.push(';');
        }
    }

    fn body(&mut self, id: usize, scope: &HashMap<Var, usize>) {
        let program = self.program;
        let (body, mut scope) = (&program.bodies[id], scope.clone());
        for binding in &body.lets {
            let kind = match &binding.binding {
                Binding::Exp(..) => "let".to_owned(),
                Binding::Action(_, action, _) => format!("@{action}"),
                Binding::Fun(_) => "fun".to_owned(),
            };
            self.out.push_str(&kind);
            self.exps(binding.binding.exps(), &scope);
            if let Some(var) = binding.binding.var() {
                scope.insert(var, self.number());
            }
            if let Binding::Fun(fun) = &binding.binding {
                let mut inner = scope.clone();
                let number = self.number();
                self.funs.insert(*fun, number);
                for (param, _) in &program.funs[*fun].params {
                    inner.insert(*param, self.number());
                    self.out.push('.');
                }
                self.body(program.funs[*fun].body, &inner);
                self.out.push('}');
            }
        }
        self.exps(body.end.exps(), &scope);
        match &body.end {
            End::Exp(_) => self.out.push('='),
            End::Apply(fun, _) => self.out.push_str(&format!("f{:?}", self.funs.get(fun))),
            End::If(_, then, els) => {
                self.out.push('?');
                self.body(*then, &scope);
                self.out.push(':');
                self.body(*els, &scope);
            }
        }
    }
}
