//! The exceptions from rules, with their reasons.
//!
//! A line of `xtask/src/tidy/exceptions.txt`: the rule, what is exempt, and the reason.

use std::path::Path;

/// The exceptions, and which of them were needed.
pub(super) struct Exceptions {
    lines: Vec<(String, String, bool)>,
}

impl Exceptions {
    /// Reads the list.
    pub(super) fn read(root: &Path) -> Result<Exceptions, String> {
        let path = root.join("xtask/src/tidy/exceptions.txt");
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut lines = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some(rule), Some(what), Some(_)) => {
                    lines.push((rule.to_owned(), what.to_owned(), false))
                }
                _ => return Err(format!("exceptions.txt: `{line}` gives no reason")),
            }
        }
        Ok(Exceptions { lines })
    }

    /// True if `what` is exempt from `rule`.
    pub(super) fn allow(&mut self, rule: &str, what: &str) -> bool {
        for (r, w, used) in &mut self.lines {
            if r == rule && w == what {
                *used = true;
                return true;
            }
        }
        false
    }

    /// Exceptions that nothing needs any more.
    pub(super) fn unused(&self) -> Vec<String> {
        let unused = self.lines.iter().filter(|(_, _, used)| !used);
        unused
            .map(|(rule, what, _)| format!("exceptions.txt: `{rule} {what}` is not needed"))
            .collect()
    }
}
