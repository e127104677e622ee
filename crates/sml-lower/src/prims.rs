//! Operations of the library.

use super::app::Applied;
use super::{Cx, Val};
use anf::{Atom, Let, Op, Tail};
use prim::{Const, Data, IntUnOp, Prim, Rt};
use sml_elab::core::{Operation, OperationKind};
use std::sync::Arc;
use types::{Ty as Anf, TyId, Width};

impl<'p> Cx<'p> {
    /// Applies an operation to an argument of this type, with a result of that.
    pub(super) fn prim(
        &mut self,
        operation: &Operation,
        arg: Val,
        arg_ty: TyId,
        result: TyId,
    ) -> Applied {
        match &operation.kind {
            OperationKind::Equal => self.equal_pair(&arg, arg_ty),
            OperationKind::NotEqual => {
                let equal = match self.equal_pair(&arg, arg_ty) {
                    Applied::Call(fun, args) => self.kept.b.call("eq", fun, args).into(),
                    Applied::Val(val) => self.atom(&val),
                    Applied::Ends(tail) => return Applied::Ends(tail),
                };
                let not = Prim::IntUn(IntUnOp::Not, Width::I1);
                Applied::Val(Val::from(self.kept.b.prim("ne", not, [equal])))
            }
            OperationKind::Cast => Applied::Val(arg),
            OperationKind::Callcc => {
                let fun = self.atom(&arg);
                let dst: Vec<anf::Var> =
                    self.slots(result).into_iter().map(|ty| self.kept.b.var("x", ty)).collect();
                let pos = self.loc.map_or(base::Pos::NONE, |loc| self.pos(loc));
                self.kept.b.push(Let::Callcc { dst: dst.clone(), fun, pos });
                Applied::Val(Self::arrived(&dst))
            }
            OperationKind::Throw => {
                let parts = self.parts(&arg, 2);
                let (cont, args) = (self.atom(&parts[0]), self.travel(&parts[1]));
                Applied::Ends(self.kept.b.throw(cont, args))
            }
            OperationKind::Foreign(symbol) => {
                Applied::Val(self.foreign(symbol, arg, arg_ty, result))
            }
            OperationKind::Prim(prim) => {
                let sig = prim.sig();
                let counts = (Some(sig.args.len()), sig.results.len());
                self.operation(Op::Prim(*prim), counts, arg, arg_ty, result)
            }
            OperationKind::Data(Data::Same) => self.same_pair(&arg, arg_ty),
            OperationKind::Data(data) => match self.of_no_object(data, arg_ty, result) {
                Some(applied) => applied,
                None => {
                    let counts = (operand_count(data), result_count(data));
                    self.operation(Op::Data(data.clone()), counts, arg, arg_ty, result)
                }
            },
        }
    }

    /// The result of an operation on objects, at a type whose values are none.
    fn of_no_object(&mut self, data: &Data, arg_ty: TyId, result: TyId) -> Option<Applied> {
        if *data == Data::Weak && !self.is_object(arg_ty) {
            Some(Applied::Val(Val::Unit))
        } else if *data == Data::WeakLive && arg_ty == self.unit {
            Some(Applied::Val(Val::Atom(Self::bool_atom(false))))
        } else if *data == Data::WeakGet && !self.is_object(result) {
            Some(Applied::Ends(Tail::Unreachable))
        } else if *data == Data::HeapSize && !self.is_object(arg_ty) {
            Some(Applied::Val(Val::Atom(Atom::Const(Const::Int(Width::I64, 0)))))
        } else {
            None
        }
    }

    /// Applies an operation that takes and gives so many values; `array.lit` takes any number.
    fn operation(
        &mut self,
        op: Op,
        (takes, gives): (Option<usize>, usize),
        arg: Val,
        arg_ty: TyId,
        result: TyId,
    ) -> Applied {
        let args = self.operands(takes, arg, arg_ty, result);
        if op == Op::Prim(Prim::Rt(Rt::Exit)) {
            self.kept.b.effect(op, args);
            return Applied::Ends(Tail::Unreachable);
        }
        let results = match gives {
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

    fn operands(
        &mut self,
        takes: Option<usize>,
        arg: Val,
        arg_ty: TyId,
        result: TyId,
    ) -> Vec<Atom> {
        let count = match takes {
            Some(count) => count,
            // `array.lit`: one element, or a tuple of them.
            None if arg_ty == self.unit => 0,
            None => {
                let result = self.kept.b.types().get(result);
                let is_element = matches!(result, Anf::Array(item) | Anf::Vector(item)
                    if *item == arg_ty);
                if is_element { 1 } else { self.tuple_fields(arg_ty).len() }
            }
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
        if let Anf::Tuple(fields) = self.kept.b.types().get(ty) {
            return fields.iter().map(|field| field.ty).collect();
        }
        self.slots(ty)
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

    fn equal_pair(&mut self, arg: &Val, arg_ty: TyId) -> Applied {
        let ty = self.tuple_fields(arg_ty).first().copied().unwrap_or(self.unit);
        let parts = self.parts(arg, 2);
        match self.equal_call(ty, &parts[0], &parts[1]) {
            Ok(equal) => Applied::Val(Val::Atom(equal)),
            Err((fun, args)) => Applied::Call(fun.into(), args),
        }
    }
}

/// The number of a data operation's operands; none for those of any number, as `array.lit`.
fn operand_count(data: &Data) -> Option<usize> {
    match data {
        Data::Copy | Data::Ref | Data::Deref | Data::ArrayLen | Data::Freeze => Some(1),
        Data::ArrayBlank => Some(1),
        Data::Weak | Data::WeakLive | Data::IdHash | Data::HeapSize | Data::Get(_) => Some(1),
        Data::Assign | Data::ArrayNew | Data::ArrayGet | Data::ArrayGetU | Data::Same => Some(2),
        Data::WeakGet | Data::ExnIs | Data::ExnGet | Data::Set(_) => Some(2),
        Data::ArraySet | Data::ArraySetU => Some(3),
        Data::ArrayCopy => Some(5),
        Data::Builtin(_) | Data::ExnCon(..) | Data::Global(_) => Some(0),
        Data::GlobalSet(_) => Some(1),
        Data::ArrayLit | Data::Tuple | Data::Con(..) | Data::Exn | Data::Foreign(_) => None,
        Data::C(_) => None,
    }
}

/// The number of a data operation's results.
fn result_count(data: &Data) -> usize {
    let has_none = matches!(
        data,
        Data::Set(_)
            | Data::Assign
            | Data::ArraySet
            | Data::ArraySetU
            | Data::ArrayCopy
            | Data::GlobalSet(_)
    );
    usize::from(!has_none)
}
