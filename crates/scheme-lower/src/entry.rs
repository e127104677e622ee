//! The entry: global variables, constants, the program, and what becomes of an uncaught object.

use crate::lower::{Checked, Lowering, Slot, Stage};
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
    "%apply-one",
    "%wrong-arity",
    "%unbound-variable",
    "%make-ratio",
    "%uncaught",
    "%finish",
];

/// The file that code which makes constants says it is from; no such file is there.
pub const CONSTANTS: &str = "lib/scheme/constants";

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
    let run = lowering.run();
    // What the entry refers to is lowered before it, since the entry makes all constants.
    lowering.root_fun("%uncaught");
    lowering.functions();
    if lowering.has_records() {
        lowering.root_fun("%wrong-arity");
        lowering.functions();
    }
    let entry = lowering.entry(run);
    lowering.b.entry(entry);
    (lowering.b.finish(), lowering.warnings)
}

impl Lowering<'_> {
    pub(crate) fn program_source(&self) -> SourceId {
        self.source.unwrap_or_else(|| base::bug!("the program has no text"))
    }

    /// Gives every global variable its slot: a known procedure or a cell.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
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
                    known.global.set(Some(*var));
                    self.global_value(*var, &known);
                    Slot::Known(Rc::new(known))
                }
                _ => {
                    let info = &program.vars[*var];
                    let safe = info.library || at < first && !is_declaration(exp);
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

    /// The functions of the procedures that code refers to, and of those that these refer to.
    fn functions(&mut self) {
        let program = self.program;
        let lambdas: FxHashMap<Var, &Exp> = program
            .forms
            .iter()
            .filter_map(|form| match form {
                Form::Define(var, exp) => Some((*var, exp)),
                Form::Exp(_) => None,
            })
            .collect();
        while let Some(var) = self.needed.pop() {
            let exp = lambdas[&var];
            let (ExpKind::Lambda(clauses), Slot::Known(known)) =
                (&exp.kind, self.slots[var].clone())
            else {
                continue;
            };
            for fun in self.define(&known, clauses, exp.place) {
                self.b.add_fun(fun);
            }
            // Constants may need procedures that make them.
            if self.needed.is_empty() && self.literals.has_ratio {
                self.root_fun("%make-ratio");
            }
        }
    }

    /// True if the value of a procedure of the program is a record, which the entry makes.
    fn has_records(&self) -> bool {
        self.program.vars.keys().any(|var| match &self.slots[var] {
            Slot::Known(known) => known.global.get().is_none() && known.is_kept(),
            Slot::None | Slot::Any(_) | Slot::Ref(_) | Slot::Const(_) => false,
            Slot::Global(..) | Slot::Given(_) | Slot::Early(_) => false,
        })
    }

    /// A function that runs the program.
    fn run(&mut self) -> AnfVar {
        let any = self.any;
        let run = self.b.declare("program", &[], &[any]);
        let program = self.program;
        let body = self.body(|cx| {
            for form in &program.forms {
                match form {
                    Form::Define(var, _) if *var == cx.root_var(FIRST) => {}
                    Form::Define(var, exp) => {
                        cx.run_definition(*var, exp);
                        let declared = is_declaration(exp);
                        cx.stages[*var] = if declared { Stage::Declared } else { Stage::Defined };
                    }
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
        let pos = self.b.position(&CONSTANTS.into(), 1, 1);
        let outer = self.b.at(pos);
        for (var, _) in program.vars.iter() {
            if let Slot::Global(cell, _) = self.slots[var] {
                let unbound = self.special(Special::Unbound);
                self.b.effect(Data::GlobalSet(cell), [unbound]);
            }
        }
        self.fill_literals();
        self.fill_symbols();
        self.first_definition();
        for form in &program.forms {
            if let Form::Define(var, exp) = form
                && let Slot::Known(known) = self.slots[*var].clone()
                && known.global.get().is_none()
            {
                // In a backtrace a procedure of the user stands once, with the place in its body.
                match program.vars[*var].library {
                    true => self.at(exp.place),
                    false => self.b.at(Pos::NONE),
                };
                self.fill_value(&known);
            }
        }
        self.b.at(outer);
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

/// True if a definition only says that there is a variable, which `define-values` sets.
fn is_declaration(exp: &Exp) -> bool {
    matches!(exp.kind, ExpKind::Special(Special::Unbound))
}
