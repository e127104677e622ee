//! Layouts are written in `abi` only: no bare numbers of words, bits or bytes elsewhere.

use super::File;

/// The files where objects are laid out or taken apart.
const PLACES: &[&str] =
    &["crates/codegen-llvm/src/", "crates/lower/src/", "crates/flow/src/machine/", RUNTIME];

/// The files where objects have accessors.
const RUNTIME: &str = "runtime/src/";

/// Functions none of whose arguments is a bare number but 0: numbers of words.
const WORDS: &[&str] = &["word_of(", "fill(", "allocate(", "ir.offset(", "memory::load("];

/// The accessors of objects, by numbers of words.
const ACCESSORS: &[&str] = &[".word(", ".slot("];

/// Functions of bits, whose argument is no constant made of a bare number.
const BITS: &[&str] = &["shl(", "lshr(", "ashr(", "and(", "or("];

/// Bare numbers where a name of `abi` should stand.
pub(super) fn check(file: &File) -> Vec<String> {
    if !PLACES.iter().any(|place| file.path.starts_with(place)) || file.path.contains("tests") {
        return Vec::new();
    }
    let lines = file.text.lines().enumerate();
    let lines = lines.take_while(|(_, line)| !line.starts_with("#[cfg(test)]"));
    lines
        .filter(|(_, line)| is_bare(line, file.path.starts_with(RUNTIME)))
        .map(|(i, _)| {
            format!("{}:{}: a bare number of a layout, which `abi` names", file.path, i + 1)
        })
        .collect()
}

fn is_bare(line: &str, in_runtime: bool) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let accessors = if in_runtime { ACCESSORS } else { &[] };
    let words = WORDS.iter().chain(accessors).flat_map(|function| arguments(code, function));
    let bits = BITS.iter().flat_map(|function| arguments(code, function));
    words.into_iter().any(starts_with_number)
        || bits.into_iter().any(|argument| {
            argument.trim_start().strip_prefix("ir.word(").is_some_and(starts_with_number)
        })
        || ["8 *", "* 8", "24 +"].iter().any(|sum| code.contains(sum))
}

/// True if it begins with a number other than 0.
fn starts_with_number(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_ascii_digit() && c != '0')
}

/// The texts after the opening bracket and after each comma of the calls of a function, up to the
/// end of the line.
fn arguments<'a>(code: &'a str, function: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(function) {
        let before = code[..at].chars().next_back();
        if !function.starts_with('.') && before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let mut depth = 0;
        let list = &code[at + function.len()..];
        found.push(list);
        for (i, c) in list.char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => break,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 0 => found.push(&list[i + 1..]),
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::is_bare;

    #[test]
    fn bare_numbers_are_found() {
        for line in [
            "let x = self.word_of(object, 1);",
            "let x = self.allocate(3);",
            "self.fill(object, 1 + i, args)",
            "let n = ir.lshr(word, ir.word(8));",
            "let bytes = 24 + 8 * args.len();",
            "let length = object.word(1);",
            "visit(object.slot(2 + i));",
        ] {
            assert!(is_bare(line, true), "{line}");
        }
        for line in [
            "let x = self.word_of(object, word::LENGTH);",
            "let next = ir.add(i, ir.word(1));",
            "let same = ir.or(f(1), ir.word(abi::IMMEDIATE)); // ir.word(8)",
            "self.fill(at, 0, parts)",
        ] {
            assert!(!is_bare(line, false), "{line}");
        }
    }
}
