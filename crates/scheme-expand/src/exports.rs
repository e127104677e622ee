//! The exports of all libraries as a value, for evaluation at run time.

use crate::core::{Exp, ExpKind, Op, Place, Special};
use crate::expand::Expander;
use crate::forms::Keyword;
use crate::scope::Binding;
use base::Name;

impl Expander<'_> {
    /// `(%exports)`: the list of all libraries that are known, for evaluation at run time. Each is
    /// its name, the list of its variables, pairs of symbol and value, and that of its keywords,
    /// pairs of the symbol and the symbol that the language has for it.
    pub(crate) fn exports(&mut self, place: Place) -> Exp {
        let mut names: Vec<Vec<String>> = self.libraries.loaded.keys().cloned().collect();
        names.sort();
        let mut libraries = Vec::new();
        for name in names {
            let Some(Some(exports)) = self.libraries.loaded.get(&name).cloned() else { continue };
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
