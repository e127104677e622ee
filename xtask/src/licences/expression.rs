//! Licence expressions: `A OR B`, `A AND B`, `A WITH exception`, parentheses; and
//! `A/B`, the old way to write `A OR B`.

/// Licences that ask for no more than their text to be kept.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Exceptions that only take conditions away.
const EXCEPTIONS: &[&str] = &["LLVM-exception"];

/// Can a package be used under permissive licences alone? Not if its licence is
/// not known.
pub(super) fn is_permissive(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = Words { words: spaced.split_whitespace().collect(), at: 0 };
    let result = words.either();
    result == Some(true) && words.at == words.words.len()
}

struct Words<'t> {
    words: Vec<&'t str>,
    at: usize,
}

impl Words<'_> {
    fn eat(&mut self, word: &str) -> bool {
        let found = self.words.get(self.at) == Some(&word);
        self.at += usize::from(found);
        found
    }

    fn either(&mut self) -> Option<bool> {
        let mut result = self.both()?;
        while self.eat("OR") {
            result |= self.both()?;
        }
        Some(result)
    }

    fn both(&mut self) -> Option<bool> {
        let mut result = self.one()?;
        while self.eat("AND") {
            result &= self.one()?;
        }
        Some(result)
    }

    fn one(&mut self) -> Option<bool> {
        if self.eat("(") {
            let result = self.either()?;
            return self.eat(")").then_some(result);
        }
        let mut result = PERMISSIVE.contains(self.words.get(self.at)?);
        self.at += 1;
        if self.eat("WITH") {
            result &= EXCEPTIONS.contains(self.words.get(self.at)?);
            self.at += 1;
        }
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::is_permissive;

    #[test]
    fn expressions() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(is_permissive(good), "{good}");
        }
        for bad in [
            "",
            "MPL-2.0",
            "GPL-3.0",
            "MIT AND MPL-2.0",
            "MIT AND (GPL-2.0 OR LGPL-2.1)",
            "Apache-2.0 WITH something",
            "(MIT",
            "MIT Apache-2.0",
        ] {
            assert!(!is_permissive(bad), "{bad}");
        }
    }
}
