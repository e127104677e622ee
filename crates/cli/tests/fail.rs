//! The programs in `tests/fail` are rejected with the messages beside them.

use std::process::ExitCode;

fn main() -> ExitCode {
    let kont = testkit::Kont::new(env!("CARGO_BIN_EXE_kont"));
    testkit::main(testkit::fail::trials(&kont))
}
