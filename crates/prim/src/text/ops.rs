//! Operations by name.

use super::{Cursor, Read, Tok, TypeReader, show_name, show_segment, show_str, unescape};
use crate::{AnyClass, BuiltinExn, Data, ForeignId, GlobalId, Op, Prim, TyTable, Width};
use base::LocatedError;
use std::fmt;

/// Names that operations refer to, when they are read.
pub trait OpNames {
    /// The global cell of this name.
    fn global(&self, name: &str) -> Option<GlobalId>;
    /// The foreign function of this name.
    fn foreign(&self, name: &str) -> Option<ForeignId>;
}

/// Names that operations refer to, when they are written.
pub trait OpText {
    /// Types and sums.
    fn types(&self) -> &TyTable;
    /// The name of a global cell.
    fn global_name(&self, global: GlobalId) -> &str;
    /// The name of a foreign function.
    fn foreign_name(&self, foreign: ForeignId) -> &str;
}

/// Reads an operation and what belongs to its name, up to the operands. An
/// unknown one is reported, and something stands in for it.
pub fn op(
    cursor: &mut Cursor<'_>,
    reader: &TypeReader,
    types: &mut TyTable,
    names: &impl OpNames,
) -> Read<Op> {
    let (text, span) = cursor.name_text("an operation")?;
    if let Some(prim) = Prim::by_name(text) {
        return Ok(Op::Prim(prim));
    }
    if let Some((_, data)) = PLAIN.iter().find(|(name, _)| *name == text) {
        return Ok(Op::Data(data.clone()));
    }
    let data = match text {
        "is" | "project" => {
            cursor.expect(Tok::OpenBracket)?;
            let ty = reader.ty(cursor, types)?;
            cursor.expect(Tok::CloseBracket)?;
            Ok(if text == "is" { Data::Is(ty) } else { Data::Project(ty) })
        }
        "any.in" | "any.is" | "any.out" => {
            cursor.expect(Tok::OpenBracket)?;
            let class = any_class(cursor)?;
            cursor.expect(Tok::CloseBracket)?;
            Ok(match text {
                "any.in" => Data::AnyInject(class),
                "any.is" => Data::AnyIs(class),
                _ => Data::AnyProject(class),
            })
        }
        "exncon" => {
            let name = cursor.utf8("the name of an exception")?.0;
            let description = match cursor.peek() {
                Tok::Str(_) => Some(cursor.utf8("the description of what it carries")?.0),
                _ => None,
            };
            Ok(Data::ExnCon(name, description))
        }
        "global" | "global.set" => {
            let (name, at) = cursor.name("a global")?;
            let make = if text == "global" { Data::Global } else { Data::GlobalSet };
            names.global(&name).map(make).ok_or((
                "unknown global",
                format!("there is no global `{name}`"),
                at,
            ))
        }
        _ => dotted(text, reader, types, names).map_err(|label| ("unknown operation", label, span)),
    };
    let data = data.unwrap_or_else(|(title, label, at)| {
        let error = LocatedError::new(at, title, label);
        cursor.report(match suggestion(text) {
            Some(name) => error.with_hint(format!("did you mean `{name}`?")),
            None => error,
        });
        Data::Copy
    });
    Ok(Op::Data(data))
}

/// Reads the class of a value in an `any`: `i8`, `f64`, `tuple.3`, `tuple.mut.3`, `fun.2`, or
/// the text of a type as a string.
pub fn any_class(cursor: &mut Cursor<'_>) -> Read<AnyClass> {
    let class = match cursor.peek() {
        Tok::Str(_) => return Ok(AnyClass::Boxed(cursor.utf8("a type as text")?.0)),
        Tok::Name("f32") => AnyClass::F32,
        Tok::Name("f64") => AnyClass::F64,
        Tok::Name("i1") => AnyClass::Int(Width::I1),
        Tok::Name("i8") => AnyClass::Int(Width::I8),
        Tok::Name("i16") => AnyClass::Int(Width::I16),
        Tok::Name("i32") => AnyClass::Int(Width::I32),
        Tok::Name("i64") => AnyClass::Int(Width::I64),
        Tok::Name(text) => {
            let number = |start| text.strip_prefix(start).and_then(|n: &str| n.parse().ok());
            match (number("tuple."), number("tuple.mut."), number("fun.")) {
                (Some(len), _, _) => AnyClass::Tuple { len, mutable: false },
                (_, Some(len), _) => AnyClass::Tuple { len, mutable: true },
                (_, _, Some(count)) => AnyClass::Fun(count),
                (None, None, None) => return Err(cursor.unexpected("a class of values")),
            }
        }
        _ => return Err(cursor.unexpected("a class of values")),
    };
    cursor.bump();
    Ok(class)
}

/// A class as the text writes it.
pub fn show_any_class(class: &AnyClass) -> impl fmt::Display + '_ {
    ShownClass(class)
}

struct ShownClass<'a>(&'a AnyClass);

impl fmt::Display for ShownClass<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            AnyClass::Int(width) => width.fmt(f),
            AnyClass::F32 => f.write_str("f32"),
            AnyClass::F64 => f.write_str("f64"),
            AnyClass::Tuple { len, mutable: false } => write!(f, "tuple.{len}"),
            AnyClass::Tuple { len, mutable: true } => write!(f, "tuple.mut.{len}"),
            AnyClass::Fun(count) => write!(f, "fun.{count}"),
            AnyClass::Boxed(text) => show_str(text.as_bytes()).fmt(f),
        }
    }
}

/// Operations that are a word alone.
const PLAIN: &[(&str, Data)] = &[
    ("copy", Data::Copy),
    ("tuple", Data::Tuple),
    ("unboxed", Data::Unboxed),
    ("ref", Data::Ref),
    ("deref", Data::Deref),
    ("assign", Data::Assign),
    ("array.new", Data::ArrayNew),
    ("array.lit", Data::ArrayLit),
    ("array.len", Data::ArrayLen),
    ("array.get", Data::ArrayGet),
    ("array.get.u", Data::ArrayGetU),
    ("array.set", Data::ArraySet),
    ("array.set.u", Data::ArraySetU),
    ("array.copy", Data::ArrayCopy),
    ("freeze", Data::Freeze),
    ("same", Data::Same),
    ("weak", Data::Weak),
    ("weak.get", Data::WeakGet),
    ("weak.live", Data::WeakLive),
    ("hash.id", Data::IdHash),
    ("heap.size", Data::HeapSize),
    ("inject", Data::Inject),
    ("exn", Data::Exn),
    ("exn.is", Data::ExnIs),
    ("exn.get", Data::ExnGet),
];

/// Operations with something after a dot.
fn dotted(
    text: &str,
    reader: &TypeReader,
    types: &TyTable,
    names: &impl OpNames,
) -> Result<Data, String> {
    let unknown = || format!("there is no operation `{text}`");
    let (head, rest) = text.split_once('.').ok_or_else(unknown)?;
    let index = |text: &str| {
        text.parse::<u32>().map_err(|_| format!("`{text}` is not the number of a field"))
    };
    match head {
        "get" => index(rest).map(Data::Get),
        "set" => index(rest).map(Data::Set),
        "part" => index(rest).map(Data::Part),
        "con" => constructor(rest, reader, types).map(|(sum, tag)| Data::Con(sum, tag)),
        "field" => {
            let (name, field) = rest.rsplit_once('.').ok_or_else(unknown)?;
            let (sum, tag) = constructor(name, reader, types)?;
            Ok(Data::ConField(sum, tag, index(field)?))
        }
        "builtin" => BuiltinExn::ALL
            .into_iter()
            .find(|exn| exn.name() == rest)
            .map(Data::Builtin)
            .ok_or_else(|| format!("there is no built-in exception `{rest}`")),
        "ccall" => {
            let name = unescape(rest);
            names
                .foreign(&name)
                .map(Data::Foreign)
                .ok_or_else(|| format!("there is no foreign function `{name}`"))
        }
        _ => Err(unknown()),
    }
}

/// `SUM.CONSTRUCTOR`
fn constructor(
    text: &str,
    reader: &TypeReader,
    types: &TyTable,
) -> Result<(crate::SumId, u32), String> {
    let (sum_text, con_text) =
        text.rsplit_once('.').ok_or_else(|| format!("`{text}` names no constructor of a sum"))?;
    let (sum_name, con_name) = (unescape(sum_text), unescape(con_text));
    let sum = reader.sum(&sum_name).ok_or_else(|| format!("there is no sum `{sum_name}`"))?;
    let tag = types.sums[sum].constructors.iter().position(|c| *c.name == *con_name);
    let tag = tag.ok_or_else(|| format!("there is no constructor `{con_name}` in `{sum_name}`"))?;
    Ok((sum, tag as u32))
}

/// A primitive that was meant, if only the type is missing.
fn suggestion(text: &str) -> Option<String> {
    ["i64", "f64"]
        .iter()
        .map(|ty| format!("{text}.{ty}"))
        .find(|name| Prim::by_name(name).is_some())
}

/// An operation as the text writes it, up to the operands.
pub fn show_op<'a>(op: &'a Op, text: &'a impl OpText) -> impl fmt::Display + 'a {
    ShownOp { op, text }
}

struct ShownOp<'a, T> {
    op: &'a Op,
    text: &'a T,
}

impl<T: OpText> fmt::Display for ShownOp<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let data = match self.op {
            Op::Prim(prim) => return prim.fmt(f),
            Op::Data(data) => data,
        };
        let types = self.text.types();
        let con = |sum: crate::SumId, tag: u32| {
            let Some(sum) = types.sums.get(sum) else { return "?.?".to_owned() };
            let name = sum.constructors.get(tag as usize).map_or("?", |c| &c.name);
            format!("{}.{}", show_segment(&sum.name), show_segment(name))
        };
        match data {
            Data::Get(i) => write!(f, "get.{i}"),
            Data::Set(i) => write!(f, "set.{i}"),
            Data::Part(i) => write!(f, "part.{i}"),
            Data::Con(sum, tag) => write!(f, "con.{}", con(*sum, *tag)),
            Data::ConField(sum, tag, i) => write!(f, "field.{}.{i}", con(*sum, *tag)),
            Data::Is(ty) => write!(f, "is[{}]", types.show(*ty)),
            Data::Project(ty) => write!(f, "project[{}]", types.show(*ty)),
            Data::AnyInject(class) => write!(f, "any.in[{}]", show_any_class(class)),
            Data::AnyIs(class) => write!(f, "any.is[{}]", show_any_class(class)),
            Data::AnyProject(class) => write!(f, "any.out[{}]", show_any_class(class)),
            Data::ExnCon(name, None) => write!(f, "exncon {}", show_str(name.as_bytes())),
            Data::ExnCon(name, Some(description)) => {
                let (name, description) = (name.as_bytes(), description.as_bytes());
                write!(f, "exncon {} {}", show_str(name), show_str(description))
            }
            Data::Builtin(exn) => write!(f, "builtin.{}", exn.name()),
            Data::Global(g) => write!(f, "global {}", show_name(self.text.global_name(*g))),
            Data::GlobalSet(g) => write!(f, "global.set {}", show_name(self.text.global_name(*g))),
            Data::Foreign(c) => write!(f, "ccall.{}", show_name(self.text.foreign_name(*c))),
            Data::Copy
            | Data::Tuple
            | Data::Unboxed
            | Data::Ref
            | Data::Deref
            | Data::Assign
            | Data::ArrayNew => plain(f, data),
            Data::ArrayLit | Data::ArrayLen | Data::ArrayGet | Data::ArrayGetU | Data::ArraySet => {
                plain(f, data)
            }
            Data::ArraySetU
            | Data::ArrayCopy
            | Data::Freeze
            | Data::Same
            | Data::Weak
            | Data::WeakGet => plain(f, data),
            Data::WeakLive
            | Data::IdHash
            | Data::HeapSize
            | Data::Inject
            | Data::Exn
            | Data::ExnIs
            | Data::ExnGet => plain(f, data),
        }
    }
}

fn plain(f: &mut fmt::Formatter<'_>, data: &Data) -> fmt::Result {
    f.write_str(PLAIN.iter().find(|(_, d)| d == data).map_or("?", |(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Outline, Tok};

    struct Fixed(TyTable);

    impl OpNames for Fixed {
        fn global(&self, name: &str) -> Option<GlobalId> {
            (name == "g.h").then(|| base::EntityId::from_index(0))
        }
        fn foreign(&self, name: &str) -> Option<ForeignId> {
            (name == "sin").then(|| base::EntityId::from_index(0))
        }
    }

    impl OpText for Fixed {
        fn types(&self) -> &TyTable {
            &self.0
        }
        fn global_name(&self, _: GlobalId) -> &str {
            "g.h"
        }
        fn foreign_name(&self, _: ForeignId) -> &str {
            "sin"
        }
    }

    /// Reads a sum and then one operation; gives it written again, or the errors.
    fn read(text: &str) -> Result<String, String> {
        let source = format!("sum t.u = a | %3a%3a(i64, t%2eu) {text}");
        let outline = Outline::scan(source.as_bytes());
        let mut cursor = Cursor::new(source.as_bytes(), 10);
        let mut types = TyTable::default();
        let reader = TypeReader::new(&mut cursor, &outline, &mut types);
        cursor.bump();
        let names = Fixed(TyTable::default());
        let read = reader
            .sum_item(&mut cursor, &mut types)
            .and_then(|()| op(&mut cursor, &reader, &mut types, &names));
        let end = cursor.at(Tok::End);
        let op = cursor
            .finish(read, &outline)
            .map_err(|e| format!("{}: {} {:?}", e[0].title, e[0].label, e[0].hint))?;
        assert!(end, "{text}");
        Ok(show_op(&op, &Fixed(types)).to_string())
    }

    #[test]
    fn every_form_reads_back() {
        let forms = [
            "con.t%2eu.a",
            "con.t%2eu.%3a%3a",
            "field.t%2eu.%3a%3a.1",
            "get.0",
            "set.3",
            "part.1",
            "is[(i64, mut str)]",
            "project[fun(t%2eu) -> ()]",
            "exncon \"E\"",
            "builtin.SysErr",
            "global g.h",
            "global.set g.h",
            "ccall.sin",
            "any.in[i8]",
            "any.is[tuple.3]",
            "any.out[\"(i64, str)\"]",
        ];
        for form in forms.into_iter().chain(PLAIN.iter().map(|(name, _)| *name)) {
            assert_eq!(read(form).as_deref(), Ok(form));
        }
        for prim in Prim::all() {
            assert_eq!(read(&prim.to_string()), Ok(prim.to_string()));
        }
        assert_eq!(read("con.t.u.a").as_deref(), Ok("con.t%2eu.a"));
    }

    #[test]
    fn unknown_ones_are_reported() {
        let refused = |text: &str, error: &str| assert_eq!(read(text), Err(error.to_owned()));
        refused(
            "add",
            "unknown operation: there is no operation `add` Some(\"did you mean `add.i64`?\")",
        );
        refused("con.t.u.b", "unknown operation: there is no constructor `b` in `t.u` None");
        refused("con.v.b", "unknown operation: there is no sum `v` None");
        refused("global x", "unknown global: there is no global `x` None");
        refused("get.x", "unknown operation: `x` is not the number of a field None");
        refused("is i64", "expected `[`: found `i64` None");
        refused("builtin.X", "unknown operation: there is no built-in exception `X` None");
    }
}
