//! Finding tests and reading their headers.

use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let mut root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.pop();
    root.pop();
    root
}

/// The programs in a folder of the workspace and all folders in it, in order,
/// with the names of their tests. No folder, no programs.
pub fn programs(folder: &str) -> Vec<(String, PathBuf)> {
    let base = root().join(folder);
    let mut found = Vec::new();
    let mut folders = vec![base.clone()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.filter_map(|entry| entry.ok().map(|e| e.path())) {
            if path.is_dir() {
                folders.push(path);
            } else if is_program(&path) {
                let name = path.strip_prefix(&base).unwrap_or(&path).to_string_lossy().into_owned();
                found.push((name, path));
            }
        }
    }
    found.sort();
    found
}

/// The texts of programs in a language that our checkers reject.
pub fn rejected(language: &str) -> Vec<Vec<u8>> {
    let folders = ["tests/ir/check".to_owned(), format!("tests/fail/{language}")];
    let programs = folders.iter().flat_map(|folder| programs(folder)).map(|(_, path)| path);
    let of_language = |path: &PathBuf| path.extension().is_some_and(|ending| ending == language);
    programs.filter(of_language).filter_map(|path| std::fs::read(path).ok()).collect()
}

/// The endings of programs.
const ENDINGS: [&str; 8] = ["sml", "cogent", "scm", "anf", "cps", "flow", "il", "fil"];

fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}

/// The value of a line `;; key: value`, `-- key: value` or `(* key: value *)` among the comments
/// of a test.
pub fn header(text: &str, key: &str) -> Option<String> {
    headers(text, key).next()
}

/// The values of all such lines.
pub(crate) fn headers(text: &str, key: &str) -> impl Iterator<Item = String> {
    let starts = [format!(";; {key}:"), format!("-- {key}:")];
    let start = format!("(* {key}:");
    let value = move |line: &str| -> Option<String> {
        let value = match line.strip_prefix(&start) {
            Some(value) => value.strip_suffix("*)")?,
            None => starts.iter().find_map(|start| line.strip_prefix(start.as_str()))?,
        };
        Some(value.trim().to_owned())
    };
    text.lines().filter_map(value)
}
