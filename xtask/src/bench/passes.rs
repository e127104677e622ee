//! `cargo xtask passes`: what each of LLVM's passes is worth. Every program is built
//! without each of them in turn, and runs beside itself as it is built with all.

use super::child::Task;
use super::suite::{SUITE, Subject};
use super::{places, progress, stats};
use std::path::Path;

/// Passes of the pipeline of -O2 that may be left out.
const PASSES: &[&str] = &[
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
];

/// Programs whose time is shown.
const PROGRAMS: &[&str] = &[
    "fib",
    "count",
    "sum",
    "sumtrap",
    "matmul",
    "mandelbrot",
    "nbody",
    "msort",
    "queens",
    "sml/interp",
    "sml/matrix",
];

/// Rounds in which every build of a program runs once.
const ROUNDS: usize = 3;

/// Prints the table: for each pass, the time of each program without it, and the time to
/// compile all programs in Standard ML, relative to those with all passes.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let places = places(root)?;
    let build = |without: &str, name: &str, ending: &str| -> Result<(Task, f64), String> {
        let output = places.work.join(format!("{}-without-{without}", name.replace('/', "-")));
        let source = places.sources.join(format!("{name}.{ending}"));
        let args = [
            &format!("KONT_LLVM_WITHOUT={without}"),
            &*places.kont.to_string_lossy(),
            "build",
            "-O2",
            &*source.to_string_lossy(),
            "-o",
            &*output.to_string_lossy(),
        ];
        let usage = Task::new("/usr/bin/env", &args).run()?;
        Ok((Task::new(output, &[]), usage.cpu))
    };
    let variants: Vec<&str> = std::iter::once("").chain(PASSES.iter().copied()).collect();
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); variants.len()];
    for name in PROGRAMS {
        progress(name);
        let ending = if name.starts_with("sml/") { "sml" } else { "anf" };
        let built = variants.iter().map(|without| Ok(build(without, name, ending)?.0));
        let tasks: Vec<Task> = built.collect::<Result<_, String>>()?;
        for (row, time) in rows.iter_mut().zip(times(&tasks)?) {
            row.push(time);
        }
    }
    for (row, without) in rows.iter_mut().zip(&variants) {
        progress(&format!("compiling without {without}"));
        let mut time = 0.0;
        for entry in SUITE.iter().filter(|entry| matches!(entry.subject, Subject::Sml)) {
            time += build(without, entry.name, "sml")?.1;
        }
        row.push(time);
    }
    progress("");
    print!("{}", table(&variants, &rows));
    Ok(())
}

/// The median time of each, which all must print the same.
fn times(tasks: &[Task]) -> Result<Vec<f64>, String> {
    let expected = tasks[0].run()?.output;
    let mut times = vec![Vec::new(); tasks.len()];
    for round in 0..ROUNDS {
        for i in 0..tasks.len() {
            // Whoever comes first in a round is at a disadvantage.
            let i = (i + round * tasks.len() / ROUNDS) % tasks.len();
            let (task, times) = (&tasks[i], &mut times[i]);
            let usage = task.run()?;
            if usage.output != expected {
                return Err(format!("{} prints something else", task.program.display()));
            }
            times.push(usage.cpu);
        }
    }
    Ok(times.iter().map(|times| stats::median(times)).collect())
}

fn table(variants: &[&str], rows: &[Vec<f64>]) -> String {
    let mut text = format!("| without | {} | compiling |\n", PROGRAMS.join(" | "));
    text += &format!("| --- |{}\n", " ---: |".repeat(PROGRAMS.len() + 1));
    for (name, row) in variants.iter().zip(rows).skip(1) {
        let ratios = row.iter().zip(&rows[0]).map(|(time, all)| format!(" {:.2} |", time / all));
        text += &format!("| {name} |{}\n", ratios.collect::<String>());
    }
    text
}
