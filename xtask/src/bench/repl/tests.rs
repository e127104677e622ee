//! The same inputs, compiled as a program and typed in, have the same results.

use super::*;

/// A file, short enough for a test, run as a program and used in a session.
#[test]
fn a_file_has_the_same_checksum_run_and_used() {
    let test = std::env::current_exe().expect("a path");
    // Tests are in a folder beside the command.
    let kont = test.parent().and_then(Path::parent).expect("a folder").join("kont");
    assert!(kont.exists(), "no {}: cargo build --release -p kont-cli", kont.display());
    let file = test.with_file_name(format!("repl-use-{}.sml", std::process::id()));
    write(&file, &inputs::file(2_000)).expect("a file");
    let shown = file.to_string_lossy();
    let run = Task::new(&kont, &["run", &shown]).run().expect("it runs");
    let asks = vec![Ask { text: format!("use \"{shown}\";\n!checksum;\n"), answers: 2 }];
    let dialogue = Dialogue { starts: 1, from_start: false, before: Vec::new(), asks };
    let used = Task::new(&kont, &["repl"]).with_dialogue(dialogue).run().expect("it answers");
    let of = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
    assert_eq!(of(&run.output), format!("checksum {}", of(&used.output)));
    std::fs::remove_file(file).expect("it was there");
}
