//! An interrupt of the process, which every program in it would heed: a test of its own.

mod common;

use common::session::{BASE, image, load, pass};
use runtime::Outcome;
use std::process::Command;

/// Set in the process that is interrupted.
const CHILD: &str = "KONT_TEST_INTERRUPTED";

/// The test runs in a process of its own, which does not ignore the signal even if this one does:
/// an ignored signal stays ignored.
#[test]
fn an_image_goes_on_after_an_interrupt() {
    if std::env::var_os(CHILD).is_some() {
        return go_on_after_an_interrupt();
    }
    let this = std::env::current_exe().expect("this test");
    let mut command = Command::new("env");
    command.arg("--default-signal=INT").arg(this).arg("--nocapture").env(CHILD, "1");
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn go_on_after_an_interrupt() {
    let mut image = image();
    load(&mut image, "base", BASE);
    let spinning = "
known spin(n: i64) return k {
  () = check 0 k
  apply spin n return k
}
fun main() return k { apply spin 1 return k }
entry main
";
    let unit = load(&mut image, "spinning", spinning);
    image.runtime().catch_interrupts();
    let process = std::process::id().to_string();
    let kill = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(200));
        Command::new("kill").args(["-INT", &process]).status().expect("it is sent");
    });
    assert_eq!(image.run(unit), Outcome::Interrupted);
    kill.join().expect("it was sent");
    image.release(unit);
    pass(&mut image, 1, "x: ref = record.0 \"after\"");
    image.sweep().expect("memory is given back");
    assert_eq!(image.len(), 2);
}
