//! The command line of `repl`.

use crate::warning_args::WarningArgs;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// The arguments of `repl`.
#[derive(ClapArgs)]
pub(crate) struct ReplArgs {
    /// Most memory for the heap, such as 512m or 4g
    #[arg(long, value_name = "SIZE", value_parser = driver::parse_size)]
    pub(crate) heap_max: Option<u64>,
    /// Print no answers: only what the program prints, and messages
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Speak the line protocol for editors and notebooks
    #[arg(long, conflicts_with_all = ["files", "quiet"])]
    pub(crate) protocol: bool,
    #[command(flatten)]
    pub(crate) warnings: WarningArgs,
    /// Files and projects to begin with
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}
