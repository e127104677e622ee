//! Bases: the environments that files of a project see and leave.
//!
//! A basis holds types, values, structures, signatures, functors, fixities and named
//! bases. The library is not copied into it: a basis names the parts of the library it
//! contains, and its own bindings shadow those. Opening a basis shadows the bindings that
//! are there, so names that its parts of the library bind are removed from the basis that
//! it is opened in.

use super::env::{Binding, Captured, FctId, SigId, StrId};
use super::interface::{Directive, in_order};
use super::{Compilation, Elab};
use diag::{Diagnostic, SourceId};
use rustc_hash::{FxHashMap, FxHashSet};
use sml_syntax::ast::{Dec, Fixity};
use sml_syntax::names::{Names, Sym};
use sml_syntax::parse::{FixityEnv, ParseOptions, Read, Stray, parse};
use std::rc::Rc;

/// Parts of the library.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Visible(u8);

impl Visible {
    /// Nothing.
    pub const NOTHING: Visible = Visible(0);
    /// The types of the top-level environment.
    pub const TYPES: Visible = Visible(1);
    /// The values and constructors of the top-level environment.
    pub const VALUES: Visible = Visible(2);
    /// The structures, signatures and functors of the Basis Library.
    pub const MODULES: Visible = Visible(4);
    /// The structure `MLton`.
    pub const MLTON: Visible = Visible(8);
    /// SML/NJ's own structures.
    pub const SML_NJ: Visible = Visible(16);
    /// The structure `Unsafe`.
    pub const UNSAFE: Visible = Visible(32);
    /// The structures that Kont adds.
    pub const KONT: Visible = Visible(64);
    /// Concurrent ML.
    pub const CML: Visible = Visible(128);
    /// Everything.
    pub const ALL: Visible = Visible(255);
    /// The Basis Library.
    pub const BASIS: Visible = Visible(7);

    /// The structures that are parts of their own.
    pub(crate) const PARTS: [(&'static str, Visible); 24] = [
        ("MLton", Visible::MLTON),
        ("SMLofNJ", Visible::SML_NJ),
        ("Signals", Visible::SML_NJ),
        ("SIGNALS", Visible::SML_NJ),
        ("UnixSignals", Visible::SML_NJ),
        ("UNIX_SIGNALS", Visible::SML_NJ),
        ("Unsafe", Visible::UNSAFE),
        ("Cont", Visible::KONT),
        ("CONT", Visible::KONT),
        ("Thread", Visible::KONT),
        ("THREAD", Visible::KONT),
        ("CML", Visible::CML),
        ("SyncVar", Visible::CML),
        ("SYNC_VAR", Visible::CML),
        ("Mailbox", Visible::CML),
        ("MAILBOX", Visible::CML),
        ("Multicast", Visible::CML),
        ("MULTICAST", Visible::CML),
        ("SimpleRPC", Visible::CML),
        ("SIMPLE_RPC", Visible::CML),
        ("RunCML", Visible::CML),
        ("RUN_CML", Visible::CML),
        ("TraceCML", Visible::CML),
        ("TRACE_CML", Visible::CML),
    ];

    /// Both.
    pub fn and(self, other: Visible) -> Visible {
        Visible(self.0 | other.0)
    }

    /// True if all of the other is in it.
    pub fn has(self, other: Visible) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The kinds of names, each with a space of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Namespace {
    Value,
    Type,
    Structure,
    Signature,
    Functor,
}

impl Namespace {
    /// Its name for users.
    pub fn name(self) -> &'static str {
        match self {
            Namespace::Value => "value",
            Namespace::Type => "type",
            Namespace::Structure => "structure",
            Namespace::Signature => "signature",
            Namespace::Functor => "functor",
        }
    }
}

/// The kinds of project files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Project {
    /// ML Basis, `.mlb`.
    Mlb,
    /// Compilation manager, `.cm`.
    Cm,
}

/// The environment that a file sees or leaves.
#[derive(Clone, Default, Debug)]
pub struct Basis {
    bound: Captured,
    /// The names that it binds in the order of their declaration, the last one of a name last.
    order: Vec<(Namespace, Sym)>,
    fixity: FxHashMap<Sym, Fixity>,
    library: Visible,
    bases: FxHashMap<Sym, Rc<Basis>>,
}

/// A module that a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Module {
    Structure(StrId),
    Signature(SigId),
    Functor(FctId),
}

impl Module {
    fn namespace(self) -> Namespace {
        match self {
            Module::Structure(_) => Namespace::Structure,
            Module::Signature(_) => Namespace::Signature,
            Module::Functor(_) => Namespace::Functor,
        }
    }
}

/// A text that has been read.
pub struct Parsed {
    source: SourceId,
    /// Its declarations.
    pub decs: Vec<Dec>,
    /// The messages about it.
    pub errors: Vec<Diagnostic>,
    strays: Vec<Stray>,
    fixity: FxHashMap<Sym, Fixity>,
}

impl Parsed {
    /// The operators that it declares outside its modules.
    pub fn operators(&self) -> Basis {
        Basis { fixity: self.fixity.clone(), ..Basis::default() }
    }
}

impl Basis {
    /// True if it has fixities.
    pub fn has_operators(&self) -> bool {
        !self.fixity.is_empty()
    }

    /// Parts of the library, and nothing else.
    pub fn library(parts: Visible) -> Basis {
        Basis { library: parts, ..Basis::default() }
    }

    /// The same with the operators of the top-level environment.
    pub fn with_operators(mut self, names: &mut Names) -> Basis {
        self.fixity.extend(FixityEnv::basis(names).all());
        self
    }

    /// Only structures, signatures and functors of it.
    pub fn modules(&self) -> Basis {
        let Captured { strs, sigs, fcts, .. } = self.bound.clone();
        let bound = Captured { strs, sigs, fcts, ..Captured::default() };
        Basis { bound, order: self.order.clone(), ..Basis::default() }
    }

    /// Binds a basis.
    pub fn bind_basis(&mut self, name: Sym, basis: Rc<Basis>) {
        self.bases.insert(name, basis);
    }

    /// The basis of a name.
    pub fn basis(&self, name: Sym) -> Option<Rc<Basis>> {
        self.bases.get(&name).cloned()
    }

    /// Its own bindings in the order of their declaration, and its fixities but those of the
    /// library.
    pub(crate) fn listed(&self, names: &mut Names) -> (Vec<Binding>, Vec<Directive>) {
        let mut seen = FxHashSet::default();
        let mut order: Vec<(Namespace, Sym)> = self.order.clone();
        order.reverse();
        order.retain(|name| seen.insert(*name));
        order.reverse();
        let directive = |(name, fixity): (&Sym, &Fixity)| {
            let (name, fixity) = (*name, *fixity);
            Directive { dec: 0, at: 0, fixity, name, loc: None }
        };
        let standard = FixityEnv::basis(names);
        let own = self.fixity.iter().filter(|(name, fixity)| standard.get(**name) != **fixity);
        let mut directives: Vec<Directive> = own.map(directive).collect();
        directives.sort_by(|a, b| names.text(a.name).cmp(names.text(b.name)));
        (in_order(&self.bound, &order), directives)
    }

    /// Its bindings of these names; no bases.
    pub fn only(&self, names: &[Sym]) -> Basis {
        fn part<T: Copy>(from: &FxHashMap<Sym, T>, names: &[Sym]) -> FxHashMap<Sym, T> {
            names.iter().filter_map(|sym| Some((*sym, *from.get(sym)?))).collect()
        }
        let bound = Captured {
            vals: part(&self.bound.vals, names),
            types: part(&self.bound.types, names),
            strs: part(&self.bound.strs, names),
            sigs: part(&self.bound.sigs, names),
            fcts: part(&self.bound.fcts, names),
        };
        let fixity = part(&self.fixity, names);
        Basis { bound, fixity, library: self.library, ..Basis::default() }
    }

    /// True if all of the names mean the same in both.
    pub fn agrees(&self, other: &Basis, names: &[Sym]) -> bool {
        let (a, b) = (&self.bound, &other.bound);
        self.library == other.library
            && names.iter().all(|sym| {
                a.vals.get(sym) == b.vals.get(sym)
                    && a.types.get(sym) == b.types.get(sym)
                    && a.strs.get(sym) == b.strs.get(sym)
                    && a.sigs.get(sym) == b.sigs.get(sym)
                    && a.fcts.get(sym) == b.fcts.get(sym)
                    && self.fixity.get(sym) == other.fixity.get(sym)
            })
    }

    fn module(&self, namespace: Namespace, name: Sym) -> Option<Module> {
        match namespace {
            Namespace::Structure => self.bound.strs.get(&name).map(|id| Module::Structure(*id)),
            Namespace::Signature => self.bound.sigs.get(&name).map(|id| Module::Signature(*id)),
            Namespace::Functor => self.bound.fcts.get(&name).map(|id| Module::Functor(*id)),
            Namespace::Value | Namespace::Type => None,
        }
    }

    fn bind_module(&mut self, name: Sym, module: Module) {
        self.order.push((module.namespace(), name));
        match module {
            Module::Structure(id) => drop(self.bound.strs.insert(name, id)),
            Module::Signature(id) => drop(self.bound.sigs.insert(name, id)),
            Module::Functor(id) => drop(self.bound.fcts.insert(name, id)),
        }
    }
}

impl Compilation {
    /// The texts of all names.
    pub fn names(&mut self) -> &mut Names {
        &mut self.elab.core.program.names
    }

    /// The symbol of a name that has been seen.
    pub fn find_name(&self, name: &str) -> Option<Sym> {
        self.elab.core.program.names.find(name)
    }

    /// Sets the kind of project, which decides how hints name the library.
    pub fn set_project(&mut self, project: Project) {
        self.elab.place.projects = Some(project);
    }

    /// Adds a basis to another, whose bindings it shadows.
    pub fn open_basis(&self, into: &mut Basis, from: &Basis) {
        let parts = from.library;
        if parts != Visible::default() {
            let library = &self.elab.library;
            let hidden = |namespace, sym: &Sym| {
                library.part(namespace, *sym).is_some_and(|part| parts.has(part))
            };
            into.bound.vals.retain(|sym, _| !hidden(Namespace::Value, sym));
            into.bound.types.retain(|sym, _| !hidden(Namespace::Type, sym));
            into.bound.strs.retain(|sym, _| !hidden(Namespace::Structure, sym));
            into.bound.sigs.retain(|sym, _| !hidden(Namespace::Signature, sym));
            into.bound.fcts.retain(|sym, _| !hidden(Namespace::Functor, sym));
            into.library = into.library.and(parts);
        }
        let Captured { vals, types, strs, sigs, fcts } = &from.bound;
        into.bound.vals.extend(vals);
        into.bound.types.extend(types);
        into.bound.strs.extend(strs);
        into.bound.sigs.extend(sigs);
        into.bound.fcts.extend(fcts);
        into.order.extend(&from.order);
        into.fixity.extend(&from.fixity);
        into.bases.extend(from.bases.iter().map(|(sym, basis)| (*sym, basis.clone())));
    }

    /// A basis with one module of another, under a name of its own; none if there is no such
    /// module.
    pub fn rename(
        &mut self,
        from: &Basis,
        namespace: Namespace,
        (new, old): (Sym, Sym),
    ) -> Option<Basis> {
        let own = from.module(namespace, old);
        let outer = std::mem::replace(&mut self.elab.place.visible, from.library);
        let found = own.or_else(|| match namespace {
            Namespace::Structure => self.elab.library_structure(old).map(Module::Structure),
            Namespace::Signature => self.elab.library_signature(old).map(Module::Signature),
            Namespace::Functor => self.elab.library_functor(old).map(Module::Functor),
            Namespace::Value | Namespace::Type => None,
        });
        self.elab.place.visible = outer;
        let mut basis = Basis::default();
        basis.bind_module(new, found?);
        Some(basis)
    }

    /// True if the library has such a structure, signature or functor.
    pub fn in_library(&self, namespace: Namespace, name: Sym) -> bool {
        self.elab.library.part(namespace, name).is_some()
    }

    /// True if this is a module of the library that a basis contains.
    pub fn has_library_module(&self, basis: &Basis, (namespace, name): (Namespace, Sym)) -> bool {
        let part = self.elab.library.part(namespace, name);
        part.is_some_and(|part| basis.library.has(part))
    }

    /// The modules of the library that a basis contains.
    pub fn library_modules(&self, basis: &Basis) -> Vec<(Namespace, Sym)> {
        let all = self.elab.library.modules();
        all.filter(|name| self.has_library_module(basis, *name)).collect()
    }

    /// Reads a text with the operators of a basis.
    pub fn parse_in(&mut self, basis: &Basis, source: SourceId, text: &[u8]) -> Parsed {
        let mut fixity = FixityEnv::new();
        basis.fixity.iter().for_each(|(sym, is)| fixity.set(*sym, *is));
        let options = ParseOptions::default();
        let names = &mut self.elab.core.program.names;
        let Read { decs, errors, strays } = parse(source, text, names, &mut fixity, options);
        Parsed { source, decs, errors, strays, fixity: fixity.directives().collect() }
    }

    /// Adds a text to the program, which sees a basis; gives the basis that it leaves, and the
    /// messages about it.
    pub fn add_in(&mut self, basis: &Basis, parsed: Parsed) -> (Basis, Vec<Diagnostic>) {
        let elab = &mut self.elab;
        let outer = std::mem::take(&mut elab.env);
        let visible = std::mem::replace(&mut elab.place.visible, basis.library);
        elab.env.bind_all(&basis.bound);
        elab.begin_text(parsed.source);
        let mark = elab.env.mark();
        elab.file(&parsed.decs, parsed.errors, parsed.strays);
        let (bound, order) = (elab.env.since(mark), elab.env.order_since(mark));
        elab.env = outer;
        elab.place.visible = visible;
        let mut diagnostics = std::mem::take(&mut elab.messages.diagnostics);
        super::by_place(&mut diagnostics, parsed.source);
        let fixity = parsed.fixity;
        (Basis { bound, order, fixity, ..Basis::default() }, diagnostics)
    }
}

impl Elab {
    /// True if the text at hand sees this part of the library.
    pub(crate) fn sees(&self, part: Visible) -> bool {
        self.place.in_library || self.place.reading_for_user || self.place.visible.has(part)
    }

    /// The hint for a name of the library that is not visible here: the file that brings it.
    pub(crate) fn hidden(&self, namespace: Namespace, name: Sym) -> Option<String> {
        let part = self.library.part(namespace, name)?;
        if self.sees(part) {
            return None;
        }
        let text = self.core.program.names.text(name);
        let file = match (self.place.projects?, part) {
            (Project::Cm, Visible::KONT) => {
                return Some(format!("`$/kont.cm` among the members brings `{text}`"));
            }
            (Project::Cm, Visible::CML) => {
                return Some(format!("`$cml/cml.cm` among the members brings `{text}`"));
            }
            (Project::Cm, _) => {
                return Some(format!(
                    "`{text}` is of the Basis Library: `$/basis.cm` among the members brings it"
                ));
            }
            (Project::Mlb, Visible::MLTON) => "basis/mlton.mlb",
            (Project::Mlb, Visible::SML_NJ) => "basis/sml-nj.mlb",
            (Project::Mlb, Visible::UNSAFE) => "basis/unsafe.mlb",
            (Project::Mlb, Visible::KONT) => "basis/kont.mlb",
            (Project::Mlb, Visible::CML) => "cml/cml.mlb",
            (Project::Mlb, _) => "basis/basis.mlb",
        };
        Some(format!("`{text}` is of the library: list `$(SML_LIB)/{file}` before this file"))
    }
}
