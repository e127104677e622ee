//! A large unit is compiled in parts, each a module of its own on a thread of its own.
//!
//! Parts are runs of clusters of about the same size. Their number depends
//! on the unit alone, so that the same unit gives the same bytes on any machine.
//! Code that only its own part mentions stays internal to it; the rest of the code has
//! symbols that no other unit sees. The first part has the global cells, the entry
//! and `main`; each part has its own descriptor, and the first leads to the others.

use crate::interface::of_entry;
use crate::{Artefact, Error, OptLevel, Options, compile_part};
use base::EntityId;
use flow::walk::{Event, walk};
use flow::{Atom, ClusterId, FlowOp, Target, Unit};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The clusters of a part, and where it stands among the others.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its clusters.
    pub(crate) clusters: Range<usize>,
    /// Its number, from 0.
    pub(crate) number: usize,
    /// The number of parts.
    pub(crate) count: usize,
    /// For every cluster of the unit, true if it is mentioned outside its part.
    pub(crate) shared: std::sync::Arc<Vec<bool>>,
    /// For every cluster of the unit, true if it runs with the entry only.
    pub(crate) of_entry: std::sync::Arc<Vec<bool>>,
}

impl Part {
    /// The whole unit.
    pub(crate) fn whole(unit: &Unit) -> Part {
        let clusters = unit.clusters.len();
        let (shared, of_entry) = (vec![false; clusters].into(), of_entry(unit).into());
        Part { clusters: 0..clusters, number: 0, count: 1, shared, of_entry }
    }

    /// True if this cluster belongs to the part.
    pub(crate) fn has(&self, cluster: ClusterId) -> bool {
        self.clusters.contains(&cluster.index())
    }
}

/// LLVM recurses over deep code; what is not used costs nothing.
const STACK: usize = 512 << 20;

/// Bindings of a part: enough for LLVM to inline most of what it would in one
/// module; few enough for the work to be shared.
fn least_size(level: OptLevel) -> usize {
    match level {
        OptLevel::O0 => 5_000,
        OptLevel::O1 | OptLevel::O2 | OptLevel::O3 | OptLevel::Os => 8_000,
    }
}

/// Compiles a unit to object files that are linked together.
///
/// # Errors
/// Fails as [`crate::compile`] does.
///
/// # Panics
/// Panics for a unit that the checker would not accept.
pub fn compile_objects(unit: &Unit, options: &Options) -> Result<Vec<Vec<u8>>, Error> {
    let parts = split(unit, least_size(options.opt_level));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(parts.len());
    let next = AtomicUsize::new(0);
    let objects = Mutex::new(vec![None; parts.len()]);
    let work = || {
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let object = compile_part(unit, options, Artefact::Object, part);
            let mut objects = objects.lock().unwrap_or_else(PoisonError::into_inner);
            objects[part.number] = Some(object);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // A thread that the system does not grant is not needed.
            _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        work();
    });
    let objects = objects.into_inner().unwrap_or_else(PoisonError::into_inner);
    objects.into_iter().map(|object| object.expect("every part was compiled")).collect()
}

/// Parts of at least a size; two at least for a unit of twice that.
fn split(unit: &Unit, least: usize) -> Vec<Part> {
    let sizes: Vec<usize> = unit.clusters.values().map(|cluster| cluster.body.size()).collect();
    let total: usize = sizes.iter().sum();
    // Freestanding code is one object file, in which LLVM inlines it.
    let freestanding = unit.clusters.values().any(|cluster| !cluster.kind.has_slots());
    let count = if freestanding { 1 } else { (total / least).max(1) };
    let mut ends = Vec::with_capacity(count);
    let mut sum = 0;
    for (i, size) in sizes.iter().enumerate() {
        sum += size;
        if sum >= (ends.len() + 1) * total / count && ends.len() + 1 < count {
            ends.push(i + 1);
        }
    }
    ends.push(sizes.len());
    ends.dedup();
    let shared = std::sync::Arc::new(shared(unit, &ends));
    let of_entry = std::sync::Arc::new(of_entry(unit));
    let part = |number: usize| Part {
        clusters: if number == 0 { 0 } else { ends[number - 1] }..ends[number],
        number,
        count: ends.len(),
        shared: shared.clone(),
        of_entry: of_entry.clone(),
    };
    (0..ends.len()).map(part).collect()
}

/// For every cluster, true if it is mentioned outside its part. The parts end at `ends`.
fn shared(unit: &Unit, ends: &[usize]) -> Vec<bool> {
    let part_of = |cluster: ClusterId| ends.partition_point(|end| *end <= cluster.index());
    let mut shared = vec![false; unit.clusters.len()];
    if ends.len() == 1 {
        return shared;
    }
    for (id, cluster) in unit.clusters.iter() {
        let here = part_of(id);
        for event in walk(&cluster.body) {
            mentions(&event, |other| shared[other.index()] |= part_of(other) != here);
        }
    }
    // The first part has the descriptor.
    if let Some(entry) = unit.entry {
        shared[entry.index()] |= part_of(entry) != 0;
    }
    shared
}

/// The clusters that are named here.
pub(crate) fn mentions(event: &Event<'_>, mut visit: impl FnMut(ClusterId)) {
    let mut atom = |atom: &Atom| {
        if let Atom::Static(cluster) = atom {
            visit(*cluster);
        }
    };
    match event {
        Event::Op(op) => {
            op.args.iter().for_each(&mut atom);
            if let FlowOp::Closure(cluster) | FlowOp::Push(cluster) = op.op {
                visit(*cluster);
            }
        }
        Event::Tail(tail) => {
            tail.operands().for_each(&mut atom);
            if let flow::Tail::Apply { target: Target::Cluster(cluster), .. } = tail {
                visit(*cluster);
            }
        }
        Event::Funs(_) | Event::EnterFun(_) | Event::LeaveFun(_) => {}
        Event::EnterBranch(..) | Event::LeaveBranch(..) | Event::EndBranches(_) => {}
    }
}
