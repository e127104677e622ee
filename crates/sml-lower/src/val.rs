//! Values, constants, positions.

use super::Cx;
use anf::{Atom, Tail, Var};
use base::{Name, Pos, bug};
use num_bigint::BigInt;
use prim::{Const, Data};
use sml_elab::core::{Lit, Loc};
use std::rc::Rc;
use std::sync::Arc;
use types::{Ty as Anf, TyId, Width};

/// A value of the core while its use is not known.
#[derive(Clone, Debug)]
pub(super) enum Val {
    /// Nothing.
    Unit,
    /// An operand.
    Atom(Atom),
    /// A record of two fields or more that has not been built.
    Record(Rc<[Val]>, TyId),
}

impl From<Var> for Val {
    fn from(var: Var) -> Val {
        Val::Atom(Atom::Var(var))
    }
}

impl<'p> Cx<'p> {
    /// The value as one operand.
    pub(super) fn atom(&mut self, val: &Val) -> Atom {
        match val {
            Val::Unit => {
                let unit = self.unit;
                self.kept.b.op("u", unit, anf::Op::Unboxed, []).into()
            }
            Val::Atom(atom) => atom.clone(),
            Val::Record(parts, ty) => {
                let args: Vec<Atom> = parts.iter().map(|part| self.atom(part)).collect();
                self.kept.b.op("t", *ty, Data::Tuple, args).into()
            }
        }
    }

    /// The value as it is passed: no operand for `unit`.
    pub(super) fn travel(&mut self, val: &Val) -> Vec<Atom> {
        match val {
            Val::Unit => Vec::new(),
            Val::Atom(Atom::Var(var)) if self.kept.b.ty_of(*var) == self.unit => Vec::new(),
            Val::Atom(_) | Val::Record(..) => vec![self.atom(val)],
        }
    }

    /// The value that arrived as these variables.
    pub(super) fn arrived(vars: &[Var]) -> Val {
        match vars {
            [] => Val::Unit,
            [var, ..] => Val::from(*var),
        }
    }

    /// A value that is an operand, so that it can be used often.
    pub(super) fn settle(&mut self, val: Val) -> Val {
        match val {
            Val::Record(..) => Val::Atom(self.atom(&val)),
            Val::Unit | Val::Atom(_) => val,
        }
    }

    /// The fields of a record of this many.
    pub(super) fn parts(&mut self, val: &Val, count: usize) -> Vec<Val> {
        match val {
            _ if count == 1 => vec![val.clone()],
            Val::Unit => vec![Val::Unit; count],
            Val::Record(parts, _) => parts.to_vec(),
            Val::Atom(_) => (0..count).map(|i| self.part(val, i, count)).collect(),
        }
    }

    /// One field of a record of this many.
    pub(super) fn part(&mut self, val: &Val, index: usize, count: usize) -> Val {
        match val {
            _ if count == 1 => val.clone(),
            Val::Unit => Val::Unit,
            Val::Record(parts, _) => parts[index].clone(),
            Val::Atom(Atom::Const(constant)) => bug!("{constant:?} has no fields"),
            Val::Atom(Atom::Var(var)) => {
                let ty = self.kept.b.module().types.get(self.kept.b.ty_of(*var));
                let Anf::Tuple(fields) = ty else {
                    self.only_beyond_limits("a field of a value that is no tuple");
                    return Val::Unit;
                };
                if fields[index].ty == self.unit {
                    return Val::Unit;
                }
                Val::from(self.kept.b.get("p", *var, index as u32))
            }
        }
    }

    /// A constant of this type.
    pub(super) fn literal(&mut self, lit: &Lit, ty: TyId) -> Atom {
        let constant = match (lit, self.kept.b.types().get(ty)) {
            (Lit::Int(n), Anf::Int(width)) => {
                let lost = u32::from(faults::on(faults::Fault::LiteralSign));
                Const::Int(*width, low_bits(n) & (width.mask() >> lost))
            }
            (Lit::Int(n), _) => Const::Big(Arc::new(n.clone())),
            (Lit::Real(x), Anf::F32) => Const::F32((*x as f32).to_bits()),
            (Lit::Real(x), _) => Const::f64(*x),
            (Lit::Char(c), _) => Const::Int(Width::I8, u64::from(*c)),
            (Lit::String(text), _) => Const::Str(text.clone()),
        };
        Atom::Const(constant)
    }

    /// Ends the body with a tail behind which no code is reached; gives a value of a type for
    /// that code.
    pub(super) fn dead(&mut self, tail: Tail, ty: TyId) -> Val {
        let params: Vec<(&str, TyId)> = self.slots(ty).into_iter().map(|ty| ("dead", ty)).collect();
        let (join, params) = self.kept.b.declare_block("dead", &params);
        self.kept.b.branch_to(join, params.clone(), tail);
        Self::arrived(&params)
    }

    /// A position in a file.
    pub(super) fn pos(&mut self, loc: Loc) -> Pos {
        let key = (loc.source, loc.span.start);
        if let Some(&pos) = self.kept.positions.get(&key) {
            return pos;
        }
        let sources = self.sources;
        let (name, lines) = self.kept.lines.entry(loc.source).or_insert_with(|| {
            let source = sources.get(loc.source);
            (Name::from(source.name.as_str()), source.lines())
        });
        let (line, column) = lines.place(loc.span.start);
        let pos = self.kept.b.position(name, line, column);
        self.kept.positions.insert(key, pos);
        pos
    }

    /// Sets the place of the code that is built from now on.
    pub(super) fn at(&mut self, loc: Loc) {
        self.loc = Some(loc);
        let pos = self.pos(loc);
        self.kept.b.at(pos);
    }
}

/// The low 64 bits, two's complement.
fn low_bits(n: &BigInt) -> u64 {
    match (i64::try_from(n), u64::try_from(n)) {
        (Ok(n), _) => n as u64,
        (_, Ok(n)) => n,
        (Err(_), Err(_)) => bug!("{n} has more than 64 bits"),
    }
}
