//! The entry: global variables, constants, the program, and what becomes of an uncaught object.

use crate::lower::{Checked, Lowering, Slot};
use crate::uses::is_active;
use anf::{Atom, Fun, Let, Module, Tail, Var as AnfVar};
use base::Pos;
use diag::{Diagnostic, SourceId, Sources};
use prim::{Data, Prim, Rt};
use rustc_hash::FxHashMap;
use scheme_expand::core::{Exp, ExpKind, Form, Program, Special, Var};
use std::rc::Rc;
use types::Ty;

/// The variables of the built-in library that this crate needs: procedures, but for the first.
pub const ROOTS: &[&str] = &[
    "%procedure-type",
    "%apply-other",
    "%wrong-arity",
    "%unbound-variable",
    "%utf8->string",
    "%make-ratio",
    "%uncaught",
    "%finish",
];

/// The variable that is defined before all others.
const FIRST: &str = "%procedure-type";

/// Makes ANF of a program. The variables of [`ROOTS`] come in their order.
pub fn lower(
    program: &Program,
    roots: Vec<Var>,
    source: SourceId,
    sources: &Sources,
) -> (Module, Vec<Diagnostic>) {
    let mut lowering = Lowering::new(program, roots, sources);
    lowering.source = Some(source);
    lowering.globals();
    lowering.functions();
    let run = lowering.run();
    lowering.library();
    let entry = lowering.entry(run);
    lowering.b.entry(entry);
    (lowering.b.finish(), lowering.warnings)
}

impl Lowering<'_> {
    pub(crate) fn program_source(&self) -> SourceId {
        self.source.unwrap_or_else(|| base::bug!("the program has no text"))
    }

    /// Gives every global variable its slot: a known procedure or a cell.
    fn globals(&mut self) {
        let program = self.program;
        let forms = || program.forms.iter().enumerate();
        let active = |form: &Form| match form {
            Form::Define(var, exp) => !program.vars[*var].library && is_active(program, exp),
            Form::Exp(exp) => is_active(program, exp),
        };
        let first = forms().find(|(_, form)| active(form)).map_or(usize::MAX, |(at, _)| at);
        for (at, form) in forms() {
            let Form::Define(var, exp) = form else { continue };
            if !matches!(self.slots[*var], Slot::None) {
                continue;
            }
            self.slots[*var] = match &exp.kind {
                ExpKind::Lambda(clauses) if !program.vars[*var].assigned => {
                    let name = program.vars[*var].name.clone();
                    let known = self.declare(&name, clauses);
                    self.global_value(*var, &known);
                    Slot::Known(Rc::new(known))
                }
                _ => {
                    let info = &program.vars[*var];
                    let safe = info.library || at < first;
                    let checked = if safe { Checked::Never } else { Checked::InProcedures };
                    let cell = self.cell(&info.name);
                    Slot::Global(cell, checked)
                }
            };
        }
        for (var, info) in program.vars.iter() {
            if info.global && !info.defined {
                let cell = self.cell(&info.name);
                self.slots[var] = Slot::Global(cell, Checked::Always);
            }
        }
    }

    /// The functions of the procedures that the program defines.
    fn functions(&mut self) {
        let program = self.program;
        for form in &program.forms {
            let Form::Define(var, exp) = form else { continue };
            if !program.vars[*var].library {
                self.procedure_definition(*var, exp);
            }
        }
    }

    /// The functions of a known procedure; none of what is no procedure.
    fn procedure_definition(&mut self, var: Var, exp: &Exp) {
        if let (ExpKind::Lambda(clauses), Slot::Known(known)) = (&exp.kind, self.slots[var].clone())
        {
            self.prepare_value(&known);
            for fun in self.define(&known, clauses, exp.place) {
                self.b.add_fun(fun);
            }
        }
    }

    /// Makes the definitions of the library that the program uses, and those that they use.
    fn library(&mut self) {
        let program = self.program;
        let definitions = program.forms.iter().filter_map(|form| match form {
            Form::Define(var, exp) => Some((*var, exp)),
            Form::Exp(_) => None,
        });
        let definitions: FxHashMap<Var, &Exp> = definitions.collect();
        // What the entry uses, whatever the program does.
        self.root_fun("%uncaught");
        while let Some(var) = self.library.waiting.pop() {
            let exp = definitions[&var];
            self.procedure_definition(var, exp);
            if matches!(self.slots[var], Slot::Global(..)) && var != self.root_var(FIRST) {
                self.value_definition(var, exp);
            }
        }
    }

    /// A function that gives the value of a variable of the library.
    fn value_definition(&mut self, var: Var, exp: &Exp) {
        let any = self.any;
        let name = self.b.declare(&self.program.vars[var].name, &[], &[any]);
        let body = self.body(|cx| {
            let value = cx.value(exp);
            cx.b.ret([value])
        });
        let fun = Fun { name, params: vec![], results: vec![any], body, pos: Pos::NONE };
        self.b.add_fun(fun);
        self.library.values.insert(var, name);
    }

    /// Gives the variables of the library that are used their values, in the order of its text.
    fn library_values(&mut self) {
        let program = self.program;
        for form in &program.forms {
            let Form::Define(var, _) = form else { continue };
            if let (Some(value), Slot::Global(cell, _)) =
                (self.library.values.get(var).copied(), self.slots[*var].clone())
            {
                let value = self.b.call("x", value, []);
                self.b.effect(Data::GlobalSet(cell), [value.into()]);
            }
        }
    }

    /// A function that runs the program.
    fn run(&mut self) -> AnfVar {
        let any = self.any;
        let run = self.b.declare("program", &[], &[any]);
        let program = self.program;
        let body = self.body(|cx| {
            for form in &program.forms {
                match form {
                    Form::Define(var, _) if program.vars[*var].library => {}
                    Form::Define(var, exp) => cx.run_definition(*var, exp),
                    Form::Exp(exp) => cx.effect(exp),
                }
            }
            let finish = cx.root_fun("%finish");
            cx.b.tail_call(finish, [])
        });
        let fun = Fun { name: run, params: vec![], results: vec![any], body, pos: Pos::NONE };
        self.b.add_fun(fun);
        run
    }

    fn run_definition(&mut self, var: Var, exp: &Exp) {
        let Slot::Global(cell, _) = self.slots[var] else { return };
        let value = self.value(exp);
        self.b.effect(Data::GlobalSet(cell), [value]);
    }

    fn entry(&mut self, run: AnfVar) -> AnfVar {
        let any = self.any;
        let main = self.b.declare("main", &[], &[]);
        // Constants are made when all code is, and before it runs.
        let body = self.body(|cx| {
            let con = cx.b.types().intern(Ty::ExnCon(vec![any]));
            let made = cx.b.op("c", con, Data::ExnCon("Raised".into(), None), []);
            cx.b.effect(Data::GlobalSet(cx.exncon), [made.into()]);
            cx.start();
            let body = cx.body(|cx| {
                cx.library_values();
                let value = cx.b.call("x", run, []);
                cx.b.ret([value.into()])
            });
            let exn_ty = cx.b.types().intern(Ty::Exn);
            let origin_ty = cx.b.types().intern(Ty::Origin);
            let (exn, origin) = (cx.b.var("e", exn_ty), cx.b.var("o", origin_ty));
            let handler = cx.body(|cx| cx.uncaught(made, exn, origin));
            let dst = cx.b.var("x", any);
            let pos = Pos::NONE;
            let origin = Some(origin);
            cx.b.push(Let::Handle { dst: vec![dst], body, exn, origin, handler, pos });
            cx.b.ret([])
        });
        self.b.add_fun(Fun { name: main, params: vec![], results: vec![], body, pos: Pos::NONE });
        main
    }

    /// Gives all cells a value: what a variable has before its definition, procedures, constants.
    fn start(&mut self) {
        let program = self.program;
        for (var, _) in program.vars.iter() {
            if let Slot::Global(cell, _) = self.slots[var]
                && self.is_made(var)
            {
                let unbound = self.special(Special::Unbound);
                self.b.effect(Data::GlobalSet(cell), [unbound]);
            }
        }
        self.fill_literals();
        self.fill_symbols();
        self.first_definition();
        for (var, _) in program.vars.iter() {
            if !program.vars[var].global || !self.is_made(var) {
                continue;
            }
            if let Slot::Known(known) = self.slots[var].clone() {
                self.fill_value(&known);
            }
        }
    }

    /// True unless a variable belongs to the library and nothing uses it.
    fn is_made(&self, var: Var) -> bool {
        !self.program.vars[var].library || self.library.seen.contains(&var)
    }

    /// Runs the definition of the type of procedures, which comes before procedures that are
    /// records.
    fn first_definition(&mut self) {
        let var = self.root_var(FIRST);
        let program = self.program;
        for form in &program.forms {
            if let Form::Define(other, exp) = form
                && *other == var
            {
                self.run_definition(var, exp);
            }
        }
    }

    /// Reports an object that nobody handled: the library shows it and ends the program.
    fn uncaught(&mut self, con: AnfVar, exn: AnfVar, origin: AnfVar) -> Tail {
        let any = self.any;
        let bool = self.b.types().bool();
        let is = self.b.op("is", bool, Data::ExnIs, [con.into(), exn.into()]);
        let then = Box::new(self.body(|cx| {
            let object: Atom = cx.b.op("x", any, Data::ExnGet, [con.into(), exn.into()]).into();
            cx.b.effect(Prim::Rt(Rt::ExnNote), [exn.into(), origin.into()]);
            let history = cx.b.prim("h", Prim::Rt(Rt::ExnHistory), [exn.into()]);
            let history = cx.inject(history);
            let report = cx.root_fun("%uncaught");
            cx.b.tail_call(report, [object, history])
        }));
        let els = Box::new(self.body(|cx| cx.b.raise_again(exn, origin)));
        Tail::If { cond: is.into(), then, els }
    }
}
