//! Operations whose results are known.

use super::Contract;
use super::fact::Fact;
use super::prims::{self, Folded};
use base::Pos;
use cps::{Atom, Let, Op, Var, components};
use prim::{CmpOp, Const, Data, IntOp, IntUnOp, Prim};
use types::{Ty, Width};

impl Contract<'_> {
    /// Rebuilds an operation whose operands have been substituted: what stands
    /// for its results is known, or the binding stays.
    pub(super) fn op(
        &mut self,
        dst: Vec<Var>,
        mut op: Op,
        mut args: Vec<Atom>,
        pos: Pos,
        out: &mut Vec<Let>,
    ) {
        let known = match &mut op {
            Op::Prim(prim) => match prims::simplify(prim, &mut args) {
                Folded::Value(atom) => Some(vec![atom]),
                Folded::Unknown => None,
            },
            Op::Data(data) => self.data(data, &args),
            Op::ConField(_, tag, i) => match self.fact(args.first()) {
                Fact::Con(known, Some(fields)) if known == tag => {
                    fields.get(*i as usize).map(|field| vec![field.clone()])
                }
                _ => None,
            },
            Op::AnyInject(_) => None,
            Op::AnyIs(class) => match self.fact(args.first()) {
                Fact::Any(known, _) => Some(vec![Atom::Const(Const::bool(known == class))]),
                _ => None,
            },
            Op::AnyProject(class) => match self.fact(args.first()) {
                Fact::Any(known, value) if known == class => Some(vec![value.clone()]),
                _ => None,
            },
        };
        match known {
            Some(values) => {
                self.count("known value");
                self.pass_args(&dst, values);
            }
            None => {
                self.learn(&dst, &op, &args);
                out.push(Let::Op { dst, op, args, pos });
            }
        }
    }

    fn fact(&self, atom: Option<&Atom>) -> &Fact {
        match atom {
            Some(Atom::Var(v)) => &self.facts[*v],
            Some(Atom::Const(_)) | None => &Fact::Unknown,
        }
    }

    fn data(&self, data: &Data, args: &[Atom]) -> Option<Vec<Atom>> {
        let bool = |b: bool| Some(vec![Atom::Const(Const::bool(b))]);
        match data {
            Data::Copy => Some(args.to_vec()),
            Data::Get(i) => {
                let v = args.first()?.var()?;
                let Ty::Tuple(fields) = self.module.types.get(self.module.ty(v)) else {
                    return None;
                };
                match &self.facts[v] {
                    Fact::Tuple(parts) if !fields.get(*i as usize)?.mutable => {
                        Some(vec![parts.get(*i as usize)?.clone()])
                    }
                    _ => None,
                }
            }
            Data::ArrayLen => match self.fact(args.first()) {
                Fact::Length(n) => Some(vec![n.clone()]),
                _ => None,
            },
            Data::Same if args[0] == args[1] => bool(true),
            Data::ExnIs => match self.fact(args.get(1)) {
                Fact::Exn(parts) => bool(self.same_exncon(&args[0], parts.first()?)?),
                _ => None,
            },
            Data::ExnGet => match self.fact(args.get(1)) {
                Fact::Exn(parts) if self.same_exncon(&args[0], parts.first()?)? => {
                    Some(parts[1..].to_vec())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Are two constructors of exceptions the same, where that is known?
    fn same_exncon(&self, a: &Atom, b: &Atom) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        match (self.fact(Some(a)), self.fact(Some(b))) {
            (Fact::Builtin(x), Fact::Builtin(y)) => Some(x == y),
            (Fact::NewExnCon, Fact::Builtin(_)) | (Fact::Builtin(_), Fact::NewExnCon) => {
                Some(false)
            }
            (Fact::NewExnCon, Fact::NewExnCon) => Some(false),
            _ => None,
        }
    }

    /// Notes what a binding says of its result.
    fn learn(&mut self, dst: &[Var], op: &Op, args: &[Atom]) {
        let [dst] = dst else { return };
        let fact = match op {
            Op::Data(data) => match data {
                Data::Tuple => Fact::Tuple(args.to_vec()),
                Data::Con(_, tag) => Fact::Con(*tag, Some(args.to_vec())),
                Data::ArrayNew => Fact::Length(args[0].clone()),
                Data::ArrayLit => self.literal_length(*dst, args.len()),
                Data::Freeze => match self.fact(args.first()) {
                    Fact::Length(n) => Fact::Length(n.clone()),
                    _ => Fact::Unknown,
                },
                Data::Exn => Fact::Exn(args.to_vec()),
                Data::ExnCon(..) => Fact::NewExnCon,
                Data::Builtin(exn) => Fact::Builtin(*exn),
                _ => Fact::Unknown,
            },
            Op::AnyInject(class) => Fact::Any(class.clone(), args[0].clone()),
            Op::ConField(..) | Op::AnyIs(_) | Op::AnyProject(_) => Fact::Unknown,
            Op::Prim(prim) => learn_prim(*prim, args),
        };
        self.facts[*dst] = fact;
    }

    fn literal_length(&self, dst: Var, operands: usize) -> Fact {
        match self.module.types.get(self.module.ty(dst)) {
            Ty::Array(e) | Ty::Vector(e) => match components(&self.module.types, *e).len() {
                0 => Fact::Unknown,
                n => Fact::Length(Atom::Const(Const::i64((operands / n) as i64))),
            },
            _ => Fact::Unknown,
        }
    }
}

fn learn_prim(prim: Prim, args: &[Atom]) -> Fact {
    let yes = Atom::Const(Const::bool(true));
    let no = Atom::Const(Const::bool(false));
    match prim {
        Prim::IntUn(IntUnOp::Not, Width::I1) => Fact::Not(args[0].clone()),
        Prim::Int(IntOp::Xor, Width::I1) | Prim::Cmp(CmpOp::Ne, Width::I1) if args[1] == yes => {
            Fact::Not(args[0].clone())
        }
        Prim::Cmp(CmpOp::Eq, Width::I1) if args[1] == no => Fact::Not(args[0].clone()),
        Prim::Cmp(CmpOp::Eq, _) => match &args[1] {
            Atom::Const(constant) => Fact::Equal(args[0].clone(), constant.clone()),
            Atom::Var(_) => Fact::Unknown,
        },
        Prim::Cmp(CmpOp::Ne, _) => match &args[1] {
            Atom::Const(constant) => Fact::Differs(args[0].clone(), constant.clone()),
            Atom::Var(_) => Fact::Unknown,
        },
        _ => Fact::Unknown,
    }
}
