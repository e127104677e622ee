//! Freestanding functions: the code of foreign functions, which no runtime stands behind.
//!
//! They take and give what the foreign function does. Their bindings are operations that neither
//! allocate nor raise, calls of foreign functions, and join points; their variables are integers,
//! numbers and `ptr`s.

use super::{About, Checker, Rule};
use crate::{Define, Let, Op, Tail, Var};
use prim::{Data, Effect};
use rustc_hash::FxHashSet;
use types::Ty;

impl Checker<'_> {
    /// The functions that define foreign functions, once everything is bound.
    pub(super) fn defines(&mut self) {
        let funs: FxHashSet<Var> = self.module.funs.iter().map(|fun| fun.name).collect();
        let mut defined = FxHashSet::default();
        for Define { foreign, fun } in &self.module.defines {
            let shown = self.module.show_var(*fun).to_string();
            let Some(declared) = self.module.foreigns.get(*foreign) else {
                let label = format!("`{shown}` defines what is not declared");
                self.error(About::Var(*fun), Rule::Define, label);
                continue;
            };
            let want = self.types.fun(&declared.params, &declared.results);
            if !funs.contains(fun) || self.ty_of(*fun) != Some(want) {
                let label = format!("`{}` is {}", declared.name, self.show(want));
                self.error(About::Var(*fun), Rule::Define, label);
            }
            // Those without a symbol are apart.
            let own = declared.symbol.is_empty().then_some(*foreign);
            if !defined.insert((&declared.symbol, own)) {
                let label = format!("`{}` is defined before", declared.symbol);
                self.error(About::Var(*fun), Rule::DefineTwice, label);
            }
        }
    }

    /// A variable of a freestanding function.
    pub(super) fn freestanding_var(&mut self, var: Var) {
        let Some(ty) = self.ty_of(var) else { return };
        if let Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Ptr | Ty::Cont(_) = self.types.get(ty) {
            return;
        }
        let label = format!("`{}` is {}", self.module.show_var(var), self.show(ty));
        self.error(About::Var(var), Rule::Freestanding, label);
    }

    /// A binding of a freestanding function.
    pub(super) fn freestanding_let(&mut self, at: About, binding: &Let) {
        let what = match binding {
            Let::Op { op, .. } if is_freestanding(op) => return,
            Let::Join(_) => return,
            Let::Op { .. } => "an operation that may allocate or raise",
            Let::Call { .. } => "a call of a function that is not foreign",
            Let::Callcc { .. } | Let::Cont(_) => "a continuation",
            Let::Handle { .. } => "a handler",
            Let::Funs(_) => "a function inside",
        };
        self.error(at, Rule::Freestanding, format!("this is {what}"));
    }

    /// The end of a body of a freestanding function.
    pub(super) fn freestanding_tail(&mut self, at: About, tail: &Tail) {
        let what = match tail {
            Tail::Ret(_) | Tail::Jump { .. } | Tail::If { .. } | Tail::SwitchInt { .. } => return,
            Tail::Unreachable => return,
            Tail::TailCall { .. } => "a call of a function that is not foreign",
            Tail::SwitchSum { .. } => "a case on a sum",
            Tail::Raise { .. } => "a raise",
            Tail::Throw { .. } => "a throw",
        };
        self.error(at, Rule::Freestanding, format!("this is {what}"));
    }
}

/// True for an operation that needs no runtime.
#[expect(clippy::wildcard_enum_match_arm, reason = "few operations do without a runtime")]
fn is_freestanding(op: &Op) -> bool {
    match op {
        Op::Prim(prim) if !prim.is_scalar() => false,
        Op::Prim(prim) => prim.effect() == Effect::Pure,
        Op::Data(Data::Copy | Data::Foreign(_) | Data::C(_)) => true,
        _ => false,
    }
}
