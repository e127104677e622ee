//! Annotations of ML Basis files: `ann "redundantMatch ignore" in ... end`.
//!
//! Annotations about warnings that Kont has are followed. Those that allow extensions that
//! Kont always allows, or ask for warnings that it does not have, are ignored. The others
//! get a warning.

use super::word::Word;
use diag::{Diagnostic, Severity, SourceId};

/// The name of the warning about annotations.
const WARNING: &str = "unknown-annotation";

/// Annotations and the warnings that they are about.
const ABOUT_WARNINGS: &[(&str, &str)] = &[
    ("nonexhaustiveMatch", "non-exhaustive-match"),
    ("nonexhaustiveBind", "non-exhaustive-binding"),
    ("redundantMatch", "redundant-match"),
];

/// Annotations that change nothing here.
const HARMLESS: &[&str] = &[
    "allowExtendedConsts",
    "allowExtendedNumConsts",
    "allowOptBar",
    "allowOrPats",
    "allowRecordPunExps",
    "allowSigWithtype",
    "allowSuccessorML",
    "allowVectorExps",
    "allowVectorExpsAndPats",
    "allowVectorPats",
    "deadCode",
    "forceUsed",
    "nonexhaustiveExnBind",
    "nonexhaustiveExnMatch",
    "nonexhaustiveExnRaise",
    "nonexhaustiveRaise",
    "redundantBind",
    "redundantRaise",
    "resolveScope",
    "sequenceNonUnit",
    "valrecConstr",
    "warnUnused",
];

/// The treatment of a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Warn,
    Ignore,
    Error,
}

/// The annotations in force.
#[derive(Clone, Default, Debug)]
pub(crate) struct Annotations {
    /// By warning; the last counts.
    wishes: Vec<(&'static str, Wish)>,
}

impl Annotations {
    /// Adds an annotation; gives a warning about one that Kont does not know.
    pub(crate) fn add(&mut self, source: SourceId, annotation: &Word) -> Option<Diagnostic> {
        let mut parts = annotation.text.split_whitespace();
        let name = parts.next().unwrap_or_default();
        let value = parts.next().unwrap_or_default();
        let warning = ABOUT_WARNINGS.iter().find(|(known, _)| *known == name);
        if let Some((_, code)) = warning {
            let wish = match value {
                "ignore" => Wish::Ignore,
                "error" => Wish::Error,
                _ => Wish::Warn,
            };
            self.wishes.push((code, wish));
            return None;
        }
        if HARMLESS.contains(&name) || matches!(value, "false" | "ignore") {
            return None;
        }
        let label = format!("`{name}` means nothing to Kont");
        let message = Diagnostic::warning("an annotation that Kont does not know");
        Some(message.at(source, annotation.span, label).code(WARNING))
    }

    /// Removes warnings, or makes errors of them, as the annotations say.
    pub(crate) fn apply(&self, said: &mut Vec<Diagnostic>) {
        let wish = |message: &Diagnostic| {
            let mut wishes = self.wishes.iter().rev();
            wishes.find(|(code, _)| message.code == Some(code)).map(|(_, wish)| *wish)
        };
        said.retain(|message| wish(message) != Some(Wish::Ignore));
        for message in said.iter_mut().filter(|message| wish(message) == Some(Wish::Error)) {
            message.severity = Severity::Error;
        }
    }
}
