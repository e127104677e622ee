//! The programs and commands of the README and the pages work as they are shown.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use testkit::{Kont, contents, pages};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

#[test]
fn tour_of_the_readme() {
    pages::check_commands(&kont(), "README.md");
}

#[test]
fn programs_of_the_language_pages() {
    pages::check_programs(&kont(), "docs/anf.md");
    pages::check_programs(&kont(), "docs/fil.md");
    pages::check_programs(&kont(), "docs/scheme.md");
    pages::check_programs(&kont(), "docs/sml.md");
}

#[test]
fn messages_for_thirty_mistakes() {
    pages::check_messages(&kont(), "docs/sml-messages.md");
}

#[test]
fn commands_of_the_guides() {
    pages::check_commands(&kont(), "docs/add-a-pass.md");
    pages::check_commands(&kont(), "docs/anf-json.md");
    pages::check_commands(&kont(), "docs/anf.md");
    pages::check_commands(&kont(), "docs/cogent.md");
    pages::check_commands(&kont(), "docs/coming-from.md");
    pages::check_commands(&kont(), "docs/debugging.md");
    pages::check_commands(&kont(), "docs/environment.md");
    pages::check_commands(&kont(), "docs/fil.md");
    pages::check_commands(&kont(), "docs/json.md");
    pages::check_commands(&kont(), "docs/notebooks.md");
    pages::check_commands(&kont(), "docs/protocol.md");
    pages::check_commands(&kont(), "docs/repl.md");
    pages::check_commands(&kont(), "docs/scheme.md");
    pages::check_commands(&kont(), "docs/concurrency.md");
}

#[test]
fn long_pages_have_contents() {
    contents::check_contents();
}

#[test]
fn links_lead_somewhere() {
    for page in contents::pages() {
        assert_eq!(contents::broken_links(&page), Vec::<String>::new(), "{}", page.display());
    }
}

/// The variables of the environment that begin with `KONT_` and stand in the sources in a folder.
fn variables(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            variables(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let names = text.split('"').filter(|part| part.starts_with("KONT_"));
            let letters = |name: &&str| name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
            found.extend(names.filter(letters).map(str::to_owned));
        }
    }
}

#[test]
fn every_variable_is_documented() {
    let mut found = BTreeSet::new();
    for folder in fs::read_dir(testkit::root().join("crates")).unwrap() {
        variables(&folder.unwrap().path().join("src"), &mut found);
    }
    variables(&testkit::root().join("runtime/src"), &mut found);
    let page = fs::read_to_string(testkit::root().join("docs/environment.md")).unwrap();
    assert!(found.contains("KONT_HEAP_MAX") && found.contains("KONT_SML_LIB"), "{found:?}");
    for name in found {
        assert!(page.contains(&format!("| `{name}` |")), "docs/environment.md lacks {name}");
    }
}
