//! The theorems of the paper, on generated programs. With the feature `seeded`, that each fault
//! of [`faults`] that they should find makes one of them fail.
//!
//! `cargo xtask theorems --programs 1000000` tries as many programs.

extern crate kont_il as il;

mod generate;
mod reference;

use base::rng::mix;
use generate::{changed, program};
use il::{Answers, Machine, Program, Reading, Step, Var, differ, follow};
use std::collections::{HashMap, HashSet};

const STEPS: usize = 300;

fn inputs(program: &Program, seed: u64) -> HashMap<String, i64> {
    let value =
        |name: &str| (mix(seed ^ name.len() as u64 ^ u64::from(name.as_bytes()[0])) % 7) as i64 - 2;
    program
        .free
        .iter()
        .map(|(var, _)| (program.name(*var).to_owned(), value(program.name(*var))))
        .collect()
}

fn trace(
    program: &Program,
    reading: Reading,
    inputs: &HashMap<String, i64>,
    seed: u64,
) -> il::Trace {
    let value = |var: Var| inputs.get(program.name(var)).copied();
    follow(program, reading, value, Answers::new(seed), STEPS)
}

/// True if two programs, each in a reading, are equal on a few inputs.
fn same(a: (&Program, Reading), b: (&Program, Reading), seed: u64) -> bool {
    (0..3).all(|i| {
        let inputs = inputs(a.0, seed ^ i);
        differ(&trace(a.0, a.1, &inputs, seed), &trace(b.0, b.1, &inputs, seed)).is_none()
    })
}

/// The first theorem that does not hold of a program.
fn fails(seed: u64) -> Option<&'static str> {
    let program = program(seed);
    let text = program.to_string();
    if il::parse(text.as_bytes()).map(|again| again.to_string()).ok()? != text {
        return Some("what prints, parses, and prints the same");
    }
    let annotated = il::annotate(&program);
    liveness(&annotated, seed)
        .or_else(|| coherence(&program, seed))
        .or_else(|| apart(&program, seed))
        .or_else(|| assignment(&program, seed))
        .or_else(|| alpha(&program, seed))
}

/// Equality up to renaming is what it should be, on programs that differ in a name.
fn alpha(program: &Program, seed: u64) -> Option<&'static str> {
    for i in 0..3 {
        let Some(other) = changed(program, seed ^ i << 32) else { continue };
        let equal = il::alpha(program, &other).is_ok();
        if equal != (reference::without_names(program) == reference::without_names(&other)) {
            return Some("alpha-equivalence is equality without names");
        }
    }
    None
}

fn liveness(annotated: &Program, seed: u64) -> Option<&'static str> {
    if !il::check_annotations(annotated).is_empty() {
        return Some("live sets satisfy the rules");
    }
    let globals = reference::globals(annotated);
    for (fun, wanted) in annotated.funs.iter().zip(&globals) {
        let mut found: Vec<Var> = fun.globals.as_deref().unwrap_or_default().to_vec();
        found.sort_unstable();
        if found != wanted.iter().copied().collect::<Vec<_>>() {
            return Some("live sets are the smallest");
        }
    }
    (!significant(annotated, seed)).then_some("liveness is sound")
}

/// Theorem 3: variables that are not live can be changed at any time.
fn significant(program: &Program, seed: u64) -> bool {
    let inputs = inputs(program, seed);
    let run = |disturb: bool| {
        let mut machine = Machine::new(program, Reading::Imperative, |var| {
            inputs.get(program.name(var)).copied()
        });
        let (mut answers, mut calls) = (Answers::new(seed), Vec::new());
        for step in 0..STEPS as u64 {
            if disturb && mix(seed ^ step).is_multiple_of(3) {
                let (body, item) = machine.place();
                let body = &program.bodies[body];
                let live = body.lets.get(item).map_or(&body.live, |binding| &binding.live);
                let live = live.as_deref().unwrap_or_default();
                for var in program.vars.keys().filter(|var| !live.contains(var)) {
                    machine.set(var, mix(step) as i64);
                }
            }
            match machine.step(&mut |_, _, _| Ok(answers.next_answer())) {
                Step::Went(event) => calls.push(format!("{event:?}")),
                Step::Value(value) => return (calls, Some(value)),
                Step::Stuck(_) => return (calls, None),
            }
        }
        (calls, None)
    };
    run(false) == run(true)
}

fn coherence(program: &Program, seed: u64) -> Option<&'static str> {
    let coherent = il::unavailable(program).is_empty();
    if coherent != reference::coherent(program) {
        return Some("coherence is what the rules say");
    }
    let agree = same((program, Reading::Functional), (program, Reading::Imperative), seed);
    (coherent && !agree).then_some("coherent implies invariant")
}

fn bound(program: &Program) -> Vec<Var> {
    let lets = program.bodies.iter().flat_map(|b| &b.lets).filter_map(|l| l.binding.var());
    lets.chain(program.funs.iter().flat_map(|f| &f.params).map(|(var, _)| *var)).collect()
}

fn apart(program: &Program, seed: u64) -> Option<&'static str> {
    let apart = il::apart(program);
    let mut seen: HashSet<Var> = apart.free.iter().map(|(var, _)| *var).collect();
    if !bound(&apart).into_iter().all(|var| seen.insert(var)) {
        return Some("renamed apart");
    }
    if il::alpha(program, &apart).is_err() {
        return Some("renaming apart respects alpha-conversion");
    }
    let applied = reference::unreachable(&apart).is_empty();
    if applied && !il::unavailable(&apart).is_empty() {
        return Some("what is renamed apart is coherent");
    }
    let agree = same((program, Reading::Functional), (&apart, Reading::Functional), seed);
    (!agree).then_some("alpha-conversion respects traces")
}

fn assignment(program: &Program, seed: u64) -> Option<&'static str> {
    let Ok(assigned) = il::assign(program) else { return None };
    let annotated = il::annotate(&assigned.apart);
    let bodies = annotated.bodies.iter();
    let sets = bodies.flat_map(|body| body.lets.iter().map(|l| &l.live).chain([&body.live]));
    let mut largest = 0;
    for set in sets.flatten() {
        largest = largest.max(set.len());
        let names: HashSet<Var> = set.iter().map(|var| assigned.assignment.name(*var)).collect();
        if names.len() != set.len() {
            return Some("assignment is locally injective");
        }
    }
    let mut names: HashSet<Var> = bound(&assigned.program).into_iter().collect();
    names.extend(assigned.program.free.iter().map(|(var, _)| *var));
    if (names.len(), largest) != (assigned.names, assigned.largest) {
        return Some("names and live sets are counted");
    }
    if names.len() > program.free.len().max(largest) {
        return Some("no more names than the largest live set");
    }
    if !il::unavailable(&assigned.program).is_empty() {
        return Some("what is assigned is coherent");
    }
    if il::alpha(program, &assigned.program).is_err() {
        return Some("assignment respects alpha-conversion");
    }
    let agree =
        same((program, Reading::Functional), (&assigned.program, Reading::Imperative), seed);
    (!agree).then_some("the registers compute what the program does")
}

#[test]
fn theorems_hold() {
    let count = std::env::var("THEOREMS").ok().and_then(|n| n.parse().ok()).unwrap_or(5000);
    let (mut incoherent, mut assigned) = (0, 0);
    for seed in 0..count {
        if let Some(theorem) = fails(seed) {
            panic!("seed {seed}: {theorem}\n{}", program(seed));
        }
        incoherent += u64::from(!il::unavailable(&program(seed)).is_empty());
        assigned += u64::from(il::assign(&program(seed)).is_ok());
    }
    // The programs are of all sorts.
    assert!(incoherent > count / 20 && incoherent < count * 19 / 20, "{incoherent}");
    assert!(assigned > count / 4, "{assigned}");
}

#[cfg(feature = "seeded")]
#[test]
fn faults_are_found() {
    let ours = faults::Fault::ALL.iter().filter(|fault| fault.finder() == faults::THEOREMS);
    for fault in ours {
        let found = (0..5000).find_map(|seed| faults::with(*fault, || fails(seed)));
        assert!(found.is_some(), "{} was not found", fault.name());
    }
}

#[test]
fn what_is_compiled_agrees() {
    use host::TestHost;
    let mut compared = 0;
    for seed in 0..400 {
        let program = program(seed);
        if program.actions().next().is_some() {
            continue;
        }
        let inputs = inputs(&program, seed);
        let trace = trace(&program, Reading::Functional, &inputs, seed);
        let source = il::Source { name: "test.il", bytes: b"" };
        let unit = il::to_flow(&program, |var| inputs.get(program.name(var)).copied(), source)
            .unwrap_or_else(|error| panic!("{error:?}\n{program}"));
        assert_eq!(flow::check(&unit), [], "{program}");
        assert_eq!(flow::bound_once(&unit), [], "{program}");
        assert_eq!(flow::coherent::decide(&unit), [], "{program}");
        let il::TraceEnd::Value(value) = trace.end else { continue };
        let mut registers = unit.clone();
        flow::assign::assign_registers(&mut registers);
        assert_eq!(flow::coherent::decide(&registers), [], "{program}");
        for imperative in [false, true] {
            let mut host = TestHost::default();
            let run = match imperative {
                false => flow::eval(&unit, &mut host),
                true => flow::eval_imperative(&registers, &mut host),
            };
            assert_eq!(run.ending, values::Ending::Done, "{program}");
            let out = String::from_utf8_lossy(&host.output).into_owned();
            assert_eq!(out, format!("{value}\n"), "{program}");
        }
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}
