//! What is known of handlers and captured continuations.

use crate::census::Census;
use cps::{Atom, Body, Fun, Let, Module, Tail, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use types::Ty;

/// The handler at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handler {
    /// The one with which this function or continuation, which the place is in, was entered.
    Of(Var),
    /// Any.
    Other,
}

/// A place in the program.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The function that it is in.
    pub(super) fun: Var,
    /// The return of that function.
    pub(super) k: Var,
    /// The innermost continuation that it is in, or the function.
    pub(super) here: Var,
    handler: Handler,
}

/// `x = capture k`
pub(super) struct Captured {
    pub(super) k: Var,
    pub(super) place: Place,
}

/// `throw x a...`, where `x` is a variable.
pub(super) struct Throw {
    pub(super) cont: Var,
    pub(super) place: Place,
}

/// A call that passes a continuation where the function may take its return.
struct Passed {
    /// The parameter.
    param: Var,
    arg: Atom,
    /// The continuation of the call.
    k: Var,
    place: Place,
}

/// The facts that one walk over a module finds.
#[derive(Default)]
pub(crate) struct Facts {
    pub(super) throws: Vec<Throw>,
    captured: FxHashMap<Var, Captured>,
    passed: Vec<Passed>,
    /// By known function: its parameters with the type of its return, and their places.
    params: FxHashMap<Var, Vec<(usize, Var)>>,
    /// The functions of these parameters.
    owners: FxHashMap<Var, Var>,
    /// What variables bound to the current handler stand for.
    handlers: FxHashMap<Var, Handler>,
    /// The continuations that are entered with the handler with which another was.
    entered: FxHashMap<Var, Vec<Var>>,
    /// Continuations that may be entered with another handler than their function was.
    changed: FxHashSet<Var>,
    /// Parameters that may be given something else than the return.
    refused: FxHashSet<Var>,
    returns: Vec<Var>,
}

impl Facts {
    /// The facts, if every function returns with its handler, and no other unit takes part.
    pub(crate) fn of(module: &Module, census: &Census) -> Option<Facts> {
        if !module.imports.is_empty() || !module.exports.is_empty() {
            return None;
        }
        let mut facts = Facts::default();
        module.funs.iter().for_each(|fun| facts.candidates(module, census, fun));
        module.funs.iter().for_each(|fun| facts.fun(fun));
        let changed = facts.changed.iter().copied().collect();
        close(&mut facts.changed, changed, &facts.entered);
        let balanced = !facts.returns.iter().any(|k| facts.changed.contains(k));
        if !balanced {
            return None;
        }
        facts.refuse();
        Some(facts)
    }

    /// True if something is captured.
    pub(super) fn captures(&self) -> bool {
        !self.captured.is_empty()
    }

    /// What is thrown to, if it was captured in this function with the handler of the throw.
    pub(super) fn captured(&self, throw: &Throw) -> Option<&Captured> {
        let captured = self.captured.get(&throw.cont)?;
        let here = captured.place.fun == throw.place.fun;
        (here && self.same_handler(captured.place, throw.place)).then_some(captured)
    }

    /// The return of the function, if it is what is thrown to.
    pub(super) fn returned(&self, throw: &Throw) -> Option<Var> {
        let own = self.owners.get(&throw.cont) == Some(&throw.place.fun);
        let always = !self.refused.contains(&throw.cont) && self.has_own_handler(throw.place);
        (own && always).then_some(throw.place.k)
    }

    fn same_handler(&self, a: Place, b: Place) -> bool {
        let equal = a.handler == b.handler && a.handler != Handler::Other;
        equal || self.has_own_handler(a) && self.has_own_handler(b)
    }

    /// True if the handler is the one that the function was called with.
    fn has_own_handler(&self, place: Place) -> bool {
        self.is_own(place.handler)
    }

    /// The same of the handler itself.
    pub(crate) fn is_own(&self, handler: Handler) -> bool {
        match handler {
            Handler::Of(cont) => !self.changed.contains(&cont),
            Handler::Other => false,
        }
    }

    /// The handler that there is once this one has been set.
    pub(crate) fn set(&self, k: Var) -> Handler {
        self.handlers.get(&k).copied().unwrap_or(Handler::Other)
    }

    fn candidates(&mut self, module: &Module, census: &Census, fun: &Fun) {
        if census[fun.name].only_called() {
            let returns = module.ty(fun.k);
            let params = fun.params.iter().copied().enumerate();
            let params: Vec<_> = params.filter(|(_, p)| module.ty(*p) == returns).collect();
            if matches!(module.types.get(returns), Ty::Cont(_)) && !params.is_empty() {
                params.iter().for_each(|(_, p)| _ = self.owners.insert(*p, fun.name));
                self.params.insert(fun.name, params);
            }
        }
        self.nested(module, census, &fun.body);
    }

    fn nested(&mut self, module: &Module, census: &Census, body: &Body) {
        for binding in &body.lets {
            match binding {
                Let::Funs(funs) => funs.iter().for_each(|f| self.candidates(module, census, f)),
                Let::Conts(_) => {
                    binding.bodies().for_each(|body| self.nested(module, census, body));
                }
                Let::Op { .. } | Let::Capture { .. } => {}
                Let::GetHandler { .. } | Let::SetHandler { .. } => {}
            }
        }
        body.tail.bodies().for_each(|body| self.nested(module, census, body));
    }

    fn fun(&mut self, fun: &Fun) {
        self.returns.push(fun.k);
        let (name, k) = (fun.name, fun.k);
        self.body(&fun.body, Place { fun: name, k, here: name, handler: Handler::Of(name) });
    }

    fn body(&mut self, body: &Body, mut place: Place) {
        for binding in &body.lets {
            match binding {
                Let::Op { .. } => {}
                Let::Funs(funs) => funs.iter().for_each(|fun| self.fun(fun)),
                Let::Conts(conts) => {
                    for cont in conts {
                        let (here, handler) = (cont.name, Handler::Of(cont.name));
                        self.body(&cont.body, Place { here, handler, ..place });
                    }
                }
                Let::GetHandler { k } => _ = self.handlers.insert(*k, place.handler),
                Let::SetHandler { k } => {
                    // A raise enters it with itself as the handler.
                    self.changed.insert(*k);
                    place.handler = self.set(*k);
                }
                Let::Capture { dst, k } => {
                    self.enter(*k, place);
                    self.captured.insert(*dst, Captured { k: *k, place });
                }
            }
        }
        match &body.tail {
            Tail::Call { fun, args, k, .. } => {
                self.enter(*k, place);
                let params = fun.var().and_then(|f| self.params.get(&f)).into_iter().flatten();
                let passed = params.map(|(i, param)| Passed {
                    param: *param,
                    arg: args[*i].clone(),
                    k: *k,
                    place,
                });
                self.passed.extend(passed);
            }
            Tail::Jump { k, .. } => self.enter(*k, place),
            Tail::Throw { cont: Atom::Var(cont), .. } => {
                self.throws.push(Throw { cont: *cont, place });
            }
            Tail::Throw { cont: Atom::Const(_), .. } => {}
            Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => {}
            Tail::Raise { .. } | Tail::Unreachable => {}
        }
        body.tail.bodies().for_each(|body| self.body(body, place));
    }

    /// A continuation is entered with the handler of a place.
    fn enter(&mut self, k: Var, place: Place) {
        match place.handler {
            Handler::Of(from) => self.entered.entry(from).or_default().push(k),
            Handler::Other => _ = self.changed.insert(k),
        }
    }

    /// Finds the parameters that may be given something else than the return.
    fn refuse(&mut self) {
        let mut passed_on: FxHashMap<Var, Vec<Var>> = FxHashMap::default();
        let mut refused = Vec::new();
        for Passed { param, arg, k, place } in &self.passed {
            let arg = arg.var();
            let captured = arg.and_then(|arg| self.captured.get(&arg));
            let returned = |c: &Captured| c.k == *k && self.same_handler(c.place, *place);
            if captured.is_some_and(returned) {
                continue;
            }
            let own = |arg: &Var| self.owners.get(arg) == Some(&place.fun);
            match arg.filter(own) {
                Some(arg) if *k == place.k && self.has_own_handler(*place) => {
                    passed_on.entry(arg).or_default().push(*param);
                }
                _ => refused.push(*param),
            }
        }
        self.refused.extend(refused.iter().copied());
        close(&mut self.refused, refused, &passed_on);
    }
}

/// Adds what `edges` lead to from the members of a set.
fn close(set: &mut FxHashSet<Var>, mut members: Vec<Var>, edges: &FxHashMap<Var, Vec<Var>>) {
    while let Some(member) = members.pop() {
        let next = edges.get(&member).into_iter().flatten().copied();
        members.extend(next.filter(|v| set.insert(*v)));
    }
}
