//! The tasks of the house: `cargo xtask tidy`, `bless`, `licences`, `bench`, `repl-inputs`, `load`,
//! `growth`, `passes`, `fuzz`, `theorems`, `suite`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "tasks report to the terminal")]

mod bench;
mod bless;
mod fuzz;
mod growth;
mod licences;
mod suite;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask TASK

  tidy           check the rules of the house
  bless          accept what the tests print now, and show what changed
  licences       list the dependencies and their licences in THIRD-PARTY.md
  fuzz --minutes N [--seed S] [--native]
                 run programs by chance through every oracle
  fuzz --sml --minutes N [--seed S] [--native]
                 the same with programs in Standard ML, which know what they must print
  fuzz --cogent --minutes N [--seed S] [--native]
                 the same with programs in Cogent
  fuzz --bytes --minutes N [--seed S]
                 run texts by chance through every parser
  fuzz --seeded [--only NAME]
                 see that faults put into the compiler and the runtime are found
  theorems --programs N
                 try the theorems of IL on programs by chance
  suite FOLDER [--nonzero TEXT]... [--seconds N] [FLAG...]
                 build each NAME.sml of a folder with these flags of `kont build`, run it in
                 the folder, compare what it prints with NAME.ok, and list what differs; lines
                 of NAME.ok that contain TEXT are not printed, but say that the program fails
  bench          measure the programs in bench/ against their peers
                 --only NAME,...  --rounds N  --quick
  repl-inputs FOLDER
                 write what `bench --only repl` types into interactive systems
  load PORT PROCESS CONNECTIONS MESSAGES
                 send messages to an echo server of this machine, and check its answers
  growth [--only NAME]
                 see that the time of compiling grows like the length of the text
  passes [--only NAME,...]
                 measure what each pass is worth: ours and LLVM's
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match args.first().map(String::as_str) {
        Some("tidy") => tidy::run(&root()),
        Some("bless") => bless::run(&root(), &args[1..]),
        Some("licences") => licences::run(&root()),
        Some("bench") => bench::run(&root(), &args[1..]),
        Some("growth") => growth::run(&args[1..]),
        Some("repl-inputs") => bench::repl::write_inputs(&args[1..]),
        Some("load") => bench::load::run(&args[1..]),
        Some("passes") => bench::passes::run(&root(), &args[1..]),
        Some("fuzz") => fuzz::run(&root(), &args[1..]),
        Some("suite") => suite::run(&root(), &args[1..]),
        Some("theorems") => fuzz::theorems(&root(), &args[1..]),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let mut root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.pop();
    root
}
