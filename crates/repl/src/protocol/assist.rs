//! Completion and inspection: what the session knows of names.
//!
//! Places are counted in characters, as clients count them.

use crate::engine::Engine;
use crate::highlight::KEYWORDS;
use serde_json::{Value, json};
use sml::{Item, Length};

impl Engine {
    /// The names that may stand at a place of a text, and where what they replace begins.
    pub(super) fn complete(&mut self, text: &str, cursor: usize) -> (usize, Vec<String>) {
        let before: Vec<char> = text.chars().take(cursor).collect();
        let start = before.iter().rposition(|c| !is_path(*c)).map_or(0, |at| at + 1);
        let word: String = before[start..].iter().collect();
        let (around, last) = word.rsplit_once('.').map_or(("", &*word), |(a, b)| (a, b));
        let start = start + word.chars().count() - last.chars().count();
        let all = self.compilation.names_in(&path(around));
        let mut names: Vec<String> = all.iter().map(|name| name.text.to_string()).collect();
        if around.is_empty() {
            names.extend(KEYWORDS.iter().map(|word| (*word).to_owned()));
        }
        names.retain(|name| name.starts_with(last));
        names.sort();
        names.dedup();
        (start, names)
    }

    /// The name at a place of a text, and what is known of it.
    pub(super) fn inspect(&mut self, text: &str, cursor: usize) -> Option<(String, String)> {
        let all: Vec<char> = text.chars().collect();
        let cursor = cursor.min(all.len());
        let is_part = match cursor.checked_sub(1).map(|before| all[before]) {
            Some(c) if is_symbol(c) => is_symbol,
            _ => is_path,
        };
        let start = all[..cursor].iter().rposition(|c| !is_part(*c)).map_or(0, |at| at + 1);
        let behind = all[cursor..].iter().position(|c| !is_part(*c) || *c == '.');
        let end = behind.map_or(all.len(), |at| cursor + at);
        let name: String = all[start..end].iter().collect();
        let found = self.compilation.describe(&path(&name), Length::Whole);
        if found.is_empty() {
            return None;
        }
        let said = self.compilation.documentation(&path(&name));
        let lines: Vec<String> = found.iter().map(Item::lines).chain(said).collect();
        Some((name, lines.join("\n")))
    }

    /// What is in a structure, or at top level: names, and what they are.
    pub(super) fn members(&mut self, around: &str) -> Vec<Value> {
        let around = path(around);
        let mut names: Vec<_> =
            self.compilation.names_in(&around).into_iter().map(|name| name.text).collect();
        names.dedup();
        let mut members = Vec::new();
        for name in names {
            let whole: Vec<&str> = around.iter().copied().chain([&*name]).collect();
            for item in self.compilation.describe(&whole, Length::Cut) {
                members.push(json!({ "name": *name, "kind": item.kind(), "text": item.lines() }));
            }
        }
        members
    }
}

/// The parts of a name.
fn path(name: &str) -> Vec<&str> {
    name.split('.').filter(|part| !part.is_empty()).collect()
}

/// True of what the name of something in a structure may consist of.
fn is_path(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '\'' | '.')
}

/// True of what an operator may consist of.
fn is_symbol(c: char) -> bool {
    "!%&$#+-/:<=>?@\\~`^|*".contains(c)
}
