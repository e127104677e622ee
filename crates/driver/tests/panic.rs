//! A panic ends the process with exit code 70, a message, and no backtrace.

use std::process::Command;

const CHILD: &str = "KONT_TEST_PANICS";

#[test]
fn a_panic_is_reported_as_a_bug() {
    if std::env::var_os(CHILD).is_some() {
        kont_driver::exit_on_panic();
        let nothing: Option<u8> = None;
        nothing.expect("a number");
    }
    let message = bug_in("a_panic_is_reported_as_a_bug");
    assert!(
        message.starts_with("internal error: a number (crates/driver/tests/panic.rs:"),
        "{message}"
    );
}

#[test]
fn an_impossible_state_is_reported_at_its_place() {
    let line = line!() + 3;
    if std::env::var_os(CHILD).is_some() {
        kont_driver::exit_on_panic();
        base::bug!("{} is in no scope", "v12");
    }
    let message = bug_in("an_impossible_state_is_reported_at_its_place");
    let expected =
        format!("internal error: v12 is in no scope (crates/driver/tests/panic.rs:{line})");
    assert!(message.starts_with(&expected), "{message}");
}

/// Runs a test of this file in a process of its own, in which it panics, and
/// returns what it writes to standard error.
fn bug_in(test: &str) -> String {
    let this = std::env::current_exe().unwrap();
    let mut command = Command::new(this);
    command.args(["--exact", test, "--nocapture"]).env(CHILD, "1").env("RUST_BACKTRACE", "1");
    let output = command.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(70), "{message}");
    assert!(message.contains("This is a bug in Kont"), "{message}");
    assert!(!message.contains("backtrace"), "{message}");
    message
}
