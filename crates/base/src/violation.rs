//! What a checker found wrong with a program, the same for every language.

use crate::Span;
use std::fmt;

/// An invariant of a language that a program breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The invariant, in a few words: one of the language's rules.
    pub rule: &'static str,
    /// What breaks it: about the text, if it is known where that stands, else a message of its
    /// own, which names the place.
    pub what: String,
    /// The function or cluster that it is in, counted from 0 in the order of the program; none
    /// for what stands beside them.
    pub function: Option<usize>,
    /// Where in the text, if that is known.
    pub span: Option<Span>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Violation {
    /// All of them in one line.
    pub fn join(violations: &[Violation]) -> String {
        let all: Vec<&str> = violations.iter().map(|violation| violation.what.as_str()).collect();
        all.join("; ")
    }
}

/// Makes the enumeration of the invariants that a checker decides, each with the few words that
/// messages have for it.
#[macro_export]
macro_rules! rules {
    ($($rule:ident = $title:literal,)*) => {
        /// An invariant that the checker decides.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Rule { $(#[doc = $title] $rule),* }

        impl Rule {
            /// All of them.
            pub const ALL: &'static [Rule] = &[$(Rule::$rule),*];

            /// What messages say when it is broken.
            pub const fn title(self) -> &'static str {
                match self { $(Rule::$rule => $title),* }
            }
        }
    };
}
