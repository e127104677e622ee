//! `cargo xtask fuzz` and `theorems`: build what is needed and run it.

use std::path::Path;
use std::process::Command;

/// Runs the command of the `fuzz` crate with these arguments.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    if args.iter().any(|arg| arg == "--native") {
        // Executables are linked with the runtime archive.
        let packages = ["-p", "kont-cli", "-p", "kont-runtime"];
        cargo(root, &[&["build", "--quiet", "--release"], &packages[..]].concat(), &[])?;
    }
    if args.iter().any(|arg| arg == "--seeded") {
        return seeded(root, args);
    }
    cargo(root, &["run", "--quiet", "--release", "-p", "kont-fuzz", "--"], args)
}

/// Faults are in a build of their own, which nobody takes for the real one.
fn seeded(root: &Path, args: &[String]) -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), Into::into);
    let folder = target.join("faults");
    let packages = ["-p", "kont-cli", "-p", "kont-fuzz", "-p", "kont-faults"];
    let mut build = vec!["build", "--quiet", "--release", "--features", "kont-faults/on"];
    build.extend(packages);
    let shown = folder.to_string_lossy().into_owned();
    cargo(root, &build, &["--target-dir".to_owned(), shown.clone()])?;
    let status = Command::new(folder.join("release/fuzz")).args(args).current_dir(root).status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(format!("fuzz: {status}")),
        Err(e) => return Err(format!("fuzz cannot be started: {e}")),
    }
    if args.iter().any(|arg| arg == "--only") {
        return Ok(());
    }
    let test = ["test", "--release", "-p", "kont-il", "--features", "seeded", "--test", "theorems"];
    cargo(root, &test, &["--target-dir".to_owned(), shown, "faults_are_found".to_owned()])
}

/// Tries the theorems of IL on so many programs.
pub(crate) fn theorems(root: &Path, args: &[String]) -> Result<(), String> {
    let [option, count] = args else { return Err("say --programs N".to_owned()) };
    if option != "--programs" || count.parse::<u64>().is_err() {
        return Err("say --programs N".to_owned());
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "-p", "kont-il", "--test", "theorems", "theorems_hold"]);
    let status = command.current_dir(root).env("THEOREMS", count).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo test: {status}")),
        Err(e) => Err(format!("cargo cannot be started: {e}")),
    }
}

pub(crate) fn cargo(root: &Path, args: &[&str], more: &[String]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).current_dir(root).args(args).args(more).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo {}: {status}", args[0])),
        Err(e) => Err(format!("cargo cannot be started: {e}")),
    }
}
