//! Shapes of declarations, from which inputs of any length are made.
//!
//! A shape is a text in `bench/repl` behind a comment with its name. Its last line is a call of
//! what it declares, of type `int`, behind `@note`. In the text stand holes:
//! ```text
//! @n          what makes its names unlike those of all other pieces
//! @1 @2 @3    a number of so many digits, of one digit from 2 on
//! @{a|b|c}    one of these
//! ```

use base::rng::Rng;

/// Files of shapes.
const FILES: &[&str] = &[
    include_str!("../../../../bench/repl/shapes/lists.sml"),
    include_str!("../../../../bench/repl/shapes/strings.sml"),
    include_str!("../../../../bench/repl/shapes/data.sml"),
    include_str!("../../../../bench/repl/shapes/state.sml"),
    include_str!("../../../../bench/repl/shapes/control.sml"),
    include_str!("../../../../bench/repl/shapes/numbers.sml"),
    include_str!("../../../../bench/repl/shapes/modules.sml"),
];

/// Functions of ten lines.
const TEN: &str = include_str!("../../../../bench/repl/ten.sml");

/// The comment in front of a shape.
const TITLE: &str = "(* shape ";

/// The line with the call.
const CALL: &str = "@note ";

/// Words in the names of an instance.
const WORDS: &[&str] = &[
    "Row", "Step", "Item", "Base", "Page", "Team", "Plan", "Key", "Road", "Gate", "Part", "Mark",
    "Lamp", "Seed", "Hill", "Wave",
];

/// A shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Its declarations.
    text: &'static str,
    call: &'static str,
}

/// An instance of a shape: declarations, each line with its end, and an expression that calls
/// them.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) call: String,
}

/// The shapes of which files and longer declarations are made.
pub(super) fn all() -> Vec<Shape> {
    FILES.iter().flat_map(|file| shapes(file)).collect()
}

/// Functions of ten lines.
pub(super) fn ten() -> Vec<Shape> {
    shapes(TEN).collect()
}

fn shapes(file: &'static str) -> impl Iterator<Item = Shape> {
    file.split(TITLE).skip(1).map(|shape| {
        let whole = shape.split_once('\n').and_then(|(_, rest)| rest.split_once(CALL));
        let Some((text, call)) = whole else { panic!("a shape without a call: {shape}") };
        Shape { text, call: call.trim_end() }
    })
}

impl Shape {
    /// The number of lines of its declarations.
    pub(super) fn lines(&self) -> usize {
        self.text.lines().count()
    }

    /// True if it declares neither structures nor signatures, and may stand inside `let`.
    pub(super) fn is_core(&self) -> bool {
        !self.text.lines().any(|line| line.starts_with("structure ")) && !self.has_signature()
    }

    /// True if it must stand outside of all structures.
    pub(super) fn has_signature(&self) -> bool {
        self.text.lines().any(|line| line.starts_with("signature "))
    }

    /// An instance; its number is unlike that of all others in the same session.
    pub(super) fn instance(&self, number: usize, random: &mut Rng) -> Piece {
        let name = format!("{}{number}", random.pick(WORDS));
        Piece { text: fill(self.text, &name, random), call: fill(self.call, &name, random) }
    }
}

/// A text with its holes filled.
fn fill(text: &str, name: &str, random: &mut Rng) -> String {
    let mut parts = text.split('@');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = match part.as_bytes().first() {
            Some(b'n') => {
                filled += name;
                &part[1..]
            }
            Some(digit @ b'1'..=b'3') => {
                let (low, high) = [(2, 9), (10, 99), (100, 999)][usize::from(digit - b'1')];
                filled += &random.between(low, high).to_string();
                &part[1..]
            }
            Some(b'{') => {
                let Some((choice, rest)) = part[1..].split_once('}') else {
                    panic!("a choice without an end: {part}")
                };
                filled += random.pick(&choice.split('|').collect::<Vec<_>>());
                rest
            }
            _ => {
                filled.push('@');
                part
            }
        };
        filled += rest;
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes() {
        let mut random = Rng::new(1);
        let filled = fill("f@n (@1, @2) @ g@n (@3) @{< or <=|<=}", "Row7", &mut random);
        let words: Vec<&str> = filled.split([' ', '(', ')', ',']).collect();
        assert_eq!(words[0], "fRow7");
        assert!(filled.contains(") @ gRow7 (") && filled.ends_with("<="), "{filled}");
        assert!(fill("@1", "", &mut random).len() == 1 && fill("@3", "", &mut random).len() == 3);
    }

    #[test]
    fn there_are_enough_shapes() {
        assert!(all().len() >= 50);
        assert!(all().iter().all(|shape| shape.lines() >= 5 && !shape.call.contains('\n')));
    }

    #[test]
    fn functions_of_ten_lines_have_ten_lines() {
        let mut shapes = ten();
        assert!(shapes.len() >= 16);
        shapes.retain(|shape| shape.lines() != 10 || !shape.text.starts_with("fun "));
        assert!(shapes.is_empty(), "{shapes:?}");
    }
}
