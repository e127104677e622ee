//! Operations by name.

use super::app::Applied;
use super::{Cx, Val};
use anf::{Atom, Let, Tail};
use prim::text::{Cursor, OpNames, Outline, TypeReader};
use prim::{
    Const, Data, ForeignId, GlobalId, IntUnOp, Op, Prim, Rt, Ty as Anf, TyId, TyTable, Width,
};
use std::sync::Arc;

impl<'p> Cx<'p> {
    /// Does what an operation says with an argument of this type; its result is of that.
    pub(super) fn prim(&mut self, name: &str, arg: Val, arg_ty: TyId, result: TyId) -> Applied {
        match name {
            "=" => self.equal_pair(&arg, arg_ty),
            "<>" => {
                let equal = match self.equal_pair(&arg, arg_ty) {
                    Applied::Call(fun, args) => self.kept.b.call("eq", fun, args).into(),
                    Applied::Val(val) => self.atom(&val),
                    Applied::Ends(tail) => return Applied::Ends(tail),
                };
                let not = Prim::IntUn(IntUnOp::Not, Width::I1);
                Applied::Val(Val::from(self.kept.b.prim("ne", not, [equal])))
            }
            "same" => self.same_pair(&arg, arg_ty),
            "cast" => Applied::Val(arg),
            "weak" if !self.is_object(arg_ty) => Applied::Val(Val::Unit),
            "weak.live" if arg_ty == self.unit => Applied::Val(Val::Atom(Self::bool_atom(false))),
            "weak.get" if !self.is_object(result) => Applied::Ends(Tail::Unreachable),
            "heap.size" if !self.is_object(arg_ty) => {
                Applied::Val(Val::Atom(Atom::Const(Const::Int(Width::I64, 0))))
            }
            "callcc" => {
                let fun = self.atom(&arg);
                let dst: Vec<anf::Var> =
                    self.slots(result).into_iter().map(|ty| self.kept.b.var("x", ty)).collect();
                let pos = self.loc.map_or(base::Pos::NONE, |loc| self.pos(loc));
                self.kept.b.push(Let::Callcc { dst: dst.clone(), fun, pos });
                Applied::Val(Self::arrived(&dst))
            }
            "throw" => {
                let parts = self.parts(&arg, 2);
                let (cont, args) = (self.atom(&parts[0]), self.travel(&parts[1]));
                Applied::Ends(self.kept.b.throw(cont, args))
            }
            _ => match name.strip_prefix("ccall.") {
                Some(symbol) => Applied::Val(self.foreign(symbol, arg, arg_ty, result)),
                None => self.operation(name, arg, arg_ty, result),
            },
        }
    }

    fn operation(&mut self, name: &str, arg: Val, arg_ty: TyId, result: TyId) -> Applied {
        let Some(op) = self.op_by_name(name) else {
            self.fail("unknown operation", format!("there is no operation `{name}`"), None);
            return Applied::Val(Val::Unit);
        };
        let args = self.operands(&op, arg, arg_ty, result);
        if op == Op::Prim(Prim::Rt(Rt::Exit)) {
            self.kept.b.effect(op, args);
            return Applied::Ends(Tail::Unreachable);
        }
        let results = match result_count(&op) {
            0 => Vec::new(),
            1 => vec![result],
            _ => self.tuple_fields(result),
        };
        let names: Vec<(&str, TyId)> = results.iter().map(|ty| ("x", *ty)).collect();
        let vars = self.kept.b.ops(&names, op, args);
        Applied::Val(match &vars[..] {
            [] => Val::Unit,
            [var] => Val::from(*var),
            _ => Val::Record(vars.iter().map(|var| Val::from(*var)).collect(), result),
        })
    }

    fn operands(&mut self, op: &Op, arg: Val, arg_ty: TyId, result: TyId) -> Vec<Atom> {
        let count = match operand_count(op) {
            Some(count) => count,
            // `array.lit`: one element, or a tuple of them.
            None if arg_ty == self.unit => 0,
            None => match self.kept.b.types().get(result) {
                Anf::Array(item) | Anf::Vector(item) if *item == arg_ty => 1,
                _ => self.tuple_fields(arg_ty).len(),
            },
        };
        match count {
            0 => Vec::new(),
            1 => vec![self.atom(&arg)],
            _ => {
                let parts = self.parts(&arg, count);
                parts.iter().map(|part| self.atom(part)).collect()
            }
        }
    }

    fn tuple_fields(&mut self, ty: TyId) -> Vec<TyId> {
        match self.kept.b.types().get(ty) {
            Anf::Tuple(fields) => fields.iter().map(|field| field.ty).collect(),
            _ => self.slots(ty),
        }
    }

    fn foreign(&mut self, symbol: &str, arg: Val, arg_ty: TyId, result: TyId) -> Val {
        let params = self.tuple_fields(arg_ty);
        let results = self.slots(result);
        let parts = self.parts(&arg, params.len().max(1));
        let args: Vec<Atom> = parts.iter().take(params.len()).map(|part| self.atom(part)).collect();
        let key: Arc<str> = symbol.into();
        let id = match self.kept.foreigns.get(&key) {
            Some(id) => *id,
            None => self.kept.b.foreign(symbol, symbol, &params, &results),
        };
        self.kept.foreigns.insert(key, id);
        let names: Vec<(&str, TyId)> = results.iter().map(|ty| ("x", *ty)).collect();
        Self::arrived(&self.kept.b.ops(&names, Data::Foreign(id), args))
    }

    fn op_by_name(&mut self, name: &str) -> Option<Op> {
        if let Some(op) = self.kept.ops.get(name) {
            return op.clone();
        }
        let op = parse(name);
        self.kept.ops.insert(name.into(), op.clone());
        op
    }

    fn equal_pair(&mut self, arg: &Val, arg_ty: TyId) -> Applied {
        let ty = self.tuple_fields(arg_ty).first().copied().unwrap_or(self.unit);
        let parts = self.parts(arg, 2);
        match self.equal_call(ty, &parts[0], &parts[1]) {
            Ok(equal) => Applied::Val(Val::Atom(equal)),
            Err((fun, args)) => Applied::Call(fun.into(), args),
        }
    }
}

/// An operation as ANF's text names it.
fn parse(name: &str) -> Option<Op> {
    struct NoNames;
    impl OpNames for NoNames {
        fn global(&self, _: &str) -> Option<GlobalId> {
            None
        }
        fn foreign(&self, _: &str) -> Option<ForeignId> {
            None
        }
    }
    if let Some(prim) = Prim::by_name(name) {
        return Some(Op::Prim(prim));
    }
    let outline = Outline::scan(name.as_bytes());
    let mut cursor = Cursor::new(name.as_bytes(), 10);
    let mut types = TyTable::default();
    let reader = TypeReader::new(&mut cursor, &outline, &mut types);
    let read = prim::text::op(&mut cursor, &reader, &mut types, &NoNames);
    cursor.finish(read, &outline).ok()
}

/// How many operands an operation takes; nothing for `array.lit`.
fn operand_count(op: &Op) -> Option<usize> {
    let data = match op {
        Op::Prim(prim) => return Some(prim.sig().args.len()),
        Op::Data(data) => data,
    };
    match data {
        Data::Copy | Data::Ref | Data::Deref | Data::ArrayLen | Data::Freeze => Some(1),
        Data::Weak | Data::WeakLive | Data::IdHash | Data::HeapSize => Some(1),
        Data::Inject | Data::Is(_) => Some(1),
        Data::Project(_) | Data::Get(_) | Data::Part(_) | Data::ConField(..) => Some(1),
        Data::AnyInject(_) | Data::AnyIs(_) | Data::AnyProject(_) => Some(1),
        Data::Assign | Data::ArrayNew | Data::ArrayGet | Data::ArrayGetU | Data::Same => Some(2),
        Data::WeakGet | Data::ExnIs | Data::ExnGet | Data::Set(_) => Some(2),
        Data::ArraySet | Data::ArraySetU => Some(3),
        Data::ArrayCopy => Some(5),
        Data::Builtin(_) | Data::ExnCon(..) | Data::Global(_) => Some(0),
        Data::GlobalSet(_) => Some(1),
        Data::ArrayLit | Data::Tuple | Data::Unboxed | Data::Con(..) => None,
        Data::Exn | Data::Foreign(_) => None,
    }
}

/// How many results it gives.
fn result_count(op: &Op) -> usize {
    match op {
        Op::Prim(prim) => prim.sig().results.len(),
        Op::Data(
            Data::Set(_)
            | Data::Assign
            | Data::ArraySet
            | Data::ArraySetU
            | Data::ArrayCopy
            | Data::GlobalSet(_),
        ) => 0,
        Op::Data(_) => 1,
    }
}
