//! Native code, in processes of its own: a crash is an outcome.

use crate::oracle::{End, Outcome, Run};
use std::path::PathBuf;
use std::time::Duration;
use testkit::{Child, Ended, Scratch};

/// The native oracles.
pub const NATIVE: &[&str] = &["jit -O0", "jit -O2", "jit -O0, stress", "jit -O2, stress"];

/// How long a program may run.
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

    /// Runs a module by every native oracle, or by one.
    pub fn run(&self, module: &anf::Module, only: Option<&str>) -> Vec<Run> {
        let file = self.folder.write("program.anf", module.to_string());
        let asked = NATIVE.iter().filter(|name| only.is_none_or(|only| only == **name));
        let run = |name: &&str| {
            let level = if name.contains("-O0") { "-O0" } else { "-O2" };
            let mut child =
                Child::new(&self.kont).args(["run", level]).arg(&file).patience(PATIENCE);
            if name.contains("stress") {
                child = child.env("KONT_GC_STRESS", "1").env("KONT_SANITY", "1");
            }
            Run { oracle: (*name).to_owned(), outcome: outcome(&child.run()) }
        };
        asked.map(run).collect()
    }
}

fn outcome(ended: &Ended) -> Outcome {
    let message = ended.err();
    let end = match (ended.code, message.starts_with("uncaught exception ")) {
        (Some(0), _) => End::Done,
        (Some(1), true) => End::Uncaught(message.to_string()),
        (Some(code), _) if message.is_empty() => End::Exit(code as u8),
        (Some(_) | None, _) => {
            let first: String = message.chars().take(400).collect();
            End::Failed(format!("{}: {first}", ended.status))
        }
    };
    Outcome { end, output: ended.stdout.clone() }
}
