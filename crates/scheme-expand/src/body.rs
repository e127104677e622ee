//! Bodies: definitions, then expressions. The program and the bodies of libraries are bodies too,
//! whose variables are global.
//!
//! A body is read in two rounds. The first finds out what it defines, for which it expands macros
//! as far as the first word; the second expands the values and the expressions, in a scope where
//! all of its definitions are known.

use crate::core::{Exp, ExpKind, Place, Special, Var};
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::forms::Keyword;
use crate::globals::Rhs;
use crate::scope::{Binding, ScopeId};
use crate::stx::{Ident, Stx, StxKind};
use std::collections::VecDeque;

/// An item of a body.
pub(crate) enum Item {
    /// A definition.
    Define(Var, Rhs, Place),
    /// The definition of several variables by the values of an expression.
    Values(Stx, Stx, Place),
    /// The definition of a variable of a record type, which is made already.
    Made(Var, Exp),
    /// An expression.
    Exp(Stx),
}

/// What a body belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A procedure, or a form with a body.
    Local,
    /// A library.
    Library,
    /// The program, which may define a variable twice.
    Program,
}

impl Expander<'_> {
    /// Expands a body. Its definitions are in a scope of their own.
    pub(crate) fn body(&mut self, forms: &[Stx], scope: ScopeId, place: Place) -> Outcome<Exp> {
        if forms.is_empty() {
            return Err(Fail::new(place, "missing body", "it has no expression"));
        }
        self.inside(place, |cx| cx.body_inside(forms, scope, place))
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    fn body_inside(&mut self, forms: &[Stx], scope: ScopeId, place: Place) -> Outcome<Exp> {
        let scope = self.scopes.open(Some(scope));
        let items = self.items(forms, scope, Owner::Local)?;
        let last = items.iter().rposition(|item| !matches!(item, Item::Exp(_)));
        let mut bindings = Vec::new();
        let mut exps = Vec::new();
        for (at, item) in items.into_iter().enumerate() {
            match item {
                Item::Exp(stx) if last.is_none_or(|last| at > last) => {
                    exps.push(self.exp(&stx, scope)?);
                }
                item => self.binding(item, scope, &mut bindings)?,
            }
        }
        let body = match exps.len() {
            0 => {
                return Err(Fail::new(
                    place,
                    "missing expression",
                    "the body ends in a definition",
                ));
            }
            1 => exps.remove(0),
            _ => self.exp_at(ExpKind::Seq(exps), place),
        };
        if bindings.is_empty() {
            return Ok(body);
        }
        Ok(self.exp_at(ExpKind::Letrec(bindings, Box::new(body)), place))
    }

    /// Expands an item among definitions.
    fn binding(
        &mut self,
        item: Item,
        scope: ScopeId,
        bindings: &mut Vec<(Var, Exp)>,
    ) -> Outcome<()> {
        match item {
            Item::Define(var, rhs, place) => {
                let exp = self.rhs(&rhs, scope, place)?;
                bindings.push((var, exp));
            }
            Item::Made(var, exp) => bindings.push((var, exp)),
            Item::Values(formals, stx, place) => {
                for var in self.formal_variables(&formals, scope) {
                    let unbound = self.exp_at(ExpKind::Special(Special::Unbound), place);
                    bindings.push((var, unbound));
                }
                let exp = self.values_to_variables(&formals, &stx, scope, place)?;
                let dummy = self.fresh("values");
                bindings.push((dummy, exp));
            }
            Item::Exp(stx) => {
                let exp = self.exp(&stx, scope)?;
                let dummy = self.fresh("unused");
                bindings.push((dummy, exp));
            }
        }
        Ok(())
    }

    /// Expands the value of a definition.
    pub(crate) fn rhs(&mut self, rhs: &Rhs, scope: ScopeId, place: Place) -> Outcome<Exp> {
        match rhs {
            Rhs::Exp(stx) => self.exp(stx, scope),
            Rhs::Lambda(name, formals, body) => {
                let lambda = self.lambda(Some(name.clone()), formals, body, scope, place)?;
                Ok(self.exp_at(ExpKind::Lambda(vec![lambda]), place))
            }
        }
    }

    /// Finds out what the forms of a body are, and binds what they define.
    pub(crate) fn items(
        &mut self,
        forms: &[Stx],
        scope: ScopeId,
        owner: Owner,
    ) -> Outcome<Vec<Item>> {
        let mut items = Vec::new();
        let mut queue: VecDeque<Stx> = forms.iter().cloned().collect();
        while let Some(stx) = queue.pop_front() {
            self.item(&stx, scope, owner, &mut queue, &mut items)?;
        }
        Ok(items)
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    fn item(
        &mut self,
        stx: &Stx,
        scope: ScopeId,
        owner: Owner,
        queue: &mut VecDeque<Stx>,
        items: &mut Vec<Item>,
    ) -> Outcome<()> {
        let stx = self.without_macros(stx, scope)?;
        let Some([head, parts @ ..]) = stx.list() else {
            items.push(Item::Exp(stx));
            return Ok(());
        };
        let binding = head.ident().and_then(|ident| self.resolve(ident, scope));
        let Some(Binding::Keyword(keyword)) = binding.cloned() else {
            if binding.is_none() {
                self.misplaced_declaration(&stx)?;
            }
            items.push(Item::Exp(stx));
            return Ok(());
        };
        match keyword {
            Keyword::Begin if !parts.is_empty() || owner != Owner::Local => {
                parts.iter().rev().for_each(|part| queue.push_front(part.clone()));
            }
            Keyword::Include | Keyword::IncludeCi => {
                let fold = keyword == Keyword::IncludeCi;
                let forms = self.include(parts, fold, stx.place)?;
                forms.into_iter().rev().for_each(|form| queue.push_front(form));
            }
            Keyword::CondExpand => {
                let forms = self.cond_expand(parts, stx.place)?;
                forms.into_iter().rev().for_each(|form| queue.push_front(form));
            }
            Keyword::Define => items.push(self.define(parts, scope, owner, stx.place)?),
            Keyword::DefineInline => {
                items.push(self.define_inline(parts, scope, owner, stx.place)?);
            }
            Keyword::DefineValues => {
                items.push(self.define_values(&stx, parts, scope, owner)?);
            }
            Keyword::DefineRecordType => {
                self.define_record(parts, scope, owner, stx.place, items)?;
            }
            Keyword::DefineSyntax => self.define_syntax(parts, scope, owner, stx.place)?,
            _ => items.push(Item::Exp(stx)),
        }
        Ok(())
    }

    /// Refuses what may stand only before the program's first other form.
    fn misplaced_declaration(&self, stx: &Stx) -> Outcome<()> {
        for name in ["import", "define-library"] {
            if self.is_declaration(stx, name) {
                let label = format!("`{name}` stands before all else in a program");
                return Err(Fail::new(stx.place, format!("misplaced {name}"), label));
            }
        }
        Ok(())
    }

    /// `(define x e)`, `(define x)`, `(define (f . formals) body ...)`, and curried definitions.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    fn define(
        &mut self,
        parts: &[Stx],
        scope: ScopeId,
        owner: Owner,
        place: Place,
    ) -> Outcome<Item> {
        let wrong = |label: &str| Fail::new(place, "malformed define", label);
        let target = parts.first().ok_or_else(|| wrong("it names no variable"))?;
        let (name, formals) = match &target.kind {
            StxKind::Ident(ident) => {
                let var = self.define_variable(*ident, scope, owner, target.place)?;
                return match parts {
                    [_, exp] => {
                        let name = self.name(*ident);
                        Ok(Item::Define(var, self.named(exp, name, scope), place))
                    }
                    _ => Err(wrong("a variable has one value")),
                };
            }
            StxKind::List(list) => match list.split_first() {
                Some((name, formals)) => (name, StxKind::List(formals.to_vec())),
                None => return Err(wrong("it names no procedure")),
            },
            StxKind::Dotted(list, rest) if list.len() == 1 => (
                &list[0],
                match &rest.kind {
                    StxKind::Ident(ident) => StxKind::Ident(*ident),
                    _ => return Err(wrong("parameters are identifiers")),
                },
            ),
            StxKind::Dotted(list, rest) => {
                (&list[0], StxKind::Dotted(list[1..].to_vec(), rest.clone()))
            }
            StxKind::Vector(_) | StxKind::Atom(_) => return Err(wrong("it names no variable")),
        };
        let Some(ident) = name.ident() else { return Err(wrong("it names no procedure")) };
        let formals = crate::stx::Node::new(formals, target.place);
        let var = self.define_variable(ident, scope, owner, name.place)?;
        if parts.len() < 2 {
            return Err(Fail::new(place, "missing body", "the procedure has no expression"));
        }
        Ok(Item::Define(var, Rhs::Lambda(self.name(ident), formals, parts[1..].to_vec()), place))
    }

    /// The value of a definition, which names the procedure that it may be.
    fn named(&self, exp: &Stx, name: base::Name, scope: ScopeId) -> Rhs {
        if let Some([head, formals, body @ ..]) = exp.list()
            && let Some(ident) = head.ident()
            && let Some(Binding::Keyword(Keyword::Lambda)) = self.resolve(ident, scope)
            && !body.is_empty()
        {
            return Rhs::Lambda(name, formals.clone(), body.to_vec());
        }
        Rhs::Exp(exp.clone())
    }

    /// Binds a variable that a body defines.
    pub(crate) fn define_variable(
        &mut self,
        ident: Ident,
        scope: ScopeId,
        owner: Owner,
        place: Place,
    ) -> Outcome<Var> {
        let own = self.scopes.own(scope, ident);
        if let Some(Binding::Var(var) | Binding::Record(var, _) | Binding::Inline(var, _)) = own {
            let var = *var;
            if owner != Owner::Program {
                let label = format!("`{}` is defined here already", self.idents.name(ident));
                return Err(Fail::new(place, "duplicate definition", label));
            }
            self.vars[var].assigned = true;
            self.scopes.bind(scope, ident, Binding::Var(var));
            return Ok(var);
        }
        let (name, global) = (self.name(ident), owner != Owner::Local);
        let var = self.variable_of(name, global, true);
        self.scopes.bind(scope, ident, Binding::Var(var));
        Ok(var)
    }

    fn define_values(
        &mut self,
        stx: &Stx,
        parts: &[Stx],
        scope: ScopeId,
        owner: Owner,
    ) -> Outcome<Item> {
        let [formals, exp] = parts else {
            return Err(malformed(stx, "define-values", "FORMALS EXPRESSION"));
        };
        self.define_formals(formals, scope, owner)?;
        Ok(Item::Values(formals.clone(), exp.clone(), stx.place))
    }

    /// Binds the variables of `define-values`.
    fn define_formals(&mut self, formals: &Stx, scope: ScopeId, owner: Owner) -> Outcome<()> {
        let names: Vec<&Stx> = match &formals.kind {
            StxKind::Ident(_) => vec![formals],
            StxKind::List(names) => names.iter().collect(),
            StxKind::Dotted(names, rest) => names.iter().chain([rest]).collect(),
            StxKind::Vector(_) | StxKind::Atom(_) => vec![formals],
        };
        for name in names {
            let Some(ident) = name.ident() else {
                let label = "variables are identifiers";
                return Err(Fail::new(name.place, "malformed define-values", label));
            };
            let var = self.define_variable(ident, scope, owner, name.place)?;
            self.vars[var].assigned = true;
        }
        Ok(())
    }

    /// The variables that the formals of `define-values` name.
    pub(crate) fn formal_variables(&self, formals: &Stx, scope: ScopeId) -> Vec<Var> {
        let names: Vec<&Stx> = match &formals.kind {
            StxKind::List(names) => names.iter().collect(),
            StxKind::Dotted(names, rest) => names.iter().chain([rest]).collect(),
            StxKind::Ident(_) | StxKind::Vector(_) | StxKind::Atom(_) => vec![formals],
        };
        let idents = names.into_iter().filter_map(|name| name.ident());
        let bindings = idents.filter_map(|ident| self.resolve(ident, scope));
        let vars = bindings.filter_map(|binding| match binding {
            Binding::Var(var) => Some(*var),
            Binding::Record(var, _) => Some(*var),
            Binding::Inline(..) | Binding::Keyword(_) | Binding::Macro(_) => None,
        });
        vars.collect()
    }

    fn define_syntax(
        &mut self,
        parts: &[Stx],
        scope: ScopeId,
        owner: Owner,
        place: Place,
    ) -> Outcome<()> {
        let [name, rules] = parts else {
            let label = "a name and its rules";
            return Err(Fail::new(place, "malformed define-syntax", label));
        };
        let Some(ident) = name.ident() else {
            let label = "a macro's name is an identifier";
            return Err(Fail::new(name.place, "malformed define-syntax", label));
        };
        if owner == Owner::Local && self.scopes.own(scope, ident).is_some() {
            let label = format!("`{}` is defined here already", self.idents.name(ident));
            return Err(Fail::new(name.place, "duplicate definition", label));
        }
        let binding = self.transformer(rules, scope)?;
        self.scopes.bind(scope, ident, binding);
        Ok(())
    }
}

/// The error for a form of the wrong shape.
pub(crate) fn malformed(stx: &Stx, name: &str, shape: &str) -> Fail {
    Fail::new(
        stx.place,
        format!("malformed {name}"),
        format!("it has the shape `({name} {shape})`"),
    )
}
