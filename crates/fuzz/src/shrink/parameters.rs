//! Drops parameters of functions that are only called by name.

use super::edits::{substitute, zero_of};
use anf::{Atom, Body, Fun, Let, Module, Tail, Var};
use std::collections::HashMap;
use types::{Ty, TyId};

/// Does something with every function, nested ones too.
fn each_fun(module: &mut Module, f: &mut dyn FnMut(&mut Fun)) {
    fn go(body: &mut Body, f: &mut dyn FnMut(&mut Fun)) {
        for binding in &mut body.lets {
            if let Let::Funs(funs) = binding {
                funs.iter_mut().for_each(&mut *f);
            }
            binding.bodies_mut().for_each(|inner| go(inner, f));
        }
        body.tail.bodies_mut().for_each(|inner| go(inner, f));
    }
    for fun in &mut module.funs {
        f(fun);
        go(&mut fun.body, f);
    }
}

/// The functions, nested ones too.
pub(super) fn functions(module: &Module) -> Vec<Var> {
    let mut all = Vec::new();
    each_fun(&mut module.clone(), &mut |fun| all.push(fun.name));
    all
}

/// The number of parameters of a function; 0 if there is no such function.
pub(super) fn parameter_count(module: &Module, fun: Var) -> usize {
    let Ty::Fun(params, _) = module.types.get(module.vars[fun].ty) else { return 0 };
    params.len()
}

/// Drops parameter `i` of a function, with a constant for it, and the argument at
/// every call. Where the function is a value, the types no longer fit, and the
/// checker says so.
pub(super) fn drop_parameter(module: &mut Module, name: Var, i: usize) -> bool {
    let Ty::Fun(mut params, results) = module.types.get(module.vars[name].ty).clone() else {
        return false;
    };
    if i >= params.len() {
        return false;
    }
    let ty: TyId = params.remove(i);
    module.vars[name].ty = module.types.fun(&params, &results);
    let mut dropped = None;
    each_fun(module, &mut |fun| {
        if fun.name == name {
            dropped = Some(fun.params.remove(i));
        }
    });
    module.funs.iter_mut().for_each(|fun| calls(&mut fun.body, name, i));
    if let (Some(param), Some(constant)) = (dropped, zero_of(module, ty)) {
        substitute(module, &HashMap::from([(param, Atom::Const(constant))]));
    }
    dropped.is_some()
}

fn calls(body: &mut Body, name: Var, i: usize) {
    for binding in &mut body.lets {
        if let Let::Call { fun, args, .. } = binding
            && fun.var() == Some(name)
            && i < args.len()
        {
            args.remove(i);
        }
        binding.bodies_mut().for_each(|inner| calls(inner, name, i));
    }
    if let Tail::TailCall { fun, args, .. } = &mut body.tail
        && fun.var() == Some(name)
        && i < args.len()
    {
        args.remove(i);
    }
    body.tail.bodies_mut().for_each(|inner| calls(inner, name, i));
}
