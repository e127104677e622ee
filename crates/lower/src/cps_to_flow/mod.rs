//! CPS to Flow: closure conversion, clustering, layouts of data, heap checks.
//!
//! Flat closures and frames hold exactly the variables that are live in their
//! code, so both are safe for space. In order:
//! - [`split`] cuts code that allocates a lot into continuations, so that no
//!   cluster asks for more than a check can promise;
//! - [`nodes`] lists the pieces of code, [`tops`] which frame is the last one in each if frames are
//!   on a stack, [`live`] what each needs from outside
//!   and which functions have closures, [`plan`] what becomes a cluster, which short
//!   loops need not;
//! - [`places`] assigns the places of variables in frames on a stack,
//!   [`polls`] gives loops their safe points if frames are on a stack;
//! - [`emit`] writes the clusters, with [`fields`] for what closures, frames and
//!   slots hold, [`shared`] and [`packed`] for what is passed on from one to the next, [`ops`] for data operations and [`switch`] for sums;
//! - [`checks`] places a heap check at the entry of every function and loop,
//!   and of every continuation that allocates and does not go on to one.

mod checks;
mod emit;
mod fields;
mod frames;
mod live;
mod nodes;
mod ops;
mod packed;
mod path;
mod places;
mod plan;
mod polls;
mod shared;
mod split;
mod switch;
mod tops;
mod transfer;

use flow::{Frames, Kind, Unit};
use nodes::Nodes;
use rustc_hash::FxHashSet;
use tops::Tops;
use types::{Ty, TyId};

/// Translates a module, with frames on the heap.
pub fn cps_to_flow(module: &cps::Module) -> Unit {
    translate(module, Frames::Heap)
}

/// Translates a module, with frames on a stack if it can have them there ([`crate::hindrance`]).
pub fn cps_to_flow_on_stack(module: &cps::Module) -> Unit {
    translate(module, Frames::Stack)
}

fn translate(module: &cps::Module, frames: Frames) -> Unit {
    let mut forced_vars = FxHashSet::default();
    let split = split::split(module, &mut forced_vars);
    let module = split.as_ref().unwrap_or(module);
    let mut nodes = Nodes::collect(module);
    let tops = match frames {
        Frames::Heap => Tops::on_heap(),
        Frames::Stack => Tops::on_stack(&nodes).unwrap_or_else(|tops::Irregular| Tops::on_heap()),
    };
    tops.installed_in.keys().for_each(|handler| nodes.is_cont[*handler] = true);
    let live = live::live(module, &nodes, &tops);
    let mut forced: FxHashSet<_> = forced_vars.iter().filter_map(|v| nodes.of[*v]).collect();
    forced.extend(&tops.apart);
    loop {
        let plan = plan::plan(&nodes, &live, &forced, tops.frames);
        let strays = tops.strays(&nodes, &plan);
        if !strays.is_empty() {
            forced.extend(strays);
            continue;
        }
        let (mut unit, locals) = emit::emit(module, &nodes, &live, &plan, &tops);
        polls::complete(&mut unit);
        let large = checks::place(&mut unit);
        let locals_of = |cluster| locals.get(cluster).into_iter().flatten().copied();
        let before = forced.len();
        forced.extend(large.iter().flat_map(locals_of));
        if forced.len() == before {
            return unit;
        }
    }
}

/// The kind of a variable of the module.
fn kind(module: &cps::Module, nodes: &Nodes<'_>, var: cps::Var) -> Kind {
    if nodes.is_cont[var] { Kind::Cont } else { kind_of_ty(module, module.vars[var].ty) }
}

/// The kind of a value of this type.
fn kind_of_ty(module: &cps::Module, ty: TyId) -> Kind {
    match module.types.get(ty) {
        Ty::Int(w) => Kind::Int(*w),
        Ty::F32 => Kind::F32,
        Ty::F64 => Kind::F64,
        Ty::Ptr => Kind::Ptr,
        Ty::Str
        | Ty::Big
        | Ty::Exn
        | Ty::Origin
        | Ty::Any
        | Ty::Tuple(_)
        | Ty::Unboxed(_)
        | Ty::Array(_)
        | Ty::Vector(_) => Kind::Ref,
        Ty::Ref(_) | Ty::Weak(_) | Ty::Fun(..) | Ty::Cont(_) | Ty::ExnCon(_) | Ty::Sum(_) => {
            Kind::Ref
        }
    }
}
