//! Datatypes: the representation of their values, and constructors.

use super::{Cx, Val};
use anf::Atom;
use base::bug;
use faults::Fault;
use prim::{Const, Data};
use rustc_hash::FxHashSet;
use sml_elab::core::{Builtin, Definition, Node, Ty, TyCon};
use std::sync::Arc;
use types::{Constructor, SumId, Ty as Anf, TyId, Width};

/// The representation of a datatype's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repr {
    /// One constructor without argument: nothing.
    Unit,
    /// No constructor has an argument: its number.
    Enum(Width),
    /// One constructor: its argument.
    Transparent(Ty),
    /// A sum.
    Sum,
    /// `ref`.
    Ref,
}

/// An instance of a datatype that is a sum.
#[derive(Clone)]
pub(super) struct SumInfo {
    tycon: TyCon,
    args: Box<[TyId]>,
    /// True for constructors whose fields are known, because something mentions them.
    filled: Vec<bool>,
    /// True for constructors that something makes values with.
    pub(super) built: Vec<bool>,
}

impl<'p> Cx<'p> {
    /// The representation of a datatype's values.
    pub(super) fn repr(&mut self, con: TyCon) -> Repr {
        if let Some(&repr) = self.kept.reprs.get(&con) {
            return repr;
        }
        let program = self.program;
        let repr = match &program.tycons[con].definition {
            Definition::Builtin(Builtin::Ref) => Repr::Ref,
            Definition::Opaque(ty) => {
                let Node::Con(inner, _) = program.types.node(*ty) else {
                    bug!("an opaque type with constructors is no datatype");
                };
                self.repr(*inner)
            }
            Definition::Builtin(_) | Definition::Abstract => {
                bug!("`{}` has no constructors", program.names.text(program.tycons[con].name))
            }
            Definition::Data(constructors) => match &constructors[..] {
                [single] => match single.arg {
                    None => Repr::Unit,
                    Some(_) if self.reaches_itself(con) => Repr::Sum,
                    Some(arg) => Repr::Transparent(arg),
                },
                _ if constructors.iter().any(|c| c.arg.is_some()) => Repr::Sum,
                _ => Repr::Enum(match constructors.len() {
                    0..=2 => Width::I1,
                    3..=4 if faults::on(Fault::EnumBit) => Width::I1,
                    3..=256 => Width::I8,
                    _ => Width::I32,
                }),
            },
        };
        self.kept.reprs.insert(con, repr);
        repr
    }

    /// True if the argument of the only constructor mentions the datatype, itself or
    /// through others that are represented by their arguments.
    fn reaches_itself(&self, con: TyCon) -> bool {
        let program = self.program;
        let mut todo = Vec::new();
        let mut seen = FxHashSet::default();
        let mut cons = vec![con];
        while let Some(next) = cons.pop() {
            match &program.tycons[next].definition {
                Definition::Data(constructors) if constructors.len() == 1 => {
                    todo.extend(constructors[0].arg);
                }
                Definition::Opaque(ty) => todo.push(*ty),
                Definition::Data(_) | Definition::Builtin(_) | Definition::Abstract => {}
            }
            while let Some(ty) = todo.pop() {
                if !seen.insert(ty) {
                    continue;
                }
                match program.types.node(ty) {
                    Node::Var(_) | Node::Meta(_) => {}
                    Node::Con(found, _) if *found == con => return true,
                    Node::Con(found, args) => {
                        cons.push(*found);
                        todo.extend(args.iter().copied());
                    }
                    Node::Arrow(arg, result) => todo.extend([*arg, *result]),
                    Node::Record(fields) => todo.extend(fields.iter().map(|(_, ty)| *ty)),
                }
            }
        }
        false
    }

    /// The type of a datatype's values.
    pub(super) fn data_ty(&mut self, con: TyCon, args: &[TyId]) -> TyId {
        match self.repr(con) {
            Repr::Unit => self.unit,
            Repr::Ref => bug!("`ref` is no datatype"),
            Repr::Enum(width) => self.kept.b.types().int(width),
            Repr::Transparent(arg) => {
                let program = self.program;
                self.with_types(&program.tycons[con].params, args, |cx| cx.ty(arg))
            }
            Repr::Sum => self.declare_sum(con, args),
        }
    }

    fn declare_sum(&mut self, con: TyCon, args: &[TyId]) -> TyId {
        let program = self.program;
        let info = &program.tycons[con];
        let Definition::Data(constructors) = &info.definition else { bug!("a sum is a datatype") };
        let name = self.sum_name(program.names.text(info.name));
        let made = constructors
            .iter()
            .map(|c| Constructor { name: program.names.text(c.name).clone(), fields: Vec::new() })
            .collect();
        let sum = self.kept.b.types().add_sum(name, made);
        let filled = constructors.iter().map(|c| c.arg.is_none()).collect();
        let built = vec![false; constructors.len()];
        self.kept.sums.insert(sum, SumInfo { tycon: con, args: args.into(), filled, built });
        self.kept.b.types().intern(Anf::Sum(sum))
    }

    /// A name that no other sum has.
    fn sum_name(&mut self, name: &Arc<str>) -> Arc<str> {
        let mut candidate = name.clone();
        loop {
            if !self.kept.sum_names.contains_key(&candidate) {
                self.kept.sum_names.insert(candidate.clone(), 1);
                return candidate;
            }
            let count = self.kept.sum_names.entry(name.clone()).or_insert(1);
            *count += 1;
            candidate = format!("{name}_{count}").into();
        }
    }

    /// The sum behind a type, if it is one.
    pub(super) fn sum_of(&mut self, ty: TyId) -> Option<SumId> {
        if let Anf::Sum(sum) = self.kept.b.types().get(ty) { Some(*sum) } else { None }
    }

    /// The fields of a constructor of a sum, which are found at the first mention.
    pub(super) fn fields(&mut self, sum: SumId, tag: u32) -> Vec<TyId> {
        if !self.is_whole() {
            // Later units may mention the other constructors, and must find the same layout.
            for other in 0..self.constructor_count(sum) {
                self.fill_in(sum, other);
            }
        }
        self.fill_in(sum, tag as usize)
    }

    fn fill_in(&mut self, sum: SumId, tag: usize) -> Vec<TyId> {
        let info = self.kept.sums.get_mut(&sum).expect("a sum is an instance of a datatype");
        if !info.filled[tag] {
            info.filled[tag] = true;
            let (con, args) = (info.tycon, info.args.clone());
            let fields = match self.constructor_arg(con, tag as u32) {
                None => Vec::new(),
                Some(arg) => {
                    let program = self.program;
                    let params = &program.tycons[con].params;
                    self.with_types(params, &args, |cx| cx.carried(arg))
                }
            };
            self.kept.b.types().sums[sum].constructors[tag].fields = fields;
        }
        self.kept.b.types().sums[sum].constructors[tag].fields.clone()
    }

    /// The argument of a constructor as its datatype declares it.
    fn constructor_arg(&self, con: TyCon, tag: u32) -> Option<Ty> {
        let Definition::Data(constructors) = &self.program.tycons[con].definition else {
            bug!("a sum is a datatype");
        };
        constructors[tag as usize].arg
    }

    /// The types of a constructor's fields: those of an argument that is written as a
    /// record, or the argument.
    pub(super) fn carried(&mut self, arg: Ty) -> Vec<TyId> {
        if let Node::Record(fields) = self.program.types.node(arg)
            && fields.len() > 1
        {
            return fields.iter().map(|(_, ty)| self.ty(*ty)).collect();
        }
        vec![self.ty(arg)]
    }

    /// The argument of a constructor as its fields.
    pub(super) fn carry(&mut self, arg: Val, fields: usize) -> Vec<Atom> {
        let mut parts = if fields > 1 { self.parts(&arg, fields) } else { vec![arg] };
        if faults::on(Fault::ConstructOrder) {
            parts.reverse();
        }
        parts.into_iter().map(|part| self.atom(&part)).collect()
    }

    /// A constructor's value without argument, or with this one; `ty` is the
    /// datatype's.
    pub(super) fn construct(&mut self, con: TyCon, tag: u32, ty: TyId, arg: Option<Val>) -> Val {
        match self.repr(con) {
            Repr::Unit => Val::Unit,
            Repr::Enum(width) => Val::Atom(Atom::Const(Const::Int(width, u64::from(tag)))),
            Repr::Transparent(_) => arg.expect("the constructor has an argument"),
            Repr::Ref => {
                let arg = arg.expect("`ref` has an argument");
                let arg = self.atom(&arg);
                Val::from(self.kept.b.op("r", ty, Data::Ref, [arg]))
            }
            Repr::Sum => self.construct_sum(tag, ty, arg),
        }
    }

    /// A constructor's value of a datatype that is a sum.
    pub(super) fn construct_sum(&mut self, tag: u32, ty: TyId, arg: Option<Val>) -> Val {
        let Some(sum) = self.sum_of(ty) else {
            self.only_beyond_limits("the type of a constructor is no sum");
            return Val::Unit;
        };
        let fields = self.fields(sum, tag);
        let info = self.kept.sums.get_mut(&sum).expect("a sum is an instance of a datatype");
        info.built[tag as usize] = true;
        let args = match arg {
            Some(arg) => self.carry(arg, fields.len()),
            None => Vec::new(),
        };
        Val::from(self.kept.b.con("c", sum, tag, args))
    }

    /// True if values of the datatype can be taken apart without a test.
    pub(super) fn single(&mut self, con: TyCon) -> bool {
        matches!(self.repr(con), Repr::Unit | Repr::Transparent(_) | Repr::Ref)
    }

    /// The number of a sum's constructors.
    pub(super) fn constructor_count(&mut self, sum: SumId) -> usize {
        self.kept.b.types().sums[sum].constructors.len()
    }
}
