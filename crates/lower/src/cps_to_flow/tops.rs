//! The last frame on the stack, wherever control may be in a function.
//!
//! Where frames are on a stack, the continuation slot has the last one, and what is pushed comes
//! below it. That is the return of the function, or a handler that the function has installed and that
//! is still in force: its frame lies between those before it and all that the guarded code pushes.
//! So the frames of the guarded code have that of the handler as their link, and what is behind it
//! is found from there (`link`).
//!
//! ```text
//! fun f() return k {                     the last frame
//!   old = gethandler                     k
//!   cont n(r) { sethandler old           h, then k
//!               jump k r }
//!   cont h(e) { sethandler old ... }     k: a raise leaves all frames up to that of h behind
//!   sethandler h                         h from here on
//!   call g return n                      the frame of n comes below that of h
//! }
//! ```
//!
//! A handler is installed in one place, and given up by reinstating what was in force before. What
//! comes from ANF is like that; where it is not, the frames of the unit are on the heap.

use super::nodes::{NodeId, Nodes};
use super::plan::{Key, Plan};
use base::SecondaryMap;
use cps::{Body, Let, Tail, Var};
use flow::Frames;
use rustc_hash::{FxHashMap, FxHashSet};

/// The last frames of all pieces of code.
pub(super) struct Tops {
    /// The place where frames are.
    pub(super) frames: Frames,
    /// The last frame where a piece of code begins: the return continuation of its function, or a
    /// handler.
    top: SecondaryMap<NodeId, Option<Var>>,
    /// The frame before that of a handler.
    outer: FxHashMap<Var, Var>,
    /// The last frame where a saved handler was in force.
    saved: FxHashMap<Var, Var>,
    /// The node that installs a handler.
    pub(super) installed_in: FxHashMap<Var, NodeId>,
    /// Blocks that are jumped to where the frame of a handler is last which is not in scope where they
    /// are bound. They must be clusters, which are given the last frame.
    pub(super) apart: FxHashSet<NodeId>,
}

/// Handlers are not installed as they are in what comes from ANF.
pub(super) struct Irregular;

impl Tops {
    /// For frames on the heap, where the last one does not matter.
    pub(super) fn on_heap() -> Tops {
        Tops {
            frames: Frames::Heap,
            top: SecondaryMap::new(),
            outer: FxHashMap::default(),
            saved: FxHashMap::default(),
            installed_in: FxHashMap::default(),
            apart: FxHashSet::default(),
        }
    }

    /// For frames on a stack.
    pub(super) fn on_stack(nodes: &Nodes<'_>) -> Result<Tops, Irregular> {
        let mut search = Search {
            nodes,
            tops: Tops { frames: Frames::Stack, ..Tops::on_heap() },
            work: Vec::new(),
        };
        for (id, node) in nodes.nodes.iter().filter(|(_, node)| node.is_fun) {
            search.reach(id, node.return_k)?;
        }
        while let Some(id) = search.work.pop() {
            search.node(id)?;
        }
        let mut tops = search.tops;
        for (id, node) in nodes.nodes.iter() {
            tops.find_apart(nodes, node.body, tops.top(nodes, id));
        }
        Ok(tops)
    }

    /// The frame that is last where a piece of code begins.
    pub(super) fn top(&self, nodes: &Nodes<'_>, id: NodeId) -> Var {
        self.top[id].unwrap_or(nodes.nodes[id].return_k)
    }

    /// The frames that are behind this one in the function: those of the handlers around, and the
    /// return.
    pub(super) fn behind(&self, top: Var) -> impl Iterator<Item = Var> {
        std::iter::successors(self.outer.get(&top).copied(), |top| self.outer.get(top).copied())
    }

    /// True if one frame is another, or behind it.
    pub(super) fn reaches(&self, top: Var, wanted: Var) -> bool {
        top == wanted || self.behind(top).any(|behind| behind == wanted)
    }

    /// The last frame after `sethandler k`, where it was `top`.
    pub(super) fn after_setting(&self, k: Var, top: Var) -> Var {
        if self.outer.contains_key(&k) { k } else { self.saved.get(&k).copied().unwrap_or(top) }
    }

    /// Blocks that a plan makes local functions of clusters which do not know their last frame where
    /// they are bound. They, too, must be clusters.
    pub(super) fn strays(&self, nodes: &Nodes<'_>, plan: &Plan) -> Vec<NodeId> {
        let stray = |id: NodeId| match plan.key[id] {
            Some(key @ (Key::Fun(entry) | Key::Frame(entry) | Key::Block(entry))) => {
                let moved = plan.key[nodes.nodes[id].parent] != Some(key);
                entry != id && moved && !self.reaches(self.top(nodes, entry), self.top(nodes, id))
            }
            None => false,
        };
        match self.frames {
            Frames::Heap => Vec::new(),
            Frames::Stack => nodes.nodes.keys().filter(|id| stray(*id)).collect(),
        }
    }

    /// Adds the blocks bound in a body, which begins with this last frame, that must be clusters.
    fn find_apart(&mut self, nodes: &Nodes<'_>, body: &Body, top: Var) {
        let mut work = vec![(body, top)];
        while let Some((body, mut top)) = work.pop() {
            let mut waiting: Vec<NodeId> = Vec::new();
            for binding in &body.lets {
                if let Let::Conts(conts) = binding {
                    waiting.extend(conts.iter().filter_map(|cont| nodes.of[cont.name]));
                }
                // What was bound stays in scope when another handler is reinstated.
                if let Let::SetHandler { k } = binding
                    && self.outer.contains_key(k)
                {
                    top = *k;
                }
                waiting.retain(|id| !self.reaches(top, self.top(nodes, *id)));
            }
            self.apart.extend(waiting);
            work.extend(body.tail.bodies().map(|body| (body, top)));
        }
    }
}

struct Search<'a> {
    nodes: &'a Nodes<'a>,
    tops: Tops,
    work: Vec<NodeId>,
}

impl Search<'_> {
    /// Control may come to a piece of code with this last frame.
    fn reach(&mut self, id: NodeId, top: Var) -> Result<(), Irregular> {
        match self.tops.top[id] {
            None => {
                self.tops.top[id] = Some(top);
                self.work.push(id);
                Ok(())
            }
            Some(known) if known == top => Ok(()),
            Some(_) => Err(Irregular),
        }
    }

    fn node(&mut self, id: NodeId) -> Result<(), Irregular> {
        let node = &self.nodes.nodes[id];
        let mut work = vec![(node.body, self.tops.top(self.nodes, id))];
        while let Some((body, mut top)) = work.pop() {
            for binding in &body.lets {
                match binding {
                    Let::GetHandler { k } => _ = self.tops.saved.insert(*k, top),
                    Let::SetHandler { k } => top = self.set_handler(id, *k, top)?,
                    Let::Op { .. } | Let::Funs(_) | Let::Conts(_) | Let::Capture { .. } => {}
                }
            }
            match &body.tail {
                Tail::Call { k, .. } | Tail::Jump { k, .. } => match self.nodes.of[*k] {
                    Some(next) => self.reach(next, top)?,
                    None if *k == top => {}
                    None => return Err(Irregular),
                },
                Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => {}
                Tail::Raise { .. } | Tail::Throw { .. } | Tail::Unreachable => {}
            }
            work.extend(body.tail.bodies().map(|body| (body, top)));
        }
        Ok(())
    }

    /// Gives the last frame after `sethandler k`. What is in the chain of the last frames is reinstated,
    /// since it was in force before.
    fn set_handler(&mut self, id: NodeId, k: Var, top: Var) -> Result<Var, Irregular> {
        let Some(handler) = self.nodes.of[k] else {
            let before = self.tops.saved.get(&k).filter(|before| self.tops.reaches(top, **before));
            return before.copied().ok_or(Irregular);
        };
        if self.tops.reaches(top, k) {
            return Ok(k);
        }
        if self.tops.installed_in.insert(k, id).is_some() {
            return Err(Irregular);
        }
        self.tops.outer.insert(k, top);
        self.reach(handler, top)?;
        Ok(k)
    }
}
