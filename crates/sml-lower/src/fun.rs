//! Functions: workers that take all arguments, and what stands around them.

use super::{Arm, Binding, Cx, Dest, PolyGroup, Row, Val};
use anf::{Atom, Fun, Let, Tail};
use base::Pos;
use rustc_hash::FxHashMap;
use sml_elab::core::{Exp, ExpKind, Failing, FunBind, Loc, Pat, PatKind, Rule, TyVar, Var};
use std::rc::Rc;
use std::sync::Arc;
use types::TyId;

/// The instance of a group of functions.
pub(super) type Group = Rc<[Rc<Known>]>;

/// A function whose code is at hand.
pub(super) struct Known {
    pub(super) worker: anf::Var,
    /// The types of its curried arguments.
    pub(super) params: Vec<TyId>,
    pub(super) result: TyId,
    /// Is it at the top of the module?
    top: bool,
    name: Arc<str>,
}

/// A function of the core: clauses, or a variable bound to `fn`.
#[derive(Clone)]
pub(super) struct Def<'p> {
    pub(super) var: Var,
    pub(super) rows: Vec<Row<'p>>,
    pub(super) loc: Loc,
}

impl<'p> Def<'p> {
    /// Of clauses.
    pub(super) fn of_bind(bind: &'p FunBind) -> Def<'p> {
        let rows = bind
            .clauses
            .iter()
            .map(|clause| Row { pats: clause.pats.iter().collect(), arm: Arm::Exp(&clause.exp) });
        Def { var: bind.var, rows: rows.collect(), loc: bind.loc }.curried()
    }

    /// Of `val var = fn rules`.
    pub(super) fn of_fn(var: Var, rules: &'p [Rule], loc: Loc) -> Def<'p> {
        Def { var, rows: rows_of(rules), loc }.curried()
    }

    /// `fun f x y = e` is short for `val rec f = fn x => fn y => e`, so both are one function of
    /// two arguments, however far they are written out: this is what a curried function is
    /// in ANF, and no optimisation.
    fn curried(mut self) -> Def<'p> {
        while let [Row { pats, arm: Arm::Exp(e) }] = &self.rows[..]
            && let ExpKind::Fn(rules) = &e.kind
            && pats.iter().all(|pat| matches!(pat.kind, PatKind::Var(_) | PatKind::Wild))
            && !rules.is_empty()
        {
            let rows = rules.iter().map(|rule| Row {
                pats: pats.iter().copied().chain([&rule.pat]).collect(),
                arm: Arm::Exp(&rule.exp),
            });
            self.rows = rows.collect();
        }
        self
    }
}

fn rows_of(rules: &[Rule]) -> Vec<Row<'_>> {
    rules.iter().map(|r| Row { pats: vec![&r.pat], arm: Arm::Exp(&r.exp) }).collect()
}

impl<'p> Cx<'p> {
    /// Declares the function; its body comes later.
    pub(super) fn declare(&mut self, def: &Def<'p>, top: bool) -> Rc<Known> {
        let params: Vec<TyId> = def.rows[0].pats.iter().map(|pat| self.ty(pat.ty)).collect();
        let result = match &def.rows[0].arm {
            Arm::Exp(e) => self.ty(e.ty),
            Arm::Jump(..) => self.unit,
        };
        let types: Vec<TyId> = params.iter().flat_map(|ty| self.slots(*ty)).collect();
        let results = self.slots(result);
        let name = self.name_of(def.var);
        let worker = self.kept.b.declare(&name, &types, &results);
        Rc::new(Known { worker, params, result, top, name })
    }

    /// The body of a declared function.
    pub(super) fn define(&mut self, known: &Known, def: &Def<'p>) -> Fun {
        let pos = self.pos(self.program.vars[def.var].loc);
        let outer = std::mem::replace(&mut self.function, known.name.clone());
        let fun = self.function_body(known, def.rows.clone(), def.loc, pos);
        self.function = outer;
        fun
    }

    fn function_body(&mut self, known: &Known, rows: Vec<Row<'p>>, loc: Loc, pos: Pos) -> Fun {
        let (params, results, vals) = self.arriving(known, &rows);
        self.kept.b.open();
        let tail = self.matching(vals, rows, Failing::Match, loc, Dest::Ret);
        let body = self.kept.b.close(tail);
        Fun { name: known.worker, params, results, body, pos }
    }

    /// The parameters and types of results of a function, and its arguments as values.
    fn arriving(
        &mut self,
        known: &Known,
        rows: &[Row<'p>],
    ) -> (Vec<anf::Var>, Vec<TyId>, Vec<Val>) {
        let names = self.param_names(known, rows);
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        let (params, results) = self.kept.b.params(known.worker, &names);
        let mut vars = params.iter().copied();
        let mut vals = Vec::new();
        for ty in &known.params {
            let count = self.slots(*ty).len();
            let arrived: Vec<anf::Var> = vars.by_ref().take(count).collect();
            vals.push(Self::arrived(&arrived));
        }
        (params, results, vals)
    }

    /// Names for the parameters of a worker, from its patterns.
    fn param_names(&self, known: &Known, rows: &[Row<'p>]) -> Vec<Arc<str>> {
        let mut names = Vec::new();
        for (i, ty) in known.params.iter().enumerate() {
            let found = rows.iter().find_map(|row| {
                let (PatKind::Var(var) | PatKind::As(var, _)) = &row.pats[i].kind else {
                    return None;
                };
                Some(self.program.vars[*var].name)
            });
            let name = match found {
                Some(name) => self.program.names.text(name).clone(),
                None => Arc::from("x"),
            };
            names.extend(std::iter::repeat_n(name, self.slots(*ty).len()));
        }
        names
    }

    /// `fn rules` as a value.
    pub(super) fn fn_value(&mut self, rules: &'p [Rule], loc: Loc) -> Val {
        let rows = rows_of(rules);
        if rows.is_empty() {
            return Val::Unit;
        }
        let (param, result) = (self.ty(rules[0].pat.ty), self.ty(rules[0].exp.ty));
        let (types, results) = (self.slots(param), self.slots(result));
        let name: Arc<str> = match self.function.ends_with(".fn") {
            true => self.function.clone(),
            false => format!("{}.fn", self.function).into(),
        };
        let worker = self.kept.b.declare(&name, &types, &results);
        let known = Known { worker, params: vec![param], result, top: false, name: name.clone() };
        let pos = self.pos(loc);
        let outer = std::mem::replace(&mut self.function, name);
        let fun = self.function_body(&known, rows, loc, pos);
        self.function = outer;
        self.kept.b.funs(vec![fun]);
        Val::from(worker)
    }

    /// A declaration of functions inside another.
    pub(super) fn local_funs(&mut self, params: &'p [TyVar], defs: Vec<Def<'p>>) {
        if params.is_empty() {
            let known: Vec<Rc<Known>> = defs.iter().map(|def| self.declare(def, false)).collect();
            for (def, known) in defs.iter().zip(&known) {
                self.env.insert(def.var, Binding::Fun(known.clone()));
            }
            let funs = defs.iter().zip(&known).map(|(def, known)| self.define(known, def));
            let funs = funs.collect();
            self.kept.b.funs(funs);
            return;
        }
        let marker = self.marker();
        for (i, def) in defs.iter().enumerate() {
            self.env.insert(def.var, Binding::Poly(self.polys.len(), i));
        }
        let (instances, name) = (FxHashMap::default(), self.function.clone());
        self.polys.push(PolyGroup { params, binds: defs, marker, instances, current: None, name });
    }

    /// An instance of a local polymorphic function; without types, the one whose
    /// body we are in.
    pub(super) fn poly_instance(
        &mut self,
        group: usize,
        index: usize,
        tys: Vec<TyId>,
    ) -> Rc<Known> {
        let poly = &self.polys[group];
        let known = match &poly.current {
            Some(current) if tys.is_empty() => Some(current.clone()),
            _ => poly.instances.get(&tys).cloned(),
        };
        if let Some(known) = known {
            return known[index].clone();
        }
        let (params, defs, marker) = (poly.params, poly.binds.clone(), poly.marker);
        let outer = std::mem::replace(&mut self.function, poly.name.clone());
        let known: Group = self.with_types(params, &tys, |cx| {
            let known: Group = defs.iter().map(|def| cx.declare(def, false)).collect();
            cx.polys[group].instances.insert(tys.clone(), known.clone());
            if !cx.count_instance(defs[0].var) {
                return known;
            }
            let former = cx.polys[group].current.replace(known.clone());
            let loc = cx.loc;
            let funs = defs.iter().zip(known.iter()).map(|(def, known)| cx.define(known, def));
            let funs = funs.collect();
            cx.fills.entry(marker).or_default().push(Let::Funs(funs));
            cx.polys[group].current = former;
            if let Some(loc) = loc {
                cx.at(loc);
            }
            known
        });
        self.function = outer;
        known[index].clone()
    }

    /// A known function as a value.
    pub(super) fn known_value(&mut self, known: &Rc<Known>) -> Val {
        if known.params.len() == 1 {
            return Val::from(known.worker);
        }
        if !known.top {
            return self.partial(known, Vec::new());
        }
        if let Some(curried) = self.kept.curried.get(&known.worker) {
            return Val::from(*curried);
        }
        let fun = self.taking(known, 0, Vec::new());
        let name = fun.name;
        self.kept.curried.insert(known.worker, name);
        self.kept.b.add_fun(fun);
        Val::from(name)
    }

    /// A known function with the operands of its first arguments: a function of the next.
    pub(super) fn partial(&mut self, known: &Rc<Known>, args: Vec<Vec<Atom>>) -> Val {
        let given = args.len();
        let fun = self.taking(known, given, args.into_iter().flatten().collect());
        let name = fun.name;
        self.kept.b.funs(vec![fun]);
        Val::from(name)
    }

    /// A function that takes the arguments from `next` on, one by one, and calls the worker.
    fn taking(&mut self, known: &Known, next: usize, mut args: Vec<Atom>) -> Fun {
        let mut result = known.result;
        for later in known.params[next + 1..].iter().rev() {
            result = self.arrow(*later, result);
        }
        let (types, results) = (self.slots(known.params[next]), self.slots(result));
        let name = self.kept.b.declare(&known.name, &types, &results);
        let (params, results) = self.kept.b.params(name, &[]);
        let pos = self.loc.map_or(Pos::NONE, |loc| self.pos(loc));
        self.kept.b.open();
        args.extend(self.travel(&Self::arrived(&params)));
        let tail = if next + 1 == known.params.len() {
            Tail::TailCall { fun: known.worker.into(), args, pos }
        } else {
            let inner = self.taking(known, next + 1, args);
            let name = inner.name;
            self.kept.b.funs(vec![inner]);
            Tail::Ret(vec![name.into()])
        };
        let body = self.kept.b.close(tail);
        Fun { name, params, results, body, pos }
    }

    /// The expression that a pattern binds as a function, if it does.
    pub(super) fn as_function(pat: &'p Pat, exp: &'p Exp, loc: Loc) -> Option<Def<'p>> {
        match (&pat.kind, &exp.kind) {
            (PatKind::Var(var), ExpKind::Fn(rules)) if !rules.is_empty() => {
                Some(Def::of_fn(*var, rules, loc))
            }
            _ => None,
        }
    }
}
