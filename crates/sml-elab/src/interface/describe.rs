//! What a name stands for, and which names there are: for `:doc` and completion.
//!
//! The library is read as far as a path leads into it; the names of the top level are known without
//! reading any of it.

use super::gather::Gather;
use super::{Directive, Form, Item, Length};
use crate::basis::Namespace;
use crate::env::{Binding, Env, Status, StrId};
use crate::{Compilation, Elab, Kind};
use sml_syntax::ast::Fixity;
use sml_syntax::names::Sym;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// A name that can be written.
#[derive(Clone, Debug)]
pub struct Name {
    /// Its text.
    pub text: Arc<str>,
    /// What it stands for: a value, a constructor, a type, a structure, a signature or a functor.
    pub kind: Kind,
}

impl Compilation {
    /// All that a path such as `List.map`, `Option` or `LIST` stands for, the library included: a
    /// value, a type, and so on, at most one of each kind. A constructor is a value here. Nothing
    /// if the path stands for nothing.
    pub fn describe(&mut self, path: &[&str], length: Length) -> Vec<Item> {
        let Some((sym, around)) = self.syms(path) else { return Vec::new() };
        let Some(way) = self.elab.way(&around) else { return Vec::new() };
        let bindings = match way.last() {
            Some((_, structure)) => {
                let env = self.elab.contents(*structure);
                members(&env, sym)
            }
            None => self.elab.meanings(sym),
        };
        let mut items = Vec::new();
        for binding in bindings {
            let mut gather = Gather::new(&mut self.elab, length.most_parts());
            if let Binding::Val(sym, val) = binding
                && gather.elab.core.status(val) == Status::Con
            {
                items.push(gather.constructor(sym, val));
            } else {
                items.extend(gather.one(&way, &[binding]));
            }
        }
        let fixity = self.fixity.get(sym);
        if way.is_empty() && fixity != Fixity::Nonfix {
            let directive = Directive { dec: 0, at: 0, fixity, name: sym, loc: None };
            items.extend(Gather::new(&mut self.elab, 0).top(&[], &[directive]));
        }
        items
    }

    /// The names that may follow a path: the members of the structure, sorted; of the empty path all
    /// names of the top level.
    pub fn names_in(&mut self, path: &[&str]) -> Vec<Name> {
        let around: Vec<Sym> = path.iter().map(|part| self.names().intern(part)).collect();
        let mut names = match self.elab.way(&around) {
            None => Vec::new(),
            Some(way) => match way.last() {
                Some((_, structure)) => {
                    let env = self.elab.contents(*structure);
                    self.elab.members_named(&env)
                }
                None => self.elab.top_names(),
            },
        };
        names.sort_by(|(a, b), (c, d)| (a, *b as u8).cmp(&(c, *d as u8)));
        names.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
        names.into_iter().map(|(text, kind)| Name { text, kind }).collect()
    }

    /// The labels of all records so far, sorted; no numbers.
    pub fn labels(&self) -> Vec<Arc<str>> {
        let program = &self.elab.core.program;
        let labels: BTreeSet<Sym> = program.types.labels().collect();
        let texts = labels.into_iter().map(|label| program.names.text(label).clone());
        let mut texts: Vec<Arc<str>> =
            texts.filter(|text| !text.starts_with(|c: char| c.is_ascii_digit())).collect();
        texts.sort();
        texts
    }

    /// The last name of a path and those before it.
    pub(super) fn syms(&mut self, path: &[&str]) -> Option<(Sym, Vec<Sym>)> {
        let (last, around) = path.split_last()?;
        let names = self.names();
        Some((names.intern(last), around.iter().map(|part| names.intern(part)).collect()))
    }
}

impl Item {
    /// The kind of thing, as a word.
    pub fn kind(&self) -> &'static str {
        match &self.form {
            Form::Value(_) => "value",
            Form::Type { .. } => "type",
            Form::Datatype { .. } => "datatype",
            Form::Exception(_) => "exception",
            Form::Structure(_) => "structure",
            Form::Signature(_) => "signature",
            Form::Functor(..) => "functor",
            Form::Fixity(Fixity::Left(_)) => "infix",
            Form::Fixity(Fixity::Right(_)) => "infixr",
            Form::Fixity(Fixity::Nonfix) => "nonfix",
        }
    }
}

/// The members of a name in a structure.
fn members(env: &Rc<Env>, sym: Sym) -> Vec<Binding> {
    let val = env.vals.get(sym).map(|val| Binding::Val(sym, val));
    let ty = env.types.get(sym).map(|ty| Binding::Type(sym, ty));
    let inner = env.strs.get(sym).map(|inner| Binding::Str(sym, inner));
    val.into_iter().chain(ty).chain(inner).collect()
}

impl Elab {
    /// The structures on a path.
    pub(super) fn way(&mut self, path: &[Sym]) -> Option<Vec<(Sym, StrId)>> {
        let mut way: Vec<(Sym, StrId)> = Vec::new();
        for sym in path {
            let structure = match way.last() {
                Some((_, around)) => self.contents(*around).strs.get(*sym)?,
                None => self.lookup_structure(*sym)?,
            };
            way.push((*sym, structure));
        }
        Some(way)
    }

    /// All that a name of the top level stands for.
    pub(super) fn meanings(&mut self, sym: Sym) -> Vec<Binding> {
        let sig = self.env.signature(sym).or_else(|| self.library_signature(sym));
        let fct = self.env.functor(sym).or_else(|| self.library_functor(sym));
        [
            self.lookup_val(sym).map(|val| Binding::Val(sym, val)),
            self.lookup_type(sym).map(|ty| Binding::Type(sym, ty)),
            self.lookup_structure(sym).map(|structure| Binding::Str(sym, structure)),
            sig.map(|sig| Binding::Sig(sym, sig)),
            fct.map(|fct| Binding::Fct(sym, fct)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn members_named(&self, env: &Env) -> Vec<(Arc<str>, Kind)> {
        let text = |sym: Sym| self.core.program.names.text(sym).clone();
        let vals =
            env.vals.iter().map(|(sym, val)| (text(sym), self.kind_of(self.core.status(val))));
        let types = env.types.iter().map(|(sym, _)| (text(sym), Kind::Type));
        let strs = env.strs.iter().map(|(sym, _)| (text(sym), Kind::Structure));
        vals.chain(types).chain(strs).collect()
    }

    fn kind_of(&self, status: Status) -> Kind {
        match status {
            Status::Value => Kind::Value,
            Status::Con | Status::Exn => Kind::Constructor,
        }
    }

    fn top_names(&self) -> Vec<(Arc<str>, Kind)> {
        let own = self.env.val_names().filter_map(|sym| {
            let val = self.env.peek_val(sym)?;
            Some((sym, self.kind_of(self.core.status(val))))
        });
        let library = self.library.val_names().into_iter();
        let library = library.filter(|sym| self.env.peek_val(*sym).is_none()).map(|sym| {
            (sym, if self.library.is_con(sym) { Kind::Constructor } else { Kind::Value })
        });
        let mut names: Vec<(Sym, Kind)> = own.chain(library).collect();
        let (sigs, fcts) = self.env.module_names();
        let mut add = |syms: &mut dyn Iterator<Item = Sym>, kind| {
            names.extend(syms.map(|sym| (sym, kind)));
        };
        add(&mut self.env.type_names().chain(self.library.type_names()), Kind::Type);
        add(&mut self.env.str_names().chain(self.library.structure_names()), Kind::Structure);
        add(&mut sigs.into_iter(), Kind::Signature);
        add(&mut fcts.into_iter(), Kind::Functor);
        for (namespace, sym) in self.library.modules() {
            match namespace {
                Namespace::Signature => names.push((sym, Kind::Signature)),
                Namespace::Functor => names.push((sym, Kind::Functor)),
                Namespace::Value | Namespace::Type | Namespace::Structure => {}
            }
        }
        let text = |sym: Sym| self.core.program.names.text(sym).clone();
        let names = names.into_iter().map(|(sym, kind)| (text(sym), kind));
        // Functors for the library's own use have names that no program has.
        names.filter(|(text, _)| !text.starts_with("Kont")).collect()
    }
}
