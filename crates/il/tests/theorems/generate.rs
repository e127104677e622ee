//! Generated programs: few names, bound over and over, and functions that are
//! applied wherever they are in scope.

use base::rng::{Rng, mix};
use il::Program;

/// The program with this seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut generator = Generator { rng: Rng::new(seed), funs: Vec::new(), next: 0, size: 0 };
    generator.size = 4 + generator.below(20);
    let mut text = String::new();
    generator.term(&mut text, 0);
    il::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

struct Generator {
    rng: Rng,
    /// The functions in scope, with their parameters.
    funs: Vec<(String, usize)>,
    next: usize,
    size: usize,
}

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.below(NAMES.len())]
    }

    fn exp(&mut self) -> String {
        let x = self.name();
        match self.below(8) {
            0 => (self.below(7) as i64 - 2).to_string(),
            1 => format!("{x} - 1"),
            2 => format!("{x} + {}", self.name()),
            3 => format!("{x} * {} < {}", self.name(), self.name()),
            4 if self.below(4) == 0 => format!("{x} / {}", self.name()),
            5 => format!("!{x} || {} == 0", self.name()),
            _ => x.to_owned(),
        }
    }

    fn term(&mut self, out: &mut String, depth: usize) {
        let scope = self.funs.len();
        while self.size > 0 && self.below(6) > 0 {
            self.size -= 1;
            match self.below(7) {
                0 => {
                    let x = self.name();
                    out.push_str(&format!("let {x} = @ask ({}) in\n", self.exp()));
                }
                1 | 2 if depth < 5 => self.fun(out, depth),
                _ => {
                    let (x, e) = (self.name(), self.exp());
                    out.push_str(&format!("let {x} = {e} in\n"));
                }
            }
        }
        if depth < 6 && self.size > 0 && self.below(2) == 0 {
            self.size -= 1;
            out.push_str(&format!("if {} then\n", self.exp()));
            self.term(out, depth + 1);
            out.push_str(" else\n");
            self.term(out, depth + 1);
        } else if self.funs.is_empty() || self.below(5) == 0 {
            out.push_str(&self.exp());
        } else {
            // Mostly the innermost one, so that few are unreachable.
            let last = self.funs.len() - 1;
            let pick = if self.below(2) == 0 { last } else { self.below(last + 1) };
            let (name, params) = self.funs[pick].clone();
            let args: Vec<String> = (0..params).map(|_| self.exp()).collect();
            out.push_str(&format!("{name} ({})", args.join(", ")));
        }
        self.funs.truncate(scope);
    }

    fn fun(&mut self, out: &mut String, depth: usize) {
        let start = self.below(NAMES.len());
        let count = self.below(4);
        let params: Vec<&str> = (0..count).map(|i| NAMES[(start + i) % NAMES.len()]).collect();
        let name = format!("f{}", self.next);
        self.next += 1;
        out.push_str(&format!("fun {name} ({}) =\n", params.join(", ")));
        self.funs.push((name, count));
        self.term(out, depth + 1);
        out.push_str("\nin\n");
    }
}

/// The program with one of its names changed, if that is a program.
pub(crate) fn changed(program: &Program, seed: u64) -> Option<Program> {
    let text = program.to_string();
    let is_name = |word: &str| {
        NAMES.contains(&word) || word.starts_with('f') && word[1..].parse::<usize>().is_ok()
    };
    let mut places = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let name = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if is_name(name) {
            places.push((at, name.len()));
        }
        at += word.len();
    }
    let (at, length) = *places.get(mix(seed) as usize % places.len().max(1))?;
    let other = match &text[at..at + length] {
        name if name.len() > 1 => format!("f{}", mix(seed ^ 1) % 4),
        _ => NAMES[mix(seed ^ 1) as usize % NAMES.len()].to_owned(),
    };
    let text = format!("{}{other}{}", &text[..at], &text[at + length..]);
    il::parse(text.as_bytes()).ok()
}
