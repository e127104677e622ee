//! The answers to the actions of a program that runs as it is written.

use crate::Answers;
use diag::Diagnostic;
use front::{Driver, Refusal};
use std::collections::VecDeque;
use std::io::Read;
use std::path::Path;

/// The answers of a script, each perhaps with the name of the action that it is for.
type Script = VecDeque<(Option<String>, i64)>;

/// The source of answers to actions: a script, chance, or standard input.
pub(crate) struct Oracle {
    script: Option<Script>,
    answers: Option<Answers>,
}

fn script(path: &Path, driver: &mut dyn Driver) -> Result<Script, Refusal> {
    let file = path.display();
    let bytes = driver.read(path);
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| NO_TEXT.to_owned()));
    let text = text.map_err(|why| Refusal::Usage(format!("cannot read {file}: {why}")))?;
    read_script(&text).map_err(|line| {
        let title = format!("{file}:{line}: an answer is a number, or an action and a number");
        Refusal::Rejected(vec![Diagnostic::error(title)])
    })
}

const NO_TEXT: &str = "stream did not contain valid UTF-8";

/// The answers of a script: on each line a number, or the name of an action and
/// a number; `#` begins a comment. The number of the line that is neither.
fn read_script(text: &str) -> Result<Script, usize> {
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
    /// The one that the options ask for.
    pub(crate) fn new(
        file: Option<&Path>,
        seed: Option<u64>,
        driver: &mut dyn Driver,
    ) -> Result<Oracle, Refusal> {
        let script = file.map(|path| script(path, driver)).transpose()?;
        Ok(Oracle { script, answers: seed.map(Answers::new) })
    }

    /// The answer to an action, or why there is none.
    pub(crate) fn answer(
        &mut self,
        action: &str,
        args: &[i64],
        driver: &mut dyn Driver,
    ) -> Result<i64, String> {
        if let ("print", [value]) = (action, args) {
            // A program goes on if what it prints cannot be written.
            let _ = driver.print(format!("{value}\n").as_bytes());
            let named = |(name, _): &(Option<String>, i64)| name.as_deref() == Some("print");
            let script = self.script.as_mut().filter(|script| script.front().is_some_and(named));
            return Ok(script.and_then(VecDeque::pop_front).map_or(0, |(_, answer)| answer));
        }
        if let Some(script) = &mut self.script {
            return match script.pop_front() {
                None => Err(format!("the script has no answer to `@{action}`")),
                Some((Some(name), _)) if name != action => {
                    Err(format!("the script answers `@{name}`, and this is `@{action}`"))
                }
                Some((_, answer)) => Ok(answer),
            };
        }
        if let Some(answers) = &mut self.answers {
            return Ok(answers.next_answer());
        }
        let args: Vec<String> = args.iter().map(i64::to_string).collect();
        let input = driver.input(&format!("@{action} ({}) = ", args.join(", ")));
        read_number(input).ok_or_else(|| format!("standard input has no number for `@{action}`"))
    }
}

/// Reads space, a number, and the byte after it, as native code does.
fn read_number(mut input: impl Read) -> Option<i64> {
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
