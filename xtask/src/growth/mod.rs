//! `cargo xtask growth`: does the time of compiling grow like the length of the text?
//!
//! Of every shape a program is made that takes half a second at -O2, one twice as long and
//! one four times as long. The processor time may grow by less than [`MOST`] from each to
//! the next, at -O0 and -O2. What is over it is measured again, since other work on the
//! machine costs time too; the shortest time counts.

mod shapes;

use crate::bench::child::Task;
use shapes::Shape;
use std::path::{Path, PathBuf};

/// Most growth when the text is twice as long.
const MOST: f64 = 2.5;

/// The least time that the shortest program takes at -O2, in seconds.
const LEAST: f64 = 0.5;

/// The length that is tried first.
const FIRST: usize = 250;

/// The number of times that a time is taken before it counts as too long.
const TRIES: usize = 4;

/// Measures all shapes, or those whose name contains the argument.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let only = match args {
        [] => "",
        [flag, name] if flag == "--only" => name.as_str(),
        _ => return Err("usage: cargo xtask growth [--only NAME]".to_owned()),
    };
    let bench = Bench::new()?;
    println!("{:<28} {:>7}  {:^31}  {:^31}", "shape", "n", "-O0: n, 2n, 4n", "-O2: n, 2n, 4n");
    let mut failures = Vec::new();
    for shape in shapes::ALL.iter().filter(|shape| shape.name.contains(only)) {
        failures.extend(bench.shape(shape)?);
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

struct Bench {
    kont: PathBuf,
    work: PathBuf,
}

impl Bench {
    fn new() -> Result<Bench, String> {
        let bin = std::env::current_exe().map_err(|e| e.to_string())?;
        let (kont, work) = (bin.with_file_name("kont"), bin.with_file_name("growth"));
        if !kont.exists() {
            return Err("kont is not built: make build".to_owned());
        }
        std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
        Ok(Bench { kont, work })
    }

    /// Measures a shape and prints its line; says what grows too much.
    fn shape(&self, shape: &Shape) -> Result<Vec<String>, String> {
        let mut n = FIRST;
        while self.time(shape, n, 2)? < LEAST {
            n *= 2;
        }
        let lengths = [n, 2 * n, 4 * n];
        let (mut columns, mut failures) = (Vec::new(), Vec::new());
        for level in [0, 2] {
            let mut times = Vec::new();
            for length in lengths {
                times.push(self.time(shape, length, level)?);
            }
            for _ in 1..TRIES {
                if !growth(&times).any(|factor| factor >= MOST) {
                    break;
                }
                for (time, length) in times.iter_mut().zip(lengths) {
                    *time = time.min(self.time(shape, length, level)?);
                }
            }
            let factors: Vec<String> = growth(&times).map(|f| format!("{f:.2}")).collect();
            columns.push(format!(
                "{:6.2} {:6.2} {:6.2} {:>11}",
                times[0],
                times[1],
                times[2],
                factors.join(" ")
            ));
            if growth(&times).any(|factor| factor >= MOST) {
                let name = shape.name;
                failures.push(format!("{name}: grows by {} at -O{level}", factors.join(" and ")));
            }
        }
        println!("{:<28} {n:>7}  {}  {}", shape.name, columns[0], columns[1]);
        Ok(failures)
    }

    /// The processor time of compiling a program of a length.
    fn time(&self, shape: &Shape, n: usize, level: u8) -> Result<f64, String> {
        let source = self.work.join("program.sml");
        write(&source, &(shape.text)(n))?;
        let (source, output) = (source.to_string_lossy(), self.work.join("program"));
        let output = output.to_string_lossy();
        let level = format!("-O{level}");
        let task = Task::new(&self.kont, &["build", &level, &source, "-o", &output]);
        Ok(task.run().map_err(|message| format!("{}, n = {n}: {message}", shape.name))?.cpu)
    }
}

fn growth(times: &[f64]) -> impl Iterator<Item = f64> + '_ {
    times.windows(2).map(|pair| pair[1] / pair[0])
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
