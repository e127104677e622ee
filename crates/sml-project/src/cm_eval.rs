//! The meaning of descriptions: the modules that they export, and the sources of these.
//!
//! A source sees the top-level environment, the exports of the other descriptions among the
//! members, and the modules of the other sources. It leaves its modules; its other declarations
//! are its own. It is elaborated when a module of it is needed, after the sources that it needs
//! itself. A source that defines no module is there for its effects, and is elaborated at once.

use super::cm::{Description, Export, How, Member, Set, parse};
use super::cm_source::Source;
use super::condition::select;
use super::path::Place;
use super::uses::Name;
use super::{Done, Exports, Group, Mention, Module, Project, path};
use base::Span;
use diag::{Diagnostic, SourceId};
use rustc_hash::FxHashMap;
use sml_elab::{Basis, Namespace, Project as Kind, Visible};
use sml_syntax::names::Sym;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A description that is a member.
struct Import {
    path: String,
    mention: Mention,
    group: Group,
}

/// The members of a description. Sources are numbers of the project's table.
#[derive(Default)]
struct Members {
    sources: Vec<usize>,
    imports: Vec<Import>,
}

/// The environment of the sources of a description.
pub(super) struct Context {
    /// The library.
    pub(super) base: Basis,
    /// The modules of its sources.
    own: Exports,
    /// The modules of other descriptions.
    imports: Exports,
}

impl Context {
    /// The module of a name in a source, or in the description. A source's own definition
    /// is none for itself.
    pub(super) fn module(&self, name: Name, source: Option<usize>) -> Option<Module> {
        let own = self.own.get(&name);
        let own = own.filter(|own| source.is_none_or(|index| **own != Module::Source(index)));
        own.or_else(|| self.imports.get(&name)).cloned()
    }
}

/// The names of an export list, and their places if they are written there.
type Chosen = FxHashMap<Name, Option<Span>>;

impl Project<'_> {
    /// The exports of a description.
    pub(super) fn cm(&mut self, path: &Path, source: SourceId, text: &[u8]) -> Done<Group> {
        let description = match self.description(source, text) {
            Ok(description) => description,
            Err(message) => return self.fail(message),
        };
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut members = Members::default();
        for member in &description.members {
            self.member(member, &folder, source, &mut members)?;
        }
        self.read_well(&members.sources)?;
        let own = self.owners(&members.sources)?;
        let context = self.imported(&members.imports, own)?;
        let exports = match &description.exports {
            None => everything(&context.own, &members.imports),
            Some(exports) => {
                let chosen = self.chosen(exports, source, &context.own, &members.imports)?;
                self.exported(&chosen, source, &context)?
            }
        };
        self.contexts.push(context);
        let number = self.contexts.len() - 1;
        for &index in &members.sources {
            self.sources[index].context.get_or_insert(number);
        }
        for index in members.sources {
            if self.sources[index].uses.defines.is_empty() {
                self.force(index)?;
            }
        }
        let library = description.library;
        Ok(Group { exports: Rc::new(exports), ..Group::of_basis(Basis::default(), library) })
    }

    fn description(&mut self, source: SourceId, text: &[u8]) -> Result<Description, Diagnostic> {
        let compilation = &*self.compilation;
        let has = |namespace: Namespace, name: &str| {
            let found = compilation.find_name(name);
            found.is_some_and(|sym| compilation.in_library(namespace, sym))
        };
        let selected = select(source, text, &has)?;
        let mut description = parse(source, &selected.text)?;
        for member in &mut description.members {
            let at = member.path.span.start;
            member.conditional =
                selected.conditional.iter().any(|line| (line.start..line.end).contains(&at));
        }
        Ok(description)
    }

    /// Reads a member.
    fn member(
        &mut self,
        member: &Member,
        folder: &Path,
        source: SourceId,
        members: &mut Members,
    ) -> Done<()> {
        let mention = Mention { source, span: member.path.span };
        let path = match path::cm(&member.path.text, folder, self.variables) {
            Ok(Place::File(path)) => path,
            Ok(Place::Library(parts, _)) => {
                let group = Group::of_basis(Basis::library(parts), true);
                members.imports.push(Import { path: member.path.text.clone(), mention, group });
                return Ok(());
            }
            Err(nowhere) if member.conditional => {
                self.leave_out(mention, "Kont does not have this library", nowhere.hint);
                return Ok(());
            }
            Err(nowhere) => return self.nowhere(nowhere, mention),
        };
        if member.conditional && self.files.canonical(&path).is_err() {
            self.leave_out(mention, "there is no such file", None);
            return Ok(());
        }
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let class = member.class.as_ref().map_or(ending, |class| &class.text).to_lowercase();
        match class.as_str() {
            "sml" | "sig" | "fun" => self.source(&path, mention, members),
            "cm" => {
                let group = self.mentioned_group(&path, Kind::Cm, mention)?;
                members.imports.push(Import { path: member.path.text.clone(), mention, group });
                Ok(())
            }
            "grm" | "y" | "mlyacc" | "ml-yacc" => {
                self.generated(&path, &["sig", "sml"], "ml-yacc", mention, members)
            }
            "lex" | "l" | "mllex" | "ml-lex" | "ml-ulex" | "mlulex" => {
                self.generated(&path, &["sml"], "ml-lex", mention, members)
            }
            _ => self.fail(Diagnostic::error("a file of an unknown kind").at(
                source,
                mention.span,
                "it is no .sml, .sig, .fun or .cm",
            )),
        }
    }

    /// Warns about a member that is not there, and goes on without it. It is listed under a
    /// condition, which may hold here though it was written for a system that has the member.
    fn leave_out(&mut self, mention: Mention, why: &str, hint: Option<String>) {
        let label = format!("{why}; it is left out, as this line is conditional");
        let mut warning = Diagnostic::warning("a member that is not there");
        warning.hint = hint;
        let warning = warning.at(mention.source, mention.span, label).code("missing-member");
        self.diagnostics.push(warning);
    }

    /// Reads a source. One that is a member twice counts once.
    fn source(&mut self, path: &Path, mention: Mention, members: &mut Members) -> Done<()> {
        let canonical = self.find(path, mention)?;
        let index = match self.by_path.get(&canonical) {
            Some(index) => *index,
            None => {
                let (source, text) = self.read(path, &canonical, Some(mention))?;
                let operators = Basis::default().with_operators(self.compilation.names());
                let parsed = self.compilation.parse_in(&operators, source, &text);
                self.sources.push(Source::new(source, text, parsed));
                self.by_path.insert(canonical, self.sources.len() - 1);
                self.sources.len() - 1
            }
        };
        if !members.sources.contains(&index) {
            members.sources.push(index);
        }
        Ok(())
    }

    /// The files that a tool made of this one, if they are there.
    fn generated(
        &mut self,
        path: &Path,
        endings: &[&str],
        tool: &str,
        mention: Mention,
        members: &mut Members,
    ) -> Done<()> {
        for ending in endings {
            let mut name = path.as_os_str().to_owned();
            name.push(".");
            name.push(ending);
            let name = PathBuf::from(name);
            if self.files.canonical(&name).is_err() {
                let file = name.display();
                let message = Diagnostic::error("this file is made by a tool").at(
                    mention.source,
                    mention.span,
                    format!("there is no {file} beside it"),
                );
                return self.fail(message.hint(format!("run {tool} first; Kont does not")));
            }
            self.source(&name, mention, members)?;
        }
        Ok(())
    }

    /// The modules of the sources. No two may define the same.
    fn owners(&mut self, sources: &[usize]) -> Done<Exports> {
        let mut owners: FxHashMap<Name, (usize, Span)> = FxHashMap::default();
        for &index in sources {
            for &(name, span) in &self.sources[index].uses.defines {
                let Some((first, at)) = owners.insert(name, (index, span)) else { continue };
                let title = format!("two files of the group define the {}", self.shown(name));
                let message = Diagnostic::error(title)
                    .at(self.sources[index].source, span, "here again")
                    .also(self.sources[first].source, at, "here first");
                return self.fail(message);
            }
        }
        Ok(owners.into_iter().map(|(name, (index, _))| (name, Module::Source(index))).collect())
    }

    /// `structure A`.
    pub(super) fn shown(&self, (namespace, name): Name) -> String {
        let text = self.compilation.program().names.text(name);
        format!("{} `{text}`", namespace.name())
    }

    /// The environment of the sources; `own` are their own modules.
    fn imported(&mut self, imports: &[Import], own: Exports) -> Done<Context> {
        let pervasive = Visible::TYPES.and(Visible::VALUES);
        let mut base = Basis::library(pervasive).with_operators(self.compilation.names());
        let mut from: FxHashMap<Name, (&Module, &Import)> = FxHashMap::default();
        for import in imports {
            for (name, module) in sorted(&import.group.exports) {
                let Some((old, first)) = from.insert(name, (module, import)) else { continue };
                if old == module {
                    continue;
                }
                let title = format!("two members export the {}", self.shown(name));
                let message = Diagnostic::error(title)
                    .at(import.mention.source, import.mention.span, "here again")
                    .also(first.mention.source, first.mention.span, "here first");
                return self.fail(message);
            }
            self.compilation.open_basis(&mut base, &import.group.basis);
        }
        let imports = from.into_iter().map(|(name, (module, _))| (name, module.clone())).collect();
        Ok(Context { base, own, imports })
    }

    /// The names of an export list.
    fn chosen(
        &mut self,
        exports: &[Export],
        source: SourceId,
        own: &Exports,
        imports: &[Import],
    ) -> Done<Chosen> {
        let mut chosen = Chosen::default();
        for Export { how, set } in exports {
            let names: Chosen = match set {
                Set::Name(namespace, word) => {
                    let name: Sym = self.compilation.names().intern(&word.text);
                    [((*namespace, name), Some(word.span))].into_iter().collect()
                }
                Set::Sources => own.keys().map(|name| (*name, None)).collect(),
                Set::Groups(library) => {
                    let groups = imports.iter().filter(|i| i.group.library == *library);
                    groups.flat_map(|i| self.names_of(&i.group)).map(|n| (n, None)).collect()
                }
                Set::Member(path) => {
                    let Some(import) = imports.iter().find(|import| import.path == path.text)
                    else {
                        let message = Diagnostic::error("no such member");
                        let label = "this is not among the members";
                        return self.fail(message.at(source, path.span, label));
                    };
                    self.names_of(&import.group).into_iter().map(|name| (name, None)).collect()
                }
                Set::Sets(inner) => self.chosen(inner, source, own, imports)?,
            };
            match how {
                How::Add => chosen.extend(names),
                How::Remove => chosen.retain(|name, _| !names.contains_key(name)),
                How::Keep => chosen.retain(|name, _| names.contains_key(name)),
            }
        }
        Ok(chosen)
    }

    /// The exports of a description, or of our library in its place.
    fn names_of(&self, group: &Group) -> Vec<Name> {
        let library = self.compilation.library_modules(&group.basis);
        group.exports.keys().copied().chain(library).collect()
    }

    /// The modules of an export list.
    fn exported(&mut self, chosen: &Chosen, source: SourceId, context: &Context) -> Done<Exports> {
        let mut exports = Exports::default();
        let library = Rc::new(context.base.clone());
        let mut names: Vec<(Name, Option<Span>)> = chosen.iter().map(|(n, s)| (*n, *s)).collect();
        names.sort_unstable_by_key(|(name, span)| (span.map(|span| span.start), *name));
        for (name, span) in names {
            let module = context.module(name, None).or_else(|| {
                let is_there = self.compilation.has_library_module(&context.base, name);
                is_there.then(|| Module::Library(library.clone()))
            });
            let Some(module) = module else {
                let label = format!("no member defines the {}", self.shown(name));
                let message = Diagnostic::error("an export that is not there");
                let span = span.expect("a name that is not written there is a member's");
                return self.fail(message.at(source, span, label));
            };
            exports.insert(name, module);
        }
        Ok(exports)
    }
}

/// The exports without a list: all modules of the sources and of groups.
fn everything(own: &Exports, imports: &[Import]) -> Exports {
    let groups = imports.iter().filter(|import| !import.group.library);
    let mut exports: Exports =
        groups.flat_map(|i| i.group.exports.iter()).map(|(n, m)| (*n, m.clone())).collect();
    exports.extend(own.iter().map(|(name, module)| (*name, module.clone())));
    exports
}

/// In an order that does not depend on tables.
pub(super) fn sorted(exports: &Exports) -> Vec<(Name, &Module)> {
    let mut all: Vec<(Name, &Module)> = exports.iter().map(|(n, m)| (*n, m)).collect();
    all.sort_unstable_by_key(|(name, _)| *name);
    all
}
