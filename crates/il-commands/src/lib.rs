//! The commands of `kont il`, and the certificates of `kont build --certify`.
//!
//! ```text
//! decide    what the commands decide and show
//! clusters  the same about programs in Flow
//! certify   certificates
//! ```
//! Absent on purpose: drawing. The answers are data that `cli` shows.

mod certify;
mod clusters;
mod decide;

pub use certify::CERTIFICATE;
pub use decide::Decision;

use clap::{Args, Subcommand};
use decide::EquivRequest;
use driver::{Failure, Input, Output, Session};
use front::FrontEnd;
use std::path::PathBuf;

/// What IL's theory says about a program.
#[derive(Subcommand)]
#[command(after_help = "\
Programs in IL end in .il; `live` and `coherent` take .flow as well. `live`, `coherent`, `alpha`, `equiv` and `verify` decide:
exit code 0 for yes, 3 for no, 1 for ill-formed input.

Examples:
  kont il live examples/product.il        the program with its live sets
  kont il coherent examples/product.il    do both readings agree, and if not, why?
  kont il assign examples/product.il      as a program on registers
  kont il equiv a.il b.il                 have they the same traces?
  kont build fib.anf --emit flow,exe --certify -o fib
  kont il verify fib.flow.cert fib.flow   does the certificate hold?")]
pub enum IlCommand {
    /// Print the program with its smallest live sets, or say which written ones are wrong
    Live(Shown),
    /// Decide whether only available functions are applied
    Coherent(One),
    /// Print the program with every binding of a name of its own
    Apart(Shown),
    /// Rename apart, assign registers, print the program and how many names it has
    Assign(Shown),
    /// Decide whether two programs are equal up to renaming
    Alpha(Two),
    /// Look for inputs and answers with which two programs have other traces
    Equiv(EquivArgs),
    /// Decide whether a certificate holds of a Flow program
    Verify(VerifyArgs),
}

/// A program.
#[derive(Args)]
pub struct One {
    /// The program
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// A program, and where it goes afterwards.
#[derive(Args)]
pub struct Shown {
    /// The program
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the program there, and only numbers and what is wrong to standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Two programs that are compared.
#[derive(Args)]
pub struct Two {
    /// The first program
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The second program
    #[arg(value_name = "B")]
    second: PathBuf,
}

/// The arguments of a comparison of two programs.
#[derive(Args)]
pub struct EquivArgs {
    #[command(flatten)]
    two: Two,
    /// How many inputs to try
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    runs: u64,
    /// How many steps of each to follow
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000)]
    steps: usize,
    /// Where random choices begin
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// Read the first imperatively
    #[arg(long)]
    imperative_a: bool,
    /// Read the second imperatively
    #[arg(long)]
    imperative_b: bool,
}

/// A certificate, and the program that it is of.
#[derive(Args)]
pub struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    /// The program, from --emit flow
    #[arg(value_name = "FILE.flow")]
    program: PathBuf,
}

impl IlCommand {
    /// The language of the program, if its name does not say so: from standard input it is IL.
    pub fn language(&self) -> Option<&'static dyn FrontEnd> {
        let files: &[&PathBuf] = match self {
            IlCommand::Coherent(one) => &[&one.file],
            IlCommand::Live(args) | IlCommand::Apart(args) | IlCommand::Assign(args) => {
                &[&args.file]
            }
            IlCommand::Alpha(two) => &[&two.first, &two.second],
            IlCommand::Equiv(args) => &[&args.two.first, &args.two.second],
            IlCommand::Verify(_) => &[],
        };
        let stdin = files.iter().any(|file| file.as_os_str() == "-");
        stdin.then_some(&il::FRONT_END)
    }

    /// Does it; gives the answer, which is yes if nothing was to be decided.
    ///
    /// # Errors
    /// Fails if a program is rejected, or the system refuses something.
    pub fn run(self, session: &mut Session) -> Result<Decision, Failure> {
        match self {
            IlCommand::Live(args) => {
                let mut decision = decide::live(session, &Input::from_arg(args.file))?;
                if let (true, Some(path)) = (decision.yes, args.output) {
                    let text = std::mem::take(&mut decision.text);
                    Output::from_arg(path).write(text.as_bytes())?;
                }
                Ok(decision)
            }
            IlCommand::Coherent(one) => decide::coherent(session, &Input::from_arg(one.file)),
            IlCommand::Apart(args) => {
                let text = decide::apart(session, &Input::from_arg(args.file))?;
                shown(args.output, text, String::new())
            }
            IlCommand::Assign(args) => {
                let (text, numbers) = decide::assign(session, &Input::from_arg(args.file))?;
                shown(args.output, text, numbers)
            }
            IlCommand::Alpha(two) => {
                let (a, b) = (Input::from_arg(two.first), Input::from_arg(two.second));
                decide::alpha(session, &a, &b)
            }
            IlCommand::Equiv(args) => {
                let (a, b) = (Input::from_arg(&args.two.first), Input::from_arg(&args.two.second));
                decide::equiv(session, &a, &b, args.request())
            }
            IlCommand::Verify(args) => {
                let certificate = Input::from_arg(args.certificate);
                decide::verify(session, &certificate, &Input::from_arg(args.program))
            }
        }
    }
}

/// The answer of a command that prints a program, and numbers behind it. The program may go
/// elsewhere.
fn shown(output: Option<PathBuf>, program: String, numbers: String) -> Result<Decision, Failure> {
    match output {
        Some(path) => {
            Output::from_arg(path).write(program.as_bytes())?;
            Ok(Decision::yes(numbers))
        }
        None => Ok(Decision::yes(program + &numbers)),
    }
}

impl EquivArgs {
    fn request(&self) -> EquivRequest {
        EquivRequest {
            runs: self.runs,
            steps: self.steps,
            seed: self.seed,
            left_imperative: self.imperative_a,
            right_imperative: self.imperative_b,
        }
    }
}
