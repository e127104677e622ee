//! The search for live variables, a block of them at a time.

use crate::Var;
use crate::outline::{Item, Outline};
use faults::{Fault, on};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The uses and bindings of each variable in each body; variables are numbered in order.
pub(super) struct Facts {
    pub(super) vars: Vec<Var>,
    /// The bodies that use it before they bind it.
    exposed: Vec<Vec<u32>>,
    /// The bodies that bind it.
    binds: Vec<Vec<u32>>,
    /// The bodies of which it is a parameter.
    params: Vec<Vec<u32>>,
}

impl Facts {
    pub(super) fn gather(outline: &Outline) -> Facts {
        let mut vars = outline.vars.clone();
        vars.sort_unstable();
        vars.dedup();
        let number: FxHashMap<Var, usize> =
            vars.iter().enumerate().map(|(i, var)| (*var, i)).collect();
        let numbers: Vec<usize> = outline.vars.iter().map(|var| number[var]).collect();
        let lists = || vec![Vec::new(); vars.len()];
        let mut facts = Facts { exposed: lists(), binds: lists(), params: lists(), vars };
        for (i, part) in outline.bodies.iter().enumerate() {
            let i = i as u32;
            numbers[part.params.range()].iter().for_each(|x| facts.params[*x].push(i));
            for item in &part.items {
                if let Item::Op { dst, uses } = item {
                    if on(Fault::LiveBindsFirst) {
                        numbers[dst.range()].iter().for_each(|x| push_new(&mut facts.binds[*x], i));
                    }
                    numbers[uses.range()].iter().for_each(|x| facts.used(*x, i));
                    numbers[dst.range()].iter().for_each(|x| push_new(&mut facts.binds[*x], i));
                }
            }
            if !on(Fault::LiveForgetsEnds) {
                numbers[part.uses.range()].iter().for_each(|x| facts.used(*x, i));
            }
        }
        facts
    }

    fn used(&mut self, x: usize, body: u32) {
        if self.binds[x].last() != Some(&body) {
            push_new(&mut self.exposed[x], body);
        }
    }
}

/// Bodies come in ascending order, so a body already there is the last.
fn push_new(list: &mut Vec<u32>, body: u32) {
    if list.last() != Some(&body) {
        list.push(body);
    }
}

/// The bodies from which each body is entered, one list after another. Bodies
/// have ranks: those that a body leads to come before it, but in loops.
struct Predecessors {
    starts: Vec<u32>,
    /// Their ranks.
    ranks: Vec<u32>,
    /// The bodies by their ranks.
    bodies: Vec<u32>,
    rank: Vec<u32>,
}

impl Predecessors {
    fn of(outline: &Outline) -> Predecessors {
        let lists = outline.predecessors();
        let bodies = leaders_last(&lists);
        let mut rank = vec![0; lists.len()];
        for (i, body) in bodies.iter().enumerate() {
            rank[*body as usize] = i as u32;
        }
        let mut starts = Vec::with_capacity(lists.len() + 1);
        let mut ranks = Vec::new();
        for body in &bodies {
            starts.push(ranks.len() as u32);
            ranks.extend(lists[*body as usize].iter().map(|pred| rank[*pred]));
        }
        starts.push(ranks.len() as u32);
        Predecessors { starts, ranks, bodies, rank }
    }

    fn at(&self, rank: u32) -> &[u32] {
        let (start, end) = (self.starts[rank as usize], self.starts[rank as usize + 1]);
        &self.ranks[start as usize..end as usize]
    }
}

/// All bodies, such that one comes before those that lead to it, but in loops:
/// a walk from body to predecessors leaves a body after all of those, so this is
/// the order of leaving, turned round.
fn leaders_last(lists: &[Vec<usize>]) -> Vec<u32> {
    let mut order = Vec::with_capacity(lists.len());
    let mut seen = vec![false; lists.len()];
    // What is met last begins a row more often than what is met first.
    for start in (0..lists.len()).rev() {
        let mut open = Vec::new();
        if !std::mem::replace(&mut seen[start], true) {
            open.push((start, 0));
        }
        while let Some((body, next)) = open.pop() {
            let Some(pred) = lists[body].get(next) else {
                order.push(body as u32);
                continue;
            };
            open.push((body, next + 1));
            if !std::mem::replace(&mut seen[*pred], true) {
                open.push((*pred, 0));
            }
        }
    }
    order.reverse();
    order
}

/// The number of variables that are searched for at a time: the bits of a word.
const BLOCK: usize = 64;

/// The state of a body, a bit for each variable of the block.
#[derive(Clone, Copy, Default)]
struct State {
    live: u64,
    bound: u64,
    param: u64,
    waits: bool,
}

/// A search for the bodies in which the variables of a block are live. Bodies
/// are known by their ranks.
pub(super) struct Search<'a> {
    facts: &'a Facts,
    preds: Predecessors,
    states: Vec<State>,
    /// The bodies whose states are not empty.
    touched: Vec<u32>,
    /// Those from which to go on, the smallest first.
    todo: BinaryHeap<Reverse<u32>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(facts: &'a Facts, outline: &Outline) -> Search<'a> {
        let states = vec![State::default(); outline.bodies.len()];
        let preds = Predecessors::of(outline);
        Search { facts, preds, states, touched: Vec::new(), todo: BinaryHeap::new() }
    }

    /// Searches for all variables. `found` gets a body in which some are live, the
    /// number of the first variable of the block, and the bits of those that are.
    pub(super) fn run(&mut self, mut found: impl FnMut(usize, usize, u64)) {
        for first in (0..self.facts.vars.len()).step_by(BLOCK) {
            self.start(first);
            while let Some(Reverse(body)) = self.todo.pop() {
                let state = &mut self.states[body as usize];
                state.waits = false;
                let before = state.live & !state.param;
                for i in 0..self.preds.at(body).len() {
                    let pred = self.preds.at(body)[i];
                    let bits = before & !self.states[pred as usize].bound;
                    self.add(pred, bits);
                }
            }
            for body in self.touched.drain(..) {
                let state = std::mem::take(&mut self.states[body as usize]);
                if state.live != 0 {
                    found(self.preds.bodies[body as usize] as usize, first, state.live);
                }
            }
        }
    }

    fn start(&mut self, first: usize) {
        let facts = self.facts;
        let last = facts.vars.len().min(first + BLOCK);
        for x in first..last {
            let bit = 1 << (x - first);
            facts.binds[x].iter().for_each(|body| self.at_body(*body).bound |= bit);
            facts.params[x].iter().for_each(|body| self.at_body(*body).param |= bit);
        }
        for x in first..last {
            for body in &facts.exposed[x] {
                self.add(self.preds.rank[*body as usize], 1 << (x - first));
            }
        }
    }

    fn at_body(&mut self, body: u32) -> &mut State {
        self.state(self.preds.rank[body as usize])
    }

    fn state(&mut self, rank: u32) -> &mut State {
        let state = &mut self.states[rank as usize];
        if state.live | state.bound | state.param == 0 {
            self.touched.push(rank);
        }
        state
    }

    fn add(&mut self, rank: u32, bits: u64) {
        if bits & !self.states[rank as usize].live == 0 {
            return;
        }
        let state = self.state(rank);
        state.live |= bits;
        if !std::mem::replace(&mut state.waits, true) {
            self.todo.push(Reverse(rank));
        }
    }
}
