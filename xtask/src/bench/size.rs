//! The sizes of freestanding code beside C: of small programs in Cogent and the same in C in the
//! style of Cogent's C back end, and of the programs whose speed is measured.

use super::build::{self, Places, checked};
use super::suite::{Entry, SUITE, Subject};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The small programs, in `bench/cogent/size`.
const SMALL: &[&str] = &[
    "adder", "account", "bits", "callback", "divide", "first", "maximum", "month", "option",
    "point", "shape",
];

/// What is counted of a program.
struct Size {
    /// Instructions of LLVM's language.
    instructions: Option<usize>,
    /// Bytes of code and constants.
    bytes: u64,
}

/// A table of all, in Markdown, and the number of programs larger than C at -Os.
pub(super) fn table(places: &Places) -> Result<(String, usize), String> {
    let mut text = String::from(
        "| program | IR, Kont -Os | IR, clang -Os | bytes, Kont -Os | bytes, clang -Os | \
         bytes, Kont -O2 | bytes, clang -O2 |\n| --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut larger = 0;
    let speed = SUITE.iter().filter(|entry| matches!(entry.subject, Subject::Cogent(_)));
    let all = SMALL.iter().map(|name| format!("cogent/size/{name}"));
    let all = all.map(|name| (name, true)).chain(speed.map(|e: &Entry| (e.name.to_owned(), false)));
    for (name, small) in all {
        let mut row = Vec::new();
        for level in ["-Os", "-O2"] {
            for ours in [true, false] {
                row.push(if small {
                    object(&name, level, ours, places)?
                } else {
                    executable(&name, level, ours, places)?
                });
            }
        }
        larger += usize::from(row[0].bytes > row[1].bytes);
        let count = |size: &Size| size.instructions.map_or("".into(), |n| n.to_string());
        let [ours, theirs, ours_fast, theirs_fast] = &row[..] else { unreachable!("four sizes") };
        _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {} | {} | {} |",
            count(ours),
            count(theirs),
            ours.bytes,
            theirs.bytes,
            ours_fast.bytes,
            theirs_fast.bytes
        );
    }
    Ok((text, larger))
}

/// An object file, of the functions alone.
fn object(name: &str, level: &str, ours: bool, places: &Places) -> Result<Size, String> {
    let base = places.work.join(format!("{}{level}", name.replace('/', "-")));
    let (object, ir) = (base.with_extension("o"), base.with_extension("ll"));
    let source = places.sources.join(format!("{name}.{}", if ours { "cogent" } else { "c" }));
    for (to, emit, clang) in [(&object, "obj", "-c"), (&ir, "llvm", "-S")] {
        if ours {
            let mut build = Command::new(&places.kont);
            let build = build.args(["build", level, "--emit", emit]).arg(&source);
            checked(build.arg("-o").arg(to))?;
        } else {
            let mut build = Command::new("clang-22");
            build.args([level, clang]);
            if emit == "llvm" {
                build.arg("-emit-llvm");
            }
            checked(build.arg(&source).arg("-o").arg(to))?;
        }
    }
    let text = std::fs::read_to_string(&ir).map_err(|e| format!("{}: {e}", ir.display()))?;
    Ok(Size { instructions: Some(instructions(&text)), bytes: bytes(&object)? })
}

/// A whole program; the code around it is the same on both sides.
fn executable(name: &str, level: &str, ours: bool, places: &Places) -> Result<Size, String> {
    let side = if ours { "kont" } else { "c" };
    let file = places.work.join(format!("{}{level}-{side}", name.replace('/', "-")));
    if ours {
        build::cogent(name, level, places, &file)?;
    } else {
        build::c(name, level, places, &file)?;
    }
    Ok(Size { instructions: None, bytes: bytes(&file)? })
}

/// The instructions in a text of LLVM's language: the indented lines of functions.
fn instructions(text: &str) -> usize {
    let mut inside = false;
    text.lines()
        .filter(|line| {
            inside = line.starts_with("define ") || inside && !line.starts_with('}');
            inside && line.starts_with("  ") && !line.trim_start().starts_with(['#', ';'])
        })
        .count()
}

/// Bytes of `.text` and `.rodata`.
fn bytes(file: &Path) -> Result<u64, String> {
    let output = Command::new("size").args(["-A", "-d"]).arg(file).output();
    let output = output.map_err(|e| format!("size: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let section = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?;
        let counted = name.starts_with(".text") || name.starts_with(".rodata");
        counted.then(|| words.next()?.parse::<u64>().ok()).flatten()
    };
    Ok(text.lines().filter_map(section).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_small_program_is_listed() {
        let folder = crate::root().join("bench/cogent/size");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .expect("the programs are there")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".cogent").map(str::to_owned))
            .collect();
        found.sort();
        let mut listed: Vec<&str> = SMALL.to_vec();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }

    #[test]
    fn instructions_are_lines_of_functions() {
        let text = "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  ret i32 %2\n}\n\n  x\n";
        assert_eq!(instructions(text), 2);
    }
}
