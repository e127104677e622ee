//! `cargo xtask passes`: what each pass is worth. Every program is built without each of them in
//! turn, and runs beside itself as it is built with all.

use super::child::Task;
use super::suite::{SUITE, Subject};
use super::{places, progress, stats};
use std::path::Path;

/// Passes that may be left out, and the variable that says so: ours, then LLVM's, at -O2.
/// `short-loops` and `cut-large` are needed for code of any use.
const PASSES: &[(&str, &[&str])] = &[
    (
        "KONT_WITHOUT",
        &[
            "contract",
            "uncurry",
            "static-args",
            "defunctionalise",
            "split-join",
            "inline",
            "known-throws",
            "contify",
            "cse",
            "promote-refs",
            "flatten",
            "early-returns",
            "hot-paths",
            "hoist-handlers",
            "pack-loops",
            "short-loops",
            "simplify-jumps",
            "sink-origins",
            "strip-loops",
            "unchecked-loops",
            "dead-let",
        ],
    ),
    (
        "KONT_LLVM_WITHOUT",
        &[
            "inline",
            "tailcallelim",
            "early-cse",
            "instcombine",
            "gvn",
            "jump-threading",
            "dse",
            "licm",
            "indvars",
            "simple-loop-unswitch",
            "loop-vectorize",
            "loop-unroll",
        ],
    ),
];

/// Rounds in which every build of a program runs once.
const ROUNDS: usize = 3;

/// Most seconds of a run without a pass: more says enough.
const PATIENCE: f64 = 20.0;

/// A program as it is built without a pass.
struct Build {
    task: Task,
    /// Seconds of the processor that it took to compile.
    compiling: f64,
    bytes: u64,
}

/// Prints the table: for each pass, what the programs take without it, relative to what they take
/// with all passes: the geometric means of run time, time to compile and size, and the programs that
/// gain and lose most by it.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let places = places(root)?;
    let only: Option<Vec<&str>> = match args {
        [] => None,
        [flag, names] if flag == "--only" => Some(names.split(',').collect()),
        _ => return Err("passes takes --only NAME,...".to_owned()),
    };
    let build = |(variable, without): (&str, &str), name: &str, ending: &str| {
        let output = places.work.join(format!("{}-{variable}-{without}", name.replace('/', "-")));
        let source = places.sources.join(format!("{name}.{ending}"));
        let args = [
            &format!("{variable}={without}"),
            &*places.kont.to_string_lossy(),
            "build",
            "-O2",
            &*source.to_string_lossy(),
            "-o",
            &*output.to_string_lossy(),
        ];
        let compiling = Task::new("/usr/bin/env", &args).run()?.cpu;
        let bytes = std::fs::metadata(&output).map_err(|error| error.to_string())?.len();
        Ok::<Build, String>(Build { task: Task::new(output, &[]), compiling, bytes })
    };
    let mut variants = vec![("KONT_WITHOUT", "")];
    for (variable, passes) in PASSES {
        let wanted = |pass: &&&str| only.as_ref().is_none_or(|only| only.contains(*pass));
        variants.extend(passes.iter().filter(wanted).map(|pass| (*variable, *pass)));
    }
    let mut rows: Vec<Vec<Ratios>> = variants.iter().map(|_| Vec::new()).collect();
    for entry in SUITE {
        let ending = match entry.subject {
            Subject::Sml => "sml",
            Subject::Program => "anf",
            Subject::Basis | Subject::Scheme | Subject::Control | Subject::Server(_) => continue,
            Subject::Cogent(_) | Subject::Run | Subject::Repl(_) | Subject::Compile(_) => continue,
        };
        progress(entry.name);
        // Whoever is compiled first reads the files for all.
        build(variants[0], entry.name, ending)?;
        let builds: Vec<Build> = variants
            .iter()
            .map(|variant| build(*variant, entry.name, ending))
            .collect::<Result<_, String>>()?;
        let times = times(&builds)?;
        for (row, (build, time)) in rows.iter_mut().zip(builds.iter().zip(&times)) {
            row.push(Ratios {
                program: entry.name,
                time: time / times[0],
                compiling: build.compiling / builds[0].compiling,
                bytes: build.bytes as f64 / builds[0].bytes as f64,
            });
            std::fs::remove_file(&build.task.program).map_err(|error| error.to_string())?;
        }
    }
    progress("");
    print!("{}", table(&variants, &rows));
    Ok(())
}

/// A program without a pass, relative to the same with all.
struct Ratios {
    program: &'static str,
    time: f64,
    compiling: f64,
    bytes: f64,
}

/// The median time of each, which all must print the same.
fn times(builds: &[Build]) -> Result<Vec<f64>, String> {
    let expected = builds[0].task.run()?.output;
    let mut times = vec![Vec::new(); builds.len()];
    for round in 0..ROUNDS {
        for i in 0..builds.len() {
            // Whoever comes first in a round is at a disadvantage.
            let i = (i + round * builds.len() / ROUNDS) % builds.len();
            let (task, times) = (&builds[i].task, &mut times[i]);
            if times.first().is_some_and(|time| *time > PATIENCE) {
                continue;
            }
            let usage = task.run()?;
            if usage.output != expected {
                return Err(format!("{} prints something else", task.program.display()));
            }
            times.push(usage.cpu);
        }
    }
    Ok(times.iter().map(|times| stats::median(times)).collect())
}

fn table(variants: &[(&str, &str)], rows: &[Vec<Ratios>]) -> String {
    let mut text = "| without | run time | compiling | size | slowest | fastest |\n".to_owned();
    text += "| --- | ---: | ---: | ---: | --- | --- |\n";
    for ((variable, name), row) in variants.iter().zip(rows).skip(1) {
        let mean = |of: fn(&Ratios) -> f64| {
            let sum: f64 = row.iter().map(|ratios| of(ratios).ln()).sum();
            (sum / row.len() as f64).exp()
        };
        let by_time = |a: &&Ratios, b: &&Ratios| a.time.total_cmp(&b.time);
        let named = |found: Option<&Ratios>| {
            found.map_or_else(String::new, |r| format!("{} {:.2}", r.program, r.time))
        };
        let llvm = if *variable == "KONT_WITHOUT" { "" } else { "LLVM's " };
        text += &format!(
            "| {llvm}{name} | {:.2} | {:.2} | {:.2} | {} | {} |\n",
            mean(|r| r.time),
            mean(|r| r.compiling),
            mean(|r| r.bytes),
            named(row.iter().max_by(by_time)),
            named(row.iter().min_by(by_time)),
        );
    }
    text
}
