//! Expressions.

use super::Elab;
use super::inference::Unresolved;
use super::messages::{Application, Clash};
use super::pat::Binds;
use super::types::Class;
use crate::core::{Exp, ExpKind, Lit, Loc, Node, Operation, Pat, PatKind, Rule, Ty, TyCon};
use base::Span;
use diag::Diagnostic;
use rustc_hash::FxHashSet;
use sml_syntax::ast::{self, Ident, LongId};
use sml_syntax::names::Sym;
use std::sync::Arc;

impl Elab {
    /// An expression.
    pub(crate) fn exp(&mut self, exp: &ast::Exp) -> Exp {
        let span = exp.span;
        match &exp.kind {
            ast::ExpKind::Lit(lit) => {
                let (lit, ty) = self.lit(lit, span);
                self.exp_at(ExpKind::Lit(lit), ty, span)
            }
            ast::ExpKind::Var(id) => self.var_exp(id),
            ast::ExpKind::Record(fields) => {
                let fields: Vec<(Sym, Exp)> =
                    fields.iter().map(|(label, e)| (label.name, self.exp(e))).collect();
                let ty = self.core.record(fields.iter().map(|(label, e)| (*label, e.ty)).collect());
                self.exp_at(ExpKind::Record(fields), ty, span)
            }
            ast::ExpKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.exp(part)).collect();
                self.tuple_exp(parts, span)
            }
            ast::ExpKind::Select(label) => self.selector(*label, span),
            ast::ExpKind::List(parts) => {
                let (parts, element) = self.elements(parts);
                let ty = self.core.con(self.core.builtins.list, &[element]);
                self.exp_at(ExpKind::List(parts), ty, span)
            }
            ast::ExpKind::Vector(parts) => {
                let (parts, element) = self.elements(parts);
                let ty = self.core.con(self.core.builtins.vector, &[element]);
                self.exp_at(ExpKind::Vector(parts), ty, span)
            }
            ast::ExpKind::Seq(parts) => self.seq(parts, span),
            ast::ExpKind::Let(decs, body) => self.let_exp(decs, body, span),
            ast::ExpKind::App(fun, arg) => self.app(fun, arg, None, span),
            ast::ExpKind::Infix(left, op, right) => self.infix(left, *op, right, span),
            ast::ExpKind::Typed(inner, ty) => {
                let mut result = self.exp(inner);
                let want = self.ty(ty);
                self.clash(result.ty, want, inner.span, Clash::Annotation(ty.span));
                result.ty = want;
                result
            }
            ast::ExpKind::Andalso(a, b) => self.andalso(a, b, span),
            ast::ExpKind::Orelse(a, b) => self.orelse(a, b, span),
            ast::ExpKind::Handle(body, rules) => self.handle(body, rules, span),
            ast::ExpKind::Raise(inner) => self.raise(inner, span),
            ast::ExpKind::If(a, b, c) => self.if_exp(a, b, c, span),
            ast::ExpKind::While(a, b) => self.while_exp(a, b, span),
            ast::ExpKind::Case(inner, rules) => self.case(inner, rules, span),
            ast::ExpKind::Fn(rules) => self.fn_exp(rules, span),
            ast::ExpKind::Prim(name, ty) => {
                let ty = self.ty(ty);
                self.operation(name, ty, span)
            }
            ast::ExpKind::Error => self.error_exp(span),
        }
    }

    /// `_prim "name" : ty`.
    fn operation(&mut self, name: &str, ty: Ty, span: Span) -> Exp {
        let Some(operation) = Operation::by_name(name) else {
            let label = format!("there is no operation `{name}`");
            self.report(Diagnostic::error("unknown operation").at(self.place.source, span, label));
            return self.error_exp(span);
        };
        self.exp_at(ExpKind::Prim(Arc::new(operation)), ty, span)
    }

    /// An expression at a place of the current file.
    pub(crate) fn exp_at(&self, kind: ExpKind, ty: Ty, span: Span) -> Exp {
        Exp { kind, ty, loc: self.loc(span) }
    }

    /// The expression in place of one with an error.
    pub(crate) fn error_exp(&self, span: Span) -> Exp {
        self.exp_at(ExpKind::Record(Vec::new()), self.core.infer.error, span)
    }

    /// A place of the current file.
    pub(crate) fn loc(&self, span: Span) -> Loc {
        Loc { source: self.place.source, span }
    }

    /// Elaborates the inside of a function, where bindings have no qualified name.
    pub(crate) fn inside<R>(&mut self, f: impl FnOnce(&mut Elab) -> R) -> R {
        self.place.nesting += 1;
        let result = f(self);
        self.place.nesting -= 1;
        result
    }

    /// A constant and its type, one of a class.
    pub(crate) fn lit(&mut self, lit: &ast::Lit, span: Span) -> (Lit, Ty) {
        let (lit, class) = match lit {
            ast::Lit::Int(n) => (Lit::Int(n.clone()), self.core.classes.int),
            ast::Lit::Word(n) => (Lit::Int(n.clone()), self.core.classes.word),
            ast::Lit::Real(text) => {
                let value = text.parse().expect("the lexer makes reals that Rust reads");
                (Lit::Real(value), self.core.classes.real)
            }
            ast::Lit::Char(c) => (Lit::Char(*c), self.core.classes.char),
            ast::Lit::String(text) => {
                (Lit::String(text.as_slice().into()), self.core.classes.string)
            }
        };
        let (default, only) = class.first();
        if only {
            return (lit, self.core.con(default, &[]));
        }
        (lit, self.overloaded(class, span))
    }

    /// A type of a class, which becomes the default at the end of the declaration if it is open.
    pub(crate) fn overloaded(&mut self, class: Class, span: Span) -> Ty {
        let ty = self.core.fresh_with(false, class);
        if let Node::Meta(meta) = *self.core.program.types.node(ty) {
            let loc = self.loc(span);
            self.core.infer.unresolved.push(Unresolved { meta, loc });
        }
        ty
    }

    fn var_exp(&mut self, id: &LongId) -> Exp {
        let span = id.span();
        let Some(val) = self.find_val(id) else { return self.error_exp(span) };
        let exp = self.use_val(val, span);
        self.note_val(id, val, exp.ty);
        exp
    }

    pub(crate) fn tuple_exp(&mut self, parts: Vec<Exp>, span: Span) -> Exp {
        let types: Vec<Ty> = parts.iter().map(|part| part.ty).collect();
        let ty = self.core.tuple(&types);
        let fields = parts.into_iter().enumerate().map(|(i, e)| (self.core.label(i), e)).collect();
        self.exp_at(ExpKind::Record(fields), ty, span)
    }

    /// `#label` as a function.
    fn selector(&mut self, label: Ident, span: Span) -> Exp {
        let (field, record) = self.select_types(label.name, span);
        let name = Ident { name: self.core.builtins.record_name, span: label.span };
        let var = self.inside(|cx| cx.new_var(name, record));
        let arg = self.exp_at(ExpKind::Var(var, Vec::new()), record, span);
        let body = self.exp_at(ExpKind::Select(label.name, Box::new(arg)), field, span);
        let pat = self.pat_at(PatKind::Var(var), record, span);
        let ty = self.core.arrow(record, field);
        self.exp_at(ExpKind::Fn(vec![Rule { pat, exp: body }]), ty, span)
    }

    fn select_types(&mut self, label: Sym, span: Span) -> (Ty, Ty) {
        let field = self.core.fresh();
        self.place.here = span;
        let record = self.fresh_record(vec![(label, field)]);
        (field, record)
    }

    fn elements(&mut self, parts: &[ast::Exp]) -> (Vec<Exp>, Ty) {
        let mut element = None;
        let mut result: Vec<Exp> = Vec::with_capacity(parts.len());
        for part in parts {
            let exp = self.exp(part);
            match element {
                None => element = Some(exp.ty),
                Some(ty) => {
                    let first = parts[0].span;
                    self.clash(exp.ty, ty, part.span, Clash::Element(Some(first)));
                }
            }
            result.push(exp);
        }
        let element = element.unwrap_or_else(|| self.core.fresh());
        (result, element)
    }

    fn seq(&mut self, parts: &[ast::Exp], span: Span) -> Exp {
        let parts: Vec<Exp> = parts.iter().map(|part| self.exp(part)).collect();
        let ty = parts.last().map_or(self.core.infer.error, |last| last.ty);
        self.exp_at(ExpKind::Seq(parts), ty, span)
    }

    fn let_exp(&mut self, decs: &[ast::Dec], body: &[ast::Exp], span: Span) -> Exp {
        let mark = self.env.mark();
        let outer = self.place.local_tycons.len();
        let mut out = super::Out::default();
        let body = self.inside(|cx| {
            cx.decs(decs, &mut out);
            match body {
                [only] => cx.exp(only),
                several => {
                    let end = several.last().map_or(span.end, |last| last.span.end);
                    let start = several.first().map_or(span.start, |first| first.span.start);
                    cx.seq(several, Span::new(start, end))
                }
            }
        });
        let mut ty = body.ty;
        if self.place.local_tycons.len() > outer {
            let local = self.place.local_tycons.split_off(outer);
            if !self.stays_inside(&local, body.ty, body.loc.span) {
                ty = self.core.infer.error;
            }
        }
        self.env.undo(mark);
        self.exp_at(ExpKind::Let(out.decs, Box::new(body)), ty, span)
    }

    /// Types that are declared within `let` may not be in the type of its value.
    fn stays_inside(&mut self, local: &[TyCon], ty: Ty, span: Span) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![ty];
        while let Some(part) = work.pop() {
            let part = self.core.head(part);
            if !seen.insert(part) {
                continue;
            }
            let node = self.core.program.types.node(part);
            if let Node::Con(tycon, _) = node
                && local.contains(tycon)
            {
                let tycon = *tycon;
                let name = self.core.text(self.core.program.tycons[tycon].name);
                let mut message = Diagnostic::error("type that leaves its scope").at(
                    self.place.source,
                    span,
                    format!("this is {}, and `{name}` is not known outside", self.show(ty)),
                );
                if let Some(loc) = self.core.program.tycons[tycon].loc {
                    message =
                        message.also(loc.source, loc.span, format!("`{name}` is declared here"));
                }
                self.report(message);
                return false;
            }
            crate::core::each_part(node, |part| work.push(part));
        }
        true
    }

    /// `fun arg`; `next` is the argument behind it in `fun arg next`.
    fn app(&mut self, fun: &ast::Exp, arg: &ast::Exp, next: Option<&ast::Exp>, span: Span) -> Exp {
        if let ast::ExpKind::Select(label) = &fun.kind {
            let arg_exp = self.exp(arg);
            let (field, record) = self.select_types(label.name, fun.span);
            self.clash(arg_exp.ty, record, arg.span, Clash::Select(fun.span));
            return self.exp_at(ExpKind::Select(label.name, Box::new(arg_exp)), field, span);
        }
        let fun_exp = if let ast::ExpKind::App(inner, first) = &fun.kind {
            self.app(inner, first, Some(arg), fun.span)
        } else {
            self.exp(fun)
        };
        let arg_exp = self.exp(arg);
        let head = self.core.head(fun_exp.ty);
        let (want, result) = match self.core.program.types.node(head) {
            Node::Arrow(from, to) => (*from, *to),
            Node::Meta(_) if self.core.head(arg_exp.ty) == self.core.infer.error => {
                (arg_exp.ty, self.core.infer.error)
            }
            Node::Meta(meta) if self.core.infer.metas[*meta].class == Class::ANY => {
                let result = self.core.fresh();
                let ty = self.core.arrow(arg_exp.ty, result);
                self.clash(head, ty, fun.span, Clash::Function(arg.span));
                (arg_exp.ty, result)
            }
            Node::Meta(_) | Node::Var(_) | Node::Con(..) | Node::Record(_) => {
                if head != self.core.infer.error
                    && self.core.head(arg_exp.ty) != self.core.infer.error
                {
                    self.not_a_function(fun, head, arg.span);
                }
                (arg_exp.ty, self.core.infer.error)
            }
        };
        // After a wrong argument the result has any type, so that no message follows.
        let written = Application { fun, arg, next, curried: false };
        let fits = self.argument_fits(written, &arg_exp, (want, result));
        let result = if fits { result } else { self.core.infer.error };
        self.exp_at(ExpKind::App(Box::new(fun_exp), Box::new(arg_exp)), result, span)
    }

    /// Unifies the types of an argument and a parameter; of tuples and records that
    /// are written out, component by component.
    fn argument_fits(
        &mut self,
        written: Application<'_>,
        arg: &Exp,
        (want, result): (Ty, Ty),
    ) -> bool {
        let curried = matches!(self.core.head_node(result), Node::Arrow(..));
        if let (ExpKind::Record(parts), Node::Record(fields)) =
            (&arg.kind, self.core.head_node(want))
            && parts.len() == fields.len()
            && parts.len() > 1
        {
            let fields = fields.clone();
            let pairs: Option<Vec<(&Exp, Ty)>> = parts
                .iter()
                .map(|(label, part)| {
                    let field = fields.iter().find(|(own, _)| own == label)?;
                    Some((part, field.1))
                })
                .collect();
            if let Some(pairs) = pairs {
                return pairs.into_iter().all(|(part, field)| {
                    self.clash(part.ty, field, part.loc.span, Clash::Component(written.fun))
                });
            }
        }
        let clash = Clash::Argument(Application { curried, ..written });
        self.clash(arg.ty, want, written.arg.span, clash)
    }

    fn infix(&mut self, left: &ast::Exp, op: Ident, right: &ast::Exp, span: Span) -> Exp {
        let id = LongId { path: Vec::new(), id: op };
        let fun = self.var_exp(&id);
        let left_exp = self.exp(left);
        let right_exp = self.exp(right);
        let head = self.core.head(fun.ty);
        let both = Span::new(left.span.start, right.span.end);
        let (want, result) = if let Node::Arrow(from, to) = self.core.program.types.node(head) {
            (*from, *to)
        } else {
            let result = self.core.fresh();
            let pair = self.core.tuple(&[left_exp.ty, right_exp.ty]);
            let ty = self.core.arrow(pair, result);
            self.clash(head, ty, op.span, Clash::Function(both));
            (pair, result)
        };
        match self.core.pair_types(want) {
            Some(_) if self.is_negated(left, left_exp.ty, op, right) => {}
            Some((a, b)) => {
                let name = op.name;
                if self.clash(left_exp.ty, a, left.span, Clash::Operand(name, op.span, None)) {
                    let other = Some((left.span, left_exp.ty));
                    self.clash(right_exp.ty, b, right.span, Clash::Operand(name, op.span, other));
                }
            }
            None => {
                let pair = self.core.tuple(&[left_exp.ty, right_exp.ty]);
                self.clash(pair, want, both, Clash::Operand(op.name, op.span, None));
            }
        }
        let arg = self.tuple_exp(vec![left_exp, right_exp], both);
        self.exp_at(ExpKind::App(Box::new(fun), Box::new(arg)), result, span)
    }

    fn condition(&mut self, exp: &ast::Exp, word: &'static str) -> Exp {
        let result = self.exp(exp);
        let bool = self.core.bool_ty();
        self.clash(result.ty, bool, exp.span, Clash::Condition(word));
        result
    }

    /// `if a then b else false`.
    fn andalso(&mut self, a: &ast::Exp, b: &ast::Exp, span: Span) -> Exp {
        let a = self.condition(a, "andalso");
        let b = self.condition(b, "andalso");
        let no = self.bool_exp(false, span);
        let ty = no.ty;
        self.exp_at(ExpKind::If(Box::new(a), Box::new(b), Box::new(no)), ty, span)
    }

    /// `if a then true else b`.
    fn orelse(&mut self, a: &ast::Exp, b: &ast::Exp, span: Span) -> Exp {
        let a = self.condition(a, "orelse");
        let b = self.condition(b, "orelse");
        let yes = self.bool_exp(true, span);
        let ty = yes.ty;
        self.exp_at(ExpKind::If(Box::new(a), Box::new(yes), Box::new(b)), ty, span)
    }

    fn bool_exp(&mut self, value: bool, span: Span) -> Exp {
        let ty = self.core.bool_ty();
        let kind = ExpKind::Con(self.core.builtins.bool, u32::from(value), Vec::new());
        self.exp_at(kind, ty, span)
    }

    fn raise(&mut self, inner: &ast::Exp, span: Span) -> Exp {
        let exn_exp = self.exp(inner);
        let exn = self.core.exn_ty();
        self.clash(exn_exp.ty, exn, inner.span, Clash::Raise);
        let ty = self.core.fresh();
        self.exp_at(ExpKind::Raise(Box::new(exn_exp)), ty, span)
    }

    fn while_exp(&mut self, a: &ast::Exp, b: &ast::Exp, span: Span) -> Exp {
        let condition = self.condition(a, "while");
        let body = self.exp(b);
        let ty = self.core.unit_ty();
        self.exp_at(ExpKind::While(Box::new(condition), Box::new(body)), ty, span)
    }

    fn case(&mut self, inner: &ast::Exp, rules: &[ast::Rule], span: Span) -> Exp {
        let subject = self.exp(inner);
        let from = subject.ty;
        let (rules, result) = self.inside(|cx| cx.rules(rules, from, None, Some(inner.span), None));
        self.exp_at(ExpKind::Case(Box::new(subject), rules), result, span)
    }

    fn fn_exp(&mut self, rules: &[ast::Rule], span: Span) -> Exp {
        let from = self.core.fresh();
        let (rules, to) = self.inside(|cx| cx.rules(rules, from, None, None, None));
        let ty = self.core.arrow(from, to);
        self.exp_at(ExpKind::Fn(rules), ty, span)
    }

    fn if_exp(&mut self, a: &ast::Exp, b: &ast::Exp, c: &ast::Exp, span: Span) -> Exp {
        let condition = self.condition(a, "if");
        let then = self.exp(b);
        let els = self.exp(c);
        self.clash(els.ty, then.ty, c.span, Clash::Branch(b.span));
        let ty = then.ty;
        let kind = ExpKind::If(Box::new(condition), Box::new(then), Box::new(els));
        self.exp_at(kind, ty, span)
    }

    fn handle(&mut self, body: &ast::Exp, rules: &[ast::Rule], span: Span) -> Exp {
        let inner = self.exp(body);
        let exn = self.core.exn_ty();
        let ty = inner.ty;
        let (rules, _) = self.inside(|cx| cx.rules(rules, exn, Some(ty), None, Some(body.span)));
        self.exp_at(ExpKind::Handle(Box::new(inner), rules), ty, span)
    }

    /// Rules from a type to a type, if that is known, and the type of their results.
    /// `subject` is the place of the matched value of a `case`, `handled` that of the
    /// expression before `handle`.
    fn rules(
        &mut self,
        rules: &[ast::Rule],
        from: Ty,
        mut to: Option<Ty>,
        subject: Option<Span>,
        handled: Option<Span>,
    ) -> (Vec<Rule>, Ty) {
        let first = rules.first().map(|rule| (rule.pat.span, rule.exp.span));
        let mut result = Vec::with_capacity(rules.len());
        for (i, rule) in rules.iter().enumerate() {
            let mark = self.env.mark();
            let mut binds = Binds::default();
            let pat: Pat = self.pat(&rule.pat, &mut binds);
            let before = subject.or(first.filter(|_| i > 0).map(|(pat, _)| pat));
            let clash = match handled {
                Some(_) => Clash::Handler,
                None if subject.is_some() => Clash::Subject(before),
                None => Clash::Pattern(before),
            };
            self.clash(pat.ty, from, rule.pat.span, clash);
            self.bind_all(&binds);
            let exp = self.exp(&rule.exp);
            let before = first.filter(|_| i > 0).map(|(_, exp)| exp);
            match to {
                Some(to) => {
                    self.clash(exp.ty, to, rule.exp.span, Clash::RuleResult(before, handled));
                }
                None => to = Some(exp.ty),
            }
            self.env.undo(mark);
            result.push(Rule { pat, exp });
        }
        (result, to.unwrap_or(self.core.infer.error))
    }

    /// Brings the variables of a pattern into scope.
    pub(crate) fn bind_all(&mut self, binds: &Binds) {
        for (ident, var) in &binds.list {
            self.env.bind_val(ident.name, super::env::Val::Var(*var));
        }
    }
}
