//! The inputs whose answers are timed. The same come out every time.

use super::shapes::{self, Piece, Shape};
use base::rng::Rng;
use std::fmt::Write;

/// Inputs before the first that is timed.
pub(super) const WARM: usize = 20;

/// The beginning of a file: what every piece folds its result into.
const HEADER: &str = "\
(* Generated: see xtask/src/bench/repl. *)
val checksum = ref 1

fun note (x : int) = checksum := (!checksum * 31 + x mod 1000003) mod 1000003

";

/// The end of a file.
const FOOTER: &str = "val () = print (\"checksum \" ^ Int.toString (!checksum) ^ \"\\n\");\n";

/// The expression that has the checksum of a file.
pub(super) const CHECKSUM: &str = "!checksum";

/// Lines between two semicolons of a file.
const STRETCH: usize = 100;

/// Shapes in an order by chance, all before any comes again.
struct Deck {
    shapes: Vec<Shape>,
    left: Vec<Shape>,
}

impl Deck {
    fn new(shapes: Vec<Shape>) -> Deck {
        Deck { shapes, left: Vec::new() }
    }

    fn draw(&mut self, random: &mut Rng) -> Shape {
        if self.left.is_empty() {
            self.left.clone_from(&self.shapes);
        }
        self.left.swap_remove(random.below(self.left.len()))
    }
}

/// A file of so many lines, or a few more.
pub(super) fn file(lines: usize) -> String {
    let mut random = Rng::new(lines as u64);
    let mut deck = Deck::new(shapes::all());
    let mut text = HEADER.to_owned();
    let (mut written, mut ended) = (HEADER.lines().count(), 0);
    for number in 0.. {
        let Piece { text: declarations, call } =
            deck.draw(&mut random).instance(number, &mut random);
        written += declarations.lines().count() + 2;
        let end = if written - ended > STRETCH { ";" } else { "" };
        if !end.is_empty() {
            ended = written;
        }
        _ = writeln!(text, "{declarations}val () = note ({call}){end}\n");
        if written + 1 >= lines {
            break;
        }
    }
    text + FOOTER
}

/// A declaration, and a call of what it declares.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) declaration: String,
    pub(super) call: String,
}

impl Input {
    /// What is typed.
    pub(super) fn text(&self) -> String {
        format!("{};\n{};\n", self.declaration.trim_end(), self.call)
    }
}

/// What is typed before anything is timed: functions of ten lines, and sums.
pub(super) fn warm() -> Vec<String> {
    let mut random = Rng::new(3);
    let shapes = shapes::ten();
    (0..WARM)
        .map(|i| match shapes.get(i) {
            Some(shape) => ten_lines(shape, 900 + i, &mut random).text(),
            None => format!("{i} + {i};\n"),
        })
        .collect()
}

/// Sums.
pub(super) fn sums() -> Vec<String> {
    let sum = |i: usize| format!("{}+{};\n", 1 + i % 7, 1 + i * 5 % 31);
    (0..31).map(sum).collect()
}

/// Functions of ten lines, each shape twice.
pub(super) fn tens() -> Vec<Input> {
    let mut random = Rng::new(10);
    let shapes = shapes::ten();
    let both = shapes.iter().chain(&shapes).enumerate();
    both.map(|(i, shape)| ten_lines(shape, i, &mut random)).collect()
}

fn ten_lines(shape: &Shape, number: usize, random: &mut Rng) -> Input {
    let Piece { text, call } = shape.instance(number, random);
    Input { declaration: text, call }
}

/// The number of declarations of a hundred lines.
pub(super) const HUNDREDS: usize = 15;

/// The ways in which many declarations become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrap {
    /// A structure.
    Structure,
    /// A function that only sees what is local.
    Local,
    /// A function, and all within it.
    Function,
}

/// Declarations of about a hundred lines.
pub(super) fn hundreds() -> Vec<Input> {
    let mut random = Rng::new(100);
    let mut number = 0;
    let wraps = [Wrap::Structure, Wrap::Local, Wrap::Function];
    let input = |i: usize| hundred_lines(wraps[i % wraps.len()], i, &mut number, &mut random);
    (0..HUNDREDS).map(input).collect()
}

fn hundred_lines(wrap: Wrap, i: usize, number: &mut usize, random: &mut Rng) -> Input {
    let (before, between, after, call) = match wrap {
        Wrap::Structure => (
            format!("structure Part{i} =\nstruct\n"),
            "\n  fun result () =\n".to_owned(),
            "end",
            format!("Part{i}.result ()"),
        ),
        Wrap::Local => (
            "local\n".to_owned(),
            format!("in\n  fun part{i} () =\n"),
            "end",
            format!("part{i} ()"),
        ),
        Wrap::Function => {
            let before = format!("fun part{i} () =\n  let\n");
            (before, "  in\n".to_owned(), "  end", format!("part{i} ()"))
        }
    };
    let indent = if wrap == Wrap::Function { "    " } else { "  " };
    let (mut parts, mut calls) = (Vec::new(), Vec::new());
    for shape in hundred(wrap, random) {
        let piece = shape.instance(*number, random);
        *number += 1;
        let indented =
            |line: &str| if line.is_empty() { "\n".into() } else { format!("{indent}{line}\n") };
        parts.push(piece.text.lines().map(indented).collect::<String>());
        calls.push(format!("({})", piece.call));
    }
    let (parts, sum) = (parts.join("\n"), calls.join("\n    + "));
    Input { declaration: format!("{before}{parts}{between}    {sum}\n{after}\n"), call }
}

/// Shapes that have a hundred lines together, give or take three. A line is between any two of
/// them; another is that of the call.
fn hundred(wrap: Wrap, random: &mut Rng) -> Vec<Shape> {
    let suits = |shape: &Shape| match wrap {
        Wrap::Structure => !shape.has_signature(),
        Wrap::Local | Wrap::Function => shape.is_core(),
    };
    loop {
        let mut deck = Deck::new(shapes::all().into_iter().filter(suits).collect());
        let (mut lines, mut chosen) = (3, Vec::new());
        while lines < 97 {
            let shape = deck.draw(random);
            lines += shape.lines() + 2;
            chosen.push(shape);
        }
        if lines <= 103 {
            return chosen;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that is another one for nearly every other text.
    fn digest(text: &str) -> u64 {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// The digests of the inputs; other inputs would need all figures to be measured again.
    const FIXED: [u64; 5] = [
        8_325_588_641_287_910_691,
        5_671_787_064_075_318_845,
        4_411_062_557_664_298_489,
        13_120_405_311_144_775_326,
        2_989_323_153_379_258_053,
    ];

    #[test]
    fn files_have_their_length_and_are_the_same_every_time() {
        for lines in [2_000, 20_000] {
            let text = file(lines);
            let count = text.lines().count();
            assert!((lines..lines + 60).contains(&count), "{count}");
            assert_eq!(digest(&text), digest(&file(lines)));
            let ends = text
                .lines()
                .filter(|line| line.starts_with("val () = note"))
                .filter(|line| line.ends_with(';'))
                .count();
            assert!(ends * 120 > lines && ends * 100 <= lines, "{ends} semicolons");
        }
    }

    #[test]
    fn the_inputs_are_those_that_were_fixed() {
        let texts = |inputs: &[Input]| inputs.iter().map(Input::text).collect::<String>();
        let found =
            [file(2_000), file(20_000), texts(&tens()), texts(&hundreds()), warm().concat()]
                .map(|text| digest(&text));
        assert_eq!(found, FIXED);
    }

    #[test]
    fn declarations_of_a_hundred_lines() {
        let inputs = hundreds();
        assert_eq!(inputs.len(), HUNDREDS);
        for input in inputs {
            let lines = input.declaration.lines().count();
            assert!((95..=105).contains(&lines), "{lines} lines: {}", input.declaration);
        }
    }
}
