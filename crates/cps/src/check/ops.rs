//! The types of operations. Elements of arrays, contents of refs and global
//! cells are spread; everything else is as `prim` says.

use super::{Check, Rule};
use crate::op::show_op;
use crate::{Atom, Op, Var};
use prim::{Data, Prim, constructor_fields, gives, takes, wants};
use types::{SumId, Ty, TyId, TyTable};

impl Check<'_> {
    pub(super) fn op(&mut self, dst: &[Var], op: &Op, args: &[Atom]) {
        let Some(args) = self.atoms(args) else { return };
        let results: Vec<TyId> = dst.iter().map(|v| self.ty(*v)).collect();
        let wrong = match op {
            Op::Prim(prim) => self.prim(*prim, &args, &results),
            Op::Data(data) => self.data(data, &args, &results),
            Op::ConField(sum, tag, i) => con_field(&mut self.types, (*sum, *tag), *i, &args)
                .and_then(|field| gives(&self.types, &[field], &results)),
            Op::AnyInject(_) => takes(1, &args).and_then(|()| {
                let any = self.types.intern(Ty::Any);
                gives(&self.types, &[any], &results)
            }),
            Op::AnyIs(_) => self.of_any(&args).and_then(|()| {
                let bool = self.types.bool();
                gives(&self.types, &[bool], &results)
            }),
            // What the class says of the type is not known here.
            Op::AnyProject(_) | Op::AnyAs(_) => {
                self.of_any(&args).and_then(|()| match results[..] {
                    [] => Err("gives a value".to_owned()),
                    [result, ..] => gives(&self.types, &[result], &results),
                })
            }
        };
        if let Err(what) = wrong {
            self.error(Rule::Operation, format!("{} {what}", show_op(op, self.module)));
        }
    }

    fn prim(&mut self, prim: Prim, args: &[TyId], results: &[TyId]) -> Result<(), String> {
        let sig = prim.sig();
        for (what, want, got) in [("takes", &sig.args, args), ("gives", &sig.results, results)] {
            if want.len() != got.len() {
                return Err(format!("{what} {}, not {}", want.len(), got.len()));
            }
            for (want, got) in want.iter().zip(got) {
                if !self.types.is_prim(*got, *want) {
                    let want = self.types.of_prim(*want);
                    let (want, got) = (self.types.show(want), self.types.show(*got));
                    return Err(format!("{what} {want}, not {got}"));
                }
            }
        }
        Ok(())
    }

    fn data(&mut self, data: &Data, args: &[TyId], results: &[TyId]) -> Result<(), String> {
        let Some((want_args, want_results)) = self.spread(data, args, results)? else {
            let module = self.module;
            let global = |g| module.globals.get(g).map(|global| global.ty);
            let foreign = |f| module.foreigns.get(f).map(|f| (f.params.clone(), f.results.clone()));
            return prim::data_results(&mut self.types, data, args, results, global, foreign);
        };
        self.same("takes", &want_args, args)?;
        self.same("gives", &want_results, results)
    }

    /// An operation that takes one `any`.
    fn of_any(&mut self, args: &[TyId]) -> Result<(), String> {
        takes(1, args)?;
        let any = self.types.intern(Ty::Any);
        wants(&self.types, any, args[0])
    }

    fn same(&self, what: &str, want: &[TyId], got: &[TyId]) -> Result<(), String> {
        let list = |tys: &[TyId]| {
            let shown: Vec<_> = tys.iter().map(|t| self.types.show(*t).to_string()).collect();
            format!("({})", shown.join(", "))
        };
        if want == got {
            return Ok(());
        }
        Err(format!("{what} {}, not {}", list(want), list(got)))
    }

    /// The types that an operation takes and gives if its operands or results are spread.
    #[expect(clippy::type_complexity, reason = "a pair of lists, or nothing")]
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only arrays, refs and global cells hold spread values"
    )]
    fn spread(
        &mut self,
        data: &Data,
        args: &[TyId],
        results: &[TyId],
    ) -> Result<Option<(Vec<TyId>, Vec<TyId>)>, String> {
        let i64 = self.types.i64();
        let first = args.first().copied();
        let element = |types: &TyTable, ty: Option<TyId>| match ty.map(|t| types.get(t)) {
            Some(Ty::Array(e) | Ty::Vector(e)) => Ok(types.components(&[*e])),
            _ => Err("wants an array or vector".to_owned()),
        };
        let types = &self.types;
        Ok(Some(match data {
            Data::ArrayNew => {
                let parts = element(types, results.first().copied())?;
                ([vec![i64], parts].concat(), results[..1].to_vec())
            }
            Data::ArrayBlank => (vec![i64], results[..1].to_vec()),
            Data::ArrayLit => {
                let parts = element(types, results.first().copied())?;
                let n = if parts.is_empty() { 0 } else { args.len() / parts.len() };
                (parts.repeat(n), results[..1].to_vec())
            }
            Data::ArrayGet | Data::ArrayGetU => {
                let parts = element(types, first)?;
                (vec![first.unwrap_or(i64), i64], parts)
            }
            Data::ArraySet | Data::ArraySetU => {
                let mut want = vec![first.unwrap_or(i64), i64];
                want.extend(element(types, first)?);
                if !matches!(types.get(want[0]), Ty::Array(_)) {
                    return Err("wants an array".to_owned());
                }
                (want, vec![])
            }
            Data::Ref => match results.first().map(|t| types.get(*t)) {
                Some(Ty::Ref(content)) => (types.components(&[*content]), results[..1].to_vec()),
                _ => return Err("gives a ref".to_owned()),
            },
            Data::Deref | Data::Assign => {
                let Some(Ty::Ref(content)) = first.map(|t| types.get(t)) else {
                    return Err("wants a ref".to_owned());
                };
                let parts = types.components(&[*content]);
                let mut want = vec![first.unwrap_or(i64)];
                if *data == Data::Deref {
                    return Ok(Some((want, parts)));
                }
                want.extend(parts);
                (want, vec![])
            }
            Data::Global(g) | Data::GlobalSet(g) => {
                let global = self.module.globals.get(*g).ok_or("unknown global")?;
                let parts = types.components(&[global.ty]);
                if matches!(data, Data::Global(_)) { (vec![], parts) } else { (parts, vec![]) }
            }
            _ => return Ok(None),
        }))
    }
}

/// The type of a field of a value known to be of a constructor.
fn con_field(
    types: &mut TyTable,
    (sum, tag): (SumId, u32),
    i: u32,
    args: &[TyId],
) -> Result<TyId, String> {
    takes(1, args)?;
    let fields = constructor_fields(types, sum, tag)?;
    let want = types.intern(Ty::Sum(sum));
    wants(types, want, args[0])?;
    fields.get(i as usize).copied().ok_or_else(|| format!("there is no field {i}"))
}
