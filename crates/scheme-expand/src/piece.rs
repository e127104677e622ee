//! A piece of a program that runs: an expression that it evaluates, as text in the language of the
//! built-in library.
//!
//! The text is `(COUNT EXPRESSION)`. The expression sees the built-in library, whose procedures the
//! program has already, and the variables `%k0`, `%k1` and so on, which are that many values that
//! the program gives. Other variables are its own; what stands behind the last `%` of their names
//! tells them apart, and is no part of the names.

use crate::core::{Form, Program, Var};
use crate::expand::{Expander, Loader, Text};
use crate::exports::Evaluable;
use crate::globals::{Globals, Pending};
use crate::library::Libraries;
use crate::scope::{Binding, ScopeId, Scopes};
use crate::stx::{Idents, Stx, StxKind};
use base::PrimaryMap;
use diag::SourceId;
use rustc_hash::{FxHashMap, FxHashSet};
use scheme_syntax::Kind;

/// The built-in library, for any number of pieces.
pub struct Pieces {
    idents: Idents,
    scopes: Scopes,
    builtin: ScopeId,
    vars: PrimaryMap<Var, crate::core::Variable>,
    pending: FxHashMap<Var, Pending>,
    limit: usize,
}

/// A piece.
pub struct Piece {
    /// The text it comes from.
    pub source: SourceId,
    /// The expression, as the only form.
    pub program: Program,
    /// The variables of the values that the program gives.
    pub given: Vec<Var>,
    /// The variables of the built-in library that it uses.
    pub library: Vec<Var>,
    /// The variables of the built-in library that were asked for.
    pub roots: Vec<Var>,
}

/// A piece has no files.
struct NoFiles;

impl Loader for NoFiles {
    fn include(&mut self, _: SourceId, name: &str) -> Result<Text, String> {
        Err(format!("{name} is no part of it"))
    }

    fn library(&mut self, _: SourceId, _: &[String]) -> Result<Option<Text>, String> {
        Ok(None)
    }
}

impl Pieces {
    /// Reads the built-in library, which was read before for the program.
    pub fn new(library: &[Text], limit: usize) -> Option<Pieces> {
        let mut scopes = Scopes::default();
        let builtin = scopes.open(None);
        let mut files = NoFiles;
        let empty = Pieces {
            idents: Idents::default(),
            scopes,
            builtin,
            vars: PrimaryMap::new(),
            pending: FxHashMap::default(),
            limit,
        };
        let mut expander = empty.expander(&mut files);
        expander.bind_keywords();
        let mut forms = Vec::new();
        for text in library {
            forms.extend(expander.read(text.source, &text.bytes, false).ok()?);
        }
        expander.builtin(&forms).ok()?;
        expander.call_what_reads_state(&forms);
        let Expander { idents, scopes, vars, globals, .. } = expander;
        Some(Pieces { idents, scopes, builtin, vars, pending: globals.pending, limit })
    }

    fn expander<'l>(&self, loader: &'l mut NoFiles) -> Expander<'l> {
        Expander {
            idents: self.idents.clone(),
            scopes: self.scopes.clone(),
            vars: self.vars.clone(),
            globals: Globals::of(self.pending.clone()),
            libraries: Libraries {
                builtin: self.builtin,
                loaded: FxHashMap::default(),
                standard: Vec::new(),
            },
            evaluable: Evaluable::All,
            ..Expander::new(self.limit, loader, FxHashSet::default())
        }
    }

    /// Expands a piece; nothing if it is not as it should be.
    pub fn expand(&self, text: &Text, roots: &[&str]) -> Option<Piece> {
        let mut files = NoFiles;
        let mut expander = self.expander(&mut files);
        let data = scheme_syntax::read(text.source, &text.bytes).ok()?;
        data.iter().for_each(|datum| expander.idents.shorten(datum));
        let forms = expander.read(text.source, &text.bytes, false).ok()?;
        let [count, exp] = forms.first()?.list()? else { return None };
        let scope = expander.scopes.open(Some(self.builtin));
        let given = (0..number(count)?).map(|at| {
            let ident = expander.idents.plain(&format!("%k{at}").into());
            expander.local(ident, scope)
        });
        let given: Vec<Var> = given.collect();
        let roots: Vec<Var> = roots.iter().map(|name| expander.library_var(name)).collect();
        let exp = expander.exp(exp, scope).ok()?;
        if !expander.globals.unbound.is_empty() {
            return None;
        }
        let library = expander.globals.reached;
        let library = library.into_iter().filter(|var| !roots.contains(var)).collect();
        let program = Program { vars: expander.vars, forms: vec![Form::Exp(exp)] };
        Some(Piece { source: text.source, program, given, library, roots })
    }
}

impl Expander<'_> {
    /// Procedures of the library are not written out if they read variables that the library sets:
    /// a piece has the values of variables, not the variables.
    fn call_what_reads_state(&mut self, forms: &[Stx]) {
        let set = self.idents.plain(&"set!".into());
        let (mut assigned, mut inlines) = (FxHashSet::default(), Vec::new());
        each_part(forms.to_vec(), |stx| {
            if let Some([word, variable, _]) = stx.list()
                && word.ident() == Some(set)
            {
                assigned.extend(variable.ident());
            }
            if let Some(ident) = stx.ident()
                && let Some(Binding::Inline(var, inline)) =
                    self.scopes.own(self.libraries.builtin, ident)
            {
                inlines.push((ident, *var, inline.clone()));
            }
        });
        for (ident, var, inline) in inlines {
            let mut reads = false;
            for (_, body) in &inline.clauses {
                each_part(body.clone(), |stx| {
                    reads |= stx.ident().is_some_and(|ident| assigned.contains(&ident));
                });
            }
            if reads {
                self.scopes.bind(self.libraries.builtin, ident, Binding::Var(var));
            }
        }
    }
}

/// Calls a function with syntax and all syntax in it.
pub(crate) fn each_part(mut work: Vec<Stx>, mut visit: impl FnMut(&Stx)) {
    while let Some(stx) = work.pop() {
        visit(&stx);
        match &stx.kind {
            StxKind::List(parts) | StxKind::Vector(parts) => work.extend_from_slice(parts),
            StxKind::Dotted(parts, tail) => {
                work.extend_from_slice(parts);
                work.push(tail.clone());
            }
            StxKind::Atom(_) | StxKind::Ident(_) => {}
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all other syntax is refused")]
fn number(stx: &Stx) -> Option<usize> {
    let StxKind::Atom(datum) = &stx.kind else { return None };
    match &datum.kind {
        Kind::Int(n) => usize::try_from(n).ok(),
        _ => None,
    }
}
