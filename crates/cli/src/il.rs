//! The commands of `kont il`.

use crate::report;
use clap::{Args, ColorChoice, Subcommand};
use driver::{EquivRequest, Failure, Input, Language, Options, Output, Session};
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
pub(crate) enum IlCommand {
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

#[derive(Args)]
pub(crate) struct One {
    /// The program
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Args)]
pub(crate) struct Shown {
    /// The program
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the program there, and only numbers and what is wrong to standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Two {
    /// The first program
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The second program
    #[arg(value_name = "B")]
    second: PathBuf,
}

#[derive(Args)]
pub(crate) struct EquivArgs {
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

#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    /// The program, from --emit flow
    #[arg(value_name = "FILE.flow")]
    program: PathBuf,
}

impl IlCommand {
    /// How to read the program: from standard input it is in IL.
    pub(crate) fn options(&self) -> Options {
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
        Options { language: stdin.then_some(Language::Il), ..Options::default() }
    }

    /// Does it; gives the exit code.
    pub(crate) fn run(self, session: &mut Session, colour: ColorChoice) -> Result<u8, Failure> {
        let decision = match self {
            IlCommand::Live(args) => {
                let mut decision = session.il_live(&Input::from_arg(args.file))?;
                if let (true, Some(path)) = (decision.yes, args.output) {
                    let text = std::mem::take(&mut decision.text);
                    Output::from_arg(path).write(text.as_bytes())?;
                }
                decision
            }
            IlCommand::Coherent(one) => session.il_coherent(&Input::from_arg(one.file))?,
            IlCommand::Apart(args) => {
                let text = session.il_apart(&Input::from_arg(args.file))?;
                let output = args.output.map_or(Output::Stdout, Output::from_arg);
                output.write(text.as_bytes())?;
                return Ok(0);
            }
            IlCommand::Assign(args) => return assign(session, args),
            IlCommand::Alpha(two) => {
                session.il_alpha(&Input::from_arg(two.first), &Input::from_arg(two.second))?
            }
            IlCommand::Equiv(args) => {
                let (a, b) = (Input::from_arg(&args.two.first), Input::from_arg(&args.two.second));
                session.il_equiv(&a, &b, args.request())?
            }
            IlCommand::Verify(args) => session
                .il_verify(&Input::from_arg(args.certificate), &Input::from_arg(args.program))?,
        };
        report::decision(session, &decision, colour)
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

fn assign(session: &mut Session, args: Shown) -> Result<u8, Failure> {
    let (program, numbers) = session.il_assign(&Input::from_arg(args.file))?;
    match args.output {
        Some(path) => {
            Output::from_arg(path).write(program.as_bytes())?;
            driver::write_stdout(numbers.as_bytes())?;
        }
        None => driver::write_stdout(format!("{program}{numbers}").as_bytes())?,
    }
    Ok(0)
}
