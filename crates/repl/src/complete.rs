//! Completion of what is typed.

use crate::commands;
use crate::dialogue::Dialogue;
use crate::highlight::KEYWORDS;
use sml::Kind;
use std::fs;
use std::path::Path;

/// The number of bytes at the end of a text that can be completed, and the completions.
pub(crate) fn complete(
    dialogue: &mut Dialogue,
    before: &str,
    is_first: bool,
) -> (usize, Vec<String>) {
    if let Some(command) = before.trim_start().strip_prefix(':').filter(|_| is_first) {
        let Some((name, rest)) = command.split_once(char::is_whitespace) else {
            return (command.len(), beginning(command, commands::names()));
        };
        let rest = rest.trim_start();
        match name {
            "load" | "l" => return file(rest),
            "set" => return (rest.len(), beginning(rest, commands::SETTINGS.iter().copied())),
            "emit" if !rest.contains(char::is_whitespace) => {
                let stages = ["anf", "anf-json", "cps", "flow", "llvm", "asm"];
                return (rest.len(), beginning(rest, stages.into_iter()));
            }
            _ => {}
        }
    }
    let word = word(before);
    let mut words = names(dialogue, word);
    // Operators are typed faster than completed.
    words.retain(|word| word.ends_with(|c: char| c.is_alphanumeric() || "._'".contains(c)));
    if !word.contains(['.', '#']) {
        words.extend(beginning(word, KEYWORDS.iter().copied()));
    }
    words.sort();
    words.dedup();
    (word.len(), words)
}

/// The words that begin with this text.
fn beginning<'w>(text: &str, words: impl Iterator<Item = &'w str>) -> Vec<String> {
    words.filter(|word| word.starts_with(text)).map(str::to_owned).collect()
}

/// The name at the end of a text, with the structures before it.
fn word(before: &str) -> &str {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'' | '.' | '#');
    let word = &before[before.trim_end_matches(is_letter).len()..];
    word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
}

/// The names in force that begin with a word, which may name structures on the way.
fn names(dialogue: &mut Dialogue, word: &str) -> Vec<String> {
    let compilation = &mut dialogue.engine.compilation;
    if let Some(label) = word.strip_prefix('#') {
        let labels = compilation.labels();
        let labels = labels.iter().filter(|known| known.starts_with(label));
        return labels.map(|known| format!("#{known}")).collect();
    }
    let (around, last) = word.rsplit_once('.').map_or(("", word), |(around, last)| (around, last));
    let path: Vec<&str> = around.split('.').filter(|part| !part.is_empty()).collect();
    let names = compilation.names_in(&path);
    let names = names.iter().filter(|name| name.text.starts_with(last));
    names
        .map(|name| {
            let dot = if name.kind == Kind::Structure { "." } else { "" };
            let around = if path.is_empty() { "" } else { &word[..around.len() + 1] };
            format!("{around}{}{dot}", name.text)
        })
        .collect()
}

/// Files and folders.
fn file(path: &str) -> (usize, Vec<String>) {
    let (folder, name) = path
        .rsplit_once('/')
        .map_or((".", path), |(folder, name)| (if folder.is_empty() { "/" } else { folder }, name));
    let entries = fs::read_dir(Path::new(folder)).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let mut found = entry.file_name().into_string().ok()?;
            let hidden = found.starts_with('.') && !name.starts_with('.');
            if hidden || !found.starts_with(name) {
                return None;
            }
            if fs::metadata(entry.path()).is_ok_and(|known| known.is_dir()) {
                found.push('/');
            } else if !["sml", "sig", "fun", "mlb", "cm"].iter().any(|end| has_end(&found, end)) {
                return None;
            }
            Some(found)
        })
        .collect();
    names.sort();
    (name.len(), names)
}

fn has_end(name: &str, end: &str) -> bool {
    Path::new(name).extension().is_some_and(|known| known == end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_structures() {
        assert_eq!(word("val x = List.ma"), "List.ma");
        assert_eq!(word("f(#na"), "#na");
        assert_eq!(word("x + 1.5"), "");
        assert_eq!(word("a b'"), "b'");
        assert_eq!(word("a "), "");
    }
}
