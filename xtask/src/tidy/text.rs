//! Every file begins with a module comment; no open task without an issue; no
//! spelling but the British one in comments, in the words that show it.

use super::File;

/// American spellings of words that the house uses. Written in two halves so
/// that this file does not contain them.
const SPELLINGS: &[(&str, &str)] = &[
    ("optimi", "zer"),
    ("optimi", "zation"),
    ("initiali", "ze"),
    ("seriali", "ze"),
    ("normali", "ze"),
    ("behav", "ior"),
    ("neigh", "bor"),
];

/// The rules that the text of a file breaks.
pub(super) fn check(file: &File) -> Vec<String> {
    let mut violations = Vec::new();
    if !file.text.starts_with("//!") {
        violations.push(format!("{}: no module comment", file.path));
    }
    for (i, line) in file.text.lines().enumerate() {
        let at = format!("{}:{}", file.path, i + 1);
        for word in [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")] {
            let issue = format!("{word}(#");
            if line.contains(word)
                && !line.contains(&issue)
                && !file.path.starts_with("xtask/src/tidy")
            {
                violations.push(format!("{at}: {word} without an issue"));
            }
        }
        if let Some((start, end)) =
            SPELLINGS.iter().find(|(start, end)| line.contains(&format!("{start}{end}")))
            && line.trim_start().starts_with("//")
        {
            violations.push(format!("{at}: `{start}{end}` is not British"));
        }
    }
    violations
}
