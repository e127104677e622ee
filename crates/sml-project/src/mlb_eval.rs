//! The meaning of ML Basis files: a declaration adds a basis to the scope.

use super::ann::Annotations;
use super::mlb::{Dec, Exp, parse};
use super::path::{Nowhere, Place};
use super::word::Word;
use super::{Done, Group, Mention, Project, kind_of, path};
use diag::{Diagnostic, SourceId};
use sml_elab::{Basis, Namespace, Project as Kind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The surroundings of a declaration.
#[derive(Clone)]
struct Context {
    source: SourceId,
    folder: PathBuf,
    annotations: Annotations,
}

impl Project<'_> {
    /// The basis of an ML Basis file, which begins with nothing in scope.
    pub(super) fn mlb(&mut self, path: &Path, source: SourceId, text: &[u8]) -> Done<Group> {
        let decs = match parse(source, text) {
            Ok(decs) => decs,
            Err(message) => return self.fail(message),
        };
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let cx = Context { source, folder, annotations: Annotations::default() };
        let (mut scope, mut out) = (Basis::default(), Basis::default());
        self.decs(&decs, &cx, &mut scope, &mut out)?;
        Ok(Group::of_basis(out, false))
    }

    /// Declarations. Their bindings are added to the scope and to the result.
    fn decs(&mut self, decs: &[Dec], cx: &Context, scope: &mut Basis, out: &mut Basis) -> Done<()> {
        for dec in decs {
            let bound = self.dec(dec, cx, scope)?;
            self.compilation.open_basis(scope, &bound);
            self.compilation.open_basis(out, &bound);
        }
        Ok(())
    }

    /// The bindings of a declaration.
    fn dec(&mut self, dec: &Dec, cx: &Context, scope: &Basis) -> Done<Basis> {
        let mut out = Basis::default();
        match dec {
            Dec::Basis(binds) => {
                for (name, exp) in binds {
                    let basis = self.exp(exp, cx, scope)?;
                    let name = self.compilation.names().intern(&name.text);
                    out.bind_basis(name, Rc::new(basis));
                }
            }
            Dec::Open(names) => {
                for name in names {
                    let basis = self.basis(name, cx, scope)?;
                    self.compilation.open_basis(&mut out, &basis);
                }
            }
            Dec::Local(hidden, shown) => {
                let mut inner = scope.clone();
                self.decs(hidden, cx, &mut inner, &mut Basis::default())?;
                self.decs(shown, cx, &mut inner, &mut out)?;
            }
            Dec::Modules(namespace, binds) => {
                for (new, old) in binds {
                    let found = self.module(*namespace, new, old, cx, scope)?;
                    self.compilation.open_basis(&mut out, &found);
                }
            }
            Dec::File(word) => return self.file(word, cx, scope),
            Dec::Ann(annotations, decs) => {
                let mut cx = cx.clone();
                for word in annotations {
                    let said = cx.annotations.add(cx.source, word);
                    self.diagnostics.extend(said);
                }
                self.decs(decs, &cx, &mut scope.clone(), &mut out)?;
            }
        }
        Ok(out)
    }

    /// The basis that an expression stands for.
    fn exp(&mut self, exp: &Exp, cx: &Context, scope: &Basis) -> Done<Basis> {
        match exp {
            Exp::Bas(decs) => {
                let mut out = Basis::default();
                self.decs(decs, cx, &mut scope.clone(), &mut out)?;
                Ok(out)
            }
            Exp::Id(name) => self.basis(name, cx, scope).map(|basis| (*basis).clone()),
            Exp::Let(decs, exp) => {
                let mut inner = scope.clone();
                self.decs(decs, cx, &mut inner, &mut Basis::default())?;
                self.exp(exp, cx, &inner)
            }
        }
    }

    /// The basis of a name.
    fn basis(&mut self, name: &Word, cx: &Context, scope: &Basis) -> Done<Rc<Basis>> {
        let sym = self.compilation.names().intern(&name.text);
        if let Some(basis) = scope.basis(sym) {
            return Ok(basis);
        }
        let label = format!("there is no basis `{}` here", name.text);
        self.fail(Diagnostic::error("unknown basis").at(cx.source, name.span, label))
    }

    /// A basis with the module of a name, under another.
    fn module(
        &mut self,
        namespace: Namespace,
        new: &Word,
        old: &Word,
        cx: &Context,
        scope: &Basis,
    ) -> Done<Basis> {
        let names = self.compilation.names();
        let pair = (names.intern(&new.text), names.intern(&old.text));
        if let Some(basis) = self.compilation.rename(scope, namespace, pair) {
            return Ok(basis);
        }
        let what = namespace.name();
        let label = format!("there is no {what} `{}` here", old.text);
        let mut message =
            Diagnostic::error(format!("unknown {what}")).at(cx.source, old.span, label);
        if self.compilation.in_library(namespace, pair.1) {
            message =
                message.hint("it is in the library: list `$(SML_LIB)/basis/basis.mlb` before");
        }
        self.fail(message)
    }

    /// The bindings of a file.
    fn file(&mut self, word: &Word, cx: &Context, scope: &Basis) -> Done<Basis> {
        let mention = Mention { source: cx.source, span: word.span };
        let path = match path::mlb(&word.text, &cx.folder, self.variables) {
            Ok(Place::Library(parts, operators)) => {
                let basis = Basis::library(parts);
                let names = self.compilation.names();
                return Ok(if operators { basis.with_operators(names) } else { basis });
            }
            Ok(Place::File(path)) => path,
            Err(nowhere) => return self.nowhere(nowhere, mention),
        };
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("sml" | "sig" | "fun") => {
                self.compilation.set_project(Kind::Mlb);
                self.source_file(&path, scope, mention, &cx.annotations)
            }
            Some("mlb") => {
                self.mentioned_group(&path, Kind::Mlb, mention).map(|group| (*group.basis).clone())
            }
            _ => {
                let mut message = Diagnostic::error("a file of an unknown kind").at(
                    cx.source,
                    word.span,
                    "its name does not end in .sml, .sig, .fun or .mlb",
                );
                if kind_of(&path) == Some(Kind::Cm) {
                    message = message.hint("a .cm file is a project of its own");
                }
                self.fail(message)
            }
        }
    }

    /// Reports a path that leads nowhere.
    pub(super) fn nowhere<T>(&mut self, nowhere: Nowhere, mention: Mention) -> Done<T> {
        let mut message =
            Diagnostic::error(nowhere.title).at(mention.source, mention.span, nowhere.label);
        message.hint = nowhere.hint;
        self.fail(message)
    }
}
