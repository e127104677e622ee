//! Commands: lines that begin with `:` where no input has begun.

use crate::dialogue::{After, Dialogue, STDIN};
use crate::engine::Engine;
use crate::inputs::Inputs;
use crate::place::Place;
use crate::user::User;
use diag::{Diagnostic, Severity, SourceId};
use driver::{OptLevel, Tap};
use host::show::Limit;
use sml::Length;
use std::path::Path;
use std::time::{Duration, Instant};

/// The commands: names, what stands behind them, and what they do.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("type", "EXPRESSION; ...", "say its type; it is not evaluated"),
    ("doc", "NAME", "say what a name is, such as List.map, and what the library says about it"),
    ("time", "INPUT", "evaluate it, and say how long that took"),
    ("emit", "STAGE INPUT", "evaluate it, and show its anf, cps, flow, llvm or asm"),
    ("load", "FILE", "evaluate a file, or what a project, .mlb or .cm, names"),
    ("reset", "", "forget all that was typed and loaded"),
    ("set", "[NAME VALUE]", "show the settings, or change one: `:set opt 2`"),
    ("help", "", "show this"),
    ("quit", "", "leave, as Ctrl-D does"),
];

/// What else `:help` says.
const HELP: &str = "
An input ends with `;`; at a terminal an empty line ends it, too, if it is complete.
Tab completes, Up and Down show earlier inputs, Ctrl-R looks for one, Ctrl-C stops what runs.
";

/// The names of commands, for completion.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _, _)| *name)
}

/// The names of settings, for completion.
pub(crate) const SETTINGS: &[&str] = &["depth", "length", "opt"];

/// The most levels of an answer that can be asked for.
const MOST_LEVELS: usize = 10_000;

impl Dialogue {
    /// Does what a line says that begins with `:`.
    pub(crate) fn command(&mut self, line: &str) -> After {
        host::interrupt::settle();
        let line = line.trim().trim_start_matches(':').trim_start();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (name, rest) {
            ("help" | "h" | "?", _) => self.help(),
            ("quit" | "q" | "exit", "") => return After::Quit,
            ("reset", "") => return self.forget(),
            ("set", _) => return self.set(rest),
            ("type" | "t", _) if !rest.is_empty() => return self.type_of(rest),
            ("time", _) if !rest.is_empty() => return self.time(rest),
            ("emit", _) if !rest.is_empty() => return self.emit(rest),
            ("load" | "l", _) if !rest.is_empty() => return self.load(Path::new(unquoted(rest))),
            ("doc" | "d", _) if !rest.is_empty() => return self.doc(rest),
            _ => return self.unknown(name),
        }
        After::Good
    }

    fn unknown(&mut self, name: &str) -> After {
        match COMMANDS.iter().find(|(known, _, _)| *known == name) {
            Some((known, "", _)) => self.refuse(&format!("`:{known}` stands alone")),
            Some((known, what, _)) => self.refuse(&format!("write `:{known} {what}`")),
            None => self.refuse(&format!("there is no command `:{name}`; `:help` shows all")),
        }
    }

    /// Says why a command is not carried out.
    fn refuse(&mut self, why: &str) -> After {
        self.user.messages(&self.engine.sources, &[Diagnostic::error(why)]);
        After::Bad
    }

    fn help(&mut self) {
        let mut text = String::new();
        for (name, rest, does) in COMMANDS {
            text += &format!("  {:<20} {does}\n", format!(":{name} {rest}"));
        }
        self.user.answer(&(text + HELP));
    }

    fn forget(&mut self) -> After {
        match self.reset() {
            Ok(()) => After::Good,
            Err(failure) => {
                self.engine.fail(failure, &mut self.user);
                After::Bad
            }
        }
    }

    fn set(&mut self, rest: &str) -> After {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match words[..] {
            [] => {
                let (opt, engine) = (self.level(), &self.engine);
                let (depth, length) = (count(engine.depth), count(engine.length));
                self.user.answer(&format!("depth {depth}\nlength {length}\nopt {opt}\n"));
                After::Good
            }
            ["depth", value] => match limit(value, Limit::DEPTH, MOST_LEVELS) {
                Some(depth) => {
                    self.engine.depth = depth;
                    After::Good
                }
                None => self.refuse(&format!("`depth` is a number up to {MOST_LEVELS}, or auto")),
            },
            ["length", value] => match limit(value, Limit::LENGTH, usize::MAX) {
                Some(length) => {
                    self.engine.length = length;
                    After::Good
                }
                None => self.refuse("`length` is a number, or auto"),
            },
            ["opt", value] => match levels(value) {
                Some((level, code_level)) => {
                    for options in [&mut self.engine.session.options, &mut self.setup.options] {
                        (options.level, options.code_level) = (level, code_level);
                    }
                    After::Good
                }
                None => self.refuse("`opt` is 0, 1, 2, 3, s or auto"),
            },
            [name] if SETTINGS.contains(&name) => {
                self.refuse(&format!("write `:set {name} 2`, say"))
            }
            [name, ..] => {
                self.refuse(&format!("there is no setting `{name}`; there are depth, length, opt"))
            }
        }
    }

    /// The level of optimisation, by its name.
    fn level(&self) -> &'static str {
        let options = &self.engine.session.options;
        if options.code_level.is_some() {
            return "auto";
        }
        let name = LEVELS.iter().find(|(_, known)| *known == options.level);
        name.map_or("?", |(name, _)| *name)
    }

    /// Says the types of expressions, one a line.
    fn type_of(&mut self, text: &str) -> After {
        let mut inputs = Inputs::default();
        inputs.add(text.as_bytes());
        while let Some(piece) = inputs.next().or_else(|| inputs.last()) {
            if !piece.whole {
                continue;
            }
            let text = piece.place.pad(&piece.text);
            let source = self.engine.sources.add(STDIN, text);
            let ty = self.engine.type_of(source, &mut self.user);
            self.engine.sources.forget(source);
            let Some(ty) = ty else { return After::Bad };
            self.user.answer(&format!("{ty}\n"));
        }
        After::Good
    }

    fn time(&mut self, text: &str) -> After {
        let (start, ran) = (Instant::now(), self.engine.image.time());
        let before = self.engine.image.runtime().statistics();
        let after = self.input(text.as_bytes(), Place::START);
        let (whole, ran) = (start.elapsed(), self.engine.image.time() - ran);
        let now = self.engine.image.runtime().statistics();
        let mut text = format!(
            "compiled in {}, ran for {}; {} allocated",
            milliseconds(whole.saturating_sub(ran)),
            milliseconds(ran),
            bytes(now.allocated.saturating_sub(before.allocated)),
        );
        let collections = (now.minors - before.minors, now.majors - before.majors);
        if collections != (0, 0) {
            let pause = milliseconds(now.pause_total - before.pause_total);
            let (minors, majors) = collections;
            text += &format!(", {minors} minor and {majors} major collections took {pause}");
        }
        self.user.answer(&(text + "\n"));
        after
    }

    fn emit(&mut self, rest: &str) -> After {
        let Some((stage, text)) = rest.split_once(char::is_whitespace) else {
            return self.refuse("write `:emit flow fun f x = x`, say");
        };
        let tap = match Tap::named(stage) {
            Ok(tap) => tap,
            Err(stages) => return self.refuse(&format!("no stage is `{stage}`; {stages}")),
        };
        // A function is compiled where it is used, so it is used.
        let after = match function(text) {
            Some(name) => match self.input(text.as_bytes(), Place::START) {
                After::Good => {
                    self.engine.session.tap = Some(tap);
                    self.input(format!("val _ = {name}").as_bytes(), Place::START)
                }
                other @ (After::Bad | After::Interrupted | After::Quit) => other,
            },
            None => {
                self.engine.session.tap = Some(tap);
                self.input(text.as_bytes(), Place::START)
            }
        };
        if let Some(tap) = self.engine.session.tap.take() {
            self.user.answer(&String::from_utf8_lossy(&tap.texts));
        }
        after
    }

    /// Says what a name stands for, and what the library says about it.
    fn doc(&mut self, name: &str) -> After {
        let path: Vec<&str> = name.trim_end_matches(';').split('.').collect();
        let items = self.engine.compilation.describe(&path, Length::Whole);
        if items.is_empty() {
            return self.refuse(&format!("nothing is called `{name}`"));
        }
        let mut text = sml::draw(&items).trim_end().to_owned() + "\n";
        if let Some(said) = self.engine.compilation.documentation(&path) {
            text += &format!("{said}\n");
        }
        self.user.answer(&text);
        After::Good
    }
}

/// The name of the function that a text declares.
fn function(text: &str) -> Option<&str> {
    let mut words = text.strip_prefix("fun")?.split_whitespace();
    let name = words.find(|word| !word.starts_with(['\'', '(']))?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'');
    (is_name && text.as_bytes()[3].is_ascii_whitespace()).then_some(name)
}

/// A path, which may be written as a string.
fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text.trim_end_matches(';')).trim()
}

/// The levels of optimisation, by their names.
const LEVELS: [(&str, OptLevel); 5] = [
    ("0", OptLevel::O0),
    ("1", OptLevel::O1),
    ("2", OptLevel::O2),
    ("3", OptLevel::O3),
    ("s", OptLevel::Os),
];

/// A limit of answers: a number, or what is usual.
fn limit(value: &str, usual: Limit, most: usize) -> Option<Limit> {
    let exactly = |count: usize| (count <= most).then_some(Limit::exactly(count));
    if value == "auto" { Some(usual) } else { exactly(value.parse().ok()?) }
}

/// What [`limit`] was made of.
fn count(limit: Limit) -> String {
    if limit == Limit::exactly(limit.most) { limit.most.to_string() } else { "auto".to_owned() }
}

/// The levels of our passes and of LLVM's that a name stands for; `auto` compiles quickly, and again
/// what runs long.
fn levels(value: &str) -> Option<(OptLevel, Option<OptLevel>)> {
    if value == "auto" {
        return Some((OptLevel::O2, Some(OptLevel::O0)));
    }
    LEVELS.iter().find(|(name, _)| *name == value).map(|(_, level)| (*level, None))
}

fn milliseconds(time: Duration) -> String {
    let time = time.as_secs_f64() * 1e3;
    match time {
        0.0..10.0 => format!("{time:.2} ms"),
        10.0..1000.0 => format!("{time:.0} ms"),
        _ => format!("{:.2} s", time / 1e3),
    }
}

fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", count as f64 / 1e6),
        _ => format!("{:.1} GB", count as f64 / 1e9),
    }
}

impl Engine {
    /// The type of an expression, which is not evaluated.
    fn type_of(&mut self, source: SourceId, user: &mut dyn User) -> Option<String> {
        let text = self.sources.get(source).bytes.clone();
        let mark = self.compilation.mark();
        let found = self.compilation.add(source, &text);
        let errors = found.iter().filter(|message| message.severity == Severity::Error);
        let errors: Vec<Diagnostic> = errors.cloned().collect();
        if !errors.is_empty() {
            user.messages(&self.sources, &errors);
            return None;
        }
        let taken = self.compilation.take(mark);
        let ty = self.compilation.type_of(&taken, "it");
        self.compilation.withdraw(mark);
        if ty.is_none() {
            let refusal = Diagnostic::error("this is no expression");
            user.messages(&self.sources, &[refusal]);
        }
        ty
    }

    /// From now on interrupts are this session's.
    pub(crate) fn listen(&mut self) {
        self.image.runtime().catch_interrupts();
    }
}
