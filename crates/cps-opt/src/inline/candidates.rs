//! The functions and continuations that may be copied.

use super::Sizes;
use super::gains::Facts;
use crate::census::Census;
use crate::rare::usual_size;
use base::SecondaryMap;
use base::graph::components;
use cps::{Body, Cont, Fun, Let, Module, Tail, Var};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The number of times that the largest function of each circle of calls is excluded; after
/// that, all functions that are still in circles are.
const MAX_TRIES: usize = 8;

/// Most that the size of a function with its rare ways may be, times that without.
const RARE: usize = 4;

/// The functions and continuations that may be copied, with their sizes; those of functions are
/// without rare ways.
pub(super) struct Candidates {
    sizes: Sizes,
    pub(super) funs: FxHashMap<Var, Callee>,
    pub(super) conts: FxHashMap<Var, Joint>,
    /// The variables that functions bind.
    pub(super) is_fun: SecondaryMap<Var, bool>,
}

/// A function that may be copied.
#[derive(Clone)]
pub(super) struct Callee {
    pub(super) fun: Rc<Fun>,
    /// Its size without rare ways.
    pub(super) size: usize,
    /// It does nothing but test, and then returns or calls.
    pub(super) tests: bool,
    /// The results that are known wherever it returns; none if calls in it return for it.
    pub(super) results: Option<Rc<[bool]>>,
}

/// A continuation that may be copied.
#[derive(Clone)]
pub(super) struct Joint {
    pub(super) cont: Rc<Cont>,
    pub(super) size: usize,
    /// It is not only jumped to, so that the code before a jump to it would end there.
    pub(super) returned: bool,
}

impl Candidates {
    /// Looks over a module.
    pub(super) fn of(module: &Module, census: &Census, facts: &Facts, sizes: Sizes) -> Candidates {
        let mut found = Candidates {
            sizes,
            funs: FxHashMap::default(),
            conts: FxHashMap::default(),
            is_fun: SecondaryMap::new(),
        };
        let mut order = Vec::new();
        for fun in &module.funs {
            found.fun(fun, (census, facts), &mut order);
        }
        found.break_circles(order);
        found
    }

    /// True if a function does nothing but test, and then returns or calls.
    pub(super) fn tests(&self, fun: Var) -> bool {
        self.funs.get(&fun).is_some_and(|callee| callee.tests)
    }

    fn fun(&mut self, fun: &Fun, census: (&Census, &Facts), order: &mut Vec<Var>) {
        self.is_fun[fun.name] = true;
        let count = census.0[fun.name];
        if count.calls > 0 && !count.called_once() {
            let usual = usual_size(&fun.body, self.sizes.medium);
            let most = RARE * self.sizes.medium;
            if usual <= self.sizes.medium && fun.body.size_up_to(most) <= most {
                let tests = fun.body.tail.bodies().next().is_some() && only_tests(&fun.body);
                let results = census.1.known_results(fun).map(Rc::from);
                let found = Callee { fun: Rc::new(fun.clone()), size: usual, tests, results };
                self.funs.insert(fun.name, found);
                order.push(fun.name);
            }
        }
        self.body(&fun.body, census, order);
    }

    fn cont(&mut self, cont: &Cont, census: (&Census, &Facts), order: &mut Vec<Var>) {
        let count = census.0[cont.name];
        let returned = !count.only_jumped();
        if count.jumps > 1 || count.jumps > 0 && returned {
            let size = cont.body.size_up_to(self.sizes.medium);
            let mut own = false;
            if size <= self.sizes.small || size <= self.sizes.medium && only_jumps(&cont.body) {
                cont.body.each_use(&mut |v, _| own |= v == cont.name);
                if !own {
                    let found = Joint { cont: Rc::new(cont.clone()), size, returned };
                    self.conts.insert(cont.name, found);
                }
            }
        }
        self.body(&cont.body, census, order);
    }

    fn body(&mut self, body: &Body, census: (&Census, &Facts), order: &mut Vec<Var>) {
        for binding in &body.lets {
            match binding {
                Let::Funs(funs) => funs.iter().for_each(|fun| self.fun(fun, census, order)),
                Let::Conts(conts) => conts.iter().for_each(|cont| self.cont(cont, census, order)),
                Let::Op { .. }
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => {}
            }
        }
        body.tail.bodies().for_each(|body| self.body(body, census, order));
    }

    /// Excludes functions until no candidate leads back to itself.
    fn break_circles(&mut self, mut order: Vec<Var>) {
        for attempt in 0..=MAX_TRIES {
            let index: FxHashMap<Var, usize> =
                order.iter().enumerate().map(|(i, v)| (*v, i)).collect();
            let edges: Vec<Vec<usize>> = order.iter().map(|v| self.callees(*v, &index)).collect();
            let circles: Vec<Vec<usize>> = components(&edges, 0..edges.len())
                .into_iter()
                .filter(|c| c.len() > 1 || edges[c[0]].contains(&c[0]))
                .collect();
            if circles.is_empty() {
                return;
            }
            for circle in circles {
                let size = |i: &usize| self.funs.get(&order[*i]).map(|f| (!f.tests, f.size));
                let largest = circle.iter().map(size).max().flatten();
                let out: Vec<Var> = circle
                    .iter()
                    .filter(|i| attempt == MAX_TRIES || size(i) == largest)
                    .map(|i| order[*i])
                    .collect();
                out.iter().for_each(|v| drop(self.funs.remove(v)));
            }
            order.retain(|v| self.funs.contains_key(v));
        }
    }

    fn callees(&self, fun: Var, index: &FxHashMap<Var, usize>) -> Vec<usize> {
        let mut callees = Vec::new();
        if let Some(Callee { fun, .. }) = self.funs.get(&fun) {
            fun.body.each_use(&mut |v, _| callees.extend(index.get(&v)));
        }
        callees
    }
}

/// True if a body does nothing but branch and jump.
fn only_jumps(body: &Body) -> bool {
    let mut only = body.lets.is_empty();
    body.tail
        .bodies()
        .for_each(|body| only &= body.lets.is_empty() && matches!(body.tail, Tail::Jump { .. }));
    only
}

/// True if a body does nothing but test, and then jumps or calls.
fn only_tests(body: &Body) -> bool {
    let simple = |binding: &Let| match binding {
        Let::Op { .. } => true,
        Let::Conts(conts) => conts.iter().all(|cont| cont.body.tail == Tail::Unreachable),
        Let::Funs(_) | Let::GetHandler { .. } | Let::SetHandler { .. } => false,
        Let::Capture { .. } => false,
    };
    body.lets.iter().all(simple) && body.tail.bodies().all(only_tests)
}
