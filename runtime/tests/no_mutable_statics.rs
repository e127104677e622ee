//! The runtime has no state of its own: everything hangs from a vproc.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            sources(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The hidden state in a line of code, if there is any.
fn fault(line: &str) -> Option<&'static str> {
    let code = line.split("//").next().unwrap_or_default().trim_start();
    let code = code.strip_prefix("pub(crate) ").or(code.strip_prefix("pub ")).unwrap_or(code);
    ["static mut ", "static ", "thread_local!", "lazy_static!"]
        .into_iter()
        .find(|start| code.starts_with(start))
}

/// The allocator is the one static: the language asks for it, and it has no fields
/// (`allocator.rs` asserts that).
#[test]
fn no_statics_in_the_sources() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 20);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut before = "";
        for (number, line) in text.lines().enumerate() {
            if before != "#[global_allocator]" {
                assert_eq!(fault(line), None, "{}:{}", file.display(), number + 1);
            }
            before = line;
        }
    }
}

#[test]
fn the_rule_finds_what_it_forbids() {
    assert!(fault("static mut X: u64 = 0;").is_some());
    assert!(fault("    pub static X: AtomicU64 = AtomicU64::new(0);").is_some());
    assert!(fault("thread_local! {").is_some());
    assert!(fault("fn f(x: &'static str) {} // static mut").is_none());
}
