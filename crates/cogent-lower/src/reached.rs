//! The types that a program reaches: those of its functions and of the instances that they use,
//! inside and out. The tags of these types are the ones that get numbers.

use cogent_check::core::{Body, ConstId, Expr, ExprKind, FunId, Program};
use cogent_check::types::{Ty, Types};
use rustc_hash::FxHashSet;

/// Most instances that are looked at; a program with more is refused later.
const MOST: usize = 100_000;

/// The types that are reached; all that there are if instances have no end.
pub(crate) fn reached(program: &Program, types: &mut Types) -> Vec<Ty> {
    let functions = program.functions.iter();
    let plain = functions.filter(|(_, function)| function.vars.is_empty());
    let mut work: Vec<(FunId, Vec<Ty>)> = plain.map(|(id, _)| (id, Vec::new())).collect();
    let mut met: FxHashSet<(FunId, Vec<Ty>)> = work.iter().cloned().collect();
    let mut consts: FxHashSet<ConstId> = FxHashSet::default();
    let mut found: FxHashSet<Ty> = FxHashSet::default();
    let synonyms = program.synonyms.iter().filter(|synonym| synonym.params.is_empty());
    found.extend(synonyms.map(|synonym| synonym.ty));
    while let Some((id, args)) = work.pop() {
        if met.len() > MOST {
            return types.all().collect();
        }
        let function = &program.functions[id];
        let names = function.vars.iter().map(|var| var.name.name.clone());
        let args: Vec<_> = names.zip(args).collect();
        let ends = [function.arg, function.result];
        found.extend(ends.map(|ty| types.instantiate(ty, &args)));
        let mut exprs: Vec<&Expr> = Vec::new();
        if let Some(Body { locals, result, .. }) = &function.body {
            found.extend(locals.values().map(|local| types.instantiate(local.ty, &args)));
            exprs.push(result);
        }
        while let Some(expr) = exprs.pop() {
            found.insert(types.instantiate(expr.ty, &args));
            if let ExprKind::Fun(callee, callee_args, _) = &expr.kind {
                let callee_args = callee_args.iter().map(|ty| types.instantiate(*ty, &args));
                let next = (*callee, callee_args.collect());
                if met.insert(next.clone()) {
                    work.push(next);
                }
            }
            if let ExprKind::Const(id) = &expr.kind
                && consts.insert(*id)
            {
                exprs.push(&program.consts[*id].value);
            }
            expr.children(|child| exprs.push(child));
        }
    }
    let mut found: Vec<Ty> = found.into_iter().collect();
    found.sort_unstable();
    found
}
