//! The exports of all libraries as a value, for evaluation at run time.

use crate::core::{Exp, ExpKind, Op, Place, Special, Var};
use crate::expand::Expander;
use crate::forms::Keyword;
use crate::library::Exports;
use crate::piece::each_part;
use crate::scope::{Binding, ScopeId};
use crate::stx::{Ident, Stx};
use base::Name;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The procedures of the built-in library that make environments: the first of import sets.
pub(crate) const ENVIRONMENTS: [&str; 2] = ["environment", "interaction-environment"];

/// The macros of the built-in library that stand in the text of pieces.
const MACROS: [&str; 3] = ["%bound", "%call", "%cell-value"];

/// The standard libraries that evaluated code may import.
pub(crate) enum Evaluable {
    /// Those that calls of `environment` name, where all such calls name them by literals.
    Named(BTreeSet<Vec<String>>),
    /// All.
    All,
}

impl Expander<'_> {
    /// The libraries that evaluated code may import with those that a call names, if it is
    /// `(environment 'SET ...)`.
    pub(crate) fn environment_of(&mut self, call: &[Stx], scope: ScopeId) -> Option<Evaluable> {
        let var = match self.resolve(call[0].ident()?, scope)? {
            Binding::Var(var) => *var,
            Binding::Inline(..) | Binding::Record(..) => return None,
            Binding::Keyword(_) | Binding::Macro(_) => return None,
        };
        let Evaluable::Named(named) = &self.evaluable else { return None };
        if self.globals.environments.first() != Some(&var) {
            return None;
        }
        let mut named = named.clone();
        for set in &call[1..] {
            let library = self.named_library(set, scope)?;
            let known = self.libraries.loaded.get(&library).cloned();
            // Evaluated code that can make environments may name any library.
            let makes = |binding: &Binding| match binding {
                Binding::Var(var) => self.globals.environments.contains(var),
                Binding::Inline(..) | Binding::Record(..) => false,
                Binding::Keyword(_) | Binding::Macro(_) => false,
            };
            if known.flatten().is_some_and(|exports| exports.values().any(makes)) {
                return None;
            }
            named.insert(library);
        }
        Some(Evaluable::Named(named))
    }

    /// The library of a quoted import set.
    fn named_library(&self, quoted: &Stx, scope: ScopeId) -> Option<Vec<String>> {
        let [quote, set] = quoted.list()? else { return None };
        let quote = self.resolve(quote.ident()?, scope)?;
        if !quote.same(&Binding::Keyword(Keyword::Quote)) {
            return None;
        }
        let mut set = set;
        while let [word, inner, ..] = set.list()?
            && inner.list().is_some()
            && matches!(&*self.name(word.ident()?), "only" | "except" | "prefix" | "rename")
        {
            set = inner;
        }
        self.library_name(set).ok()
    }

    /// The libraries that evaluated code may import, with what they export.
    fn evaluable(&self) -> Vec<(Vec<String>, Rc<Exports>)> {
        let loaded = self.libraries.loaded.iter();
        let loaded = loaded.filter(|(name, _)| match &self.evaluable {
            Evaluable::All => true,
            Evaluable::Named(named) => {
                named.contains(*name) || !self.libraries.standard.contains(name)
            }
        });
        let libraries = loaded.filter_map(|(name, exports)| Some((name.clone(), exports.clone()?)));
        let mut libraries: Vec<_> = libraries.collect();
        libraries.sort_by(|a, b| a.0.cmp(&b.0));
        libraries
    }

    /// `(%exports)`: the list of the libraries that evaluated code may import. Each is
    /// its name, the list of its variables, pairs of symbol and value, and that of its keywords,
    /// pairs of the symbol and the symbol that the language has for it.
    pub(crate) fn exports(&mut self, place: Place) -> Exp {
        let mut libraries = Vec::new();
        for (name, exports) in self.evaluable() {
            let mut exports: Vec<(&Name, &Binding)> = exports.iter().collect();
            exports.sort_by(|a, b| a.0.cmp(b.0));
            let (mut variables, mut keywords) = (Vec::new(), Vec::new());
            for (symbol, binding) in exports {
                let first = self.symbol(symbol.clone(), place);
                match binding {
                    Binding::Var(var) | Binding::Inline(var, _) | Binding::Record(var, _) => {
                        self.globals.reach(*var);
                        let value = self.exp_at(ExpKind::Var(*var), place);
                        variables.push(self.pair(first, value, place));
                    }
                    Binding::Keyword(_) | Binding::Macro(_) => {
                        let word = self.keyword_name(binding).unwrap_or_else(|| symbol.clone());
                        let word = self.symbol(word, place);
                        keywords.push(self.pair(first, word, place));
                    }
                }
            }
            let name = name.iter().map(|part| self.symbol(part.as_str().into(), place)).collect();
            let parts = [name, variables, keywords].map(|part| self.list(part, place));
            libraries.push(self.list(parts.into(), place));
        }
        self.list(libraries, place)
    }

    /// `(%internals)`: pairs of symbol and value for the variables of the built-in library that the
    /// code of evaluated procedures may name, if it is compiled: those in procedures of libraries
    /// that are written out where they are called, and in the macros [`MACROS`].
    pub(crate) fn internals(&mut self, place: Place) -> Exp {
        let mut found = BTreeMap::new();
        if self.compiles {
            let libraries = self.evaluable();
            let bindings = libraries.iter().flat_map(|(_, exports)| exports.values().cloned());
            let mut work: Vec<Binding> = bindings.collect();
            for var in self.globals.roots.clone() {
                found.insert(self.vars[var].name.clone(), var);
            }
            for name in MACROS {
                let ident = self.idents.plain(&name.into());
                work.extend(self.scopes.own(self.libraries.builtin, ident).cloned());
            }
            self.named_in(work, &mut found);
        }
        let pairs = found.into_iter().map(|(name, var)| {
            self.globals.reach(var);
            let name = self.symbol(name, place);
            let value = self.exp_at(ExpKind::Var(var), place);
            self.pair(name, value, place)
        });
        let pairs = pairs.collect();
        self.list(pairs, place)
    }

    /// Finds the variables that the bodies of procedures that are written out and the templates of
    /// macros name, and those that these name in turn.
    fn named_in(&mut self, mut work: Vec<Binding>, found: &mut BTreeMap<Name, Var>) {
        let mut seen: FxHashSet<Ident> = FxHashSet::default();
        while let Some(binding) = work.pop() {
            let texts: Vec<Stx> = match binding {
                Binding::Inline(_, inline) => {
                    inline.clauses.iter().flat_map(|(_, body)| body.clone()).collect()
                }
                Binding::Macro(rules) => rules.templates().cloned().collect(),
                Binding::Var(_) | Binding::Record(..) | Binding::Keyword(_) => continue,
            };
            each_part(texts, |stx| {
                let Some(ident) = stx.ident() else { return };
                let named = self.scopes.own(self.libraries.builtin, ident).cloned();
                let Some(named) = named.filter(|_| seen.insert(ident)) else { return };
                // A variable that is set is more than its value.
                if let Binding::Var(var) | Binding::Inline(var, _) = named
                    && !self.vars[var].assigned
                {
                    found.insert(self.name(ident), var);
                }
                work.push(named);
            });
        }
    }

    /// The name that the built-in library has for a keyword.
    fn keyword_name(&self, binding: &Binding) -> Option<Name> {
        match binding {
            Binding::Keyword(keyword) => {
                let found = Keyword::ALL.iter().find(|(_, other)| other == keyword);
                found.map(|(text, _)| (*text).into())
            }
            Binding::Macro(_) | Binding::Var(_) | Binding::Inline(..) => None,
            Binding::Record(..) => None,
        }
    }

    fn pair(&self, first: Exp, rest: Exp, place: Place) -> Exp {
        self.exp_at(ExpKind::Op(Op::Tuple, vec![first, rest]), place)
    }

    fn list(&self, items: Vec<Exp>, place: Place) -> Exp {
        let nil = self.exp_at(ExpKind::Special(Special::Nil), place);
        items.into_iter().rev().fold(nil, |list, item| self.pair(item, list, place))
    }
}
