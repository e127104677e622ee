//! The meaning of descriptions: members in the order of their needs, exports selected.
//!
//! A source sees the top-level environment, what the other descriptions among the members export,
//! and the modules of the other sources. It leaves its modules; its other declarations are
//! its own.

use super::ann::Annotations;
use super::cm::{Description, Export, How, Member, Set, parse};
use super::condition::select;
use super::order::{Cycle, order};
use super::path::Place;
use super::uses::{Name, Uses, uses};
use super::{Done, Group, Mention, Project, path};
use crate::elab::{Basis, Namespace, Parsed, Project as Kind, Visible};
use crate::names::Sym;
use diag::{Diagnostic, SourceId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A source file that is a member.
struct Source {
    source: SourceId,
    parsed: Option<Parsed>,
    uses: Uses,
}

/// A description that is a member.
struct Import {
    path: String,
    mention: Mention,
    group: Group,
}

/// The members of a description.
#[derive(Default)]
struct Members {
    sources: Vec<Source>,
    imports: Vec<Import>,
    seen: FxHashSet<PathBuf>,
}

impl Project<'_> {
    /// What a description exports.
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
        let owners = self.owners(&members.sources)?;
        let files: Vec<&Uses> = members.sources.iter().map(|source| &source.uses).collect();
        let order = match order(&files, &owners) {
            Ok(order) => order,
            Err(cycle) => return self.cycle(&cycle, &members.sources),
        };
        let mut scope = self.imported(&members.imports)?;
        let mut own = Basis::default();
        for index in order {
            let Some(parsed) = members.sources[index].parsed.take() else { continue };
            self.compilation.set_project(Kind::Cm);
            let left = self.elaborate(&scope, parsed, &Annotations::default())?.modules();
            self.compilation.open_basis(&mut scope, &left);
            self.compilation.open_basis(&mut own, &left);
        }
        let basis = match &description.exports {
            None => self.everything(&own, &members.imports),
            Some(exports) => {
                let chosen = self.chosen(exports, source, &scope, &own, &members.imports)?;
                self.exported(&chosen, source, &scope)?
            }
        };
        Ok(Group { basis: Rc::new(basis), library: description.library })
    }

    fn description(&mut self, source: SourceId, text: &[u8]) -> Result<Description, Diagnostic> {
        let compilation = &*self.compilation;
        let has = |kind: &str, name: &str| {
            let namespace = match kind {
                "structure" => Namespace::Structure,
                "signature" => Namespace::Signature,
                _ => Namespace::Functor,
            };
            let found = compilation.find_name(name);
            found.is_some_and(|sym| compilation.in_library(namespace, sym))
        };
        parse(source, &select(source, text, &has)?)
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
                let group = Group { basis: Rc::new(Basis::library(parts)), library: true };
                members.imports.push(Import { path: member.path.text.clone(), mention, group });
                return Ok(());
            }
            Err(nowhere) => return self.nowhere(nowhere, mention),
        };
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

    /// Reads a source; one that is mentioned twice counts once.
    fn source(&mut self, path: &Path, mention: Mention, members: &mut Members) -> Done<()> {
        let canonical = self.find(path, mention)?;
        if !members.seen.insert(canonical.clone()) {
            return Ok(());
        }
        let (source, text) = self.read(path, &canonical, Some(mention))?;
        let operators = Basis::default().with_operators(self.compilation.names());
        let parsed = self.compilation.parse_in(&operators, source, &text);
        let uses = uses(&parsed.decs);
        members.sources.push(Source { source, parsed: Some(parsed), uses });
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

    /// Which source defines which module. No two may define the same.
    fn owners(&mut self, sources: &[Source]) -> Done<FxHashMap<Name, usize>> {
        let mut owners: FxHashMap<Name, (usize, base::Span)> = FxHashMap::default();
        for (index, file) in sources.iter().enumerate() {
            for (name, span) in &file.uses.defines {
                if let Some((first, at)) = owners.insert(*name, (index, *span)) {
                    let what = self.shown(*name);
                    let title = format!("two files of the group define the {what}");
                    let message = Diagnostic::error(title)
                        .at(file.source, *span, "here again")
                        .also(sources[first].source, at, "here first");
                    return self.fail(message);
                }
            }
        }
        Ok(owners.into_iter().map(|(name, (index, _))| (name, index)).collect())
    }

    /// `structure A`.
    fn shown(&mut self, (namespace, name): Name) -> String {
        format!("{} `{}`", namespace.name(), self.compilation.names().text(name))
    }

    fn cycle<T>(&mut self, cycle: &Cycle, sources: &[Source]) -> Done<T> {
        let mut message = Diagnostic::error("files of the group need one another");
        for (index, (file, name, span)) in cycle.iter().enumerate() {
            let label = format!("this needs the {}", self.shown(*name));
            let source = sources[*file].source;
            message = match index {
                0 => message.at(source, *span, label),
                _ => message.also(source, *span, label),
            };
        }
        self.fail(message)
    }

    /// What sources see besides one another.
    fn imported(&mut self, imports: &[Import]) -> Done<Basis> {
        let pervasive = Visible::TYPES.and(Visible::VALUES);
        let mut scope = Basis::library(pervasive).with_operators(self.compilation.names());
        let mut from: FxHashMap<Name, &Import> = FxHashMap::default();
        for import in imports {
            let mut names = import.group.basis.module_names();
            names.sort_unstable();
            for name in names {
                let Some(first) = from.insert(name, import) else { continue };
                if first.group.basis.same_module(&import.group.basis, name.0, name.1) {
                    continue;
                }
                let title = format!("two members export the {}", self.shown(name));
                let message = Diagnostic::error(title)
                    .at(import.mention.source, import.mention.span, "here again")
                    .also(first.mention.source, first.mention.span, "here first");
                return self.fail(message);
            }
            self.compilation.open_basis(&mut scope, &import.group.basis);
        }
        Ok(scope)
    }

    /// What is exported without a list: all of the sources and of groups.
    fn everything(&mut self, own: &Basis, imports: &[Import]) -> Basis {
        let mut basis = Basis::default();
        for import in imports.iter().filter(|import| !import.group.library) {
            self.compilation.open_basis(&mut basis, &import.group.basis);
        }
        self.compilation.open_basis(&mut basis, own);
        basis
    }

    /// The names of an export list, and where they are written.
    fn chosen(
        &mut self,
        exports: &[Export],
        source: SourceId,
        scope: &Basis,
        own: &Basis,
        imports: &[Import],
    ) -> Done<FxHashMap<Name, Option<base::Span>>> {
        let mut chosen: FxHashMap<Name, Option<base::Span>> = FxHashMap::default();
        for Export { how, set } in exports {
            let names: FxHashMap<Name, Option<base::Span>> = match set {
                Set::Name(namespace, word) => {
                    let name: Sym = self.compilation.names().intern(&word.text);
                    [((*namespace, name), Some(word.span))].into_iter().collect()
                }
                Set::Sources => own.module_names().into_iter().map(|n| (n, None)).collect(),
                Set::Groups(library) => {
                    let groups = imports.iter().filter(|i| i.group.library == *library);
                    let names = groups.flat_map(|import| import.group.basis.module_names());
                    names.map(|name| (name, None)).collect()
                }
                Set::Member(path) => {
                    let Some(import) = imports.iter().find(|import| import.path == path.text)
                    else {
                        let message = Diagnostic::error("no such member");
                        let label = "this is not among the members";
                        return self.fail(message.at(source, path.span, label));
                    };
                    import.group.basis.module_names().into_iter().map(|n| (n, None)).collect()
                }
                Set::Sets(inner) => self.chosen(inner, source, scope, own, imports)?,
            };
            match how {
                How::Add => chosen.extend(names),
                How::Remove => chosen.retain(|name, _| !names.contains_key(name)),
                How::Keep => chosen.retain(|name, _| names.contains_key(name)),
            }
        }
        Ok(chosen)
    }

    /// A basis with these modules.
    fn exported(
        &mut self,
        chosen: &FxHashMap<Name, Option<base::Span>>,
        source: SourceId,
        scope: &Basis,
    ) -> Done<Basis> {
        let mut names: Vec<(Name, Option<base::Span>)> =
            chosen.iter().map(|(name, span)| (*name, *span)).collect();
        names.sort_unstable_by_key(|(name, span)| (span.map(|span| span.start), *name));
        let mut basis = Basis::default();
        for ((namespace, name), span) in names {
            match self.compilation.rename(scope, namespace, (name, name)) {
                Some(found) => self.compilation.open_basis(&mut basis, &found),
                None => {
                    let what = self.shown((namespace, name));
                    let message = Diagnostic::error("an export that is not there");
                    let span = span.unwrap_or_default();
                    let label = format!("no member defines the {what}");
                    return self.fail(message.at(source, span, label));
                }
            }
        }
        Ok(basis)
    }
}
