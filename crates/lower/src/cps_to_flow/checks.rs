//! Places heap checks: one at the entry of every function, one at the entry of a block or a
//! continuation that begins a cycle, or allocates and then goes on to something that may not check.
//!
//! A continuation or block that allocates little and then applies a function needs
//! none: the function checks, and until then the slack behind the limit has room
//! for both of them and what ran before.

use faults::{Fault, on};
use flow::walk::each_body_mut;
use flow::{Atom, Body, ClusterId, FlowOp, Frames, Let, Liveness, Local, Rooms, Unit, Var};

/// Most bytes that a check promises by comparing the allocation pointer alone.
const MOST: usize = abi::CHECK_SLACK - abi::UNCHECKED;

/// Places the checks; returns the clusters that allocate too much for one, or
/// without end.
pub(super) fn place(unit: &mut Unit) -> Vec<ClusterId> {
    let mut large = Vec::new();
    let rooms = Rooms::of(unit);
    for id in unit.clusters.keys() {
        // A loop of local functions that allocates was wrongly marked as short.
        let Some(cost) = rooms.costs[id] else {
            large.push(id);
            continue;
        };
        if cost.most > MOST {
            large.push(id);
        }
        for (fun, bytes) in &rooms.polls[id] {
            if *bytes > MOST {
                large.push(id);
            }
            set_poll(&mut unit.clusters[id].body, *fun, asked(*bytes));
        }
        let cluster = &unit.clusters[id];
        if rooms.checked[id] {
            let bytes = asked(cost.most);
            let live = Liveness::of(cluster);
            let k = cluster.k.iter().filter(|_| !on(Fault::CheckForgetsReturn));
            let candidates = cluster.params.iter().chain(k).copied();
            // Whatever raises says where it returns to, for a backtrace.
            let raising = cluster.k.filter(|_| raises(&cluster.body));
            // The collector goes over the stack from its last frame.
            let last = cluster.k.filter(|_| unit.frames == Frames::Stack);
            let wanted =
                |v: &Var| live.at_entry().contains(v) || raising == Some(*v) || last == Some(*v);
            let roots = candidates.filter(|v| unit.vars[*v].kind.is_traced() && wanted(v));
            let args = roots.map(Atom::Var).collect();
            let check = Let::Op { dst: vec![], op: FlowOp::Check(bytes), args, pos: cluster.pos };
            unit.clusters[id].body.lets.insert(0, check);
        }
    }
    large
}

/// The operand of a check for so many bytes. Beyond the slack, code compares the end of what it asks for.
fn asked(bytes: usize) -> u32 {
    (if bytes > MOST { bytes + abi::UNCHECKED } else { bytes }) as u32
}

/// Has the poll of a local function ask for so many bytes.
fn set_poll(body: &mut Body, name: Local, bytes: u32) {
    each_body_mut(body, |body| {
        for binding in &mut body.lets {
            let Let::Funs(funs) = binding else { continue };
            for fun in funs.iter_mut().filter(|fun| fun.name == name) {
                if let Some(Let::Op { op: FlowOp::Poll(asks), .. }) = fun.body.lets.first_mut() {
                    *asks = bytes;
                }
            }
        }
    });
}

/// True if the body has an operation that may raise.
fn raises(body: &Body) -> bool {
    let bodies = flow::walk::all_bodies(body);
    bodies.iter().flat_map(|node| &node.body.lets).any(|binding| match binding {
        Let::Op { op, .. } => op.effect().raises(),
        Let::Funs(_) => false,
    })
}
