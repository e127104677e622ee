//! Types, and the declarations of sums.

use crate::ty::NAMED;
use crate::{Constructor, Field, SumId, Ty, TyId, TyTable, Width};
use base::{LocatedError, Name, Span};
use rustc_hash::FxHashMap;
use std::fmt;
use text::{Cursor, Outline, Read, Tok, nearest, show_segment, unescape};

/// The greatest depth of types nested in one another.
pub const MAX_TYPE_NESTING: usize = 1_000;

/// Words that mean a type, or part of one; a sum of such a name is written with
/// an escape.
const WORDS: [&str; 23] = [
    "i1", "i8", "i16", "i32", "i64", "f32", "f64", "str", "intinf", "exn", "origin", "any", "ptr",
    "array", "vector", "ref", "weak", "fun", "cont", "exncon", "mut", "sum", "type",
];

/// Reads types. All sums of the module are known from its outline, so that
/// they may be used before they are declared.
pub struct TypeReader {
    sums: FxHashMap<Name, SumId>,
    /// Types that have names, as far as they have been read.
    named: FxHashMap<Name, TyId>,
}

impl TypeReader {
    /// Declares every sum of the module, its constructors still missing.
    pub fn new(cursor: &mut Cursor<'_>, outline: &Outline<'_>, types: &mut TyTable) -> TypeReader {
        let mut sums = FxHashMap::default();
        for (text, span) in &outline.sums {
            let name: Name = unescape(text).into();
            if sums.contains_key(&name) {
                cursor.report(LocatedError::new(
                    *span,
                    "sum declared twice",
                    format!("`{name}` is declared before"),
                ));
                continue;
            }
            let sum = types.add_sum(name.clone(), Vec::new());
            sums.insert(name, sum);
        }
        TypeReader { sums, named: FxHashMap::default() }
    }

    /// The sum of this name.
    pub fn sum(&self, name: &str) -> Option<SumId> {
        self.sums.get(name).copied()
    }

    /// Reads `name = constructor | ...`, after the word `sum`. A sum without
    /// constructors is its name alone.
    pub fn sum_item(&self, cursor: &mut Cursor<'_>, types: &mut TyTable) -> Read<()> {
        let (name, _) = cursor.name("the name of a sum")?;
        let mut constructors: Vec<Constructor> = Vec::new();
        let mut known: FxHashMap<Name, ()> = FxHashMap::default();
        if cursor.eat(Tok::Equal) {
            loop {
                let (name, span) = cursor.name("a constructor")?;
                if known.insert(name.clone(), ()).is_some() {
                    let label = format!("`{name}` is a constructor of this sum before");
                    cursor.report(LocatedError::new(span, "constructor declared twice", label));
                }
                let fields = if cursor.at(Tok::Open) {
                    cursor.list(|cursor| self.ty(cursor, types))?
                } else {
                    Vec::new()
                };
                constructors.push(Constructor { name, fields });
                if !cursor.eat(Tok::Bar) {
                    break;
                }
            }
        }
        // The second of two declarations of a name was reported before.
        if let Some(sum) = self.sum(&name) {
            types.sums[sum].constructors = constructors;
        }
        Ok(())
    }

    /// Reads `name = ty`, after the word `type`. What mentions the name stands after it.
    pub fn type_item(&mut self, cursor: &mut Cursor<'_>, types: &mut TyTable) -> Read<()> {
        let (name, span) = cursor.name("the name of a type")?;
        cursor.expect(Tok::Equal)?;
        let ty = self.ty(cursor, types)?;
        if self.sums.contains_key(&name) || self.named.insert(name.clone(), ty).is_some() {
            let label = format!("`{name}` is declared before, or is a sum");
            cursor.report(LocatedError::new(span, "type declared twice", label));
        }
        Ok(())
    }

    /// Reads a type.
    pub fn ty(&self, cursor: &mut Cursor<'_>, types: &mut TyTable) -> Read<TyId> {
        self.nested(cursor, types, MAX_TYPE_NESTING)
    }

    /// Reads `(ty, ...)`.
    pub fn tys(&self, cursor: &mut Cursor<'_>, types: &mut TyTable) -> Read<Vec<TyId>> {
        self.list(cursor, types, MAX_TYPE_NESTING)
    }

    fn list(&self, cursor: &mut Cursor<'_>, types: &mut TyTable, depth: usize) -> Read<Vec<TyId>> {
        cursor.list(|cursor| self.nested(cursor, types, depth))
    }

    fn nested(&self, cursor: &mut Cursor<'_>, types: &mut TyTable, depth: usize) -> Read<TyId> {
        let Some(depth) = depth.checked_sub(1) else {
            let label = format!("this type is more than {MAX_TYPE_NESTING} deep");
            return Err(LocatedError::new(cursor.span(), "nested too deeply", label));
        };
        if let Some(word) = cursor.word()
            && let Some(known) = self.named.get(word)
        {
            cursor.bump();
            return Ok(*known);
        }
        let ty = if cursor.at(Tok::Open) {
            Ty::Tuple(cursor.list(|cursor| {
                let mutable = cursor.eat_word("mut");
                Ok(Field { ty: self.nested(cursor, types, depth)?, mutable })
            })?)
        } else if cursor.eat(Tok::Hash) {
            Ty::Unboxed(self.list(cursor, types, depth)?)
        } else {
            let (word, span) = cursor.name_text("a type")?;
            self.word(cursor, types, depth, word, span)?
        };
        Ok(types.intern(ty))
    }

    /// What to write for a type that there is not, if that is known.
    fn meant(&self, word: &str) -> Option<String> {
        let kont = match word {
            "int" | "integer" | "long" => "i64",
            "bool" | "boolean" => "i1",
            "char" | "byte" => "i8",
            "string" => "str",
            "float" | "double" | "real" => "f64",
            "bigint" | "integers" => "intinf",
            "unit" | "void" => {
                return Some("nothing is bound by `()`, and given by `-> ()`".into());
            }
            _ => {
                let known = self.sums.keys().chain(self.named.keys()).map(|name| &**name);
                let near = nearest(word, known.chain(WORDS))?;
                return Some(format!("did you mean `{near}`?"));
            }
        };
        Some(format!("write `{kont}`"))
    }

    /// The type that begins with a word.
    fn word(
        &self,
        cursor: &mut Cursor<'_>,
        types: &mut TyTable,
        depth: usize,
        word: &str,
        span: Span,
    ) -> Read<Ty> {
        let one = |cursor: &mut Cursor<'_>, types: &mut TyTable| {
            cursor.expect(Tok::Open)?;
            let ty = self.nested(cursor, types, depth)?;
            cursor.expect(Tok::Close)?;
            Ok(ty)
        };
        Ok(match word {
            "f32" => Ty::F32,
            "f64" => Ty::F64,
            "str" => Ty::Str,
            "intinf" => Ty::Big,
            "exn" => Ty::Exn,
            "origin" => Ty::Origin,
            "any" => Ty::Any,
            "ptr" => Ty::Ptr,
            "array" => Ty::Array(one(cursor, types)?),
            "vector" => Ty::Vector(one(cursor, types)?),
            "ref" => Ty::Ref(one(cursor, types)?),
            "weak" => Ty::Weak(one(cursor, types)?),
            "fun" => {
                let args = self.list(cursor, types, depth)?;
                cursor.expect(Tok::Arrow)?;
                Ty::Fun(args, self.list(cursor, types, depth)?)
            }
            "cont" => Ty::Cont(self.list(cursor, types, depth)?),
            "exncon" => Ty::ExnCon(self.list(cursor, types, depth)?),
            "i1" => Ty::Int(Width::I1),
            "i8" => Ty::Int(Width::I8),
            "i16" => Ty::Int(Width::I16),
            "i32" => Ty::Int(Width::I32),
            "i64" => Ty::Int(Width::I64),
            _ => match self.sum(&unescape(word)) {
                Some(sum) => Ty::Sum(sum),
                None => {
                    let label = format!("there is no type or sum `{word}`");
                    let error = LocatedError::new(span, "unknown type", label);
                    let hint = if cursor.is_tired() { None } else { self.meant(word) };
                    cursor.report(match hint {
                        Some(hint) => error.with_hint(hint),
                        None => error,
                    });
                    Ty::Int(Width::I64)
                }
            },
        })
    }
}

/// The name of a sum where a type stands.
pub(crate) fn show_type_name(name: &str) -> impl fmt::Display + '_ {
    ShownTypeName(name)
}

struct ShownTypeName<'a>(&'a str);

impl fmt::Display for ShownTypeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if WORDS.contains(&self.0) || self.0.starts_with(NAMED) {
            return write!(f, "%{:02x}{}", self.0.as_bytes()[0], &self.0[1..]);
        }
        show_segment(self.0).fmt(f)
    }
}
