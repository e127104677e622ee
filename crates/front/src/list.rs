//! Questions to all front ends there are.

use crate::FrontEnd;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The front ends of a command, in the order in which help and messages name them.
#[derive(Clone, Copy)]
pub struct FrontEnds(pub &'static [&'static dyn FrontEnd]);

impl FrontEnds {
    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn FrontEnd> {
        self.0.iter().copied()
    }

    /// The one of this name.
    ///
    /// # Errors
    /// Fails if there is none.
    pub fn named(self, name: &str) -> Result<&'static dyn FrontEnd, String> {
        self.iter().find(|front| front.name() == name).ok_or_else(|| {
            format!("there is no language `{name}`; there are {}", self.names("and"))
        })
    }

    /// The one whose files are called like this, and the name without the ending.
    pub fn of_file(self, path: &Path) -> Option<(&'static dyn FrontEnd, &OsStr)> {
        let name = path.file_name()?.as_bytes();
        let stem = |ending: &str| name.strip_suffix(ending.as_bytes())?.strip_suffix(b".");
        let stems = |front: &'static dyn FrontEnd| front.endings().iter().find_map(|e| stem(e));
        let stems = |front| stems(front).filter(|stem| !stem.is_empty());
        self.iter().find_map(|front| Some((front, OsStr::from_bytes(stems(front)?))))
    }

    /// All names, with this word before the last.
    pub fn names(self, word: &str) -> String {
        listed(self.iter().map(|front| front.name().to_owned()).collect(), word)
    }

    /// All endings, with this word before the last.
    pub fn endings(self, word: &str) -> String {
        let endings = self.iter().flat_map(|front| front.endings());
        listed(endings.map(|ending| format!(".{ending}")).collect(), word)
    }

    /// The titles of those whose programs may have several files, with something between them.
    pub fn several(self, between: &str) -> String {
        let several = self.iter().filter(|front| front.takes_several());
        several.map(|front| front.title()).collect::<Vec<_>>().join(between)
    }

    /// The titles of those that show what programs bind, with this word before the last.
    pub fn with_types(self, word: &str) -> String {
        let with_types = self.iter().filter(|front| front.has_types());
        listed(with_types.map(|front| front.title().to_owned()).collect(), word)
    }

    /// The warnings that can be switched off: name, and what they are about.
    pub fn warnings(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.iter().flat_map(|front| front.warnings().iter().copied())
    }
}

/// `a, b or c`.
fn listed(mut words: Vec<String>, word: &str) -> String {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} {word} {last}", words.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    const TEXTS: FrontEnds = FrontEnds(&[&text::ANF, &text::ANF_JSON, &text::CPS, &text::FLOW]);
    const ONE: FrontEnds = FrontEnds(&[&text::CPS]);

    #[test]
    fn lists_are_sentences() {
        assert_eq!(TEXTS.names("or"), "anf, anf-json, cps or flow");
        assert_eq!(TEXTS.endings("and"), ".anf, .anf.json, .cps and .flow");
        assert_eq!(ONE.names("or"), "cps");
        assert_eq!(TEXTS.several(", "), "ANF, ANF as JSON");
    }

    #[test]
    fn found_by_name_and_ending() {
        let of_file = |path: &'static str| {
            TEXTS.of_file(Path::new(path)).map(|(front, stem)| (front.name(), stem))
        };
        assert_eq!(of_file("a/b.c.cps"), Some(("cps", OsStr::new("b.c"))));
        assert_eq!(of_file("a.anf.json"), Some(("anf-json", OsStr::new("a"))));
        assert_eq!(of_file("a.json"), None);
        assert_eq!(of_file(".cps"), None);
        assert_eq!(of_file("cps"), None);
        let wrong = TEXTS.named("pml").map(FrontEnd::name);
        assert_eq!(
            wrong,
            Err("there is no language `pml`; there are anf, anf-json, cps and flow".into())
        );
    }
}
