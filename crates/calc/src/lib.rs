//! A calculator, the example for those who add a language: a front end as small as one can be
//! that still has located errors, positions and programs that run.
//!
//! ```text
//! program   ::= statement*
//! statement ::= "let" name "=" exp ";" | "print" exp ";"
//! exp       ::= int | name | "-" exp | exp ("+" | "-" | "*" | "/") exp | "(" exp ")"
//! ```
//! Operators group to the left, `*` and `/` more tightly. Integers have 64 bits; what does not fit
//! raises Overflow, and division, which rounds down, raises Div. A name is that of the last `let`
//! before. `#` begins a comment.
//!
//! ```text
//! parse   text to syntax, with located errors
//! lower   syntax to ANF, with positions
//! ```
//! A language is added in three steps: a crate with a static [`Language`], or another front end, a
//! line in the command's list (`front_ends.rs` in `cli`), and the crate's name in the manifests.
//! This one is in the list only with the feature `calc` of `cli`, which its test switches on.

mod lower;
mod parse;

use base::LocatedError;
use front::Language;

/// The front end.
pub static FRONT_END: Language = Language {
    name: "calc",
    title: "the calculator's language",
    endings: &["calc"],
    compile: |source| compile(&source.name, &source.bytes).map_err(|error| vec![error]),
};

/// The ANF of a program.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn compile(name: &str, text: &[u8]) -> Result<anf::Module, LocatedError> {
    lower::lower(name, text, &parse::parse(text)?)
}

#[cfg(test)]
mod tests {
    use super::compile;

    fn wrong(text: &str, title: &str, at: &str) {
        let error = compile("t.calc", text.as_bytes()).err().unwrap();
        let span = error.span.unwrap();
        assert_eq!((&*error.title, &text[span.start..span.end]), (title, at), "{text}");
    }

    #[test]
    fn what_it_makes_is_well_formed() {
        let text = "# Twice.\nlet x = 2 * (3 - -1);\nlet x = x / 2 + x;\nprint x;";
        let module = compile("t.calc", text.as_bytes()).unwrap();
        assert_eq!(anf::check(&module), []);
    }

    #[test]
    fn errors_have_places() {
        wrong("print 1 +;", "syntax error", ";");
        wrong("let = 1;", "syntax error", "=");
        wrong("print 1", "syntax error", "");
        wrong("print x; let x = 1;", "unknown variable", "x");
        wrong("print 9223372036854775808;", "number too large", "9223372036854775808");
        wrong("print 1 § 2;", "unexpected character", "§");
        wrong(&format!("print {}1;", "(".repeat(1001)), "nested too deeply", "(");
    }
}
