//! Operations: their effects, and their text, of which that of data operations is shared.

use crate::{Module, Op};
use prim::text::{constructor, field_number, no_op, show_constructor, show_data};
use prim::{Data, Effect, Prim};
use std::fmt;
use text::{Cursor, Read, Tok};
use types::{AnyClass, TyTable, TypeReader, any_class, show_any_class};

impl From<Prim> for Op {
    fn from(prim: Prim) -> Op {
        Op::Prim(prim)
    }
}

impl From<Data> for Op {
    fn from(data: Data) -> Op {
        Op::Data(data)
    }
}

impl Op {
    /// Its effect; that of reading a field of a tuple is as [`Data::effect`] says.
    pub fn effect(&self) -> Effect {
        match self {
            Op::Prim(prim) => prim.effect(),
            Op::Data(data) => data.effect(),
            Op::ConField(..) | Op::AnyInject(_) | Op::AnyIs(_) | Op::AnyAs(_) => Effect::Pure,
            Op::AnyProject(_) => Effect::Trap,
        }
    }
}

/// Reads one of CPS's own operations, of which this is the name.
pub(crate) fn read_own(
    text: &str,
    cursor: &mut Cursor<'_>,
    reader: &TypeReader,
    types: &mut TyTable,
) -> Read<Result<Op, String>> {
    let any: fn(AnyClass) -> Op = match text {
        "any.in" => Op::AnyInject,
        "any.is" => Op::AnyIs,
        "any.out" => Op::AnyProject,
        "any.as" => Op::AnyAs,
        _ => return Ok(con_field(text, reader, types)),
    };
    cursor.expect(Tok::OpenBracket)?;
    let class = any_class(cursor)?;
    cursor.expect(Tok::CloseBracket)?;
    Ok(Ok(any(class)))
}

/// Reads `field.SUM.CONSTRUCTOR.I`.
fn con_field(text: &str, reader: &TypeReader, types: &TyTable) -> Result<Op, String> {
    let Some((name, field)) = text.strip_prefix("field.").and_then(|rest| rest.rsplit_once('.'))
    else {
        return no_op(text);
    };
    let (sum, tag) = constructor(name, reader, types)?;
    Ok(Op::ConField(sum, tag, field_number(field)?))
}

/// An operation as the text writes it, up to the operands.
pub(crate) fn show_op<'a>(op: &'a Op, module: &'a Module) -> impl fmt::Display + 'a {
    ShownOp { op, module }
}

struct ShownOp<'a> {
    op: &'a Op,
    module: &'a Module,
}

impl fmt::Display for ShownOp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.op {
            Op::Prim(prim) => prim.fmt(f),
            Op::Data(data) => show_data(data, self.module).fmt(f),
            Op::ConField(sum, tag, i) => {
                write!(f, "field.{}.{i}", show_constructor(&self.module.types, *sum, *tag))
            }
            Op::AnyInject(class) => write!(f, "any.in[{}]", show_any_class(class)),
            Op::AnyIs(class) => write!(f, "any.is[{}]", show_any_class(class)),
            Op::AnyProject(class) => write!(f, "any.out[{}]", show_any_class(class)),
            Op::AnyAs(class) => write!(f, "any.as[{}]", show_any_class(class)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    /// Reads a function with one operation; gives it written again, or the errors.
    fn read(op: &str) -> Result<String, String> {
        let text =
            format!("cps 1 sum s = a(i64) fun f() return k: cont() {{ x: i64 = {op} jump k }}");
        let module = parse(text.as_bytes()).map_err(|errors| errors[0].label.clone())?;
        let crate::Let::Op { op, .. } = &module.funs[0].body.lets[0] else { panic!("{text}") };
        Ok(super::show_op(op, &module).to_string())
    }

    #[test]
    fn every_operation_of_its_own_reads_back() {
        for op in [
            "field.s.a.0",
            "any.in[i8]",
            "any.is[tuple.3]",
            "any.out[\"(i64, str)\"]",
            "any.as[array.i8]",
        ] {
            assert_eq!(read(op).as_deref(), Ok(op));
        }
        assert_eq!(read("field.s.b.0"), Err("there is no constructor `b` in `s`".to_owned()));
        assert_eq!(read("field.s.a.x"), Err("`x` is not the number of a field".to_owned()));
    }

    #[test]
    fn operations_of_anf_are_none_of_cps() {
        for op in ["unboxed", "part.1", "inject", "is[i64]", "project[i64]"] {
            let name = op.split('[').next().unwrap_or(op);
            assert_eq!(read(op), Err(format!("there is no operation `{name}`")));
        }
    }
}
