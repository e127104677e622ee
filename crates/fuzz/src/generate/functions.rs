//! Functions: of the module, nested, recursive.

use super::scope::Known;
use super::{Counter, Generator, Goal, Here, values};
use anf::{Atom, Body, Fun, Let, Tail, Var};
use prim::{CmpOp, IntOp, Prim};
use types::{TyId, Width};

/// The kind of a function, which says why it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Everyone calls it by name.
    Plain,
    /// It calls only closed functions.
    Closed,
    /// It takes a unit of fuel.
    Metered,
    /// It takes a continuation that nobody else has: throws to it lead forward.
    Escape,
    /// It counts down; closed.
    Counting,
}

/// Above this, a function is not a value: unknown calls would be too dear.
const VALUE_COST: u64 = 120;

impl Generator<'_> {
    /// Begins a function; gives what was around.
    pub(super) fn enter_function(&mut self, results: Vec<TyId>, closed: bool, room: usize) -> Here {
        self.serial += 1;
        // What is called by what is called stays affordable.
        let limit = if self.lets.is_empty() { self.config.cost / 2 } else { self.config.cost / 4 };
        let serial = self.serial;
        let here = Here { results, closed, serial, times: 1, room, limit, ..Here::default() };
        std::mem::replace(&mut self.here, here)
    }

    /// A function or a recursive group of the module.
    pub(super) fn write_group(&mut self, number: usize) {
        let size = self.config.size;
        let style = self.rng.weighted(&[
            (4, Style::Plain),
            (3, Style::Closed),
            (2, Style::Metered),
            (4, Style::Counting),
        ]);
        let funs = self.group(style, &format!("f{number}"), size, self.config.depth);
        self.scope.clear();
        if self.rng.chance(15) {
            self.module.exports.push(funs[0].name);
        }
        self.module.funs.extend(funs);
    }

    /// Nested functions.
    pub(super) fn local_group(&mut self, depth: u32) {
        let style = self.rng.weighted(&[
            (2, Style::Plain),
            (3, Style::Closed),
            (3, Style::Metered),
            (2, Style::Counting),
        ]);
        let room = self.rng.pick(&[4, 8, 12]).min(self.here.room / 2);
        let funs = self.group(style, "local", room, depth - 1);
        self.push(Let::Funs(funs));
    }

    /// Functions that know one another, if they take a unit of fuel or count.
    fn group(&mut self, style: Style, name: &str, room: usize, depth: u32) -> Vec<Fun> {
        let recursive = style == Style::Metered || style == Style::Counting;
        let count = if recursive { self.rng.pick(&[1, 1, 2, 3]) } else { 1 };
        let mut group: Vec<Known> = (0..count).map(|_| self.declare(style, name)).collect();
        let (scope, known) = (self.scope.len(), self.known.len());
        match style {
            // What takes fuel may be called and passed on before it is written.
            Style::Metered => {
                self.known.extend(group.iter().cloned());
                group.iter().for_each(|known| self.enter(known.var));
            }
            Style::Plain | Style::Closed | Style::Escape | Style::Counting => {}
        }
        let mut funs = Vec::new();
        for i in 0..group.len() {
            let Known { var, params, results, .. } = group[i].clone();
            let siblings = if style == Style::Counting { group.clone() } else { Vec::new() };
            let fun =
                self.write_counting(var, &params, &results, style, room / count, depth, siblings);
            group[i].cost = self.last_cost;
            funs.push(fun);
        }
        self.scope.truncate(scope);
        self.known.truncate(known);
        self.offer(group, style);
        funs
    }

    /// Puts what was written in scope.
    fn offer(&mut self, mut group: Vec<Known>, style: Style) {
        let dearest = group.iter().map(|known| known.cost).max().unwrap_or(0);
        for known in &mut group {
            if style == Style::Counting {
                known.cost = dearest;
            }
            known.value = match style {
                Style::Metered => true,
                Style::Closed | Style::Counting => known.cost <= VALUE_COST,
                Style::Plain | Style::Escape => false,
            };
            if known.value {
                self.enter(known.var);
            }
        }
        self.known.extend(group);
    }

    fn declare(&mut self, style: Style, name: &str) -> Known {
        let counts = style == Style::Counting;
        let mut params = self.parameter_types();
        if counts {
            params.insert(0, self.module.types.i64());
        }
        let results = self.result_types();
        let var = self.fresh_fun(name, &params, &results);
        let closed = style == Style::Closed || counts;
        Known { var, params, results, cost: 10, closed, counts, value: style == Style::Metered }
    }

    /// A function without siblings.
    pub(super) fn write_fun(
        &mut self,
        name: Var,
        params: &[TyId],
        results: &[TyId],
        style: Style,
        room: usize,
        depth: u32,
    ) -> Fun {
        let room = room.min(self.here.room / 2);
        self.write_counting(name, params, results, style, room, depth, Vec::new())
    }

    #[expect(clippy::too_many_arguments, reason = "all that a function is made of")]
    fn write_counting(
        &mut self,
        name: Var,
        params: &[TyId],
        results: &[TyId],
        style: Style,
        room: usize,
        depth: u32,
        group: Vec<Known>,
    ) -> Fun {
        // A closed function inside a closed one, or one that takes fuel, may stand anywhere.
        let closed = match style {
            Style::Closed | Style::Counting => true,
            Style::Plain | Style::Escape => self.here.closed,
            Style::Metered => false,
        };
        let outer = self.enter_function(results.to_vec(), closed, room);
        let lets = std::mem::take(&mut self.lets);
        let (scope, known) = (self.scope.len(), self.known.len());
        let vars = self.bind_all("a", params);
        if style == Style::Escape
            && let Some(bound) = self.scope.last_mut()
        {
            bound.forward = Some(self.serial);
        }
        let body = match style {
            Style::Plain | Style::Closed | Style::Escape => self.main_body(depth),
            Style::Metered => self.metered_body(depth),
            Style::Counting => self.counting_body(vars[0], group, depth),
        };
        self.scope.truncate(scope);
        self.known.truncate(known);
        self.lets = lets;
        self.last_cost = self.here.cost;
        self.here = outer;
        self.here.room = self.here.room.saturating_sub(body.size());
        Fun { name, params: vars, results: results.to_vec(), body, pos: self.pos() }
    }

    fn main_body(&mut self, depth: u32) -> Body {
        let statements = self.here.room / 2;
        self.body_for(Goal::Ret, depth, statements)
    }

    /// Does something only while there is fuel.
    fn metered_body(&mut self, depth: u32) -> Body {
        self.alone(|cx| {
            let cond = cx.burn();
            let then = Box::new(cx.main_body(depth));
            let els = Box::new(cx.default_body());
            Tail::If { cond, then, els }
        })
    }

    fn default_body(&mut self) -> Body {
        let results = self.here.results.clone();
        self.alone(|cx| Tail::Ret(results.iter().map(|ty| cx.part(*ty, 0)).collect()))
    }

    /// Calls itself at most once for each unit of a count up to 9, or twice up to 3.
    fn counting_body(&mut self, count: Var, group: Vec<Known>, depth: u32) -> Body {
        let calls = self.rng.pick(&[1, 1, 2]);
        let limit = if calls == 1 { 9 } else { 3 };
        self.here.times = if calls == 1 { 9 } else { 15 };
        self.alone(|cx| {
            let smin = Prim::Int(IntOp::SMin, Width::I64);
            let left = cx.prim1(smin, vec![Atom::Var(count), values::int(limit)]);
            let cond =
                cx.prim1(Prim::Cmp(CmpOp::Sgt, Width::I64), vec![left.clone(), values::int(0)]);
            let Atom::Var(left) = left else { unreachable!("an operation binds a variable") };
            let els = Box::new(cx.default_body());
            cx.here.counter = Some(Counter { left, group, calls });
            let then = Box::new(cx.main_body(depth));
            Tail::If { cond, then, els }
        })
    }
}
