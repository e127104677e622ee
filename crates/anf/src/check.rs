//! Checks every invariant of the language, all violations at once.
//!
//! - Every id is bound exactly once, and a use is in the scope of its binding. A
//!   variable is unbound, in scope, or out of scope again; so what is bound
//!   in one branch is not taken for bound in the next.
//! - A `jump` goes to a join point of the same function and handle body; a join
//!   point is used in no other way, and nothing else is jumped to.
//! - Operands, results, parameters and constants have the types that are wanted.
//! - Cases are distinct and complete; nesting is limited.
//! - Declarations: names are unique; types can be laid out; foreign functions
//!   have types that C has; exports and the entry are functions of the module.
//! - Positions are in the table, and, if asked, wherever a program can be.
//!
//! Linear in the size of the module.

mod decls;
mod freestanding;
mod ops;
mod rule;
mod tails;
#[cfg(test)]
mod tests;

pub use rule::Rule;

use crate::parse::Spans;
use crate::{Atom, Block, Body, Fun, Let, MAX_NESTING, Module, Var};
use base::{Pos, SecondaryMap, Span, Violation};
use prim::Const;
use rustc_hash::FxHashSet;
use types::{ForeignId, GlobalId, SumId, Ty, TyId, TyTable};

/// The checks besides those of the invariants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Functions, calls, exceptions and operations that may raise have positions.
    pub require_positions: bool,
}

/// Every violation in a module that has no text behind it. Each names the
/// function and the variable.
pub fn check(module: &Module) -> Vec<Violation> {
    check_with(module, None, Options::default())
}

/// Every violation; located if it is known where the module's parts stand.
pub fn check_with(module: &Module, spans: Option<&Spans>, options: Options) -> Vec<Violation> {
    let mut checker = Checker {
        module,
        types: module.types.clone(),
        spans,
        options,
        states: SecondaryMap::new(),
        in_scope: Vec::new(),
        regions: 0,
        function: None,
        outermost: None,
        freestanding: false,
        node: 0,
        depth: 0,
        found: Vec::new(),
    };
    checker.module();
    checker.found
}

impl pass::Ir for Module {
    const LANGUAGE: &'static str = "anf";

    fn check(&self) -> Vec<Violation> {
        check(self)
    }
}

/// The state of a variable at a point of the walk.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// Its binding has not been met.
    #[default]
    Unbound,
    /// In scope, a value.
    Value,
    /// In scope, a join point of this region.
    Join(u32),
    /// Bound before, and no longer in scope.
    Gone,
}

/// The surroundings of a body.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The types of the values that `ret` returns.
    results: &'a [TyId],
    /// The function or handle body; a jump does not leave it.
    region: u32,
}

struct Checker<'a> {
    module: &'a Module,
    /// The module's types, and those that checking makes.
    types: TyTable,
    spans: Option<&'a Spans>,
    options: Options,
    states: SecondaryMap<Var, State>,
    /// The variables in scope, in order of binding.
    in_scope: Vec<Var>,
    regions: u32,
    function: Option<Var>,
    /// The function of the module that is being checked, by its number.
    outermost: Option<usize>,
    /// True if it defines a foreign function.
    freestanding: bool,
    /// The number of the next binding or tail, in the order of the text.
    node: usize,
    depth: usize,
    found: Vec<Violation>,
}

/// The subject of an error.
#[derive(Clone, Copy)]
enum About {
    /// A binding or tail, by number.
    Node(usize),
    /// A variable's binding.
    Var(Var),
    /// A sum.
    Sum(SumId),
    /// A global cell.
    Global(GlobalId),
    /// A foreign function.
    Foreign(ForeignId),
    /// The module.
    Module,
}

impl<'a> Checker<'a> {
    fn error(&mut self, about: About, rule: Rule, label: String) {
        let span: Option<Span> = self.spans.and_then(|spans| match about {
            About::Node(node) => spans.nodes.get(node).copied(),
            About::Var(var) => Some(spans.vars[var]),
            About::Sum(sum) => Some(spans.sums[sum]),
            About::Global(global) => Some(spans.globals[global]),
            About::Foreign(foreign) => Some(spans.foreigns[foreign]),
            About::Module => None,
        });
        let rule = rule.title();
        let what = match (span, self.function) {
            (Some(_), _) => label,
            (None, Some(fun)) => format!("{rule}: {label} (in `{}`)", self.module.show_var(fun)),
            (None, None) => format!("{rule}: {label}"),
        };
        self.found.push(Violation { rule, what, function: self.outermost, span });
    }

    fn show(&self, ty: TyId) -> String {
        self.types.show(ty).to_string()
    }

    fn module(&mut self) {
        self.declarations();
        for import in &self.module.imports {
            self.bind(import.var, State::Value);
        }
        for fun in &self.module.funs {
            self.bind(fun.name, State::Value);
        }
        let freestanding: FxHashSet<Var> = self.module.defines.iter().map(|d| d.fun).collect();
        for (number, fun) in self.module.funs.iter().enumerate() {
            self.outermost = Some(number);
            self.freestanding = freestanding.contains(&fun.name);
            self.fun(fun);
        }
        self.outermost = None;
        self.freestanding = false;
        self.exports();
        self.defines();
    }

    /// Binds a variable, in scope until the scope around is left.
    fn bind(&mut self, var: Var, state: State) {
        if self.module.vars.get(var).is_none() {
            self.error(About::Module, Rule::Undeclared, format!("{var:?} is not in the table"));
            return;
        }
        if self.states[var] != State::Unbound {
            let label = format!("`{}` is bound before", self.module.show_var(var));
            self.error(About::Var(var), Rule::BoundTwice, label);
        }
        self.states[var] = state;
        self.in_scope.push(var);
        if self.freestanding {
            self.freestanding_var(var);
        }
    }

    /// Leaves every scope entered since there were this many variables in scope.
    fn leave(&mut self, mark: usize) {
        for var in self.in_scope.drain(mark..) {
            self.states[var] = State::Gone;
        }
    }

    fn ty_of(&self, var: Var) -> Option<TyId> {
        self.module.vars.get(var).map(|info| info.ty)
    }

    fn tys_of(&self, vars: &[Var]) -> Vec<TyId> {
        vars.iter().filter_map(|var| self.ty_of(*var)).collect()
    }

    fn wants_var(&mut self, var: Var, want: TyId) {
        if let Some(got) = self.ty_of(var)
            && got != want
        {
            let name = self.module.show_var(var);
            let label = format!("`{name}` should be {}, not {}", self.show(want), self.show(got));
            self.error(About::Var(var), Rule::VariableType, label);
        }
    }

    fn new_region(&mut self) -> u32 {
        self.regions += 1;
        self.regions
    }

    fn fun(&mut self, fun: &'a Fun) {
        let outer = self.function.replace(fun.name);
        let params = self.tys_of(&fun.params);
        let ty = self.types.fun(&params, &fun.results);
        self.wants_var(fun.name, ty);
        self.position(About::Var(fun.name), fun.pos, "function");
        let mark = self.in_scope.len();
        for param in &fun.params {
            self.bind(*param, State::Value);
        }
        let region = self.new_region();
        self.body(&fun.body, Place { results: &fun.results, region });
        self.leave(mark);
        self.function = outer;
    }

    fn body(&mut self, body: &'a Body, place: Place<'_>) {
        if self.depth >= MAX_NESTING {
            let label = format!("bodies are more than {MAX_NESTING} deep");
            self.error(About::Node(self.node), Rule::Nesting, label);
            self.node += body.size();
            return;
        }
        self.depth += 1;
        let mark = self.in_scope.len();
        for binding in &body.lets {
            self.binding(binding, place);
        }
        self.tail(&body.tail, place);
        self.leave(mark);
        self.depth -= 1;
    }

    fn binding(&mut self, binding: &'a Let, place: Place<'_>) {
        let at = About::Node(self.node);
        self.node += 1;
        if self.freestanding {
            self.freestanding_let(at, binding);
        }
        match binding {
            Let::Op { dst, op, args, pos } => {
                let args = self.atoms(at, args);
                self.op(at, op, args.as_deref(), dst);
                if op.effect().raises() {
                    self.position(at, *pos, "operation");
                } else {
                    self.known_position(at, *pos);
                }
                self.bind_all(dst);
            }
            Let::Call { dst, fun, args, pos } => {
                let results = self.tys_of(dst);
                self.call(at, fun, args, &results);
                self.position(at, *pos, "call");
                self.bind_all(dst);
            }
            Let::Callcc { dst, fun, pos } => {
                let results = self.tys_of(dst);
                let cont = self.types.intern(Ty::Cont(results.clone()));
                let want = self.types.fun(&[cont], &results);
                if let Some(got) = self.atom(at, fun) {
                    self.same(at, Rule::CallccFunction, want, got);
                }
                self.position(at, *pos, "call");
                self.bind_all(dst);
            }
            Let::Handle { dst, body, exn, origin, handler, pos } => {
                self.known_position(at, *pos);
                self.handle(dst, body, (*exn, *origin), handler);
            }
            Let::Funs(funs) => {
                for fun in funs {
                    self.bind(fun.name, State::Value);
                }
                for fun in funs {
                    self.fun(fun);
                }
            }
            Let::Join(block) => {
                self.bind(block.name, State::Join(place.region));
                self.block(at, block, place);
            }
            Let::Cont(block) => {
                self.block(at, block, place);
                self.bind(block.name, State::Value);
            }
        }
    }

    fn bind_all(&mut self, vars: &[Var]) {
        for var in vars {
            self.bind(*var, State::Value);
        }
    }

    fn handle(
        &mut self,
        dst: &'a [Var],
        body: &'a Body,
        (exn, origin): (Var, Option<Var>),
        handler: &'a Body,
    ) {
        let results = self.tys_of(dst);
        let region = self.new_region();
        self.body(body, Place { results: &results, region });
        let mark = self.in_scope.len();
        self.bind(exn, State::Value);
        let want = self.types.intern(Ty::Exn);
        self.wants_var(exn, want);
        if let Some(origin) = origin {
            self.bind(origin, State::Value);
            let want = self.types.intern(Ty::Origin);
            self.wants_var(origin, want);
        }
        let region = self.new_region();
        self.body(handler, Place { results: &results, region });
        self.leave(mark);
        self.bind_all(dst);
    }

    fn block(&mut self, at: About, block: &'a Block, place: Place<'_>) {
        let params = self.tys_of(&block.params);
        let want = self.types.intern(Ty::Cont(params));
        self.wants_var(block.name, want);
        self.known_position(at, block.pos);
        let mark = self.in_scope.len();
        self.bind_all(&block.params);
        self.body(&block.body, place);
        self.leave(mark);
    }

    /// The type of an operand, if it has one.
    fn atom(&mut self, at: About, atom: &Atom) -> Option<TyId> {
        match atom {
            Atom::Var(var) => self.use_var(at, *var),
            Atom::Const(constant) => Some(self.constant(at, constant)),
        }
    }

    /// The types of operands; nothing if one has none, which was reported.
    fn atoms(&mut self, at: About, atoms: &[Atom]) -> Option<Vec<TyId>> {
        let types: Vec<Option<TyId>> = atoms.iter().map(|atom| self.atom(at, atom)).collect();
        types.into_iter().collect()
    }

    /// The type of a variable that is used as a value.
    fn use_var(&mut self, at: About, var: Var) -> Option<TyId> {
        let name = self.module.show_var(var);
        let (rule, label) = match self.states[var] {
            State::Value => return self.ty_of(var),
            State::Unbound => (Rule::Scope, format!("`{name}` is not bound before this")),
            State::Gone => (Rule::Scope, format!("the scope of `{name}` has ended")),
            State::Join(_) => (Rule::JoinAsValue, format!("`{name}` can only be jumped to")),
        };
        self.error(at, rule, label);
        None
    }

    fn constant(&mut self, at: About, constant: &Const) -> TyId {
        match constant {
            Const::Int(width, bits) => {
                if *bits > width.mask() {
                    let label = format!("{bits:#x} has more bits than an {width}");
                    self.error(at, Rule::IntegerFits, label);
                }
                self.types.int(*width)
            }
            Const::F32(_) => self.types.intern(Ty::F32),
            Const::F64(_) => self.types.intern(Ty::F64),
            Const::Str(_) => self.types.intern(Ty::Str),
            Const::Big(_) => self.types.intern(Ty::Big),
            Const::Null => self.types.intern(Ty::Ptr),
        }
    }

    fn same(&mut self, at: About, rule: Rule, want: TyId, got: TyId) {
        if want != got {
            let label = format!("wants {}, given {}", self.show(want), self.show(got));
            self.error(at, rule, label);
        }
    }

    /// A position that must be there if positions are asked for.
    fn position(&mut self, at: About, pos: Pos, what: &str) {
        if self.options.require_positions && pos.is_none() {
            self.error(at, Rule::NoPosition, format!("this {what} has no position"));
        }
        self.known_position(at, pos);
    }

    /// A position that must be in the table if it is there.
    fn known_position(&mut self, at: About, pos: Pos) {
        if !pos.is_none() && self.module.positions.get(pos).is_none() {
            self.error(at, Rule::UnknownPosition, format!("{pos:?} is not in the table"));
        }
    }
}
