//! The rules of the house that a machine can check.
//!
//! Each submodule checks one kind of rule and returns the violations as lines of
//! text. What is exempt stands in `exceptions.txt`, with the reason.

mod edges;
mod exceptions;
mod layout;
mod length;
mod passes;
mod safety;
mod text;

use exceptions::Exceptions;
use std::path::{Path, PathBuf};

/// A Rust file of the workspace.
struct File {
    /// Its path from the root, with `/`.
    path: String,
    text: String,
}

/// Checks every rule.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let files = rust_files(root)?;
    let mut exceptions = Exceptions::read(root)?;
    let mut violations = Vec::new();
    violations.extend(edges::check(root)?);
    for file in &files {
        violations.extend(text::check(file));
        violations.extend(layout::check(file));
        violations.extend(length::check(file, &mut exceptions));
        violations.extend(safety::check(file, &mut exceptions));
    }
    violations.extend(passes::check(root, &files)?);
    violations.extend(exceptions.unused());
    if violations.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}\n{} violations of the rules in STYLE.md",
        violations.join("\n"),
        violations.len()
    ))
}

fn rust_files(root: &Path) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> =
        ["crates", "runtime", "xtask"].iter().map(|f| root.join(f)).collect();
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path)
                    .map_err(|e| format!("{}: {e}", path.display()))?;
                files.push(File { path: relative(root, &path), text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_house_is_tidy() {
        if let Err(violations) = super::run(&crate::root()) {
            panic!("\n{violations}");
        }
    }
}
