//! The operations that the built-in library is written with.

use crate::body::{Item, Owner, malformed};
use crate::core::{Elem, Exp, ExpKind, Op, Place, Special, Type};
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::forms::Keyword;
use crate::globals::Rhs;
use crate::scope::{Binding, Inline, ScopeId};
use crate::stx::{Node, Stx, StxKind};
use prim::Prim;
use scheme_syntax::Kind;
use std::rc::Rc;

impl Expander<'_> {
    /// A variable of the built-in library.
    pub(crate) fn library_exp(&mut self, name: &str, place: Place) -> Exp {
        let var = self.library_var(name);
        self.globals.reach(var);
        self.exp_at(ExpKind::Var(var), place)
    }

    /// A call of a procedure of the built-in library.
    pub(crate) fn library_call(&mut self, name: &str, args: Vec<Exp>, place: Place) -> Exp {
        let function = Box::new(self.library_exp(name, place));
        self.exp_at(ExpKind::Call(function, args), place)
    }

    /// Expands an operation.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    pub(crate) fn operation(
        &mut self,
        keyword: Keyword,
        stx: &Stx,
        rest: &[Stx],
        scope: ScopeId,
    ) -> Outcome<Exp> {
        let place = stx.place;
        let wrong = || malformed(stx, "operation", "WORD ... OPERAND ...");
        let number = |at: usize| rest.get(at).and_then(small).ok_or_else(wrong);
        let word = |at: usize| rest.get(at).and_then(|stx| stx.ident()).ok_or_else(wrong);
        let elem = |cx: &Self| cx.elem(&cx.name(word(0)?)).ok_or_else(wrong);
        let (op, used) = match keyword {
            Keyword::Prim => (Op::Prim(primitive(rest.first()).ok_or_else(wrong)?), 1),
            Keyword::Is => {
                let name = self.name(word(0)?);
                match sized(&name) {
                    Some(ty) => (Op::Is(ty(number(1)?)), 2),
                    None => (Op::Is(self.type_of(&name).ok_or_else(wrong)?), 1),
                }
            }
            Keyword::Tuple => (Op::Tuple, 0),
            Keyword::Get => (Op::Get(number(0)?, number(1)?), 2),
            Keyword::Fixed => (Op::Fixed, 0),
            Keyword::FixedGet => (Op::FixedGet(number(0)?, number(1)?), 2),
            Keyword::SetField => (Op::Set(number(0)?, number(1)?), 2),
            Keyword::ArrayNew => (Op::ArrayNew(elem(self)?), 1),
            Keyword::ArrayLength => (Op::ArrayLength(elem(self)?), 1),
            Keyword::ArrayRef => (Op::ArrayRef(elem(self)?), 1),
            Keyword::ArraySet => (Op::ArraySet(elem(self)?), 1),
            Keyword::ArrayCopy => (Op::ArrayCopy(elem(self)?), 1),
            Keyword::IsIndex => (Op::IsIndex(elem(self)?), 1),
            Keyword::Same => (Op::Same, 0),
            Keyword::Hash => (Op::Hash, 0),
            Keyword::Callcc => (Op::Callcc, 0),
            Keyword::Throw => (Op::Throw, 0),
            Keyword::Raise => (Op::Raise, 0),
            Keyword::Never => (Op::Never, 0),
            Keyword::Apply1 => (Op::Apply1, 0),
            Keyword::Literals => (Op::Literals, 0),
            Keyword::Special => {
                let special = match &*self.name(word(0)?) {
                    "nil" => Special::Nil,
                    "unspecified" => Special::Unspecified,
                    "eof" => Special::Eof,
                    "unbound" => Special::Unbound,
                    _ => return Err(wrong()),
                };
                return Ok(self.exp_at(ExpKind::Special(special), place));
            }
            Keyword::Exports => return Ok(self.exports(place)),
            Keyword::Internals => return Ok(self.internals(place)),
            Keyword::Flagged => return self.flagged(stx, rest, scope),
            Keyword::Try => return self.try_form(stx, rest, scope),
            _ => return Err(wrong()),
        };
        let args = self.all(&rest[used..], scope)?;
        Ok(self.exp_at(ExpKind::Op(op, args), place))
    }

    fn elem(&self, name: &str) -> Option<Elem> {
        match name {
            "any" => Some(Elem::Any),
            "byte" => Some(Elem::Byte),
            "char" => Some(Elem::Char),
            _ => None,
        }
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        Some(match name {
            "small" => Type::Small,
            "big" => Type::Big,
            "flonum" => Type::Flonum,
            "character" => Type::Char,
            "boolean" => Type::Bool,
            "symbol" => Type::Symbol,
            "cont" => Type::Cont,
            other => Type::Array(self.elem(other)?),
        })
    }

    /// `(%flagged (NAME x ...) VARIABLE THEN ELSE)`.
    fn flagged(&mut self, stx: &Stx, rest: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let wrong = || malformed(stx, "%flagged", "(NAME OPERAND ...) VARIABLE THEN ELSE");
        let [call, variable, then, els] = rest else { return Err(wrong()) };
        let (name, operands) = call.list().and_then(<[Stx]>::split_first).ok_or_else(wrong)?;
        let prim = primitive(Some(name)).ok_or_else(wrong)?;
        let args = self.all(operands, scope)?;
        let inner = self.scopes.open(Some(scope));
        let var = self.local(variable.ident().ok_or_else(wrong)?, inner);
        let branches = Box::new([self.exp(then, inner)?, self.exp(els, scope)?]);
        Ok(self.exp_at(ExpKind::Flagged(prim, args, var, branches), stx.place))
    }

    /// `(%try EXPRESSION (TEXT NUMBER) HANDLER)`.
    fn try_form(&mut self, stx: &Stx, rest: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let wrong = || malformed(stx, "%try", "EXPRESSION (TEXT NUMBER) HANDLER");
        let [body, variables, handler] = rest else { return Err(wrong()) };
        let Some([text, number]) = variables.list() else { return Err(wrong()) };
        let body = self.exp(body, scope)?;
        let inner = self.scopes.open(Some(scope));
        let text = self.local(text.ident().ok_or_else(wrong)?, inner);
        let number = self.local(number.ident().ok_or_else(wrong)?, inner);
        let handler = Box::new(self.exp(handler, inner)?);
        Ok(self.exp_at(ExpKind::Try(Box::new(body), [text, number], handler), stx.place))
    }

    /// `(define-inline (f x ...) body ...)`, `(define-inline f (case-lambda ...))`: a definition of
    /// the library whose calls are written out where a clause takes just so many arguments.
    pub(crate) fn define_inline(
        &mut self,
        parts: &[Stx],
        scope: ScopeId,
        owner: Owner,
        place: Place,
    ) -> Outcome<Item> {
        let wrong = || Fail::new(place, "malformed define-inline", "this is no procedure");
        let [target, rest @ ..] = parts else { return Err(wrong()) };
        let (ident, clauses, rhs) = match (&target.kind, rest) {
            (StxKind::Ident(ident), [exp]) => {
                let clauses = &exp.list().ok_or_else(wrong)?[1..];
                let clauses = clauses.iter().map(|clause| {
                    let (formals, body) = clause.list()?.split_first()?;
                    Some((formals.clone(), body.to_vec()))
                });
                let clauses: Option<Vec<_>> = clauses.collect();
                (*ident, clauses.ok_or_else(wrong)?, Rhs::Exp(exp.clone()))
            }
            (StxKind::List(list), body) => {
                let (name, params) = list.split_first().ok_or_else(wrong)?;
                let ident = name.ident().ok_or_else(wrong)?;
                let formals = Node::new(StxKind::List(params.to_vec()), target.place);
                let rhs = Rhs::Lambda(self.name(ident), formals.clone(), body.to_vec());
                (ident, vec![(formals, body.to_vec())], rhs)
            }
            _ => return Err(wrong()),
        };
        let var = self.define_variable(ident, scope, owner, target.place)?;
        let inline = Rc::new(Inline { scope, clauses });
        self.scopes.bind(scope, ident, Binding::Inline(var, inline));
        Ok(Item::Define(var, rhs, place))
    }
}

/// The primitive that a string names.
fn primitive(stx: Option<&Stx>) -> Option<Prim> {
    Prim::by_name(stx?.string()?)
}

/// A number that is written out.
fn small(stx: &Stx) -> Option<u32> {
    let StxKind::Atom(datum) = &stx.kind else { return None };
    let Kind::Int(n) = &datum.kind else { return None };
    u32::try_from(n).ok()
}

/// The types of this name, by their number of fields or parameters.
fn sized(name: &str) -> Option<fn(u32) -> Type> {
    match name {
        "tuple" => Some(Type::Tuple),
        "fixed" => Some(Type::Fixed),
        "fun" => Some(Type::Fun),
        _ => None,
    }
}
