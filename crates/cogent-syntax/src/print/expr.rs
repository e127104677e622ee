//! Expressions as text.

use super::Printer;
use crate::ast::{Alt, Binding, Expr, ExprKind, Guard, Ident};

impl Printer {
    /// An expression where any form may stand.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other form is printed by `basic`")]
    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Let(bindings, body) => {
                for (i, binding) in bindings.iter().enumerate() {
                    self.put(if i == 0 { "let " } else { " and " });
                    self.binding(binding);
                }
                self.put(" in ");
                self.expr(body);
            }
            ExprKind::If(guard, otherwise) => {
                self.put("if ");
                self.guarded(guard);
                self.put(" then ");
                self.expr(&guard.body);
                self.put(" else ");
                self.expr(otherwise);
            }
            ExprKind::MultiIf(guards, otherwise) => self.multi_if(guards, otherwise),
            ExprKind::Match(subject, bangs, alts) => {
                self.basic(subject);
                self.bangs(bangs);
                self.alts("|", alts);
            }
            ExprKind::Lambda(pat, ty, body) => {
                self.put("\\");
                self.pat(pat);
                if let Some(ty) = ty {
                    self.put(" : ");
                    self.ty(ty);
                }
                self.put(" => ");
                self.expr(body);
            }
            ExprKind::Seq(items) => {
                for (i, item) in items.iter().enumerate() {
                    self.put(if i == 0 { "" } else { "; " });
                    self.basic(item);
                }
            }
            _ => self.basic(expr),
        }
    }

    /// An expression where operators may stand, but nothing that ends with an expression or
    /// alternatives.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other form is printed by `operand`")]
    fn basic(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::App(function, arg) => {
                self.operand(function);
                // Without the sign this would be an argument of the tag.
                let tag = matches!(function.kind, ExprKind::Tag(..));
                self.put(if tag { " $ " } else { " " });
                self.operand(arg);
            }
            ExprKind::Tag(name, args) if !args.is_empty() => {
                self.put(&name.name);
                for arg in args {
                    self.put(" ");
                    self.operand(arg);
                }
            }
            ExprKind::Put(record, fields) => {
                self.operand(record);
                self.put(" ");
                self.fields(fields, Self::expr);
            }
            ExprKind::Compose(f, g) => self.infix(f, "o", g),
            ExprKind::Binary(op, a, b) => self.infix(a, op.text(), b),
            ExprKind::Unary(op, operand) => {
                self.put(&format!("{} ", op.text()));
                self.operand(operand);
            }
            ExprKind::Upcast(operand) => {
                self.put("upcast ");
                self.operand(operand);
            }
            _ => self.operand(expr),
        }
    }

    fn infix(&mut self, a: &Expr, op: &str, b: &Expr) {
        self.operand(a);
        self.put(&format!(" {op} "));
        self.operand(b);
    }

    /// An expression that needs no parentheses, or is put in some.
    fn operand(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(name) => self.put(name),
            ExprKind::Inst(instance) => {
                self.put(if instance.inline { "inline " } else { "" });
                self.put(&instance.name.name);
                if !instance.args.is_empty() {
                    self.put(" [");
                    self.list(&instance.args, |p, arg| match arg {
                        Some(ty) => p.ty(ty),
                        None => p.put("_"),
                    });
                    self.put("]");
                }
            }
            ExprKind::Int(value) => self.put(&value.to_string()),
            ExprKind::Bool(value) => self.put(if *value { "True" } else { "False" }),
            ExprKind::Char(value) => self.character(*value),
            ExprKind::String(bytes) => self.string(bytes),
            ExprKind::Tag(name, args) if args.is_empty() => self.put(&name.name),
            ExprKind::Tuple(items) => self.parens(|p| p.list(items, Self::expr)),
            ExprKind::Unboxed(fields) => {
                self.put("#{");
                self.list(fields, |p, (name, value)| {
                    p.put(&format!("{} = ", name.name));
                    p.expr(value);
                });
                self.put("}");
            }
            ExprKind::Member(record, field) => {
                self.operand(record);
                self.put(&format!(".{}", field.name));
            }
            // The `!x` behind an expression would be taken for that of a type without them.
            ExprKind::Annot(operand, ty) => self.parens(|p| {
                p.operand(operand);
                p.put(" : ");
                p.ty(ty);
            }),
            ExprKind::Error => self.put("?"),
            ExprKind::Tag(..)
            | ExprKind::Put(..)
            | ExprKind::App(..)
            | ExprKind::Compose(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Upcast(_)
            | ExprKind::Seq(_)
            | ExprKind::Let(..)
            | ExprKind::If(..)
            | ExprKind::MultiIf(..)
            | ExprKind::Match(..)
            | ExprKind::Lambda(..) => self.parens(|p| p.expr(expr)),
        }
    }

    fn string(&mut self, bytes: &[u8]) {
        self.put("\"");
        let mut numbered = false;
        for &byte in bytes {
            self.put(if numbered && byte.is_ascii_hexdigit() { "\\&" } else { "" });
            numbered = self.byte(byte, b'"');
        }
        self.put("\"");
    }

    fn binding(&mut self, binding: &Binding) {
        self.pat(&binding.pat);
        if let Some(ty) = &binding.ty {
            self.put(" : ");
            self.ty(ty);
        }
        self.put(if binding.others.is_some() { " <= " } else { " = " });
        self.expr(&binding.value);
        self.bangs(&binding.bangs);
        self.alts("|>", binding.others.as_deref().unwrap_or_default());
    }

    fn bangs(&mut self, bangs: &[Ident]) {
        for bang in bangs {
            self.put(&format!(" !{}", bang.name));
        }
    }

    /// Alternatives, each on a line of its own, further to the right than those around them.
    pub(super) fn alts(&mut self, bar: &str, alts: &[Alt]) {
        self.depth += 1;
        for alt in alts {
            self.line();
            self.put(&format!("{bar} "));
            self.pat(&alt.pat);
            self.put(&format!(" {} ", alt.arrow.text()));
            self.expr(&alt.body);
        }
        self.depth -= 1;
    }

    fn guarded(&mut self, guard: &Guard) {
        self.basic(&guard.cond);
        self.bangs(&guard.bangs);
    }

    fn multi_if(&mut self, guards: &[Guard], otherwise: &Expr) {
        self.put("if");
        self.depth += 1;
        for guard in guards {
            self.line();
            self.put("| ");
            self.guarded(guard);
            self.put(&format!(" {} ", guard.arrow.text()));
            self.expr(&guard.body);
        }
        self.line();
        self.put("| else -> ");
        self.expr(otherwise);
        self.depth -= 1;
    }
}
