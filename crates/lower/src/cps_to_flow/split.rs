//! Cuts bodies that allocate much into a chain of continuations.
//!
//! ```text
//! a = tuple ...                 a = tuple ...
//! ... two kilobytes of it       ... two kilobytes of it
//! z = tuple ...           =>    cont rest() { z = tuple ...  jump k z }
//! jump k z                      jump rest
//! ```
//! The continuation becomes a cluster with a heap check of its own.
//!
//! Functions that are larger than a cluster should be, and long runs of bindings, are cut into
//! small pieces, of which the plan makes clusters.

use super::plan::LARGEST;
use abi::{WORD, word};
use cps::{Body, Cont, Let, Module, Op, Tail, Var, VarInfo};
use prim::Data;
use rustc_hash::FxHashSet;
use types::Ty;

/// What a path may allocate before it is cut, in bytes.
const MOST: usize = 1800;

/// Words before the fields or elements of an object of up to `INLINE_BYTES`, at most.
const MOST_BEFORE: usize = 3;

/// Words of a constructor of exceptions: header, name, shape and description.
const EXNCON_WORDS: usize = 4;

/// The size of the pieces that large functions are cut into.
const PIECE: usize = 64;

/// The least number of bindings in a row that is cut.
const RUN: usize = 2 * PIECE;

/// The least size of a branch that is cut off.
const WORTH: usize = 20;

/// The module with long bodies cut, if there are any, and the new continuations.
pub(super) fn split(module: &Module, forced: &mut FxHashSet<Var>) -> Option<Module> {
    // Cheap to find out that nothing need be done, which is nearly always so.
    let sizes: Vec<Sizes> = module.funs.iter().map(|f| sizes(&f.body)).collect();
    if !sizes.iter().any(|size| size.bytes >= MOST || size.is_large()) {
        return None;
    }
    let mut module = module.clone();
    let mut funs = std::mem::take(&mut module.funs);
    for (fun, _) in funs.iter_mut().zip(sizes).filter(|(_, size)| size.is_large()) {
        cut_pieces(&mut module, &mut fun.body);
    }
    let mut work: Vec<(&mut Body, usize)> = funs.iter_mut().map(|f| (&mut f.body, 0)).collect();
    while let Some((body, spent)) = work.pop() {
        cut(&mut module, body, spent, forced, &mut work);
    }
    module.funs = funs;
    Some(module)
}

/// How large a function is.
#[derive(Default)]
struct Sizes {
    /// A bound on what its code could allocate, in bytes.
    bytes: usize,
    /// How many bindings and transfers it has.
    count: usize,
    /// The most bindings in a row.
    run: usize,
}

impl Sizes {
    fn is_large(&self) -> bool {
        self.count > LARGEST || self.run > RUN
    }
}

fn sizes(body: &Body) -> Sizes {
    let mut sizes = Sizes::default();
    let mut work = vec![body];
    while let Some(body) = work.pop() {
        sizes.count += body.lets.len() + 1;
        sizes.run = sizes.run.max(body.lets.len());
        for binding in &body.lets {
            sizes.bytes += bytes_of(binding);
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
    sizes
}

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
            op: Op::Prim(_) | Op::ConField(..) | Op::AnyIs(_) | Op::AnyProject(_), ..
        } => 0,
        // The closures' and frames' sizes are not known yet; they are bounded by a layout.
        Let::Funs(funs) => funs.len() * WORD * (word::FIELDS + abi::LAYOUT_FIELDS),
        Let::SetHandler { .. } | Let::Capture { .. } => WORD * (word::FIELDS + abi::LAYOUT_FIELDS),
        Let::Conts(_) | Let::GetHandler { .. } => 0,
    }
}

/// Cuts code into pieces of at most [`PIECE`], as far as that can be done; returns the size
/// of what is left here. Inner branches first, so that the pieces are large.
fn cut_pieces(module: &mut Module, body: &mut Body) -> usize {
    // The last piece first, so that each binding is moved once.
    while body.lets.len() > 2 * PIECE {
        cut_at(module, body, (body.lets.len() - 2) / PIECE * PIECE);
    }
    for binding in &mut body.lets {
        let inner = &mut |body: &mut Body| _ = cut_pieces(module, body);
        match binding {
            Let::Funs(funs) => funs.iter_mut().for_each(|f| inner(&mut f.body)),
            Let::Conts(conts) => conts.iter_mut().for_each(|c| inner(&mut c.body)),
            Let::Op { .. }
            | Let::GetHandler { .. }
            | Let::SetHandler { .. }
            | Let::Capture { .. } => {}
        }
    }
    let mut branches: Vec<usize> = Vec::new();
    body.tail.bodies_mut().for_each(|branch| branches.push(cut_pieces(module, branch)));
    let mut size = body.lets.len() + 1 + branches.iter().sum::<usize>();
    // The largest go first; small ones are not worth a transfer.
    let mut order: Vec<usize> = (0..branches.len()).filter(|i| branches[*i] >= WORTH).collect();
    order.sort_by_key(|i| std::cmp::Reverse(branches[*i]));
    let mut chosen = vec![false; branches.len()];
    for i in order {
        if size > PIECE {
            size -= branches[i];
            chosen[i] = true;
        }
    }
    let mut i = 0;
    body.tail.bodies_mut().for_each(|branch| {
        if chosen[i] {
            cut_at(module, branch, 0);
            branches[i] = 1;
        }
        i += 1;
    });
    if size > LARGEST {
        cut_switch(module, &mut body.tail, &branches);
    }
    size.min(LARGEST)
}

/// A switch with many small cases becomes a chain of switches, each the default of the one
/// before.
fn cut_switch(module: &mut Module, tail: &mut Tail, sizes: &[usize]) {
    let mut cut = |body: &mut Body| _ = cut_at(module, body, 0);
    match tail {
        Tail::SwitchInt { scrutinee, cases, default } => {
            let switch = |cases, default| Tail::SwitchInt {
                scrutinee: scrutinee.clone(),
                cases,
                default: Box::new(default),
            };
            chain(cases, default, sizes, switch, &mut cut);
        }
        Tail::SwitchSum { scrutinee, sum, cases, default } => {
            let empty = || Box::new(Body { lets: Vec::new(), tail: Tail::Unreachable });
            let switch = |cases, default| {
                let default = Some(Box::new(default));
                Tail::SwitchSum { scrutinee: scrutinee.clone(), sum: *sum, cases, default }
            };
            chain(cases, default.get_or_insert_with(empty), sizes, switch, &mut cut);
        }
        Tail::If { .. }
        | Tail::Call { .. }
        | Tail::Jump { .. }
        | Tail::Raise { .. }
        | Tail::Throw { .. }
        | Tail::Unreachable => {}
    }
}

/// Moves cases, the last first, to switches of their own until those that are left are few.
fn chain<K>(
    cases: &mut Vec<(K, Body)>,
    default: &mut Body,
    sizes: &[usize],
    switch: impl Fn(Vec<(K, Body)>, Body) -> Tail,
    cut: &mut dyn FnMut(&mut Body),
) {
    let mut left: usize = sizes[..cases.len()].iter().sum();
    while left > LARGEST / 2 && cases.len() > 1 {
        let (mut at, mut moved) = (cases.len(), 0);
        while at > 1 && moved + sizes[at - 1] <= LARGEST / 2 {
            at -= 1;
            moved += sizes[at];
        }
        if at == cases.len() {
            return;
        }
        left -= moved;
        let empty = Body { lets: Vec::new(), tail: Tail::Unreachable };
        let after = std::mem::replace(default, empty);
        default.tail = switch(cases.split_off(at), after);
        cut(default);
    }
}

/// What follows the first bindings becomes a continuation of its own, which is returned.
fn cut_at(module: &mut Module, body: &mut Body, at: usize) -> Var {
    let rest = body.lets.split_off(at);
    let tail = std::mem::replace(&mut body.tail, Tail::Unreachable);
    let ty = module.types.intern(Ty::Cont(Vec::new()));
    let name = module.vars.push(VarInfo { name: "rest".into(), ty });
    let body_of_rest = Body { lets: rest, tail };
    let rest = Cont { name, params: Vec::new(), body: body_of_rest, pos: base::Pos::NONE };
    body.lets.push(Let::Conts(vec![rest]));
    body.tail = Tail::Jump { k: name, args: Vec::new() };
    name
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
        forced.insert(cut_at(module, body, at));
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
