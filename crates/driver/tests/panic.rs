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
    let this = std::env::current_exe().unwrap();
    let output = Command::new(this).env(CHILD, "1").env("RUST_BACKTRACE", "1").output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(70), "{message}");
    assert!(
        message.starts_with("internal error: a number (crates/driver/tests/panic.rs:"),
        "{message}"
    );
    assert!(message.contains("This is a bug in Kont"), "{message}");
    assert!(!message.contains("backtrace"), "{message}");
}
