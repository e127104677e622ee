//! Operations whose results are known.

use super::Contract;
use super::fact::Fact;
use super::prims::{self, Folded};
use super::small::{Known, Same};
use base::{Pos, bug};
use cps::{Atom, Let, Op, Var};
use prim::{CmpOp, Const, Data, IntOp, IntUnOp, Prim, SmallOp};
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
            Op::Prim(Prim::Small(small)) => match self.small(*small, &args) {
                Known::Results(results) => Some(results),
                Known::Second(other, args) => {
                    self.count("known value");
                    self.pass_args(&dst[..1], vec![Atom::Const(Const::bool(true))]);
                    return self.op(dst[1..].to_vec(), other, args, pos, out);
                }
                Known::Nothing => None,
            },
            Op::Prim(prim) => match prims::simplify(prim, &mut args) {
                Folded::Value(atom) => Some(vec![atom]),
                Folded::Unknown => None,
            },
            Op::Data(Data::Same) => match self.same(&args) {
                Same::Known(same) => Some(vec![Atom::Const(Const::bool(same))]),
                Same::If(compare, args) => {
                    self.count("known value");
                    return self.op(dst, Op::Prim(compare), args, pos, out);
                }
                Same::Unknown => None,
            },
            Op::Data(data) => self.data(data, &args),
            Op::ConField(_, tag, i) => self.con_field(*tag, *i, &args),
            Op::AnyInject(_) => None,
            Op::AnyIs(class) => {
                let any = self.fact(args.first()).any();
                any.map(|(known, _)| vec![Atom::Const(Const::bool(known == class))])
            }
            Op::AnyProject(class) | Op::AnyAs(class) => {
                let any = self.fact(args.first()).any().filter(|(known, _)| *known == class);
                any.map(|(_, value)| vec![value.clone()])
            }
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

    pub(super) fn fact(&self, atom: Option<&Atom>) -> &Fact {
        match atom {
            Some(Atom::Var(v)) => &self.facts[*v],
            Some(Atom::Const(_)) | None => &Fact::Unknown,
        }
    }

    fn con_field(&self, tag: u32, i: u32, args: &[Atom]) -> Option<Vec<Atom>> {
        let Fact::Con(known, Some(fields)) = self.fact(args.first()) else { return None };
        let field = fields.get(i as usize).filter(|_| *known == tag)?;
        Some(vec![field.clone()])
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "few operations give what is known")]
    fn data(&self, data: &Data, args: &[Atom]) -> Option<Vec<Atom>> {
        let bool = |b: bool| Some(vec![Atom::Const(Const::bool(b))]);
        match data {
            Data::Copy => Some(args.to_vec()),
            Data::Get(i) => {
                let v = args.first()?.var()?;
                let Ty::Tuple(fields) = self.module.types.get(self.module.ty(v)) else {
                    return None;
                };
                let Fact::Tuple(parts) = &self.facts[v] else { return None };
                if fields.get(*i as usize)?.mutable {
                    return None;
                }
                Some(vec![parts.get(*i as usize)?.clone()])
            }
            Data::ArrayLen => {
                let Fact::Length(n) = self.fact(args.first()) else { return None };
                Some(vec![n.clone()])
            }
            Data::ExnIs => {
                let Fact::Exn(parts) = self.fact(args.get(1)) else { return None };
                bool(self.same_exncon(&args[0], parts.first()?)?)
            }
            Data::ExnGet => {
                let Fact::Exn(parts) = self.fact(args.get(1)) else { return None };
                self.same_exncon(&args[0], parts.first()?)?.then(|| parts[1..].to_vec())
            }
            _ => None,
        }
    }

    /// True if two constructors of exceptions are the same, false if they differ, none if that is
    /// not known.
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
    #[expect(clippy::wildcard_enum_match_arm, reason = "few operations say much of their results")]
    fn learn(&mut self, dst: &[Var], op: &Op, args: &[Atom]) {
        if let (Op::Prim(Prim::Small(SmallOp::Of)), [_, dst]) = (op, dst) {
            self.facts[*dst] = Fact::Small(args[0].clone());
        }
        let [dst] = dst else { return };
        let fact = match op {
            Op::Data(data) => match data {
                Data::Tuple => Fact::Tuple(args.to_vec()),
                Data::Con(_, tag) => Fact::Con(*tag, Some(args.to_vec())),
                Data::ArrayNew | Data::ArrayBlank => Fact::Length(args[0].clone()),
                Data::ArrayLit => self.literal_length(*dst, args.len()),
                Data::Freeze => {
                    let array = self.fact(args.first());
                    if let Fact::Length(_) = array { array.clone() } else { Fact::Unknown }
                }
                Data::Exn => Fact::Exn(args.to_vec()),
                Data::ExnCon(..) => Fact::NewExnCon,
                Data::Builtin(exn) => Fact::Builtin(*exn),
                _ => Fact::Unknown,
            },
            Op::AnyInject(class) => Fact::Any(class.clone(), args[0].clone()),
            Op::ConField(..) | Op::AnyIs(_) | Op::AnyProject(_) | Op::AnyAs(_) => Fact::Unknown,
            Op::Prim(prim) => learn_prim(*prim, args),
        };
        self.facts[*dst] = fact;
    }

    fn literal_length(&self, dst: Var, operands: usize) -> Fact {
        let ty = self.module.types.get(self.module.ty(dst));
        let (Ty::Array(element) | Ty::Vector(element)) = ty else { bug!("{ty:?} is no array") };
        match self.module.types.components(&[*element]).len() {
            0 => Fact::Unknown,
            n => Fact::Length(Atom::Const(Const::i64((operands / n) as i64))),
        }
    }
}

fn learn_prim(prim: Prim, args: &[Atom]) -> Fact {
    let yes = Atom::Const(Const::bool(true));
    let no = Atom::Const(Const::bool(false));
    let differs_from_yes =
        [Prim::Int(IntOp::Xor, Width::I1), Prim::Cmp(CmpOp::Ne, Width::I1)].contains(&prim);
    if prim == Prim::IntUn(IntUnOp::Not, Width::I1)
        || differs_from_yes && args[1] == yes
        || prim == Prim::Cmp(CmpOp::Eq, Width::I1) && args[1] == no
    {
        return Fact::Not(args[0].clone());
    }
    let Prim::Cmp(op, _) = prim else { return Fact::Unknown };
    let Atom::Const(constant) = &args[1] else { return Fact::Unknown };
    match op {
        CmpOp::Eq => Fact::Equal(args[0].clone(), constant.clone()),
        CmpOp::Ne => Fact::Differs(args[0].clone(), constant.clone()),
        CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge => Fact::Unknown,
        CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => Fact::Unknown,
    }
}
