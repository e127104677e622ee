//! `cargo xtask fuzz`: builds what is needed and runs it.

use std::path::Path;
use std::process::Command;

/// Runs the command of the `fuzz` crate with these arguments.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    if args.iter().any(|arg| arg == "--native") {
        cargo(root, &["build", "--quiet", "--release", "-p", "kont-cli"], &[])?;
    }
    cargo(root, &["run", "--quiet", "--release", "-p", "kont-fuzz", "--"], args)
}

fn cargo(root: &Path, args: &[&str], more: &[String]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).current_dir(root).args(args).args(more).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo {}: {status}", args[0])),
        Err(e) => Err(format!("cargo cannot be started: {e}")),
    }
}
