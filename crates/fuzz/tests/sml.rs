//! Programs in Standard ML by chance: the interpreters print what they must.
//! `crates/cli/tests/fuzz_sml.rs` runs native code, `cargo xtask fuzz --sml` runs more of them.

use kont_fuzz::{SmlProgram, disagreement};

const PROGRAMS: u64 = 500;

#[test]
fn interpreters_print_what_they_must() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let workers: Vec<_> = (0..threads)
        .map(|first| {
            let worker = std::thread::Builder::new().stack_size(256 << 20);
            worker.spawn(move || run(first, threads)).expect("a thread")
        })
        .collect();
    workers.into_iter().for_each(|worker| worker.join().expect("all agree"));
}

fn run(first: u64, step: u64) {
    for seed in (first..PROGRAMS).step_by(step as usize) {
        let runs = SmlProgram::generate(seed).run_stages();
        if let Some((reference, other)) = disagreement(&runs) {
            panic!(
                "seed {seed}: {} says\n{}\n{} says\n{}\nrun `cargo xtask fuzz --sml --seed {seed} --count 1` to make it small",
                reference.oracle, reference.outcome, other.oracle, other.outcome
            );
        }
    }
}

#[test]
fn a_seed_gives_the_same_program() {
    for seed in 0..20 {
        assert_eq!(SmlProgram::generate(seed).text(), SmlProgram::generate(seed).text());
    }
}

/// Every construct that is named here is in the text of some program: declarations, patterns,
/// expressions, and functions of the library.
#[test]
fn everything_is_written() {
    let texts: String = (0..300).map(|seed| SmlProgram::generate(seed).text()).collect();
    let wanted = [
        "datatype ",
        " and d",
        "exception E",
        "functor F",
        "eqtype t",
        ":> sig",
        " : sig",
        "''a",
        " as ",
        "#[",
        "(ref ",
        "...}",
        "| _ => ",
        "handle ",
        "raise ",
        "andalso",
        "orelse",
        "Int8.",
        "Int16.",
        "Int32.",
        "Int64.",
        "IntInf.pow",
        "Word8.",
        "Word16.",
        "Word32.",
        "Word64.",
        "String.substring",
        "Array.copy",
        "Vector.update",
        "List.foldl",
        "(op ::",
        "valOf Int.maxInt",
        " := ",
        "fn _ =>",
        "(#",
    ];
    for word in wanted {
        assert!(texts.contains(word), "{word}");
    }
}

/// As if printing a line like this were wrong.
#[test]
fn what_does_not_matter_goes() {
    let program = SmlProgram::generate(7);
    let fails = |program: &SmlProgram| {
        let text = String::from_utf8_lossy(&program.expected().output).into_owned();
        text.lines().any(|line| line.contains("! Overflow") || line.contains("2: "))
    };
    assert!(fails(&program));
    let least = program.shrink(&mut |program| fails(program));
    assert!(fails(&least));
    assert!(disagreement(&least.run_one("anf")).is_none());
    let own = least.text().lines().filter(|line| !line.starts_with("fun show")).count();
    assert!(own <= 3, "{}", least.text());
}
