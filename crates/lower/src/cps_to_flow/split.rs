//! Cuts bodies that allocate much into a chain of continuations.
//!
//! ```text
//! a = tuple ...                 a = tuple ...
//! ... two kilobytes of it       ... two kilobytes of it
//! z = tuple ...           =>    cont rest() { z = tuple ...  jump k z }
//! jump k z                      jump rest
//! ```
//! The continuation becomes a cluster with a heap check of its own. This is no optimisation: a
//! check can promise only so much.

use abi::{WORD, word};
use cps::{Body, Let, Module, Op, Tail, Var};
use prim::Data;
use rustc_hash::FxHashSet;

/// The most that a path may allocate before it is cut, in bytes.
const MOST: usize = 1800;

/// Words before the fields or elements of an object of up to `INLINE_BYTES`, at most.
const MOST_BEFORE: usize = 3;

/// Words of a constructor of exceptions: header, name, shape and description.
const EXNCON_WORDS: usize = 4;

/// The module with bodies cut that allocate much, if there are any, and the new continuations.
pub(super) fn split(module: &Module, forced: &mut FxHashSet<Var>) -> Option<Module> {
    // Cheap to find out that nothing need be done, which is nearly always so.
    if !module.funs.iter().any(|f| bytes(&f.body) >= MOST) {
        return None;
    }
    let mut module = module.clone();
    let mut funs = std::mem::take(&mut module.funs);
    let mut work: Vec<(&mut Body, usize)> = funs.iter_mut().map(|f| (&mut f.body, 0)).collect();
    while let Some((body, spent)) = work.pop() {
        cut(&mut module, body, spent, forced, &mut work);
    }
    module.funs = funs;
    Some(module)
}

/// A bound on what code could allocate, in bytes.
fn bytes(body: &Body) -> usize {
    let mut bytes = 0;
    let mut work = vec![body];
    while let Some(body) = work.pop() {
        for binding in &body.lets {
            bytes += bytes_of(binding);
            match binding {
                Let::Funs(funs) => work.extend(funs.iter().map(|f| &f.body)),
                Let::Conts(conts) => work.extend(conts.iter().map(|c| &c.body)),
                Let::Op { .. }
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => {}
            }
        }
        body.tail.bodies().for_each(|body| work.push(body));
    }
    bytes
}

#[expect(clippy::wildcard_enum_match_arm, reason = "few operations allocate without a call")]
fn bytes_of(binding: &Let) -> usize {
    match binding {
        Let::Op { op: Op::Data(data), args, .. } => match data {
            Data::Tuple | Data::Con(..) | Data::Ref | Data::Exn | Data::ArrayLit => {
                let bytes = WORD * (MOST_BEFORE + args.len());
                // An exception that carries much is two objects.
                let second = if *data == Data::Exn { WORD * MOST_BEFORE } else { 0 };
                second + if bytes > abi::INLINE_BYTES + WORD * MOST_BEFORE { 0 } else { bytes }
            }
            Data::ExnCon(..) => WORD * EXNCON_WORDS,
            _ => 0,
        },
        Let::Op { op: Op::AnyInject(_), .. } => WORD * word::ANY_WORDS,
        Let::Op {
            op: Op::Prim(_) | Op::ConField(..) | Op::AnyIs(_) | Op::AnyProject(_) | Op::AnyAs(_),
            ..
        } => 0,
        // The closures' and frames' sizes are not known yet; they are bounded by a layout.
        Let::Funs(funs) => funs.len() * WORD * (word::FIELDS + abi::LAYOUT_FIELDS),
        Let::SetHandler { .. } | Let::Capture { .. } => WORD * (word::FIELDS + abi::LAYOUT_FIELDS),
        Let::Conts(_) | Let::GetHandler { .. } => 0,
    }
}

fn cut<'a>(
    module: &mut Module,
    body: &'a mut Body,
    mut spent: usize,
    forced: &mut FxHashSet<Var>,
    work: &mut Vec<(&'a mut Body, usize)>,
) {
    let mut cuts = Vec::new();
    for (i, binding) in body.lets.iter().enumerate() {
        let bytes = bytes_of(binding);
        spent += bytes;
        if spent > MOST && i > 0 {
            cuts.push(i);
            spent = bytes;
        }
    }
    // The last piece first, so that each binding is moved once.
    for at in cuts.into_iter().rev() {
        forced.insert(module.cut(body, at));
    }
    for binding in &mut body.lets {
        match binding {
            Let::Funs(funs) => work.extend(funs.iter_mut().map(|f| (&mut f.body, 0))),
            Let::Conts(conts) => work.extend(conts.iter_mut().map(|c| (&mut c.body, 0))),
            Let::Op { .. }
            | Let::GetHandler { .. }
            | Let::SetHandler { .. }
            | Let::Capture { .. } => {}
        }
    }
    match &mut body.tail {
        Tail::If { then, els, .. } => work.extend([(&mut **then, spent), (&mut **els, spent)]),
        Tail::SwitchInt { cases, default, .. } => {
            work.extend(cases.iter_mut().map(|(_, body)| (body, spent)));
            work.push((default, spent));
        }
        Tail::SwitchSum { cases, default, .. } => {
            work.extend(cases.iter_mut().map(|(_, body)| (body, spent)));
            work.extend(default.iter_mut().map(|body| (&mut **body, spent)));
        }
        Tail::Call { .. }
        | Tail::Jump { .. }
        | Tail::Raise { .. }
        | Tail::Throw { .. }
        | Tail::Unreachable => {}
    }
}
