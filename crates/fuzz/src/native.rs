//! Native code, in processes of its own: a crash is an outcome.

use crate::oracle::{End, Outcome, Run};
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::{Child, Ended, Scratch};

/// The native oracles.
/// Every other one of them has both levels, executables and stress. Frames are on a stack where a
/// program allows it, but for one.
pub const NATIVE: &[&str] =
    &["jit -O0", "jit -O2", "jit -O2, stress", "jit -O0, stress", "exe -O0, heap", "exe -O2"];

/// Those for Cogent, which has no collector, and no executables without C.
pub const COGENT: &[&str] = &["jit -O0", "jit -O2", "union, jit -O0", "union, jit -O2"];

/// Programs by chance have rules that nothing reaches, and matches that miss something.
const QUIET: [&str; 3] =
    ["-Wno-redundant-match", "-Wno-non-exhaustive-match", "-Wno-non-exhaustive-binding"];

/// The longest time that a program may run.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs programs through the command.
#[derive(Debug)]
pub struct Native {
    kont: PathBuf,
    folder: Scratch,
}

impl Native {
    /// With this executable of the command.
    pub fn new(kont: impl Into<PathBuf>) -> Native {
        Native { kont: kont.into(), folder: Scratch::new() }
    }

    /// Runs a program by every native oracle, or by one. Its file ends like this.
    pub fn run(&self, text: &str, ending: &str, only: Option<&str>) -> Vec<Run> {
        let file = self.folder.write(&format!("program.{ending}"), text);
        asked(NATIVE, only, |name| self.child(name, &file))
    }

    /// Runs a program in Cogent by every native oracle that there is for it, or by one. The words
    /// behind it are a function and its argument.
    pub fn run_cogent(&self, text: &str, call: &[String], only: Option<&str>) -> Vec<Run> {
        let file = self.folder.write("program.cogent", text);
        asked(COGENT, only, |name| {
            let union = name.contains("union").then_some("--union-variants");
            let options = [level(name)].into_iter().chain(union);
            Child::new(&self.kont).arg("run").args(options).arg(&file).args(call)
        })
    }

    /// The process that runs a program: the command, or what it has built. Where it cannot build
    /// the program, that is what is run, for its message.
    fn child(&self, name: &str, file: &Path) -> Child {
        let command = |act: &str| {
            let frames = if name.contains("heap") { "heap" } else { "auto" };
            let command = Child::new(&self.kont).args([act, level(name), "--frames", frames]);
            command.args(QUIET).arg(file)
        };
        if name.starts_with("exe") {
            let program = self.folder.file("program");
            let build = || command("build").arg("-o").arg(&program).patience(PATIENCE);
            return if build().run().code == Some(0) { Child::new(&program) } else { build() };
        }
        match name.contains("stress") {
            true => command("run").env("KONT_GC_STRESS", "1").env("KONT_SANITY", "1"),
            false => command("run"),
        }
    }
}

fn level(name: &str) -> &'static str {
    if name.contains("-O0") { "-O0" } else { "-O2" }
}

/// Runs all of these oracles, or one of them.
fn asked(oracles: &[&str], only: Option<&str>, child: impl Fn(&str) -> Child) -> Vec<Run> {
    let asked = oracles.iter().filter(|name| only.is_none_or(|only| only == **name));
    let run = |name: &&str| Run {
        oracle: (*name).to_owned(),
        outcome: outcome(&child(name).patience(PATIENCE).run()),
    };
    asked.map(run).collect()
}

fn outcome(ended: &Ended) -> Outcome {
    let message = ended.err();
    let end = match (ended.code, message.starts_with("uncaught exception ")) {
        (Some(0), _) => End::Done,
        (Some(1), true) => End::Uncaught(Some(message.to_string())),
        (Some(code), _) if message.is_empty() => End::Exit(code as u8),
        (Some(_) | None, _) => {
            let first: String = message.chars().take(400).collect();
            End::Failed(format!("{}: {first}", ended.status))
        }
    };
    Outcome { end, output: ended.stdout.clone() }
}
