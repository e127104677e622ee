//! Scopes, and what identifiers mean in them.

use crate::core::Var;
use crate::forms::Keyword;
use crate::macros::Rules;
use crate::record::RecordProcedure;
use crate::stx::{Ident, Idents, Stx};
use base::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A scope: a body, a library, the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ScopeId(u32);
entity_impl!(ScopeId, "scope");

/// The meaning of an identifier.
#[derive(Clone)]
pub(crate) enum Binding {
    /// A variable.
    Var(Var),
    /// A variable of the library whose calls are written out: the clauses of its procedure.
    Inline(Var, Rc<Inline>),
    /// A variable whose value is a procedure of a record type; its calls are written out.
    Record(Var, Rc<RecordProcedure>),
    /// A form of the language.
    Keyword(Keyword),
    /// A macro.
    Macro(Rc<Rules>),
}

/// A procedure of the library whose calls are written out.
pub(crate) struct Inline {
    /// The scope of the definition.
    pub(crate) scope: ScopeId,
    /// The formal parameters and the body of each clause.
    pub(crate) clauses: Vec<(Stx, Vec<Stx>)>,
}

impl Binding {
    /// True if both are the same binding, so that two identifiers mean the same.
    pub(crate) fn same(&self, other: &Binding) -> bool {
        match (self, other) {
            (Binding::Var(a), Binding::Var(b)) => a == b,
            (Binding::Inline(a, _), Binding::Inline(b, _)) => a == b,
            (Binding::Record(a, _), Binding::Record(b, _)) => a == b,
            (Binding::Keyword(a), Binding::Keyword(b)) => a == b,
            (Binding::Macro(a), Binding::Macro(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

#[derive(Clone)]
struct Scope {
    parent: Option<ScopeId>,
    /// The number of scopes that it is in.
    depth: u32,
    /// A scope further out, so that the way to any of them is short; itself, if it is in none.
    ///
    /// Myers, *An applicative random-access stack*.
    jump: ScopeId,
    bindings: FxHashMap<Ident, Binding>,
}

/// The scopes there are.
#[derive(Clone, Default)]
pub(crate) struct Scopes {
    scopes: PrimaryMap<ScopeId, Scope>,
    /// The depth of the deepest scope that binds an identifier. What binds it is looked for from
    /// there, so that a keyword deep inside is found as soon as one outside.
    deepest: FxHashMap<Ident, u32>,
}

impl Scopes {
    /// A new scope.
    pub(crate) fn open(&mut self, parent: Option<ScopeId>) -> ScopeId {
        let next = self.scopes.next_key();
        let (depth, jump) = match parent {
            None => (0, next),
            Some(parent) => {
                let depth = |id: ScopeId| self.scopes[id].depth;
                let near = self.scopes[parent].jump;
                let far = self.scopes[near].jump;
                let same = depth(parent) - depth(near) == depth(near) - depth(far);
                (depth(parent) + 1, if same { far } else { parent })
            }
        };
        self.scopes.push(Scope { parent, depth, jump, bindings: FxHashMap::default() })
    }

    /// Gives an identifier a meaning in a scope.
    pub(crate) fn bind(&mut self, scope: ScopeId, ident: Ident, binding: Binding) {
        let depth = self.scopes[scope].depth;
        let deepest = self.deepest.entry(ident).or_insert(depth);
        *deepest = depth.max(*deepest);
        self.scopes[scope].bindings.insert(ident, binding);
    }

    /// The meaning that this scope itself gives an identifier.
    pub(crate) fn own(&self, scope: ScopeId, ident: Ident) -> Option<&Binding> {
        self.scopes[scope].bindings.get(&ident)
    }

    /// The meaning of an identifier in a scope.
    pub(crate) fn resolve(
        &self,
        idents: &Idents,
        ident: Ident,
        scope: ScopeId,
    ) -> Option<&Binding> {
        self.find(idents, ident, scope).map(|(binding, _)| binding)
    }

    /// True if the meaning of an identifier is that of an import: imports are in scopes that are in
    /// no other.
    pub(crate) fn is_import(&self, idents: &Idents, ident: Ident, scope: ScopeId) -> bool {
        self.find(idents, ident, scope).is_some_and(|(_, found)| found.parent.is_none())
    }

    /// The meaning of an identifier in a scope, and the scope that gives it.
    fn find(
        &self,
        idents: &Idents,
        mut ident: Ident,
        mut scope: ScopeId,
    ) -> Option<(&Binding, &Scope)> {
        loop {
            let deepest = self.deepest.get(&ident);
            let mut at = deepest.map(|depth| self.outward(scope, *depth));
            while let Some(scope) = at {
                let scope = &self.scopes[scope];
                if let Some(binding) = scope.bindings.get(&ident) {
                    return Some((binding, scope));
                }
                at = scope.parent;
            }
            (ident, scope) = idents.aliased(ident)?;
        }
    }

    /// The first scope from this one outward that is in at most so many.
    fn outward(&self, mut scope: ScopeId, depth: u32) -> ScopeId {
        while let Scope { depth: own, jump, parent: Some(parent), .. } = self.scopes[scope]
            && own > depth
        {
            scope = if self.scopes[jump].depth >= depth { jump } else { parent };
        }
        scope
    }
}
