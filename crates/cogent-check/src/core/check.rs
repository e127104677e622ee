//! The invariants of the core.

use super::{Arm, Bind, Expr, ExprKind, FunId, Key, Local, LocalInfo, Program, Rest};
use crate::types::{Ty, TypeKind, Types};
use base::{Name, PrimaryMap};
use cogent_syntax::ast::{BinOp, OpGroup};

impl Program {
    /// All that is wrong with a program; nothing after checking. Types may be added to it.
    pub fn check(&mut self) -> Vec<String> {
        let mut types = std::mem::take(&mut self.types);
        let mut faults = Vec::new();
        for (_, function) in self.functions.iter() {
            if let Some(body) = &function.body {
                let mut checker = Checker {
                    program: self,
                    types: &mut types,
                    locals: &body.locals,
                    faults: Vec::new(),
                };
                checker.expr(&body.result);
                checker.same(body.locals[body.param].ty, function.arg, "argument");
                checker.same(body.result.ty, function.result, "result");
                body.locals.iter().for_each(|(_, local)| checker.known(local.ty));
                let name = &function.name;
                faults.extend(checker.faults.iter().map(|fault| format!("{name}: {fault}")));
            }
        }
        for (_, constant) in self.consts.iter() {
            let locals = &constant.locals;
            let mut checker =
                Checker { program: self, types: &mut types, locals, faults: Vec::new() };
            checker.expr(&constant.value);
            checker.same(constant.value.ty, constant.ty, "value");
            let name = &constant.name;
            faults.extend(checker.faults.iter().map(|fault| format!("{name}: {fault}")));
        }
        self.types = types;
        faults
    }
}

struct Checker<'a> {
    program: &'a Program,
    types: &'a mut Types,
    locals: &'a PrimaryMap<Local, LocalInfo>,
    faults: Vec<String>,
}

impl Checker<'_> {
    fn fault(&mut self, what: impl Into<String>) {
        self.faults.push(what.into());
    }

    fn same(&mut self, found: Ty, wanted: Ty, what: &str) {
        if found != wanted {
            let [found, wanted] = [found, wanted].map(|ty| self.types.text(ty));
            self.fault(format!("{what} is {found}, not {wanted}"));
        }
    }

    fn known(&mut self, ty: Ty) {
        if self.types.has_holes(ty) || self.types.has_errors(ty) {
            let text = self.types.text(ty);
            self.fault(format!("type not known: {text}"));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.known(expr.ty);
        let mut children = Vec::new();
        expr.children(|child| children.push(child));
        children.into_iter().for_each(|child| self.expr(child));
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Var(local) => {
                let plain = self.locals[*local].ty;
                if ty != plain {
                    let banged = self.types.bang(plain);
                    self.same(ty, banged, "variable");
                }
            }
            ExprKind::Fun(id, args, _) => self.function(*id, args, ty),
            ExprKind::Const(id) => self.same(ty, self.program.consts[*id].ty, "constant"),
            ExprKind::Int(_) => self.word(ty),
            ExprKind::Bool(_) => self.same(ty, Types::BOOL, "literal"),
            ExprKind::String(_) => self.same(ty, Types::STRING, "literal"),
            ExprKind::Unit => self.same(ty, Types::UNIT, "literal"),
            ExprKind::Tuple(parts) => {
                let tuple = TypeKind::Tuple(parts.iter().map(|part| part.ty).collect());
                let tuple = self.types.add(tuple);
                self.same(tuple, ty, "tuple");
            }
            ExprKind::Record(_) | ExprKind::Tag(..) | ExprKind::Member(..) | ExprKind::Put(..) => {
                self.parts(expr)
            }
            ExprKind::Call(function, arg) => {
                let called = self.types.add(TypeKind::Fn(arg.ty, ty));
                self.same(function.ty, called, "function");
            }
            ExprKind::Unary(_, operand) => self.same(operand.ty, ty, "operand"),
            ExprKind::Binary(op, left, right) => self.binary(*op, left.ty, right.ty, ty),
            ExprKind::Upcast(operand) => {
                self.word(operand.ty);
                self.word(ty);
            }
            ExprKind::Promote(operand) => {
                if operand.ty == ty {
                    self.fault("promotion to the same type");
                }
            }
            ExprKind::Block(binds, result) => {
                binds.iter().for_each(|bind| self.bind(bind));
                self.same(result.ty, ty, "result of block");
            }
            ExprKind::If(cond, _, yes, no) => {
                self.same(cond.ty, Types::BOOL, "condition");
                self.same(yes.ty, ty, "branch");
                self.same(no.ty, ty, "branch");
            }
            ExprKind::Case(subject, arms, rest) => self.case(subject.ty, arms, rest.as_deref(), ty),
        }
    }

    fn word(&mut self, ty: Ty) {
        if !matches!(self.types.kind(ty), TypeKind::Word(_)) {
            self.fault("not a word");
        }
    }

    fn function(&mut self, id: FunId, args: &[Ty], ty: Ty) {
        let function = &self.program.functions[id];
        if function.vars.len() != args.len() {
            self.fault(format!("{} type arguments of {}", args.len(), function.name));
        }
        let vars = function.vars.iter().map(|var| var.name.name.clone());
        let pairs: Vec<(Name, Ty)> = vars.zip(args.iter().copied()).collect();
        let from = self.types.instantiate(function.arg, &pairs);
        let to = self.types.instantiate(function.result, &pairs);
        let wanted = self.types.add(TypeKind::Fn(from, to));
        self.same(ty, wanted, "function");
    }

    fn binary(&mut self, op: BinOp, left: Ty, right: Ty, ty: Ty) {
        self.same(left, right, "operand");
        match op.group() {
            OpGroup::Comparison => self.same(ty, Types::BOOL, "comparison"),
            OpGroup::Arithmetic | OpGroup::Logic => self.same(left, ty, "operand"),
        }
    }

    /// The type of a field, or of a tag's argument, that is there (`taken` is false) or not.
    fn part(&mut self, ty: Ty, which: impl Fn(usize, &Name) -> bool, taken: bool) -> Option<Ty> {
        let mut found = None;
        if let TypeKind::Record(_, parts) | TypeKind::Variant(parts) = self.types.kind(ty) {
            let mut numbered = parts.iter().enumerate();
            found = numbered.find(|(i, part)| which(*i, &part.name));
        }
        match found {
            Some((_, part)) if part.taken == taken => Some(part.ty),
            Some(_) | None => {
                let text = self.types.text(ty);
                self.fault(format!("wrong part of {text}"));
                None
            }
        }
    }

    fn parts(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Record(values) => {
                for (number, value) in values.iter().enumerate() {
                    let field = self.part(expr.ty, |i, _| i == number, false);
                    self.same(value.ty, field.unwrap_or(value.ty), "field");
                }
            }
            ExprKind::Tag(tag, payload) => {
                let part = self.part(expr.ty, |_, name| name == tag, false);
                self.same(payload.ty, part.unwrap_or(payload.ty), "argument of tag");
            }
            ExprKind::Member(record, field) => {
                let part = self.part(record.ty, |i, _| i == *field as usize, false);
                self.same(expr.ty, part.unwrap_or(expr.ty), "field");
            }
            ExprKind::Put(_, field, value) => {
                let part = self.part(expr.ty, |i, _| i == *field as usize, false);
                self.same(value.ty, part.unwrap_or(value.ty), "field");
            }
            ExprKind::Var(_)
            | ExprKind::Fun(..)
            | ExprKind::Const(_)
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::String(_)
            | ExprKind::Unit
            | ExprKind::Tuple(_)
            | ExprKind::Call(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Upcast(_)
            | ExprKind::Promote(_)
            | ExprKind::Block(..)
            | ExprKind::If(..)
            | ExprKind::Case(..) => {}
        }
    }

    fn bind(&mut self, bind: &Bind) {
        match bind {
            Bind::Let(local, value) => self.same(self.locals[*local].ty, value.ty, "variable"),
            Bind::Split(locals, value) => {
                let types = locals.iter().map(|local| self.locals[*local].ty).collect();
                let tuple = self.types.add(TypeKind::Tuple(types));
                self.same(tuple, value.ty, "tuple");
            }
            Bind::Take { record, value, field, from } => {
                let field = *field as usize;
                let taken = self.part(from.ty, |i, _| i == field, false);
                let left = self.part(self.locals[*record].ty, |i, _| i == field, true);
                let ty = self.locals[*value].ty;
                self.same(ty, taken.unwrap_or(ty), "field");
                self.same(ty, left.unwrap_or(ty), "field");
            }
        }
    }

    fn case(&mut self, subject: Ty, arms: &[Arm], rest: Option<&Rest>, ty: Ty) {
        let mut missing = usize::MAX;
        if let TypeKind::Variant(tags) = self.types.kind(subject) {
            missing = tags.iter().filter(|tag| !tag.taken).count();
        }
        for arm in arms {
            self.same(arm.body.ty, ty, "arm");
            if let Key::Tag(tag, local) = &arm.key {
                missing = missing.saturating_sub(1);
                let part = self.part(subject, |_, name| name == tag, false);
                let local = self.locals[*local].ty;
                self.same(local, part.unwrap_or(local), "argument of tag");
            }
        }
        match rest {
            Some(rest) => self.same(rest.body.ty, ty, "rest"),
            None if missing > 0 => self.fault("case without a rest"),
            None => {}
        }
    }
}
