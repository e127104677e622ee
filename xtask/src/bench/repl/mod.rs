//! Interactive systems: how long they take to start, to answer, to read files, and to run what
//! takes long.
//!
//! ```text
//! shapes    texts with holes, from which inputs are made
//! inputs    the inputs: sums, functions of ten lines, declarations of a hundred, files
//! talk      types them into a system, and times its answers
//! ```

mod inputs;
mod shapes;
mod talk;

use super::build::Places;
use super::child::Task;
use super::suite::Peer;
use std::path::Path;
use talk::Ask;
pub(crate) use talk::{Dialogue, talk};

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// From the start of the process to the first answer.
    Start,
    /// A sum.
    Sum,
    /// A function of ten lines and a call of it.
    Ten,
    /// A declaration of about a hundred lines and a call of it.
    Hundred,
    /// `use` of a file of so many lines.
    Use(usize),
    /// A program that runs for seconds, typed in.
    Loop,
}

/// Programs that run for seconds.
const LOOPS: &[(&str, &str)] = &[
    ("repl/integers", include_str!("../../../../bench/repl/loops/integers.sml")),
    ("repl/lists", include_str!("../../../../bench/repl/loops/lists.sml")),
    ("repl/arrays", include_str!("../../../../bench/repl/loops/arrays.sml")),
    ("repl/strings", include_str!("../../../../bench/repl/loops/strings.sml")),
    ("repl/closures", include_str!("../../../../bench/repl/loops/closures.sml")),
];

/// Processes whose start is timed in a round.
const STARTS: usize = 7;

/// A system that answers, or `kont run` if the peer is that; our own interactive one if there is
/// no peer.
pub(super) fn task(
    name: &str,
    measure: Measure,
    peer: Option<Peer>,
    places: &Places,
) -> Result<Task, String> {
    let kont = places.kont.clone();
    let system = match peer {
        None => Task::new(kont, &["repl"]),
        Some(Peer::SmlNj) => Task::new("sml", &[]),
        Some(Peer::PolyMl) => Task::new("poly", &[]),
        Some(Peer::KontRun) => {
            let file = places.work.join(format!("{}.sml", name.replace('/', "-")));
            let end = "val () = print (Int.toString result ^ \"\\n\")\n";
            write(&file, &(program(name)?.to_owned() + end))?;
            return Ok(Task::new(
                kont,
                &["run", "-O2", "--frames", "heap", &file.to_string_lossy()],
            ));
        }
        Some(Peer::C | Peer::OCaml | Peer::Chez | Peer::Cml | Peer::Go) => {
            return Err(format!("{name}: is no program of that peer"));
        }
    };
    Ok(system.with_dialogue(dialogue(name, measure, &places.work)?))
}

/// What is typed. Files are written to a folder.
fn dialogue(name: &str, measure: Measure, work: &Path) -> Result<Dialogue, String> {
    let one = |text: String| Ask { text, answers: 1 };
    let first = || vec![one("1+1;\n".to_owned())];
    let warm = || inputs::warm().into_iter().map(one).collect();
    let long = |inputs: Vec<inputs::Input>| inputs.iter().map(|input| one(input.text())).collect();
    let (before, asks): (Vec<Ask>, Vec<Ask>) = match measure {
        Measure::Start => {
            return Ok(Dialogue {
                starts: STARTS,
                from_start: true,
                before: Vec::new(),
                asks: first(),
            });
        }
        Measure::Sum => (warm(), inputs::sums().into_iter().map(one).collect()),
        Measure::Ten => (warm(), long(inputs::tens())),
        Measure::Hundred => (warm(), long(inputs::hundreds())),
        Measure::Use(lines) => {
            let file = work.join(format!("use-{lines}.sml"));
            write(&file, &inputs::file(lines))?;
            let text = format!("use \"{}\";\n{};\n", file.display(), inputs::CHECKSUM);
            (first(), vec![Ask { text, answers: 2 }])
        }
        Measure::Loop => (first(), vec![one(format!("{}result;\n", program(name)?))]),
    };
    Ok(Dialogue { starts: 1, from_start: false, before, asks })
}

fn program(name: &str) -> Result<&'static str, String> {
    let found = LOOPS.iter().find(|(program, _)| *program == name);
    found.map(|(_, text)| *text).ok_or_else(|| format!("{name}: there is no such program"))
}

/// Writes all inputs to a folder, for whoever wants to look at them or time them alone.
pub(crate) fn write_inputs(args: &[String]) -> Result<(), String> {
    let [folder] = args else { return Err("repl-inputs: to which folder?".to_owned()) };
    let folder = Path::new(folder);
    let make = |folder: &Path| {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
    };
    make(folder)?;
    for lines in [2_000, 20_000] {
        write(&folder.join(format!("use-{lines}.sml")), &inputs::file(lines))?;
    }
    for (name, all) in [("ten", inputs::tens()), ("hundred", inputs::hundreds())] {
        make(&folder.join(name))?;
        for (i, input) in all.iter().enumerate() {
            write(&folder.join(format!("{name}/{i:02}.sml")), &input.text())?;
        }
    }
    write(&folder.join("warm.sml"), &inputs::warm().concat())?;
    write(&folder.join("sums.sml"), &inputs::sums().concat())?;
    for (name, text) in LOOPS {
        make(&folder.join("loops"))?;
        write(&folder.join(format!("{}.sml", name.replace("repl", "loops"))), text)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests;
