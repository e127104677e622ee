//! Programs in Cogent by chance: the interpreters find the results that they must.
//! `crates/cli/tests/fuzz_cogent.rs` runs native code, `cargo xtask fuzz --cogent` runs more of
//! them.

use kont_fuzz::{CogentProgram, disagreement};

const PROGRAMS: u64 = 100;

#[test]
fn interpreters_find_what_they_must() {
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
        let runs = CogentProgram::generate(seed).run_stages();
        if let Some((reference, other)) = disagreement(&runs) {
            panic!(
                "seed {seed}: {} says\n{}\n{} says\n{}\nrun `cargo xtask fuzz --cogent --seed {seed} --count 1` to make it small",
                reference.oracle, reference.outcome, other.oracle, other.outcome
            );
        }
    }
}

#[test]
fn a_seed_gives_the_same_program() {
    for seed in 0..20 {
        let [a, b] = [(), ()].map(|()| CogentProgram::generate(seed));
        assert_eq!((a.text(), a.call(), a.expected()), (b.text(), b.call(), b.expected()));
    }
}

/// Every construct that is named here is in the text of some program.
#[test]
fn everything_is_written() {
    let texts: String = (0..200).map(|seed| CogentProgram::generate(seed).text()).collect();
    let wanted = [
        "type T1 a = ",
        "all (a :< DSE",
        "all a. ",
        "U8",
        "U16",
        "U32",
        "U64",
        "String",
        "Bool",
        " take (",
        " take (..)",
        " -> ",
        " => ",
        " ~> ",
        "\n    | ",
        "|> ",
        " <= ",
        " and ",
        "if\n",
        "| else -> ",
        " then ",
        "let #{",
        " {x = ",
        ", ..}",
        "\\x",
        "\\_ : ",
        " o ",
        " $ ",
        "; ",
        "upcast ",
        "complement ",
        "not ",
        "inline ",
        ", _]",
        ".&.",
        ".|.",
        ".^.",
        " << ",
        " >> ",
        " / ",
        " % ",
        " && ",
        " || ",
        " /= ",
        "0x",
        "0b",
        "0o",
        "'o'",
        "\\&",
        "!r",
        "True ->",
    ];
    for word in wanted {
        assert!(texts.contains(word), "{word}");
    }
}

/// As if a result with such a number in it were wrong.
#[test]
fn what_does_not_matter_goes() {
    let program = CogentProgram::generate(7);
    let word = program.expected().split(|c: char| !c.is_ascii_digit()).find(|word| word.len() > 1);
    let word = word.expect("a number in the result").to_owned();
    let mut fails = |program: &CogentProgram| program.expected().contains(&word);
    let least = program.shrink(&mut fails);
    assert!(fails(&least));
    assert!(least.text().lines().count() <= 4, "{}", least.text());
}
