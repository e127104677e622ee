//! Names of type constructors inside the signatures of structures.
//!
//! The scopes around an item are in force in the environment while it is shown: the bindings of
//! the text, then those of each structure around. A type constructor has, in this order: its own
//! name, if that means it here; the way to the item that introduced it; an abbreviation in a scope
//! around; the shortest end of the path of its declaration that means it; the shortest path to it
//! among all structures. An abbreviation is shown by names that come from elsewhere, so that it is
//! not shown by itself.

use super::gather::Gather;
use crate::core::{Node, Ty, TyCon, each_part};
use crate::env::{StrId, TyFun};
use crate::{Elab, top_level};
use rustc_hash::{FxHashMap, FxHashSet};
use sml_syntax::names::Sym;
use std::sync::Arc;

/// The paths of type constructors, their first structures, and their texts.
type Paths = FxHashMap<TyCon, (Sym, Arc<str>)>;

/// The depth of structures in structures at which types are looked for.
const DEEPEST: usize = 6;

/// A scope that an item stands in.
pub(super) struct Scope {
    /// Its number in [`Naming::parents`].
    id: usize,
    /// The mark of its bindings.
    pub(super) mark: usize,
    /// The names that are known here.
    pub(super) names: FxHashMap<TyCon, Arc<str>>,
    /// Abbreviations here of type constructors alone.
    aliases: FxHashMap<TyCon, Sym>,
    /// The types that the items so far have named; all if there are none.
    listed: Option<FxHashSet<Sym>>,
}

/// The names so far.
#[derive(Default)]
pub(super) struct Naming {
    /// The scopes around, the outermost first.
    pub(super) scopes: Vec<Scope>,
    /// For every scope there was: the scope around it, its name there, its depth.
    parents: Vec<(usize, Sym, usize)>,
    /// The items that introduced type constructors: their scopes and names.
    introduced: FxHashMap<TyCon, (usize, Sym)>,
    /// The type constructors in the order of their introduction.
    order: Vec<TyCon>,
    /// The mark before the text's own bindings, which may be in force already.
    pub(super) before: usize,
    /// The paths of all type constructors, and those that begin outside of the text.
    all: Option<Paths>,
    outside: Option<Paths>,
}

impl Naming {
    /// The mark of the text's own bindings.
    fn base(&self) -> usize {
        self.scopes.first().map_or(0, |scope| scope.mark)
    }

    /// Enters a scope whose bindings begin here.
    pub(super) fn enter(&mut self, name: Sym, mark: usize) {
        let around = self.scopes.last().map_or(0, |scope| scope.id);
        self.parents.push((around, name, self.scopes.len()));
        let id = self.parents.len() - 1;
        let (names, aliases) = (FxHashMap::default(), FxHashMap::default());
        let listed = Some(FxHashSet::default());
        self.scopes.push(Scope { id, mark, names, aliases, listed });
    }

    /// Notes that all types of the innermost scope may be named.
    pub(super) fn list_all(&mut self) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.listed = None;
        }
    }

    /// Notes that a type of the innermost scope may be named.
    pub(super) fn list(&mut self, name: Sym, tycon: Option<TyCon>) {
        let Some(scope) = self.scopes.last_mut() else { return };
        if let Some(listed) = &mut scope.listed {
            listed.insert(name);
        }
        if let Some(tycon) = tycon {
            scope.names.remove(&tycon);
        }
    }

    /// True if a type that is bound at this place may be named by what it is bound to.
    fn is_listed(&self, name: Sym, place: usize) -> bool {
        let scope = self.scopes.iter().rev().find(|scope| scope.mark <= place);
        let listed = scope.and_then(|scope| scope.listed.as_ref());
        listed.is_none_or(|listed| listed.contains(&name))
    }

    /// Notes that an item introduces a type constructor.
    pub(super) fn introduce(&mut self, tycon: TyCon, name: Sym) {
        let Some(scope) = self.scopes.last() else { return };
        if self.introduced.contains_key(&tycon) {
            return;
        }
        self.introduced.insert(tycon, (scope.id, name));
        self.order.push(tycon);
    }

    /// Notes that a name of this scope stands for a type constructor with a name of its own.
    pub(super) fn abbreviate(&mut self, tycon: TyCon, name: Sym) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.aliases.entry(tycon).or_insert(name);
        }
    }

    /// True if an item has introduced a type constructor.
    pub(super) fn is_introduced(&self, tycon: TyCon) -> bool {
        self.introduced.contains_key(&tycon)
    }

    /// The number of type constructors that have been introduced.
    pub(super) fn count(&self) -> usize {
        self.order.len()
    }

    /// Forgets all but so many of them: those of a signature or functor, which nothing outside of
    /// it can name.
    pub(super) fn forget(&mut self, count: usize) {
        for tycon in self.order.drain(count..) {
            self.introduced.remove(&tycon);
        }
    }
}

impl Gather<'_> {
    /// Finds the names of all type constructors that a type mentions.
    pub(super) fn name_all(&mut self, ty: Ty) {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            let ty = self.elab.core.head(ty);
            if !seen.insert(ty) {
                continue;
            }
            let node = self.elab.core.program.types.node(ty);
            if let Node::Con(tycon, _) = node {
                found.push(*tycon);
            }
            each_part(node, |part| work.push(part));
        }
        found.into_iter().for_each(|tycon| drop(self.name(tycon)));
    }

    /// The name of a type constructor where it is used.
    pub(super) fn name(&mut self, tycon: TyCon) -> Arc<str> {
        let scope = self.naming.scopes.last();
        if let Some(known) = scope.and_then(|scope| scope.names.get(&tycon)) {
            return known.clone();
        }
        let name = self.find_name(tycon);
        if let Some(scope) = self.naming.scopes.last_mut() {
            scope.names.insert(tycon, name.clone());
        }
        name
    }

    fn find_name(&mut self, tycon: TyCon) -> Arc<str> {
        let own = self.elab.core.program.tycons[tycon].name;
        let is_own = self.elab.peek_type(own).is_some_and(|found| found.fun == TyFun::Con(tycon));
        let place = self.elab.env.type_place(own);
        if is_own && place.is_none_or(|place| self.naming.is_listed(own, place)) {
            return self.elab.core.program.names.text(own).clone();
        }
        let found = self.relative(tycon).or_else(|| self.abbreviation(tycon));
        let found = found.or_else(|| self.elab.declared_name(tycon, |_| true));
        if let Some(found) = found.map(Arc::from).or_else(|| self.anywhere(tycon)) {
            return found;
        }
        let own = self.elab.core.program.names.text(own).clone();
        if is_own {
            return own;
        }
        let hidden = || Arc::from(format!("?.{own}"));
        let Some(path) = &self.elab.core.entities.tycon_paths[tycon] else { return hidden() };
        if let Some((_, known)) = top_level::SHOWN.iter().find(|(shown, _)| **shown == **path) {
            return Arc::from(*known);
        }
        // A path through a structure that is hidden tells more, if it does not mean another.
        let first = path.split_once('.').map(|(first, _)| first);
        let first = first.and_then(|first| self.elab.core.program.names.find(first));
        match first.is_some_and(|first| self.elab.peek_structure(first).is_none()) {
            true => path.clone(),
            false => hidden(),
        }
    }

    /// The type constructor behind a name of this scope by another name, which an item before it
    /// has introduced or something outside of the text; none if the name is the first for it.
    pub(super) fn meaning(&mut self, tycon: TyCon, name: Sym) -> Option<Arc<str>> {
        let base = self.naming.base();
        let own = self.elab.core.program.tycons[tycon].name;
        let introduced = self.naming.is_introduced(tycon);
        let mark = match &self.naming.scopes[..] {
            [] | [_] => self.naming.before,
            [.., scope] => scope.mark,
        };
        let before = self.elab.env.type_before(own, mark);
        let before = match before {
            Some((found, at)) => Some((found, at < base)),
            None => self.elab.known_type(own).map(|found| (found, true)),
        };
        if let Some((found, is_outside)) = before
            && found.fun == TyFun::Con(tycon)
            && (introduced || is_outside)
        {
            return Some(self.elab.core.program.names.text(own).clone());
        }
        if introduced {
            return self.relative(tycon).map(Arc::from);
        }
        if self.is_declared_as(tycon, name) {
            return None;
        }
        let elab = &*self.elab;
        let is_outside = |first: &str| {
            let first = elab.core.program.names.find(first);
            first.is_some_and(|first| !elab.env.structure_since(first, base))
        };
        let declared = elab.declared_name(tycon, is_outside).map(Arc::from);
        declared.or_else(|| self.path_outside(tycon))
    }

    /// True if a type constructor was declared under a name of this scope. Its path has the first of
    /// the structures around, but of one that an opaque signature makes not all others.
    fn is_declared_as(&self, tycon: TyCon, name: Sym) -> bool {
        let Some(path) = &self.elab.core.entities.tycon_paths[tycon] else { return false };
        let text = |name: Sym| &**self.elab.core.program.names.text(name);
        let first = self.naming.scopes.get(1).map(|scope| self.naming.parents[scope.id].1);
        match (first, path.split_once('.')) {
            (None, None) => **path == *text(name),
            (Some(outer), Some((first, rest))) => {
                first == text(outer) && rest.rsplit('.').next() == Some(text(name))
            }
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    /// The way from here to the item that introduced a type constructor.
    fn relative(&self, tycon: TyCon) -> Option<String> {
        let naming = &self.naming;
        let &(mut scope, name) = naming.introduced.get(&tycon)?;
        let mut way = vec![name];
        let depth = loop {
            let (around, name, depth) = naming.parents[scope];
            if naming.scopes.get(depth).is_some_and(|open| open.id == scope) {
                break depth;
            }
            way.push(name);
            scope = around;
        };
        // Scopes further inside must not bind the first name of the way.
        if let Some(inner) = naming.scopes.get(depth + 1) {
            let hidden = match way[..] {
                [name] => self.elab.env.type_since(name, inner.mark),
                [.., first] => self.elab.env.structure_since(first, inner.mark),
                [] => true,
            };
            if hidden {
                return None;
            }
        }
        let text = |name: &Sym| &**self.elab.core.program.names.text(*name);
        Some(way.iter().rev().map(text).collect::<Vec<&str>>().join("."))
    }

    /// An abbreviation of a type constructor in a scope around.
    fn abbreviation(&self, tycon: TyCon) -> Option<String> {
        let scopes = &self.naming.scopes;
        let (depth, name) = scopes
            .iter()
            .enumerate()
            .rev()
            .find_map(|(depth, scope)| scope.aliases.get(&tycon).map(|name| (depth, *name)))?;
        let inner = scopes.get(depth + 1);
        let hidden = inner.is_some_and(|inner| self.elab.env.type_since(name, inner.mark));
        (!hidden).then(|| self.elab.core.program.names.text(name).to_string())
    }

    /// The shortest path to a type constructor in the structures of the library and those of the
    /// user.
    fn anywhere(&mut self, tycon: TyCon) -> Option<Arc<str>> {
        if self.naming.all.is_none() {
            self.naming.all = Some(self.elab.paths(|_| true));
        }
        let (first, text) = self.naming.all.as_ref()?.get(&tycon)?;
        let inner = self.naming.scopes.get(1).map(|inner| inner.mark);
        let hidden = inner.is_some_and(|mark| self.elab.env.structure_since(*first, mark));
        (!hidden).then(|| text.clone())
    }

    /// The same in the structures outside of the text.
    fn path_outside(&mut self, tycon: TyCon) -> Option<Arc<str>> {
        let base = self.naming.base();
        if self.naming.outside.is_none() {
            let env = &self.elab.env;
            let paths = self.elab.paths(|first| !env.structure_since(first, base));
            self.naming.outside = Some(paths);
        }
        let (first, text) = self.naming.outside.as_ref()?.get(&tycon)?;
        (!self.elab.env.structure_since(*first, base)).then(|| text.clone())
    }
}

/// A structure on the way to types: its path as text, the structure at the root and the way from
/// there, itself.
struct Way {
    text: String,
    first: Sym,
    root: StrId,
    way: Vec<Sym>,
    structure: StrId,
}

impl Elab {
    /// The shortest paths to type constructors in the structures that are known.
    fn paths(&self, may_begin: impl Fn(Sym) -> bool) -> Paths {
        let library = self.library.structure_names().into_iter();
        let library = library.filter(|sym| self.env.peek_structure(*sym).is_none());
        let library = library.filter_map(|sym| Some((sym, self.library.known_structure(sym)?)));
        let own = self.env.str_names().filter_map(|sym| Some((sym, self.env.peek_structure(sym)?)));
        let mut paths = Paths::default();
        // Those of the library come first, and shorter ones before longer ones.
        for roots in [library.collect::<Vec<_>>(), own.collect()] {
            let roots = roots.into_iter().filter(|(sym, _)| may_begin(*sym));
            let text = |sym: Sym| self.core.program.names.text(sym).to_string();
            let mut level: Vec<Way> = roots
                .map(|(first, root)| Way {
                    text: text(first),
                    first,
                    root,
                    way: Vec::new(),
                    structure: root,
                })
                .collect();
            for _ in 0..DEEPEST {
                level
                    .sort_unstable_by(|a, b| (a.text.len(), &a.text).cmp(&(b.text.len(), &b.text)));
                level = self.paths_at(&level, &mut paths);
            }
        }
        paths
    }

    /// Adds the paths to the types of some structures; gives the structures in them.
    fn paths_at(&self, level: &[Way], paths: &mut Paths) -> Vec<Way> {
        let mut inner = Vec::new();
        for Way { text, first, root, way, structure } in level {
            let Some(env) = self.core.peek_names(*structure) else { continue };
            let on = |sym| way.iter().copied().chain([sym]).collect::<Vec<Sym>>();
            let names = &self.core.program.names;
            for (name, _) in env.types.iter() {
                if let Some(TyFun::Con(tycon)) =
                    self.core.peek_in(*root, &on(name)).map(|found| found.fun)
                {
                    let path = || (*first, Arc::from(format!("{text}.{}", names.text(name))));
                    paths.entry(tycon).or_insert_with(path);
                }
            }
            for (name, structure) in env.strs.iter() {
                let text = format!("{text}.{}", names.text(name));
                inner.push(Way { text, first: *first, root: *root, way: on(name), structure });
            }
        }
        inner
    }
}
