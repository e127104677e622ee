//! A program from a seed: well-typed, ending, and with one right result.
//!
//! Expressions are made from the type that is wanted. A function mentions only functions that
//! were made before it, and itself with a smaller counter: without counters it would be a term
//! of the simply typed lambda calculus, so that function values do no harm.

mod boxed;
mod exp;
mod functions;
mod match_;
mod pat;
mod types;

use super::eval;
use super::syntax::{Exp, ExpKind, Item, Program, Ty};
use base::rng::Rng;

/// Steps that the direct interpreter may take.
pub(crate) const STEPS: u64 = 30_000;

/// Bytes that a result may have.
const MOST_OUTPUT: usize = 10_000;

/// A program and the line that it prints.
pub(crate) fn generate(seed: u64) -> (Program, String) {
    // A program that takes too long is given up for another.
    for attempt in 0.. {
        let mut generator = Generator::new(Rng::new(seed ^ (attempt << 48) ^ 0x636f_6700));
        generator.program();
        match eval::run(&generator.program, STEPS) {
            Ok(line) if line.len() <= MOST_OUTPUT => return (generator.program, line),
            Ok(_) | Err(eval::Stop::Exhausted) => {}
            Err(eval::Stop::Broken) => {
                base::bug!("the program of seed {seed} is not well-formed")
            }
        }
    }
    unreachable!("some program is short")
}

/// The frequencies of forms of expressions; each program leaves some out (Groce et al., *Swarm
/// Testing*).
const FORMS: [(Form, u32); 15] = [
    (Form::Var, 20),
    (Form::Op, 25),
    (Form::Intro, 15),
    (Form::App, 22),
    (Form::Again, 12),
    (Form::If, 6),
    (Form::Match, 12),
    (Form::Let, 9),
    (Form::Seq, 2),
    (Form::Annot, 2),
    (Form::Member, 6),
    (Form::Put, 8),
    (Form::Promote, 8),
    (Form::Upcast, 5),
    (Form::Lambda, 3),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Var,
    Op,
    Intro,
    App,
    /// A call of the function by itself.
    Again,
    If,
    Match,
    Let,
    Seq,
    Annot,
    Member,
    Put,
    Promote,
    Upcast,
    /// A function without a name that is called at once.
    Lambda,
}

struct Generator {
    rng: Rng,
    program: Program,
    /// Variables, the innermost last; it hides others of its name.
    scope: Vec<(String, Ty)>,
    /// The number of type variables in scope.
    tyvars: usize,
    /// The functions that may be mentioned: so many, from the first on.
    limit: usize,
    /// The calls by which the function being written may call itself.
    calls: Vec<Call>,
    /// The number of such calls that may still be written.
    again: usize,
    /// The number of expressions that may still have parts.
    fuel: usize,
    forms: Vec<(u32, Form)>,
    /// True if values may be functions.
    functions: bool,
    names: usize,
}

/// A call of a function by itself: with the counter, which is this variable and not 0, less one.
#[derive(Clone)]
struct Call {
    fun: usize,
    counter: Exp,
    rest: Vec<Ty>,
    result: Ty,
}

impl Generator {
    fn new(mut rng: Rng) -> Generator {
        let varied = rng.chance(60);
        let factor = |rng: &mut Rng| if varied { rng.pick(&[0, 1, 1, 2, 4]) } else { 1 };
        let mut forms: Vec<(u32, Form)> =
            FORMS.iter().map(|(form, weight)| (weight * factor(&mut rng), *form)).collect();
        forms.push((1, Form::Intro));
        let functions = rng.chance(70);
        let program = Program {
            synonyms: Vec::new(),
            consts: Vec::new(),
            funs: Vec::new(),
            items: Vec::new(),
            boxed: Vec::new(),
            arg: Exp { ty: Ty::Unit, kind: ExpKind::Unit },
        };
        Generator {
            rng,
            program,
            scope: Vec::new(),
            tyvars: 0,
            limit: 0,
            calls: Vec::new(),
            again: 0,
            fuel: 0,
            forms,
            functions,
            names: 0,
        }
    }

    fn program(&mut self) {
        for _ in 0..self.rng.between(1, 4) {
            self.synonym();
        }
        for _ in 0..self.rng.between(3, 8) {
            if self.rng.chance(20) {
                self.constant();
            }
            self.function();
        }
        for _ in 0..self.rng.below(3) {
            self.boxed();
        }
        self.entry();
        let program = &mut self.program;
        let synonyms = (0..program.synonyms.len()).map(Item::Synonym);
        let consts = (0..program.consts.len()).map(Item::Const);
        let funs = (0..program.funs.len()).map(Item::Fun);
        program.items = synonyms.chain(consts).chain(funs).collect();
        // Definitions stand in any order.
        if self.rng.chance(50) {
            for i in (1..program.items.len()).rev() {
                program.items.swap(i, self.rng.below(i + 1));
            }
        }
    }

    /// A new number in names.
    fn number(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    /// The variables that can be named, the innermost first.
    fn visible(&self) -> Vec<(String, Ty)> {
        let mut found: Vec<(String, Ty)> = Vec::new();
        for (name, ty) in self.scope.iter().rev() {
            if !found.iter().any(|(known, _)| known == name) {
                found.push((name.clone(), ty.clone()));
            }
        }
        found
    }
}
