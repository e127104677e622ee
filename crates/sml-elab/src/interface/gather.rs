//! From bindings to items, scope by scope.
//!
//! The bindings of a scope are put into force while its items are made, so that types are named
//! as they are there. Each type constructor belongs to the first item that names it; a later one
//! is an abbreviation of that.

use super::naming::Naming;
use super::{Directive, Form, Item, Parameter, Value};
use crate::Elab;
use crate::basis::Namespace;
use crate::core::{Equality, Loc, Node, Ty, TyCon, TyVar, each_part};
use crate::env::{Binding, FctId, SigId, Status, StrId, TyFun, TyStr, Val};
use crate::show::Shown;
use rustc_hash::{FxHashMap, FxHashSet};
use sml_syntax::ast::FunctorParam;
use sml_syntax::names::Sym;
use std::sync::Arc;

/// The making of items.
pub(super) struct Gather<'a> {
    pub(super) elab: &'a mut Elab,
    pub(super) naming: Naming,
    most_parts: usize,
    /// True if one name is described, not what a text binds.
    alone: bool,
}

impl Gather<'_> {
    /// Nothing yet; types of more parts than this are cut off.
    pub(super) fn new(elab: &mut Elab, most_parts: usize) -> Gather<'_> {
        Gather { elab, naming: Naming::default(), most_parts, alone: false }
    }

    /// The items of bindings at the top level.
    pub(super) fn top(&mut self, bindings: &[Binding], directives: &[Directive]) -> Vec<Item> {
        let mark = self.elab.env.mark();
        let in_force = self.elab.env.ends_with(bindings);
        self.naming.before = if in_force { mark - bindings.len() } else { mark };
        bindings.iter().for_each(|binding| self.elab.env.bind(*binding));
        let nowhere = self.elab.core.builtins.it;
        self.naming.enter(nowhere, mark);
        let mut items = Vec::new();
        let mut directives = directives.iter().peekable();
        let kept = last_ones(bindings);
        let joined = self.joined(&kept.iter().map(|(_, b)| *b).collect::<Vec<_>>());
        joined.iter().for_each(|name| self.naming.list(*name, None));
        for (at, binding) in kept {
            while let Some(directive) = directives.next_if(|directive| directive.at <= at) {
                items.push(self.fixity(directive));
            }
            items.extend(self.item(binding, &joined));
        }
        directives.for_each(|directive| items.push(self.fixity(directive)));
        self.naming.scopes.pop();
        self.elab.env.undo(mark);
        items
    }

    /// The items of one name: of the structure of a path, or of the top level if that is empty. The
    /// bindings are its meanings there.
    pub(super) fn one(&mut self, path: &[(Sym, StrId)], bindings: &[Binding]) -> Vec<Item> {
        self.alone = true;
        let mark = self.elab.env.mark();
        self.naming.before = mark;
        match path {
            [] => bindings.iter().for_each(|binding| self.elab.env.bind(*binding)),
            [(first, structure), ..] => self.elab.env.bind_str(*first, *structure),
        }
        let nowhere = self.elab.core.builtins.it;
        self.naming.enter(nowhere, mark);
        let mut items = Vec::new();
        for binding in bindings {
            // A value's type is shown as it is named outside of the structure, a type by itself.
            let (inside, opens) = match binding {
                Binding::Type(..) => (path, true),
                Binding::Str(..) => (path, false),
                Binding::Val(..) | Binding::Sig(..) | Binding::Fct(..) => (&[][..], false),
            };
            for (name, structure) in inside {
                let env = self.elab.contents(*structure);
                self.naming.enter(*name, self.elab.env.mark());
                self.naming.list_all();
                if opens {
                    self.elab.env.open(&env);
                }
            }
            items.extend(self.item(*binding, &FxHashSet::default()));
            self.naming.scopes.truncate(1);
        }
        self.naming.scopes.clear();
        self.elab.env.undo(mark);
        items
    }

    /// A constructor as a value.
    pub(super) fn constructor(&mut self, sym: Sym, val: Val) -> Item {
        let (_, ty) = self.elab.core.scheme(val);
        self.naming.enter(sym, self.elab.env.mark());
        let (text, _) = self.show(ty, Vec::new());
        self.naming.scopes.clear();
        let loc = self.elab.core.val_loc(val);
        Item { name: self.text(sym), loc, form: Form::Value(Value { text, ty, var: None }) }
    }

    fn fixity(&self, directive: &Directive) -> Item {
        let name = self.text(directive.name);
        Item { name, loc: directive.loc, form: Form::Fixity(directive.fixity) }
    }

    fn text(&self, sym: Sym) -> Arc<str> {
        self.elab.core.program.names.text(sym).clone()
    }

    /// The items of a structure, in a scope of its own.
    fn contents(&mut self, name: Sym, structure: StrId) -> Vec<Item> {
        let mark = self.elab.env.mark();
        let items = self.enter(name, structure);
        self.naming.scopes.pop();
        self.elab.env.undo(mark);
        items
    }

    /// The items of a structure, whose scope is entered and not left.
    fn enter(&mut self, name: Sym, structure: StrId) -> Vec<Item> {
        let env = self.elab.contents(structure);
        let mark = self.elab.env.mark();
        self.elab.env.open(&env);
        self.naming.enter(name, mark);
        let binding = |&(namespace, sym): &(Namespace, Sym)| match namespace {
            Namespace::Value => env.vals.get(sym).map(|val| Binding::Val(sym, val)),
            Namespace::Type => env.types.get(sym).map(|ty| Binding::Type(sym, ty)),
            Namespace::Structure => env.strs.get(sym).map(|inner| Binding::Str(sym, inner)),
            Namespace::Signature | Namespace::Functor => None,
        };
        let bindings: Vec<Binding> = env.order.iter().filter_map(binding).collect();
        let joined = self.joined(&bindings);
        joined.iter().for_each(|name| self.naming.list(*name, None));
        bindings.into_iter().filter_map(|binding| self.item(binding, &joined)).collect()
    }

    /// The item of a binding; none of constructors, which stand with their types.
    pub(super) fn item(&mut self, binding: Binding, joined: &FxHashSet<Sym>) -> Option<Item> {
        let (sym, loc, form) = match binding {
            Binding::Val(sym, val) => (sym, self.elab.core.val_loc(val), self.value(val)?),
            Binding::Type(sym, tystr) => {
                let (loc, form) = self.type_item(sym, tystr, joined);
                self.naming.list(sym, None);
                (sym, loc, form)
            }
            Binding::Str(sym, structure) => {
                let loc = self.elab.core.entities.str_locs.get(&structure).copied();
                (sym, loc, Form::Structure(self.contents(sym, structure)))
            }
            Binding::Sig(sym, sig) => (sym, self.sig_loc(sig), self.signature(sym, sig)),
            Binding::Fct(sym, functor) => {
                let loc = self.elab.core.entities.fcts[functor].loc();
                (sym, Some(loc), self.functor(sym, functor))
            }
        };
        Some(Item { name: self.text(sym), loc, form })
    }

    fn value(&mut self, val: Val) -> Option<Form> {
        if val == Val::Error {
            return None;
        }
        let (_, ty) = self.elab.core.scheme(val);
        match self.elab.core.status(val) {
            Status::Con => None,
            Status::Exn => {
                let arg = match self.elab.core.head_node(ty) {
                    Node::Arrow(arg, _) => Some(*arg),
                    Node::Var(_) | Node::Meta(_) | Node::Con(..) | Node::Record(_) => None,
                };
                let arg = arg.map(|arg| self.show(arg, Vec::new()).0);
                Some(Form::Exception(arg))
            }
            Status::Value => {
                let var = if let Val::Var(var) = val { Some(var) } else { None };
                let (text, _) = self.show(ty, Vec::new());
                Some(Form::Value(Value { text, ty, var }))
            }
        }
    }

    fn type_item(
        &mut self,
        name: Sym,
        tystr: TyStr,
        joined: &FxHashSet<Sym>,
    ) -> (Option<Loc>, Form) {
        let tycon = match tystr.fun {
            TyFun::Con(tycon) => tycon,
            TyFun::Alias(alias) => {
                let (params, ty) = self.elab.core.entities.aliases[alias].clone();
                let (meaning, _) = self.show(ty, params.to_vec());
                let params = self.params(&params);
                return (None, Form::Type { params, equality: false, meaning: Some(meaning) });
            }
        };
        let info = &self.elab.core.program.tycons[tycon];
        let (loc, equality) = (info.loc, info.equality != Equality::Never);
        let params = info.params.clone();
        let params = self.params(&params);
        if tystr.data && self.elab.core.entities.cons.contains_key(&tycon) {
            self.naming.introduce(tycon, name);
            self.naming.list(name, Some(tycon));
            let constructors = self.constructors(tycon);
            let joined = joined.contains(&name);
            return (loc, Form::Datatype { params, constructors, joined });
        }
        let own = self.text(name);
        let meaning = self.meaning(tycon, name);
        match meaning.filter(|other| !self.alone || *other != own) {
            Some(other) => {
                self.naming.abbreviate(tycon, name);
                let mut meaning = String::new();
                match &params[..] {
                    [] => {}
                    [param] => meaning.push_str(&format!("{param} ")),
                    params => meaning.push_str(&format!("({}) ", params.join(", "))),
                }
                meaning.push_str(&other);
                (None, Form::Type { params, equality: false, meaning: Some(meaning) })
            }
            None => {
                self.naming.introduce(tycon, name);
                self.naming.list(name, Some(tycon));
                (loc, Form::Type { params, equality, meaning: None })
            }
        }
    }

    fn constructors(&mut self, tycon: TyCon) -> Vec<(Arc<str>, Option<String>)> {
        let Some(cons) = self.elab.core.entities.cons.get(&tycon).cloned() else {
            return Vec::new();
        };
        let mut shown = Vec::with_capacity(cons.len());
        for (name, val) in cons.iter() {
            let (params, ty) = self.elab.core.scheme(*val);
            let arg = match self.elab.core.head_node(ty) {
                Node::Arrow(arg, _) => Some(*arg),
                Node::Var(_) | Node::Meta(_) | Node::Con(..) | Node::Record(_) => None,
            };
            shown.push((self.text(*name), arg.map(|arg| self.show(arg, params).0)));
        }
        shown
    }

    fn sig_loc(&self, sig: SigId) -> Option<Loc> {
        self.elab.core.entities.sig_locs.get(&sig).copied()
    }

    fn signature(&mut self, name: Sym, sig: SigId) -> Form {
        let env = self.elab.core.entities.sigs[sig].env;
        let count = self.naming.count();
        let items = self.contents(name, env);
        self.naming.forget(count);
        Form::Signature(items)
    }

    fn functor(&mut self, name: Sym, functor: FctId) -> Form {
        let functor = self.elab.core.entities.fcts[functor].clone();
        let (written, param, result) = functor.checked();
        let (mark, count) = (self.elab.env.mark(), self.naming.count());
        let parameter = match written {
            FunctorParam::Structure(param_name, _) => {
                let sym = param_name.name;
                self.elab.env.bind_str(sym, param);
                self.naming.enter(name, mark);
                Parameter::Structure(self.text(sym), self.contents(sym, param))
            }
            FunctorParam::Spec(..) => Parameter::Specs(self.enter(name, param)),
        };
        let items = self.contents(name, result);
        self.naming.scopes.pop();
        self.elab.env.undo(mark);
        self.naming.forget(count);
        Form::Functor(parameter, items)
    }

    /// A type as text, and the type variables in it; these come first in their order.
    fn show(&mut self, ty: Ty, params: Vec<TyVar>) -> (String, Vec<TyVar>) {
        self.name_all(ty);
        let scope = self.naming.scopes.last_mut();
        let names = scope.map(|scope| std::mem::take(&mut scope.names)).unwrap_or_default();
        let mut shown = Shown::scheme(params, names, self.most_parts);
        let text = self.elab.show_in(ty, &mut shown);
        if let Some(scope) = self.naming.scopes.last_mut() {
            scope.names = shown.names;
        }
        (text, shown.tyvars.unwrap_or_default())
    }

    fn params(&mut self, params: &[TyVar]) -> Vec<String> {
        let types = self.elab.core.vars_as_types(params);
        types.into_iter().map(|ty| self.show(ty, params.to_vec()).0).collect()
    }

    /// The datatypes among these that are mentioned by one before them, or stand between the two.
    fn joined(&mut self, bindings: &[Binding]) -> FxHashSet<Sym> {
        let own: Vec<Option<(TyCon, Sym)>> = bindings
            .iter()
            .map(|binding| match binding {
                Binding::Type(sym, TyStr { fun: TyFun::Con(tycon), data: true }) => {
                    Some((*tycon, *sym))
                }
                Binding::Type(..)
                | Binding::Val(..)
                | Binding::Str(..)
                | Binding::Sig(..)
                | Binding::Fct(..) => None,
            })
            .collect();
        // Of replications the first counts.
        let places = own.iter().enumerate().rev().filter_map(|(at, own)| Some(((*own)?.0, at)));
        let places: FxHashMap<TyCon, usize> = places.collect();
        let (mut joined, mut until) = (FxHashSet::default(), 0);
        for (at, own) in own.iter().enumerate() {
            let Some((tycon, name)) = *own else {
                until = 0;
                continue;
            };
            if at > 0 && at <= until {
                joined.insert(name);
            }
            let mentioned = self.mentioned_by(tycon);
            let last = mentioned.iter().filter_map(|tycon| places.get(tycon)).max();
            until = until.max(last.copied().unwrap_or(0));
        }
        joined
    }

    /// The type constructors that the constructors of a datatype mention.
    fn mentioned_by(&mut self, tycon: TyCon) -> FxHashSet<TyCon> {
        let cons = self.elab.core.entities.cons.get(&tycon).cloned();
        let (mut found, mut seen) = (FxHashSet::default(), FxHashSet::default());
        for (_, val) in cons.iter().flat_map(|cons| cons.iter()) {
            let mut work = vec![self.elab.core.scheme(*val).1];
            while let Some(ty) = work.pop() {
                if !seen.insert(ty) {
                    continue;
                }
                let node = self.elab.core.program.types.node(ty);
                if let Node::Con(tycon, _) = node {
                    found.insert(*tycon);
                }
                each_part(node, |part| work.push(part));
            }
        }
        found
    }
}

/// The bindings that are not hidden by later ones, and their numbers.
fn last_ones(bindings: &[Binding]) -> Vec<(usize, Binding)> {
    let mut seen = FxHashSet::default();
    let mut kept: Vec<(usize, Binding)> = bindings.iter().copied().enumerate().collect();
    kept.reverse();
    kept.retain(|(_, binding)| {
        seen.insert(match binding {
            Binding::Val(sym, _) => (Namespace::Value, *sym),
            Binding::Type(sym, _) => (Namespace::Type, *sym),
            Binding::Str(sym, _) => (Namespace::Structure, *sym),
            Binding::Sig(sym, _) => (Namespace::Signature, *sym),
            Binding::Fct(sym, _) => (Namespace::Functor, *sym),
        })
    });
    kept.reverse();
    kept
}
