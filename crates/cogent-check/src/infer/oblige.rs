//! Obligations: conditions on types that are checked when all types are known.

use super::Checker;
use crate::message::{also, error};
use crate::types::{Permissions, Ty, TypeKind};
use base::Name;
use cogent_syntax::ast::{BinOp, Place};

/// Something that has to hold of a type.
pub(super) struct Obligation {
    reason: Reason,
    ty: Ty,
    place: Place,
}

/// The reason why something has to hold of a type.
#[derive(Clone)]
pub(crate) enum Reason {
    /// A variable is used again; the place of the first use.
    UsedTwice(Name, Place),
    /// A variable is never used; the place is where it is bound.
    Unused(Name),
    /// A variable is used here, but not in a branch at that place.
    UnusedInBranch(Name, Place),
    /// `_`.
    Wild,
    /// The value of `e` in `e; f`.
    Ignored,
    /// The rest of a record that `#{...}` takes fields from.
    Remains,
    /// A record of which a field is read.
    Read(Name),
    /// A field that is put over.
    PutOver(Name),
    /// A field that is in a record, but not in the type that is wanted.
    Taken(Name),
    /// The result of `e !x`; as written.
    Escapes(String),
    /// An operand of a comparison.
    Compared(BinOp),
    /// A type argument of a function for a variable.
    Argument { function: Name, var: Name, what: Use },
    /// The operand of `upcast`; the type of the result.
    Widened(Ty),
}

/// A use that the kind of a type variable may allow.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    Discard,
    Share,
    Escape,
}

impl Checker<'_> {
    /// Something has to hold where types are being compared.
    pub(super) fn oblige(&mut self, reason: Reason, ty: Ty) {
        if let Some(place) = self.place {
            self.oblige_at(reason, ty, place);
        }
    }

    pub(super) fn oblige_at(&mut self, reason: Reason, ty: Ty, place: Place) {
        self.obligations.push(Obligation { reason, ty, place });
    }

    /// Carries what is known of the operands of `upcast` to the results.
    pub(super) fn widen(&mut self) -> bool {
        let mut progress = false;
        let mut left = Vec::new();
        for obligation in std::mem::take(&mut self.obligations) {
            let Reason::Widened(to) = obligation.reason else {
                left.push(obligation);
                continue;
            };
            let TypeKind::Word(width) = self.form(obligation.ty) else {
                left.push(obligation);
                continue;
            };
            progress = true;
            if !self.word(to, width) {
                let (from, to) = (self.text(obligation.ty), self.text(to));
                let title = format!("`upcast` from `{from}` to `{to}`");
                self.error(obligation.place, title, "the result would be smaller");
            }
        }
        // Comparing types can add to them.
        left.append(&mut self.obligations);
        self.obligations = left;
        progress
    }

    /// Looks at all obligations. All types are known.
    pub(super) fn discharge(&mut self) {
        let mut permissions = Permissions::new(&self.vars);
        self.widen();
        for obligation in std::mem::take(&mut self.obligations) {
            let ty = self.resolved(obligation.ty);
            if self.types().has_errors(ty) {
                continue;
            }
            let kind = permissions.of(&self.globals.core.types, ty);
            let holds = match &obligation.reason {
                Reason::UsedTwice(..) => kind.share,
                Reason::Unused(_)
                | Reason::UnusedInBranch(..)
                | Reason::Wild
                | Reason::Ignored
                | Reason::Remains
                | Reason::Read(_)
                | Reason::PutOver(_)
                | Reason::Taken(_) => kind.discard,
                Reason::Escapes(_) => kind.escape,
                Reason::Compared(_) => {
                    matches!(self.types().kind(ty), TypeKind::Word(_) | TypeKind::Bool)
                }
                Reason::Argument { what, .. } => match what {
                    Use::Discard => kind.discard,
                    Use::Share => kind.share,
                    Use::Escape => kind.escape,
                },
                Reason::Widened(_) => true,
            };
            if !holds {
                self.complain(&obligation, ty);
            }
        }
    }

    fn complain(&mut self, obligation: &Obligation, ty: Ty) {
        let place = obligation.place;
        let text = self.text(ty);
        let linear = format!("a value of type `{text}` is used exactly once");
        let message = match &obligation.reason {
            Reason::UsedTwice(name, first) => {
                let title = format!("the linear variable `{name}` is used twice");
                let second = error(place, title, format!("used again here; {linear}"));
                also(second, *first, "used here")
            }
            Reason::Unused(name) => {
                error(place, format!("the linear variable `{name}` is never used"), linear)
            }
            Reason::UnusedInBranch(name, without) => {
                let title = format!("the linear variable `{name}` is not used on every path");
                let used = error(place, title, format!("used here; {linear}"));
                also(used, *without, "not used on this path")
            }
            Reason::Wild => error(place, "`_` drops a linear value", linear),
            Reason::Ignored => error(place, "`;` drops a linear value", linear),
            Reason::Remains => error(place, "this pattern drops linear fields", linear),
            Reason::Read(field) => self.read_complaint(place, field, &text),
            Reason::PutOver(field) => {
                let title = format!("`{field}` holds a linear value already");
                error(place, title, format!("this loses it; {linear}"))
                    .hint(format!("take it before: `let r {{{field} = old}} = ...`"))
            }
            Reason::Taken(field) => {
                let title = format!("the linear field `{field}` is lost");
                error(place, title, format!("here it has to be taken; {linear}"))
            }
            Reason::Escapes(bangs) => {
                let title = format!("a read-only value escapes from `{bangs}`");
                error(place, title, format!("its type is `{text}`"))
            }
            Reason::Compared(op) => {
                let title = format!("`{}` on a value that is no word and no `Bool`", op.text());
                error(place, title, format!("this is `{text}`"))
            }
            Reason::Argument { function, var, what } => {
                let (what, letter) = match what {
                    Use::Discard => ("dropped", "D"),
                    Use::Share => ("shared", "S"),
                    Use::Escape => ("taken out of a `!`", "E"),
                };
                let title = format!("`{var}` of `{function}` cannot be `{text}`");
                let label = format!("its values may not be {what}, as `{var} :< {letter}` asks");
                error(place, title, label)
            }
            Reason::Widened(_) => return,
        };
        self.report(message);
    }

    fn read_complaint(&mut self, place: Place, field: &Name, text: &str) -> diag::Diagnostic {
        let title = format!("reading `{field}` drops a linear value");
        let label = format!("this is `{text}`, which is used exactly once");
        let hint = format!("take the field, `let r {{{field} = x}} = ...`, or read it under `!`");
        error(place, title, label).hint(hint)
    }
}
