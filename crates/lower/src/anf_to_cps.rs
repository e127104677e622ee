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
//! A throw to `k` from the function that binds it needs no captured value: it
//! is a jump to `c`, after the handlers in between have been taken off.
//!
//! The bindings of a body are walked in a loop; what follows a call becomes the
//! body of its continuation when the walk has reached the end.

use crate::flat::Flat;
use anf::{Atom as A, Body as ABody, Let as ALet, Tail as ATail};
use base::{Name, Pos, SecondaryMap};
use cps::{Atom, Body, Cont, Fun, Let, Module, Tail, Var, VarInfo};
use prim::{AnyClass, Data, Op, Ty, TyId};
use std::rc::Rc;

/// Translates a module.
pub fn anf_to_cps(module: &anf::Module) -> Module {
    let mut flat = Flat::new(&module.types);
    let mut vars = base::PrimaryMap::new();
    for (_, info) in module.vars.iter() {
        vars.push(VarInfo { name: info.name.clone(), ty: flat.one(info.ty) });
    }
    let mut cx = Lower {
        module,
        flat,
        vars,
        env: SecondaryMap::new(),
        direct: SecondaryMap::new(),
        place: Place { fun: 0, handlers: Vec::new() },
        funs: 0,
    };
    let funs = module.funs.iter().map(|f| cx.fun(f)).collect();
    let globals = map_values(&module.globals, |g| prim::Global { ty: cx.flat.one(g.ty), ..g.clone() });
    let foreigns = map_values(&module.foreigns, |f| prim::Foreign {
        params: cx.flat.explode_all(&f.params),
        results: cx.flat.explode_all(&f.results),
        ..f.clone()
    });
    Module {
        types: cx.flat.to,
        vars: cx.vars,
        positions: module.positions.clone(),
        globals,
        foreigns,
        imports: module.imports.iter().map(|i| cps::Import { var: Var(i.var.0), symbol: i.symbol.clone() }).collect(),
        funs,
        exports: module.exports.iter().map(|v| Var(v.0)).collect(),
        entry: module.entry.map(|v| Var(v.0)),
    }
}

fn map_values<K: base::EntityId, V>(map: &base::PrimaryMap<K, V>, mut f: impl FnMut(&V) -> V) -> base::PrimaryMap<K, V> {
    let mut to = base::PrimaryMap::new();
    for value in map.values() {
        to.push(f(value));
    }
    to
}

struct Lower<'a> {
    module: &'a anf::Module,
    flat: Flat<'a>,
    vars: base::PrimaryMap<Var, VarInfo>,
    /// What stands for a variable that is not simply itself: the components
    /// of an unboxed tuple, or what it is a copy of.
    env: SecondaryMap<anf::Var, Option<Rc<[Atom]>>>,
    /// The continuation behind a first-class one, and where it was bound.
    direct: SecondaryMap<anf::Var, Option<(Var, Place)>>,
    place: Place,
    funs: u32,
}

/// A function and the handlers that were in force before each enclosing
/// `handle` of it, outermost first.
#[derive(Clone)]
struct Place {
    fun: u32,
    handlers: Vec<Var>,
}

/// What a body continues in, once the rest of it has been translated.
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
        let parts: Vec<Var> = self.flat.explode(ty).iter().map(|ty| self.vars.push(VarInfo { name: name.clone(), ty: *ty })).collect();
        self.env[var] = Some(parts.iter().map(|v| Atom::Var(*v)).collect());
        parts
    }

    fn bind_all(&mut self, vars: &[anf::Var]) -> Vec<Var> {
        vars.iter().flat_map(|v| self.bind(*v)).collect()
    }

    /// Binds parameters that travel as `spread` says; the tuple that is not
    /// built any more is built again in `lets`.
    fn bind_spread(&mut self, vars: &[anf::Var], spread: (Option<TyId>, Vec<TyId>), lets: &mut Vec<Let>, pos: Pos) -> Vec<Var> {
        let bound = self.bind_all(vars);
        let (Some(_), parts) = spread else { return bound };
        let name = self.vars[bound[0]].name.clone();
        let parts: Vec<Var> = parts.iter().map(|ty| self.fresh(&name, *ty)).collect();
        let args = parts.iter().map(|v| Atom::Var(*v)).collect();
        lets.push(Let::Op { dst: bound, op: Data::Tuple.into(), args, pos });
        parts
    }

    /// The operands that travel for `atoms`; components of a spread tuple are
    /// taken in `lets`.
    fn spread(&mut self, atoms: Vec<Atom>, spread: (Option<TyId>, Vec<TyId>), lets: &mut Vec<Let>, pos: Pos) -> Vec<Atom> {
        let (Some(_), parts) = spread else { return atoms };
        let fields = parts.iter().enumerate().map(|(i, ty)| {
            let part = self.vars.push(VarInfo { name: Name::from("p"), ty: *ty });
            lets.push(Let::Op { dst: vec![part], op: Data::Get(i as u32).into(), args: atoms.clone(), pos });
            Atom::Var(part)
        });
        fields.collect()
    }

    fn fun(&mut self, fun: &'a anf::Fun) -> Fun {
        self.funs += 1;
        let outer = std::mem::replace(&mut self.place, Place { fun: self.funs, handlers: Vec::new() });
        let mut lets = Vec::new();
        let tys: Vec<TyId> = fun.params.iter().map(|p| self.ty(*p)).collect();
        let spread = self.flat.params(&tys);
        let params = self.bind_spread(&fun.params, spread, &mut lets, fun.pos);
        let results = self.flat.results(&fun.results).1;
        let k = self.fresh_cont("k", &results);
        let body = self.body(&fun.body, k, &fun.results, lets);
        self.place = outer;
        Fun { name: Var(fun.name.0), params, k, body, pos: fun.pos }
    }

    /// Translates a body whose `ret` goes to `k` with values of the types
    /// `results`; `lets` come first.
    fn body(&mut self, body: &'a ABody, k: Var, results: &[TyId], mut lets: Vec<Let>) -> Body {
        let mut pending = Vec::new();
        for binding in &body.lets {
            match binding {
                ALet::Op { dst, op, args, pos } => self.op(dst, op, args, *pos, &mut lets),
                ALet::Call { dst, fun, args, pos } => {
                    let (fun, args) = self.call(fun, args, *pos, &mut lets);
                    self.rest_of(dst, *pos, &mut lets, &mut pending, Then::Call { fun, args, pos: *pos });
                }
                ALet::Callcc { dst, fun, pos } => {
                    let tys: Vec<TyId> = dst.iter().map(|v| self.ty(*v)).collect();
                    let results = self.flat.results(&tys).1;
                    let captured = self.fresh_cont("c", &results);
                    let then = Then::Call { fun: self.one_atom(fun), args: vec![Atom::Var(captured)], pos: *pos };
                    self.rest_of(dst, *pos, &mut lets, &mut pending, then);
                    if let Some(Pending::Rest { cont, lets, .. }) = pending.last_mut() {
                        lets.push(Let::Capture { dst: captured, k: *cont });
                    }
                }
                ALet::Handle { dst, body, exn, handler, pos } => {
                    self.handle(dst, body, *exn, handler, *pos, &mut lets, &mut pending);
                }
                ALet::Funs(funs) => lets.push(Let::Funs(funs.iter().map(|f| self.fun(f)).collect())),
                ALet::Join(block) => {
                    let params = self.bind_all(&block.params);
                    let tys = params.iter().map(|p| self.vars[*p].ty).collect();
                    self.vars[Var(block.name.0)].ty = self.flat.to.intern(Ty::Cont(tys));
                    let body = self.body(&block.body, k, results, Vec::new());
                    lets.push(Let::Conts(vec![Cont { name: Var(block.name.0), params, body, pos: block.pos }]));
                }
                ALet::Cont(block) => self.cont(block, k, results, &mut lets),
            }
        }
        let tail = self.tail(&body.tail, k, results, &mut lets);
        finish(Body { lets, tail }, pending)
    }

    /// From here on, bindings belong to the continuation of `then`.
    fn rest_of(&mut self, dst: &[anf::Var], pos: Pos, lets: &mut Vec<Let>, pending: &mut Vec<Pending>, then: Then) {
        let tys: Vec<TyId> = dst.iter().map(|v| self.ty(*v)).collect();
        let spread = self.flat.results(&tys);
        let cont = self.fresh_cont("j", &spread.1);
        let mut rest = Vec::new();
        let params = self.bind_spread(dst, spread, &mut rest, pos);
        let lets = std::mem::replace(lets, rest);
        pending.push(Pending::Rest { lets, cont, params, pos, then });
    }

    fn call(&mut self, fun: &A, args: &[A], pos: Pos, lets: &mut Vec<Let>) -> (Atom, Vec<Atom>) {
        let tys: Vec<TyId> = match fun {
            A::Var(v) => match self.module.types.get(self.ty(*v)) {
                Ty::Fun(params, _) => params.clone(),
                _ => Vec::new(),
            },
            A::Const(_) => Vec::new(),
        };
        let spread = self.flat.params(&tys);
        let args = self.all_atoms(args);
        let args = self.spread(args, spread, lets, pos);
        (self.one_atom(fun), args)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one construct")]
    fn handle(
        &mut self,
        dst: &[anf::Var],
        body: &'a ABody,
        exn: anf::Var,
        handler: &'a ABody,
        pos: Pos,
        lets: &mut Vec<Let>,
        pending: &mut Vec<Pending>,
    ) {
        let tys: Vec<TyId> = dst.iter().map(|v| self.ty(*v)).collect();
        let results = self.flat.results(&tys).1;
        let exn_ty = self.flat.one(self.ty(exn));
        let old = self.fresh_cont("old", &[exn_ty]);
        let normal = self.fresh_cont("n", &results);
        let handling = self.fresh_cont("h", &[exn_ty]);
        self.rest_of(dst, pos, lets, pending, Then::Handle(Body { lets: Vec::new(), tail: Tail::Unreachable }));
        let Some(Pending::Rest { cont, .. }) = pending.last() else { return };
        let join = *cont;

        let handler = self.body(handler, join, &tys, vec![Let::SetHandler { k: old }]);
        let params: Vec<Var> = results.iter().map(|ty| self.fresh("r", *ty)).collect();
        let leave = Body {
            lets: vec![Let::SetHandler { k: old }],
            tail: Tail::Jump { k: join, args: params.iter().map(|v| Atom::Var(*v)).collect() },
        };
        let before = vec![
            Let::GetHandler { k: old },
            Let::Conts(vec![Cont { name: normal, params, body: leave, pos }]),
            Let::Conts(vec![Cont { name: handling, params: vec![Var(exn.0)], body: handler, pos }]),
            Let::SetHandler { k: handling },
        ];
        self.place.handlers.push(old);
        let body = self.body(body, normal, &tys, before);
        self.place.handlers.pop();
        if let Some(Pending::Rest { then, .. }) = pending.last_mut() {
            *then = Then::Handle(body);
        }
    }

    fn cont(&mut self, block: &'a anf::Block, k: Var, results: &[TyId], lets: &mut Vec<Let>) {
        let tys: Vec<TyId> = block.params.iter().map(|p| self.ty(*p)).collect();
        let spread = self.flat.results(&tys);
        let behind = self.fresh_cont(&self.module.vars[block.name].name.clone(), &spread.1);
        let mut first = Vec::new();
        let params = self.bind_spread(&block.params, spread, &mut first, block.pos);
        let body = self.body(&block.body, k, results, first);
        lets.push(Let::Conts(vec![Cont { name: behind, params, body, pos: block.pos }]));
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
                let (fun, args) = self.call(fun, args, *pos, lets);
                Tail::Call { fun, args, k, pos: *pos }
            }
            ATail::Jump { join, args } => Tail::Jump { k: Var(join.0), args: self.all_atoms(args) },
            ATail::If { cond, then, els } => Tail::If {
                cond: self.one_atom(cond),
                then: Box::new(self.body(then, k, results, Vec::new())),
                els: Box::new(self.body(els, k, results, Vec::new())),
            },
            ATail::SwitchInt { scrutinee, cases, default } => Tail::SwitchInt {
                scrutinee: self.one_atom(scrutinee),
                cases: cases.iter().map(|(n, body)| (*n, self.body(body, k, results, Vec::new()))).collect(),
                default: Box::new(self.body(default, k, results, Vec::new())),
            },
            ATail::SwitchSum { scrutinee, sum, cases, default } => {
                let scrutinee = self.one_atom(scrutinee);
                let cases = cases.iter().map(|case| (case.tag, self.case(&scrutinee, *sum, case, k, results)));
                let cases = cases.collect();
                let default = default.as_ref().map(|body| Box::new(self.body(body, k, results, Vec::new())));
                Tail::SwitchSum { scrutinee, sum: *sum, cases, default }
            }
            ATail::Raise { exn, pos } => Tail::Raise { exn: self.one_atom(exn), k: Some(k), pos: *pos },
            ATail::Throw { cont, args, pos } => self.throw(cont, args, *pos, lets),
            ATail::Unreachable => Tail::Unreachable,
        }
    }

    fn case(&mut self, scrutinee: &Atom, sum: prim::SumId, case: &'a anf::Case, k: Var, results: &[TyId]) -> Body {
        let fields = self.bind_all(&case.fields);
        let take = |(i, field): (usize, &Var)| Let::Op {
            dst: vec![*field],
            op: Data::ConField(sum, case.tag, i as u32).into(),
            args: vec![scrutinee.clone()],
            pos: Pos::NONE,
        };
        let lets = fields.iter().enumerate().map(take).collect();
        self.body(&case.body, k, results, lets)
    }

    fn throw(&mut self, cont: &A, args: &[A], pos: Pos, lets: &mut Vec<Let>) -> Tail {
        let A::Var(var) = cont else { return Tail::Unreachable };
        let tys = match self.module.types.get(self.ty(*var)) {
            Ty::Cont(tys) => tys.clone(),
            _ => Vec::new(),
        };
        let spread = self.flat.results(&tys);
        let args = self.all_atoms(args);
        let args = self.spread(args, spread, lets, pos);
        match &self.direct[*var] {
            Some((behind, place)) if place.fun == self.place.fun => {
                if let Some(handler) = self.place.handlers.get(place.handlers.len()) {
                    lets.push(Let::SetHandler { k: *handler });
                }
                Tail::Jump { k: *behind, args }
            }
            _ => Tail::Throw { cont: self.one_atom(cont), args, pos },
        }
    }

    fn op(&mut self, dst: &[anf::Var], op: &Op, args: &[A], pos: Pos, lets: &mut Vec<Let>) {
        let Op::Data(data) = op else {
            let args = self.all_atoms(args);
            lets.push(Let::Op { dst: self.bind_all(dst), op: op.clone(), args, pos });
            return;
        };
        let mut emit = |dst: Vec<Var>, op: Data, args: Vec<Atom>| {
            lets.push(Let::Op { dst, op: op.into(), args, pos });
        };
        match data {
            Data::Copy | Data::Unboxed => self.env[dst[0]] = Some(self.all_atoms(args).into()),
            Data::Part(i) => {
                let (at, n) = self.component(&args[0], *i as usize);
                self.env[dst[0]] = Some(self.atoms(&args[0])[at..at + n].into());
            }
            Data::Get(i) => {
                let (at, _) = self.component(&args[0], *i as usize);
                let object = self.all_atoms(&args[..1]);
                for (j, part) in self.bind(dst[0]).into_iter().enumerate() {
                    emit(vec![part], Data::Get((at + j) as u32), object.clone());
                }
            }
            Data::Set(i) => {
                let (at, _) = self.component(&args[0], *i as usize);
                let object = self.one_atom(&args[0]);
                for (j, part) in self.atoms(&args[1]).into_iter().enumerate() {
                    emit(vec![], Data::Set((at + j) as u32), vec![object.clone(), part]);
                }
            }
            Data::Ref | Data::Deref | Data::Assign if self.is_wide_ref(data, dst, args) => {
                let values = self.all_atoms(args);
                match data {
                    Data::Ref => emit(vec![Var(dst[0].0)], Data::Tuple, values),
                    Data::Deref => {
                        for (j, part) in self.bind(dst[0]).into_iter().enumerate() {
                            emit(vec![part], Data::Get(j as u32), values.clone());
                        }
                    }
                    _ => {
                        for (j, part) in values[1..].iter().enumerate() {
                            emit(vec![], Data::Set(j as u32), vec![values[0].clone(), part.clone()]);
                        }
                    }
                }
            }
            Data::Inject | Data::Is(_) | Data::Project(_) => {
                let op = self.any_op(data, &args[0]);
                let args = self.all_atoms(args);
                emit(self.bind_all(dst), op, args);
            }
            other => {
                let args = self.all_atoms(args);
                emit(self.bind_all(dst), other.clone(), args);
            }
        }
    }

    /// Where component `i` of a tuple begins when it is flattened, and how many there are.
    fn component(&mut self, tuple: &A, i: usize) -> (usize, usize) {
        let A::Var(var) = tuple else { return (0, 0) };
        let fields: Vec<TyId> = match self.module.types.get(self.ty(*var)) {
            Ty::Tuple(fields) => fields.iter().map(|f| f.ty).collect(),
            Ty::Unboxed(parts) => parts.clone(),
            _ => Vec::new(),
        };
        let at = self.flat.explode_all(&fields[..i]).len();
        (at, self.flat.explode(fields[i]).len())
    }

    fn is_wide_ref(&self, data: &Data, dst: &[anf::Var], args: &[A]) -> bool {
        let var = match (data, &args[0]) {
            (Data::Ref, _) => dst[0],
            (_, A::Var(v)) => *v,
            (_, A::Const(_)) => return false,
        };
        let Ty::Ref(content) = self.module.types.get(self.ty(var)) else { return false };
        matches!(self.module.types.get(*content), Ty::Unboxed(_))
    }

    fn any_op(&self, data: &Data, arg: &A) -> Data {
        let types = &self.module.types;
        match (data, arg) {
            (Data::Is(ty), _) => Data::AnyIs(AnyClass::of(types, *ty)),
            (Data::Project(ty), _) => Data::AnyProject(AnyClass::of(types, *ty)),
            (_, A::Var(v)) => Data::AnyInject(AnyClass::of(types, self.ty(*v))),
            (_, A::Const(c)) => Data::AnyInject(match c {
                prim::Const::Int(w, _) => AnyClass::Int(*w),
                prim::Const::F32(_) => AnyClass::F32,
                prim::Const::F64(_) => AnyClass::F64,
                prim::Const::Str(_) => AnyClass::Boxed("str".into()),
                prim::Const::Big(_) => AnyClass::Boxed("intinf".into()),
                prim::Const::Null => AnyClass::Boxed("ptr".into()),
            }),
        }
    }
}

/// Puts the bodies of continuations where the walk went on.
fn finish(mut body: Body, pending: Vec<Pending>) -> Body {
    for Pending::Rest { mut lets, cont, params, pos, then } in pending.into_iter().rev() {
        // A captured continuation is bound before it is captured.
        let at = lets.iter().rposition(|l| !matches!(l, Let::Capture { k, .. } if *k == cont)).map_or(0, |i| i + 1);
        lets.insert(at, Let::Conts(vec![Cont { name: cont, params, body, pos }]));
        body = match then {
            Then::Call { fun, args, pos } => Body { lets, tail: Tail::Call { fun, args, k: cont, pos } },
            Then::Handle(inner) => {
                lets.extend(inner.lets);
                Body { lets, tail: inner.tail }
            }
        };
    }
    body
}
