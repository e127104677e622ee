//! Operations by name.

use super::Reader;
use crate::show::PLAIN;
use crate::{FlowOp, Shape};
use base::{EntityId, Span};
use prim::{BuiltinExn, COp, Prim};
use text::{Read, Tok};
use types::AnyClass;

impl Reader<'_> {
    /// Reads an operation and what belongs to its name, up to the operands. An
    /// unknown one is reported, and `copy` stands in for it.
    pub(super) fn op(&mut self) -> Read<FlowOp> {
        let (text, span) = self.cursor.name_text("an operation")?;
        if let Some(prim) = Prim::by_name(text) {
            return Ok(FlowOp::Prim(prim));
        }
        if let Some((_, op)) = PLAIN.iter().find(|(name, _)| *name == text) {
            return Ok(op.clone());
        }
        Ok(match text {
            "closure" => FlowOp::Closure(self.cluster_name()?),
            "push" => FlowOp::Push(self.cluster_name()?),
            "link" => FlowOp::Link(self.cluster_name()?),
            "check" => FlowOp::Check(self.cursor.number("a number of bytes")?),
            "poll" => FlowOp::Poll(self.cursor.number("a number of bytes")?),
            "global" | "global.set" => {
                let (name, at) = self.cursor.name("a global")?;
                let global = self.globals.get(&name).copied().unwrap_or_else(|| {
                    self.unknown(at, "global", &name);
                    EntityId::from_index(0)
                });
                if text == "global" { FlowOp::Global(global) } else { FlowOp::GlobalSet(global) }
            }
            "ccall" => {
                let (name, at) = self.cursor.name("a foreign function")?;
                FlowOp::Foreign(self.foreigns.get(&name).copied().unwrap_or_else(|| {
                    self.unknown(at, "foreign function", &name);
                    EntityId::from_index(0)
                }))
            }
            "array.new" => FlowOp::ArrayNew(self.shape()?),
            "array.blank" => FlowOp::ArrayBlank(self.shape()?),
            "array.lit" => FlowOp::ArrayLit(self.shape()?),
            "array.get" => self.array_get(true, true)?,
            "array.get.u" => self.array_get(false, true)?,
            "array.get.vec" => self.array_get(true, false)?,
            "array.get.u.vec" => self.array_get(false, false)?,
            "array.set" => FlowOp::ArraySet { shape: self.shape()?, checked: true },
            "array.set.u" => FlowOp::ArraySet { shape: self.shape()?, checked: false },
            "any.in" => FlowOp::AnyInject(self.class()?),
            "any.is" => FlowOp::AnyIs(self.class()?),
            "any.out" => FlowOp::AnyProject(self.class()?),
            "any.as" => FlowOp::AnyAs(self.class()?),
            "c.string" => FlowOp::C(COp::String(self.cursor.string("the bytes")?.0.into())),
            _ => match prim::text::c_op(text, &mut self.cursor)? {
                Some(op) => FlowOp::C(op),
                None => self.dotted(text, span),
            },
        })
    }

    /// Operations with a number or name after a dot.
    fn dotted(&mut self, text: &str, span: Span) -> FlowOp {
        let op = text.rsplit_once('.').and_then(|(head, last)| match head {
            "record" => last.parse().ok().map(FlowOp::Record),
            "load" => last.parse().ok().map(|word| FlowOp::Load { word, mutable: false }),
            "load.mut" => last.parse().ok().map(|word| FlowOp::Load { word, mutable: true }),
            "store" => last.parse().ok().map(FlowOp::Store),
            "init" => last.parse().ok().map(FlowOp::Init),
            "builtin" => {
                BuiltinExn::ALL.into_iter().find(|e| e.name() == last).map(FlowOp::Builtin)
            }
            _ => None,
        });
        op.unwrap_or_else(|| {
            self.unknown(span, "operation", text);
            FlowOp::Copy
        })
    }

    fn array_get(&mut self, checked: bool, mutable: bool) -> Read<FlowOp> {
        Ok(FlowOp::ArrayGet { shape: self.shape()?, checked, mutable })
    }

    /// `[kind]` or `[#(kind, ...)]`
    fn shape(&mut self) -> Read<Shape> {
        self.cursor.expect(Tok::OpenBracket)?;
        let shape = if self.cursor.eat(Tok::Hash) {
            Shape::Parts(self.kinds()?.into())
        } else {
            Shape::One(self.kind()?)
        };
        self.cursor.expect(Tok::CloseBracket)?;
        Ok(shape)
    }

    /// `[i64]`, `[f64]`, `[tuple.2]`, `["type"]`
    fn class(&mut self) -> Read<AnyClass> {
        self.cursor.expect(Tok::OpenBracket)?;
        let class = types::any_class(&mut self.cursor)?;
        self.cursor.expect(Tok::CloseBracket)?;
        Ok(class)
    }
}
