//! A large unit is compiled in parts, each a module of its own on a thread of its own.
//!
//! Parts are runs of clusters of about the same size. Their number depends
//! on the unit alone, so that the same unit gives the same bytes on any machine.
//! Code that seldom runs is in parts of its own, which LLVM does not optimise: what a front
//! end names, and what runs once.
//! Code that only its own part mentions stays internal to it; the rest of the code has
//! symbols that no other unit sees. The first part has the global cells, the entry
//! and `main`; each part has its own descriptor, and the first leads to the others.

use crate::interface::of_entry;
use crate::once::runs_once;
use crate::{Artefact, Error, OptLevel, Options, compile_part};
use base::{EntityId, Pos, PosInfo, SourceLines};
use flow::walk::{Event, walk};
use flow::{Atom, Cluster, ClusterId, FlowOp, Target, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The clusters of a part, and where it stands among the others.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its clusters, in order.
    pub(crate) clusters: Vec<ClusterId>,
    /// True if its code seldom runs.
    seldom: bool,
    /// Its number, from 0.
    pub(crate) number: usize,
    /// The number of parts.
    pub(crate) count: usize,
    /// For every cluster of the unit, true if it is mentioned outside its part.
    pub(crate) shared: Arc<Vec<bool>>,
    /// For every cluster of the unit, true if it runs with the entry only.
    pub(crate) of_entry: Arc<Vec<bool>>,
    /// The clusters that are installed as handlers, where frames are on a stack.
    pub(crate) handlers: Arc<FxHashSet<ClusterId>>,
}

impl Part {
    /// The whole unit.
    pub(crate) fn whole(unit: &Unit) -> Part {
        let clusters: Vec<ClusterId> = unit.clusters.keys().collect();
        let (shared, of_entry) = (vec![false; clusters.len()].into(), of_entry(unit).into());
        let handlers = Arc::new(unit.handlers_on_stack());
        Part { clusters, seldom: false, number: 0, count: 1, shared, of_entry, handlers }
    }

    /// True if this cluster belongs to the part.
    pub(crate) fn has(&self, cluster: ClusterId) -> bool {
        self.place(cluster).is_some()
    }

    /// The number of a cluster among those of the part.
    pub(crate) fn place(&self, cluster: ClusterId) -> Option<usize> {
        self.clusters.binary_search(&cluster).ok()
    }

    /// Compiles the part to an object file.
    fn compile(&self, unit: &Unit, options: &Options) -> Result<Vec<u8>, Error> {
        if !self.seldom {
            return compile_part(unit, options, Artefact::Object, self);
        }
        let options = Options { opt_level: OptLevel::O0, ..options.clone() };
        compile_part(unit, &options, Artefact::Object, self)
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
    compile_objects_unless(&|| false, unit, options)
}

/// The same until nobody wants the code any more, which is asked before each part.
///
/// # Errors
/// Fails as [`crate::compile`] does, and with [`Error::Unwanted`].
///
/// # Panics
/// As for [`compile_objects`].
pub fn compile_objects_unless(
    unwanted: &(dyn Fn() -> bool + Sync),
    unit: &Unit,
    options: &Options,
) -> Result<Vec<Vec<u8>>, Error> {
    let parts = split(unit, options);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(parts.len());
    let next = AtomicUsize::new(0);
    let objects = Mutex::new(vec![None; parts.len()]);
    let work = || {
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let object = match unwanted() {
                true => Err(Error::Unwanted),
                false => part.compile(unit, options),
            };
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

/// The parts of a unit. The first has the entry, unless all code seldom runs.
fn split(unit: &Unit, options: &Options) -> Vec<Part> {
    // Freestanding code is one object file, in which LLVM inlines it.
    if unit.clusters.values().any(|cluster| !cluster.kind.has_slots()) {
        return vec![Part::whole(unit)];
    }
    let mut lines: FxHashMap<&str, Vec<&SourceLines>> = FxHashMap::default();
    for seldom in &options.seldom {
        lines.entry(&seldom.file).or_default().push(seldom);
    }
    let once = match options.opt_level {
        OptLevel::O0 => vec![false; unit.clusters.len()],
        OptLevel::O1 | OptLevel::O2 | OptLevel::O3 | OptLevel::Os => runs_once(unit),
    };
    let runs_seldom = |id: &ClusterId| {
        if once[id.index()] {
            return true;
        }
        let info = unit.positions.outermost(place(&unit.clusters[*id]));
        let lines = |info: &PosInfo| lines.get(&*info.file).map_or(&[][..], Vec::as_slice);
        info.is_some_and(|info| lines(info).iter().any(|seldom| seldom.lines.contains(&info.line)))
    };
    let (seldom, often): (Vec<_>, Vec<_>) = unit.clusters.keys().partition(runs_seldom);
    let often = runs(unit, often, least_size(options.opt_level));
    let seldom = runs(unit, seldom, least_size(OptLevel::O0));
    let first_seldom = often.len();
    let parts: Vec<Vec<ClusterId>> = often.into_iter().chain(seldom).collect();
    if parts.is_empty() {
        return vec![Part::whole(unit)];
    }
    let (count, shared) = (parts.len(), Arc::new(shared(unit, &parts)));
    let of_entry = Arc::new(of_entry(unit));
    let handlers = Arc::new(unit.handlers_on_stack());
    let part = |(number, clusters): (usize, Vec<ClusterId>)| Part {
        clusters,
        seldom: number >= first_seldom,
        number,
        count,
        shared: shared.clone(),
        of_entry: of_entry.clone(),
        handlers: handlers.clone(),
    };
    parts.into_iter().enumerate().map(part).collect()
}

/// The place of a cluster, or of the first of its operations that has one.
fn place(cluster: &Cluster) -> Pos {
    let operations = walk(&cluster.body).filter_map(|event| match event {
        Event::Op(op) => Some(op.pos),
        Event::Funs(_) | Event::EnterFun(_) | Event::LeaveFun(_) | Event::Tail(_) => None,
        Event::EnterBranch(..) | Event::LeaveBranch(..) | Event::EndBranches(_) => None,
    });
    let mut places = std::iter::once(cluster.pos).chain(operations);
    places.find(|pos| !pos.is_none()).unwrap_or(Pos::NONE)
}

/// Clusters in runs of at least a size; two at least for twice that.
fn runs(unit: &Unit, clusters: Vec<ClusterId>, least: usize) -> Vec<Vec<ClusterId>> {
    let size = |id: &ClusterId| unit.clusters[*id].body.size();
    let total: usize = clusters.iter().map(size).sum();
    let count = (total / least).max(1);
    let mut runs = Vec::with_capacity(count);
    let (mut run, mut sum) = (Vec::new(), 0);
    for cluster in clusters {
        sum += size(&cluster);
        run.push(cluster);
        if sum >= (runs.len() + 1) * total / count && runs.len() + 1 < count {
            runs.push(std::mem::take(&mut run));
        }
    }
    runs.extend((!run.is_empty()).then_some(run));
    runs
}

/// For every cluster, true if it is mentioned outside its part.
fn shared(unit: &Unit, parts: &[Vec<ClusterId>]) -> Vec<bool> {
    let mut part_of = vec![0; unit.clusters.len()];
    for (number, part) in parts.iter().enumerate() {
        part.iter().for_each(|cluster| part_of[cluster.index()] = number);
    }
    let part_of = |cluster: ClusterId| part_of[cluster.index()];
    let mut shared = vec![false; unit.clusters.len()];
    if parts.len() == 1 {
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
