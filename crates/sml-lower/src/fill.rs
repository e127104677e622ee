//! Markers: places in the code that are filled when everything is lowered.
//!
//! The instances of a local function are known when its scope has been lowered, and the
//! values that need a cell at the very end.

use super::Cx;
use anf::{Body, Fun, Let, Tail, Var};
use base::Pos;
use rustc_hash::FxHashMap;

impl<'p> Cx<'p> {
    /// A place that is filled later.
    pub(super) fn marker(&mut self) -> Var {
        let name = self.kept.b.declare("marker", &[], &[]);
        let body = Body { lets: Vec::new(), tail: Tail::Unreachable };
        let fun = Fun { name, params: Vec::new(), results: Vec::new(), body, pos: Pos::NONE };
        self.kept.b.funs(vec![fun]);
        self.fills.insert(name, Vec::new());
        name
    }
}

/// Puts the bindings in the place of their markers.
pub(super) fn fill(mut funs: Vec<Fun>, mut fills: FxHashMap<Var, Vec<Let>>) -> Vec<Fun> {
    if !fills.is_empty() {
        funs.iter_mut().for_each(|fun| body(&mut fun.body, &mut fills));
    }
    funs
}

fn body(this: &mut Body, fills: &mut FxHashMap<Var, Vec<Let>>) {
    let mut has_marker = false;
    for binding in &mut this.lets {
        match binding {
            Let::Op { .. } | Let::Call { .. } | Let::Callcc { .. } => {}
            Let::Handle { body: handled, handler, .. } => {
                body(handled, fills);
                body(handler, fills);
            }
            Let::Funs(funs) => {
                has_marker |= funs.iter().any(|fun| fills.contains_key(&fun.name));
                funs.iter_mut().for_each(|fun| body(&mut fun.body, fills));
            }
            Let::Join(block) | Let::Cont(block) => body(&mut block.body, fills),
        }
    }
    match &mut this.tail {
        Tail::If { then, els, .. } => {
            body(then, fills);
            body(els, fills);
        }
        Tail::SwitchInt { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, case)| body(case, fills));
            body(default, fills);
        }
        Tail::SwitchSum { cases, default, .. } => {
            cases.iter_mut().for_each(|case| body(&mut case.body, fills));
            default.iter_mut().for_each(|default| body(default, fills));
        }
        Tail::Ret(_)
        | Tail::TailCall { .. }
        | Tail::Jump { .. }
        | Tail::Raise { .. }
        | Tail::Throw { .. }
        | Tail::Unreachable => {}
    }
    if has_marker {
        let lets = std::mem::take(&mut this.lets);
        for binding in lets {
            put(binding, &mut this.lets, fills);
        }
    }
}

/// Adds a binding, or those that take its place if it is a marker.
fn put(binding: Let, lets: &mut Vec<Let>, fills: &mut FxHashMap<Var, Vec<Let>>) {
    if let Let::Funs(funs) = &binding
        && let Some(instead) = funs.first().and_then(|marker| fills.remove(&marker.name))
    {
        let mut instead = Body { lets: instead, tail: Tail::Unreachable };
        body(&mut instead, fills);
        lets.append(&mut instead.lets);
        return;
    }
    lets.push(binding);
}
