//! Freestanding functions: the code of foreign functions, which no runtime stands behind.

use super::{Check, Rule};
use crate::{Let, Op, Tail, Var};
use prim::{Data, Effect};
use rustc_hash::FxHashMap;
use types::Ty;

impl Check<'_> {
    /// The functions that define foreign functions.
    pub(super) fn defines(&mut self) {
        let names = self.module.funs.iter().enumerate().map(|(number, fun)| (fun.name, number));
        let numbers: FxHashMap<Var, usize> = names.collect();
        for define in &self.module.defines {
            self.outermost = numbers.get(&define.fun).copied();
            let fun = self.outermost.map(|number| &self.module.funs[number]);
            let (Some(fun), Some(foreign)) = (fun, self.module.foreigns.get(define.foreign)) else {
                let what = format!("{} defines nothing", self.show(define.fun));
                self.error(Rule::Define, what);
                continue;
            };
            let want = Ty::Fun(foreign.params.clone(), foreign.results.clone());
            if *self.types.get(self.ty(fun.name)) != want {
                let what = format!("{} is not what it defines", self.show(fun.name));
                self.error(Rule::Define, what);
            }
            let mut bodies = vec![&fun.body];
            while let Some(body) = bodies.pop() {
                if !body.lets.iter().all(is_freestanding) || !ends_freestanding(&body.tail) {
                    let what = format!("{} needs a runtime", self.show(fun.name));
                    self.error(Rule::Freestanding, what);
                }
                bodies.extend(body.lets.iter().flat_map(Let::bodies).chain(body.tail.bodies()));
            }
        }
        self.outermost = None;
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "few operations do without a runtime")]
fn is_freestanding(binding: &Let) -> bool {
    match binding {
        Let::Op { op, .. } => match op {
            Op::Prim(prim) if !prim.is_scalar() => false,
            Op::Prim(prim) => prim.effect() == Effect::Pure,
            Op::Data(Data::Copy | Data::Foreign(_) | Data::C(_)) => true,
            _ => false,
        },
        Let::Conts(_) => true,
        Let::Funs(_) | Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {
            false
        }
    }
}

fn ends_freestanding(tail: &Tail) -> bool {
    match tail {
        Tail::Jump { .. } | Tail::If { .. } | Tail::SwitchInt { .. } | Tail::Unreachable => true,
        Tail::Call { .. } | Tail::SwitchSum { .. } | Tail::Raise { .. } | Tail::Throw { .. } => {
            false
        }
    }
}
