//! Every pass stands in its crate's list, has a folder of tests and a line in
//! `docs/passes.md`, and is in the file of its name; every language has the
//! standard files.

use super::File;
use std::path::Path;

const LANGUAGES: &[&str] = &["anf", "cps", "flow"];
/// Where passes are; the lists are in the `lib.rs`.
const PASSES: &[&str] = &["crates/anf/src/", "crates/cps-opt/src/", "crates/flow-opt/src/"];
const STANDARD: &[&str] = &["lib", "syntax", "print", "parse", "check", "eval", "alpha"];

/// Passes that lack a list, tests, a line of the page or a file of their name, and languages that
/// lack standard files.
pub(super) fn check(root: &Path, files: &[File]) -> Result<Vec<String>, String> {
    let mut violations = Vec::new();
    let page = std::fs::read_to_string(root.join("docs/passes.md"))
        .map_err(|e| format!("docs/passes.md: {e}"))?;
    for language in LANGUAGES {
        for name in STANDARD {
            let single = format!("crates/{language}/src/{name}.rs");
            let folder = format!("crates/{language}/src/{name}/mod.rs");
            if !files.iter().any(|file| file.path == single || file.path == folder) {
                violations.push(format!(
                    "{single}: missing; see \"The shape of a language\" in STYLE.md"
                ));
            }
        }
    }
    for source in PASSES {
        let list = files.iter().find(|file| file.path == format!("{source}lib.rs"));
        let list = list.map_or("", |file| file.text.as_str());
        for file in files.iter().filter(|file| file.path.starts_with(source)) {
            for pass in passes(&file.text) {
                violations.extend(check_pass(root, file, &pass, list, &page));
            }
        }
    }
    Ok(violations)
}

struct Declared {
    item: String,
    name: String,
}

/// `pub static ITEM: Pass<...> = Pass { name: "name", ...`
fn passes(text: &str) -> Vec<Declared> {
    let mut passes = Vec::new();
    for (at, _) in text.match_indices("pub static ") {
        let rest = &text[at + "pub static ".len()..];
        let Some((item, rest)) = rest.split_once(':') else { continue };
        if !rest.trim_start().starts_with("Pass<") && !rest.trim_start().starts_with("pass::Pass<")
        {
            continue;
        }
        let name = rest.split_once("name: \"").and_then(|(_, rest)| rest.split_once('"'));
        passes.extend(
            name.map(|(name, _)| Declared { item: item.to_owned(), name: name.to_owned() }),
        );
    }
    passes
}

fn check_pass(root: &Path, file: &File, pass: &Declared, list: &str, page: &str) -> Vec<String> {
    let mut violations = Vec::new();
    let Declared { item, name } = pass;
    if item.to_lowercase().replace('_', "-") != *name {
        violations.push(format!("{}: the pass `{name}` is called {item}", file.path));
    }
    let module = name.replace('-', "_");
    if !file.path.ends_with(&format!("/{module}.rs"))
        && !file.path.ends_with(&format!("/{module}/mod.rs"))
    {
        violations.push(format!("{}: the pass `{name}` should be in {module}.rs", file.path));
    }
    let all = list
        .split_once(" ALL:")
        .and_then(|(_, rest)| rest.split_once("];"))
        .map_or("", |(all, _)| all);
    if !all.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == item) {
        violations.push(format!("{}: the pass `{name}` is not in ALL of its crate", file.path));
    }
    if !root.join("tests/ir").join(name).is_dir() {
        violations.push(format!("tests/ir/{name}/: no tests of this pass"));
    }
    if !page.contains(&format!("`{name}`")) {
        violations.push(format!("docs/passes.md: says nothing of `{name}`"));
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_declared_passes() {
        let text = "pub static DEAD_LET: Pass<Module> =\n    Pass { name: \"dead-let\", about: \"x\", run };\n\
                    pub static OTHER: u8 = 1;\n";
        let found = passes(text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].item.as_str(), found[0].name.as_str()), ("DEAD_LET", "dead-let"));
    }
}
