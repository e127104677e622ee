//! Identifiers as small integers.

use base::{EntityId, PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An interned identifier or label: equal texts have equal symbols.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(u32);
entity_impl!(Sym, "sym");

/// The texts of all symbols of a compilation.
#[derive(Clone, Default)]
pub struct Names {
    texts: PrimaryMap<Sym, Arc<str>>,
    symbols: FxHashMap<Arc<str>, Sym>,
}

impl Names {
    /// No names yet.
    pub fn new() -> Names {
        Names::default()
    }

    /// The symbol of a text.
    pub fn intern(&mut self, text: &str) -> Sym {
        if let Some(&sym) = self.symbols.get(text) {
            return sym;
        }
        let text: Arc<str> = Arc::from(text);
        let sym = self.texts.push(text.clone());
        self.symbols.insert(text, sym);
        sym
    }

    /// The symbol of a text that may never have been seen.
    pub fn find(&self, text: &str) -> Option<Sym> {
        self.symbols.get(text).copied()
    }

    /// The text of a symbol.
    pub fn text(&self, sym: Sym) -> &Arc<str> {
        &self.texts[sym]
    }

    /// The order of record labels: numbers by value before names by text.
    pub fn compare_labels(&self, a: Sym, b: Sym) -> std::cmp::Ordering {
        let (a, b) = (self.text(a), self.text(b));
        match (a.parse::<u64>(), b.parse::<u64>()) {
            (Ok(m), Ok(n)) => m.cmp(&n),
            (Ok(_), Err(_)) => std::cmp::Ordering::Less,
            (Err(_), Ok(_)) => std::cmp::Ordering::Greater,
            (Err(_), Err(_)) => a.cmp(b),
        }
    }
}

/// The number of a symbol, for tables indexed by it.
pub(crate) fn index(sym: Sym) -> usize {
    sym.index()
}
