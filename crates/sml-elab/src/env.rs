//! The meaning of names: environments, and the scopes in force.
//!
//! A structure is an [`Env`], an immutable sorted table. The scopes in force are one
//! hash table per kind of name and a log by which bindings are undone, so that
//! a scope is entered and left in time linear in its own bindings, and nothing is copied.

mod log;

use super::basis::Namespace;
use crate::core::{Loc, Ty, TyCon, TyVar, Var};
use base::entity_impl;
use rustc_hash::FxHashMap;
use sml_syntax::names::Sym;
use std::rc::Rc;

/// A structure of the elaborator's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StrId(u32);
entity_impl!(StrId, "str");

/// A signature of the elaborator's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SigId(u32);
entity_impl!(SigId, "sig");

/// A functor of the elaborator's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FctId(u32);
entity_impl!(FctId, "fct");

/// A [`View`] of the elaborator's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ViewId(u32);
entity_impl!(ViewId, "view");

/// A type abbreviation of the elaborator's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AliasId(u32);
entity_impl!(AliasId, "alias");

/// An overloaded operator of the elaborator's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct OverId(u32);
entity_impl!(OverId, "over");

/// The meaning of a value identifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Val {
    /// A variable; its scheme is in the program.
    Var(Var),
    /// A constructor of a datatype.
    Con(TyCon, u32),
    /// An exception constructor.
    Exn(Var),
    /// Another value, as a signature shows it.
    View(ViewId),
    /// An overloaded operator.
    Overload(OverId),
    /// `=`.
    Equal,
    /// A name with an error, which has any type.
    Error,
}

/// The identifier status of the Definition: the uses of a value identifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// An expression only.
    Value,
    /// A pattern also: a constructor of a datatype.
    Con,
    /// A pattern also: an exception constructor.
    Exn,
}

/// A value as a signature shows it, or a specification of one.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// The value behind it; none in a signature.
    pub(crate) target: Option<Val>,
    /// The types at which the target is used, in terms of `params`.
    pub(crate) inst: Box<[Ty]>,
    /// Generalised over.
    pub(crate) params: Box<[TyVar]>,
    /// Its type.
    pub(crate) ty: Ty,
    /// Its status.
    pub(crate) status: Status,
    /// The place at which it is declared or specified.
    pub(crate) loc: Option<Loc>,
}

/// A type function: the meaning of a type constructor's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TyFun {
    /// A type constructor.
    Con(TyCon),
    /// An abbreviation.
    Alias(AliasId),
}

/// A type function, with or without constructors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TyStr {
    /// The type.
    pub(crate) fun: TyFun,
    /// True if its constructors come with it.
    pub(crate) data: bool,
}

/// A sorted table from names.
#[derive(Clone, Debug)]
pub(crate) struct Table<T>(Vec<(Sym, T)>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table(Vec::new())
    }
}

impl<T: Copy> Table<T> {
    /// A table of bindings; the last one of a name counts.
    pub(crate) fn of(mut items: Vec<(Sym, T)>) -> Table<T> {
        items.reverse();
        items.sort_by_key(|(sym, _)| *sym);
        items.dedup_by_key(|(sym, _)| *sym);
        Table(items)
    }

    /// The meaning of a name.
    pub(crate) fn get(&self, sym: Sym) -> Option<T> {
        let index = self.0.binary_search_by_key(&sym, |(sym, _)| *sym).ok()?;
        Some(self.0[index].1)
    }

    /// All names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Sym, T)> + '_ {
        self.0.iter().copied()
    }
}

/// The contents of a structure or a signature.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    /// Values.
    pub(crate) vals: Table<Val>,
    /// Types.
    pub(crate) types: Table<TyStr>,
    /// Structures.
    pub(crate) strs: Table<StrId>,
    /// All names of these, in the order of their declaration.
    pub(crate) order: Rc<[(Namespace, Sym)]>,
    /// True of a structure with an error, in which every name is assumed to be.
    pub(crate) error: bool,
}

/// A signature: an environment with type constructors that stand for any.
#[derive(Clone, Debug)]
pub(crate) struct Sig {
    /// The type constructors that a structure that matches may choose.
    pub(crate) bound: Vec<TyCon>,
    /// Its specifications.
    pub(crate) env: StrId,
}

/// A binding that can be undone: the name, and its meaning before.
#[derive(Clone, Copy)]
enum Undo {
    Val(Sym, Option<(Val, u32)>),
    Type(Sym, Option<(TyStr, u32)>),
    Str(Sym, Option<(StrId, u32)>),
    Sig(Sym, Option<(SigId, u32)>),
    Fct(Sym, Option<(FctId, u32)>),
}

/// A binding.
#[derive(Clone, Copy)]
pub(crate) enum Binding {
    Val(Sym, Val),
    Type(Sym, TyStr),
    Str(Sym, StrId),
    Sig(Sym, SigId),
    Fct(Sym, FctId),
}

/// The bindings that a functor's body uses from outside, or that a file leaves.
#[derive(Clone, Default, Debug)]
pub(crate) struct Captured {
    pub(crate) vals: FxHashMap<Sym, Val>,
    pub(crate) types: FxHashMap<Sym, TyStr>,
    pub(crate) strs: FxHashMap<Sym, StrId>,
    pub(crate) sigs: FxHashMap<Sym, SigId>,
    pub(crate) fcts: FxHashMap<Sym, FctId>,
}

/// The scopes in force.
#[derive(Default)]
pub(crate) struct Scopes {
    vals: FxHashMap<Sym, (Val, u32)>,
    types: FxHashMap<Sym, (TyStr, u32)>,
    strs: FxHashMap<Sym, (StrId, u32)>,
    sigs: FxHashMap<Sym, (SigId, u32)>,
    fcts: FxHashMap<Sym, (FctId, u32)>,
    log: Vec<Undo>,
    /// While a functor's body is checked: the mark of its scope, and the bindings it used.
    capture: Option<(u32, Captured)>,
}

macro_rules! namespace {
    ($bind:ident, $get:ident, $table:ident, $undo:ident, $ty:ty) => {
        /// Binds a name in the innermost scope.
        pub(crate) fn $bind(&mut self, sym: Sym, value: $ty) {
            let old = self.$table.insert(sym, (value, self.log.len() as u32));
            self.log.push(Undo::$undo(sym, old));
        }

        /// The meaning of a name.
        pub(crate) fn $get(&mut self, sym: Sym) -> Option<$ty> {
            let (value, at) = *self.$table.get(&sym)?;
            if let Some((from, captured)) = &mut self.capture
                && at < *from
            {
                captured.$table.insert(sym, value);
            }
            Some(value)
        }
    };
}

impl Scopes {
    namespace!(bind_val, val, vals, Val, Val);
    namespace!(bind_type, ty, types, Type, TyStr);
    namespace!(bind_str, structure, strs, Str, StrId);
    namespace!(bind_sig, signature, sigs, Sig, SigId);
    namespace!(bind_fct, functor, fcts, Fct, FctId);

    /// All bindings in force.
    pub(crate) fn in_force(&self) -> Captured {
        fn all<T: Copy>(table: &FxHashMap<Sym, (T, u32)>) -> FxHashMap<Sym, T> {
            table.iter().map(|(sym, (value, _))| (*sym, *value)).collect()
        }
        Captured {
            vals: all(&self.vals),
            types: FxHashMap::default(),
            strs: all(&self.strs),
            sigs: FxHashMap::default(),
            fcts: all(&self.fcts),
        }
    }

    /// The mark of a scope that begins now.
    pub(crate) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Leaves the scopes since the mark.
    pub(crate) fn undo(&mut self, mark: usize) {
        fn put<T>(table: &mut FxHashMap<Sym, T>, sym: Sym, old: Option<T>) {
            match old {
                Some(old) => table.insert(sym, old),
                None => table.remove(&sym),
            };
        }
        for undo in self.log.drain(mark..).rev() {
            match undo {
                Undo::Val(sym, old) => put(&mut self.vals, sym, old),
                Undo::Type(sym, old) => put(&mut self.types, sym, old),
                Undo::Str(sym, old) => put(&mut self.strs, sym, old),
                Undo::Sig(sym, old) => put(&mut self.sigs, sym, old),
                Undo::Fct(sym, old) => put(&mut self.fcts, sym, old),
            }
        }
    }

    /// Leaves the scopes since the mark; gives their bindings, in order.
    pub(crate) fn take(&mut self, mark: usize) -> Vec<Binding> {
        let mut taken = Vec::new();
        while self.log.len() > mark {
            let last = self.log.len() - 1;
            taken.extend(match self.log[last] {
                Undo::Val(sym, _) => self.vals.get(&sym).map(|(v, _)| Binding::Val(sym, *v)),
                Undo::Type(sym, _) => self.types.get(&sym).map(|(v, _)| Binding::Type(sym, *v)),
                Undo::Str(sym, _) => self.strs.get(&sym).map(|(v, _)| Binding::Str(sym, *v)),
                Undo::Sig(sym, _) => self.sigs.get(&sym).map(|(v, _)| Binding::Sig(sym, *v)),
                Undo::Fct(sym, _) => self.fcts.get(&sym).map(|(v, _)| Binding::Fct(sym, *v)),
            });
            self.undo(last);
        }
        taken.reverse();
        taken
    }

    /// Binds again what was taken.
    pub(crate) fn bind(&mut self, binding: Binding) {
        match binding {
            Binding::Val(sym, value) => self.bind_val(sym, value),
            Binding::Type(sym, value) => self.bind_type(sym, value),
            Binding::Str(sym, value) => self.bind_str(sym, value),
            Binding::Sig(sym, value) => self.bind_sig(sym, value),
            Binding::Fct(sym, value) => self.bind_fct(sym, value),
        }
    }

    /// The bindings since the mark, as a structure.
    pub(crate) fn collect(&self, mark: usize) -> Env {
        let (mut vals, mut types, mut strs) = (Vec::new(), Vec::new(), Vec::new());
        let mut order = Vec::new();
        for (at, undo) in self.log.iter().enumerate().skip(mark) {
            match *undo {
                Undo::Val(sym, _) => last(&self.vals, sym, at).into_iter().for_each(|val| {
                    order.push((Namespace::Value, sym));
                    vals.push((sym, val));
                }),
                Undo::Type(sym, _) => last(&self.types, sym, at).into_iter().for_each(|ty| {
                    order.push((Namespace::Type, sym));
                    types.push((sym, ty));
                }),
                Undo::Str(sym, _) => last(&self.strs, sym, at).into_iter().for_each(|inner| {
                    order.push((Namespace::Structure, sym));
                    strs.push((sym, inner));
                }),
                Undo::Sig(..) | Undo::Fct(..) => {}
            }
        }
        let (vals, types, strs) = (Table::of(vals), Table::of(types), Table::of(strs));
        Env { vals, types, strs, order: order.into(), error: false }
    }

    /// The bindings since the mark, by kind.
    pub(crate) fn since(&self, mark: usize) -> Captured {
        fn put<T: Copy>(to: &mut FxHashMap<Sym, T>, from: &FxHashMap<Sym, (T, u32)>, sym: Sym) {
            to.extend(from.get(&sym).map(|(value, _)| (sym, *value)));
        }
        let mut bound = Captured::default();
        for undo in &self.log[mark..] {
            match *undo {
                Undo::Val(sym, _) => put(&mut bound.vals, &self.vals, sym),
                Undo::Type(sym, _) => put(&mut bound.types, &self.types, sym),
                Undo::Str(sym, _) => put(&mut bound.strs, &self.strs, sym),
                Undo::Sig(sym, _) => put(&mut bound.sigs, &self.sigs, sym),
                Undo::Fct(sym, _) => put(&mut bound.fcts, &self.fcts, sym),
            }
        }
        bound
    }

    /// Binds all of these.
    pub(crate) fn bind_all(&mut self, bound: &Captured) {
        bound.vals.iter().for_each(|(sym, value)| self.bind_val(*sym, *value));
        bound.types.iter().for_each(|(sym, value)| self.bind_type(*sym, *value));
        bound.strs.iter().for_each(|(sym, value)| self.bind_str(*sym, *value));
        bound.sigs.iter().for_each(|(sym, value)| self.bind_sig(*sym, *value));
        bound.fcts.iter().for_each(|(sym, value)| self.bind_fct(*sym, *value));
    }

    /// Undoes the bindings between two marks and keeps those since the second: the end of
    /// `local`.
    pub(crate) fn forget(&mut self, outer: usize, inner: usize) {
        let kept = self.take(inner);
        self.undo(outer);
        kept.into_iter().for_each(|binding| self.bind(binding));
    }

    /// Binds all of a structure's names, in the order of their declaration.
    pub(crate) fn open(&mut self, env: &Env) {
        for (namespace, sym) in env.order.iter().copied() {
            match namespace {
                Namespace::Value => {
                    env.vals.get(sym).into_iter().for_each(|val| self.bind_val(sym, val));
                }
                Namespace::Type => {
                    env.types.get(sym).into_iter().for_each(|ty| self.bind_type(sym, ty));
                }
                Namespace::Structure => {
                    env.strs.get(sym).into_iter().for_each(|inner| self.bind_str(sym, inner));
                }
                Namespace::Signature | Namespace::Functor => {}
            }
        }
    }

    /// Notes from now on the bindings of the scopes around here that are used.
    pub(crate) fn begin_capture(&mut self) {
        self.capture = Some((self.log.len() as u32, Captured::default()));
    }

    /// The bindings used since [`Scopes::begin_capture`].
    pub(crate) fn end_capture(&mut self) -> Captured {
        self.capture.take().expect("a capture has begun").1
    }

    /// Scopes that hold the bindings that a functor's body used.
    pub(crate) fn of_captured(captured: &Captured) -> Scopes {
        fn table<T: Copy>(from: &FxHashMap<Sym, T>) -> FxHashMap<Sym, (T, u32)> {
            from.iter().map(|(sym, value)| (*sym, (*value, 0))).collect()
        }
        Scopes {
            vals: table(&captured.vals),
            types: table(&captured.types),
            strs: table(&captured.strs),
            sigs: table(&captured.sigs),
            fcts: table(&captured.fcts),
            log: Vec::new(),
            capture: None,
        }
    }

    /// True if a value of this name was bound since the mark.
    pub(crate) fn val_since(&self, sym: Sym, mark: usize) -> bool {
        self.vals.get(&sym).is_some_and(|(_, at)| *at as usize >= mark)
    }

    /// True if a type of this name was bound since the mark.
    pub(crate) fn type_since(&self, sym: Sym, mark: usize) -> bool {
        self.types.get(&sym).is_some_and(|(_, at)| *at as usize >= mark)
    }

    /// True if a structure of this name was bound since the mark.
    pub(crate) fn structure_since(&self, sym: Sym, mark: usize) -> bool {
        self.strs.get(&sym).is_some_and(|(_, at)| *at as usize >= mark)
    }

    /// All bindings in force, by kind.
    #[allow(clippy::type_complexity)]
    pub(crate) fn into_tables(
        self,
    ) -> (
        FxHashMap<Sym, Val>,
        FxHashMap<Sym, TyStr>,
        FxHashMap<Sym, StrId>,
        FxHashMap<Sym, SigId>,
        FxHashMap<Sym, FctId>,
    ) {
        fn table<T>(from: FxHashMap<Sym, (T, u32)>) -> FxHashMap<Sym, T> {
            from.into_iter().map(|(sym, (value, _))| (sym, value)).collect()
        }
        (table(self.vals), table(self.types), table(self.strs), table(self.sigs), table(self.fcts))
    }

    /// The meaning of a value's name, which is not noted as used.
    pub(crate) fn peek_val(&self, sym: Sym) -> Option<Val> {
        self.vals.get(&sym).map(|(val, _)| *val)
    }

    /// The meaning of a type's name, which is not noted as used.
    pub(crate) fn peek_type(&self, sym: Sym) -> Option<TyStr> {
        self.types.get(&sym).map(|(ty, _)| *ty)
    }

    /// The meaning of a structure's name, which is not noted as used.
    pub(crate) fn peek_structure(&self, sym: Sym) -> Option<StrId> {
        self.strs.get(&sym).map(|(found, _)| *found)
    }

    /// The meaning of a functor's name, which is not noted as used.
    pub(crate) fn peek_functor(&self, sym: Sym) -> Option<FctId> {
        self.fcts.get(&sym).map(|(found, _)| *found)
    }

    /// All names of values in force, for suggestions.
    pub(crate) fn val_names(&self) -> impl Iterator<Item = Sym> + '_ {
        self.vals.keys().copied()
    }

    /// All names of types in force, for suggestions.
    pub(crate) fn type_names(&self) -> impl Iterator<Item = Sym> + '_ {
        self.types.keys().copied()
    }

    /// All names of structures in force, for suggestions.
    pub(crate) fn str_names(&self) -> impl Iterator<Item = Sym> + '_ {
        self.strs.keys().copied()
    }

    /// All names of signatures and of functors in force.
    pub(crate) fn module_names(&self) -> (Vec<Sym>, Vec<Sym>) {
        (self.sigs.keys().copied().collect(), self.fcts.keys().copied().collect())
    }
}

/// The meaning of a name if it is that of the binding at this place of the log.
fn last<T: Copy>(table: &FxHashMap<Sym, (T, u32)>, sym: Sym, at: usize) -> Option<T> {
    table.get(&sym).filter(|(_, last)| *last as usize == at).map(|(value, _)| *value)
}
