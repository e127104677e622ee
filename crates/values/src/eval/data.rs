//! The data operations.

use super::args::Args;
use super::{Machine, Outcome, Results, Stop, size};
use crate::value::exn_constructor;
use crate::{AnyBox, Code, Desc, Value, WeakRef};
use base::EntityId;
use c_abi::Leaf;
use host::bytes;
use prim::{BuiltinExn, COp, Data, exn_shape};
use std::rc::Rc;
use types::{AnyClass, GlobalId, Ty, TyId, TyTable};

impl<C: Code> Machine<'_, C> {
    /// Applies a data operation. What `exncon` and a foreign function give depends on the types
    /// of the results, `dst_tys`; all others do without.
    pub fn eval_data(
        &mut self,
        data: &Data,
        values: &[Value<C>],
        dst_tys: &[TyId],
        types: &TyTable,
    ) -> Outcome<C> {
        let args = Args::new(data, values);
        let one = |value| Ok(Results::one(value));
        match data {
            Data::Copy => one(args.get(0)?.clone()),
            Data::Tuple => one(Value::obj(Desc::Tuple, values.to_vec())),
            Data::Get(i) => one(field(&args, *i as usize)?),
            Data::Set(i) => set_field(&args, *i as usize),
            Data::Con(_, tag) => one(Value::con(*tag, values.to_vec())),
            Data::Ref => one(Value::obj(Desc::Ref, vec![args.get(0)?.clone()])),
            Data::Deref => one(field(&args, 0)?),
            Data::Assign => set_field(&args, 0),
            Data::ArrayNew => self.array_new(&args, args.get(1)?.clone()),
            // What it holds until it is set is no object.
            Data::ArrayBlank => self.array_new(&args, Value::Int(0)),
            Data::ArrayLit => one(Value::array(values.to_vec())),
            Data::ArrayLen => one(Value::Int(args.array(0)?.elems.borrow().len() as u64)),
            Data::ArrayGet => self.array_get(&args),
            Data::ArrayGetU => self.unchecked(&args, Self::array_get),
            Data::ArraySet => self.array_set(&args),
            Data::ArraySetU => self.unchecked(&args, Self::array_set),
            Data::ArrayCopy => self.array_copy(&args),
            Data::Freeze => args.array(0).and_then(|array| one(Value::Array(array.clone()))),
            Data::Same => one(Value::bool(args.get(0)?.same(args.get(1)?))),
            Data::Weak => one(Value::Weak(Rc::new(WeakRef::new(args.get(0)?)))),
            Data::WeakGet => one(referent(&args)?.map_or_else(|| args.get(1).cloned(), Ok)?),
            Data::WeakLive => one(Value::bool(referent(&args)?.is_some())),
            Data::IdHash => one(Value::Int(self.id_hash(&args)?)),
            Data::HeapSize => one(Value::Int(size::heap_size(args.get(0)?))),
            Data::ExnCon(name, description) => {
                one(new_constructor(name, description.as_deref(), dst_tys, types)?)
            }
            Data::Builtin(exn) => one(self.builtins.constructor(*exn)),
            Data::Exn => args.object(0).and_then(|_| one(Value::obj(Desc::Exn, values.to_vec()))),
            Data::ExnIs => one(Value::bool(is_exn(&args)?)),
            Data::ExnGet if is_exn(&args)? => {
                Ok(Results::many(args.object(1)?.fields.borrow().iter().skip(1).cloned()))
            }
            Data::ExnGet => Err(self.raise(BuiltinExn::Match)),
            Data::Global(g) => one(self.global(*g)?),
            Data::GlobalSet(g) => self.set_global(*g, args.get(0)?.clone()),
            Data::Foreign(f) => self.eval_foreign(*f, &args, dst_tys, types),
            Data::C(COp::Any(ty)) => Ok(Results::many(ty.leaves().into_iter().map(nothing))),
            Data::C(COp::String(bytes)) => one(Value::Str(bytes.clone())),
            Data::C(op @ (COp::Load(..) | COp::Store(..))) => {
                Err(Stop::Foreign(op.to_string().into()))
            }
        }
    }

    fn array_new(&mut self, args: &Args<'_, C>, initial: Value<C>) -> Outcome<C> {
        let len = args.i64(0)?;
        if !(0..=host::MAX_LENGTH).contains(&len) {
            return Err(self.raise(BuiltinExn::Size));
        }
        let len = len as usize;
        let mut elems = Vec::new();
        if elems.try_reserve_exact(len).is_err() {
            return Err(Stop::stuck("the heap is exhausted"));
        }
        elems.resize(len, initial);
        Ok(Results::one(Value::array(elems)))
    }

    fn array_get(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        match args.array(0)?.elems.borrow().get(args.int(1)? as usize) {
            Some(value) => Ok(Results::one(value.clone())),
            None => Err(self.raise(BuiltinExn::Subscript)),
        }
    }

    fn array_set(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let value = args.get(2)?.clone();
        match args.array(0)?.elems.borrow_mut().get_mut(args.int(1)? as usize) {
            Some(elem) => *elem = value,
            None => return Err(self.raise(BuiltinExn::Subscript)),
        }
        Ok(Results::none())
    }

    /// Evaluates an operation whose index the program promised to be in bounds. The program is
    /// stuck if it is not.
    pub(super) fn unchecked(
        &mut self,
        args: &Args<'_, C>,
        checked: fn(&mut Self, &Args<'_, C>) -> Outcome<C>,
    ) -> Outcome<C> {
        checked(self, args).map_err(|stop| match stop {
            Stop::Raise(_) => Stop::Stuck(format!("{:?}: the index is out of bounds", args.op)),
            Stop::Exit(_) | Stop::Foreign(_) | Stop::Stuck(_) => stop,
        })
    }

    fn array_copy(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let (from, to) = (args.array(0)?, args.array(2)?);
        let count = args.i64(4)?;
        let source = self.or_raise(bytes::range(args.i64(1)?, count, from.elems.borrow().len()))?;
        let target = self.or_raise(bytes::range(args.i64(3)?, count, to.elems.borrow().len()))?;
        let copies = from.elems.borrow()[source].to_vec();
        to.elems.borrow_mut().splice(target, copies);
        Ok(Results::none())
    }

    /// A string is known by its bytes: they do not change.
    fn id_hash(&mut self, args: &Args<'_, C>) -> Result<u64, Stop<C>> {
        let value = args.get(0)?;
        if let Value::Obj(object) = value {
            Ok(object.id(&mut self.last_id))
        } else if let Value::Array(array) = value {
            Ok(array.id(&mut self.last_id))
        } else if let Value::Str(text) = value {
            Ok(bytes::fnv1a(text))
        } else if let Value::Any(any) = value {
            Ok(self.any_hash(any))
        } else {
            Err(args.wrong(0, "an object, array or str"))
        }
    }

    fn global(&self, global: GlobalId) -> Result<Value<C>, Stop<C>> {
        let cell = self.globals.get(global.index()).and_then(Option::as_ref);
        cell.cloned().ok_or_else(|| Stop::Stuck(format!("{global:?} is read before it is set")))
    }

    fn set_global(&mut self, global: GlobalId, value: Value<C>) -> Outcome<C> {
        let Some(cell) = self.globals.get_mut(global.index()) else {
            return Err(Stop::Stuck(format!("there is no {global:?}")));
        };
        *cell = Some(value);
        Ok(Results::none())
    }
}

fn field<C: Code>(args: &Args<'_, C>, i: usize) -> Result<Value<C>, Stop<C>> {
    args.object(0)?.field(i).ok_or_else(|| args.wrong(0, "an object with more fields"))
}

fn set_field<C: Code>(args: &Args<'_, C>, i: usize) -> Outcome<C> {
    let value = args.get(1)?.clone();
    match args.object(0)?.fields.borrow_mut().get_mut(i) {
        Some(field) => *field = value,
        None => return Err(args.wrong(0, "an object with more fields")),
    }
    Ok(Results::none())
}

fn referent<C: Code>(args: &Args<'_, C>) -> Result<Option<Value<C>>, Stop<C>> {
    if let Value::Weak(weak) = args.get(0)? {
        Ok(weak.get())
    } else {
        Err(args.wrong(0, "a weak reference"))
    }
}

fn new_constructor<C: Code>(
    name: &str,
    description: Option<&str>,
    dst_tys: &[TyId],
    types: &TyTable,
) -> Result<Value<C>, Stop<C>> {
    let Some(Ty::ExnCon(carries)) = dst_tys.first().map(|ty| types.get(*ty)) else {
        return Err(Stop::stuck("the result of exncon has another type"));
    };
    Ok(exn_constructor(name, exn_shape(types, carries, description), description))
}

/// True if the second operand is an exception of the first, a constructor.
fn is_exn<C: Code>(args: &Args<'_, C>) -> Result<bool, Stop<C>> {
    let constructor = args.object(1)?.field(0).ok_or_else(|| args.wrong(1, "an exception"))?;
    Ok(args.get(0)?.same(&constructor))
}

/// An operation on an `any`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyOp {
    /// Makes one.
    Inject,
    /// True if it is of the class.
    Is,
    /// The value in it; raises Match if it is of another class.
    Project,
    /// The value in it, which is known to be of the class.
    As,
}

impl<C: Code> Machine<'_, C> {
    /// An operation on an `any`, by class.
    pub fn eval_any(&mut self, op: AnyOp, class: &AnyClass, value: &Value<C>) -> Outcome<C> {
        let boxed = match (op, value) {
            (AnyOp::Inject, _) => {
                let (class, value) = (class.clone(), value.clone());
                return Ok(Results::one(Value::Any(Rc::new(AnyBox { class, value }))));
            }
            (AnyOp::Is | AnyOp::Project | AnyOp::As, Value::Any(boxed)) => boxed,
            (AnyOp::Is | AnyOp::Project | AnyOp::As, _) => {
                return Err(Stop::stuck(format!("{op:?} wants an any, given {}", value.kind())));
            }
        };
        let is = boxed.class == *class;
        match op {
            AnyOp::Project | AnyOp::As if is => Ok(Results::one(boxed.value.clone())),
            AnyOp::Project => Err(self.raise(BuiltinExn::Match)),
            AnyOp::As => Err(Stop::stuck(format!("as {class:?} of {:?}", boxed.class))),
            AnyOp::Inject | AnyOp::Is => Ok(Results::one(Value::bool(is))),
        }
    }
}

/// A value for a leaf that nobody looks at.
fn nothing<C: Code>(leaf: Leaf) -> Value<C> {
    match leaf {
        Leaf::Int(_) | Leaf::Bool => Value::Int(0),
        Leaf::Ptr => Value::Ptr(0),
    }
}
