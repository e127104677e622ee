//! What a cluster's own frame on the stack still holds after it was popped: the next frame below the
//! same link needs no stores for what is in its place already.
//!
//! ```text
//! fun j(r) frame f(a, b) {
//!   k, a, b = pop f
//!   fun loop(i, a1, b1) { a2, b2 = poll k a1 b1 ... jump loop i' a2 b2
//!                         ... push g k a2 b2 }         no store: both are where they were
//!   jump loop 0 a b
//! }
//! ```
//!
//! The variables of a frame have the same places in all frames below its link. A cluster pushes a
//! frame where it leaves, and then its own is gone; one that pushes the frame of a handler is left
//! alone here. So only polls write to the place of the frame, and they put back what was there, on the
//! way on which the runtime wanted something: with new addresses, which have new names.
//!
//! The places of these names, and of parameters of local functions that are passed nothing but such
//! variables, are the greatest solution of equations. Cost: linear but for chains of functions that
//! pass on what others do not.
//!
//! A loop in which a frame is pushed now and then stored and loaded all that is live around it in
//! every round of it; ratio-regions of MLton's benchmark programs takes 0.6 of the time.

use base::SecondaryMap;
use flow::walk::{Event, OpRef, walk};
use flow::{Atom, Body, Cluster, FlowOp, Kind, Local, Tail, Unit, Var};
use rustc_hash::FxHashMap;

/// What is known of the place of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Home {
    /// Not looked at yet.
    #[default]
    Open,
    At(usize),
    None,
}

/// The variables that are in the place of the cluster's own frame.
#[derive(Default)]
pub(crate) struct Kept {
    /// The link below which the frame was; none if nothing of it is there.
    link: Option<Var>,
    homes: FxHashMap<Var, usize>,
    /// The fields that do not move, with their places.
    pub(crate) still: Vec<(usize, Kind)>,
}

impl Kept {
    /// What a cluster with a frame on the stack keeps.
    pub(crate) fn of(unit: &Unit, cluster: &Cluster) -> Kept {
        let mut look = Look::default();
        look.body(&cluster.body);
        let (Some((link, fields)), true) = (&look.popped, look.pushes) else {
            return Kept::default();
        };
        if look.installs_handler || look.polled.iter().any(|(top, ..)| **top != Atom::Var(*link)) {
            return Kept::default();
        }
        let fields: Vec<(Var, usize)> =
            fields.iter().enumerate().map(|(i, v)| (*v, cluster.place(i))).collect();
        let kind = |v: Var| unit.vars[v].kind;
        let still = fields.iter().filter(|(v, _)| kind(*v) != Kind::Ref);
        let still = still.map(|(v, place)| (*place, kind(*v))).collect();
        let homes = match look.polled.is_empty() {
            true => fields.into_iter().collect(),
            false => look.homes(&fields),
        };
        Kept { link: Some(*link), homes, still }
    }

    /// The place of a variable that is still there.
    pub(crate) fn place(&self, value: &Atom) -> Option<usize> {
        value.var().and_then(|v| self.homes.get(&v)).copied()
    }

    /// True if this place below a link holds the variable.
    pub(crate) fn has(&self, link: &Atom, place: usize, value: &Atom) -> bool {
        self.link.is_some() && link.var() == self.link && self.place(value) == Some(place)
    }
}

/// What matters in a cluster.
#[derive(Default)]
struct Look<'c> {
    popped: Option<(Var, &'c [Var])>,
    pushes: bool,
    /// The cluster pushes the frame of a handler: after it is given up, its fields are left where
    /// those of the cluster's own frame were. Other frames are pushed where control leaves.
    installs_handler: bool,
    /// The frame below which each poll puts its own, what it is given and the new names.
    polled: Vec<(&'c Atom, &'c [Atom], &'c [Var])>,
    /// The parameters of local functions, and what they are passed.
    funs: FxHashMap<Local, &'c [Var]>,
    jumps: Vec<(Local, &'c [Atom])>,
    /// Variables that are bound to something else.
    others: Vec<Var>,
}

impl<'c> Look<'c> {
    fn body(&mut self, body: &'c Body) {
        let mut pushed: Vec<Var> = Vec::new();
        for event in walk(body) {
            match event {
                Event::Op(op) => self.op(op, &mut pushed),
                Event::EnterFun(fun) => _ = self.funs.insert(fun.name, &fun.params),
                Event::Tail(Tail::Jump { fun, args }) => self.jumps.push((*fun, args)),
                Event::Tail(_) | Event::Funs(_) | Event::LeaveFun(_) => {}
                Event::EnterBranch(..) | Event::LeaveBranch(..) | Event::EndBranches(_) => {}
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "few operations deal with frames")]
    fn op(&mut self, op: OpRef<'c>, pushed: &mut Vec<Var>) {
        match op.op {
            FlowOp::Pop => self.popped = Some((op.dst[0], &op.dst[1..])),
            FlowOp::Poll(_) => self.polled.push((&op.args[0], &op.args[1..], op.dst)),
            FlowOp::Push(_) => {
                self.pushes = true;
                pushed.extend(op.dst);
            }
            FlowOp::SetHandler => {
                let handler = op.args.first().and_then(Atom::var);
                self.installs_handler |= handler.is_some_and(|v| pushed.contains(&v));
            }
            _ => self.others.extend(op.dst),
        }
    }

    /// The variables that are where the fields were.
    fn homes(&self, fields: &[(Var, usize)]) -> FxHashMap<Var, usize> {
        let mut homes: SecondaryMap<Var, Home> = SecondaryMap::new();
        self.others.iter().for_each(|v| homes[*v] = Home::None);
        fields.iter().for_each(|(v, place)| homes[*v] = Home::At(*place));
        let polls = self.polled.iter().map(|(_, args, dst)| (*dst, *args));
        let jumps = self.jumps.iter().filter_map(|(to, args)| Some((*self.funs.get(to)?, *args)));
        let passed: Vec<(&[Var], &[Atom])> = polls.chain(jumps).collect();
        let mut more = true;
        while more {
            more = false;
            for (params, args) in &passed {
                for (param, arg) in params.iter().zip(*args) {
                    let given = arg.var().map_or(Home::None, |v| homes[v]);
                    let met = match (homes[*param], given) {
                        (home, Home::Open) => home,
                        (Home::Open, given) => given,
                        (home, given) if home == given => home,
                        _ => Home::None,
                    };
                    more |= met != homes[*param];
                    homes[*param] = met;
                }
            }
        }
        let vars = passed.iter().flat_map(|(params, _)| *params);
        let vars = vars.chain(fields.iter().map(|(v, _)| v));
        vars.filter_map(|v| match homes[*v] {
            Home::At(place) => Some((*v, place)),
            Home::Open | Home::None => None,
        })
        .collect()
    }
}
