//! The core as text, for tests and for people. Types stand where they cannot be seen: at
//! literals, tags, functions and changes of type.

use super::{Arm, Bind, Body, Const, Expr, ExprKind, Function, Key, Local, LocalInfo, Program};
use crate::types::{Ty, TypeKind};
use base::{EntityId, PrimaryMap};
use cogent_syntax::ast::Arrow;
use std::fmt::{self, Display, Formatter};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.consts.iter().try_for_each(|(_, each)| f.write_str(&self.const_text(each)))?;
        self.functions.iter().try_for_each(|(_, each)| f.write_str(&self.function_text(each)))
    }
}

impl Program {
    fn const_text(&self, constant: &Const) -> String {
        let head = format!("{} : {} =", constant.name, self.types.text(constant.ty));
        let mut printer = Printer { program: self, locals: &constant.locals, text: head, depth: 1 };
        printer.line();
        printer.expr(&constant.value);
        printer.text + "\n"
    }

    fn function_text(&self, function: &Function) -> String {
        let mut text = function.name.to_string();
        for var in &function.vars {
            text += &match var.kind.to_string() {
                kind if kind.is_empty() => format!(" [{}]", var.name.name),
                kind => format!(" [{} :< {kind}]", var.name.name),
            };
        }
        let [arg, result] = [function.arg, function.result].map(|ty| self.types.text(ty));
        let Some(Body { param, locals, result: body }) = &function.body else {
            return format!("{text} : ({arg}) -> {result}\n");
        };
        let mut printer = Printer { program: self, locals, text, depth: 1 };
        printer.put(" (");
        printer.local(*param);
        printer.put(&format!(" : {arg}) : {result} ="));
        printer.line();
        printer.expr(body);
        printer.text + "\n"
    }
}

struct Printer<'a> {
    program: &'a Program,
    locals: &'a PrimaryMap<Local, LocalInfo>,
    text: String,
    depth: usize,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A new line. Deep programs are not moved to the right for ever.
    fn line(&mut self) {
        self.put("\n");
        self.put(&"  ".repeat(self.depth.min(40)));
    }

    fn nested(&mut self, inside: impl FnOnce(&mut Self)) {
        self.depth += 1;
        self.line();
        inside(self);
        self.depth -= 1;
    }

    fn ty(&mut self, ty: Ty) {
        let text = self.program.types.text(ty);
        self.put(&text);
    }

    fn local(&mut self, local: Local) {
        let name = &self.locals[local].name;
        self.text.push_str(&format!("{name}'{}", local.index()));
    }

    fn locals(&mut self, locals: &[Local]) {
        for (i, local) in locals.iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.local(*local);
        }
    }

    fn list(&mut self, exprs: &[Expr]) {
        for (i, expr) in exprs.iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.expr(expr);
        }
    }

    fn field(&mut self, record: Ty, field: u32) {
        if let TypeKind::Record(_, fields) = self.program.types.kind(record) {
            self.put(&fields[field as usize].name);
        } else {
            self.put(&field.to_string());
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(local) => self.local(*local),
            ExprKind::Fun(id, args, inline) => {
                self.put(if *inline { "inline " } else { "" });
                self.put(&self.program.functions[*id].name);
                for arg in args {
                    self.put(" [");
                    self.ty(*arg);
                    self.put("]");
                }
            }
            ExprKind::Const(id) => self.put(&self.program.consts[*id].name),
            ExprKind::Int(number) => {
                self.put(&format!("{number} : "));
                self.ty(expr.ty);
            }
            ExprKind::Bool(value) => self.put(if *value { "True" } else { "False" }),
            ExprKind::String(bytes) => self.put(&format!("\"{}\"", bytes.escape_ascii())),
            ExprKind::Unit => self.put("()"),
            ExprKind::Tuple(parts) => self.parens(|p| p.list(parts)),
            ExprKind::Record(parts) => {
                self.put("#{");
                for (i, part) in parts.iter().enumerate() {
                    self.put(if i == 0 { "" } else { ", " });
                    self.field(expr.ty, i as u32);
                    self.put(" = ");
                    self.expr(part);
                }
                self.put("}");
            }
            ExprKind::Tag(name, payload) => {
                self.put(&format!("{name} ("));
                self.expr(payload);
                self.put(") : ");
                self.ty(expr.ty);
            }
            ExprKind::Member(..)
            | ExprKind::Put(..)
            | ExprKind::Call(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Upcast(_)
            | ExprKind::Promote(_) => self.parens(|p| p.operation(expr)),
            ExprKind::Block(binds, result) => {
                for bind in binds {
                    self.bind(bind);
                    self.line();
                }
                self.expr(result);
            }
            ExprKind::If(cond, arrow, yes, no) => self.conditional(cond, *arrow, yes, no),
            ExprKind::Case(..) => self.case(expr),
        }
    }

    fn parens(&mut self, inside: impl FnOnce(&mut Self)) {
        self.put("(");
        inside(self);
        self.put(")");
    }

    fn operation(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Member(record, field) => {
                self.expr(record);
                self.put(".");
                self.field(record.ty, *field);
            }
            ExprKind::Put(record, field, value) => {
                self.expr(record);
                self.put(" {");
                self.field(record.ty, *field);
                self.put(" = ");
                self.expr(value);
                self.put("}");
            }
            ExprKind::Call(function, arg) => {
                self.expr(function);
                self.put(" ");
                self.expr(arg);
            }
            ExprKind::Unary(op, operand) => {
                self.put(&format!("{} ", op.text()));
                self.expr(operand);
            }
            ExprKind::Binary(op, left, right) => {
                self.expr(left);
                self.put(&format!(" {} ", op.text()));
                self.expr(right);
            }
            ExprKind::Upcast(operand) => self.change("upcast", operand, expr.ty),
            ExprKind::Promote(operand) => self.change("promote", operand, expr.ty),
            ExprKind::Var(_)
            | ExprKind::Fun(..)
            | ExprKind::Const(_)
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::String(_)
            | ExprKind::Unit
            | ExprKind::Tuple(_)
            | ExprKind::Record(_)
            | ExprKind::Tag(..)
            | ExprKind::Block(..)
            | ExprKind::If(..)
            | ExprKind::Case(..) => {}
        }
    }

    fn change(&mut self, word: &str, operand: &Expr, ty: Ty) {
        self.put(&format!("{word} "));
        self.expr(operand);
        self.put(" : ");
        self.ty(ty);
    }

    fn bind(&mut self, bind: &Bind) {
        self.put("let ");
        match bind {
            Bind::Let(local, value) => {
                self.local(*local);
                self.put(" = ");
                self.value(value);
            }
            Bind::Split(locals, value) => {
                self.parens(|p| p.locals(locals));
                self.put(" = ");
                self.value(value);
            }
            Bind::Take { record, value, field, from } => {
                self.local(*record);
                self.put(" {");
                self.field(from.ty, *field);
                self.put(" = ");
                self.local(*value);
                self.put("} = ");
                self.value(from);
            }
        }
    }

    /// A value that is bound: what has lines of its own is moved to the right.
    fn value(&mut self, value: &Expr) {
        if matches!(value.kind, ExprKind::Block(..) | ExprKind::If(..) | ExprKind::Case(..)) {
            self.nested(|p| p.expr(value));
        } else {
            self.expr(value);
        }
    }

    fn conditional(&mut self, cond: &Expr, arrow: Arrow, yes: &Expr, no: &Expr) {
        self.put("if ");
        self.expr(cond);
        self.put(&format!(" {}", arrow.text()));
        self.nested(|p| p.expr(yes));
        self.line();
        self.put("else");
        self.nested(|p| p.expr(no));
    }

    fn case(&mut self, expr: &Expr) {
        let ExprKind::Case(subject, arms, rest) = &expr.kind else { return };
        self.put("case ");
        self.expr(subject);
        for Arm { key, arrow, body } in arms {
            self.line();
            match key {
                Key::Tag(name, local) => {
                    self.put(&format!("| {name} "));
                    self.local(*local);
                }
                Key::Int(number) => self.put(&format!("| {number}")),
            }
            self.put(&format!(" {}", arrow.text()));
            self.nested(|p| p.expr(body));
        }
        if let Some(rest) = rest {
            self.line();
            self.put("| ");
            self.local(rest.var);
            self.put(&format!(" {}", rest.arrow.text()));
            self.nested(|p| p.expr(&rest.body));
        }
    }
}
