//! Runs the programs in `bench/` and prints a table.
//!
//! `bench/NAME.anf` is compiled to an executable at -O2. Where there is a
//! `bench/NAME.c` it is compiled with clang at -O2 as the yardstick; both must
//! print the same. The time shown is the best of three runs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const RUNS: usize = 3;

struct Row {
    name: String,
    build: Duration,
    run: Duration,
    c: Option<Duration>,
}

/// Runs the benchmarks whose name contains an argument, or all.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let bin = std::env::current_exe().map_err(|e| e.to_string())?;
    let kont = bin.with_file_name("kont");
    if !kont.exists() {
        return Err("kont is not built: cargo build --release --workspace".to_owned());
    }
    let work = bin.with_file_name("bench");
    std::fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let (mut rows, mut failures) = (Vec::new(), Vec::new());
    for program in programs(root, args)? {
        match measure(&kont, &program, &work) {
            Ok(row) => rows.push(row),
            Err(message) => failures.push(message),
        }
    }
    print(&rows);
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn programs(root: &Path, args: &[String]) -> Result<Vec<PathBuf>, String> {
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(root.join("bench")).map_err(|e| format!("bench: {e}"))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let asked = args.is_empty() || args.iter().any(|arg| name.contains(arg.as_str()));
        if asked && path.extension().is_some_and(|ending| ending == "anf") {
            programs.push(path);
        }
    }
    programs.sort();
    Ok(programs)
}

fn measure(kont: &Path, program: &Path, work: &Path) -> Result<Row, String> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let executable = work.join(&name);
    let start = Instant::now();
    checked(Command::new(kont).arg("build").arg(program).arg("-O2").arg("-o").arg(&executable))?;
    let build = start.elapsed();
    let (run, output) = best(&executable)?;
    let source = program.with_extension("c");
    let c = if source.exists() {
        let yardstick = work.join(format!("{name}-c"));
        checked(Command::new("clang-22").arg("-O2").arg(&source).arg("-o").arg(&yardstick))?;
        let (time, wanted) = best(&yardstick)?;
        // C writes a sign in every exponent.
        if String::from_utf8_lossy(&wanted).replace("E+", "E") != String::from_utf8_lossy(&output) {
            return Err(format!("{name}: kont and C print different things"));
        }
        Some(time)
    } else {
        None
    };
    Ok(Row { name, build, run, c })
}

fn best(executable: &Path) -> Result<(Duration, Vec<u8>), String> {
    let mut best = Duration::MAX;
    let mut output = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        output = checked(&mut Command::new(executable))?;
        best = best.min(start.elapsed());
    }
    Ok((best, output))
}

/// Runs a command that must succeed.
fn checked(command: &mut Command) -> Result<Vec<u8>, String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|e| format!("{shown}: {e}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{shown}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

fn print(rows: &[Row]) {
    println!("{:<16} {:>9} {:>9} {:>9} {:>7}", "program", "build s", "run s", "C s", "run/C");
    for Row { name, build, run, c } in rows {
        let (c, ratio) = match c {
            Some(c) => (
                format!("{:.3}", c.as_secs_f64()),
                format!("{:.2}", run.as_secs_f64() / c.as_secs_f64()),
            ),
            None => ("-".to_owned(), "-".to_owned()),
        };
        println!(
            "{name:<16} {:>9.3} {:>9.3} {c:>9} {ratio:>7}",
            build.as_secs_f64(),
            run.as_secs_f64()
        );
    }
}
