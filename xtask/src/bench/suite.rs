//! The programs, their peers, and what is demanded of each.
//!
//! The list is fixed: a bar that is missed is reported, no easier program
//! takes its place.

use super::repl::Measure;

/// The peer that a program is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    /// `NAME.c`, clang at -O2.
    C,
    /// `NAME.ml`, ocamlopt, run with an unlimited stack.
    OCaml,
    /// `NAME.ss`, or the same source behind a prelude, a program compiled by Chez Scheme at
    /// optimize-level 2.
    Chez,
    /// `NAME-smlnj.sml` or the same source, compiled to a heap image by SML/NJ's `ml-build`.
    SmlNj,
    /// `NAME-cml.sml` or the same source, compiled likewise with SML/NJ's Concurrent ML.
    Cml,
    /// The same source, compiled to an executable by Poly/ML's `polyc`.
    PolyMl,
    /// `NAME.go`, compiled by Go, run on one processor.
    Go,
    /// The same source, under `kont run -O2 --frames heap`: a session captures continuations.
    KontRun,
}

impl Peer {
    /// Its name in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Peer::C => "C",
            Peer::OCaml => "OCaml",
            Peer::Chez => "Chez",
            Peer::SmlNj => "SML/NJ",
            Peer::Cml => "SML/NJ's CML",
            Peer::PolyMl => "Poly/ML",
            Peer::Go => "Go",
            Peer::KontRun => "kont run",
        }
    }
}

/// The way in which our side of a comparison is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// `kont build -O2` of `NAME.anf`, then the executable; user and system time.
    Program,
    /// The same of `NAME.sml`.
    Sml,
    /// The same, of a program that stresses the library.
    Basis,
    /// The same of `NAME.scm`.
    Scheme,
    /// The same of `NAME.sml` behind a prelude. It and its peers say how long their work took,
    /// without the start of the process.
    Control,
    /// `kont build -O2` of an example that is a server, which so many connections talk to at once;
    /// the time on the clock of a fixed number of requests.
    Server(u32),
    /// `kont build -O2` of `NAME.cogent` with `NAME_helpers.c`, then the executable with this
    /// argument, how often it repeats its work; the peer's too.
    Cogent(&'static str),
    /// `kont run` of the program; time on the clock.
    Run,
    /// `kont repl`, into which something is typed; the time on the clock until its answer.
    Repl(Measure),
    /// `kont run` of the generated module at this level; time on the clock.
    Compile(u8),
}

impl Subject {
    /// The connections to a server.
    pub(super) fn connections(self) -> Option<u32> {
        match self {
            Subject::Server(connections) => Some(connections),
            Subject::Program
            | Subject::Sml
            | Subject::Basis
            | Subject::Scheme
            | Subject::Control
            | Subject::Cogent(_)
            | Subject::Run
            | Subject::Repl(_)
            | Subject::Compile(_) => None,
        }
    }
}

/// The demand on a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bar {
    /// At most this multiple of the first peer's time.
    Ratio(f64),
    /// At least as many requests a second as the first peer answers.
    Requests,
    /// At most this multiple of the slowest peer's time.
    Slowest(f64),
    /// At most this multiple of the fastest peer's time.
    Fastest(f64),
    /// At least so many megabytes a second, of so many.
    Megabytes { size: f64, limit: f64 },
    /// At most this multiple of another of our programs, which does as much.
    Against(&'static str, f64),
    /// At least this many times as fast as one of the peers.
    Faster(Peer, f64),
    /// At most so many nanoseconds for each of so many.
    Nanoseconds { count: f64, limit: f64, each: &'static str },
    /// At most so many megabytes of memory in use at once.
    Resident(f64),
    /// At most so many milliseconds.
    Milliseconds(f64),
    /// At least so many bindings a second.
    Lets(f64),
    /// It ends and prints the right thing.
    Runs,
}

/// A program with its peer and its bars.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) subject: Subject,
    pub(super) peers: &'static [Peer],
    pub(super) bars: &'static [Bar],
}

impl Entry {
    /// The name without the number of connections, which a server has at its end.
    pub(super) fn program(&self) -> &'static str {
        match (self.subject, self.name.rsplit_once('/')) {
            (Subject::Server(_), Some((program, _))) => program,
            _ => self.name,
        }
    }
}

const fn entry(name: &'static str, peers: &'static [Peer], bars: &'static [Bar]) -> Entry {
    Entry { name, subject: Subject::Program, peers, bars }
}

/// The other compilers of Standard ML.
const SML_PEERS: &[Peer] = &[Peer::SmlNj, Peer::PolyMl];

/// A program in Standard ML, the same for all: not slower than both peers.
const fn sml(name: &'static str) -> Entry {
    Entry { name, subject: Subject::Sml, peers: SML_PEERS, bars: &[Bar::Slowest(1.0)] }
}

/// A program that stresses the library: as fast as both peers.
const fn basis(name: &'static str) -> Entry {
    Entry { name, subject: Subject::Basis, peers: SML_PEERS, bars: &[Bar::Fastest(1.0)] }
}

/// A file that is written and read line by line: its size counts once.
const fn file(name: &'static str) -> Entry {
    let bars = &[Bar::Fastest(1.0), Bar::Megabytes { size: 100.0, limit: 200.0 }];
    Entry { name, subject: Subject::Basis, peers: SML_PEERS, bars }
}

/// A program in Cogent with its loop in C, beside the same by hand in C.
const fn cogent(name: &'static str, repetitions: &'static str) -> Entry {
    let subject = Subject::Cogent(repetitions);
    Entry { name, subject, peers: &[Peer::C], bars: &[Bar::Ratio(1.05)] }
}

/// A program in Scheme, the same for Chez.
const fn scheme(name: &'static str, bar: &'static [Bar]) -> Entry {
    Entry { name, subject: Subject::Scheme, peers: &[Peer::Chez], bars: bar }
}

/// The bar of most programs in Scheme, of which the mean is what counts.
const SCHEME_BAR: &[Bar] = &[Bar::Ratio(2.5)];

/// A demand on the geometric mean of the ratios to a peer, over the programs of a subject.
#[derive(Debug)]
pub(super) struct Mean {
    pub(super) title: &'static str,
    pub(super) subject: Subject,
    pub(super) peer: Peer,
    /// At most this.
    pub(super) limit: f64,
}

/// All of them.
pub(super) const MEANS: &[Mean] = &[
    Mean { title: "sml mean", subject: Subject::Sml, peer: Peer::SmlNj, limit: 1.0 / 1.5 },
    Mean { title: "scheme mean", subject: Subject::Scheme, peer: Peer::Chez, limit: 1.2 },
];

/// A program that captures continuations or has threads.
const fn control(name: &'static str, peers: &'static [Peer], bars: &'static [Bar]) -> Entry {
    Entry { name, subject: Subject::Control, peers, bars }
}

/// A server with so many connections at once.
const fn server(name: &'static str, connections: u32, bars: &'static [Bar]) -> Entry {
    Entry { name, subject: Subject::Server(connections), peers: &[Peer::Go], bars }
}

/// What an interactive system does, and beside it the other two.
const fn repl(name: &'static str, measure: Measure, bars: &'static [Bar]) -> Entry {
    Entry { name, subject: Subject::Repl(measure), peers: SML_PEERS, bars }
}

/// No slower than the slower peer by more than a third.
const THIRD: Bar = Bar::Slowest(4.0 / 3.0);

/// A program that runs for seconds at the prompt: nearly as fast as when it is compiled whole.
const fn typed(name: &'static str) -> Entry {
    let peers = &[Peer::KontRun, Peer::SmlNj, Peer::PolyMl];
    Entry { name, subject: Subject::Repl(Measure::Loop), peers, bars: &[Bar::Ratio(1.3)] }
}

const fn ns(count: f64, limit: f64, each: &'static str) -> Bar {
    Bar::Nanoseconds { count, limit, each }
}

const fn alone(name: &'static str, subject: Subject, bars: &'static [Bar]) -> Entry {
    Entry { name, subject, peers: &[], bars }
}

/// The peers that capture continuations as cheaply as they can.
const CALLCC_PEERS: &[Peer] = &[Peer::SmlNj, Peer::Chez];

/// What is demanded of programs that do little else.
const CALLCC_BARS: &[Bar] = &[Bar::Faster(Peer::SmlNj, 2.0), Bar::Faster(Peer::Chez, 4.0)];

/// All of them, in the order of the table.
pub(super) const SUITE: &[Entry] = &[
    entry("fib", &[Peer::C], &[Bar::Ratio(1.2)]),
    entry("tak", &[Peer::C], &[Bar::Ratio(1.2)]),
    entry("ack", &[Peer::C], &[Bar::Ratio(1.2)]),
    entry("count", &[Peer::C], &[Bar::Ratio(1.15)]),
    entry("sum", &[Peer::C], &[Bar::Ratio(1.15)]),
    entry("sumtrap", &[Peer::C], &[Bar::Ratio(1.15)]),
    entry("matmul", &[Peer::C], &[Bar::Ratio(1.15)]),
    entry("mandelbrot", &[Peer::C], &[Bar::Ratio(1.15)]),
    entry("nbody", &[Peer::C], &[Bar::Ratio(1.15)]),
    entry("msort", &[Peer::OCaml], &[Bar::Ratio(1.0)]),
    entry("trees", &[Peer::OCaml], &[Bar::Ratio(1.0)]),
    entry("queens", &[Peer::OCaml], &[Bar::Ratio(1.4)]),
    // 200 million calls each.
    entry("deep1k", &[Peer::OCaml], &[]),
    entry("deep1m", &[Peer::OCaml], &[Bar::Ratio(1.1), Bar::Against("deep1k", 3.0)]),
    entry("deep10m", &[Peer::OCaml], &[Bar::Runs]),
    alone("callcc", Subject::Program, &[ns(1e8, 4.0, "pair")]),
    entry("ctak", &[Peer::Chez], &[Bar::Ratio(1.0 / 3.0)]),
    entry("exn", &[Peer::OCaml], &[Bar::Ratio(1.5)]),
    alone("compile-O0", Subject::Compile(0), &[Bar::Lets(60_000.0)]),
    alone("compile-O2", Subject::Compile(2), &[Bar::Lets(15_000.0)]),
    alone("hello", Subject::Run, &[Bar::Milliseconds(80.0)]),
    sml("sml/tak"),
    sml("sml/nbody"),
    sml("sml/mandelbrot"),
    sml("sml/sieve"),
    sml("sml/matrix"),
    sml("sml/derive"),
    sml("sml/interp"),
    sml("sml/queens"),
    sml("sml/msort"),
    sml("sml/words"),
    sml("sml/parser"),
    sml("sml/backtrack"),
    sml("sml/records"),
    sml("sml/redblack"),
    sml("sml/deep"),
    basis("basis/strings"),
    basis("basis/concat"),
    basis("basis/lists"),
    basis("basis/arrays"),
    basis("basis/lines"),
    basis("basis/integers"),
    basis("basis/reals"),
    basis("basis/sorting"),
    basis("basis/intinf-multiply"),
    basis("basis/intinf-divide"),
    basis("basis/intinf-text"),
    file("basis/file"),
    cogent("cogent/checksum", "30000"),
    cogent("cogent/lookup", "1500"),
    cogent("cogent/update", "20000"),
    cogent("cogent/dispatch", "10000"),
    cogent("cogent/byteorder", "400000"),
    cogent("cogent/dirscan", "100000"),
    scheme("scheme/integers", SCHEME_BAR),
    scheme("scheme/flonums", SCHEME_BAR),
    scheme("scheme/closures", SCHEME_BAR),
    scheme("scheme/lists", SCHEME_BAR),
    scheme("scheme/vectors", SCHEME_BAR),
    scheme("scheme/strings", SCHEME_BAR),
    scheme("scheme/records", SCHEME_BAR),
    scheme("scheme/symbolic", SCHEME_BAR),
    scheme("scheme/callcc", &[Bar::Ratio(1.0 / 2.5)]),
    scheme("scheme/deep", SCHEME_BAR),
    scheme("scheme/hashtables", SCHEME_BAR),
    scheme("scheme/compiler", SCHEME_BAR),
    control(
        "control/yield",
        &[Peer::SmlNj, Peer::Cml, Peer::Go],
        &[ns(5e6, 10.0, "turn"), Bar::Faster(Peer::SmlNj, 1.6), Bar::Faster(Peer::Cml, 2.5)],
    ),
    control(
        "control/pingpong",
        &[Peer::Cml, Peer::Go],
        &[ns(5e6, 28.0, "message"), Bar::Faster(Peer::Cml, 2.2)],
    ),
    control("control/ring", &[Peer::Cml], &[Bar::Milliseconds(30.0)]),
    control("control/million", &[Peer::Go], &[Bar::Milliseconds(600.0), Bar::Resident(400.0)]),
    control("control/ctak", CALLCC_PEERS, CALLCC_BARS),
    control("control/fibc", CALLCC_PEERS, CALLCC_BARS),
    control(
        "control/generator",
        CALLCC_PEERS,
        &[ns(1e7, 12.0, "yield"), Bar::Faster(Peer::SmlNj, 1.9), Bar::Faster(Peer::Chez, 3.0)],
    ),
    server("control/echo/10000", 10_000, &[Bar::Requests]),
    server("control/echo/100", 100, &[]),
    repl("repl/start", Measure::Start, &[Bar::Milliseconds(60.0)]),
    repl("repl/sum", Measure::Sum, &[Bar::Milliseconds(5.0)]),
    repl("repl/ten", Measure::Ten, &[Bar::Milliseconds(10.0)]),
    repl("repl/hundred", Measure::Hundred, &[Bar::Milliseconds(40.0), THIRD]),
    repl("repl/use-2000", Measure::Use(2_000), &[Bar::Milliseconds(600.0), THIRD]),
    repl("repl/use-20000", Measure::Use(20_000), &[Bar::Milliseconds(5_000.0), THIRD]),
    typed("repl/integers"),
    typed("repl/lists"),
    typed("repl/arrays"),
    typed("repl/strings"),
    typed("repl/closures"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_of_every_language_are_there() {
        let root = crate::root().join("bench");
        let subjects = [
            (Subject::Sml, 15, "sml"),
            (Subject::Basis, 12, "sml"),
            (Subject::Scheme, 12, "scm"),
            (Subject::Control, 7, "sml"),
        ];
        for (subject, count, ending) in subjects {
            let found = |entry: &&Entry| entry.subject == subject;
            let programs: Vec<&Entry> = SUITE.iter().filter(found).collect();
            assert_eq!(programs.len(), count);
            for entry in programs {
                assert!(root.join(format!("{}.{ending}", entry.name)).exists(), "{}", entry.name);
            }
        }
    }

    #[test]
    fn servers_have_their_connections_in_their_names() {
        let servers: Vec<&Entry> =
            SUITE.iter().filter(|entry| entry.subject.connections().is_some()).collect();
        assert_eq!(servers.len(), 2);
        for entry in servers {
            assert_eq!(entry.program(), "control/echo");
            let connections = entry.subject.connections().expect("a number");
            assert!(entry.name.ends_with(&format!("/{connections}")), "{}", entry.name);
        }
        let root = crate::root();
        assert!(root.join("examples/echo.sml").exists());
        assert!(root.join("bench/control/echo.go").exists());
    }

    #[test]
    fn names_are_unique_and_references_resolve() {
        for (i, entry) in SUITE.iter().enumerate() {
            assert!(SUITE[..i].iter().all(|other| other.name != entry.name), "{}", entry.name);
            for bar in entry.bars {
                match bar {
                    Bar::Ratio(_) | Bar::Slowest(_) | Bar::Fastest(_) | Bar::Requests => {
                        assert!(!entry.peers.is_empty(), "{}", entry.name);
                    }
                    Bar::Faster(peer, _) => assert!(entry.peers.contains(peer), "{}", entry.name),
                    // Measured in the same round, before it.
                    Bar::Against(other, _) => {
                        assert!(SUITE[..i].iter().any(|entry| entry.name == *other));
                    }
                    Bar::Nanoseconds { .. }
                    | Bar::Milliseconds(_)
                    | Bar::Megabytes { .. }
                    | Bar::Resident(_)
                    | Bar::Lets(_)
                    | Bar::Runs => {}
                }
            }
        }
    }
}
