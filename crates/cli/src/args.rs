//! The command line.

use crate::front_ends::FRONT_ENDS;
use crate::generate::Page;
use crate::kernel::KernelCommand;
use crate::repl_args::ReplArgs;
use crate::warning_args::{WarningArgs, warning_names};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ColorChoice, Parser, Subcommand};
use driver::{
    BuildRequest, DevRequest, Emit, Failure, FrameChoice, Input, OptLevel, Options, Output,
    RunOptions,
};
use front::{At, FrontEnd, Settings, Stage};
use il_commands::{CERTIFICATE, IlCommand};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Compiles functional languages to native code.
#[derive(Parser)]
#[command(
    name = "kont",
    version = "",
    after_help = format!("\
Examples:
  kont run examples/fib.anf              compile in memory and run
  kont build examples/fib.anf -o fib     write an executable
  kont check examples/fib.anf            say what is wrong, if anything
  kont eval --at cps examples/fib.anf    run an interpreter instead of native code
  kont il assign examples/product.il     what IL's theory says about a program

A file ends in {};
`-` is standard input, with --lang. A project, .mlb or .cm, names the files of a program in Standard ML.
Exit codes: 0, or the program's own; 1 for a rejected program or an uncaught
exception; 2 for a wrong command line; 3 for a decision that is no; 70 for a bug in Kont; 71 for an
exhausted heap.
Warnings, which -Wno-NAME switches off:
  {}", FRONT_ENDS.endings("or"), warning_names().replace(", ", "\n  "))
)]
pub(crate) struct Args {
    /// When messages have colours; `auto` is on a terminal without NO_COLOR
    #[arg(long, global = true, value_name = "auto|always|never", default_value = "auto")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) color: ColorChoice,
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Compile in memory and run; the exit code is the program's
    #[command(after_help = "\
Examples:
  kont run examples/fib.anf
  kont run examples/echo.anf one --two      the program gets `one` and `--two`
  kont run --heap-max 64m examples/fib.anf
  kont run --lang anf - < examples/fib.anf
  kont run project.mlb one two              a project; the program gets `one` and `two`
  kont run --with helpers.c prog.anf        with C functions that the program calls

What stands behind the first FILE belongs to the program. To run several files, name
them in a project, or build them.")]
    Run(RunArgs),
    /// Compile to a file
    #[command(after_help = "\
Examples:
  kont build examples/fib.anf -o fib                  an executable
  kont build examples/fib.anf --emit asm -o -         assembly on standard output
  kont build examples/fib.anf --emit flow,llvm -o fib     fib.flow and fib.ll
  kont build examples/fib.anf --emit obj --target aarch64-linux-gnu -o fib.o
  kont build project.mlb -o prog                      a project of Standard ML
  kont build a.sml b.sml main.sml -o prog             several files, in this order
  kont build main.anf lib.anf -o prog                 what one imports the other exports
  kont build prog.anf --with helpers.c -o prog        with C, inlined where that pays
  kont build lib.anf --with main.c -o prog            `main` in C; without managed code, no runtime

C is compiled by clang-22 and becomes part of what is written, of objects as of executables.")]
    Build(BuildArgs),
    /// Evaluate Standard ML interactively
    #[command(after_help = "\
Examples:
  kont repl
  kont repl a.sml project.mlb      with what these files bind
  kont repl < script.sml           no prompt; exit code 1 if an input is wrong or fails

An input ends with `;`; at a terminal an empty line ends it, too. `:help` shows the commands,
docs/repl.md the rest.")]
    Repl(ReplArgs),
    /// Install Standard ML as a kernel for Jupyter notebooks
    #[command(subcommand)]
    Kernel(KernelCommand),
    /// Say what is wrong with a program
    #[command(after_help = "\
Example:
  kont check examples/fib.anf      exit code 1 and messages if it is rejected
  kont check --format json prog.sml     the same for editors and other tools
  kont check --types prog.sml      the signature of what the program binds
  kont check a.sml b.sml project.cm     several files, in this order")]
    Check(CheckArgs),
    /// Run an interpreter instead of native code
    #[command(after_help = "\
Examples:
  kont eval examples/fib.anf
  kont eval --at flow-imperative -O2 examples/fib.anf
  kont eval --set n=2 --set m=4 --trace examples/product.il

A program in IL is run as it is written: --at flow is the functional reading,
--at flow-imperative the imperative one. Its actions are answered from standard
input, from a script (on each line a number, or an action and a number), or at
random.")]
    Eval(EvalArgs),
    /// Read any intermediate language, run passes on it, print it
    #[command(after_help = "\
Passes run in the order given. A pass on a later language has the program
translated first; --to says in which language it ends. A pass may have settings,
`inline:small=4`. Where passes are named, `contract` means every run of it and
`contract@2` the second one.

Examples:
  kont dev --list-passes
  kont dev --list-passes -O2
  kont dev examples/fib.anf -O2 --to cps --skip contract@2
  kont dev examples/fib.anf --to cps
  kont dev examples/fib.anf --passes contract --check --stats
  kont dev examples/fib.anf -O2 --to flow --time-passes")]
    Dev(DevArgs),
    /// What IL's theory says about a program
    #[command(subcommand)]
    Il(IlCommand),
    /// Print the manual page, or completions for a shell
    #[command(hide = true)]
    Generate {
        /// Which
        page: Page,
    },
}

/// The options of compiling.
#[derive(ClapArgs)]
struct Compile {
    #[command(flatten)]
    lang: LangArgs,
    /// How much to optimise; `-Os` makes small code
    #[arg(short = 'O', value_name = "0-3|s", default_value = "2", value_parser = driver::parse_level)]
    level: OptLevel,
    /// Check the program after every pass
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    warnings: WarningArgs,
}

/// The place where frames are kept.
#[derive(ClapArgs)]
struct FrameArgs {
    /// Where the frames of calls are kept; `auto` is a stack, unless continuations are captured
    #[arg(long, value_name = "stack|heap|auto", default_value = "auto", hide_default_value = true)]
    frames: FrameChoice,
}

/// C that a program is linked with.
#[derive(ClapArgs)]
struct WithArgs {
    /// C that defines functions the program calls, or `main`; may be given several times
    #[arg(long, value_name = "FILE.c")]
    with: Vec<PathBuf>,
}

/// The language of a program.
#[derive(ClapArgs)]
struct LangArgs {
    #[arg(long, value_name = "LANGUAGE", value_parser = language_parser())]
    #[arg(hide_possible_values = true)]
    #[arg(help = format!("The language of the file, whatever its name: {}", FRONT_ENDS.names("or")))]
    lang: Option<&'static dyn FrontEnd>,
}

/// Reads the name of a language; shells complete it.
fn language_parser() -> impl TypedValueParser<Value = &'static dyn FrontEnd> {
    PossibleValuesParser::new(FRONT_ENDS.iter().map(FrontEnd::name))
        .try_map(|name| FRONT_ENDS.named(&name))
}

/// The form of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For tools: an object a line, on standard output.
    Json,
}

#[derive(ClapArgs)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    with: WithArgs,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
}

/// A program to run, and its arguments.
#[derive(ClapArgs)]
pub(crate) struct ProgramArgs {
    #[command(flatten)]
    compile: Compile,
    /// Most bytes of heap, such as 512m or 2GiB
    #[arg(long, value_name = "SIZE", value_parser = driver::parse_size)]
    heap_max: Option<u64>,
    /// Report the collector's work at the end
    #[arg(long)]
    stats: bool,
    /// The program, and what it gets as its arguments
    #[arg(value_name = "FILE [ARG]", required = true, trailing_var_arg = true)]
    program: Vec<OsString>,
}

#[derive(ClapArgs)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    compile: Compile,
    #[arg(value_name = "FILE", required = true, help = files_help())]
    files: Vec<PathBuf>,
    /// The file to write, or the base name of several; `-` is standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// What to write: anf, anf-json, cps, flow, llvm, bc, asm, obj, header, exe
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', default_value = "exe")]
    #[arg(value_parser = emit_parser(), hide_possible_values = true)]
    emit: Vec<Emit>,
    #[command(flatten)]
    with: WithArgs,
    /// Write a certificate of live sets and registers beside the output
    #[arg(long)]
    certify: bool,
    /// Describe source positions to debuggers
    #[arg(short = 'g')]
    debug: bool,
    /// The machine to compile for, if not this one
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
}

fn files_help() -> String {
    let several = FRONT_ENDS.several(" or of ");
    format!("The program; several files of {several}, in this order, are one program")
}

/// Reads a kind; shells complete its names.
fn emit_parser() -> impl TypedValueParser<Value = Emit> {
    PossibleValuesParser::new(Emit::NAMES.map(|(name, _)| name))
        .try_map(|name| name.parse::<Emit>())
}

#[derive(ClapArgs)]
pub(crate) struct CheckArgs {
    /// How diagnostics are shown: `json` is an object a line on standard output
    #[arg(
        long,
        value_enum,
        value_name = "text|json",
        default_value = "text",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) format: Format,
    #[arg(long, help = format!(
        "Show what the program binds, with types, on standard output; in {}",
        FRONT_ENDS.with_types("or")
    ))]
    pub(crate) types: bool,
    #[command(flatten)]
    warnings: WarningArgs,
    #[command(flatten)]
    lang: LangArgs,
    #[arg(value_name = "FILE", required = true, help = files_help())]
    files: Vec<PathBuf>,
}

#[derive(ClapArgs)]
pub(crate) struct EvalArgs {
    /// Which interpreter: anf, cps, flow, flow-imperative [default: that of the file's language]
    #[arg(long, value_name = "WHERE")]
    pub(crate) at: Option<At>,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
}

#[derive(ClapArgs)]
pub(crate) struct DevArgs {
    /// The program
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    lang: LangArgs,
    /// Run these passes, in this order
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    passes: Vec<String>,
    /// Run the passes of this level as well
    #[arg(short = 'O', value_name = "0-3|s", value_parser = driver::parse_level)]
    pub(crate) level: Option<OptLevel>,
    #[command(flatten)]
    frames: FrameArgs,
    /// Translate to this language at the end
    #[arg(long, value_name = "cps|flow")]
    to: Option<Stage>,
    /// Leave these passes out
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    skip: Vec<String>,
    /// Print the program before these passes
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    dump_before: Vec<String>,
    /// Print the program after these passes
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    dump_after: Vec<String>,
    /// End after this pass
    #[arg(long, value_name = "PASS")]
    stop_after: Option<String>,
    /// Print how long each pass took
    #[arg(long)]
    pub(crate) time_passes: bool,
    /// Print how often each rewrite happened
    #[arg(long)]
    pub(crate) stats: bool,
    /// Check the program after every pass
    #[arg(long)]
    check: bool,
    /// Print what passes there are; with -O, the steps of the level and the reason of each
    #[arg(long)]
    pub(crate) list_passes: bool,
}

impl Command {
    /// The form of diagnostics.
    pub(crate) fn format(&self) -> Format {
        if let Command::Check(args) = self { args.format } else { Format::Text }
    }

    /// The options of compiling, with those of front ends.
    pub(crate) fn options(&self, settings: Settings) -> Options {
        let options = match self {
            Command::Run(args) => {
                Options { with: args.with.with.clone(), ..args.program.compile.options() }
            }
            Command::Eval(args) => args.program.compile.options(),
            Command::Il(command) => Options { language: command.language(), ..Options::default() },
            Command::Build(args) => Options {
                debug: args.debug,
                target: args.target.clone(),
                with: args.with.with.clone(),
                objects: args.files.iter().filter(|file| is_object(file)).map(Into::into).collect(),
                ..args.compile.options()
            },
            Command::Check(args) => Options {
                language: args.lang.lang,
                warnings: args.warnings.choice(),
                ..Options::default()
            },
            Command::Repl(args) => Options {
                level: OptLevel::O2,
                code_level: Some(OptLevel::O0),
                warnings: args.warnings.choice(),
                ..Options::default()
            },
            Command::Dev(args) => args.options(),
            Command::Kernel(_) => Options::default(),
            Command::Generate { page: _ } => Options::default(),
        };
        Options { settings, ..options }
    }
}

impl Compile {
    fn options(&self) -> Options {
        let (language, warnings) = (self.lang.lang, self.warnings.choice());
        let mut options = Options {
            language,
            level: self.level,
            frames: self.frames.frames,
            warnings,
            ..Options::default()
        };
        options.passes.check |= self.check;
        options
    }
}

impl ProgramArgs {
    /// The program, and how to run it.
    pub(crate) fn split(self) -> Result<(Input, RunOptions), Failure> {
        let mut words = self.program.into_iter();
        let file = words.next().ok_or_else(|| Failure::Usage("which FILE?".to_owned()))?;
        let options =
            RunOptions { args: words.collect(), heap_max: self.heap_max, stats: self.stats };
        Ok((Input::from_arg(file), options))
    }
}

/// True if a file is an object, not a text, by its name.
fn is_object(file: impl AsRef<Path>) -> bool {
    file.as_ref().extension().is_some_and(|ending| ending == "o")
}

impl BuildArgs {
    /// The program.
    pub(crate) fn input(&self) -> Input {
        let texts: Vec<_> = self.files.iter().filter(|file| !is_object(file)).cloned().collect();
        Input::from_args(&texts)
    }

    /// The order to the driver.
    pub(crate) fn request(&self) -> BuildRequest {
        let output = self.output.as_ref().map(Output::from_arg);
        let beside = self.certify.then_some(CERTIFICATE);
        BuildRequest { emit: self.emit.clone(), output, beside }
    }
}

impl CheckArgs {
    /// The program.
    pub(crate) fn input(&self) -> Input {
        Input::from_args(&self.files)
    }
}

impl DevArgs {
    /// The program.
    pub(crate) fn input(&self) -> Result<Input, Failure> {
        let file = self.file.as_ref().ok_or_else(|| Failure::Usage("which FILE?".to_owned()))?;
        Ok(Input::from_arg(file))
    }

    /// The order to the driver.
    pub(crate) fn request(&self) -> DevRequest {
        DevRequest { passes: self.passes.clone(), to: self.to, pipelines: self.level.is_some() }
    }

    fn options(&self) -> Options {
        let mut options = Options {
            language: self.lang.lang,
            level: self.level.unwrap_or(OptLevel::O0),
            frames: self.frames.frames,
            ..Options::default()
        };
        options.passes = pass_options(self, options.passes.check);
        options
    }
}

fn pass_options(args: &DevArgs, check: bool) -> driver::PassOptions {
    driver::PassOptions {
        check: check || args.check,
        skip: args.skip.clone(),
        dump_before: args.dump_before.clone(),
        dump_after: args.dump_after.clone(),
        stop_after: args.stop_after.clone(),
        unwanted: None,
    }
}
