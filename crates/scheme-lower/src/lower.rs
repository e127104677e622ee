//! Expressions, by what becomes of their values.
//!
//! A value is returned ([`Lowering::tail`]), used ([`Lowering::value`]), tested
//! ([`Lowering::branch`]) or dropped ([`Lowering::effect`]). A test gives no truth value that is
//! tested then: `(if (and a b) c d)` is two branches.

use crate::function::Known;
use crate::literal::Literals;
use crate::piece::Given;
use crate::uses::Uses;
use anf::build::Builder;
use anf::{Atom, Body, Op, Tail, Var as AnfVar};
use base::{Name, Pos, SecondaryMap};
use diag::{Diagnostic, Lines, SourceId, Sources};
use prim::{Const, Data};
use rustc_hash::FxHashMap;
use scheme_expand::core::{self, Exp, ExpKind, Place, Program, Special, Var};
use scheme_syntax::Datum;
use std::rc::Rc;
use types::{Field, GlobalId, Ty, TyId, Width};

/// Where the value of a variable is.
#[derive(Clone, Default)]
pub(crate) enum Slot {
    /// Nowhere yet.
    #[default]
    None,
    /// An `any`.
    Any(Atom),
    /// In a reference, because it is assigned.
    Ref(AnfVar),
    /// In a reference that has to be looked at before it has a value.
    Early(AnfVar),
    /// In a global cell, which may have to be looked at before it has a value.
    Global(GlobalId, Checked),
    /// Among the values that a piece was given.
    Given(usize),
    /// A procedure whose code is known.
    Known(Rc<Known>),
    /// A constant.
    Const(Rc<Datum>),
}

/// Whether a global cell is looked at before it has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Checked {
    /// Never.
    Never,
    /// Before its definition, and in procedures, which may run then.
    InProcedures,
    /// Always: it has no definition.
    Always,
}

/// How far the program has come with a global variable, where its code is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Stage {
    /// Its definition comes later.
    #[default]
    Before,
    /// It has been declared, and is given a value by a `set!`.
    Declared,
    /// It has a value.
    Defined,
}

pub(crate) struct Lowering<'p> {
    pub(crate) program: &'p Program,
    pub(crate) sources: &'p Sources,
    pub(crate) uses: SecondaryMap<Var, Uses>,
    pub(crate) slots: SecondaryMap<Var, Slot>,
    /// Of the program's global variables.
    pub(crate) stages: SecondaryMap<Var, Stage>,
    pub(crate) b: Builder,
    pub(crate) literals: Literals,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) any: TyId,
    pub(crate) exncon: GlobalId,
    /// The procedures of [`crate::ROOTS`], in order.
    pub(crate) roots: Vec<Var>,
    /// The text of the program.
    pub(crate) source: Option<SourceId>,
    /// True inside a procedure.
    pub(crate) in_procedure: bool,
    /// The values that a piece was given, if it is one.
    pub(crate) given: Option<Given>,
    /// The procedures of the program that code refers to and that are not lowered yet.
    pub(crate) needed: Vec<Var>,
    /// Functions that are made when they are first needed.
    pub(crate) helpers: FxHashMap<&'static str, AnfVar>,
    files: FxHashMap<SourceId, (Name, Lines)>,
    /// How many cells have each name.
    cells: FxHashMap<String, usize>,
}

impl<'p> Lowering<'p> {
    pub(crate) fn new(program: &'p Program, roots: Vec<Var>, sources: &'p Sources) -> Lowering<'p> {
        let mut b = Builder::new();
        let any = b.types().intern(Ty::Any);
        let con = b.types().intern(Ty::ExnCon(vec![any]));
        let exncon = b.global("raised", con, types::Linkage::Local);
        Lowering {
            program,
            sources,
            uses: crate::uses::uses(program),
            slots: SecondaryMap::default(),
            stages: SecondaryMap::default(),
            b,
            literals: Literals::default(),
            warnings: Vec::new(),
            any,
            exncon,
            roots,
            source: None,
            in_procedure: false,
            given: None,
            needed: Vec::new(),
            helpers: FxHashMap::default(),
            files: FxHashMap::default(),
            cells: FxHashMap::from_iter([("raised".to_owned(), 1)]),
        }
    }

    /// The position of what is built next.
    pub(crate) fn at(&mut self, place: Place) -> Pos {
        let sources = self.sources;
        let (name, lines) = self.files.entry(place.source).or_insert_with(|| {
            let source = sources.get(place.source);
            (source.name.as_str().into(), Lines::of(&source.bytes))
        });
        let (line, column) = lines.place(place.span.start);
        let pos = self.b.position(name, line, column);
        self.b.at(pos)
    }

    /// A new global cell. Cells have different names, so that the module can be written down.
    pub(crate) fn cell(&mut self, name: &str) -> GlobalId {
        let used = self.cells.entry(name.to_owned()).or_insert(0);
        *used += 1;
        let name = match *used {
            1 => name.to_owned(),
            n => format!("{name} {n}"),
        };
        let any = self.any;
        self.b.global(name, any, types::Linkage::Local)
    }

    pub(crate) fn tuple_type(&mut self, len: u32, mutable: bool) -> TyId {
        let field = Field { ty: self.any, mutable };
        self.b.types().intern(Ty::Tuple(vec![field; len as usize]))
    }

    pub(crate) fn inject(&mut self, atom: impl Into<Atom>) -> Atom {
        self.b.op("x", self.any, Op::Inject, [atom.into()]).into()
    }

    pub(crate) fn special(&mut self, special: Special) -> Atom {
        let number = match special {
            Special::Nil => 0,
            Special::Unspecified => 1,
            Special::Eof => 2,
            Special::Unbound => 3,
        };
        self.inject(Const::Int(Width::I8, number))
    }

    pub(crate) fn cons(&mut self, first: Atom, rest: Atom) -> Atom {
        self.tuple(vec![first, rest])
    }

    pub(crate) fn tuple(&mut self, fields: Vec<Atom>) -> Atom {
        self.new_tuple(fields, true)
    }

    pub(crate) fn new_tuple(&mut self, fields: Vec<Atom>, mutable: bool) -> Atom {
        let ty = self.tuple_type(fields.len() as u32, mutable);
        let tuple = self.b.op("t", ty, Data::Tuple, fields);
        self.inject(tuple)
    }

    /// The list of these values before another.
    pub(crate) fn list(&mut self, values: Vec<Atom>, last: Atom) -> Atom {
        values.into_iter().rev().fold(last, |list, value| self.cons(value, list))
    }

    pub(crate) fn body(&mut self, build: impl FnOnce(&mut Self) -> Tail) -> Body {
        self.b.open();
        let tail = build(self);
        self.b.close(tail)
    }

    /// Code that ends here; what follows is never reached, and has a value all the same.
    fn dead(&mut self, tail: Tail) -> Atom {
        let (join, params) = self.b.declare_block("never", &[("x", self.any)]);
        let value = params[0];
        self.b.branch_to(join, params, tail);
        value.into()
    }

    /// A value that several ways lead to.
    fn joined(&mut self, build: impl FnOnce(&mut Self, AnfVar) -> Tail) -> Atom {
        let (join, params) = self.b.declare_block("join", &[("x", self.any)]);
        let value = params[0];
        // The branch is a body of its own, since the ways may bind join points.
        let body = self.body(|cx| build(cx, join));
        self.b.branch_into(join, params, body);
        value.into()
    }

    /// Code whose value is returned.
    pub(crate) fn tail(&mut self, exp: &Exp) -> Tail {
        self.end(exp, None)
    }

    /// Code whose value is returned, or goes to a join point.
    pub(crate) fn end(&mut self, exp: &Exp, join: Option<AnfVar>) -> Tail {
        match &exp.kind {
            ExpKind::If(parts) => {
                let [test, then, els] = &**parts;
                self.branch(test, &mut |cx| cx.end(then, join), &mut |cx| cx.end(els, join))
            }
            ExpKind::Seq(parts) => {
                let (last, before) = parts.split_last().expect("a sequence is not empty");
                before.iter().for_each(|part| self.effect(part));
                self.end(last, join)
            }
            ExpKind::Let(bindings, body) => {
                self.bind(bindings);
                self.end(body, join)
            }
            ExpKind::Letrec(bindings, body) => {
                self.letrec(bindings);
                self.end(body, join)
            }
            ExpKind::Flagged(prim, args, var, branches) => {
                let flag = self.flagged(*prim, args, *var, exp.place);
                let then = Box::new(self.body(|cx| cx.end(&branches[0], join)));
                let els = Box::new(self.body(|cx| cx.end(&branches[1], join)));
                Tail::If { cond: flag, then, els }
            }
            ExpKind::Call(function, args) => match join {
                None => self.tail_call(function, args, exp.place),
                Some(join) => {
                    let value = self.call(function, args, exp.place);
                    self.b.jump(join, [value])
                }
            },
            ExpKind::Op(core::Op::Apply1, args) if join.is_none() => {
                let (function, argument) = self.one_argument(args);
                let outer = self.at(exp.place);
                let tail = self.b.tail_call(function, [argument]);
                self.b.at(outer);
                tail
            }
            ExpKind::Op(op, args) => match self.ending(op, args, exp.place) {
                Some(tail) => tail,
                None => self.give(exp, join),
            },
            ExpKind::Const(_)
            | ExpKind::Special(_)
            | ExpKind::Var(_)
            | ExpKind::Set(..)
            | ExpKind::Lambda(_)
            | ExpKind::Try(..) => self.give(exp, join),
        }
    }

    fn give(&mut self, exp: &Exp, join: Option<AnfVar>) -> Tail {
        let value = self.value(exp);
        match join {
            Some(join) => self.b.jump(join, [value]),
            None => self.b.ret([value]),
        }
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, exp: &Exp) -> Atom {
        match &exp.kind {
            ExpKind::Const(datum) => self.literal(datum),
            ExpKind::Special(special) => self.special(*special),
            ExpKind::Var(var) => self.variable(*var, exp.place),
            ExpKind::Set(var, value) => {
                self.set(*var, value);
                self.special(Special::Unspecified)
            }
            ExpKind::Lambda(clauses) => self.procedure(clauses, exp.place),
            ExpKind::Let(bindings, body) => {
                self.bind(bindings);
                self.value(body)
            }
            ExpKind::Letrec(bindings, body) => {
                self.letrec(bindings);
                self.value(body)
            }
            ExpKind::Seq(parts) => {
                let (last, before) = parts.split_last().expect("a sequence is not empty");
                before.iter().for_each(|part| self.effect(part));
                self.value(last)
            }
            ExpKind::Call(function, args) => self.call(function, args, exp.place),
            ExpKind::If(_) | ExpKind::Flagged(..) => {
                self.joined(|cx, join| cx.end(exp, Some(join)))
            }
            ExpKind::Op(op, args) => match self.ending(op, args, exp.place) {
                Some(tail) => self.dead(tail),
                None => self.op(op, args, exp.place),
            },
            ExpKind::Try(body, vars, handler) => self.try_form(body, *vars, handler, exp.place),
        }
    }

    /// An expression whose value is not used.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    pub(crate) fn effect(&mut self, exp: &Exp) {
        match &exp.kind {
            ExpKind::Const(_) | ExpKind::Special(_) | ExpKind::Lambda(_) => {}
            ExpKind::Set(var, value) => self.set(*var, value),
            ExpKind::If(_) | ExpKind::Flagged(..) => {
                let (join, params) = self.b.declare_block("join", &[]);
                let body = self.body(|cx| cx.end_effect(exp, join));
                self.b.branch_into(join, params, body);
            }
            _ => {
                self.value(exp);
            }
        }
    }

    /// Code whose value is dropped, and that goes to a join point.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    fn end_effect(&mut self, exp: &Exp, join: AnfVar) -> Tail {
        match &exp.kind {
            ExpKind::If(parts) => {
                let [test, then, els] = &**parts;
                self.branch(test, &mut |cx| cx.end_effect(then, join), &mut |cx| {
                    cx.end_effect(els, join)
                })
            }
            ExpKind::Flagged(prim, args, var, branches) => {
                let flag = self.flagged(*prim, args, *var, exp.place);
                let then = Box::new(self.body(|cx| cx.end_effect(&branches[0], join)));
                let els = Box::new(self.body(|cx| cx.end_effect(&branches[1], join)));
                Tail::If { cond: flag, then, els }
            }
            ExpKind::Seq(parts) => {
                let (last, before) = parts.split_last().expect("a sequence is not empty");
                before.iter().for_each(|part| self.effect(part));
                self.end_effect(last, join)
            }
            ExpKind::Let(bindings, body) => {
                self.bind(bindings);
                self.end_effect(body, join)
            }
            _ => {
                if let ExpKind::Op(op, args) = &exp.kind
                    && let Some(tail) = self.ending(op, args, exp.place)
                {
                    return tail;
                }
                self.effect(exp);
                self.b.jump(join, [])
            }
        }
    }

    /// Binds variables at once.
    pub(crate) fn bind(&mut self, bindings: &[(Var, Exp)]) {
        let slots: Vec<Slot> = bindings.iter().map(|(var, value)| self.slot(*var, value)).collect();
        for ((var, _), slot) in bindings.iter().zip(slots) {
            self.slots[*var] = slot;
        }
    }

    /// The slot of a variable that is bound to an expression.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    pub(crate) fn slot(&mut self, var: Var, value: &Exp) -> Slot {
        if self.program.vars[var].assigned {
            let unbound = matches!(value.kind, ExpKind::Special(Special::Unbound));
            let value = self.value(value);
            let cell = self.reference(value);
            return if unbound { Slot::Early(cell) } else { Slot::Ref(cell) };
        }
        match &value.kind {
            ExpKind::Lambda(clauses) => {
                let known = self.known(var, clauses, value.place);
                Slot::Known(known)
            }
            ExpKind::Var(other) => match &self.slots[*other] {
                slot @ (Slot::Known(_) | Slot::Any(_) | Slot::Const(_))
                    if !self.is_too_early(*other) =>
                {
                    slot.clone()
                }
                _ => Slot::Any(self.value(value)),
            },
            ExpKind::Const(datum) => Slot::Const(datum.clone()),
            _ => Slot::Any(self.value(value)),
        }
    }

    /// A new reference.
    pub(crate) fn reference(&mut self, value: Atom) -> AnfVar {
        let ty = self.b.types().intern(Ty::Ref(self.any));
        self.b.op("cell", ty, Data::Ref, [value])
    }

    /// True if the program uses a procedure here whose definition comes later. Inside procedures
    /// nobody looks: the procedure is there, and such a program is wrong.
    pub(crate) fn is_too_early(&self, var: Var) -> bool {
        let info = &self.program.vars[var];
        !self.in_procedure && info.global && !info.library && self.stages[var] == Stage::Before
    }

    /// The value of a variable.
    pub(crate) fn variable(&mut self, var: Var, place: Place) -> Atom {
        match self.slots[var].clone() {
            Slot::Any(atom) => atom,
            Slot::Ref(cell) => {
                let any = self.any;
                self.b.op("x", any, Data::Deref, [cell.into()]).into()
            }
            Slot::Global(global, checked) => {
                let any = self.any;
                let value: Atom = self.b.op("x", any, Data::Global(global), []).into();
                let check = match checked {
                    Checked::Never => false,
                    Checked::InProcedures => {
                        self.in_procedure || self.stages[var] != Stage::Defined
                    }
                    Checked::Always => true,
                };
                if check {
                    self.bound(var, value.clone(), place);
                }
                value
            }
            Slot::Given(at) => self.given_value(at),
            Slot::Early(cell) => {
                let any = self.any;
                let value: Atom = self.b.op("x", any, Data::Deref, [cell.into()]).into();
                self.bound(var, value.clone(), place);
                value
            }
            Slot::Known(_) if self.is_too_early(var) => {
                let name = self.symbol(&self.program.vars[var].name.clone());
                self.root_call("%unbound-variable", vec![name], place)
            }
            Slot::Known(known) => self.known_value(&known),
            Slot::Const(datum) => self.literal(&datum),
            Slot::None => base::bug!("{} has no value", self.program.vars[var].name),
        }
    }

    fn set(&mut self, var: Var, value: &Exp) {
        let atom = self.value(value);
        match self.slots[var].clone() {
            Slot::Ref(cell) | Slot::Early(cell) => {
                self.b.effect(Data::Assign, [cell.into(), atom]);
            }
            Slot::Global(global, checked) => {
                let check = match checked {
                    Checked::Never => false,
                    Checked::InProcedures => self.in_procedure || self.stages[var] == Stage::Before,
                    Checked::Always => true,
                };
                if check {
                    let any = self.any;
                    let old: Atom = self.b.op("x", any, Data::Global(global), []).into();
                    self.bound(var, old, value.place);
                }
                self.b.effect(Data::GlobalSet(global), [atom]);
            }
            Slot::Any(_) | Slot::Known(_) | Slot::Const(_) | Slot::Given(_) | Slot::None => {
                base::bug!("{} is not assigned", self.program.vars[var].name)
            }
        }
    }
}

pub(crate) fn is_false(datum: &scheme_syntax::Datum) -> bool {
    matches!(datum.kind, scheme_syntax::Kind::Bool(false))
}

/// The type of an array.
pub(crate) fn array(b: &mut Builder, elem: core::Elem) -> TyId {
    let of = match elem {
        core::Elem::Any => Ty::Any,
        core::Elem::Byte => Ty::Int(Width::I8),
        core::Elem::Char => Ty::Int(Width::I32),
    };
    let of = b.types().intern(of);
    b.types().intern(Ty::Array(of))
}
