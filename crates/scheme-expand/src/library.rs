//! Libraries: the built-in ones, those of the program, and what a program imports of them.

use crate::body::{Item, Owner};
use crate::core::{ExpKind, Form, Place, Special, Var};
use crate::error::{Fail, Outcome};
use crate::expand::{Expander, Text};
use crate::forms::Keyword;
use crate::globals::Pending;
use crate::scope::{Binding, ScopeId};
use crate::stx::{Ident, Stx, StxKind, of_datum};
use base::Name;
use diag::{Diagnostic, SourceId};
use rustc_hash::FxHashMap;
use scheme_syntax::Kind;
use std::rc::Rc;

/// What a library gives: names and their meanings.
pub(crate) type Exports = FxHashMap<Name, Binding>;

/// The libraries that are known.
pub(crate) struct Libraries {
    /// The scope of the built-in library, in which all standard procedures are defined.
    pub(crate) builtin: ScopeId,
    /// Libraries by name; nothing for one whose body is being read.
    pub(crate) loaded: FxHashMap<Vec<String>, Option<Rc<Exports>>>,
    /// The names of the standard libraries.
    pub(crate) standard: Vec<Vec<String>>,
}

/// The words for `cond-expand`.
pub(crate) const FEATURES: [&str; 6] =
    ["r7rs", "exact-closed", "ratios", "full-unicode", "kont", "else"];

impl Expander<'_> {
    /// A variable of the built-in library.
    ///
    /// # Panics
    /// Panics if the library does not define it.
    pub(crate) fn library_var(&mut self, name: &str) -> Var {
        let ident = self.idents.plain(&name.into());
        match self.scopes.own(self.libraries.builtin, ident) {
            Some(Binding::Var(var) | Binding::Inline(var, _) | Binding::Record(var, _)) => *var,
            Some(Binding::Keyword(_) | Binding::Macro(_)) | None => {
                base::bug!("the library does not define {name}")
            }
        }
    }

    /// Reads a text as syntax.
    pub(crate) fn read(
        &mut self,
        source: SourceId,
        bytes: &[u8],
        fold: bool,
    ) -> Result<Vec<Stx>, Vec<Diagnostic>> {
        let read = if fold { scheme_syntax::read_folded } else { scheme_syntax::read };
        let data = read(source, bytes).map_err(|errors| {
            let errors = errors.into_iter().map(|error| {
                let span = error.span.unwrap_or(base::Span::new(0, 0));
                let found = Diagnostic::error(error.title).at(source, span, error.label);
                match error.hint {
                    Some(hint) => found.hint(hint),
                    None => found,
                }
            });
            errors.collect::<Vec<_>>()
        })?;
        Ok(data.iter().map(|datum| of_datum(datum, &mut self.idents)).collect())
    }

    /// Reads the text of the built-in library. Its definitions are expanded when they are reached.
    pub(crate) fn builtin(&mut self, forms: &[Stx]) -> Outcome<()> {
        let scope = self.libraries.builtin;
        self.in_library = true;
        let items = self.items(forms, scope, Owner::Library)?;
        self.in_library = false;
        for item in items {
            let order = self.globals.pending.len();
            match item {
                Item::Define(var, rhs, _) => {
                    self.globals.pending.insert(var, Pending { rhs, scope, order });
                }
                Item::Made(..) | Item::Values(..) | Item::Exp(_) => {
                    base::bug!("the library consists of definitions")
                }
            }
        }
        Ok(())
    }

    /// Reads what the standard libraries export: `(define-library NAME (export NAME ...))`.
    pub(crate) fn standard(&mut self, forms: &[Stx]) -> Outcome<()> {
        for form in forms {
            let (Some([_, name, exports]), scope) = (form.list(), self.libraries.builtin) else {
                return Err(Fail::new(form.place, "malformed library", "a name and exports"));
            };
            let name = self.library_name(name)?;
            let mut found = Exports::default();
            for export in &exports.list().unwrap_or(&[])[1..] {
                let Some(ident) = export.ident() else { continue };
                let Some(binding) = self.resolve(ident, scope) else {
                    let label =
                        format!("the library does not define `{}`", self.idents.name(ident));
                    return Err(Fail::new(export.place, "unknown export", label));
                };
                found.insert(self.name(ident), binding.clone());
            }
            self.libraries.standard.push(name.clone());
            self.libraries.loaded.insert(name, Some(Rc::new(found)));
        }
        Ok(())
    }

    /// A scope with everything that standard libraries export.
    pub(crate) fn everything(&mut self) -> ScopeId {
        let scope = self.scopes.open(None);
        for library in self.libraries.standard.clone() {
            if let Some(Some(exports)) = self.libraries.loaded.get(&library).cloned() {
                for (name, binding) in exports.iter() {
                    let ident = self.idents.plain(name);
                    self.scopes.bind(scope, ident, binding.clone());
                }
            }
        }
        scope
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    pub(crate) fn library_name(&self, stx: &Stx) -> Outcome<Vec<String>> {
        let wrong = || {
            let label = "a library's name is a list of identifiers and numbers";
            Fail::new(stx.place, "malformed library name", label)
        };
        let parts = stx.list().filter(|parts| !parts.is_empty()).ok_or_else(wrong)?;
        let parts = parts.iter().map(|part| match &part.kind {
            StxKind::Ident(ident) => Ok(self.idents.name(*ident).to_string()),
            StxKind::Atom(datum) => match &datum.kind {
                Kind::Int(n) => Ok(n.to_string()),
                _ => Err(wrong()),
            },
            _ => Err(wrong()),
        });
        parts.collect()
    }

    /// Imports into a scope: `(import SET ...)`, of which these are the sets.
    pub(crate) fn import(&mut self, sets: &[Stx], scope: ScopeId) -> Outcome<()> {
        for set in sets {
            for (ident, binding) in self.import_set(set)? {
                if let Some(other) = self.scopes.own(scope, ident)
                    && !other.same(&binding)
                {
                    let label =
                        format!("`{}` is imported with two meanings", self.idents.name(ident));
                    return Err(Fail::new(set.place, "conflicting imports", label));
                }
                self.scopes.bind(scope, ident, binding);
            }
        }
        Ok(())
    }

    fn import_set(&mut self, set: &Stx) -> Outcome<Vec<(Ident, Binding)>> {
        let wrong = |label: &str| Fail::new(set.place, "malformed import", label);
        let parts = set.list().ok_or_else(|| wrong("a library or a set of its names"))?;
        let modifier = match parts {
            [word, inner, rest @ ..] if inner.list().is_some() => {
                word.ident().map(|ident| (self.name(ident), inner, rest))
            }
            _ => None,
        };
        let Some((word, inner, rest)) = modifier else { return self.import_library(set) };
        let mut found = match &*word {
            "only" | "except" | "prefix" | "rename" => self.import_set(inner)?,
            _ => return self.import_library(set),
        };
        match &*word {
            "prefix" => {
                let prefix = rest
                    .first()
                    .and_then(|p| p.ident())
                    .ok_or_else(|| wrong("it has the shape `(prefix SET NAME)`"))?;
                for (ident, _) in &mut found {
                    let name: Name =
                        format!("{}{}", self.idents.name(prefix), self.idents.name(*ident)).into();
                    *ident = self.idents.plain(&name);
                }
            }
            "rename" => {
                for pair in rest {
                    let Some([from, to]) = pair.list() else {
                        return Err(wrong("a renaming is `(FROM TO)`"));
                    };
                    let (Some(from_id), Some(to)) = (from.ident(), to.ident()) else {
                        return Err(wrong("names are identifiers"));
                    };
                    self.imported(&found, from)?;
                    found.iter_mut().filter(|(i, _)| *i == from_id).for_each(|f| f.0 = to);
                }
            }
            _ => {
                for name in rest {
                    self.imported(&found, name)?;
                }
                let named = |i: &Ident| rest.iter().any(|name| name.ident() == Some(*i));
                found.retain(|(ident, _)| named(ident) == (&*word == "only"));
            }
        }
        Ok(found)
    }

    /// Checks that a name is among those of an import.
    fn imported(&self, found: &[(Ident, Binding)], name: &Stx) -> Outcome<()> {
        if name.ident().is_some_and(|ident| found.iter().any(|(i, _)| *i == ident)) {
            return Ok(());
        }
        let label = format!("the library exports no `{}`", self.shown(name));
        Err(Fail::new(name.place, "unknown name", label))
    }

    fn import_library(&mut self, set: &Stx) -> Outcome<Vec<(Ident, Binding)>> {
        let name = self.library_name(set)?;
        let exports = self.load(&name, set.place)?;
        let mut found: Vec<(Ident, Binding)> = exports
            .iter()
            .map(|(name, binding)| (self.idents.plain(name), binding.clone()))
            .collect();
        found.sort_by_key(|(ident, _)| *ident);
        Ok(found)
    }

    /// The exports of a library, which is read if need be.
    fn load(&mut self, name: &[String], place: Place) -> Outcome<Rc<Exports>> {
        let shown = || format!("({})", name.join(" "));
        match self.libraries.loaded.get(name) {
            Some(Some(exports)) => return Ok(exports.clone()),
            Some(None) => {
                let label = format!("{} imports itself", shown());
                return Err(Fail::new(place, "circular import", label));
            }
            None => {}
        }
        let text = self.loader.library(place.source, name);
        let text = text.map_err(|why| Fail::new(place, "unreadable library", why))?;
        let Some(Text { source, bytes }) = text else {
            let label = format!("there is no library {}", shown());
            let hint = "the standard libraries are built in; `(a b)` is the file a/b.sld beside \
                        the file that imports it, or in a folder of -I";
            return Err(Fail::new(place, "unknown library", label).hint(hint));
        };
        let forms = self.read(source, &bytes, false).map_err(|mut errors| {
            let first = errors.remove(0);
            self.errors_later(errors);
            Fail(Box::new(first))
        })?;
        for form in &forms {
            self.define_library(form)?;
        }
        match self.libraries.loaded.get(name) {
            Some(Some(exports)) => Ok(exports.clone()),
            Some(None) | None => {
                let label = format!("its file does not define {}", shown());
                Err(Fail::new(place, "unknown library", label))
            }
        }
    }

    /// True if a form is the declaration of this name.
    pub(crate) fn is_declaration(&self, form: &Stx, name: &str) -> bool {
        let head = form.list().and_then(|parts| parts.first()).and_then(|head| head.ident());
        head.is_some_and(|ident| &**self.idents.name(ident) == name)
    }

    /// `(define-library NAME DECLARATION ...)`.
    pub(crate) fn define_library(&mut self, form: &Stx) -> Outcome<()> {
        if !self.is_declaration(form, "define-library") {
            let label = "a library's file has `(define-library NAME DECLARATION ...)`";
            return Err(Fail::new(form.place, "not a library", label));
        }
        let [_, name, declarations @ ..] = form.list().unwrap_or(&[]) else {
            return Err(Fail::new(form.place, "malformed library", "it has no name"));
        };
        let name = self.library_name(name)?;
        if self.libraries.loaded.contains_key(&name) {
            let label = format!("there is a library ({}) already", name.join(" "));
            return Err(Fail::new(form.place, "duplicate library", label));
        }
        self.libraries.loaded.insert(name.clone(), None);
        let imports = self.scopes.open(None);
        let scope = self.scopes.open(Some(imports));
        let mut parts = Parts { imports, body: Vec::new(), exports: Vec::new() };
        for declaration in declarations {
            self.declaration(declaration, &mut parts)?;
        }
        let items = self.items(&parts.body, scope, Owner::Library)?;
        let mut exports = Exports::default();
        for (inner, outer) in parts.exports {
            let ident = inner.ident().expect("exports are identifiers");
            let Some(binding) = self.resolve(ident, scope) else {
                let label = format!("nothing defines `{}`", self.idents.name(ident));
                return Err(Fail::new(inner.place, "unknown export", label));
            };
            exports.insert(outer, binding.clone());
        }
        self.top_items(items, scope);
        self.libraries.loaded.insert(name, Some(Rc::new(exports)));
        Ok(())
    }

    fn declaration(&mut self, stx: &Stx, parts: &mut Parts) -> Outcome<()> {
        let wrong = |label: &str| Fail::new(stx.place, "malformed declaration", label);
        let Some([word, rest @ ..]) = stx.list() else { return Err(wrong("a list is wanted")) };
        let word = word.ident().ok_or_else(|| wrong("this is no declaration"))?;
        match &*self.name(word) {
            "export" => {
                for spec in rest {
                    parts.exports.push(self.export(spec)?);
                }
            }
            "import" => self.import(rest, parts.imports)?,
            "begin" => parts.body.extend(rest.iter().cloned()),
            "include" => parts.body.extend(self.include(rest, false, stx.place)?),
            "include-ci" => parts.body.extend(self.include(rest, true, stx.place)?),
            "include-library-declarations" => {
                for declaration in self.include(rest, false, stx.place)? {
                    self.declaration(&declaration, parts)?;
                }
            }
            "cond-expand" => {
                for declaration in self.cond_expand(rest, stx.place)? {
                    self.declaration(&declaration, parts)?;
                }
            }
            other => return Err(wrong(&format!("`{other}` is no declaration of a library"))),
        }
        Ok(())
    }

    fn export(&self, spec: &Stx) -> Outcome<(Stx, Name)> {
        let wrong = || {
            Fail::new(
                spec.place,
                "malformed export",
                "an export is `NAME` or `(rename INNER OUTER)`",
            )
        };
        match spec.list() {
            None => {
                let ident = spec.ident().ok_or_else(wrong)?;
                Ok((spec.clone(), self.name(ident)))
            }
            Some([_, inner, outer]) if inner.ident().is_some() => {
                Ok((inner.clone(), self.name(outer.ident().ok_or_else(wrong)?)))
            }
            Some(_) => Err(wrong()),
        }
    }

    /// The forms of the first clause of `cond-expand` whose requirement is met.
    pub(crate) fn cond_expand(&mut self, clauses: &[Stx], place: Place) -> Outcome<Vec<Stx>> {
        for clause in clauses {
            let Some([requirement, forms @ ..]) = clause.list() else {
                let label = "a clause is `(REQUIREMENT FORM ...)`";
                return Err(Fail::new(clause.place, "malformed cond-expand", label));
            };
            if self.is_met(requirement)? {
                return Ok(forms.to_vec());
            }
        }
        let _ = place;
        Ok(Vec::new())
    }

    fn is_met(&mut self, requirement: &Stx) -> Outcome<bool> {
        if let Some(ident) = requirement.ident() {
            return Ok(FEATURES.contains(&&**self.idents.name(ident)));
        }
        let wrong = || {
            Fail::new(
                requirement.place,
                "malformed requirement",
                "not, and, or, library or a feature",
            )
        };
        let (word, rest) = requirement.list().and_then(<[Stx]>::split_first).ok_or_else(wrong)?;
        let word = self.name(word.ident().ok_or_else(wrong)?);
        match (&*word, rest) {
            ("and", _) => {
                for part in rest {
                    if !self.is_met(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            ("or", _) => {
                for part in rest {
                    if self.is_met(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            ("not", [part]) => Ok(!self.is_met(part)?),
            ("library", [name]) => {
                let name = self.library_name(name)?;
                let known = self.libraries.loaded.contains_key(&name);
                let source = requirement.place.source;
                Ok(known || matches!(self.loader.library(source, &name), Ok(Some(_))))
            }
            _ => Err(wrong()),
        }
    }

    /// Definitions for the global variables that `define-values` sets.
    fn declare_values(&mut self, formals: &Stx, scope: ScopeId, place: Place) {
        for var in self.formal_variables(formals, scope) {
            let unbound = self.exp_at(ExpKind::Special(Special::Unbound), place);
            self.globals.forms.push(Form::Define(var, unbound));
        }
    }

    /// Expands the items of a program or a library; errors are kept, so that each item may have one.
    pub(crate) fn top_items(&mut self, items: Vec<Item>, scope: ScopeId) {
        for item in items {
            let form = match item {
                Item::Define(var, rhs, place) => {
                    self.rhs(&rhs, scope, place).map(|exp| Form::Define(var, exp))
                }
                Item::Made(var, exp) => Ok(Form::Define(var, exp)),
                Item::Values(formals, stx, place) => {
                    self.declare_values(&formals, scope, place);
                    self.values_to_variables(&formals, &stx, scope, place).map(Form::Exp)
                }
                Item::Exp(stx) => self.exp(&stx, scope).map(Form::Exp),
            };
            match form {
                Ok(form) => self.globals.forms.push(form),
                Err(fail) => self.errors_later(vec![*fail.0]),
            }
        }
    }
}

/// The parts of a library.
struct Parts {
    imports: ScopeId,
    body: Vec<Stx>,
    exports: Vec<(Stx, Name)>,
}

impl Expander<'_> {
    /// Binds the words of the language in the scope of the built-in library.
    pub(crate) fn bind_keywords(&mut self) {
        for (text, keyword) in Keyword::ALL {
            let ident = self.idents.plain(&(*text).into());
            self.scopes.bind(self.libraries.builtin, ident, Binding::Keyword(*keyword));
        }
    }
}
