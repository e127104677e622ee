//! The intermediate languages' own texts as front ends, and ANF as JSON.

use crate::{Command, Driver, FrontEnd, Missing, Opt, Parsed, Places, Program, Refusal, Request};
use crate::{Stage, Takes, Text, diagnostic};
use anf::Module;
use anf::parse::Spans;
use base::{LocatedError, Span, Violation};
use diag::Diagnostic;

/// ANF as text: units, linked.
pub static ANF: Anf = Anf;
/// ANF as JSON: units, linked.
pub static ANF_JSON: AnfJson = AnfJson;
/// CPS as text.
pub static CPS: Cps = Cps;
/// Flow as text.
pub static FLOW: Flow = Flow;

/// ANF as text.
#[derive(Debug)]
pub struct Anf;
/// ANF as JSON.
#[derive(Debug)]
pub struct AnfJson;
/// CPS as text.
#[derive(Debug)]
pub struct Cps;
/// Flow as text.
#[derive(Debug)]
pub struct Flow;

/// The option by which a missing position is an error, in ANF as text and as JSON.
const POSITIONS: Opt = Opt {
    name: "positions",
    takes: Takes::Nothing,
    help: "Demand that functions, calls and what may raise have positions",
    commands: &[Command::Check],
    excludes: &[],
};

impl FrontEnd for Anf {
    fn name(&self) -> &'static str {
        "anf"
    }

    fn title(&self) -> &'static str {
        "ANF"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["anf"]
    }

    fn stage(&self) -> Stage {
        Stage::Anf
    }

    fn takes_several(&self) -> bool {
        true
    }

    fn options(&self) -> &'static [Opt] {
        &[POSITIONS]
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        units(self.name(), anf::parse::parse_with_spans, request, driver)
    }
}

impl FrontEnd for AnfJson {
    fn name(&self) -> &'static str {
        "anf-json"
    }

    fn title(&self) -> &'static str {
        "ANF as JSON"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["anf.json"]
    }

    fn stage(&self) -> Stage {
        Stage::Anf
    }

    fn takes_several(&self) -> bool {
        true
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        units(self.endings()[0], anf_json::read_with_spans, request, driver)
    }
}

/// A reader of one unit of ANF.
type ReadUnit = fn(&[u8]) -> Result<(Module, Spans), Vec<LocatedError>>;

/// Reads units of ANF, in files with this ending, and links them.
fn units(
    ending: &'static str,
    read: ReadUnit,
    request: &Request,
    driver: &mut dyn Driver,
) -> Result<Parsed, Refusal> {
    let options = anf::check::Options { require_positions: request.settings.has(POSITIONS.name) };
    let mut units = Vec::new();
    let mut errors = Vec::new();
    for Text { source: id, .. } in &request.texts {
        driver.watch(ending, *id);
        let source = driver.sources().get(*id);
        let found = match read(&source.bytes) {
            Ok((mut module, spans)) => {
                let found = anf::check::check_with(&module, Some(&spans), options);
                if request.place && found.is_empty() {
                    anf::parse::place(&mut module, &spans, &source.bytes, &source.name);
                }
                units.push((module, spans));
                found.into_iter().map(located).collect()
            }
            Err(found) => found,
        };
        errors.extend(found.into_iter().map(|error| diagnostic(*id, error)));
    }
    if !errors.is_empty() {
        return Err(Refusal::Rejected(errors));
    }
    let id = |unit: usize| request.texts[unit].source;
    let place = |(unit, error): (usize, LocatedError)| diagnostic(id(unit), error);
    let linked = anf::link::link(units)
        .map_err(|errors| Refusal::Rejected(errors.into_iter().map(place).collect()))?;
    let missing = linked.missing.into_iter().map(|missing| Missing {
        symbol: missing.symbol,
        source: id(missing.unit),
        span: missing.error.span.unwrap_or_default(),
        error: diagnostic(id(missing.unit), missing.error),
    });
    let missing = missing.collect();
    let foreigns = linked.foreigns.into_iter();
    let foreigns = foreigns.map(|(unit, span, symbol)| (id(unit), span, symbol)).collect();
    let places = Places { missing, foreigns };
    Ok(Parsed { places, ..Program::Anf(linked.module).into() })
}

impl FrontEnd for Cps {
    fn name(&self) -> &'static str {
        "cps"
    }

    fn title(&self) -> &'static str {
        "CPS"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["cps"]
    }

    fn stage(&self) -> Stage {
        Stage::Cps
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        let text = &request.texts[0];
        driver.watch(self.name(), text.source);
        let parsed = cps::parse_with_heads(&driver.sources().get(text.source).bytes);
        let (module, heads) = parsed.map_err(|errors| Refusal::located(text.source, errors))?;
        accept(text, driver, &heads, cps::check(&module))?;
        Ok(Program::Cps(module).into())
    }
}

impl FrontEnd for Flow {
    fn name(&self) -> &'static str {
        "flow"
    }

    fn title(&self) -> &'static str {
        "Flow"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["flow"]
    }

    fn stage(&self) -> Stage {
        Stage::Flow
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        let text = &request.texts[0];
        driver.watch(self.name(), text.source);
        let parsed = flow::parse_with_heads(&driver.sources().get(text.source).bytes);
        let (unit, heads) = parsed.map_err(|errors| Refusal::located(text.source, errors))?;
        accept(text, driver, &heads, flow::check(&unit))?;
        Ok(Program::Flow(unit).into())
    }
}

/// A violation that the checker of ANF found, as the parser's errors are.
fn located(violation: Violation) -> LocatedError {
    let Violation { rule, what, span, .. } = violation;
    LocatedError { title: rule.to_owned(), span, label: what, hint: None }
}

/// Rejects a text in which a checker found violations, each with the head of the function that
/// it is in.
fn accept(
    text: &Text,
    driver: &mut dyn Driver,
    heads: &[Span],
    violations: Vec<Violation>,
) -> Result<(), Refusal> {
    if violations.is_empty() {
        return Ok(());
    }
    let name = &driver.sources().get(text.source).name;
    let found = violations.into_iter().map(|Violation { function, what, .. }| {
        match function.and_then(|function| heads.get(function)) {
            Some(head) => Diagnostic::error(what).at(text.source, *head, "in this function"),
            None => Diagnostic::error(format!("{name}: {what}")),
        }
    });
    Err(Refusal::Rejected(found.collect()))
}
