//! Operations and calls.

use super::{About, Checker, Rule};
use crate::op::show_op;
use crate::{Atom, Op, Var};
use prim::{Data, Prim, data_results, gives, takes, wants};
use types::{Ty, TyId, TyTable};

/// Several values that go somewhere.
pub(super) enum Values<'n> {
    Arguments,
    Results,
    /// Of this constructor.
    Fields(&'n str),
}

impl Checker<'_> {
    /// An operation on operands of these types, if they are known.
    pub(super) fn op(&mut self, at: About, op: &Op, args: Option<&[TyId]>, dst: &[Var]) {
        let results = self.tys_of(dst);
        let Some(args) = args else { return };
        let checked = match op {
            Op::Prim(prim) => self.prim(*prim, args, &results),
            Op::Data(data) => self.data(data, args, &results),
            Op::Unboxed => {
                self.gives(&results, |types| Ok(types.intern(Ty::Unboxed(args.to_vec()))))
            }
            Op::Part(i) => self.gives(&results, |types| part(types, *i, args)),
            Op::Inject => self.gives(&results, |types| inject(types, args)),
            Op::Is(ty) => {
                self.gives(&results, |types| of_any(types, *ty, args).map(|()| types.bool()))
            }
            Op::Project(ty) | Op::As(ty) => {
                self.gives(&results, |types| of_any(types, *ty, args).map(|()| *ty))
            }
        };
        if let Err(label) = checked {
            let name = show_op(op, self.module);
            self.error(at, Rule::Operation, format!("`{name}`: {label}"));
        }
    }

    fn prim(&mut self, prim: Prim, args: &[TyId], results: &[TyId]) -> Result<(), String> {
        let sig = prim.sig();
        if args.len() != sig.args.len() {
            return Err(format!("takes {} operands, given {}", sig.args.len(), args.len()));
        }
        if results.len() != sig.results.len() {
            return Err(format!("gives {} results, bound to {}", sig.results.len(), results.len()));
        }
        for (want, got) in sig.args.iter().zip(args) {
            if !self.types.is_prim(*got, *want) {
                let want = self.types.of_prim(*want);
                return Err(format!("wants {}, given {}", self.show(want), self.show(*got)));
            }
        }
        for (want, got) in sig.results.iter().zip(results) {
            if !self.types.is_prim(*got, *want) {
                let want = self.types.of_prim(*want);
                return Err(format!("gives {}, bound to {}", self.show(want), self.show(*got)));
            }
        }
        Ok(())
    }

    fn data(&mut self, data: &Data, args: &[TyId], results: &[TyId]) -> Result<(), String> {
        let module = self.module;
        data_results(
            &mut self.types,
            data,
            args,
            results,
            |global| module.globals.get(global).map(|g| g.ty),
            |foreign| module.foreigns.get(foreign).map(|f| (f.params.clone(), f.results.clone())),
        )
    }

    /// An operation of one result, whose type is found by its rule.
    fn gives(
        &mut self,
        results: &[TyId],
        rule: impl FnOnce(&mut TyTable) -> Result<TyId, String>,
    ) -> Result<(), String> {
        let result = rule(&mut self.types)?;
        gives(&self.types, &[result], results)
    }

    /// A call that must give these results.
    pub(super) fn call(&mut self, at: About, fun: &Atom, args: &[Atom], results: &[TyId]) {
        let got = self.atom(at, fun);
        let args = self.atoms(at, args);
        let Some(got) = got else { return };
        let Ty::Fun(params, gives) = self.types.get(got).clone() else {
            let label = format!("this is {}, not a function", self.show(got));
            return self.error(at, Rule::Callee, label);
        };
        if let Some(args) = args {
            self.all(at, &Values::Arguments, &params, &args);
        }
        self.all(at, &Values::Results, results, &gives);
    }

    /// As many as wanted, and of the types wanted.
    pub(super) fn all(&mut self, at: About, values: &Values<'_>, want: &[TyId], got: &[TyId]) {
        let (count, ty) = match values {
            Values::Arguments => (Rule::ArgumentCount, Rule::ArgumentType),
            Values::Results => (Rule::ResultCount, Rule::ResultType),
            Values::Fields(_) => (Rule::FieldCount, Rule::FieldType),
        };
        if want.len() != got.len() {
            let what = match values {
                Values::Arguments => "arguments".to_owned(),
                Values::Results => "results".to_owned(),
                Values::Fields(constructor) => format!("fields of `{constructor}`"),
            };
            let label = format!("wants {} {what}, given {}", want.len(), got.len());
            return self.error(at, count, label);
        }
        for (want, got) in want.iter().zip(got) {
            self.same(at, ty, *want, *got);
        }
    }
}

/// The type of a component.
fn part(types: &TyTable, i: u32, args: &[TyId]) -> Result<TyId, String> {
    takes(1, args)?;
    let shown = types.show(args[0]);
    let Ty::Unboxed(parts) = types.get(args[0]) else {
        return Err(format!("wants an unboxed tuple, given {shown}"));
    };
    let part = parts.get(i as usize).copied();
    part.ok_or_else(|| format!("there is no component {i} in {shown}"))
}

/// The type of what is injected: `any`.
fn inject(types: &mut TyTable, args: &[TyId]) -> Result<TyId, String> {
    takes(1, args)?;
    injectable(types, args[0])?;
    Ok(types.intern(Ty::Any))
}

/// An operation that asks an `any` for this type.
fn of_any(types: &mut TyTable, ty: TyId, args: &[TyId]) -> Result<(), String> {
    takes(1, args)?;
    injectable(types, ty)?;
    let any = types.intern(Ty::Any);
    wants(types, any, args[0])
}

fn injectable(types: &TyTable, ty: TyId) -> Result<(), String> {
    if let Ty::Unboxed(_) | Ty::Any | Ty::Ptr = types.get(ty) {
        return Err(format!("a {} cannot be injected", types.show(ty)));
    }
    Ok(())
}
