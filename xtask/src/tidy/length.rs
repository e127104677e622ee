//! Files of at most 500 lines, functions of at most 60.
//!
//! Functions are found by their layout, which `rustfmt` decides: one ends at the
//! first line that is a brace with the indentation of its `fn`.

use super::File;
use super::exceptions::Exceptions;

const FILE_LINES: usize = 500;
const FUNCTION_LINES: usize = 60;

/// The functions and files that are too long.
pub(super) fn check(file: &File, exceptions: &mut Exceptions) -> Vec<String> {
    let mut violations = Vec::new();
    let lines = file.text.lines().count();
    if lines > FILE_LINES && !exceptions.allow("file", &file.path) {
        violations.push(format!("{}: {lines} lines, more than {FILE_LINES}", file.path));
    }
    for function in functions(&file.text) {
        let what = format!("{}:{}", file.path, function.name);
        if function.lines > FUNCTION_LINES && !exceptions.allow("function", &what) {
            violations.push(format!(
                "{}:{}: {} has {} lines, more than {FUNCTION_LINES}",
                file.path, function.line, function.name, function.lines
            ));
        }
    }
    violations
}

#[derive(Debug, PartialEq)]
struct Function {
    name: String,
    line: usize,
    lines: usize,
}

fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let mut functions = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let indentation = line.len() - line.trim_start().len();
        let end = format!("{}}}", &line[..indentation]);
        let ends_here = line.ends_with(';') || (line.contains('{') && line.ends_with('}'));
        let length = if ends_here {
            1
        } else {
            // A declaration without a body ends at a `;` before any brace.
            let last = lines[i..]
                .iter()
                .position(|l| *l == end || l.trim_start().starts_with(") ->") && l.ends_with(';'));
            last.map_or(1, |last| last + 1)
        };
        functions.push(Function { name, line: i + 1, lines: length });
    }
    functions
}

/// The name, if the line begins a function.
fn function_name(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let name = loop {
        match words.next()? {
            "fn" => break words.next()?,
            "pub" | "pub(crate)" | "pub(super)" | "const" | "unsafe" | "extern" | "\"C\"" => {}
            _ => return None,
        }
    };
    Some(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_functions_by_layout() {
        let text = "fn a() {\n    x();\n}\n\npub(crate) unsafe fn b(\n    x: u8,\n) -> u8 {\n    if x {\n    }\n}\ntrait T {\n    fn c(&self);\n    fn d(&self) {}\n}\n";
        let found: Vec<(String, usize)> =
            functions(text).into_iter().map(|f| (f.name, f.lines)).collect();
        let expected = [("a", 3), ("b", 6), ("c", 1), ("d", 1)];
        assert_eq!(found, expected.map(|(name, lines)| (name.to_owned(), lines)));
    }
}
