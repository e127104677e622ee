//! Functions and constants.

use super::{Call, Generator};
use crate::cogent::syntax::{Alt, Arrow, BinOp, Const, Exp, ExpKind, Fun, Pat, Ty};

/// Expressions with parts, about, of a function.
const SIZE: usize = 30;

/// The depth of a function's expressions.
const DEPTH: u32 = 4;

impl Generator {
    pub(super) fn constant(&mut self) {
        self.fuel = SIZE / 4;
        let ty = self.ty(2);
        let value = self.exp(&ty, 2);
        let name = format!("k{}", self.number());
        self.program.consts.push(Const { name, value });
    }

    pub(super) fn function(&mut self) {
        self.fuel = self.rng.between(SIZE / 4, SIZE);
        match self.rng.below(20) {
            0..=8 => self.plain(),
            9..=12 => self.recursive(1),
            13 => self.recursive(2),
            14..=17 => self.polymorphic(),
            18 => self.swap(),
            _ => self.apply(),
        }
        self.limit = self.program.funs.len();
        self.tyvars = 0;
        self.calls.clear();
        self.scope.clear();
    }

    fn fun(&mut self, vars: Vec<&'static str>, arg: Ty, result: Ty, alts: Vec<Alt>) {
        let name = format!("f{}", self.number());
        self.program.funs.push(Fun { name, vars, arg, result, alts });
    }

    fn plain(&mut self) {
        let (arg, result) = (self.ty(3), self.ty(2));
        let alts = self.alternatives(&arg, &result, DEPTH);
        self.fun(Vec::new(), arg, result, alts);
    }

    /// Functions that call themselves and one another with a smaller counter, as long as it is
    /// not 0. What they are called with is taken modulo something small first.
    fn recursive(&mut self, count: usize) {
        let first = self.program.funs.len();
        let polymorphic = count == 1 && self.rng.chance(25);
        let vars = if polymorphic { vec!["DSE"] } else { Vec::new() };
        self.tyvars = vars.len();
        let word = self.word();
        let mut rest: Vec<Ty> = (0..self.rng.between(1, 2)).map(|_| self.ty(2)).collect();
        if polymorphic {
            rest.push(Ty::Var(0));
        }
        let result = self.ty(2);
        let mut types = vec![word.clone()];
        types.extend(rest.iter().cloned());
        let arg = Ty::Tuple(types);
        for _ in 0..count {
            self.fun(vars.clone(), arg.clone(), result.clone(), Vec::new());
        }
        for number in first..first + count {
            self.fuel = self.fuel.max(SIZE / 3);
            let alts = self.counted(number, first..first + count, &word, &rest, &result);
            self.program.funs[number].alts = alts;
        }
    }

    fn counted(
        &mut self,
        number: usize,
        group: std::ops::Range<usize>,
        word: &Ty,
        rest: &[Ty],
        result: &Ty,
    ) -> Vec<Alt> {
        let mut names = vec![(format!("n{number}"), word.clone())];
        let mut pats = vec![Pat::Var(names[0].0.clone())];
        for ty in rest {
            let name = format!("p{}", self.number());
            names.push((name.clone(), ty.clone()));
            pats.push(Pat::Var(name));
        }
        let counter = Exp::var(&format!("m{number}"), word);
        self.scope = names;
        let base = self.exp(result, 2);
        let calls = group.map(|fun| Call {
            fun,
            counter: counter.clone(),
            rest: rest.to_vec(),
            result: result.clone(),
        });
        self.calls = calls.collect();
        self.again = 2;
        let step = self.under(vec![(format!("m{number}"), word.clone())], result, DEPTH);
        self.calls.clear();
        self.scope.clear();
        let most = Exp { ty: word.clone(), kind: ExpKind::Int(self.rng.between(2, 9) as u64) };
        let all = Box::new(Exp::var(&format!("n{number}"), word));
        let subject = ExpKind::Binary(BinOp::Rem, all, Box::new(most));
        let alt = |pat, body| Alt { pat, arrow: Arrow::Plain, body };
        let alts = vec![alt(Pat::Int(0), base), alt(Pat::Var(format!("m{number}")), step)];
        let subject = Box::new(Exp { ty: word.clone(), kind: subject });
        let body = Exp { ty: result.clone(), kind: ExpKind::Match(subject, alts) };
        vec![alt(Pat::Tuple(pats), body)]
    }

    /// With a variable for each type variable, whose name nothing hides.
    fn polymorphic(&mut self) {
        self.tyvars = self.rng.between(1, 2);
        let mut types: Vec<Ty> = (0..self.tyvars).map(Ty::Var).collect();
        let mut names = Vec::new();
        let mut pats = Vec::new();
        for ty in &types {
            let name = format!("p{}", self.number());
            names.push((name.clone(), ty.clone()));
            pats.push(Pat::Var(name));
        }
        for _ in 0..self.rng.between(1, 2) {
            let ty = self.ty(2);
            pats.push(self.pat(&ty, &mut names));
            types.push(ty);
        }
        let result = self.ty(2);
        let body = self.under(names, &result, DEPTH);
        let alts = vec![Alt { pat: Pat::Tuple(pats), arrow: Arrow::Plain, body }];
        self.fun(vec!["DSE"; self.tyvars], Ty::Tuple(types), result, alts);
    }

    /// `(a, b) -> (b, a)`: nothing is known of the values, not even that they may be dropped.
    fn swap(&mut self) {
        let (a, b) = (Ty::Var(0), Ty::Var(1));
        let pat = Pat::Tuple(vec![Pat::Var("a".into()), Pat::Var("b".into())]);
        let result = Ty::Tuple(vec![b.clone(), a.clone()]);
        let kind = ExpKind::Tuple(vec![Exp::var("b", &b), Exp::var("a", &a)]);
        let body = Exp { ty: result.clone(), kind };
        let alts = vec![Alt { pat, arrow: Arrow::Plain, body }];
        self.fun(vec!["", ""], Ty::Tuple(vec![a, b]), result, alts);
    }

    /// `(a -> b, a) -> b`, or a function that calls its argument twice.
    fn apply(&mut self) {
        let twice = self.rng.chance(50);
        let (a, b) = (Ty::Var(0), if twice { Ty::Var(0) } else { Ty::Var(1) });
        let function = Ty::fun(a.clone(), b.clone());
        let pat = Pat::Tuple(vec![Pat::Var("g".into()), Pat::Var("x".into())]);
        let called = |arg: Exp| {
            let function = Exp::var("g", &function);
            Exp { ty: b.clone(), kind: ExpKind::App(Box::new(function), Box::new(arg)) }
        };
        let mut body = called(Exp::var("x", &a));
        if twice {
            body = called(body);
        }
        let alts = vec![Alt { pat, arrow: Arrow::Plain, body }];
        let vars = if twice { vec![""] } else { vec!["", "D"] };
        self.fun(vars, Ty::Tuple(vec![function.clone(), a]), b.clone(), alts);
    }

    /// The function that is called, with several results.
    pub(super) fn entry(&mut self) {
        let types: Vec<Ty> = (0..3).map(|_| self.writable(2)).collect();
        let mut names = Vec::new();
        let pats = types.iter().map(|ty| self.pat(ty, &mut names)).collect();
        let arg = Ty::Tuple(types);
        let results: Vec<Ty> = (0..self.rng.between(4, 7)).map(|_| self.writable(2)).collect();
        let mut items = Vec::new();
        for ty in &results {
            self.fuel = SIZE / 2;
            items.push(self.under(names.clone(), ty, DEPTH));
        }
        let result = Ty::Tuple(results);
        let body = Exp { ty: result.clone(), kind: ExpKind::Tuple(items) };
        let alts = vec![Alt { pat: Pat::Tuple(pats), arrow: Arrow::Plain, body }];
        self.fun(Vec::new(), arg.clone(), result, alts);
        self.program.arg = self.value(&arg);
    }

    /// An expression of literals only.
    fn value(&mut self, ty: &Ty) -> Exp {
        self.fuel = 0;
        let kind = match ty {
            Ty::Tuple(types) => ExpKind::Tuple(types.iter().map(|ty| self.value(ty)).collect()),
            Ty::Record(parts) => {
                let field = |name: &String, value| (name.clone(), value);
                let fields = parts.iter().map(|part| field(&part.name, self.value(&part.ty)));
                ExpKind::Record(fields.collect())
            }
            Ty::Variant(tags) => {
                let present: Vec<_> = tags.iter().filter(|tag| !tag.taken).collect();
                let tag = self.rng.pick(&present);
                ExpKind::Tag(tag.name.clone(), Box::new(self.value(&tag.ty)))
            }
            Ty::Word(_) | Ty::Bool | Ty::Str | Ty::Unit | Ty::Fun(..) | Ty::Var(_) => {
                self.intro(ty, 0)
            }
        };
        Exp { ty: ty.clone(), kind }
    }
}
