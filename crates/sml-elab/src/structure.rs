//! Structures whose contents are made when they are asked for.
//!
//! A signature in use is a copy of another with other types, and large ones contain
//! hundreds of structures of which a program looks at a few. So a copy refers to its
//! original, and gets contents of its own when a name in it is looked up. Its *origin* is
//! the environment that was written down (the root) and the types chosen for those that the
//! root mentions. It describes the types of a copy without contents: two structures of one
//! root differ in these types only.

use super::env::{Env, Status, StrId, Table, TyFun, TyStr, Val};
use super::realise::Realisation;
use super::{Core, Elab};
use crate::core::{Node, Ty, TyCon, VarInfo, each_part};
use base::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use sml_syntax::names::Sym;
use std::rc::Rc;

/// Type functions for type constructors.
pub(crate) type Choice = FxHashMap<TyCon, TyFun>;

/// A structure or the contents of a signature.
pub(crate) struct Structure {
    /// Its contents, once they have been asked for.
    contents: Option<Rc<Env>>,
    made: Made,
    origin: Option<Origin>,
    mentioned: Option<Rc<Mentioned>>,
}

/// The ways to make a structure.
#[derive(Clone)]
enum Made {
    /// It was written down.
    Written,
    /// A copy of another with these types chosen.
    Realised(StrId, Rc<Choice>),
    /// A parameter of a functor, of which only its signature is known.
    Abstract(StrId),
}

/// The structure that was written, and the types that stand for those it mentions
/// ([`Mentioned`]).
#[derive(Clone)]
pub(crate) struct Origin {
    root: StrId,
    types: Rc<[TyFun]>,
}

/// The type constructors that a structure mentions, those that it names first.
#[derive(Default)]
pub(crate) struct Mentioned {
    tycons: Vec<TyCon>,
    /// The paths that name them first, in the order of a walk through its types, then its
    /// structures; as many as it names.
    paths: Vec<Rc<[Sym]>>,
}

impl Structure {
    /// One that was written down.
    pub(crate) fn written(env: Env) -> Structure {
        Structure::new(Some(env), Made::Written)
    }

    fn new(env: Option<Env>, made: Made) -> Structure {
        Structure { contents: env.map(Rc::new), made, origin: None, mentioned: None }
    }
}

impl Elab {
    /// The contents of a structure.
    pub(crate) fn contents(&mut self, id: StrId) -> Rc<Env> {
        if let Some(env) = &self.core.entities.strs[id].contents {
            return env.clone();
        }
        let env = match self.core.entities.strs[id].made {
            Made::Abstract(sig) => {
                let env = self.contents(sig);
                Rc::new(self.abstract_env(&env))
            }
            Made::Written | Made::Realised(..) => {
                let Origin { root, types } = self.origin(id);
                let mentioned = self.mentioned(root);
                let tycons = mentioned.tycons.iter().copied().zip(types.iter().copied());
                let choice: Choice =
                    tycons.filter(|(tycon, fun)| *fun != TyFun::Con(*tycon)).collect();
                let env = self.contents(root);
                if choice.is_empty() {
                    env
                } else {
                    Rc::new(self.core.realise_env(&env, Rc::new(choice)))
                }
            }
        };
        self.core.entities.strs[id].contents = Some(env.clone());
        env
    }

    fn abstract_env(&mut self, env: &Env) -> Env {
        let mut vals = Vec::new();
        for (name, val) in env.vals.iter() {
            let val = self.abstract_val(name, val);
            vals.push((name, val));
        }
        let strs =
            env.strs.iter().map(|(name, s)| (name, self.core.abstract_structure(s))).collect();
        let (vals, strs) = (Table::of(vals), Table::of(strs));
        let (types, order) = (env.types.clone(), env.order.clone());
        Env { vals, types, strs, order, error: env.error }
    }

    /// A variable or an exception constructor for a specified one; others as they are.
    fn abstract_val(&mut self, name: Sym, val: Val) -> Val {
        let Val::View(view) = val else { return val };
        let view = &self.core.entities.views[view];
        if view.target.is_some() || view.status == Status::Con {
            return val;
        }
        let loc = view.loc.unwrap_or_else(|| self.loc(Span::default()));
        let (params, ty, status) = (view.params.to_vec(), view.ty, view.status);
        let info = VarInfo { name, params, ty, loc, path: None };
        let var = self.core.program.vars.push(info);
        if status == Status::Exn { Val::Exn(var) } else { Val::Var(var) }
    }

    /// The types of two structures of one root, in pairs, those that they name first; and the
    /// number of these.
    pub(crate) fn paired_types(&mut self, a: StrId, b: StrId) -> (Vec<(TyFun, TyFun)>, usize) {
        let (a, b) = (self.origin(a), self.origin(b));
        let named = self.mentioned(a.root).paths.len();
        (a.types.iter().copied().zip(b.types.iter().copied()).collect(), named)
    }

    /// The types that a structure names, with the paths in it by which it names them first.
    pub(crate) fn named_types(&mut self, id: StrId) -> Vec<(TyFun, Rc<[Sym]>)> {
        let Origin { root, types } = self.origin(id);
        let mentioned = self.mentioned(root);
        types.iter().copied().zip(mentioned.paths.iter().cloned()).collect()
    }

    fn origin(&mut self, id: StrId) -> Origin {
        if let Some(origin) = &self.core.entities.strs[id].origin {
            return origin.clone();
        }
        let origin = match self.core.entities.strs[id].made.clone() {
            Made::Written => {
                let mentioned = self.mentioned(id);
                let types = mentioned.tycons.iter().map(|tycon| TyFun::Con(*tycon)).collect();
                Origin { root: id, types }
            }
            Made::Abstract(sig) => self.origin(sig),
            Made::Realised(base, choice) => {
                let Origin { root, types } = self.origin(base);
                let mut with = Realisation::new(choice);
                let types =
                    types.iter().map(|fun| self.core.realise_fun(*fun, &mut with)).collect();
                Origin { root, types }
            }
        };
        self.core.entities.strs[id].origin = Some(origin.clone());
        origin
    }

    /// The type constructors that a structure mentions which was written down.
    fn mentioned(&mut self, root: StrId) -> Rc<Mentioned> {
        if let Some(known) = &self.core.entities.strs[root].mentioned {
            return known.clone();
        }
        let env = self.contents(root);
        let mut walk = Walk::default();
        for (name, tystr) in env.types.iter() {
            self.core.mention_fun(tystr.fun, Some(Rc::from([name])), &mut walk);
        }
        for (name, inner) in env.strs.iter() {
            let Origin { root, types } = self.origin(inner);
            let mentioned = self.mentioned(root);
            for (i, fun) in types.iter().enumerate() {
                let path = mentioned.paths.get(i);
                let path = path.map(|path| Rc::from([&[name], &path[..]].concat()));
                self.core.mention_fun(*fun, path, &mut walk);
            }
        }
        for (_, val) in env.vals.iter() {
            match val {
                Val::Con(tycon, index) => {
                    walk.others.push(tycon);
                    let arg = self.core.con_arg(tycon, index);
                    arg.into_iter().for_each(|arg| self.core.mention_ty(arg, &mut walk));
                }
                Val::View(view) => {
                    self.core.mention_ty(self.core.entities.views[view].ty, &mut walk)
                }
                Val::Var(var) | Val::Exn(var) => {
                    self.core.mention_ty(self.core.program.vars[var].ty, &mut walk);
                }
                Val::Overload(_) | Val::Equal | Val::Error => {}
            }
        }
        let mut all = walk.named;
        let others = walk.others.into_iter().filter(|tycon| walk.known.insert(*tycon));
        all.tycons.extend(others);
        let all = Rc::new(all);
        self.core.entities.strs[root].mentioned = Some(all.clone());
        all
    }
}

impl Core {
    /// True of a structure with an error.
    pub(crate) fn is_error(&self, id: StrId) -> bool {
        match (&self.entities.strs[id].contents, &self.entities.strs[id].made) {
            (Some(env), _) => env.error,
            (None, Made::Realised(base, _) | Made::Abstract(base)) => self.is_error(*base),
            (None, Made::Written) => false,
        }
    }

    /// An environment with the names that a structure has: its contents, or those of the
    /// structure that it is a copy of, which may have other types.
    pub(crate) fn peek_names(&self, id: StrId) -> Option<&Env> {
        match (&self.entities.strs[id].contents, &self.entities.strs[id].made) {
            (Some(env), _) => Some(env),
            (None, Made::Realised(base, _) | Made::Abstract(base)) => self.peek_names(*base),
            (None, Made::Written) => None,
        }
    }

    /// The type that a path in a structure names; of an abbreviation, only that it is one.
    pub(crate) fn peek_in(&self, id: StrId, path: &[Sym]) -> Option<TyStr> {
        let structure = &self.entities.strs[id];
        if let Some(env) = &structure.contents {
            return match path {
                [] => None,
                [name] => env.types.get(*name),
                [first, rest @ ..] => self.peek_in(env.strs.get(*first)?, rest),
            };
        }
        match &structure.made {
            Made::Written => None,
            Made::Abstract(sig) => self.peek_in(*sig, path),
            Made::Realised(base, choice) => {
                let TyStr { fun, data } = self.peek_in(*base, path)?;
                let chosen = match fun {
                    TyFun::Con(tycon) => choice.get(&tycon).copied(),
                    TyFun::Alias(_) => None,
                };
                Some(TyStr { fun: chosen.unwrap_or(fun), data })
            }
        }
    }

    /// A structure that looks like another with types chosen.
    pub(crate) fn realised_structure(&mut self, base: StrId, choice: Rc<Choice>) -> StrId {
        self.entities.strs.push(Structure::new(None, Made::Realised(base, choice)))
    }

    /// A structure with these contents, which look like another with types chosen.
    pub(crate) fn matched_structure(&mut self, env: Env, spec: StrId, choice: Rc<Choice>) -> StrId {
        self.entities.strs.push(Structure::new(Some(env), Made::Realised(spec, choice)))
    }

    /// A structure of which only its signature is known.
    pub(crate) fn abstract_structure(&mut self, sig: StrId) -> StrId {
        self.entities.strs.push(Structure::new(None, Made::Abstract(sig)))
    }

    /// True if two structures have one root, so that they differ in types only.
    pub(crate) fn have_one_root(&self, a: StrId, b: StrId) -> bool {
        self.root(a) == self.root(b)
    }

    /// The structure that was written down; of one that was matched, the signature.
    pub(crate) fn root(&self, mut id: StrId) -> StrId {
        while let Made::Realised(base, _) | Made::Abstract(base) = self.entities.strs[id].made {
            id = base;
        }
        id
    }

    fn mention_fun(&self, fun: TyFun, path: Option<Rc<[Sym]>>, walk: &mut Walk) {
        match (fun, path) {
            (TyFun::Alias(alias), _) => self.mention_ty(self.entities.aliases[alias].1, walk),
            (TyFun::Con(tycon), None) => walk.others.push(tycon),
            (TyFun::Con(tycon), Some(path)) => {
                if walk.known.insert(tycon) {
                    walk.named.tycons.push(tycon);
                    walk.named.paths.push(path);
                }
            }
        }
    }

    fn mention_ty(&self, ty: Ty, walk: &mut Walk) {
        if !walk.seen.insert(ty) {
            return;
        }
        let node = self.program.types.node(ty);
        if let Node::Con(tycon, _) = node {
            walk.others.push(*tycon);
        }
        each_part(node, |part| self.mention_ty(part, walk));
    }
}

/// A search for the type constructors that a structure mentions.
#[derive(Default)]
struct Walk {
    named: Mentioned,
    others: Vec<TyCon>,
    known: FxHashSet<TyCon>,
    seen: FxHashSet<Ty>,
}
