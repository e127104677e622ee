//! The library: our own text, read when a name of it is first used.
//!
//! One table lists the structures that each file binds, another the structure that each
//! name of the top-level environment comes from. A program that uses no name of the
//! library reads none of its files.

use super::basis::{Namespace, Visible};
use super::env::{FctId, Scopes, SigId, StrId, TyStr, Val};
use super::functor::Expansion;
use super::inference::Unresolved;
use super::place::Place;
use super::sig::AtHand;
use super::{Elab, Out, library_faults, top_level};
use crate::core::{Meta, TyVar};
use diag::{Diagnostic, SourceId};
use rustc_hash::{FxHashMap, FxHashSet};
use sml_syntax::ast::LongId;
use sml_syntax::names::{Names, Sym};
use sml_syntax::parse::{FixityEnv, ParseOptions, parse};
use std::borrow::Cow;

/// The source of the library's texts, which registers them.
pub trait Loader {
    /// Registers a text of the library under its name. A loader may give another text
    /// than ours for it.
    fn library(&mut self, name: &str, text: &'static [u8]) -> (SourceId, Cow<'static, [u8]>);
}

impl Loader for diag::Sources {
    fn library(&mut self, name: &str, text: &'static [u8]) -> (SourceId, Cow<'static, [u8]>) {
        (self.add(name, text), Cow::Borrowed(text))
    }
}

/// The origin of a name of the top-level environment.
#[derive(Clone, Copy)]
enum Top<T> {
    /// A meaning that is known.
    Known(T),
    /// A member of a structure.
    Member(Sym, Sym),
    /// A file binds it at its top level.
    File(usize),
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Unread,
    Reading,
    Read,
}

struct File {
    source: SourceId,
    text: Cow<'static, [u8]>,
    state: State,
}

/// The tables of the library, and the bindings of the files that have been read.
#[derive(Default)]
pub(crate) struct Library {
    files: Vec<File>,
    /// The file that binds a structure; true if users see it.
    owners: FxHashMap<Sym, (usize, bool)>,
    /// Structures that are parts of the library of their own.
    parts: FxHashMap<Sym, Visible>,
    signature_owners: FxHashMap<Sym, usize>,
    functor_owners: FxHashMap<Sym, usize>,
    vals: FxHashMap<Sym, Top<Val>>,
    /// Names that are constructors or exceptions.
    cons: FxHashSet<Sym>,
    types: FxHashMap<Sym, Top<TyStr>>,
    /// Types that only library text sees.
    hidden: FxHashMap<Sym, TyStr>,
    read: Read,
}

/// The bindings of the files that have been read.
#[derive(Default)]
struct Read {
    vals: FxHashMap<Sym, Val>,
    types: FxHashMap<Sym, TyStr>,
    strs: FxHashMap<Sym, StrId>,
    sigs: FxHashMap<Sym, SigId>,
    fcts: FxHashMap<Sym, FctId>,
}

impl Library {
    /// The tables, with nothing read.
    pub(crate) fn new(names: &mut Names, loader: &mut dyn Loader) -> Library {
        let mut library = Library::default();
        for (index, file) in top_level::FILES.iter().enumerate() {
            let (source, text) = loader.library(file.name, file.text);
            let text = library_faults::with_fault(file.name, text);
            library.files.push(File { source, text, state: State::Unread });
            for name in file.structures {
                library.owners.insert(names.intern(name), (index, true));
            }
            for name in file.internal {
                library.owners.insert(names.intern(name), (index, false));
            }
            for name in file.signatures {
                library.signature_owners.insert(names.intern(name), index);
            }
            for name in file.functors {
                library.functor_owners.insert(names.intern(name), index);
            }
            for name in file.values {
                library.vals.insert(names.intern(name), Top::File(index));
            }
        }
        for (name, part) in Visible::PARTS {
            library.parts.insert(names.intern(name), part);
        }
        for (structure, members, are_cons) in top_level::VALUES {
            let structure = names.intern(structure);
            for member in *members {
                let (name, member) = member.split_once(' ').unwrap_or((member, member));
                let (name, member) = (names.intern(name), names.intern(member));
                library.vals.insert(name, Top::Member(structure, member));
                if *are_cons {
                    library.cons.insert(name);
                }
            }
        }
        for (structure, name) in top_level::TYPES {
            let top = Top::Member(names.intern(structure), names.intern(name));
            library.types.insert(names.intern(name), top);
        }
        library
    }

    /// From now on, names of the top level that only interactive sessions have.
    pub(crate) fn add_interactive(&mut self, names: &mut Names) {
        let (structure, members) = top_level::INTERACTIVE;
        let structure = names.intern(structure);
        for member in members.iter().map(|member| names.intern(member)) {
            self.vals.insert(member, Top::Member(structure, member));
        }
    }

    /// Binds a value that no file binds.
    pub(crate) fn top_val(&mut self, name: Sym, val: Val) {
        if let Val::Con(..) = val {
            self.cons.insert(name);
        }
        self.vals.insert(name, Top::Known(val));
    }

    /// Binds a type that no file binds.
    pub(crate) fn top_type(&mut self, name: Sym, tystr: TyStr, for_users: bool) {
        if for_users {
            self.types.insert(name, Top::Known(tystr));
        }
        self.hidden.insert(name, tystr);
    }

    /// The text that binds a structure.
    pub(crate) fn source_of(&self, structure: Sym) -> Option<SourceId> {
        let (file, _) = self.owners.get(&structure)?;
        Some(self.files[*file].source)
    }

    /// The meaning of a type's name, if that is known without reading a file.
    pub(crate) fn known_type(&self, name: Sym) -> Option<TyStr> {
        match self.types.get(&name)? {
            Top::Known(tystr) => Some(*tystr),
            Top::Member(..) | Top::File(_) => None,
        }
    }

    /// The structure and member that a type's name of the top level stands for.
    pub(crate) fn type_member(&self, name: Sym) -> Option<(StrId, Sym)> {
        match self.types.get(&name)? {
            Top::Member(structure, member) => Some((self.known_structure(*structure)?, *member)),
            Top::Known(_) | Top::File(_) => None,
        }
    }

    /// The part of the library that binds a name, if any does.
    pub(crate) fn part(&self, namespace: Namespace, name: Sym) -> Option<Visible> {
        let (found, part) = match namespace {
            Namespace::Value => (self.vals.contains_key(&name), Visible::VALUES),
            Namespace::Type => (self.types.contains_key(&name), Visible::TYPES),
            Namespace::Structure => {
                let for_users = self.owners.get(&name).is_some_and(|(_, for_users)| *for_users);
                (for_users, self.parts.get(&name).copied().unwrap_or(Visible::MODULES))
            }
            Namespace::Signature => {
                let found = self.signature_owners.contains_key(&name);
                (found, self.parts.get(&name).copied().unwrap_or(Visible::MODULES))
            }
            Namespace::Functor => (self.functor_owners.contains_key(&name), Visible::MODULES),
        };
        found.then_some(part)
    }

    /// All structures, signatures and functors, in no order.
    pub(crate) fn modules(&self) -> impl Iterator<Item = (Namespace, Sym)> + '_ {
        let structures = self.owners.keys().map(|name| (Namespace::Structure, *name));
        let signatures = self.signature_owners.keys().map(|name| (Namespace::Signature, *name));
        let functors = self.functor_owners.keys().map(|name| (Namespace::Functor, *name));
        structures.chain(signatures).chain(functors)
    }

    /// The names of values, for suggestions; in no order, as those below.
    pub(crate) fn val_names(&self) -> Vec<Sym> {
        self.vals.keys().copied().collect()
    }

    /// The names of constructors and exceptions.
    pub(crate) fn con_names(&self) -> Vec<Sym> {
        self.cons.iter().copied().collect()
    }

    /// The names of types.
    pub(crate) fn type_names(&self) -> Vec<Sym> {
        self.types.keys().copied().collect()
    }

    /// The names of structures that users see.
    pub(crate) fn structure_names(&self) -> Vec<Sym> {
        let owners = self.owners.iter();
        owners.filter(|(_, (_, for_users))| *for_users).map(|(sym, _)| *sym).collect()
    }

    /// True if a name of the top level is a constructor or an exception.
    pub(crate) fn is_con(&self, name: Sym) -> bool {
        self.cons.contains(&name)
    }

    /// The number of the file of a text.
    pub(crate) fn file_of(&self, source: SourceId) -> Option<usize> {
        self.files.iter().position(|file| file.source == source)
    }

    /// A structure that has been read.
    pub(crate) fn known_structure(&self, name: Sym) -> Option<StrId> {
        self.read.strs.get(&name).copied()
    }
}

impl Elab {
    /// The value that the library binds to a name at the top level.
    pub(crate) fn library_val(&mut self, name: Sym, only_con: bool) -> Option<Val> {
        let hidden = !self.sees(Visible::VALUES);
        if hidden || only_con && !self.library.cons.contains(&name) {
            return None;
        }
        let val = match *self.library.vals.get(&name)? {
            Top::Known(val) => return Some(val),
            Top::Member(structure, member) => {
                let found = self.any_library_structure(structure)?;
                self.contents(found).vals.get(member)?
            }
            Top::File(file) => {
                self.read_library(file);
                *self.library.read.vals.get(&name)?
            }
        };
        self.library.vals.insert(name, Top::Known(val));
        Some(val)
    }

    /// The type that the library binds to a name at the top level.
    pub(crate) fn library_type(&mut self, name: Sym) -> Option<TyStr> {
        if self.place.in_library
            && let Some(found) = self.library.hidden.get(&name)
        {
            return Some(*found);
        }
        if !self.sees(Visible::TYPES) {
            return None;
        }
        let tystr = match *self.library.types.get(&name)? {
            Top::Known(tystr) => return Some(tystr),
            Top::Member(structure, member) => {
                let found = self.any_library_structure(structure)?;
                self.contents(found).types.get(member)?
            }
            Top::File(file) => {
                self.read_library(file);
                *self.library.read.types.get(&name)?
            }
        };
        self.library.types.insert(name, Top::Known(tystr));
        Some(tystr)
    }

    /// A structure of the library.
    pub(crate) fn library_structure(&mut self, name: Sym) -> Option<StrId> {
        let (file, for_users) = *self.library.owners.get(&name)?;
        let part = self.library.parts.get(&name).copied().unwrap_or(Visible::MODULES);
        if !for_users && !self.place.in_library && !self.place.reading_for_user || !self.sees(part)
        {
            return None;
        }
        self.read_library(file);
        self.library.read.strs.get(&name).copied()
    }

    /// A structure of the library, also one that users do not see.
    fn any_library_structure(&mut self, name: Sym) -> Option<StrId> {
        let outer = std::mem::replace(&mut self.place.reading_for_user, true);
        let found = self.library_structure(name);
        self.place.reading_for_user = outer;
        found
    }

    /// A signature of the library.
    pub(crate) fn library_signature(&mut self, name: Sym) -> Option<SigId> {
        let file = *self.library.signature_owners.get(&name)?;
        if !self.sees(Visible::MODULES) {
            return None;
        }
        self.read_library(file);
        self.library.read.sigs.get(&name).copied()
    }

    /// A functor of the library.
    pub(crate) fn library_functor(&mut self, name: Sym) -> Option<FctId> {
        let file = *self.library.functor_owners.get(&name)?;
        if !self.sees(Visible::MODULES) {
            return None;
        }
        self.read_library(file);
        self.library.read.fcts.get(&name).copied()
    }

    /// A member of a structure of the library, even if the user binds that structure's name.
    pub(crate) fn library_member(&mut self, id: &LongId) -> Option<Val> {
        let (first, rest) = id.path.split_first()?;
        let mut found = self.any_library_structure(first.name)?;
        for part in rest {
            found = self.contents(found).strs.get(part.name)?;
        }
        self.contents(found).vals.get(id.id.name)
    }

    /// Ends the program with the actions at exit, if it can have registered any.
    pub(crate) fn finish_program(&mut self) {
        let (structure, file) = top_level::AT_EXIT;
        let read =
            self.core.program.names.find(structure).and_then(|s| self.library.known_structure(s));
        if read.is_some() {
            let index = top_level::FILES.iter().position(|f| f.name == file);
            self.read_library(index.expect("the file of the last actions is in the library"));
        }
    }

    /// Reads a file of the library, if it has not been read. The phrase that is being
    /// elaborated waits.
    fn read_library(&mut self, file: usize) {
        match self.library.files[file].state {
            State::Unread => {}
            State::Read => return,
            // Without a message a constructor would silently become a variable.
            State::Reading => {
                let name = top_level::FILES[file].name;
                let title = format!("`{name}` is needed to read itself");
                let at = base::Span::default();
                self.report(Diagnostic::error(title).at(
                    self.place.source,
                    at,
                    "by way of this file",
                ));
                return;
            }
        }
        self.library.files[file].state = State::Reading;
        // The actions at exit are run even if nothing refers to them, like the user's text.
        let library = top_level::FILES[file].name != top_level::AT_EXIT.1;
        let source = self.library.files[file].source;
        let text = std::mem::take(&mut self.library.files[file].text);
        let env = self.read_as_library(source, &text, library);
        let (vals, types, strs, sigs, fcts) = env.into_tables();
        let library = &mut self.library;
        library.read.vals.extend(vals);
        library.read.types.extend(types);
        library.read.strs.extend(strs);
        library.read.sigs.extend(sigs);
        library.read.fcts.extend(fcts);
        library.files[file].state = State::Read;
    }

    /// Elaborates a text that sees what the library sees; gives its bindings. The phrase that is
    /// being elaborated waits.
    pub(crate) fn read_as_library(
        &mut self,
        source: SourceId,
        text: &[u8],
        library: bool,
    ) -> Scopes {
        let waiting = self.set_aside(source);
        let mut fixity = FixityEnv::basis(&mut self.core.program.names);
        let options = ParseOptions { library: true };
        let read = parse(source, text, &mut self.core.program.names, &mut fixity, options);
        read.errors.into_iter().for_each(|error| self.report(error));
        for dec in &read.decs {
            let mut out = Out::default();
            self.decs(std::slice::from_ref(dec), &mut out);
            self.settle_records();
            let mut cx = super::finish::Finish::new(waiting.first_meta);
            self.finish_out(out, library, &mut cx);
        }
        let env = std::mem::take(&mut self.env);
        self.resume(waiting);
        env
    }

    /// Sets aside the state of the phrase that is being elaborated.
    fn set_aside(&mut self, source: SourceId) -> Waiting {
        let place = self.place.in_library_text(source);
        Waiting {
            env: std::mem::take(&mut self.env),
            place: std::mem::replace(&mut self.place, place),
            level: std::mem::take(&mut self.core.infer.level),
            unresolved: std::mem::take(&mut self.core.infer.unresolved),
            unbound_tyvars: std::mem::take(&mut self.core.infer.unbound_tyvars),
            at_hand: std::mem::take(&mut self.at_hand),
            expansion: std::mem::take(&mut self.expansion),
            quiet: std::mem::take(&mut self.messages.quiet),
            blind: std::mem::take(&mut self.messages.blind),
            first_meta: self.core.infer.metas.next_key(),
            first_var: self.core.program.vars.len(),
        }
    }

    fn resume(&mut self, waiting: Waiting) {
        let mut cx = super::finish::Finish::new(waiting.first_meta);
        self.finish_vars(waiting.first_var, &mut cx);
        self.env = waiting.env;
        self.place = waiting.place;
        self.core.infer.level = waiting.level;
        self.core.infer.unresolved = waiting.unresolved;
        self.core.infer.unbound_tyvars = waiting.unbound_tyvars;
        self.at_hand = waiting.at_hand;
        self.expansion = waiting.expansion;
        self.messages.quiet = waiting.quiet;
        self.messages.blind = waiting.blind;
    }
}

/// The state that waits while a file of the library is read.
struct Waiting {
    env: Scopes,
    place: Place,
    level: u32,
    unresolved: Vec<Unresolved>,
    unbound_tyvars: Vec<TyVar>,
    at_hand: AtHand,
    expansion: Expansion,
    quiet: u32,
    blind: bool,
    first_meta: Meta,
    first_var: usize,
}
