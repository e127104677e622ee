//! Programs made at random, of which both readings agree before and after the
//! pipeline, and whose text reads back the same.

use flow::{Unit, alpha_eq, bound_once, check, eval_imperative_steps, eval_steps, parse};
use host::TestHost;
use kont_flow_opt::PIPELINE;
use pass::{Options, Report, run_pipeline};
use std::fmt::Write;

const PROGRAMS: u64 = 400;
const STEPS: u64 = 300;

#[test]
fn readings_and_passes_agree() {
    let mut ended = 0;
    for seed in 1..=PROGRAMS {
        let text = Maker::program(seed);
        let mut unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        assert_eq!(check(&unit), Vec::<String>::new(), "{text}");
        assert_eq!(bound_once(&unit), Vec::<String>::new(), "{text}");
        let again =
            parse(unit.to_string().as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert!(alpha_eq(&unit, &again));
        let before = outcome(&unit);
        let options = Options { check: true, ..Options::default() };
        let mut report = Report::default();
        run_pipeline(&mut unit, PIPELINE, &options, &mut report)
            .unwrap_or_else(|b| panic!("{b}\n{text}"));
        assert_eq!(bound_once(&unit), Vec::<String>::new(), "{text}\n{unit}");
        // A program that loops may do so in fewer jumps.
        if let Some(before) = before {
            assert_eq!(outcome(&unit), Some(before), "{text}\n{unit}");
            ended += 1;
        }
    }
    assert!(ended > PROGRAMS / 4, "only {ended} programs end");
}

/// What both readings give; nothing if they do not end.
fn outcome(unit: &Unit) -> Option<String> {
    let functional = eval_steps(unit, &mut TestHost::default(), STEPS);
    let imperative = eval_imperative_steps(unit, &mut TestHost::default(), STEPS);
    let show = |run: &flow::Run| format!("{} {:?}", run.ending, run.results);
    assert_eq!(show(&functional), show(&imperative), "{unit}");
    (functional.ending != prim::Ending::Exhausted).then(|| show(&functional))
}

/// Makes a cluster of arithmetic, branches and local functions.
struct Maker {
    state: u64,
    out: String,
    next: usize,
    /// Variables and local functions (with the number of parameters) in scope.
    vars: Vec<String>,
    funs: Vec<(String, usize)>,
}

impl Maker {
    fn program(seed: u64) -> String {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut maker = Maker {
            state,
            out: String::new(),
            next: 0,
            vars: vec!["1".to_owned()],
            funs: Vec::new(),
        };
        maker.body(4);
        format!("flow 1 fun main() return k {{ {} }} entry main", maker.out)
    }

    fn below(&mut self, n: usize) -> usize {
        // Xorshift (Marsaglia).
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 33) as usize % n
    }

    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn var(&mut self) -> String {
        let i = self.below(self.vars.len());
        self.vars[i].clone()
    }

    fn body(&mut self, depth: usize) {
        let (vars, funs) = (self.vars.len(), self.funs.len());
        for _ in 0..self.below(5) {
            match self.below(if depth > 0 { 4 } else { 3 }) {
                3 => self.group(depth),
                _ => self.op(),
            }
        }
        self.tail(depth);
        self.vars.truncate(vars);
        self.funs.truncate(funs);
    }

    fn op(&mut self) {
        let (a, b, x) = (self.var(), self.var(), self.fresh());
        let op = ["add.i64", "sub.i64", "xor.i64", "smul.i64", "quot.i64"][self.below(5)];
        let _ = write!(self.out, "x{x}: i64 = {op} {a} {b} ");
        self.vars.push(format!("x{x}"));
    }

    fn group(&mut self, depth: usize) {
        let first = self.funs.len();
        for _ in 0..1 + self.below(3) {
            let fun = (format!("f{}", self.fresh()), self.below(3));
            self.funs.push(fun);
        }
        let group = self.funs[first..].to_vec();
        for (i, (name, arity)) in group.into_iter().enumerate() {
            let vars = self.vars.len();
            let params: Vec<String> = (0..arity).map(|_| format!("x{}", self.fresh())).collect();
            let binders: Vec<String> = params.iter().map(|param| format!("{param}: i64")).collect();
            let word = if i == 0 { "fun" } else { "and" };
            let _ = write!(self.out, "{word} {name}({}) {{ ", binders.join(", "));
            self.vars.extend(params);
            self.body(depth - 1);
            self.out.push_str("} ");
            self.vars.truncate(vars);
        }
    }

    fn tail(&mut self, depth: usize) {
        match self.below(4) {
            0 | 1 if !self.funs.is_empty() => {
                let i = self.below(self.funs.len());
                let (name, arity) = self.funs[i].clone();
                let args: Vec<String> = (0..arity).map(|_| self.var()).collect();
                let _ = write!(self.out, "jump {name} {} ", args.join(" "));
            }
            2 if depth > 0 => {
                let cond = self.var();
                let _ = write!(self.out, "if {cond} {{ ");
                self.body(depth - 1);
                self.out.push_str("} else { ");
                self.body(depth - 1);
                self.out.push_str("} ");
            }
            _ => {
                let (a, b) = (self.var(), self.var());
                let _ = write!(self.out, "throw k {a} {b} ");
            }
        }
    }
}
