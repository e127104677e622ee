//! Passes and checkers on the texts in `tests/ir`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let kont = testkit::Kont::new(env!("CARGO_BIN_EXE_kont"));
    testkit::main(testkit::ir::trials(&kont))
}
