//! ANF to CPS: names every continuation and flattens unboxed tuples.
//!
//! ```text
//! x: i64 = call f a           cont j(x: i64) { ret x + 1 }
//! ret x + 1              =>   call f a return j
//!
//! x = handle { B } with e     cont j(x) { rest }
//!            { H }            old = gethandler
//! rest                   =>   cont n(x) { sethandler old  jump j x }
//!                             cont h(e) { sethandler old  H, ret is jump j }
//!                             sethandler h
//!                             B, ret is jump n
//!
//! cont k(x) { B }             cont c(x) { B }
//! rest                   =>   k = capture c
//!                             rest
//! ```
//! A `tailcall` in a handle body, or in a handler that something follows, is a call
//! whose results go on as those of the body: it has a continuation of its own, so
//! that backtraces show it.
//!
//! A `callcc` whose results the function gives as its own captures the return of the function, so
//! that such calls need no more room than tail calls.
//!
//! A throw to `k` from the function that binds it needs no captured value: it
//! is a jump to `c`, after the handlers in between have been taken off.
//!
//! The bindings of a body are walked in a loop; what follows a call becomes the
//! body of its continuation when the walk has reached the end.

mod data;
mod handle;
mod hollow;
mod origin;

use crate::flat::Flat;
use anf::{Atom as A, Body as ABody, Let as ALet, Tail as ATail};
use base::{Name, Pos, SecondaryMap, bug};
use cps::{Atom, Body, Cont, Fun, Let, Module, Tail, Var, VarInfo};
use faults::{Fault, on};
use origin::Wanted;
use std::rc::Rc;
use types::{Ty, TyId};

/// Translates a module.
pub fn anf_to_cps(module: &anf::Module) -> Module {
    let mut flat = Flat::new(&module.types);
    let mut vars = base::PrimaryMap::new();
    for (_, info) in module.vars.iter() {
        vars.push(VarInfo { name: info.name.clone(), ty: flat.one(info.ty) });
    }
    let mut cx = Lower {
        module,
        wanted: Wanted::of(module),
        flat,
        vars,
        env: SecondaryMap::new(),
        direct: SecondaryMap::new(),
        place: Place { fun: 0, handlers: Vec::new() },
        return_k: None,
        funs: 0,
        positions: module.positions.clone(),
        function: Name::from(""),
    };
    let funs = module.funs.iter().map(|f| cx.fun(f)).collect();
    let globals =
        map_values(&module.globals, |g| types::Global { ty: cx.flat.one(g.ty), ..g.clone() });
    let foreigns = map_values(&module.foreigns, |f| types::Foreign {
        params: cx.flat.explode_all(&f.params),
        results: cx.flat.explode_all(&f.results),
        ..f.clone()
    });
    Module {
        types: cx.flat.to,
        vars: cx.vars,
        positions: cx.positions,
        globals,
        foreigns,
        imports: module
            .imports
            .iter()
            .map(|i| cps::Import { var: Var(i.var.0), symbol: i.symbol.clone() })
            .collect(),
        funs,
        exports: module.exports.iter().map(|v| Var(v.0)).collect(),
        defines: module
            .defines
            .iter()
            .map(|d| cps::Define { foreign: d.foreign, fun: Var(d.fun.0) })
            .collect(),
        entry: module.entry.map(|v| Var(v.0)),
    }
}

fn map_values<K: base::EntityId, V>(
    map: &base::PrimaryMap<K, V>,
    mut f: impl FnMut(&V) -> V,
) -> base::PrimaryMap<K, V> {
    let mut to = base::PrimaryMap::new();
    for value in map.values() {
        to.push(f(value));
    }
    to
}

struct Lower<'a> {
    module: &'a anf::Module,
    wanted: Wanted,
    flat: Flat<'a>,
    vars: base::PrimaryMap<Var, VarInfo>,
    /// The atoms that replace a variable: the components of an unboxed tuple, or the original of
    /// a copy; none if the variable stands for itself.
    env: SecondaryMap<anf::Var, Option<Rc<[Atom]>>>,
    /// The continuation behind a first-class one, and where it was bound.
    direct: SecondaryMap<anf::Var, Option<(Var, Place)>>,
    place: Place,
    /// The return of the function being translated.
    return_k: Option<Var>,
    funs: u32,
    positions: base::PosTable,
    /// The name of the function being translated.
    function: Name,
}

/// A function and the handlers that were in force before each enclosing
/// `handle` of it, outermost first.
#[derive(Clone)]
struct Place {
    fun: u32,
    handlers: Vec<Var>,
}

/// The part of a body before the one being translated, to be completed after it.
enum Pending {
    /// The rest is the body of the continuation; these bindings and this tail
    /// come before.
    Rest { lets: Vec<Let>, cont: Var, params: Vec<Var>, pos: Pos, then: Then },
}

enum Then {
    Call { fun: Atom, args: Vec<Atom>, pos: Pos },
    Handle(Body),
}

impl<'a> Lower<'a> {
    /// The position, said to be in the function being translated.
    fn at(&mut self, pos: Pos) -> Pos {
        let function = Some(self.function.clone());
        match self.positions.get_mut(pos) {
            None => pos,
            Some(info) if info.function == function => pos,
            Some(info) if info.function.is_none() => {
                info.function = function;
                pos
            }
            // Another function's too: this one gets a position of its own.
            Some(info) => {
                let info = base::PosInfo { function, ..info.clone() };
                self.positions.add(info)
            }
        }
    }

    fn fresh(&mut self, name: &str, ty: TyId) -> Var {
        self.vars.push(VarInfo { name: Name::from(name), ty })
    }

    fn fresh_cont(&mut self, name: &str, params: &[TyId]) -> Var {
        let ty = self.flat.to.intern(Ty::Cont(params.to_vec()));
        self.fresh(name, ty)
    }

    fn ty(&self, var: anf::Var) -> TyId {
        self.module.vars[var].ty
    }

    /// The components of an operand.
    fn atoms(&self, atom: &A) -> Vec<Atom> {
        match atom {
            A::Const(c) => vec![Atom::Const(c.clone())],
            A::Var(v) => match &self.env[*v] {
                Some(parts) => parts.to_vec(),
                None => vec![Atom::Var(Var(v.0))],
            },
        }
    }

    fn all_atoms(&self, atoms: &[A]) -> Vec<Atom> {
        atoms.iter().flat_map(|a| self.atoms(a)).collect()
    }

    fn one_atom(&self, atom: &A) -> Atom {
        self.atoms(atom).swap_remove(0)
    }

    /// Binds a variable: itself, or a new variable for each component.
    fn bind(&mut self, var: anf::Var) -> Vec<Var> {
        let ty = self.ty(var);
        if !matches!(self.module.types.get(ty), Ty::Unboxed(_)) {
            return vec![Var(var.0)];
        }
        let name = self.module.vars[var].name.clone();
        let parts: Vec<Var> = self
            .flat
            .explode(ty)
            .iter()
            .map(|ty| self.vars.push(VarInfo { name: name.clone(), ty: *ty }))
            .collect();
        self.env[var] = Some(parts.iter().map(|v| Atom::Var(*v)).collect());
        parts
    }

    fn bind_all(&mut self, vars: &[anf::Var]) -> Vec<Var> {
        vars.iter().flat_map(|v| self.bind(*v)).collect()
    }

    fn fun(&mut self, fun: &'a anf::Fun) -> Fun {
        self.funs += 1;
        let name = self.module.vars[fun.name].name.clone();
        let function = std::mem::replace(&mut self.function, name);
        let pos = self.at(fun.pos);
        let outer =
            std::mem::replace(&mut self.place, Place { fun: self.funs, handlers: Vec::new() });
        let mut lets = Vec::new();
        let tys: Vec<TyId> = fun.params.iter().map(|p| self.ty(*p)).collect();
        let spread = self.flat.params(&tys);
        let params = self.bind_spread(&fun.params, spread, &mut lets, pos);
        let results = self.flat.results(&fun.results).1;
        let k = self.fresh_cont("k", &results);
        let return_k = self.return_k.replace(k);
        let body = self.body(&fun.body, k, &fun.results, lets);
        self.return_k = return_k;
        self.place = outer;
        self.function = function;
        Fun { name: Var(fun.name.0), params, k, body, pos }
    }

    /// Translates a body whose `ret` goes to `k` with values of the types
    /// `results`; `lets` come first.
    fn body(&mut self, whole: &'a ABody, k: Var, results: &[TyId], mut lets: Vec<Let>) -> Body {
        let mut pending = Vec::new();
        for (i, binding) in whole.lets.iter().enumerate() {
            match binding {
                ALet::Op { dst, op, args, pos } => {
                    let pos = self.at(*pos);
                    self.op(dst, op, args, pos, &mut lets);
                }
                ALet::Call { dst, fun, args, pos } => {
                    let pos = self.at(*pos);
                    let (fun, args) = self.call(fun, args, pos, &mut lets);
                    self.rest_of(dst, pos, &mut lets, &mut pending, Then::Call { fun, args, pos });
                }
                ALet::Callcc { dst, fun, pos } => {
                    let pos = self.at(*pos);
                    let tys: Vec<TyId> = dst.iter().map(|v| self.ty(*v)).collect();
                    let captures = self.flat.results(&tys).1;
                    let captured = self.fresh_cont("c", &captures);
                    let (fun, args) = (self.one_atom(fun), vec![Atom::Var(captured)]);
                    let last = i + 1 == whole.lets.len() && whole.tail.returns(dst);
                    if last && Some(k) == self.return_k {
                        lets.push(Let::Capture { dst: captured, k });
                        return finish(
                            Body { lets, tail: Tail::Call { fun, args, k, pos } },
                            pending,
                        );
                    }
                    let then = Then::Call { fun, args, pos };
                    self.rest_of(dst, pos, &mut lets, &mut pending, then);
                    if let Some(Pending::Rest { cont, lets, .. }) = pending.last_mut() {
                        lets.push(Let::Capture { dst: captured, k: *cont });
                    }
                }
                ALet::Handle { dst, body, exn, origin, handler, pos } => {
                    let last = i + 1 == whole.lets.len() && whole.tail.returns(dst);
                    let after = last.then_some(k);
                    let pos = self.at(*pos);
                    let parts = (body, (*exn, *origin), handler);
                    self.handle(dst, parts, after, pos, &mut lets, &mut pending);
                }
                ALet::Funs(funs) => {
                    lets.push(Let::Funs(funs.iter().map(|f| self.fun(f)).collect()))
                }
                ALet::Join(block) => {
                    let params = self.bind_all(&block.params);
                    let tys = params.iter().map(|p| self.vars[*p].ty).collect();
                    self.vars[Var(block.name.0)].ty = self.flat.to.intern(Ty::Cont(tys));
                    let body = self.body(&block.body, k, results, Vec::new());
                    let pos = self.at(block.pos);
                    lets.push(Let::Conts(vec![Cont::new(Var(block.name.0), params, body, pos)]));
                }
                ALet::Cont(block) => self.cont(block, k, results, &mut lets),
            }
        }
        let tail = self.tail(&whole.tail, k, results, &mut lets);
        finish(Body { lets, tail }, pending)
    }

    /// From here on, bindings belong to the continuation of `then`.
    fn rest_of(
        &mut self,
        dst: &[anf::Var],
        pos: Pos,
        lets: &mut Vec<Let>,
        pending: &mut Vec<Pending>,
        then: Then,
    ) {
        let tys: Vec<TyId> = dst.iter().map(|v| self.ty(*v)).collect();
        let spread = self.flat.results(&tys);
        let cont = self.fresh_cont("j", &spread.1);
        let mut rest = Vec::new();
        let params = self.bind_spread(dst, spread, &mut rest, pos);
        let lets = std::mem::replace(lets, rest);
        pending.push(Pending::Rest { lets, cont, params, pos, then });
    }

    fn call(&mut self, fun: &A, args: &[A], pos: Pos, lets: &mut Vec<Let>) -> (Atom, Vec<Atom>) {
        let A::Var(var) = fun else { bug!("a call of the constant {fun:?}") };
        let ty = self.module.types.get(self.ty(*var));
        let Ty::Fun(params, _) = ty else { bug!("a call of a value of type {ty:?}") };
        let spread = self.flat.params(params);
        let args = self.all_atoms(args);
        let args = self.spread(args, spread, lets, pos);
        (self.one_atom(fun), args)
    }

    fn cont(&mut self, block: &'a anf::Block, k: Var, results: &[TyId], lets: &mut Vec<Let>) {
        let tys: Vec<TyId> = block.params.iter().map(|p| self.ty(*p)).collect();
        let spread = self.flat.results(&tys);
        let behind = self.fresh_cont(&self.module.vars[block.name].name.clone(), &spread.1);
        let mut first = Vec::new();
        let pos = self.at(block.pos);
        let params = self.bind_spread(&block.params, spread, &mut first, pos);
        let body = self.body(&block.body, k, results, first);
        lets.push(Let::Conts(vec![Cont::new(behind, params, body, pos)]));
        lets.push(Let::Capture { dst: Var(block.name.0), k: behind });
        self.direct[block.name] = Some((behind, self.place.clone()));
    }

    fn tail(&mut self, tail: &'a ATail, k: Var, results: &[TyId], lets: &mut Vec<Let>) -> Tail {
        match tail {
            ATail::Ret(atoms) => {
                let spread = self.flat.results(results);
                let atoms = self.all_atoms(atoms);
                Tail::Jump { k, args: self.spread(atoms, spread, lets, Pos::NONE) }
            }
            ATail::TailCall { fun, args, pos } => {
                let pos = self.at(*pos);
                let (fun, args) = self.call(fun, args, pos, lets);
                let k = if Some(k) == self.return_k { k } else { self.call_and_jump(k, pos, lets) };
                Tail::Call { fun, args, k, pos }
            }
            ATail::Jump { join, args } => Tail::Jump { k: Var(join.0), args: self.all_atoms(args) },
            ATail::If { cond, then, els } => Tail::If {
                cond: self.one_atom(cond),
                then: Box::new(self.body(then, k, results, Vec::new())),
                els: Box::new(self.body(els, k, results, Vec::new())),
            },
            ATail::SwitchInt { scrutinee, cases, default } => Tail::SwitchInt {
                scrutinee: self.one_atom(scrutinee),
                cases: cases
                    .iter()
                    .map(|(n, body)| (*n, self.body(body, k, results, Vec::new())))
                    .collect(),
                default: Box::new(self.body(default, k, results, Vec::new())),
            },
            ATail::SwitchSum { scrutinee, sum, cases, default } => {
                let scrutinee = self.one_atom(scrutinee);
                let cases = cases
                    .iter()
                    .map(|case| (case.tag, self.case(&scrutinee, *sum, case, k, results)));
                let cases = cases.collect();
                let default =
                    default.as_ref().map(|body| Box::new(self.body(body, k, results, Vec::new())));
                Tail::SwitchSum { scrutinee, sum: *sum, cases, default }
            }
            ATail::Raise { exn, origin, pos } => Tail::Raise {
                exn: self.one_atom(exn),
                origin: origin.as_ref().map(|origin| self.one_atom(origin)),
                pos: self.at(*pos),
            },
            ATail::Throw { cont, args, pos } => {
                let pos = self.at(*pos);
                self.throw(cont, args, pos, lets)
            }
            ATail::Unreachable => Tail::Unreachable,
        }
    }

    fn case(
        &mut self,
        scrutinee: &Atom,
        sum: types::SumId,
        case: &'a anf::Case,
        k: Var,
        results: &[TyId],
    ) -> Body {
        let fields = self.bind_all(&case.fields);
        let take = |(i, field): (usize, &Var)| Let::Op {
            dst: vec![*field],
            op: cps::Op::ConField(sum, case.tag, i as u32),
            args: vec![scrutinee.clone()],
            pos: Pos::NONE,
        };
        let lets = fields.iter().enumerate().map(take).collect();
        self.body(&case.body, k, results, lets)
    }

    fn throw(&mut self, cont: &A, args: &[A], pos: Pos, lets: &mut Vec<Let>) -> Tail {
        let A::Var(var) = cont else { bug!("a throw to the constant {cont:?}") };
        let ty = self.module.types.get(self.ty(*var));
        let Ty::Cont(tys) = ty else { bug!("a throw to a value of type {ty:?}") };
        let spread = self.flat.results(tys);
        let args = self.all_atoms(args);
        let args = self.spread(args, spread, lets, pos);
        match &self.direct[*var] {
            Some((behind, place)) if place.fun == self.place.fun => {
                if let Some(handler) = self.place.handlers.get(place.handlers.len())
                    && !on(Fault::ThrowKeepsHandler)
                {
                    lets.push(Let::SetHandler { k: *handler });
                }
                Tail::Jump { k: *behind, args }
            }
            _ => Tail::Throw { cont: self.one_atom(cont), args, pos },
        }
    }
}

/// Puts the bodies of continuations where the walk went on.
fn finish(mut body: Body, pending: Vec<Pending>) -> Body {
    for Pending::Rest { mut lets, cont, params, pos, then } in pending.into_iter().rev() {
        // A captured continuation is bound before it is captured.
        let at = lets
            .iter()
            .rposition(|l| !matches!(l, Let::Capture { k, .. } if *k == cont))
            .map_or(0, |i| i + 1);
        lets.insert(at, Let::Conts(vec![Cont::new(cont, params, body, pos)]));
        body = match then {
            Then::Call { fun, args, pos } => {
                Body { lets, tail: Tail::Call { fun, args, k: cont, pos } }
            }
            Then::Handle(inner) => {
                lets.extend(inner.lets);
                Body { lets, tail: inner.tail }
            }
        };
    }
    body
}
