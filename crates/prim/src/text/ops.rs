//! Operations by name.

use crate::{BuiltinExn, COp, Data, Prim, families};
use base::LocatedError;
use c_abi::CTy;
use std::fmt;
use text::{Cursor, Read, Tok, nearest, show_name, show_segment, show_str, unescape};
use types::{Declared, ForeignId, GlobalId, SumId, TyTable, TypeReader};

/// Names that operations refer to, when they are read.
pub trait OpNames {
    /// The global cell of this name.
    fn global(&self, name: &str) -> Option<GlobalId>;
    /// The foreign function of this name.
    fn foreign(&self, name: &str) -> Option<ForeignId>;
}

impl OpNames for Declared {
    fn global(&self, name: &str) -> Option<GlobalId> {
        self.global(name)
    }

    fn foreign(&self, name: &str) -> Option<ForeignId> {
        self.foreign(name)
    }
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

/// Reads what belongs to one of a language's own operations after its name, up to the operands.
/// Says what is wrong if there is no operation of this name.
pub type OwnOp<O> = fn(&str, &mut Cursor<'_>, &TypeReader, &mut TyTable) -> Read<Result<O, String>>;

/// Reads an operation and what belongs to its name, up to the operands: one that ANF and CPS
/// share, or one of the language's own. An unknown one is reported, and something stands in for it.
pub fn op<O: From<Prim> + From<Data>>(
    cursor: &mut Cursor<'_>,
    reader: &TypeReader,
    types: &mut TyTable,
    names: &impl OpNames,
    own: OwnOp<O>,
) -> Read<O> {
    let (text, span) = cursor.name_text("an operation")?;
    if let Some(prim) = Prim::by_name(text) {
        return Ok(prim.into());
    }
    if let Some((_, data)) = PLAIN.iter().find(|(name, _)| *name == text) {
        return Ok(data.clone().into());
    }
    let read = match text {
        "exncon" => {
            let name = cursor.utf8("the name of an exception")?.0;
            let description = if let Tok::Str(_) = cursor.peek() {
                Some(cursor.utf8("the description of what it carries")?.0)
            } else {
                None
            };
            Ok(Data::ExnCon(name, description).into())
        }
        "c.string" => Ok(Data::C(COp::String(cursor.string("the bytes")?.0.into())).into()),
        "global" | "global.set" => {
            let (name, at) = cursor.name("a global")?;
            let make = if text == "global" { Data::Global } else { Data::GlobalSet };
            names.global(&name).map(|global| make(global).into()).ok_or((
                "unknown global",
                format!("there is no global `{name}`"),
                at,
            ))
        }
        _ => {
            let read = match (c_op(text, cursor)?, dotted(text, reader, types, names)) {
                (Some(op), _) => Ok(Data::C(op).into()),
                (None, Some(read)) => read.map(O::from),
                (None, None) => own(text, cursor, reader, types)?,
            };
            read.map_err(|label| ("unknown operation", label, span))
        }
    };
    Ok(read.unwrap_or_else(|(title, label, at)| {
        let error = LocatedError::new(at, title, label);
        let hint = if cursor.is_tired() { None } else { suggestion(text) };
        cursor.report(match hint {
            Some(hint) => error.with_hint(hint),
            None => error,
        });
        Data::Copy.into()
    }))
}

/// Says that there is no operation of this name.
///
/// # Errors
/// Always.
pub fn no_op<O>(text: &str) -> Result<O, String> {
    Err(format!("there is no operation `{text}`"))
}

/// Operations that are a word alone.
const PLAIN: &[(&str, Data)] = &[
    ("copy", Data::Copy),
    ("tuple", Data::Tuple),
    ("ref", Data::Ref),
    ("deref", Data::Deref),
    ("assign", Data::Assign),
    ("array.new", Data::ArrayNew),
    ("array.blank", Data::ArrayBlank),
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
    ("exn", Data::Exn),
    ("exn.is", Data::ExnIs),
    ("exn.get", Data::ExnGet),
];

/// Reads an operation on C values, if it is one of this name.
pub fn c_op(text: &str, cursor: &mut Cursor<'_>) -> Read<Option<COp>> {
    let make: Box<dyn FnOnce(CTy) -> COp> = if text == "c.any" {
        Box::new(COp::Any)
    } else if let Some(Ok(offset)) = text.strip_prefix("c.load.").map(str::parse) {
        Box::new(move |ty| COp::Load(offset, ty))
    } else if let Some(Ok(offset)) = text.strip_prefix("c.store.").map(str::parse) {
        Box::new(move |ty| COp::Store(offset, ty))
    } else {
        return Ok(None);
    };
    cursor.expect(Tok::OpenBracket)?;
    let ty = types::c_type(cursor)?;
    cursor.expect(Tok::CloseBracket)?;
    Ok(Some(make(ty)))
}

/// Operations with something after a dot; nothing if the word before it is that of none.
fn dotted(
    text: &str,
    reader: &TypeReader,
    types: &TyTable,
    names: &impl OpNames,
) -> Option<Result<Data, String>> {
    let (head, rest) = text.split_once('.')?;
    Some(match head {
        "get" => field_number(rest).map(Data::Get),
        "set" => field_number(rest).map(Data::Set),
        "con" => constructor(rest, reader, types).map(|(sum, tag)| Data::Con(sum, tag)),
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
        _ => return None,
    })
}

/// The number of a field or component.
///
/// # Errors
/// Returns an error if the text is not a number.
pub fn field_number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is not the number of a field"))
}

/// The constructor that `SUM.CONSTRUCTOR` names.
///
/// # Errors
/// Returns an error if there is no such constructor.
pub fn constructor(
    text: &str,
    reader: &TypeReader,
    types: &TyTable,
) -> Result<(SumId, u32), String> {
    let (sum_text, con_text) =
        text.rsplit_once('.').ok_or_else(|| format!("`{text}` names no constructor of a sum"))?;
    let (sum_name, con_name) = (unescape(sum_text), unescape(con_text));
    let sum = reader.sum(&sum_name).ok_or_else(|| format!("there is no sum `{sum_name}`"))?;
    let tag = types.sums[sum].constructors.iter().position(|c| *c.name == *con_name);
    let tag = tag.ok_or_else(|| format!("there is no constructor `{con_name}` in `{sum_name}`"))?;
    Ok((sum, tag as u32))
}

/// What to write for an operation that there is not, if that is known: with the right widths, or
/// the nearest name.
fn suggestion(text: &str) -> Option<String> {
    let all: Vec<String> = Prim::all().iter().map(Prim::to_string).collect();
    let longer = |name: &&String| name.strip_prefix(text).is_some_and(|rest| rest.starts_with('.'));
    let wide = |name: &&String| name.ends_with(".i64") || name.ends_with(".f64");
    let longer: Vec<&String> = all.iter().filter(longer).collect();
    if let Some(name) = longer.iter().copied().find(wide).or(longer.first().copied()) {
        return Some(format!("say the width: `{name}`"));
    }
    let head = text.rsplit_once('.').map_or("", |(head, _)| head);
    if let Some(family) = families().into_iter().find(|family| family.name == head) {
        let members: Vec<String> = family.members.iter().map(|prim| format!("`{prim}`")).collect();
        return Some(format!("there are {}", members.join(", ")));
    }
    let plain = PLAIN.iter().map(|(name, _)| *name);
    let name = nearest(text, all.iter().map(String::as_str).chain(plain))?;
    Some(format!("did you mean `{name}`?"))
}

/// The name of a constructor with that of its sum, `SUM.CONSTRUCTOR`.
pub fn show_constructor(types: &TyTable, sum: SumId, tag: u32) -> String {
    let Some(sum) = types.sums.get(sum) else { return "?.?".to_owned() };
    let name = sum.constructors.get(tag as usize).map_or("?", |c| &c.name);
    format!("{}.{}", show_segment(&sum.name), show_segment(name))
}

/// A data operation as the text writes it, up to the operands.
pub fn show_data<'a>(data: &'a Data, text: &'a impl OpText) -> impl fmt::Display + 'a {
    ShownData { data, text }
}

struct ShownData<'a, T> {
    data: &'a Data,
    text: &'a T,
}

impl<T: OpText> fmt::Display for ShownData<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.data {
            Data::Get(i) => write!(f, "get.{i}"),
            Data::Set(i) => write!(f, "set.{i}"),
            Data::Con(sum, tag) => {
                write!(f, "con.{}", show_constructor(self.text.types(), *sum, *tag))
            }
            Data::ExnCon(name, None) => write!(f, "exncon {}", show_str(name.as_bytes())),
            Data::ExnCon(name, Some(description)) => {
                let (name, description) = (name.as_bytes(), description.as_bytes());
                write!(f, "exncon {} {}", show_str(name), show_str(description))
            }
            Data::Builtin(exn) => write!(f, "builtin.{}", exn.name()),
            Data::Global(g) => write!(f, "global {}", show_name(self.text.global_name(*g))),
            Data::GlobalSet(g) => write!(f, "global.set {}", show_name(self.text.global_name(*g))),
            Data::Foreign(c) => write!(f, "ccall.{}", show_name(self.text.foreign_name(*c))),
            Data::C(op) => op.fmt(f),
            Data::Copy | Data::Tuple | Data::Ref | Data::Deref | Data::Assign => {
                plain(f, self.data)
            }
            Data::ArrayBlank => plain(f, self.data),
            Data::ArrayNew | Data::ArrayLit | Data::ArrayLen | Data::ArrayGet | Data::ArrayGetU => {
                plain(f, self.data)
            }
            Data::ArraySet | Data::ArraySetU | Data::ArrayCopy | Data::Freeze | Data::Same => {
                plain(f, self.data)
            }
            Data::Weak | Data::WeakGet | Data::WeakLive => plain(f, self.data),
            Data::IdHash | Data::HeapSize | Data::Exn | Data::ExnIs | Data::ExnGet => {
                plain(f, self.data)
            }
        }
    }
}

fn plain(f: &mut fmt::Formatter<'_>, data: &Data) -> fmt::Result {
    f.write_str(PLAIN.iter().find(|(_, d)| d == data).map_or("?", |(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use text::{Outline, Tok};

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

    /// The operations that ANF and CPS share, and no others.
    enum Shared {
        Prim(Prim),
        Data(Data),
    }

    impl From<Prim> for Shared {
        fn from(prim: Prim) -> Shared {
            Shared::Prim(prim)
        }
    }

    impl From<Data> for Shared {
        fn from(data: Data) -> Shared {
            Shared::Data(data)
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
        let read = reader.sum_item(&mut cursor, &mut types).and_then(|()| {
            op(&mut cursor, &reader, &mut types, &names, |text, _, _, _| Ok(no_op(text)))
        });
        let end = cursor.at(Tok::End);
        let op = cursor
            .finish(read, &outline)
            .map_err(|e| format!("{}: {} {:?}", e[0].title, e[0].label, e[0].hint))?;
        assert!(end, "{text}");
        Ok(match op {
            Shared::Prim(prim) => prim.to_string(),
            Shared::Data(data) => show_data(&data, &Fixed(types)).to_string(),
        })
    }

    #[test]
    fn every_form_reads_back() {
        let forms = [
            "con.t%2eu.a",
            "con.t%2eu.%3a%3a",
            "get.0",
            "set.3",
            "exncon \"E\"",
            "builtin.SysErr",
            "global g.h",
            "global.set g.h",
            "ccall.sin",
            "c.load.8[struct(u8, bool)]",
            "c.store.0[tagged(3: u64, 7: unit)]",
            "c.any[ptr]",
            "c.string \"a\\n\"",
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
            "unknown operation: there is no operation `add` Some(\"say the width: `add.i64`\")",
        );
        refused(
            "zext.i8",
            "unknown operation: there is no operation `zext.i8` Some(\"say the width: `zext.i8.i64`\")",
        );
        refused(
            "fadd.i64",
            "unknown operation: there is no operation `fadd.i64` Some(\"there are `fadd.f64`, `fadd.f32`\")",
        );
        refused(
            "str.cocnat",
            "unknown operation: there is no operation `str.cocnat` Some(\"did you mean `str.concat`?\")",
        );
        refused("con.t.u.b", "unknown operation: there is no constructor `b` in `t.u` None");
        refused("con.v.b", "unknown operation: there is no sum `v` None");
        refused("global x", "unknown global: there is no global `x` None");
        refused("get.x", "unknown operation: `x` is not the number of a field None");
        refused("any.in[i64]", "unknown operation: there is no operation `any.in` None");
        refused("builtin.X", "unknown operation: there is no built-in exception `X` None");
    }
}
