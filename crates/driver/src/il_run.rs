//! Programs in IL: in either semantics as they are written, and on their way
//! to Flow.

use crate::front::diagnostic;
use crate::session::Session;
use crate::{At, Failure, output::reason, write_stdout};
use base::{LocatedError, Span};
use diag::{Diagnostic, SourceId};
use il::{Answers, Machine, Program, Reading, Step, Stuck};
use std::collections::VecDeque;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;

impl Session {
    /// The Flow of a program in IL.
    pub(crate) fn il_to_flow(
        &self,
        program: &Program,
        id: SourceId,
    ) -> Result<flow::Unit, Failure> {
        self.known_settings(program)?;
        reject(self.unset(program), id)?;
        let source = self.sources.get(id);
        let source = il::Source { name: &source.name, bytes: &source.bytes };
        il::to_flow(program, |var| self.setting(program, var), source)
            .map_err(|error| Failure::Rejected(vec![diagnostic(id, error)]))
    }

    fn setting(&self, program: &Program, var: il::Var) -> Option<i64> {
        let settings = self.options.il.set.iter().rev();
        settings.clone().find(|(name, _)| name == program.name(var)).map(|(_, value)| *value)
    }

    /// Is every `--set` about a free variable?
    fn known_settings(&self, program: &Program) -> Result<(), Failure> {
        let is_free = |name: &str| program.free.iter().any(|(var, _)| program.name(*var) == name);
        match self.options.il.set.iter().find(|(name, _)| !is_free(name)) {
            None => Ok(()),
            Some((name, _)) => Err(Failure::Usage(format!(
                "--set {name}: the program has no free variable `{name}`"
            ))),
        }
    }

    /// Runs a program in IL as it is written, and prints its value.
    pub(crate) fn run_il(&self, program: &Program, id: SourceId, at: At) -> Result<u8, Failure> {
        let reading =
            if at == At::FlowImperative { Reading::Imperative } else { Reading::Functional };
        self.check_il(program, id)?;
        let mut oracle = self.oracle()?;
        let mut machine = Machine::new(program, reading, |var| self.setting(program, var));
        let trace = self.options.il.trace;
        let mut steps = 0_u64;
        loop {
            if trace {
                steps += 1;
                let shown = il::show_configuration(program, &machine);
                write_stdout(format!("{steps:>4} {shown}\n").as_bytes())?;
            }
            let step = machine.step(&mut |action, args, span| oracle.answer(action, args, span));
            if trace {
                write_stdout(format!("     event: {}\n", il::show_step(&step)).as_bytes())?;
            }
            match step {
                Step::Went(_) => {}
                Step::Value(value) => {
                    write_stdout(format!("{value}\n").as_bytes())?;
                    return Ok(0);
                }
                Step::Stuck(Stuck { why, span }) => {
                    let stuck = Diagnostic::error("the program is stuck").at(id, span, why);
                    return Err(Failure::Rejected(vec![stuck]));
                }
            }
        }
    }

    /// Rejects what would not run with these options: free variables without
    /// values, and actions that nobody answers.
    pub(crate) fn check_il(&self, program: &Program, id: SourceId) -> Result<(), Failure> {
        self.known_settings(program)?;
        let mut errors = self.unset(program);
        errors.extend(self.unknown_actions(program));
        errors.sort_by_key(|error| error.span.map(|span| span.start));
        reject(errors, id)
    }

    fn unset(&self, program: &Program) -> Vec<LocatedError> {
        let unset = program.free.iter().filter(|(var, _)| self.setting(program, *var).is_none());
        unset.map(|(var, span)| il::unset(program, *var, *span)).collect()
    }

    fn unknown_actions(&self, program: &Program) -> Vec<LocatedError> {
        let options = &self.options.il;
        if options.script.is_some() || options.seed.is_some() || options.interactive {
            return Vec::new();
        }
        let unknown = program.actions().filter(|(action, ..)| !il::is_known_action(action));
        let error = |(action, _, span): (&base::Name, _, _)| {
            let label = format!("`@{action}` is neither `@read` nor `@print`");
            LocatedError::new(span, "unknown action", label)
                .with_hint("answer it: --script FILE, --seed NUMBER or --interactive")
        };
        unknown.map(error).collect()
    }

    fn oracle(&self) -> Result<Oracle, Failure> {
        let options = &self.options.il;
        let script = options.script.as_deref().map(script).transpose()?;
        Ok(Oracle { script, answers: options.seed.map(Answers::new) })
    }
}

fn reject(errors: Vec<LocatedError>, id: SourceId) -> Result<(), Failure> {
    if errors.is_empty() {
        return Ok(());
    }
    Err(Failure::Rejected(errors.into_iter().map(|error| diagnostic(id, error)).collect()))
}

/// Who answers actions.
struct Oracle {
    script: Option<VecDeque<(Option<String>, i64)>>,
    answers: Option<Answers>,
}

fn script(path: &Path) -> Result<VecDeque<(Option<String>, i64)>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::Usage(format!("cannot read {}: {}", path.display(), reason(&error)))
    })?;
    read_script(&text).map_err(|line| {
        let file = path.display();
        Failure::plain(format!("{file}:{line}: an answer is a number, or an action and a number"))
    })
}

/// The answers of a script: on each line a number, or the name of an action and
/// a number; `#` begins a comment. The number of the line that is neither.
fn read_script(text: &str) -> Result<VecDeque<(Option<String>, i64)>, usize> {
    let mut answers = VecDeque::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, number) = match words[..] {
            [] => continue,
            [number] => (None, number),
            [name, number] => (Some(name.trim_start_matches('@').to_owned()), number),
            _ => return Err(i + 1),
        };
        answers.push_back((name, number.parse().map_err(|_| i + 1)?));
    }
    Ok(answers)
}

impl Oracle {
    fn answer(&mut self, action: &str, args: &[i64], span: Span) -> Result<i64, Stuck> {
        let stuck = |why: String| Stuck { why, span };
        if let ("print", [value]) = (action, args) {
            // A reader that went away stops nothing.
            let _ = write_stdout(format!("{value}\n").as_bytes());
            let named = |(name, _): &(Option<String>, i64)| name.as_deref() == Some("print");
            let script = self.script.as_mut().filter(|script| script.front().is_some_and(named));
            return Ok(script.and_then(VecDeque::pop_front).map_or(0, |(_, answer)| answer));
        }
        if let Some(script) = &mut self.script {
            return match script.pop_front() {
                None => Err(stuck(format!("the script has no answer to `@{action}`"))),
                Some((Some(name), _)) if name != action => {
                    Err(stuck(format!("the script answers `@{name}`, and this is `@{action}`")))
                }
                Some((_, answer)) => Ok(answer),
            };
        }
        if let Some(answers) = &mut self.answers {
            return Ok(answers.next_answer());
        }
        if std::io::stdin().is_terminal() {
            let args: Vec<String> = args.iter().map(i64::to_string).collect();
            // A prompt that cannot be shown changes nothing.
            let _ = write!(std::io::stderr(), "@{action} ({}) = ", args.join(", "));
        }
        read_number().ok_or_else(|| stuck(format!("standard input has no number for `@{action}`")))
    }
}

/// Reads space, a number, and the byte after it, as native code does.
fn read_number() -> Option<i64> {
    let mut input = std::io::stdin().lock();
    let mut byte = || {
        let mut byte = [0];
        match input.read(&mut byte) {
            Ok(1) => Some(byte[0]),
            _ => None,
        }
    };
    let mut next = byte()?;
    while next <= b' ' {
        next = byte()?;
    }
    let negative = next == b'-';
    if negative {
        next = byte()?;
    }
    let (mut number, mut digits) = (0_i64, 0);
    loop {
        match next {
            b'0'..=b'9' => {
                number = number.wrapping_mul(10).wrapping_add(i64::from(next - b'0'));
                digits += 1;
            }
            0..=b' ' if digits > 0 => break,
            _ => return None,
        }
        match byte() {
            Some(byte) => next = byte,
            None => break,
        }
    }
    Some(if negative { number.wrapping_neg() } else { number })
}
