//! Questions to all front ends there are.

use crate::FrontEnd;

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

    /// The one whose files have this ending.
    pub fn of_ending(self, ending: &str) -> Option<&'static dyn FrontEnd> {
        self.iter().find(|front| front.endings().contains(&ending))
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

    const TEXTS: FrontEnds = FrontEnds(&[&text::ANF, &text::CPS, &text::FLOW]);
    const ONE: FrontEnds = FrontEnds(&[&text::CPS]);

    #[test]
    fn lists_are_sentences() {
        assert_eq!(TEXTS.names("or"), "anf, cps or flow");
        assert_eq!(TEXTS.endings("and"), ".anf, .cps and .flow");
        assert_eq!(ONE.names("or"), "cps");
        assert_eq!(TEXTS.several(", "), "ANF");
    }

    #[test]
    fn found_by_name_and_ending() {
        assert_eq!(TEXTS.of_ending("cps").map(FrontEnd::name), Some("cps"));
        assert!(TEXTS.of_ending("sml").is_none());
        let wrong = TEXTS.named("pml").map(FrontEnd::name);
        assert_eq!(wrong, Err("there is no language `pml`; there are anf, cps and flow".into()));
    }
}
