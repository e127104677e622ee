//! Sums: nullary constructors are immediates, the others records with a tag. If only one is
//! left, and its only field is never an immediate, the field is bare: it stands for itself.
//!
//! ```text
//! case x {                     i: i1 = isimm x
//!   nil => { N }          =>   if i { N } else { C }
//!   cons => { C }
//! }
//!
//! s: option = con.option.some k          s: ref = copy k
//! k: cont() = field.option.some.0 s  =>  k: ref = copy s
//! ```
//! What is bare is no record either, so that the value of a sum says whether it has a tag:
//! messages of exceptions are written from descriptions that do not know the types (`host::show`).

use super::emit::Emit;
use super::path::Path;
use base::Pos;
use faults::{Fault, on};
use flow::{Atom, Body, FlowOp, Kind, Let, LocalFun, Tail};
use types::{SumId, Ty, TyTable, Width};

/// True if the value of this constructor is that of its field.
pub(super) fn is_bare(types: &TyTable, sum: SumId, tag: u32) -> bool {
    let constructors = &types.sums[sum].constructors;
    let others = constructors.iter().enumerate().filter(|(i, _)| *i != tag as usize);
    let [field] = constructors[tag as usize].fields[..] else { return false };
    others.into_iter().all(|(_, other)| other.fields.is_empty()) && is_plain(types.get(field))
}

/// True if values of the type are objects, and no records.
fn is_plain(ty: &Ty) -> bool {
    match ty {
        Ty::Str | Ty::Array(_) | Ty::Vector(_) | Ty::Weak(_) | Ty::Fun(..) | Ty::Cont(_) => true,
        Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Ptr | Ty::Big | Ty::Any | Ty::Sum(_) => false,
        Ty::Exn | Ty::ExnCon(_) | Ty::Tuple(_) | Ty::Ref(_) => false,
        Ty::Origin | Ty::Unboxed(_) => false,
    }
}

impl Emit<'_> {
    /// Lowers a switch on a sum.
    pub(super) fn switch_sum(
        &mut self,
        scrutinee: &cps::Atom,
        sum: SumId,
        cases: &[(u32, cps::Body)],
        default: Option<&cps::Body>,
        path: &mut Path,
    ) -> Tail {
        let constructors = &self.module.types.sums[sum].constructors;
        let is_nullary = |tag: u32| constructors[tag as usize].fields.is_empty();
        let nullary_count = constructors.iter().filter(|c| c.fields.is_empty()).count();
        let boxed_count = constructors.len() - nullary_count;
        let scrutinee = self.atom(scrutinee);
        let mut nullary = Vec::new();
        let mut boxed = Vec::new();
        for (tag, body) in cases {
            let side = if is_nullary(*tag) { &mut nullary } else { &mut boxed };
            let body = self.branch(body);
            side.push((u64::from(*tag), body));
        }
        let nullary_open = nullary.len() < nullary_count;
        let boxed_open = boxed.len() < boxed_count;
        let mut default = default.map(|body| self.branch(body));
        let mut defaults = match default.take() {
            Some(body) if nullary_open && boxed_open => {
                let local = self.unit.locals.push("default".into());
                path.lets.push(Let::Funs(vec![LocalFun { name: local, params: vec![], body }]));
                let jump = || Body { lets: vec![], tail: Tail::Jump { fun: local, args: vec![] } };
                [Some(jump()), (!on(Fault::SwitchDefaultBoxed)).then(jump)]
            }
            Some(body) if nullary_open => [Some(body), None],
            Some(body) if boxed_open => [None, Some(body)],
            // One that is never taken would ask for the tag of what may have none.
            Some(_) | None => [None, None],
        };
        match (nullary_count, boxed_count) {
            (0, _) => self.side(&scrutinee, FlowOp::Tag, boxed, defaults[1].take(), path),
            (_, 0) => self.side(&scrutinee, FlowOp::ImmTag, nullary, defaults[0].take(), path),
            _ => {
                let mut sides = [(FlowOp::ImmTag, nullary), (FlowOp::Tag, boxed)]
                    .into_iter()
                    .zip(&mut defaults)
                    .map(|((op, cases), default)| {
                        let mut path = Path::new(Vec::new());
                        let tail = self.side(&scrutinee, op, cases, default.take(), &mut path);
                        Box::new(path.end(tail))
                    });
                let (then, els) = (sides.next(), sides.next());
                drop(sides);
                let imm = self.fresh("imm", Kind::Int(Width::I1));
                path.op(vec![imm], FlowOp::IsImm, vec![scrutinee], Pos::NONE);
                match (then, els) {
                    (Some(then), Some(els)) => Tail::If { cond: Atom::Var(imm), then, els },
                    _ => Tail::Unreachable,
                }
            }
        }
    }

    /// A switch on the tags of one side; none where only one body is left.
    fn side(
        &mut self,
        scrutinee: &Atom,
        op: FlowOp,
        mut cases: Vec<(u64, Body)>,
        default: Option<Body>,
        path: &mut Path,
    ) -> Tail {
        let single = match (cases.len(), &default) {
            (0, Some(_)) => default.clone(),
            (1, None) => cases.pop().map(|(_, body)| body),
            (0, None) => Some(Body { lets: vec![], tail: Tail::Unreachable }),
            _ => None,
        };
        if let Some(body) = single {
            path.lets.extend(body.lets);
            return body.tail;
        }
        let tag = self.fresh("tag", Kind::Int(Width::I64));
        path.op(vec![tag], op, vec![scrutinee.clone()], Pos::NONE);
        Tail::Switch { scrutinee: Atom::Var(tag), cases, default: default.map(Box::new) }
    }
}
