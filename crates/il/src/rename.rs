//! Renaming apart, register assignment, and equality up to renaming.

use crate::syntax::{Binding, End, Exp, Node, Program, Var};
use base::{LocatedError, Name, Span};
use faults::{Fault, on};
use flow::Liveness;
use rustc_hash::{FxHashMap, FxHashSet};

/// The program with every binding of a name of its own.
pub fn apart(program: &Program) -> Program {
    let mut names =
        Names { program: program.clone(), taken: FxHashSet::default(), next: FxHashMap::default() };
    let renamed = flow::apart::apart(&program.outline(), |var| names.fresh(var));
    names.program.renamed(renamed)
}

struct Names {
    program: Program,
    taken: FxHashSet<Name>,
    /// The next number to try for each stem.
    next: FxHashMap<Name, usize>,
}

impl Names {
    fn fresh(&mut self, like: Var) -> Var {
        let vars = &mut self.program.vars;
        if self.taken.is_empty() {
            self.taken.extend(vars.values().cloned());
        }
        let stem: Name = vars[like].trim_end_matches(|c: char| c.is_ascii_digit()).into();
        let number = self.next.entry(stem.clone()).or_insert(1);
        loop {
            let name: Name = format!("{stem}{number}").into();
            *number += 1;
            if self.taken.insert(name.clone()) {
                return vars.push(name);
            }
        }
    }
}

/// A program after register assignment.
#[derive(Clone, Debug)]
pub struct Assigned {
    /// The program, to be read imperatively.
    pub program: Program,
    /// The number of its names, free variables counted.
    pub names: usize,
    /// The size of the largest live set.
    pub largest: usize,
    /// The program before, renamed apart.
    pub apart: Program,
    /// The name that each variable of `apart` got.
    pub assignment: flow::assign::Assignment,
}

/// Renames apart and assigns registers.
///
/// # Errors
/// Fails if a function is never applied: the theorems need that there is none.
pub fn assign(program: &Program) -> Result<Assigned, LocatedError> {
    if let Some(error) = unreachable_function(program) {
        return Err(error);
    }
    let apart = apart(program);
    let live = Liveness::of_outline(apart.outline());
    let assignment = flow::assign::assign(&live, |_| 0);
    let names: Vec<Var> = live.outline().vars.iter().map(|var| assignment.name(*var)).collect();
    let renamed = apart.renamed(names);
    let (count, largest) = (assignment.count, assignment.largest);
    Ok(Assigned { program: renamed, names: count, largest, apart, assignment })
}

/// A function that control never comes to, if there is one.
pub fn unreachable_function(program: &Program) -> Option<LocatedError> {
    let reachable = program.outline().reachable();
    let fun = program.funs.iter().find(|fun| !reachable[fun.body])?;
    let label = format!("control never comes to `{}`", fun.name);
    Some(LocatedError::new(fun.span, "unreachable function", label).with_hint(
        "register assignment is for programs without unreachable functions: remove this one",
    ))
}

/// A difference between two programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In the first.
    pub left: Span,
    /// In the second.
    pub right: Span,
    /// The difference, in words.
    pub what: String,
}

/// Compares two programs up to renaming of bound variables and functions.
///
/// # Errors
/// Fails if they are not equal, with the first difference.
pub fn alpha(a: &Program, b: &Program) -> Result<(), Difference> {
    let (left, right) = (a.outline(), b.outline());
    let (means_left, means_right) = (binders(a, &left), binders(b, &right));
    let mut pair = Pair { a, b, means_left, means_right, at: (a.free.len(), b.free.len()) };
    // Bodies are numbered in the order of the text: while all is equal, so are the numbers.
    for (id, (x, y)) in a.bodies.iter().zip(&b.bodies).enumerate() {
        for (m, n) in x.lets.iter().zip(&y.lets) {
            pair.binding(&m.binding, &n.binding, (m.span, n.span))?;
        }
        if x.lets.len() != y.lets.len() {
            return differ((x.span, y.span), "one has more bindings here");
        }
        pair.end(&x.end, &y.end, (x.span, y.span), id)?;
    }
    Ok(())
}

/// The meaning of an occurrence.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meaning {
    Free(Name),
    /// The binding with this number.
    Bound(u32),
}

fn binders(program: &Program, outline: &flow::Outline) -> Vec<Meaning> {
    // Bindings get numbers that do not depend on how many uses stand before them.
    let resolved = outline.resolve();
    let free = program.free.len() as u32;
    let mut number = vec![0; resolved.len()];
    let mut next = 0;
    for (i, meaning) in resolved.iter().enumerate() {
        if *meaning == Some(i as u32) {
            number[i] = next;
            next += 1;
        }
    }
    let meaning = |(i, meaning): (usize, &Option<u32>)| match meaning {
        Some(binding) if *binding >= free && !on(Fault::AlphaComparesNames) => {
            Meaning::Bound(number[*binding as usize] - free)
        }
        Some(_) | None if on(Fault::AlphaForgetsFree) => Meaning::Free("".into()),
        Some(_) | None => Meaning::Free(program.vars[outline.vars[i]].clone()),
    };
    resolved.iter().enumerate().map(meaning).collect()
}

fn differ<T>((left, right): (Span, Span), what: &str) -> Result<T, Difference> {
    Err(Difference { left, right, what: what.to_owned() })
}

struct Pair<'a> {
    a: &'a Program,
    b: &'a Program,
    means_left: Vec<Meaning>,
    means_right: Vec<Meaning>,
    /// The number of occurrences that were passed on each side.
    at: (usize, usize),
}

impl Pair<'_> {
    fn binding(&mut self, x: &Binding, y: &Binding, at: (Span, Span)) -> Result<(), Difference> {
        match (x, y) {
            (Binding::Exp(..), Binding::Exp(..)) => {}
            (Binding::Action(_, m, _), Binding::Action(_, n, _)) if m == n => {}
            (Binding::Action(..), Binding::Action(..)) => return differ(at, "other actions"),
            (Binding::Fun(f), Binding::Fun(g)) => {
                let (f, g) = (&self.a.funs[*f], &self.b.funs[*g]);
                self.at = (self.at.0 + f.params.len(), self.at.1 + g.params.len());
                if f.params.len() != g.params.len() {
                    return differ(at, "other numbers of parameters");
                }
                return Ok(());
            }
            (Binding::Exp(..) | Binding::Action(..) | Binding::Fun(_), _) => {
                return differ(at, "other bindings");
            }
        }
        self.at = (self.at.0 + 1, self.at.1 + 1);
        self.exps(x.exps(), y.exps(), at)
    }

    fn end(&mut self, x: &End, y: &End, at: (Span, Span), id: usize) -> Result<(), Difference> {
        match (x, y) {
            (End::Exp(_), End::Exp(_)) => {}
            (End::If(_, s, t), End::If(_, u, v)) if (s, t) == (u, v) && *s > id => {}
            (End::Apply(f, _), End::Apply(g, _)) => {
                let other = self.a.funs[*f].body != self.b.funs[*g].body;
                if other && !on(Fault::AlphaForgetsFunctions) {
                    return differ(at, "other functions are applied");
                }
            }
            (End::Exp(_) | End::If(..) | End::Apply(..), _) => {
                return differ(at, "they go on otherwise");
            }
        }
        self.exps(x.exps(), y.exps(), at)
    }

    fn exps(&mut self, x: &[Exp], y: &[Exp], at: (Span, Span)) -> Result<(), Difference> {
        if x.len() != y.len() {
            return differ(at, "other numbers of expressions");
        }
        for (x, y) in x.iter().zip(y) {
            let at = (x.span, y.span);
            if x.code.len() != y.code.len() {
                return differ(at, "other expressions");
            }
            for (m, n) in x.code.iter().zip(&y.code) {
                match (m, n) {
                    (Node::Var(_), Node::Var(_)) => {
                        let means = (&self.means_left[self.at.0], &self.means_right[self.at.1]);
                        self.at = (self.at.0 + 1, self.at.1 + 1);
                        if means.0 != means.1 {
                            return differ(at, "a variable means another binding");
                        }
                    }
                    (m, n) if m == n => {}
                    (Node::Int(_) | Node::Un(_) | Node::Bin(_) | Node::Var(_), _) => {
                        return differ(at, "other expressions");
                    }
                }
            }
        }
        Ok(())
    }
}
