//! Drawing of diagnostics, with `codespan-reporting`.

use crate::excerpt::Excerpts;
use crate::{Diagnostic, Severity, SourceId, Sources};
use codespan_reporting::diagnostic as codespan;
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{self, Chars, Config};

/// The characters and colours of drawings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Escape codes for colours.
    pub colour: bool,
    /// Lines of ASCII characters.
    pub ascii: bool,
}

/// A style with colours, or without.
impl From<bool> for Style {
    fn from(colour: bool) -> Style {
        Style { colour, ascii: false }
    }
}

/// A diagnostic as text.
pub fn draw(sources: &Sources, diagnostic: &Diagnostic, style: impl Into<Style>) -> String {
    let style = style.into();
    let excerpts = Excerpts::new(sources, diagnostic);
    let mut labels = Vec::new();
    if let Some(label) = &diagnostic.primary {
        labels.push(
            codespan::Label::primary(label.source, excerpts.locate(label))
                .with_message(printable(&label.text)),
        );
    }
    for label in &diagnostic.others {
        labels.push(
            codespan::Label::secondary(label.source, excerpts.locate(label))
                .with_message(printable(&label.text)),
        );
    }
    let severity = match diagnostic.severity {
        Severity::Error => codespan::Severity::Error,
        Severity::Warning => codespan::Severity::Warning,
    };
    let notes = diagnostic.hint.iter().map(|hint| format!("hint: {}", printable(hint))).collect();
    let drawn = codespan::Diagnostic::new(severity)
        .with_message(printable(&diagnostic.title))
        .with_labels(labels)
        .with_notes(notes);
    let mut buffer = if style.colour { Buffer::ansi() } else { Buffer::no_color() };
    let chars = if style.ascii { Chars::ascii() } else { Chars::default() };
    let config = Config { chars, ..Config::default() };
    match term::emit_to_write_style(&mut buffer, &config, &excerpts, &drawn) {
        Ok(()) => String::from_utf8_lossy(&buffer.into_inner()).into_owned(),
        // A place outside its file: better the message alone than nothing.
        Err(_) => format!("error: {}\n", printable(&diagnostic.title)),
    }
}

/// Warnings that may say why there is an error in another file.
const REASONS: [Option<&str>; 1] = [Some("missing-member")];

/// Diagnostics as text, `most` at the most: errors first, then warnings about the files that
/// have errors, and those that may explain an error elsewhere. The others are counted.
pub fn draw_all(
    sources: &Sources,
    diagnostics: &[Diagnostic],
    style: impl Into<Style>,
    most: usize,
) -> String {
    let style = style.into();
    let file = |d: &Diagnostic| d.primary.as_ref().map(|label| label.source);
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let stopped: Vec<Option<SourceId>> = errors.map(file).collect();
    let shown = |d: &&Diagnostic| {
        let serious = d.severity == Severity::Error || REASONS.contains(&d.code);
        serious || stopped.is_empty() || stopped.contains(&file(d))
    };
    let mut first: Vec<&Diagnostic> = diagnostics.iter().filter(shown).collect();
    // A warning that was made an error stops nothing by itself.
    first.sort_by_key(|d| (d.severity == Severity::Warning, d.code.is_some()));
    first.truncate(most);
    let mut text: String = first.iter().map(|d| draw(sources, d, style)).collect();
    let count = |severity| {
        let all = diagnostics.iter().filter(|d| d.severity == severity).count();
        (all, all - first.iter().filter(|d| d.severity == severity).count())
    };
    let more: Vec<String> = [(Severity::Error, "error"), (Severity::Warning, "warning")]
        .into_iter()
        .filter_map(|(severity, name)| counted(count(severity), name))
        .collect();
    if !more.is_empty() {
        text.push_str(&format!("... and {}\n", more.join(" and ")));
    }
    text
}

/// The number of diagnostics of a kind that are not shown, in words; nothing if all are.
fn counted((all, hidden): (usize, usize), name: &str) -> Option<String> {
    let more = if hidden < all { "more " } else { "" };
    match hidden {
        0 => None,
        1 => Some(format!("1 {more}{name}")),
        _ => Some(format!("{hidden} {more}{name}s")),
    }
}

/// Messages quote the program, which may contain anything.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Span;
    use expect_test::{Expect, expect};

    fn check(bytes: &[u8], span: (usize, usize), other: Option<(usize, usize)>, expect: &Expect) {
        let mut sources = Sources::new();
        let source = sources.add("a.anf", bytes);
        let mut diagnostic = Diagnostic::error("argument has the wrong type")
            .at(source, Span::new(span.0, span.1), "this is a string")
            .hint("convert it");
        if let Some((start, end)) = other {
            diagnostic = diagnostic.also(source, Span::new(start, end), "f takes an int");
        }
        expect.assert_eq(&draw(&sources, &diagnostic, false));
    }

    #[test]
    fn two_labels() {
        check(
            b"fun f x = x + 1\n\n\n\nval y = f \"a\"\n",
            (29, 32),
            Some((4, 5)),
            &expect![[r#"
                error: argument has the wrong type
                  ┌─ a.anf:5:11
                  │
                1 │ fun f x = x + 1
                  │     - f takes an int
                  ·
                5 │ val y = f "a"
                  │           ^^^ this is a string
                  │
                  = hint: convert it

            "#]],
        );
    }

    #[test]
    fn drawings_of_ascii() {
        let mut sources = Sources::new();
        let source = sources.add("a.anf", "a\n\n\n\nb c\n");
        let diagnostic = Diagnostic::error("wrong")
            .at(source, Span::new(5, 6), "this")
            .also(source, Span::new(0, 1), "that")
            .hint("do");
        let drawn = draw(&sources, &diagnostic, Style { ascii: true, colour: false });
        assert!(drawn.is_ascii() && drawn.contains("5 | b c"), "{drawn}");
    }

    #[test]
    fn line_between_is_shown() {
        check(
            b"fun f x\nbetween\nf \"a\"",
            (18, 21),
            Some((4, 5)),
            &expect![[r#"
                error: argument has the wrong type
                  ┌─ a.anf:3:3
                  │
                1 │ fun f x
                  │     - f takes an int
                2 │ between
                3 │ f "a"
                  │   ^^^ this is a string
                  │
                  = hint: convert it

            "#]],
        );
    }

    #[test]
    fn bytes_that_are_not_text() {
        check(
            b"ab\xff\xfe\x1b[31m \xc3\xa9 x\n\xff",
            (13, 14),
            None,
            &expect![[r#"
                error: argument has the wrong type
                  ┌─ a.anf:1:13
                  │
                1 │ ab???[31m é x
                  │             ^ this is a string
                  │
                  = hint: convert it

            "#]],
        );
    }

    #[test]
    fn empty_file_and_span_outside() {
        let text = expect![[r#"
            error: argument has the wrong type
              ┌─ a.anf:1:1
              │
            1 │ 
              │ ^ this is a string
              │
              = hint: convert it

        "#]];
        check(b"", (0, 0), None, &text);
        check(b"", (70, 90), None, &text);
    }

    #[test]
    fn long_line_is_cut() {
        let mut line = vec![b'x'; 1_000_000];
        line[500_000] = b'!';
        check(
            &line,
            (500_000, 500_001),
            None,
            &expect![[r#"
                error: argument has the wrong type
                  ┌─ a.anf:1:500001
                  │
                1 │ ...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx!xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
                  │                                            ^ this is a string
                  │
                  = hint: convert it

            "#]],
        );
    }

    #[test]
    fn span_over_lines_ends_with_its_first() {
        check(
            b"let x\ny\nz",
            (4, 9),
            None,
            &expect![[r#"
                error: argument has the wrong type
                  ┌─ a.anf:1:5
                  │
                1 │ let x
                  │     ^ this is a string
                  │
                  = hint: convert it

            "#]],
        );
    }
    fn all(said: &[(Diagnostic, usize)], most: usize) -> String {
        let mut sources = Sources::new();
        let files = [sources.add("a.sml", b"x"), sources.add("b.sml", b"y")];
        let placed = said.iter().map(|(d, file)| d.clone().at(files[*file], Span::new(0, 1), ""));
        let placed: Vec<Diagnostic> = placed.collect();
        let text = draw_all(&sources, &placed, false, most);
        let line = |line: &&str| line.starts_with(|c: char| c.is_alphabetic() || c == '.');
        text.lines().filter(line).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn what_stops_a_program_comes_first() {
        let odd = (Diagnostic::warning("odd"), 0);
        let wrong = (Diagnostic::error("wrong"), 1);
        let said = [odd.clone(), odd.clone(), (Diagnostic::warning("odd too"), 1), wrong.clone()];
        assert_eq!(all(&said, 50), "error: wrong; warning: odd too; ... and 2 more warnings");
        assert_eq!(all(&said, 1), "error: wrong; ... and 3 warnings");
        assert_eq!(all(&[odd.clone(), wrong.clone()], 50), "error: wrong; ... and 1 warning");
        assert_eq!(all(&said[..2], 1), "warning: odd; ... and 1 more warning");
        let reason = (Diagnostic::warning("not there").code("missing-member"), 0);
        assert_eq!(all(&[reason, wrong.clone()], 50), "error: wrong; warning: not there");
        let strict = (Diagnostic::error("strict").code("redundant-match"), 0);
        assert_eq!(
            all(&[strict, odd, wrong.clone(), wrong], 2),
            "error: wrong; error: wrong; ... and 1 more error and 1 warning"
        );
    }
}
