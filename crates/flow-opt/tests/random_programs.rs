//! Programs made at random. Of those whose variables are bound once, both
//! readings agree, before and after the pipeline; of others, each reading is
//! after the pipeline what it was. Their text reads back the same, and their
//! live sets are those of the equations, solved in the plainest way.

use base::rng::Rng;
use flow::walk::{BodyEntry, BodyNode, all_bodies, vars};
use flow::{Let, Liveness, Local, Tail, Unit, Var};
use flow::{alpha_eq, bound_once, check, eval_imperative_steps, eval_steps, parse};
use host::TestHost;
use kont_flow_opt::PIPELINE;
use pass::{Options, Report, run_pipeline};
use std::collections::BTreeSet;
use std::fmt::Write;

const PROGRAMS: u64 = 400;
const STEPS: u64 = 300;

#[test]
fn readings_and_passes_agree() {
    let mut ended = 0;
    for seed in 1..=PROGRAMS {
        let text = Maker::program(seed, None);
        let mut unit = read(&text);
        assert_eq!(bound_once(&unit), [], "{text}");
        let (functional, imperative) = outcomes(&unit);
        assert_eq!(functional, imperative, "{text}");
        optimise(&mut unit);
        assert_eq!(bound_once(&unit), [], "{text}\n{unit}");
        // A program that loops may do so in fewer jumps.
        if functional.is_some() {
            assert_eq!(outcomes(&unit), (functional, imperative), "{text}\n{unit}");
            ended += 1;
        }
    }
    assert!(ended > PROGRAMS / 4, "only {ended} programs end");
}

#[test]
fn passes_keep_each_reading_of_names_bound_again() {
    let mut differ = 0;
    for seed in 1..=PROGRAMS {
        let text = Maker::program(seed, Some(4));
        let mut unit = read(&text);
        let before = outcomes(&unit);
        differ += usize::from(before.0 != before.1);
        optimise(&mut unit);
        let after = outcomes(&unit);
        assert!(before.0.is_none() || before.0 == after.0, "{text}\n{unit}");
        assert!(before.1.is_none() || before.1 == after.1, "{text}\n{unit}");
    }
    assert!(differ > 0, "no program has two meanings");
}

#[test]
fn live_sets_solve_the_equations() {
    for seed in 1..=PROGRAMS {
        let unit = read(&Maker::program(seed, (seed % 2 == 0).then_some(4)));
        let cluster = unit.clusters.values().next().unwrap();
        let nodes = all_bodies(&cluster.body);
        let live = Liveness::of(cluster);
        for (i, expected) in plain_liveness(&nodes).into_iter().enumerate() {
            assert_eq!(
                live.at_body(i),
                expected.into_iter().collect::<Vec<_>>(),
                "body {i}\n{unit}"
            );
        }
    }
}

/// The least solution, by going round until nothing changes.
fn plain_liveness(nodes: &[BodyNode<'_>]) -> Vec<BTreeSet<Var>> {
    let mut live = vec![BTreeSet::new(); nodes.len()];
    let body_of = |name: Local| {
        nodes.iter().enumerate().find_map(|(i, node)| match node.entry {
            BodyEntry::Fun(fun) if fun.name == name => Some((i, fun)),
            BodyEntry::Fun(_) | BodyEntry::Cluster | BodyEntry::Branch(_) => None,
        })
    };
    loop {
        let before = live.clone();
        for (i, node) in nodes.iter().enumerate().rev() {
            let mut set: BTreeSet<Var> = vars(node.body.tail.operands()).collect();
            if let Tail::Jump { fun, .. } = &node.body.tail {
                let (target, fun) = body_of(*fun).expect("jumps go to functions in scope");
                set.extend(live[target].iter().filter(|var| !fun.params.contains(var)));
            }
            for (j, other) in nodes.iter().enumerate() {
                if matches!(other.entry, BodyEntry::Branch(parent) if parent == i) {
                    set.extend(live[j].iter().copied());
                }
            }
            for binding in node.body.lets.iter().rev() {
                if let Let::Op { dst, args, .. } = binding {
                    dst.iter().for_each(|var| {
                        set.remove(var);
                    });
                    set.extend(vars(args));
                }
            }
            live[i] = set;
        }
        if live == before {
            return live;
        }
    }
}

fn read(text: &str) -> Unit {
    let unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    assert_eq!(check(&unit), [], "{text}");
    let again = parse(unit.to_string().as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(again.to_string(), unit.to_string());
    assert!(alpha_eq(&unit, &again));
    unit
}

fn optimise(unit: &mut Unit) {
    let options = Options { check: true, ..Options::default() };
    let mut report = Report::default();
    run_pipeline(unit, PIPELINE, &options, &mut report).unwrap_or_else(|broken| panic!("{broken}"));
}

/// The results of the functional and of the imperative reading; none for one that does not end.
fn outcomes(unit: &Unit) -> (Option<String>, Option<String>) {
    let show = |run: flow::Run| {
        let ended = run.ending != values::Ending::Exhausted;
        ended.then(|| format!("{} {:?}", run.ending, run.results))
    };
    let functional = eval_steps(unit, &mut TestHost::default(), STEPS);
    let imperative = eval_imperative_steps(unit, &mut TestHost::default(), STEPS);
    (show(functional), show(imperative))
}

/// Makes a cluster of arithmetic, branches and local functions.
struct Maker {
    rng: Rng,
    out: String,
    next: usize,
    /// The number of different names of variables, if names are bound more than once.
    names: Option<usize>,
    /// Variables and local functions (with the number of parameters) in scope.
    vars: Vec<String>,
    funs: Vec<(String, usize)>,
}

impl Maker {
    fn program(seed: u64, names: Option<usize>) -> String {
        let rng = Rng::new(seed);
        let (vars, funs) = (vec!["1".to_owned()], Vec::new());
        let mut maker = Maker { rng, out: String::new(), next: 0, names, vars, funs };
        maker.body(4);
        format!("flow 1 fun main() return k {{ {} }} entry main", maker.out)
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n)
    }

    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    /// A name to be bound.
    fn name(&mut self) -> String {
        match self.names {
            None => format!("x{}", self.fresh()),
            Some(names) => format!("x{}", self.below(names)),
        }
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
        let (a, b, x) = (self.var(), self.var(), self.name());
        let op = ["add.i64", "sub.i64", "xor.i64", "smul.i64", "quot.i64"][self.below(5)];
        let _ = write!(self.out, "{x}: i64 = {op} {a} {b} ");
        self.vars.push(x);
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
            let mut params: Vec<String> = Vec::new();
            while params.len() < arity {
                let name = self.name();
                if !params.contains(&name) {
                    params.push(name);
                }
            }
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
