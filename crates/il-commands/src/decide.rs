//! The decisions and texts of the commands.

use crate::clusters;
use diag::{Diagnostic, SourceId};
use driver::{Activity, Failure, Input, Session};
use flow::Unit;
use front::{FrontEnd, Program, diagnostic};
use il::{Effort, Reading, Sides};
use std::fmt::Write;

/// An answer.
#[derive(Clone, Debug)]
pub struct Decision {
    /// True for yes.
    pub yes: bool,
    /// The text to be printed.
    pub text: String,
    /// The reasons for a no, at places of the programs.
    pub reasons: Vec<Diagnostic>,
}

impl Decision {
    pub(crate) fn yes(text: impl Into<String>) -> Decision {
        Decision { yes: true, text: text.into(), reasons: Vec::new() }
    }

    fn no(text: impl Into<String>, reasons: Vec<Diagnostic>) -> Decision {
        Decision { yes: false, text: text.into(), reasons }
    }
}

/// The options of a comparison of programs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EquivRequest {
    /// The number of inputs that are tried.
    pub(crate) runs: u64,
    /// The number of steps of each.
    pub(crate) steps: usize,
    /// The seed of random choices.
    pub(crate) seed: u64,
    /// True if the first is read imperatively.
    pub(crate) left_imperative: bool,
    /// True if the second is.
    pub(crate) right_imperative: bool,
}

/// A program that `live` and `coherent` look at.
enum IlOrFlow {
    Il(il::Program, SourceId),
    Flow(Unit),
}

fn not_il(input: &Input, what: &str) -> Failure {
    let name = input.name();
    Failure::Usage(format!("{} is not in IL; this is about {what}", name.to_string_lossy()))
}

fn read_il(session: &mut Session, input: &Input) -> Result<(il::Program, SourceId), Failure> {
    match read_il_or_flow(session, input)? {
        IlOrFlow::Il(program, id) => Ok((program, id)),
        IlOrFlow::Flow(_) => Err(not_il(input, "files that end in .il")),
    }
}

fn read_il_or_flow(session: &mut Session, input: &Input) -> Result<IlOrFlow, Failure> {
    let (front, request) = session.open(input)?;
    let read = if front.name() == il::FRONT_END.name() {
        let (program, id) = il::read(&request, session)?;
        IlOrFlow::Il(program, id)
    } else if front.name() == front::text::FLOW.name()
        && let Program::Flow(unit) = session.read(front, &request)?
    {
        IlOrFlow::Flow(unit)
    } else {
        return Err(not_il(input, "files that end in .il or .flow"));
    };
    session.enter(Activity::Done);
    Ok(read)
}

/// The program with its smallest live sets; or what is wrong with those
/// that are written in it. A program in Flow has none written in it.
pub(crate) fn live(session: &mut Session, input: &Input) -> Result<Decision, Failure> {
    let (program, id) = match read_il_or_flow(session, input)? {
        IlOrFlow::Flow(unit) => return Ok(Decision::yes(clusters::live(&unit))),
        IlOrFlow::Il(program, id) => (program, id),
    };
    let wrong = il::check_annotations(&program);
    if wrong.is_empty() {
        return Ok(Decision::yes(il::annotate(&program).to_string()));
    }
    let reasons = wrong.into_iter().map(|error| diagnostic(id, error)).collect();
    Ok(Decision::no("no\n", reasons))
}

/// Decides whether the program is coherent. A program in Flow is if all of its clusters are.
pub(crate) fn coherent(session: &mut Session, input: &Input) -> Result<Decision, Failure> {
    let reasons: Vec<Diagnostic> = match read_il_or_flow(session, input)? {
        IlOrFlow::Flow(unit) => {
            clusters::incoherent(&unit).into_iter().map(Diagnostic::error).collect()
        }
        IlOrFlow::Il(program, id) => {
            il::unavailable(&program).iter().map(|found| explain(id, found)).collect()
        }
    };
    Ok(if reasons.is_empty() { Decision::yes("yes\n") } else { Decision::no("no\n", reasons) })
}

/// The program, renamed apart.
pub(crate) fn apart(session: &mut Session, input: &Input) -> Result<String, Failure> {
    let (program, _) = read_il(session, input)?;
    Ok(il::apart(&program).to_string())
}

/// The program after register assignment, and how many names it has.
pub(crate) fn assign(session: &mut Session, input: &Input) -> Result<(String, String), Failure> {
    let (program, id) = read_il(session, input)?;
    let assigned =
        il::assign(&program).map_err(|error| Failure::Rejected(vec![diagnostic(id, error)]))?;
    let numbers = format!("names: {}\nlargest live set: {}\n", assigned.names, assigned.largest);
    Ok((il::Imperative(&assigned.program).to_string(), numbers))
}

/// Decides whether two programs are equal up to renaming.
pub(crate) fn alpha(session: &mut Session, a: &Input, b: &Input) -> Result<Decision, Failure> {
    let ((left, id), (right, other)) = (read_il(session, a)?, read_il(session, b)?);
    Ok(match il::alpha(&left, &right) {
        Ok(()) => Decision::yes("yes\n"),
        Err(difference) => {
            let reason = Diagnostic::error(format!("not equal: {}", difference.what))
                .at(id, difference.left, "here")
                .also(other, difference.right, "and here");
            Decision::no("no\n", vec![reason])
        }
    })
}

/// Looks for a difference between the traces of two programs, within the bounds of the request.
pub(crate) fn equiv(
    session: &mut Session,
    a: &Input,
    b: &Input,
    request: EquivRequest,
) -> Result<Decision, Failure> {
    let ((left, _), (right, _)) = (read_il(session, a)?, read_il(session, b)?);
    let reading = |imperative| if imperative { Reading::Imperative } else { Reading::Functional };
    let sides = Sides {
        left: (&left, reading(request.left_imperative)),
        right: (&right, reading(request.right_imperative)),
    };
    let effort = Effort { runs: request.runs, steps: request.steps, seed: request.seed };
    Ok(match il::inequivalent(sides, effort) {
        None => {
            Decision::yes(format!("yes, in {} runs of {} steps\n", request.runs, request.steps))
        }
        Some(found) => Decision::no(show_counterexample(&found), Vec::new()),
    })
}

/// Decides whether a certificate holds of this Flow program, and of all of it.
pub(crate) fn verify(
    session: &mut Session,
    certificate: &Input,
    program: &Input,
) -> Result<Decision, Failure> {
    let certificate = driver::read_text(certificate)?;
    session.options.language.get_or_insert(&front::text::FLOW);
    let (front, request) = session.open(program)?;
    let text = session.read(front, &request)?.to_string();
    session.enter(Activity::Done);
    let verdict = il_verify::verify(&certificate, &text).map_err(Failure::plain)?;
    let mut reasons: Vec<Diagnostic> = verdict.all_refusals().map(Diagnostic::error).collect();
    if text.as_bytes() != &*session.sources.get(request.texts[0].source).bytes {
        // The checker reads line by line, and so it is told only what the printer wrote.
        reasons.insert(0, Diagnostic::error("the program is not as --emit flow wrote it"));
    }
    if reasons.is_empty() {
        return Ok(Decision::yes(format!("yes: {} clusters\n", verdict.clusters.len())));
    }
    Ok(Decision::no("no\n", reasons))
}

fn explain(id: SourceId, found: &il::Unavailable) -> Diagnostic {
    let (fun, defined) = &found.fun;
    let title = format!("`{fun}` is not available here");
    let global = format!("`{fun}` is defined here, with the global `{}`", found.var);
    let error = Diagnostic::error(title)
        .at(id, found.at, format!("`{fun}` is applied here"))
        .also(id, *defined, global);
    match (&found.redefined, &found.around) {
        (Some(span), _) => error.also(id, *span, format!("`{}` is bound again here", found.var)),
        (None, Some((name, span))) => {
            let label = format!("`{}` is not live in `{name}`", found.var);
            error.also(id, *span, label).hint("a function around this is never applied")
        }
        (None, None) => error,
    }
}

fn show_counterexample(found: &il::Counterexample) -> String {
    let mut text = "no\n".to_owned();
    for (name, value) in &found.inputs {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  with {name} = {value}");
    }
    for call in &found.left.calls[..found.same] {
        let _ = writeln!(text, "  both:   {call}");
    }
    for (side, trace) in [("first: ", &found.left), ("second:", &found.right)] {
        let _ = match trace.calls.get(found.same) {
            Some(call) => writeln!(text, "  {side} {call}"),
            None => writeln!(text, "  {side} {}", trace.end),
        };
    }
    text
}
