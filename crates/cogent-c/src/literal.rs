//! Values in the syntax of Cogent's literals, as the command line has them.
//!
//! ```text
//! 12  0xFF  'a'                 words, as wide as their types ask for
//! True  ()  "text"
//! (1, 2)  #{x = 1, y = 2}       fields in any order
//! None  Some 3  Pair (1, 2)     or Pair 1 2
//! ```
//! What prints, parses, and prints the same again.
//!
//! Absent on purpose: what is behind a pointer, what only the C side has, functions, and records
//! of which something is taken.

use base::{EntityId, Name};
use cogent_check::types::{Part, Sigil, Ty, TypeKind, Types, Width};
use cogent_syntax::ast::{Expr, ExprKind, Ident, Place};
use cogent_syntax::{File, read_expr};
use diag::{Diagnostic, SourceId};
use rustc_hash::FxHashSet;

/// A value that can be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A word.
    Int(u64),
    /// `True`, `False`.
    Bool(bool),
    /// `()`.
    Unit,
    /// Bytes, without an end mark.
    String(Vec<u8>),
    /// As many as the type has.
    Tuple(Vec<Value>),
    /// Fields, in the order of the type.
    Record(Vec<Value>),
    /// A tag and its only argument, as the type has it.
    Tag(Name, Box<Value>),
}

/// Can all values of a type be written?
///
/// # Errors
/// The reason why not.
pub fn writable(types: &Types, ty: Ty) -> Result<(), Box<Diagnostic>> {
    let Err((part, reason)) = check(types, ty, &mut FxHashSet::default()) else { return Ok(()) };
    let what = if part == ty { "it".into() } else { format!("`{}`", types.short_text(part)) };
    let whole = types.short_text(ty);
    let title = format!("a value of type `{whole}` cannot be written: {what} {reason}");
    Err(Box::new(Diagnostic::error(title)))
}

/// What cannot be written, and why.
type Unwritable = (Ty, &'static str);

fn check(types: &Types, ty: Ty, seen: &mut FxHashSet<Ty>) -> Result<(), Unwritable> {
    if !seen.insert(ty) {
        return Ok(());
    }
    match types.kind(ty) {
        TypeKind::Word(_) | TypeKind::Bool | TypeKind::String | TypeKind::Unit => Ok(()),
        TypeKind::Tuple(parts) => parts.iter().try_for_each(|part| check(types, *part, seen)),
        TypeKind::Record(Sigil::Boxed | Sigil::ReadOnly, _) => Err((ty, "is boxed")),
        TypeKind::Record(Sigil::Unboxed, parts) => {
            if parts.iter().any(|part| part.taken) {
                return Err((ty, "is a record without some of its fields"));
            }
            parts.iter().try_for_each(|part| check(types, part.ty, seen))
        }
        TypeKind::Variant(parts) => {
            let mut present = parts.iter().filter(|part| !part.taken).peekable();
            if present.peek().is_none() {
                return Err((ty, "has no values"));
            }
            present.try_for_each(|part| check(types, part.ty, seen))
        }
        TypeKind::Abstract(..) => Err((ty, "is abstract")),
        TypeKind::Fn(..) => Err((ty, "is the type of a function")),
        TypeKind::Var(..) | TypeKind::Hole(..) | TypeKind::Error => Err((ty, "is not known")),
    }
}

/// The value of a type that a text is.
///
/// # Errors
/// Why it is none, or why the type has none that can be written.
pub fn parse(types: &Types, ty: Ty, text: File) -> Result<Value, Vec<Diagnostic>> {
    writable(types, ty).map_err(|error| vec![*error])?;
    Reader { types }.value(ty, &read_expr(text)?).map_err(|error| vec![*error])
}

/// Reads values of types that can be written.
struct Reader<'a> {
    types: &'a Types,
}

type Read = Result<Value, Box<Diagnostic>>;

fn error(place: Place, title: impl Into<String>, label: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(title).at(place.source, place.span(), label))
}

impl Reader<'_> {
    fn value(&self, ty: Ty, expr: &Expr) -> Read {
        let found = match (self.types.kind(ty), &expr.kind) {
            (TypeKind::Word(width), ExprKind::Int(number)) => {
                return word(*width, *number, expr.place);
            }
            (TypeKind::Word(_), ExprKind::Char(byte)) => Value::Int(u64::from(*byte)),
            (TypeKind::Bool, ExprKind::Bool(value)) => Value::Bool(*value),
            (TypeKind::String, ExprKind::String(bytes)) => Value::String(bytes.to_vec()),
            (TypeKind::Unit, ExprKind::Tuple(items)) if items.is_empty() => Value::Unit,
            (TypeKind::Tuple(parts), ExprKind::Tuple(items)) if parts.len() == items.len() => {
                self.tuple(parts, items)?
            }
            (TypeKind::Record(_, parts), ExprKind::Unboxed(fields)) => {
                self.record(ty, parts, fields, expr.place)?
            }
            (TypeKind::Variant(parts), ExprKind::Tag(name, args)) => {
                self.tag(ty, parts, name, args, expr.place)?
            }
            (_, kind) => return Err(self.mismatch(ty, kind, expr.place)),
        };
        Ok(found)
    }

    fn mismatch(&self, ty: Ty, kind: &ExprKind, place: Place) -> Box<Diagnostic> {
        let literal = matches!(
            kind,
            ExprKind::Int(_)
                | ExprKind::Char(_)
                | ExprKind::Bool(_)
                | ExprKind::String(_)
                | ExprKind::Tuple(_)
                | ExprKind::Unboxed(_)
                | ExprKind::Tag(..)
        );
        if !literal {
            let label = "a value is written without names and operators";
            return error(place, "this is not a literal", label);
        }
        let label = format!("this should be a value of type `{}`", self.types.short_text(ty));
        error(place, "the value does not fit its type", label)
    }

    fn tuple(&self, parts: &[Ty], items: &[Expr]) -> Read {
        let values = parts.iter().zip(items).map(|(part, item)| self.value(*part, item));
        Ok(Value::Tuple(values.collect::<Result<_, _>>()?))
    }

    fn record(&self, ty: Ty, parts: &[Part], fields: &[(Ident, Expr)], place: Place) -> Read {
        let whole = self.types.short_text(ty);
        let mut values: Vec<Option<Value>> = vec![None; parts.len()];
        for (name, value) in fields {
            let Some(number) = parts.iter().position(|part| part.name == name.name) else {
                let title = format!("unknown field `{}`", name.name);
                return Err(error(name.place, title, format!("`{whole}` has no such field")));
            };
            let value = self.value(parts[number].ty, value)?;
            if values[number].replace(value).is_some() {
                let title = format!("the field `{}` is given twice", name.name);
                return Err(error(name.place, title, "given again here"));
            }
        }
        if let Some(number) = values.iter().position(Option::is_none) {
            let title = format!("the field `{}` is missing", parts[number].name);
            return Err(error(place, title, format!("this should have all fields of `{whole}`")));
        }
        Ok(Value::Record(values.into_iter().flatten().collect()))
    }

    fn tag(&self, ty: Ty, parts: &[Part], name: &Ident, args: &[Expr], place: Place) -> Read {
        let found = parts.iter().find(|part| part.name == name.name && !part.taken);
        let Some(part) = found else {
            let label = format!("`{}` has no such tag", self.types.short_text(ty));
            return Err(error(name.place, format!("unknown tag `{}`", name.name), label));
        };
        let value = match (self.types.kind(part.ty), args) {
            (_, [arg]) => self.value(part.ty, arg)?,
            (TypeKind::Unit, []) => Value::Unit,
            (TypeKind::Tuple(parts), args) if parts.len() == args.len() => {
                self.tuple(parts, args)?
            }
            (_, args) => {
                let title = format!("the tag `{}` has {} arguments here", name.name, args.len());
                let label = format!("it carries a `{}`", self.types.short_text(part.ty));
                return Err(error(place, title, label));
            }
        };
        Ok(Value::Tag(part.name.clone(), Box::new(value)))
    }
}

fn word(width: Width, number: u64, place: Place) -> Read {
    if Width::holding(number) <= width {
        return Ok(Value::Int(number));
    }
    let bits = width.bits();
    let label = format!("a `U{bits}` holds at most {}", u64::MAX >> (64 - bits));
    Err(error(place, format!("the number {number} is too large"), label))
}

/// A value of a type as text.
pub fn print(types: &Types, ty: Ty, value: &Value) -> String {
    Writer { types }.expr(ty, value).to_string()
}

/// Makes expressions of values, as there is a printer for expressions.
struct Writer<'a> {
    types: &'a Types,
}

/// The place of expressions that are in no file.
fn nowhere() -> Place {
    Place { source: SourceId::from_index(0), start: 0, end: 0 }
}

fn ident(name: &Name) -> Ident {
    Ident { name: name.clone(), place: nowhere() }
}

impl Writer<'_> {
    fn expr(&self, ty: Ty, value: &Value) -> Expr {
        let kind = match (value, self.types.kind(ty)) {
            (Value::Int(number), _) => ExprKind::Int(*number),
            (Value::Bool(value), _) => ExprKind::Bool(*value),
            (Value::Unit, _) => ExprKind::Tuple(Vec::new()),
            (Value::String(bytes), _) => ExprKind::String(bytes.as_slice().into()),
            (Value::Tuple(values), TypeKind::Tuple(parts)) => {
                let items = parts.iter().zip(values).map(|(part, value)| self.expr(*part, value));
                ExprKind::Tuple(items.collect())
            }
            (Value::Record(values), TypeKind::Record(_, parts)) => {
                let field =
                    |(part, value): (&Part, &Value)| (ident(&part.name), self.expr(part.ty, value));
                ExprKind::Unboxed(parts.iter().zip(values).map(field).collect())
            }
            (Value::Tag(name, value), TypeKind::Variant(parts)) => {
                let part = parts.iter().find(|part| part.name == *name);
                let args = part.filter(|part| part.ty != Types::UNIT);
                let args = args.map(|part| self.expr(part.ty, value));
                ExprKind::Tag(ident(name), args.into_iter().collect())
            }
            (Value::Tuple(_) | Value::Record(_) | Value::Tag(..), _) => {
                base::bug!("{value:?} is no value of type {}", self.types.short_text(ty))
            }
        };
        Expr { kind, place: nowhere() }
    }
}
