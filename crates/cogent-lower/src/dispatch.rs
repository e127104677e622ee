//! Calls of function values: a function for each type of functions, which tells apart the numbers
//! of the functions of that type.

use crate::Lower;
use crate::control::Goal;
use crate::function::Value;
use anf::{Atom, Tail};
use c_abi::CTy;
use cogent_check::types::Ty;
use cogent_syntax::ast::Place;
use types::ForeignId;

/// The function that calls function values of C types.
pub(crate) struct Dispatch {
    param: CTy,
    result: CTy,
    foreign: ForeignId,
}

impl Lower<'_> {
    /// The function that calls values of a type of functions, with the value and its argument.
    pub(crate) fn dispatch(&mut self, from: Ty, to: Ty, place: Place) -> ForeignId {
        let (param, result) = (self.c_type(from, place), self.c_type(to, place));
        let known = self.dispatches.iter().find(|d| d.param == param && d.result == result);
        if let Some(known) = known {
            return known.foreign;
        }
        let name = format!("dispatch.{}", self.dispatches.len());
        let foreign = self.hidden(&name, &[CTy::TAG, param.clone()], &result);
        self.dispatches.push(Dispatch { param, result, foreign });
        foreign
    }

    /// Defines them, when all functions are known. A number that is none of a function of the
    /// type calls the last one.
    pub(crate) fn define_dispatches(&mut self) {
        for Dispatch { param, result, foreign } in std::mem::take(&mut self.dispatches) {
            let of_type = |foreign: ForeignId| {
                let signature = self.b.module().foreigns[foreign].c.as_ref();
                signature.is_some_and(|c| c.param == param && c.result == result)
            };
            let functions: Vec<(u64, ForeignId)> = self
                .instances
                .iter()
                .map(|(id, instance)| (base::EntityId::index(id) as u64, instance.foreign))
                .filter(|(_, foreign)| of_type(*foreign))
                .collect();
            let name = self.b.module().foreigns[foreign].name.clone();
            self.define(&name, foreign, "x", |lower, params| lower.choose(&functions, &params));
        }
    }

    fn choose(&mut self, functions: &[(u64, ForeignId)], params: &Value) -> Tail {
        let Some(((_, last), others)) = functions.split_last() else {
            return self.b.unreachable();
        };
        let args: Vec<Atom> = params[1..].to_vec();
        let call = |lower: &mut Self, foreign: ForeignId| {
            let args = args.clone();
            lower.body(|lower| {
                let value = lower.foreign_call(foreign, args);
                lower.reach(Goal::Return, &value)
            })
        };
        let cases = others.iter().map(|(n, foreign)| (*n, call(self, *foreign))).collect();
        let default = Box::new(call(self, *last));
        Tail::SwitchInt { scrutinee: params[0].clone(), cases, default }
    }
}
