//! Live sets as annotations: the smallest ones written into a program, and
//! those that a user wrote checked, rule by rule.
//!
//! The rules (Schneider, Smolka, Hack, figure 4), where `X` is what stands
//! before a term:
//!
//! ```text
//! Live-Op    <X> let x = e in <Y> s         fv(e) + (Y - x) in X, x in Y
//! Live-Cond  <X> if e then <Y> s else <Z> t fv(e) + Y + Z in X
//! Live-Exp   <X> e                          fv(e) in X
//! Live-App   <X> f (e, ...)                 fv(e, ...) + globals(f) in X
//! Live-Fun   <X> fun f (x, ...) : {G} = <Y> s in <Z> t
//!                                           Y = G + x..., no x in G, Z in X
//! ```

use crate::outline::Place;
use crate::print::names;
use crate::syntax::{Binding, BodyId, End, Exp, Program, Var};
use base::{LocatedError, Span};
use flow::Liveness;
use flow::live::VarSet;
use rustc_hash::FxHashSet;

/// The program with the smallest live sets that contain what is written in it.
pub fn annotate(program: &Program) -> Program {
    let mut annotated = program.clone();
    let sets = Sets::of(program);
    let mut scratch = sets.live.empty_set();
    for (id, body) in annotated.bodies.iter_mut().enumerate() {
        let mut at = sets.body(id, &mut scratch).into_iter();
        for binding in &mut body.lets {
            binding.live = at.next().map(Into::into);
        }
        body.live = at.next().map(Into::into);
    }
    for fun in &mut annotated.funs {
        fun.globals = Some(sets.live.globals_of(fun.body).collect());
    }
    annotated
}

/// True if the program says anything about live sets.
pub fn has_annotations(program: &Program) -> bool {
    program.funs.iter().any(|fun| fun.globals.is_some())
        || program.bodies.iter().any(|body| {
            body.live.is_some() || body.lets.iter().any(|binding| binding.live.is_some())
        })
}

/// The smallest sets around what is claimed.
struct Sets<'a> {
    program: &'a Program,
    live: Liveness,
    /// The number of claims before each binding of each body, and before its end.
    claims: Vec<Vec<usize>>,
}

impl<'a> Sets<'a> {
    fn of(program: &'a Program) -> Sets<'a> {
        let mut globals: Vec<Option<&[Var]>> = vec![None; program.bodies.len()];
        for fun in &program.funs {
            globals[fun.body] = fun.globals.as_deref();
        }
        let claim = |place| match place {
            Place::Start(body) => globals[body],
            Place::Let(body, i) => program.bodies[body].lets[i].live.as_deref(),
            Place::End(body) => program.bodies[body].live.as_deref(),
        };
        let live = Liveness::of_outline(program.outline_with(claim));
        let count = |(id, body): (usize, &crate::syntax::Body)| {
            let mut claimed = usize::from(globals[id].is_some());
            let before = body.lets.iter().map(|binding| {
                claimed += usize::from(binding.live.is_some());
                claimed
            });
            before.collect()
        };
        let claims = program.bodies.iter().enumerate().map(count).collect();
        Sets { program, live, claims }
    }

    /// The sets before each binding of a body and before its end. What was
    /// bound just before belongs to a set, used or not.
    fn body(&self, id: BodyId, scratch: &mut VarSet) -> Vec<Vec<Var>> {
        let lets = &self.program.bodies[id].lets;
        let mut before = vec![Vec::new(); lets.len() + 1];
        // The set after binding `i` stands before binding `i + 1`.
        let items = self.live.outline().bodies[id].items.len();
        let mut after: Vec<Option<Vec<Var>>> = vec![None; items + 1];
        self.live.backwards(id, scratch, |item, set| after[item + 1] = Some(set.iter().collect()));
        after[0] = Some(scratch.iter().collect());
        for (i, claims) in self.claims[id].iter().enumerate() {
            // Before the claim that stands before the binding; they are one set.
            let item = i + claims;
            let first = item - usize::from(lets[i].live.is_some());
            let set = after[first].take().or_else(|| after[item].take());
            before[i] = set.expect("every item has a set, and each is taken once");
        }
        before[lets.len()] = after[items].take().expect("the end has a set");
        for (i, binding) in lets.iter().enumerate() {
            if let Some(var) = binding.binding.var()
                && !before[i + 1].contains(&var)
            {
                before[i + 1].push(var);
            }
        }
        self.at_start(id, &mut before[0]);
        before.iter_mut().for_each(|set| set.sort_unstable());
        before
    }

    /// All parameters and globals of a function belong to the set of its body.
    fn at_start(&self, id: BodyId, set: &mut Vec<Var>) {
        if id == 0 {
            return;
        }
        set.extend(self.live.outline().params(id));
        set.extend(self.live.at_body(id));
        set.sort_unstable();
        set.dedup();
    }
}

/// Checks what the program says about live sets; what it does not say is taken
/// to be as small as can be. Every rule that fails, with its place.
pub fn check_annotations(program: &Program) -> Vec<LocatedError> {
    if !has_annotations(program) {
        return Vec::new();
    }
    let sets = Sets::of(program);
    let mut checker = Checker { program, errors: Vec::new() };
    let mut scratch = sets.live.empty_set();
    let filled: Vec<Vec<Vec<Var>>> =
        (0..program.bodies.len()).map(|id| sets.body(id, &mut scratch)).collect();
    let set = |id: BodyId, i: usize| -> &[Var] {
        let body = &program.bodies[id];
        let written = body.lets.get(i).map_or(&body.live, |binding| &binding.live);
        written.as_deref().unwrap_or(&filled[id][i])
    };
    let globals: Vec<Vec<Var>> = program
        .funs
        .iter()
        .map(|fun| match &fun.globals {
            Some(written) => written.to_vec(),
            None => sets.live.globals_of(fun.body).collect(),
        })
        .collect();
    for (id, body) in program.bodies.iter().enumerate() {
        for (i, binding) in body.lets.iter().enumerate() {
            let (here, next) = (set(id, i), set(id, i + 1));
            match &binding.binding {
                Binding::Exp(var, _) | Binding::Action(var, ..) => {
                    checker.op(here, *var, binding.binding.exps(), next, binding.span);
                }
                Binding::Fun(fun) => {
                    let inner = set(program.funs[*fun].body, 0);
                    checker.fun(here, *fun, &globals[*fun], inner, next);
                }
            }
        }
        let here = set(id, body.lets.len());
        match &body.end {
            End::Exp(exp) => checker.uses("Live-Exp", here, exp.vars(), body.span),
            End::If(exp, then, els) => {
                let branches = [*then, *els].into_iter().flat_map(|branch| set(branch, 0));
                checker.uses("Live-Cond", here, exp.vars().chain(branches.copied()), body.span);
            }
            End::Apply(fun, args) => {
                let uses = args.iter().flat_map(Exp::vars).chain(globals[*fun].iter().copied());
                checker.uses("Live-App", here, uses, body.span);
            }
        }
    }
    checker.errors
}

struct Checker<'a> {
    program: &'a Program,
    errors: Vec<LocatedError>,
}

impl Checker<'_> {
    fn fail(&mut self, rule: &str, span: Span, label: String) {
        self.errors.push(LocatedError::new(span, format!("{rule} does not hold"), label));
    }

    fn uses(&mut self, rule: &str, here: &[Var], uses: impl Iterator<Item = Var>, span: Span) {
        let here: FxHashSet<&Var> = here.iter().collect();
        let mut missing: Vec<Var> = uses.filter(|var| !here.contains(var)).collect();
        missing.sort_unstable();
        missing.dedup();
        if !missing.is_empty() {
            let label = format!("{} must be live before this", names(self.program, &missing));
            self.fail(rule, span, label);
        }
    }

    fn op(&mut self, here: &[Var], var: Var, exps: &[Exp], next: &[Var], span: Span) {
        let needed = next.iter().copied().filter(|other| *other != var);
        self.uses("Live-Op", here, exps.iter().flat_map(Exp::vars).chain(needed), span);
        if !next.contains(&var) {
            let label = format!("{} must be live after this", self.program.name(var));
            self.fail("Live-Op", span, label);
        }
    }

    fn fun(&mut self, here: &[Var], fun: usize, globals: &[Var], inner: &[Var], next: &[Var]) {
        let fun = &self.program.funs[fun];
        self.uses("Live-Fun", here, next.iter().copied(), fun.span);
        let params: Vec<Var> = fun.params.iter().map(|(var, _)| *var).collect();
        let both: Vec<Var> = params.iter().copied().filter(|var| globals.contains(var)).collect();
        if !both.is_empty() {
            let label =
                format!("{} is a parameter and cannot be a global", names(self.program, &both));
            self.fail("Live-Fun", fun.span, label);
        }
        let missing = |set: &[Var], wanted: &mut dyn Iterator<Item = Var>| -> Vec<Var> {
            let set: FxHashSet<&Var> = set.iter().collect();
            wanted.filter(|var| !set.contains(var)).collect()
        };
        let lacks =
            missing(globals, &mut inner.iter().copied().filter(|var| !params.contains(var)));
        if !lacks.is_empty() {
            let label =
                format!("{} must be a global of `{}`", names(self.program, &lacks), fun.name);
            self.fail("Live-Fun", fun.span, label);
        }
        let lacks = missing(inner, &mut globals.iter().chain(&params).copied());
        if !lacks.is_empty() {
            let label = format!(
                "{} must be live in the body of `{}`",
                names(self.program, &lacks),
                fun.name
            );
            self.fail("Live-Fun", fun.span, label);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{annotate, check_annotations};
    use crate::parse;

    fn live(text: &str) -> Result<String, Vec<String>> {
        let program = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error:?}"));
        let wrong = check_annotations(&program);
        if wrong.is_empty() {
            return Ok(annotate(&program).to_string());
        }
        Err(wrong.into_iter().map(|error| format!("{}: {}", error.title, error.label)).collect())
    }

    #[test]
    fn written_globals_are_live_in_the_body_and_where_the_function_is_applied() {
        let text = "let q = 3 in fun f (a) : {q} = a in let r = 2 in f (r)";
        let wanted = "<> let q = 3 in\n<q> fun f (a) : {q} =\n  <a, q> a\nin\n<q> let r = 2 in\n<q, r> f (r)\n";
        assert_eq!(live(text).as_deref(), Ok(wanted));
        assert_eq!(live(wanted).as_deref(), Ok(wanted), "what is printed holds");
        // What is written in the body counts, not what would have to stand there.
        let small = "let q = 3 in fun f (a) : {q} = <a> a in f (1)";
        let why = "Live-Fun does not hold: q must be live in the body of `f`";
        assert_eq!(live(small), Err(vec![why.to_owned()]));
        let parameter = "fun f (a) : {a} = a in f (1)";
        assert!(live(parameter).is_err_and(|why| why[0].contains("cannot be a global")));
    }
}
