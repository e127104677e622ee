//! A program that calls a function and prints its result, or only prints something: what
//! `kont run` runs. It is managed code around the freestanding functions.

use crate::Lower;
use crate::function::Value;
use anf::{Atom, Fun, Tail, Var};
use cogent_c::literal;
use cogent_check::core::FunId;
use cogent_check::types::{Part, Ty, TypeKind, Types};
use cogent_syntax::ast::Place;
use prim::{COp, CmpOp, Const, Data, IntOp, Prim, Rt};
use std::rc::Rc;
use types::Width;

/// What a program does that is run.
#[derive(Clone, Debug)]
pub enum Call {
    /// It calls a function and prints the result.
    Function(FunId, literal::Value),
    /// It prints this.
    Print(String),
}

impl Lower<'_> {
    /// Gives the module an entry.
    pub(crate) fn entry(&mut self, call: &Call) {
        let main = self.b.declare("main", &[], &[]);
        self.b.open();
        match call {
            Call::Print(text) => self.say(text),
            Call::Function(id, arg) => {
                let place = self.program.functions[*id].place;
                let instance = self.instance(*id, Vec::new(), place);
                let (arg_ty, result_ty, foreign) = {
                    let instance = &self.instances[instance];
                    (instance.arg, instance.result, instance.foreign)
                };
                let arg = self.literal(arg_ty, arg, place);
                let result = self.foreign_call(foreign, arg.to_vec());
                self.show(result_ty, &result, false, place);
                self.say("\n");
            }
        }
        let tail = self.b.ret([]);
        let body = self.b.close(tail);
        let pos = base::Pos::NONE;
        self.b.add_fun(Fun { name: main, params: vec![], results: vec![], body, pos });
        self.b.entry(main);
    }

    /// The leaves of a value that was written.
    fn literal(&mut self, ty: Ty, value: &literal::Value, place: Place) -> Value {
        match value {
            literal::Value::Int(number) => {
                [Atom::Const(Const::Int(self.width(ty), *number))].into()
            }
            literal::Value::Bool(value) => [Atom::Const(Const::bool(*value))].into(),
            literal::Value::Unit => Rc::new([]),
            literal::Value::String(bytes) => {
                let ptr = self.b.types().intern(types::Ty::Ptr);
                let op = Data::C(COp::String(bytes.as_slice().into()));
                [Atom::Var(self.b.op("text", ptr, op, []))].into()
            }
            literal::Value::Tuple(values) | literal::Value::Record(values) => {
                let mut leaves = Vec::new();
                for (ty, value) in self.part_types(ty).into_iter().zip(values) {
                    leaves.extend_from_slice(&self.literal(ty, value, place));
                }
                leaves.into()
            }
            literal::Value::Tag(name, carried) => {
                let TypeKind::Variant(tags) = self.types.kind(ty) else {
                    base::bug!("a tag of type {}", self.types.short_text(ty))
                };
                let tag = tags.iter().find(|tag| tag.name == *name).map(|tag| tag.ty);
                let carried = self.literal(tag.unwrap_or(Types::UNIT), carried, place);
                self.tagged(ty, name, &carried, place)
            }
        }
    }

    /// The types of the parts of a type.
    fn part_types(&self, ty: Ty) -> Vec<Ty> {
        let kind = self.types.kind(ty);
        if let TypeKind::Tuple(parts) = kind {
            parts.clone()
        } else if let TypeKind::Record(_, parts) = kind {
            parts.iter().map(|part| part.ty).collect()
        } else {
            Vec::new()
        }
    }

    fn say(&mut self, text: &str) {
        let text = Atom::Const(Const::str(text));
        self.b.effect(Prim::Rt(Rt::Print), [text]);
    }

    fn say_atom(&mut self, text: Var) {
        self.b.effect(Prim::Rt(Rt::Print), [Atom::Var(text)]);
    }

    /// Prints a value as it is written; in parentheses if it is the argument of a tag and more
    /// than one word.
    fn show(&mut self, ty: Ty, value: &Value, inside: bool, place: Place) {
        match self.types.kind(ty).clone() {
            TypeKind::Word(_) => {
                let width = self.width(ty);
                let word = if width == Width::I64 {
                    value[0].clone()
                } else {
                    self.prim(Prim::Zext(width, Width::I64), vec![value[0].clone()])[0].clone()
                };
                let text = self.b.prim("s", Prim::Rt(Rt::U64ToStr), [word, 10.into()]);
                self.say_atom(text);
            }
            TypeKind::Bool => self.show_bool(&value[0]),
            TypeKind::Unit => self.say("()"),
            TypeKind::String => self.show_string(value),
            TypeKind::Tuple(parts) => {
                let named = parts.into_iter().map(|ty| (String::new(), ty)).collect();
                self.show_parts(ty, ["(", ")"], named, value, place);
            }
            TypeKind::Record(_, parts) => {
                let named =
                    parts.into_iter().map(|part| (format!("{} = ", part.name), part.ty)).collect();
                self.show_parts(ty, ["#{", "}"], named, value, place);
            }
            TypeKind::Variant(tags) => self.show_tags(ty, &tags, value, inside, place),
            TypeKind::Abstract(..)
            | TypeKind::Fn(..)
            | TypeKind::Var(..)
            | TypeKind::Hole(..)
            | TypeKind::Error => {
                base::bug!("a value of type {} is printed", self.types.short_text(ty))
            }
        }
    }

    fn show_bool(&mut self, value: &Atom) {
        self.choice(|lower, join| {
            let [then, els] = ["True", "False"].map(|text| {
                Box::new(lower.body(|lower| {
                    lower.say(text);
                    lower.b.jump(join, [])
                }))
            });
            Tail::If { cond: value.clone(), then, els }
        });
    }

    fn show_tags(&mut self, ty: Ty, tags: &[Part], value: &Value, inside: bool, place: Place) {
        let alternatives = self.parts(ty, place);
        self.choice(|lower, join| {
            let mut cases = Vec::new();
            for (tag, (_, range)) in tags.iter().zip(alternatives) {
                let carried: Value = value[range].into();
                let number = lower.c.tag(&tag.name).into();
                let body = lower.body(|lower| {
                    let whole = tag.ty == Types::UNIT;
                    let parentheses = inside && !whole;
                    lower.say(&format!("{}{}", if parentheses { "(" } else { "" }, tag.name));
                    if !whole {
                        lower.say(" ");
                        lower.show(tag.ty, &carried, true, place);
                    }
                    lower.say(if parentheses { ")" } else { "" });
                    lower.b.jump(join, [])
                });
                cases.push((number, body));
            }
            let default = Box::new(lower.body(|lower| lower.b.unreachable()));
            Tail::SwitchInt { scrutinee: value[0].clone(), cases, default }
        });
    }

    fn show_parts(
        &mut self,
        ty: Ty,
        around: [&str; 2],
        parts: Vec<(String, Ty)>,
        value: &Value,
        place: Place,
    ) {
        self.say(around[0]);
        let ranges = self.parts(ty, place);
        for (i, ((name, ty), (_, range))) in parts.into_iter().zip(ranges).enumerate() {
            self.say(&format!("{}{name}", if i == 0 { "" } else { ", " }));
            self.show(ty, &value[range].into(), false, place);
        }
        self.say(around[1]);
    }

    /// Code that goes several ways, all of which lead to a join point, after which it goes on.
    fn choice(&mut self, build: impl FnOnce(&mut Self, Var) -> Tail) {
        let (join, _) = self.b.declare_block("join", &[]);
        let tail = build(self, join);
        self.b.branch_to(join, vec![], tail);
    }

    /// Prints a string in quotes, with the escapes of the language; `\&` after a numbered one that
    /// a digit follows.
    fn show_string(&mut self, value: &Value) {
        self.say("\"");
        let text = self.b.prim("s", Prim::Rt(Rt::StrOfC), [value[0].clone()]);
        let length = self.b.prim("n", Prim::Rt(Rt::StrLen), [text.into()]);
        let (i64, i1) = (self.b.types().i64(), self.b.types().bool());
        let (done, _) = self.b.declare_block("done", &[]);
        let (next, params) = self.b.declare_block("next", &[("i", i64), ("numbered", i1)]);
        let (at, numbered) = (Atom::Var(params[0]), Atom::Var(params[1]));
        let body = self.body(|lower| {
            let more =
                lower.prim(Prim::Cmp(CmpOp::Slt, Width::I64), vec![at.clone(), length.into()]);
            let then = lower.body(|lower| lower.show_byte(text, &at, &numbered, next));
            let els = lower.body(|lower| lower.b.jump(done, []));
            Tail::If { cond: more[0].clone(), then: Box::new(then), els: Box::new(els) }
        });
        let pos = base::Pos::NONE;
        let block = anf::Block { name: next, params, body, pos };
        let begin = self.b.jump(next, [0.into(), Atom::Const(Const::bool(false))]);
        let whole = anf::Body { lets: vec![anf::Let::Join(block)], tail: begin };
        self.b.branch_into(done, vec![], whole);
        self.say("\"");
    }

    /// Prints a byte of a string and goes on with the next.
    fn show_byte(&mut self, text: Var, at: &Atom, numbered: &Atom, next: Var) -> Tail {
        let byte = self.b.prim("byte", Prim::Rt(Rt::StrGetU), [text.into(), at.clone()]);
        let after = self.prim(Prim::Int(IntOp::Add, Width::I64), vec![at.clone(), 1.into()]);
        let go_on = |lower: &mut Self, numbered: bool| {
            lower.b.jump(next, [after[0].clone(), Atom::Const(Const::bool(numbered))])
        };
        let mut cases = Vec::new();
        for (byte, shown) in
            [(b'\n', "\\n"), (b'\r', "\\r"), (b'\t', "\\t"), (b'"', "\\\""), (b'\\', "\\\\")]
        {
            let body = self.body(|lower| {
                lower.say(shown);
                go_on(lower, false)
            });
            cases.push((u64::from(byte), body));
        }
        for byte in 0..=u8::MAX {
            if byte.is_ascii_hexdigit() {
                let body = self.body(|lower| {
                    lower.choice(|lower, join| {
                        let then = lower.body(|lower| {
                            lower.say("\\&");
                            lower.b.jump(join, [])
                        });
                        let els = lower.body(|lower| lower.b.jump(join, []));
                        let cond = numbered.clone();
                        Tail::If { cond, then: Box::new(then), els: Box::new(els) }
                    });
                    lower.say(&char::from(byte).to_string());
                    go_on(lower, false)
                });
                cases.push((u64::from(byte), body));
            } else if !(b' '..=b'~').contains(&byte) && !matches!(byte, b'\n' | b'\r' | b'\t') {
                let body = self.body(|lower| {
                    lower.say(&format!("\\x{byte:02x}"));
                    go_on(lower, true)
                });
                cases.push((u64::from(byte), body));
            }
        }
        let default = self.body(|lower| {
            let one = lower.b.prim("c", Prim::Rt(Rt::StrOfByte), [byte.into()]);
            lower.say_atom(one);
            go_on(lower, false)
        });
        Tail::SwitchInt { scrutinee: byte.into(), cases, default: Box::new(default) }
    }
}
