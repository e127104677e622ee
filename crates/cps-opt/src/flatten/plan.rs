//! The decision about each parameter: kept, dropped, replaced or spread.

use crate::census::Census;
use base::{SecondaryMap, bug};
use cps::walk::Use;
use cps::{Atom, Body, Let, Module, Op, Tail, Var};
use faults::{Fault, on};
use prim::Data;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use types::{SumId, Ty};

/// Most parameters of a continuation, flattened; [`abi::SPREAD_ARGS`] for a function. A block's
/// parameters are variables of the cluster around it and need no slots.
const MAX_CONT_PARAMS: usize = 16;

/// The shape of a value that is flattened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A tuple.
    Tuple,
    /// A value of a sum with one constructor.
    Con(SumId),
}

/// The decision about a parameter.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Choice {
    /// It stays.
    Keep,
    /// It goes: nothing uses it.
    Drop,
    /// It goes: it always is this.
    Same(Atom),
    /// These fields of it are passed.
    Spread(Shape, Vec<u32>),
}

/// The decisions about the parameters of each function or continuation of which some do not
/// stay.
pub(super) struct Plan {
    pub(super) choices: BTreeMap<Var, Vec<Choice>>,
}

/// The uses of a parameter, and the arguments that calls pass for it.
#[derive(Clone, Default)]
struct Seen {
    /// Fields that are projected.
    fields: u64,
    /// True if it is used otherwise than by projection or by being passed on to itself.
    other: bool,
    /// True if some call passes a value that was made by a tuple or constructor operation.
    made: bool,
    arg: Arg,
}

/// The arguments that calls pass for a parameter.
#[derive(Clone, Default)]
enum Arg {
    #[default]
    None,
    Same(Atom),
    Many,
}

struct Analysis<'m> {
    module: &'m Module,
    /// The parameters of functions and continuations all of whose calls are known.
    params: FxHashMap<Var, Vec<Var>>,
    is_param: SecondaryMap<Var, bool>,
    seen: SecondaryMap<Var, Seen>,
    /// Variables bound to a new tuple, or value of a sum with one constructor.
    made: SecondaryMap<Var, bool>,
    /// Functions that are in scope everywhere.
    global: SecondaryMap<Var, bool>,
    is_fun: SecondaryMap<Var, bool>,
}

/// Decides what is done.
pub(super) fn plan(module: &Module, census: &Census) -> Plan {
    let mut cx = Analysis {
        module,
        params: FxHashMap::default(),
        is_param: SecondaryMap::new(),
        seen: SecondaryMap::new(),
        made: SecondaryMap::new(),
        global: SecondaryMap::new(),
        is_fun: SecondaryMap::new(),
    };
    module.imports.iter().for_each(|import| cx.global[import.var] = true);
    for fun in &module.funs {
        cx.global[fun.name] = true;
        cx.declare_fun(fun, census);
    }
    module.funs.iter().for_each(|fun| cx.body(&fun.body));
    cx.decide()
}

impl Analysis<'_> {
    fn declare_fun(&mut self, fun: &cps::Fun, census: &Census) {
        self.is_fun[fun.name] = true;
        let count = census[fun.name];
        if count.only_called() && count.calls > 0 {
            self.declare_params(fun.name, &fun.params);
        }
        self.declare(&fun.body, census);
    }

    fn declare_params(&mut self, name: Var, params: &[Var]) {
        if !params.is_empty() {
            params.iter().for_each(|v| self.is_param[*v] = true);
            self.params.insert(name, params.to_vec());
        }
    }

    fn declare(&mut self, body: &Body, census: &Census) {
        for binding in &body.lets {
            match binding {
                Let::Funs(funs) => funs.iter().for_each(|fun| self.declare_fun(fun, census)),
                Let::Conts(conts) => {
                    for cont in conts {
                        let count = census[cont.name];
                        if count.only_jumped() && count.jumps > 0 {
                            self.declare_params(cont.name, &cont.params);
                        }
                        self.declare(&cont.body, census);
                    }
                }
                Let::Op { dst, op, .. } => {
                    let one = |sum: SumId| self.module.types.sums[sum].constructors.len() == 1;
                    let makes = match op {
                        Op::Data(Data::Tuple) => true,
                        Op::Data(Data::Con(sum, _)) => one(*sum),
                        Op::Data(_) | Op::Prim(_) => false,
                        Op::ConField(..) | Op::AnyInject(_) => false,
                        Op::AnyIs(_) | Op::AnyProject(_) | Op::AnyAs(_) => false,
                    };
                    dst.iter().for_each(|v| self.made[*v] = makes);
                }
                Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
        }
        body.tail.bodies().for_each(|body| self.declare(body, census));
    }

    fn body(&mut self, body: &Body) {
        for binding in &body.lets {
            match binding {
                Let::Op { op, args, .. } => match self.field(op, args) {
                    Some((v, field)) => self.seen[v].fields |= 1 << field,
                    None => args.iter().for_each(|atom| self.other(atom)),
                },
                Let::Funs(_)
                | Let::Conts(_)
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => binding.bodies().for_each(|body| self.body(body)),
            }
        }
        match &body.tail {
            Tail::Call { fun: Atom::Var(f), args, .. } => {
                self.other(&Atom::Var(*f));
                self.args(*f, args);
            }
            Tail::Jump { k, args } => self.args(*k, args),
            tail @ (Tail::Call { .. }
            | Tail::If { .. }
            | Tail::SwitchInt { .. }
            | Tail::SwitchSum { .. }
            | Tail::Raise { .. }
            | Tail::Throw { .. }
            | Tail::Unreachable) => tail.uses().for_each(|(v, how)| {
                if how == Use::Value {
                    self.other(&Atom::Var(v));
                }
            }),
        }
        body.tail.bodies().for_each(|body| self.body(body));
    }

    /// The parameter and the field, if the operation is an immutable
    /// projection of a parameter.
    fn field(&self, op: &Op, args: &[Atom]) -> Option<(Var, u32)> {
        let v = args.first()?.var().filter(|v| self.is_param[*v])?;
        let types = &self.module.types;
        let field = match (op, types.get(self.module.ty(v))) {
            (Op::Data(Data::Get(i)), Ty::Tuple(fields)) => {
                (!fields.get(*i as usize)?.mutable).then_some(*i)
            }
            (Op::ConField(sum, _, i), _) => {
                (types.sums[*sum].constructors.len() == 1).then_some(*i)
            }
            _ => None,
        };
        field.filter(|i| *i < 64).map(|i| (v, i))
    }

    fn other(&mut self, atom: &Atom) {
        if let Atom::Var(v) = atom {
            self.seen[*v].other = true;
        }
    }

    fn args(&mut self, target: Var, args: &[Atom]) {
        let Some(params) = self.params.get(&target) else {
            args.iter().for_each(|atom| self.other(atom));
            return;
        };
        for (param, arg) in params.clone().into_iter().zip(args) {
            if *arg == Atom::Var(param) {
                continue;
            }
            self.other(arg);
            let everywhere = match arg {
                Atom::Const(_) => true,
                Atom::Var(v) => self.global[*v],
            };
            let made = arg.var().is_some_and(|v| self.made[v]);
            let seen = &mut self.seen[param];
            seen.made |= made;
            seen.arg = match &seen.arg {
                Arg::None if everywhere => Arg::Same(arg.clone()),
                Arg::Same(before) if before == arg || on(Fault::FlattenFirstCall) => continue,
                Arg::None | Arg::Same(_) | Arg::Many => Arg::Many,
            };
        }
    }

    fn decide(&self) -> Plan {
        let mut choices = BTreeMap::new();
        for (name, params) in &self.params {
            let most = if self.is_fun[*name] { abi::SPREAD_ARGS } else { MAX_CONT_PARAMS };
            let mut total = params.len();
            let all: Vec<Choice> =
                params.iter().map(|param| self.choice(*param, most, &mut total)).collect();
            if all.iter().any(|choice| *choice != Choice::Keep) {
                choices.insert(*name, all);
            }
        }
        Plan { choices }
    }

    fn choice(&self, param: Var, most: usize, total: &mut usize) -> Choice {
        let seen = &self.seen[param];
        if !seen.other && seen.fields == 0 {
            *total -= 1;
            return Choice::Drop;
        }
        if let Arg::Same(atom) = &seen.arg {
            *total -= 1;
            return Choice::Same(atom.clone());
        }
        let fields: Vec<u32> = (0..64).filter(|i| seen.fields >> i & 1 == 1).collect();
        let grown = *total - 1 + fields.len();
        if seen.other || !seen.made || grown > most {
            return Choice::Keep;
        }
        *total = grown;
        let ty = self.module.types.get(self.module.ty(param));
        if let Ty::Tuple(_) = ty {
            Choice::Spread(Shape::Tuple, fields)
        } else if let Ty::Sum(sum) = ty {
            Choice::Spread(Shape::Con(*sum), fields)
        } else {
            bug!("{ty:?} has no fields")
        }
    }
}
