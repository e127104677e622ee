//! Procedures.
//!
//! A procedure that a variable names is *known*: it is called by its function, and becomes a value
//! only where the program uses it as one. A value of a procedure with one clause of few parameters
//! is the function; any other is a record that holds a function of the list of its arguments.

use crate::lower::{Lowering, Slot};
use anf::{Atom, Body, Fun, Let, Tail, Var as AnfVar};
use base::Name;
use prim::Data;
use scheme_expand::core::{Lambda, Place, Special, Var};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use types::GlobalId;

/// Most parameters of a function that is a value as it is.
const MOST_PARAMS: usize = 12;

/// A procedure whose code is known.
pub(crate) struct Known {
    pub(crate) clauses: Vec<Clause>,
    pub(crate) name: Name,
    /// The value, if it had to be made.
    value: OnceCell<Made>,
    /// The global variable that names it, until its code is needed.
    pub(crate) global: Cell<Option<Var>>,
}

/// Where the value of a known procedure is.
enum Made {
    Local(Atom),
    Global(GlobalId),
}

/// A clause of a known procedure.
pub(crate) struct Clause {
    /// The number of its parameters, that for all further arguments apart.
    pub(crate) fixed: usize,
    /// True if it takes further arguments, as a list.
    pub(crate) rest: bool,
    pub(crate) fun: AnfVar,
}

impl Clause {
    pub(crate) fn takes(&self, count: usize) -> bool {
        count == self.fixed || self.rest && count > self.fixed
    }
}

impl Known {
    /// True if its value is kept in a cell.
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self.value.get(), Some(Made::Global(_)))
    }

    /// The function that is the value as it is.
    fn plain(&self) -> Option<AnfVar> {
        match &self.clauses[..] {
            [clause] if !clause.rest && clause.fixed <= MOST_PARAMS => Some(clause.fun),
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// Declares the functions of a procedure.
    pub(crate) fn declare(&mut self, name: &str, clauses: &[Lambda]) -> Known {
        let any = self.any;
        let clauses = clauses.iter().map(|clause| {
            let (fixed, rest) = (clause.params.len(), clause.rest.is_some());
            let params = vec![any; fixed + usize::from(rest)];
            Clause { fixed, rest, fun: self.b.declare(name, &params, &[any]) }
        });
        Known {
            clauses: clauses.collect(),
            name: name.into(),
            value: OnceCell::new(),
            global: Cell::new(None),
        }
    }

    /// The functions of a declared procedure.
    pub(crate) fn define(&mut self, known: &Known, clauses: &[Lambda], place: Place) -> Vec<Fun> {
        let funs = known.clauses.iter().zip(clauses);
        funs.map(|(clause, lambda)| self.fun(clause.fun, lambda, place)).collect()
    }

    fn fun(&mut self, name: AnfVar, lambda: &Lambda, place: Place) -> Fun {
        let outer = self.at(place);
        let pos = self.b.pos();
        let vars: Vec<Var> = lambda.params.iter().copied().chain(lambda.rest).collect();
        let names: Vec<Name> = vars.iter().map(|v| self.program.vars[*v].name.clone()).collect();
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        let (params, results) = self.b.params(name, &names);
        let inside = std::mem::replace(&mut self.in_procedure, true);
        let body = self.body(|cx| {
            cx.parameters(&vars, &params);
            cx.tail(&lambda.body)
        });
        self.in_procedure = inside;
        self.b.at(outer);
        Fun { name, params, results, body, pos }
    }

    /// Gives the parameters of a procedure their slots.
    fn parameters(&mut self, vars: &[Var], params: &[AnfVar]) {
        for (var, param) in vars.iter().zip(params) {
            self.slots[*var] = if self.program.vars[*var].assigned {
                Slot::Ref(self.reference((*param).into()))
            } else {
                Slot::Any((*param).into())
            };
        }
    }

    /// A procedure that a variable names, defined here.
    pub(crate) fn known(&mut self, var: Var, clauses: &[Lambda], place: Place) -> Rc<Known> {
        let name = self.program.vars[var].name.clone();
        let known = self.declare(&name, clauses);
        let funs = self.define(&known, clauses, place);
        self.b.funs(funs);
        self.make_value(var, &known);
        Rc::new(known)
    }

    /// Makes the value of a known procedure, if it is used and has to be made.
    pub(crate) fn make_value(&mut self, var: Var, known: &Known) {
        if known.plain().is_none() && self.uses[var].escapes {
            let record = self.record(known);
            known.value.get_or_init(|| Made::Local(record));
        }
    }

    /// Makes the value of a known procedure of the program, to be kept in a cell.
    pub(crate) fn global_value(&mut self, var: Var, known: &Known) {
        if known.plain().is_none() && self.uses[var].escapes {
            let cell = self.cell(&known.name);
            known.value.get_or_init(|| Made::Global(cell));
            self.symbol_place(&known.name);
        }
    }

    /// Sets the cell of a procedure's value.
    pub(crate) fn fill_value(&mut self, known: &Known) {
        if let Some(Made::Global(cell)) = known.value.get() {
            let record = self.record(known);
            self.b.effect(Data::GlobalSet(*cell), [record]);
        }
    }

    /// Notes that the code of a known procedure is needed.
    pub(crate) fn need(&mut self, known: &Known) {
        self.needed.extend(known.global.take());
    }

    /// The value of a known procedure.
    pub(crate) fn known_value(&mut self, known: &Known) -> Atom {
        self.need(known);
        if let Some(fun) = known.plain() {
            return self.inject(fun);
        }
        match known.value.get() {
            Some(Made::Local(atom)) => atom.clone(),
            Some(Made::Global(cell)) => {
                let any = self.any;
                self.b.op("f", any, Data::Global(*cell), []).into()
            }
            None => self.record(known),
        }
    }

    /// The value of a procedure that no variable names.
    pub(crate) fn procedure(&mut self, clauses: &[Lambda], place: Place) -> Atom {
        let name = clauses[0].name.clone().unwrap_or_else(|| "lambda".into());
        let known = self.declare(&name, clauses);
        let funs = self.define(&known, clauses, place);
        self.b.funs(funs);
        self.known_value(&known)
    }

    /// The record of a procedure: its type, a function of the arguments' list, its name.
    fn record(&mut self, known: &Known) -> Atom {
        let any = self.any;
        let entry = self.b.declare(&known.name, &[any], &[any]);
        let (params, results) = self.b.params(entry, &["arguments"]);
        let arguments: Atom = params[0].into();
        let body = self.body(|cx| cx.dispatch(known, 0, &arguments));
        let pos = self.b.pos();
        self.b.push(Let::Funs(vec![Fun { name: entry, params, results, body, pos }]));
        let entry = self.inject(entry);
        let ty = self.root("%procedure-type");
        let name = self.symbol(&known.name);
        let nothing = self.special(Special::Unspecified);
        self.tuple(vec![ty, entry, name, nothing])
    }

    /// Calls the first clause, from this one on, that takes the arguments in a list.
    fn dispatch(&mut self, known: &Known, at: usize, arguments: &Atom) -> Tail {
        let Some(clause) = known.clauses.get(at) else {
            let name = self.symbol(&known.name);
            let place = None;
            return self.root_tail("%wrong-arity", vec![name, arguments.clone()], place);
        };
        let (next, _) = self.b.declare_block("next", &[]);
        let pos = self.b.pos();
        let body = self.body(|cx| cx.dispatch(known, at + 1, arguments));
        self.b.push(Let::Join(anf::Block { name: next, params: Vec::new(), body, pos }));
        self.unpack(clause, Vec::new(), arguments.clone(), next)
    }

    /// Takes arguments out of a list, and calls a clause with them.
    fn unpack(&mut self, clause: &Clause, mut taken: Vec<Atom>, list: Atom, next: AnfVar) -> Tail {
        if taken.len() < clause.fixed {
            let pair = self.tuple_type(2, true);
            let bool = self.b.types().bool();
            let is = self.b.op("is", bool, anf::Op::Is(pair), [list.clone()]);
            let then = self.body(|cx| {
                let any = cx.any;
                let cell = cx.b.op("pair", pair, anf::Op::As(pair), [list]);
                taken.push(cx.b.op("x", any, Data::Get(0), [cell.into()]).into());
                let rest = cx.b.op("rest", any, Data::Get(1), [cell.into()]);
                cx.unpack(clause, taken, rest.into(), next)
            });
            return self.or_next(is.into(), then, next);
        }
        if clause.rest {
            taken.push(list);
            return self.b.tail_call(clause.fun, taken);
        }
        let nil = self.special(Special::Nil);
        let bool = self.b.types().bool();
        let is = self.b.op("is", bool, Data::Same, [list, nil]);
        let then = self.body(|cx| cx.b.tail_call(clause.fun, taken));
        self.or_next(is.into(), then, next)
    }

    fn or_next(&mut self, cond: Atom, then: Body, next: AnfVar) -> Tail {
        let els = Box::new(self.body(|cx| cx.b.jump(next, [])));
        Tail::If { cond, then: Box::new(then), els }
    }
}
