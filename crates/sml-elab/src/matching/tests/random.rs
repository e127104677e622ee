//! Matches by chance: the tree and the first rule that fits agree on values by chance,
//! and the messages about a match are true.

use super::Match;
use super::naive::{self, Exns, Value};
use crate::core::Program;
use base::rng::Rng;

const DECLARATIONS: &str = "datatype 'a opt = N | S of 'a
datatype t = A | B of int | C of t * bool
datatype 'a box = Box of 'a
exception E of int exception F exception G of int
";

/// A type of the generated matches.
#[derive(Clone)]
enum Ty {
    Bool,
    Int,
    Char,
    String,
    Tree,
    Exn,
    Opt(Box<Ty>),
    List(Box<Ty>),
    Box(Box<Ty>),
    Ref(Box<Ty>),
    Vector(Box<Ty>),
    Pair(Box<Ty>, Box<Ty>),
    /// `{a, b}`.
    Record(Box<Ty>, Box<Ty>),
}

struct Generator {
    random: Rng,
    /// The next variable of the rule at hand.
    variable: usize,
}

impl Generator {
    fn ty(&mut self, depth: usize, finite: bool) -> Ty {
        let inner = |g: &mut Self| Box::new(g.ty(depth - 1, finite));
        let simple = depth == 0;
        match self.random.below(if simple { 6 } else { 14 }) {
            0 | 6 => Ty::Bool,
            1..=5 if finite => Ty::Bool,
            1 => Ty::Int,
            2 => Ty::Char,
            3 => Ty::String,
            4 => Ty::Tree,
            5 => Ty::Exn,
            7 => Ty::Opt(inner(self)),
            8 if !finite => Ty::List(inner(self)),
            9 => Ty::Box(inner(self)),
            10 => Ty::Ref(inner(self)),
            11 if !finite => Ty::Vector(inner(self)),
            12 => Ty::Record(inner(self), inner(self)),
            _ => Ty::Pair(inner(self), inner(self)),
        }
    }

    /// A pattern, atomic; without variables if it must be.
    fn pat(&mut self, ty: &Ty, depth: usize, vars: bool) -> String {
        match self.random.below(10) {
            0 | 1 => return "_".to_owned(),
            2 if vars => return self.var(),
            3 if vars && depth > 0 => {
                let name = self.var();
                return format!("({name} as {})", self.pat(ty, depth - 1, vars));
            }
            4 if depth > 0 => {
                let (a, b) = (self.pat(ty, depth - 1, false), self.pat(ty, depth - 1, false));
                let name = if vars { self.var() } else { "_".to_owned() };
                return match (vars, ty) {
                    (true, Ty::Pair(left, right)) if self.random.below(2) == 0 => {
                        let a = self.pat(left, depth - 1, false);
                        let c = self.pat(left, depth - 1, false);
                        let b = self.pat(right, depth - 1, false);
                        format!("(({a}, {name} as {b}) | ({c}, {name}))")
                    }
                    (true, _) => format!("({name} as {a} | {name} as {b} | {name})"),
                    (false, _) => format!("({a} | {b})"),
                };
            }
            _ => {}
        }
        if depth == 0 && !matches!(ty, Ty::Bool | Ty::Int | Ty::Char | Ty::String) {
            return "_".to_owned();
        }
        self.constructed(ty, depth, vars)
    }

    fn var(&mut self) -> String {
        self.variable += 1;
        format!("v{}", self.variable)
    }

    fn constructed(&mut self, ty: &Ty, depth: usize, vars: bool) -> String {
        let pick = self.random.below(4);
        let part = |g: &mut Self, ty: &Ty| g.pat(ty, depth.saturating_sub(1), vars);
        match ty {
            Ty::Bool => ["false", "true"][pick % 2].to_owned(),
            Ty::Int => ["0", "1", "~1", "7"][pick].to_owned(),
            Ty::Char => ["#\"a\"", "#\"b\"", "#\"\\000\"", "#\"z\""][pick].to_owned(),
            Ty::String => ["\"\"", "\"a\"", "\"ab\"", "\"b\""][pick].to_owned(),
            Ty::Tree => match pick {
                0 => "A".to_owned(),
                1 => format!("(B {})", part(self, &Ty::Int)),
                _ => format!("(C ({}, {}))", part(self, &Ty::Tree), part(self, &Ty::Bool)),
            },
            Ty::Exn => match pick {
                0 => format!("(E {})", part(self, &Ty::Int)),
                1 => "F".to_owned(),
                _ => format!("(G {})", part(self, &Ty::Int)),
            },
            Ty::Opt(inner) if pick > 0 => format!("(S {})", part(self, inner)),
            Ty::Opt(_) => "N".to_owned(),
            Ty::List(inner) => match pick {
                0 => format!("({} :: {})", part(self, inner), part(self, ty)),
                count => {
                    let parts: Vec<String> = (1..count).map(|_| part(self, inner)).collect();
                    format!("[{}]", parts.join(", "))
                }
            },
            Ty::Vector(inner) => {
                let parts: Vec<String> = (0..pick).map(|_| part(self, inner)).collect();
                format!("#[{}]", parts.join(", "))
            }
            Ty::Box(inner) => format!("(Box {})", part(self, inner)),
            Ty::Ref(inner) => format!("(ref {})", part(self, inner)),
            Ty::Pair(a, b) => format!("({}, {})", part(self, a), part(self, b)),
            Ty::Record(a, b) => format!("{{b = {}, a = {}}}", part(self, b), part(self, a)),
        }
    }

    fn value(&mut self, program: &Program, ty: &Ty, depth: usize) -> Value {
        let pick = self.random.below(4);
        let con = |index, arg| Value::Con(index, arg);
        let record = |labels: [&str; 2], parts: [Value; 2]| {
            let label = |text: &str| program.names.find(text).expect("a label");
            let [a, b] = parts;
            Value::Record(vec![(label(labels[0]), a), (label(labels[1]), b)])
        };
        let part = |g: &mut Self, ty: &Ty| g.value(program, ty, depth.saturating_sub(1));
        let end = depth == 0;
        match ty {
            Ty::Bool => con((pick % 2) as u32, None),
            Ty::Int => Value::Int([0, 1, -1, 5][pick]),
            Ty::Char => Value::Char([b'a', b'b', 0, b'q'][pick]),
            Ty::String => Value::String(["", "a", "ab", "c"][pick].to_owned()),
            Ty::Tree if pick == 0 || end => con(0, None),
            Ty::Tree if pick == 1 => con(1, Some(Box::new(part(self, &Ty::Int)))),
            Ty::Tree => {
                let parts = [part(self, &Ty::Tree), part(self, &Ty::Bool)];
                con(2, Some(Box::new(record(["1", "2"], parts))))
            }
            Ty::Exn => match pick {
                // F carries nothing, so it is never the same as the others.
                1 => Value::Exn(1, None),
                pick => Value::Exn(pick as u32, Some(Box::new(part(self, &Ty::Int)))),
            },
            Ty::Opt(_) if pick == 0 => con(0, None),
            Ty::Opt(inner) => con(1, Some(Box::new(part(self, inner)))),
            Ty::List(_) if pick == 0 || end => con(0, None),
            Ty::List(inner) => {
                let parts = [part(self, inner), part(self, ty)];
                con(1, Some(Box::new(record(["1", "2"], parts))))
            }
            Ty::Vector(inner) => Value::Vector((0..pick).map(|_| part(self, inner)).collect()),
            Ty::Box(inner) => con(0, Some(Box::new(part(self, inner)))),
            Ty::Ref(inner) => Value::Ref(Box::new(part(self, inner))),
            Ty::Pair(a, b) => record(["1", "2"], [part(self, a), part(self, b)]),
            Ty::Record(a, b) => record(["a", "b"], [part(self, a), part(self, b)]),
        }
    }

    /// The clauses of a function on values of these types.
    fn clauses(&mut self, types: &[Ty]) -> Vec<String> {
        let count = 1 + self.random.below(6);
        (0..count)
            .map(|_| {
                self.variable = 0;
                let pats: Vec<String> = types.iter().map(|ty| self.pat(ty, 3, true)).collect();
                format!("f {} = ()", pats.join(" "))
            })
            .collect()
    }
}

/// The text of a type, for an annotation.
fn text(ty: &Ty) -> String {
    match ty {
        Ty::Bool => "bool".to_owned(),
        Ty::Int => "int".to_owned(),
        Ty::Char => "char".to_owned(),
        Ty::String => "string".to_owned(),
        Ty::Tree => "t".to_owned(),
        Ty::Exn => "exn".to_owned(),
        Ty::Opt(inner) => format!("{} opt", text(inner)),
        Ty::List(inner) => format!("{} list", text(inner)),
        Ty::Box(inner) => format!("{} box", text(inner)),
        Ty::Ref(inner) => format!("{} ref", text(inner)),
        Ty::Vector(inner) => format!("{} vector", text(inner)),
        Ty::Pair(a, b) => format!("({} * {})", text(a), text(b)),
        Ty::Record(a, b) => format!("{{a : {}, b : {}}}", text(a), text(b)),
    }
}

/// A program of these clauses, for values of these types.
fn program(types: &[Ty], clauses: &[String]) -> Match {
    let params: Vec<String> = types.iter().map(text).collect();
    // The function stands in a recursive group with one that says its type.
    let typed = format!("typed () = (f : {} -> unit)", params.join(" -> "));
    Match::of(&format!("{DECLARATIONS}fun {typed} and {}", clauses.join(" | ")))
}

/// The constructors of exceptions, of which `E` and `G` may be the same.
fn exns(program: &Program, same: bool) -> Exns {
    let mut exns = Exns::default();
    for (var, info) in program.vars.iter() {
        let which = match &**program.names.text(info.name) {
            "E" => 0,
            "F" => 1,
            "G" => {
                if same {
                    0
                } else {
                    2
                }
            }
            _ => continue,
        };
        exns.insert(var, which);
    }
    exns
}

#[test]
fn trees_choose_the_first_rule_that_fits() {
    let mut g = Generator { random: Rng::new(11), variable: 0 };
    let mut chosen = 0;
    for round in 0..1_500 {
        let types: Vec<Ty> = (0..1 + g.random.below(2)).map(|_| g.ty(3, false)).collect();
        let clauses = g.clauses(&types);
        let of = program(&types, &clauses);
        let (rows, tree, analysis) = (of.rows(), of.tree(), of.analysis());
        let exns = exns(&of.program, round % 2 == 0);
        for _ in 0..60 {
            let values: Vec<Value> = types.iter().map(|ty| g.value(&of.program, ty, 4)).collect();
            let expected = naive::first(&rows, &values, &exns);
            let found = naive::decide(&tree, &values, &exns);
            assert_eq!(found, expected, "{clauses:?} on {values:?}");
            match expected {
                Some((rule, _)) => {
                    chosen += 1;
                    assert!(!analysis.redundant.contains(&rule), "{clauses:?}: {analysis:?}");
                }
                None => assert!(analysis.missing.is_some(), "{clauses:?} on {values:?}"),
            }
        }
    }
    assert!(chosen > 20_000, "{chosen} of 90,000 values fit");
}

/// On types with few values, every value is tried, so that the check is exact.
#[test]
fn analysis_is_exact() {
    let mut g = Generator { random: Rng::new(5), variable: 0 };
    for _ in 0..800 {
        let types = vec![g.ty(2, true)];
        let clauses = g.clauses(&types);
        let of = program(&types, &clauses);
        let (rows, analysis) = (of.rows(), of.analysis());
        let mut reached = vec![false; rows.len()];
        let mut missed = false;
        // There are at most 64 values or so; chance finds them all.
        for _ in 0..2_000 {
            let values = [g.value(&of.program, &types[0], 4)];
            match naive::first(&rows, &values, &Exns::default()) {
                Some((rule, _)) => reached[rule] = true,
                None => missed = true,
            }
        }
        let unreached: Vec<usize> = (0..rows.len()).filter(|rule| !reached[*rule]).collect();
        assert_eq!(analysis.redundant, unreached, "{clauses:?}");
        assert_eq!(analysis.missing.is_some(), missed, "{clauses:?}");
    }
}

/// A value that is reported as missing is so: as one more rule it can be reached.
#[test]
fn what_is_missing_can_be_added() {
    let mut g = Generator { random: Rng::new(23), variable: 0 };
    let mut added = 0;
    for _ in 0..800 {
        let types: Vec<Ty> = (0..1 + g.random.below(2)).map(|_| g.ty(3, false)).collect();
        let mut clauses = g.clauses(&types);
        let Some(missing) = program(&types, &clauses).analysis().missing else { continue };
        let rule = clauses.len();
        let atoms: Vec<String> = missing.iter().map(|text| format!("({text})")).collect();
        clauses.push(format!("f {} = ()", atoms.join(" ")));
        let analysis = program(&types, &clauses).analysis();
        assert!(!analysis.redundant.contains(&rule), "{clauses:?}: {analysis:?}");
        added += 1;
    }
    assert!(added > 200, "{added}");
}
