//! Lambda lifting: all functions move to the top, where they see one another.
//!
//! A function takes the variables that it captures as further parameters, before its own. A call
//! of a function by the name that `Let` gave it passes them. Where a function is a value, a closure
//! is left: a `Lam` that captures them and does nothing but call the function. A function that
//! captures nothing is a value as it is. What every program has, such as `print`, becomes a
//! function of the program where it is a value.
//!
//! ```text
//! Let "k" (Atom (Number 1))                     "add" = Lam ["k","n"]
//! (Let "add" (Atom (Lam ["n"]                       (FC (Atom (AAdd (Ident "k") (Ident "n"))))
//!     (FC (Atom (AAdd (Ident "k") (Ident "n"))))))
//! (Let "x" (Call "add" [Number 2])              Let "k" (Atom (Number 1))
//! (FC (Atom (Ident "add")))))                   (Let "x" (Call "add" [Ident "k",Number 2])
//!                                               (FC (Atom (Lam ["n"]
//!                                                   (FC (Call "add" [Ident "k",Ident "n"]))))))
//! ```
//! A function captures its free variables, and those that its free functions capture, which are
//! all defined before it in the text or around it. Expects a renamed program.

use crate::syntax::{AExp, Body, Builtin, End, Funcall, Ident, Kind, Lam, Let, Name, Names, Text};
use base::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// A lifted program.
pub(crate) struct Program {
    /// The functions, which see one another.
    pub(crate) funs: Vec<Function>,
    /// The body, in which all `Lam`s are closures.
    pub(crate) main: Body,
}

/// A function at the top.
pub(crate) struct Function {
    pub(crate) name: Name,
    /// The number of parameters that stand for captured variables.
    pub(crate) captured: usize,
    pub(crate) lam: Lam,
    pub(crate) span: Span,
}

/// Lifts all functions of a program.
pub(crate) fn lift(main: Body, names: &mut Names) -> Program {
    let builtins = Builtin::ALL.map(|builtin| names.intern(builtin.name().as_bytes()));
    let captured = Captures::of(&main);
    let mut lifter = Lifter {
        names,
        builtins: builtins.into_iter().zip(Builtin::ALL).collect(),
        captured,
        known: FxHashMap::default(),
        next: 0,
        last: 0,
        funs: Vec::new(),
    };
    let main = lifter.body(main);
    let funs = lifter.funs.into_iter().flatten().collect();
    Program { funs, main }
}

/// Finds what functions capture. Functions have numbers, in the order of the text.
#[derive(Default)]
struct Captures {
    /// The number of functions around the binding of each variable.
    levels: FxHashMap<Name, usize>,
    /// The functions that are bound by `Let`.
    known: FxHashMap<Name, usize>,
    /// The functions around, outermost first.
    around: Vec<usize>,
    /// The names that are free in each function, in order.
    free: Vec<Vec<Name>>,
    seen: FxHashSet<(usize, Name)>,
}

impl Captures {
    fn of(main: &Body) -> Vec<Vec<Name>> {
        let mut captures = Captures::default();
        captures.body(main);
        let Captures { known, free, .. } = captures;
        let mut captured: Vec<Vec<Name>> = Vec::new();
        for (number, free) in free.iter().enumerate() {
            let (mut own, mut seen) = (Vec::new(), FxHashSet::default());
            for name in free {
                let names = match known.get(name) {
                    None => std::slice::from_ref(name),
                    Some(other) if *other == number => &[],
                    Some(other) => &captured[*other],
                };
                own.extend(names.iter().copied().filter(|name| seen.insert(*name)));
            }
            captured.push(own);
        }
        captured
    }

    fn bind(&mut self, name: Name) {
        self.levels.insert(name, self.around.len());
    }

    /// A name is free in all functions around it that are not around its binding.
    fn name(&mut self, name: Name) {
        // What every program has is bound nowhere.
        let Some(level) = self.levels.get(&name) else { return };
        for number in self.around[*level..].iter().rev() {
            if !self.seen.insert((*number, name)) {
                break;
            }
            self.free[*number].push(name);
        }
    }

    fn body(&mut self, body: &Body) {
        for Let { name, rhs } in &body.lets {
            self.bind(*name);
            if let Funcall::Atom(AExp { kind: Kind::Lam(lam), .. }) = rhs {
                self.known.insert(*name, self.free.len());
                self.lam(lam);
            } else {
                self.funcall(rhs);
            }
        }
        match &body.end {
            End::If(condition, then, els) => {
                self.aexp(condition);
                self.body(then);
                self.body(els);
            }
            End::Call(call) => self.funcall(call),
        }
    }

    fn funcall(&mut self, call: &Funcall) {
        match call {
            Funcall::Call(callee, args) => {
                self.name(callee.name);
                args.iter().for_each(|arg| self.aexp(arg));
            }
            Funcall::Atom(aexp) => self.aexp(aexp),
        }
    }

    fn aexp(&mut self, aexp: &AExp) {
        match &aexp.kind {
            Kind::Ident(name) => self.name(*name),
            Kind::Op(_, operands) => operands.iter().for_each(|operand| self.aexp(operand)),
            Kind::Lam(lam) => self.lam(lam),
            Kind::Truth(_) | Kind::Number(_) | Kind::Str(_) => {}
        }
    }

    fn lam(&mut self, lam: &Lam) {
        self.around.push(self.free.len());
        self.free.push(Vec::new());
        lam.params.iter().for_each(|param| self.bind(param.name));
        self.body(&lam.body);
        self.around.pop();
    }
}

/// A function that calls name.
struct Known {
    number: usize,
    params: Vec<Ident>,
}

struct Lifter<'n> {
    names: &'n mut Names,
    builtins: FxHashMap<Name, Builtin>,
    captured: Vec<Vec<Name>>,
    known: FxHashMap<Name, Known>,
    /// The number of the next function.
    next: usize,
    /// The number in the last name that was made.
    last: u32,
    /// None for a function whose body is being lifted.
    funs: Vec<Option<Function>>,
}

impl Lifter<'_> {
    fn body(&mut self, body: Body) -> Body {
        let mut lets = Vec::new();
        for Let { name, rhs } in body.lets {
            match rhs {
                Funcall::Atom(AExp { kind: Kind::Lam(lam), span }) => {
                    self.function(name, lam, span);
                }
                rhs @ (Funcall::Call(..) | Funcall::Atom(_)) => {
                    lets.push(Let { name, rhs: self.funcall(rhs) })
                }
            }
        }
        let end = match body.end {
            End::If(condition, then, els) => {
                let condition = self.aexp(condition);
                let then = Box::new(self.body(*then));
                End::If(condition, then, Box::new(self.body(*els)))
            }
            End::Call(call) => End::Call(self.funcall(call)),
        };
        Body { lets, end }
    }

    fn funcall(&mut self, call: Funcall) -> Funcall {
        match call {
            Funcall::Call(callee, args) => {
                let captured = self.captured(callee);
                let args = args.into_iter().map(|arg| self.aexp(arg));
                Funcall::Call(callee, captured.into_iter().chain(args).collect())
            }
            Funcall::Atom(aexp) => Funcall::Atom(self.aexp(aexp)),
        }
    }

    fn aexp(&mut self, aexp: AExp) -> AExp {
        let AExp { kind, span } = aexp;
        let kind = match kind {
            Kind::Ident(name) => return self.value(Ident { name, span }),
            Kind::Op(op, operands) => {
                let operands = operands.map(|operand| self.aexp(operand));
                Kind::Op(op, Box::new(operands))
            }
            Kind::Lam(lam) => {
                let name = self.names.fresh(b"lambda", &mut self.last);
                self.function(name, lam, span);
                return self.value(Ident { name, span });
            }
            Kind::Truth(_) | Kind::Number(_) | Kind::Str(_) => kind,
        };
        AExp { kind, span }
    }

    /// Moves a function to the top. One that is around others stands before them.
    fn function(&mut self, name: Name, lam: Lam, span: Span) {
        let number = self.next;
        self.next += 1;
        self.known.insert(name, Known { number, params: lam.params.clone() });
        let place = self.funs.len();
        self.funs.push(None);
        let body = Box::new(self.body(*lam.body));
        let captured = self.captured[number].iter().map(|name| Ident { name: *name, span });
        let params = captured.chain(lam.params).collect();
        let captured = self.captured[number].len();
        self.funs[place] = Some(Function { name, captured, lam: Lam { params, body }, span });
    }

    /// The variables that a function captures, as arguments of a call.
    fn captured(&self, callee: Ident) -> Vec<AExp> {
        let Some(known) = self.known.get(&callee.name) else { return Vec::new() };
        let names = self.captured[known.number].iter();
        names.map(|name| AExp { kind: Kind::Ident(*name), span: callee.span }).collect()
    }

    /// A name as a value.
    fn value(&mut self, ident: Ident) -> AExp {
        let Ident { name, span } = ident;
        if let Some(builtin) = self.builtins.get(&name).copied() {
            return self.builtin(builtin, ident);
        }
        let args = self.captured(ident);
        let kind = match self.known.get(&name) {
            Some(Known { params, .. }) if !args.is_empty() => {
                Kind::Lam(caller(ident, args, params.clone()))
            }
            Some(_) | None => Kind::Ident(name),
        };
        AExp { kind, span }
    }

    /// A function of the program that calls one that every program has.
    fn builtin(&mut self, builtin: Builtin, ident: Ident) -> AExp {
        let span = ident.span;
        let params = (0..builtin.params()).map(|_| {
            let name = self.names.fresh(b"value", &mut self.last);
            Ident { name, span }
        });
        let lam = caller(ident, Vec::new(), params.collect());
        let text: Text = builtin.name().as_bytes().into();
        let name = self.names.fresh(&text, &mut self.last);
        self.funs.push(Some(Function { name, captured: 0, lam, span }));
        AExp { kind: Kind::Ident(name), span }
    }
}

/// A function that passes its parameters to another, behind these arguments.
fn caller(callee: Ident, mut args: Vec<AExp>, params: Vec<Ident>) -> Lam {
    args.extend(params.iter().map(|p| AExp { kind: Kind::Ident(p.name), span: callee.span }));
    let end = End::Call(Funcall::Call(callee, args));
    Lam { params, body: Box::new(Body { lets: Vec::new(), end }) }
}
