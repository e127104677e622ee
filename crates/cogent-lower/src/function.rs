//! A function, and the values of expressions.

use crate::Lower;
use crate::instances::InstanceId;
use anf::{Atom, Fun};
use base::{Name, PrimaryMap, SecondaryMap};
use c_abi::CTy;
use cogent_check::core::{Bind, Expr, ExprKind, FunId, Local, LocalInfo};
use cogent_check::types::{Sigil, Ty, TypeKind, Width};
use cogent_syntax::ast::{BinOp, Place, UnOp};
use prim::{COp, CmpOp, Const, Data, IntOp, IntUnOp, Prim};
use std::ops::Range;
use std::rc::Rc;
use types::ForeignId;

/// The leaves of a value.
pub(crate) type Value = Rc<[Atom]>;

/// The function whose body is lowered.
pub(crate) struct Cx<'p> {
    /// The types of its type variables.
    args: Vec<(Name, Ty)>,
    locals: &'p PrimaryMap<Local, LocalInfo>,
    env: SecondaryMap<Local, Option<Value>>,
}

impl<'p> Cx<'p> {
    pub(crate) fn new(args: Vec<(Name, Ty)>, locals: &'p PrimaryMap<Local, LocalInfo>) -> Cx<'p> {
        Cx { args, locals, env: SecondaryMap::new() }
    }

    pub(crate) fn set(&mut self, local: Local, value: Value) {
        self.env[local] = Some(value);
    }

    /// A name for readers.
    fn name(&self, local: Local) -> &str {
        match &*self.locals[local].name {
            "" => "x",
            name => name,
        }
    }
}

impl<'p> Lower<'p> {
    /// Defines an instance, if its function is not abstract.
    pub(crate) fn function(&mut self, id: InstanceId) {
        let program = self.program;
        let instance = &self.instances[id];
        let (foreign, args) = (instance.foreign, instance.args.clone());
        let function = &program.functions[instance.fun];
        let Some(body) = function.body.as_ref().filter(|_| !instance.endless) else { return };
        let mut cx = Cx::new(args, &body.locals);
        let known = self.layout_known(&cx, function.arg, function.place);
        if !known || !self.layouts_known(&cx, &body.result) {
            return;
        }
        self.at(function.place);
        let name = self.name_of(id);
        let param = cx.name(body.param).to_owned();
        self.define(&name, foreign, &param, |lower, params| {
            cx.set(body.param, params);
            lower.goal(&mut cx, &body.result, crate::control::Goal::Return)
        });
    }

    /// Gives a foreign function its code.
    pub(crate) fn define(
        &mut self,
        name: &str,
        foreign: ForeignId,
        param: &str,
        body: impl FnOnce(&mut Self, Value) -> anf::Tail,
    ) {
        let declared = &self.b.module().foreigns[foreign];
        let (params, results) = (declared.params.clone(), declared.results.clone());
        let fun = self.b.declare(name, &params, &results);
        let names = vec![param; params.len()];
        let (params, results) = self.b.params(fun, &names);
        self.b.open();
        let tail = body(self, params.iter().map(|var| Atom::Var(*var)).collect());
        let body = self.b.close(tail);
        self.b.add_fun(Fun { name: fun, params, results, body, pos: self.b.pos() });
        self.b.define_foreign(foreign, fun);
    }

    /// A type of the function, with types for its type variables.
    pub(crate) fn ty(&mut self, cx: &Cx<'_>, ty: Ty) -> Ty {
        self.types.instantiate(ty, &cx.args)
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, cx: &mut Cx<'p>, expr: &'p Expr) -> Value {
        let outer = self.at(expr.place);
        let value = self.form(cx, expr);
        self.b.at(outer);
        value
    }

    fn form(&mut self, cx: &mut Cx<'p>, expr: &'p Expr) -> Value {
        match &expr.kind {
            ExprKind::Var(local) => match &cx.env[*local] {
                Some(value) => value.clone(),
                None => base::bug!("{local:?} is not bound"),
            },
            ExprKind::Fun(fun, args, _) => self.function_value(cx, *fun, args, expr.place),
            ExprKind::Const(id) => self.constant(*id),
            ExprKind::Int(number) => {
                let ty = self.ty(cx, expr.ty);
                [Atom::Const(Const::Int(self.width(ty), *number))].into()
            }
            ExprKind::Bool(value) => [Atom::Const(Const::bool(*value))].into(),
            ExprKind::String(bytes) => {
                let op = COp::String((&**bytes).into());
                self.c_op("text", &[CTy::Ptr], op, vec![])
            }
            ExprKind::Unit => Rc::new([]),
            ExprKind::Tuple(parts) | ExprKind::Record(parts) => {
                let mut leaves = Vec::new();
                for part in parts {
                    leaves.extend_from_slice(&self.value(cx, part));
                }
                leaves.into()
            }
            ExprKind::Tag(name, carried) => {
                let carried = self.value(cx, carried);
                let ty = self.ty(cx, expr.ty);
                self.tagged(ty, name, &carried, expr.place)
            }
            ExprKind::Member(record, field) => {
                let value = self.value(cx, record);
                let ty = self.ty(cx, record.ty);
                self.field(ty, &value, *field, expr.place)
            }
            ExprKind::Put(record, field, new) => {
                let value = self.value(cx, record);
                let new = self.value(cx, new);
                let ty = self.ty(cx, record.ty);
                self.put(ty, &value, *field, &new, expr.place)
            }
            ExprKind::Call(callee, arg) => self.call(cx, callee, arg, expr.place),
            ExprKind::Unary(op, operand) => self.unary(cx, *op, operand),
            ExprKind::Upcast(operand) => self.upcast(cx, operand, expr.ty),
            ExprKind::Promote(operand) => {
                let value = self.value(cx, operand);
                let (from, to) = (self.ty(cx, operand.ty), self.ty(cx, expr.ty));
                self.change(from, to, &value, expr.place)
            }
            ExprKind::Block(binds, result) => {
                self.binds(cx, binds);
                self.value(cx, result)
            }
            ExprKind::Binary(BinOp::And | BinOp::Or, ..) => self.branching(cx, expr),
            ExprKind::Binary(op, first, second) => self.binary(cx, *op, first, second),
            ExprKind::If(..) | ExprKind::Case(..) => self.branching(cx, expr),
        }
    }

    fn function_value(&mut self, cx: &Cx<'p>, fun: FunId, args: &[Ty], place: Place) -> Value {
        let args = args.iter().map(|arg| self.ty(cx, *arg)).collect();
        let number = base::EntityId::index(self.instance(fun, args, place)) as u64;
        [Atom::Const(Const::Int(types::Width::I32, number))].into()
    }

    fn unary(&mut self, cx: &mut Cx<'p>, op: UnOp, operand: &'p Expr) -> Value {
        let value = self.value(cx, operand);
        let ty = self.ty(cx, operand.ty);
        let width = match op {
            UnOp::Complement => self.width(ty),
            UnOp::Not => types::Width::I1,
        };
        self.prim(Prim::IntUn(IntUnOp::Not, width), vec![value[0].clone()])
    }

    fn upcast(&mut self, cx: &mut Cx<'p>, operand: &'p Expr, to: Ty) -> Value {
        let value = self.value(cx, operand);
        let (from, to) = (self.ty(cx, operand.ty), self.ty(cx, to));
        let (from, to) = (self.width(from), self.width(to));
        if from == to {
            return value;
        }
        self.prim(Prim::Zext(from, to), vec![value[0].clone()])
    }

    pub(crate) fn binds(&mut self, cx: &mut Cx<'p>, binds: &'p [Bind]) {
        for bind in binds {
            match bind {
                Bind::Let(local, value) => {
                    let value = self.value(cx, value);
                    cx.set(*local, value);
                }
                Bind::Split(locals, tuple) => {
                    let value = self.value(cx, tuple);
                    let ty = self.ty(cx, tuple.ty);
                    let parts = self.parts(ty, tuple.place);
                    for (local, (_, range)) in locals.iter().zip(parts) {
                        cx.set(*local, value[range].into());
                    }
                }
                Bind::Take { record, value, field, from } => {
                    let all = self.value(cx, from);
                    let ty = self.ty(cx, from.ty);
                    let taken = self.field(ty, &all, *field, from.place);
                    cx.set(*record, all);
                    cx.set(*value, taken);
                }
            }
        }
    }

    /// The components, fields or alternatives of a type, and their leaves.
    pub(crate) fn parts(&mut self, ty: Ty, place: Place) -> Vec<(CTy, Range<usize>)> {
        match self.c.parts(&self.types, ty) {
            Ok(parts) => parts,
            Err(cogent_c::Opaque(part)) => {
                self.opaque(part, place);
                Vec::new()
            }
        }
    }

    /// A field of a record, here or behind a pointer.
    fn field(&mut self, ty: Ty, value: &Value, field: u32, place: Place) -> Value {
        let parts = self.parts(ty, place);
        let Some((part, range)) = parts.get(field as usize).cloned() else { return Rc::new([]) };
        if self.is_here(ty) {
            return value[range].into();
        }
        let op = COp::Load(offset(&parts, field), part.clone());
        self.c_op("field", &[part], op, vec![value[0].clone()])
    }

    /// A record with another value of a field.
    fn put(&mut self, ty: Ty, value: &Value, field: u32, new: &Value, place: Place) -> Value {
        let parts = self.parts(ty, place);
        let Some((part, range)) = parts.get(field as usize).cloned() else { return value.clone() };
        if self.is_here(ty) {
            let mut leaves = value.to_vec();
            leaves.splice(range, new.iter().cloned());
            return leaves.into();
        }
        let op = COp::Store(offset(&parts, field), part);
        let args = [&value[..1], new].concat();
        self.c_op("", &[], op, args);
        value.clone()
    }

    /// True for a record that is not behind a pointer.
    fn is_here(&self, ty: Ty) -> bool {
        matches!(self.types.kind(ty), TypeKind::Record(Sigil::Unboxed, _))
    }

    /// A value of a variant.
    pub(crate) fn tagged(&mut self, ty: Ty, name: &Name, carried: &Value, place: Place) -> Value {
        let alternatives = self.parts(ty, place);
        let TypeKind::Variant(tags) = self.types.kind(ty) else {
            base::bug!("a tag of type {}", self.types.short_text(ty))
        };
        let this = tags.iter().position(|tag| tag.name == *name);
        let mut leaves = vec![self.tag_atom(name)];
        for (i, (part, _)) in alternatives.into_iter().enumerate() {
            if Some(i) == this {
                leaves.extend_from_slice(carried);
            } else {
                leaves.extend_from_slice(&self.nothing(part));
            }
        }
        leaves.into()
    }

    pub(crate) fn tag_atom(&self, name: &Name) -> Atom {
        Atom::Const(Const::Int(types::Width::I32, self.c.tag(name).into()))
    }

    /// A value that nobody looks at.
    pub(crate) fn nothing(&mut self, ty: CTy) -> Value {
        if ty.leaves().is_empty() {
            return Rc::new([]);
        }
        self.c_op("none", std::slice::from_ref(&ty), COp::Any(ty.clone()), vec![])
    }

    fn call(&mut self, cx: &mut Cx<'p>, callee: &'p Expr, arg: &'p Expr, place: Place) -> Value {
        if let ExprKind::Fun(fun, args, _) = &callee.kind {
            let args = args.iter().map(|arg| self.ty(cx, *arg)).collect();
            let id = self.instance(*fun, args, place);
            let arg = self.value(cx, arg);
            let foreign = self.instances[id].foreign;
            return self.foreign_call(foreign, arg.to_vec());
        }
        let function = self.value(cx, callee);
        let arg_value = self.value(cx, arg);
        let ty = self.ty(cx, callee.ty);
        let TypeKind::Fn(from, to) = *self.types.kind(ty) else {
            base::bug!("a call of {}", self.types.short_text(ty))
        };
        let foreign = self.dispatch(from, to, place);
        self.foreign_call(foreign, [&function[..], &arg_value].concat())
    }

    /// A call of a foreign function with these leaves.
    pub(crate) fn foreign_call(&mut self, foreign: ForeignId, args: Vec<Atom>) -> Value {
        let results = self.b.module().foreigns[foreign].results.clone();
        let dst: Vec<_> = results.iter().map(|ty| ("r", *ty)).collect();
        let results = self.b.ops(&dst, Data::Foreign(foreign), args);
        results.into_iter().map(Atom::Var).collect()
    }

    fn binary(&mut self, cx: &mut Cx<'p>, op: BinOp, first: &'p Expr, second: &'p Expr) -> Value {
        let (a, b) = (self.value(cx, first), self.value(cx, second));
        let ty = self.ty(cx, first.ty);
        let width = self.width(ty);
        self.prim(operator(op, width), vec![a[0].clone(), b[0].clone()])
    }

    pub(crate) fn prim(&mut self, prim: Prim, args: Vec<Atom>) -> Value {
        [Atom::Var(self.b.prim("n", prim, args))].into()
    }

    /// The width of a word or of a truth value.
    pub(crate) fn width(&self, ty: Ty) -> types::Width {
        if let TypeKind::Word(width) = self.types.kind(ty) {
            match width {
                Width::U8 => types::Width::I8,
                Width::U16 => types::Width::I16,
                Width::U32 => types::Width::I32,
                Width::U64 => types::Width::I64,
            }
        } else {
            types::Width::I1
        }
    }

    /// An operation that gives the leaves of these C types.
    fn c_op(&mut self, name: &str, gives: &[CTy], op: COp, args: Vec<Atom>) -> Value {
        let types = self.b.types();
        let dst: Vec<_> =
            gives.iter().flat_map(|ty| types.leaves(ty)).map(|ty| (name, ty)).collect();
        self.b.ops(&dst, Data::C(op), args).into_iter().map(Atom::Var).collect()
    }
}

/// The primitive that an operator of two operands of a width is.
pub(crate) fn operator(op: BinOp, width: types::Width) -> Prim {
    match op {
        BinOp::Mul => Prim::Int(IntOp::Mul, width),
        BinOp::Div => Prim::Int(IntOp::UQuotZ, width),
        BinOp::Rem => Prim::Int(IntOp::URemZ, width),
        BinOp::Add => Prim::Int(IntOp::Add, width),
        BinOp::Sub => Prim::Int(IntOp::Sub, width),
        BinOp::Less => Prim::Cmp(CmpOp::Ult, width),
        BinOp::Greater => Prim::Cmp(CmpOp::Ugt, width),
        BinOp::LessEq => Prim::Cmp(CmpOp::Ule, width),
        BinOp::GreaterEq => Prim::Cmp(CmpOp::Uge, width),
        BinOp::Equal => Prim::Cmp(CmpOp::Eq, width),
        BinOp::NotEqual => Prim::Cmp(CmpOp::Ne, width),
        BinOp::BitAnd => Prim::Int(IntOp::And, width),
        BinOp::BitXor => Prim::Int(IntOp::Xor, width),
        BinOp::BitOr => Prim::Int(IntOp::Or, width),
        BinOp::ShiftLeft => Prim::Int(IntOp::Shl, width),
        BinOp::ShiftRight => Prim::Int(IntOp::Lshr, width),
        BinOp::And | BinOp::Or => base::bug!("a branch as an operation"),
    }
}

/// The offset of a member of a struct.
fn offset(parts: &[(CTy, Range<usize>)], field: u32) -> u32 {
    let members: Vec<CTy> = parts.iter().map(|(part, _)| part.clone()).collect();
    CTy::offsets(&members)[field as usize] as u32
}
