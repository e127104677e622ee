//! Every program in `tests/cogent` through every oracle.

use std::process::ExitCode;

fn main() -> ExitCode {
    let kont = testkit::Kont::new(env!("CARGO_BIN_EXE_kont"));
    testkit::main(testkit::cogent::trials(&kont))
}
