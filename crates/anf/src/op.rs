//! Operations: their effects, and their text, of which that of data operations is shared.
//!
//! `is` and `project` tell types apart by the whole type, but a tuple whose fields are all `any`
//! is known by its length and by whether they may be set.

use crate::{Module, Op};
use prim::text::{field_number, no_op, show_data};
use prim::{Data, Effect, Prim};
use std::fmt;
use text::{Cursor, Read, Tok};
use types::{TyTable, TypeReader};

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
    /// Its effect; that of reading a field is as [`Data::effect`] says.
    pub fn effect(&self) -> Effect {
        match self {
            Op::Prim(prim) => prim.effect(),
            Op::Data(data) => data.effect(),
            Op::Unboxed | Op::Part(_) | Op::Inject | Op::Is(_) | Op::As(_) => Effect::Pure,
            Op::Project(_) => Effect::Trap,
        }
    }
}

prim::forms! {
    /// Every operation that ANF alone has.
    OWN_FORMS of Op, but (Op::Prim(_) | Op::Data(_)) {
        Op::Unboxed => "unboxed x ...", "(t, ...) -> (#(t, ...))", "An unboxed tuple, which travels in registers and has no identity.";
        Op::Part(_) => "part.I x", "(#(t, ...)) -> (t)", "Component `I` of an unboxed tuple, counted from 0.";
        Op::Inject => "inject x", "(t) -> (any)", "A value of any type but an unboxed tuple, with its type.";
        Op::Is(_) => "is[TY] x", "(any) -> (i1)", "Whether it is a value of this type.";
        Op::Project(_) => "project[TY] x", "(any) -> (TY)", "The value of this type that was injected; raises Match for a value of another.";
        Op::As(_) => "as[TY] x", "(any) -> (TY)", "The value of this type, which it is known to be: the program is wrong if it is of another.";
    }
}

/// Reads one of ANF's own operations, of which this is the name.
pub(crate) fn read_own(
    text: &str,
    cursor: &mut Cursor<'_>,
    reader: &TypeReader,
    types: &mut TyTable,
) -> Read<Result<Op, String>> {
    Ok(match text {
        "unboxed" => Ok(Op::Unboxed),
        "inject" => Ok(Op::Inject),
        "is" | "project" | "as" => {
            cursor.expect(Tok::OpenBracket)?;
            let ty = reader.ty(cursor, types)?;
            cursor.expect(Tok::CloseBracket)?;
            Ok(match text {
                "is" => Op::Is(ty),
                "as" => Op::As(ty),
                _ => Op::Project(ty),
            })
        }
        _ => match text.strip_prefix("part.") {
            Some(number) => field_number(number).map(Op::Part),
            None => no_op(text),
        },
    })
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
        let types = &self.module.types;
        match self.op {
            Op::Prim(prim) => prim.fmt(f),
            Op::Data(data) => show_data(data, self.module).fmt(f),
            Op::Unboxed => f.write_str("unboxed"),
            Op::Part(i) => write!(f, "part.{i}"),
            Op::Inject => f.write_str("inject"),
            Op::Is(ty) => write!(f, "is[{}]", types.show(*ty)),
            Op::Project(ty) => write!(f, "project[{}]", types.show(*ty)),
            Op::As(ty) => write!(f, "as[{}]", types.show(*ty)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    /// Reads a function with one operation; gives it written again, or the errors.
    fn read(op: &str) -> Result<String, String> {
        let text = format!("anf 1 sum s = a(i64) fun f() -> () {{ x: i64 = {op} ret }}");
        let module = parse(text.as_bytes()).map_err(|errors| errors[0].label.clone())?;
        let crate::Let::Op { op, .. } = &module.funs[0].body.lets[0] else { panic!("{text}") };
        Ok(super::show_op(op, &module).to_string())
    }

    #[test]
    fn every_operation_of_its_own_reads_back() {
        let ops = ["unboxed", "part.1", "inject", "is[(i64, mut str)]", "project[fun(s) -> ()]"];
        for op in [&ops[..], &["as[f64]"]].concat() {
            assert_eq!(read(op).as_deref(), Ok(op));
        }
        assert_eq!(read("part.x"), Err("`x` is not the number of a field".to_owned()));
        assert_eq!(read("is i64"), Err("found `i64`".to_owned()));
    }

    #[test]
    fn operations_of_cps_are_none_of_anf() {
        for op in ["field.s.a.0", "any.in[i64]", "any.is[i64]", "any.out[i64]"] {
            let name = op.split('[').next().unwrap_or(op);
            assert_eq!(read(op), Err(format!("there is no operation `{name}`")));
        }
    }
}
