//! Small integers in `any`s: those of 62 bits, and the identity of values in `any`s.

use super::{Machine, Outcome, Results, Stop};
use crate::{AnyBox, Code, Desc, Value};
use host::show::{AnyPart, AnyView};
use prim::SmallOp;
use std::rc::Rc;
use types::{AnyClass, Width};

/// Applies an operation on small integers. What the second result is if the first is false is
/// left open; here it is 0 or false.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other classes are handled alike")]
pub(super) fn eval<C: Code>(op: SmallOp, args: &[Value<C>]) -> Outcome<C> {
    let flagged = |known: Option<Value<C>>, otherwise: Value<C>| {
        let is = Value::bool(known.is_some());
        Ok(Results::many([is, known.unwrap_or(otherwise)]))
    };
    let sum = |sum: Option<i64>| flagged(sum.and_then(of), any(0));
    let order = |is: Option<bool>| flagged(is.map(Value::bool), Value::bool(false));
    let wrong = || Err(Stop::stuck(format!("{} is given {} operands", op.name(), args.len())));
    match (op, args) {
        (SmallOp::Get, [x]) => flagged(get(x)?.map(Value::i64), Value::i64(0)),
        (SmallOp::Of, [Value::Int(n)]) => flagged(of(*n as i64), any(0)),
        (SmallOp::Kind, [x]) => Ok(Results::one(Value::i64(kind(x)?))),
        (SmallOp::First, [x]) => field(x, 0),
        (SmallOp::Field, [x, Value::Int(at)]) => field(x, *at as usize),
        (SmallOp::Get | SmallOp::Of | SmallOp::Kind | SmallOp::First | SmallOp::Field, _) => {
            wrong()
        }
        (SmallOp::Add | SmallOp::Sub | SmallOp::Mul, [x, y]) => {
            let both = get(x)?.zip(get(y)?);
            sum(both.and_then(|(x, y)| match op {
                SmallOp::Add => x.checked_add(y),
                SmallOp::Sub => x.checked_sub(y),
                _ => x.checked_mul(y),
            }))
        }
        (_, [x, y]) => {
            let both = get(x)?.zip(get(y)?);
            order(both.map(|(x, y)| match op {
                SmallOp::Lt => x < y,
                SmallOp::Le => x <= y,
                _ => x == y,
            }))
        }
        _ => wrong(),
    }
}

/// What is in an `any`: see [`abi::any_kind`].
#[expect(clippy::wildcard_enum_match_arm, reason = "all other classes are handled alike")]
fn kind<C: Code>(value: &Value<C>) -> Result<i64, Stop<C>> {
    let record = |len: usize| {
        let big = len > abi::RECORD_FIELDS;
        abi::any_kind(if big { abi::ObjectKind::BigRecord } else { abi::ObjectKind::Record })
    };
    let object = |kind| abi::any_kind(kind);
    let Value::Any(boxed) = value else {
        // Interpreters of Flow have tuples and functions in `any`s as they are.
        return match value {
            Value::Obj(object) => match &object.desc {
                Desc::Header(_) | Desc::Tuple => Ok(record(object.fields.borrow().len())),
                Desc::Con(_) | Desc::Ref | Desc::Exn | Desc::ExnCon | Desc::Code(_) => {
                    Ok(abi::ANY_KIND_FUN)
                }
            },
            Value::Code(_) => Ok(abi::ANY_KIND_FUN),
            other => Err(Stop::stuck(format!("an any is wanted, given {}", other.kind()))),
        };
    };
    Ok(match &boxed.class {
        AnyClass::Int(Width::I64) => match get(value)? {
            Some(_) => abi::ANY_KIND_SMALL,
            None => object(abi::ObjectKind::Box),
        },
        AnyClass::Int(_) => abi::ANY_KIND_IMMEDIATE,
        AnyClass::F32 | AnyClass::F64 => object(abi::ObjectKind::Box),
        AnyClass::Tuple { len, .. } => record(*len as usize),
        AnyClass::Fun(_) => abi::ANY_KIND_FUN,
        AnyClass::Anys | AnyClass::Raw(_) => object(abi::ObjectKind::Array),
        AnyClass::Str => object(abi::ObjectKind::Str),
        AnyClass::Cont => object(abi::ObjectKind::Capture),
        AnyClass::Boxed(_) => object(abi::ObjectKind::AnyBox),
    })
}

/// A field of a tuple in an `any`.
fn field<C: Code>(value: &Value<C>, at: usize) -> Outcome<C> {
    let tuple = if let Value::Any(boxed) = value { &boxed.value } else { value };
    match tuple.field(at) {
        Some(field) => Ok(Results::one(field)),
        None => {
            Err(Stop::stuck(format!("a tuple with field {at} is wanted, given {}", tuple.kind())))
        }
    }
}

/// The integer in an `any`, if it is a small one.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other classes are handled alike")]
fn get<C: Code>(value: &Value<C>) -> Result<Option<i64>, Stop<C>> {
    if let Value::Any(boxed) = value {
        let n = boxed.value.int().filter(|_| boxed.class == AnyClass::Int(Width::I64));
        return Ok(n.map(|n| n as i64).filter(|n| abi::any_i64(*n).is_some()));
    }
    // Interpreters of Flow have tuples and functions in `any`s as they are.
    match value {
        Value::Obj(_) | Value::Code(_) => Ok(None),
        other => Err(Stop::stuck(format!("an any is wanted, given {}", other.kind()))),
    }
}

pub(super) fn any<C: Code>(n: i64) -> Value<C> {
    Value::Any(Rc::new(AnyBox { class: AnyClass::Int(Width::I64), value: Value::i64(n) }))
}

/// An integer as an `any`, if it is small.
fn of<C: Code>(n: i64) -> Option<Value<C>> {
    abi::any_i64(n).map(|_| any(n))
}

/// An `any` whose content is shown.
pub(super) struct Shown<C: Code>(pub(super) Value<C>);

impl<C: Code> AnyView for Shown<C> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other classes are handled alike")]
    fn part(&self) -> AnyPart {
        let Value::Any(any) = &self.0 else {
            return match &self.0 {
                Value::Obj(object) => match &object.desc {
                    Desc::Header(abi::Header::CAPTURE) => AnyPart::Cont,
                    Desc::Header(_) | Desc::Tuple => AnyPart::Tuple(object.fields.borrow().len()),
                    Desc::Con(_) | Desc::Ref | Desc::Exn | Desc::ExnCon | Desc::Code(_) => {
                        AnyPart::Fun
                    }
                },
                Value::Code(_) => AnyPart::Fun,
                _ => AnyPart::Other,
            };
        };
        let ints = |array: &Value<C>| match array {
            Value::Array(array) => array.elems.borrow().iter().filter_map(Value::int).collect(),
            _ => Vec::new(),
        };
        match (&any.class, &any.value) {
            (AnyClass::Int(Width::I64), Value::Int(n)) => AnyPart::Int(*n as i64),
            (AnyClass::Int(Width::I1), Value::Int(n)) => AnyPart::Bool(*n != 0),
            (AnyClass::Int(Width::I32), Value::Int(n)) => AnyPart::Char(*n as u32),
            (AnyClass::Int(_), Value::Int(n)) => AnyPart::Special(*n),
            (AnyClass::F64, Value::F64(x)) => AnyPart::Real(*x),
            (AnyClass::Str, Value::Str(text)) => AnyPart::Symbol(text.to_vec()),
            (AnyClass::Tuple { len, .. }, _) => AnyPart::Tuple(*len as usize),
            (AnyClass::Fun(_), _) => AnyPart::Fun,
            (AnyClass::Cont, _) => AnyPart::Cont,
            (AnyClass::Anys, Value::Array(array)) => AnyPart::Anys(array.elems.borrow().len()),
            (AnyClass::Raw(Width::I8), array) => {
                AnyPart::Bytes(ints(array).into_iter().map(|n| n as u8).collect())
            }
            (AnyClass::Raw(Width::I32), array) => {
                AnyPart::Text(ints(array).into_iter().map(|n| n as u32).collect())
            }
            (AnyClass::Boxed(_), Value::Big(n)) => AnyPart::Big(n.to_string()),
            _ => AnyPart::Other,
        }
    }

    fn element(&self, i: usize) -> Option<Shown<C>> {
        let value = if let Value::Any(any) = &self.0 { &any.value } else { &self.0 };
        if let Value::Array(array) = value {
            return array.elems.borrow().get(i).cloned().map(Shown);
        }
        value.field(i).map(Shown)
    }
}

impl<C: Code> Machine<'_, C> {
    /// The identity hash of what is in an `any`: an object's own, and 0 for boxes.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other classes are handled alike")]
    pub(super) fn any_hash(&mut self, any: &AnyBox<C>) -> u64 {
        match &any.value {
            Value::Int(n) => *n,
            Value::Str(text) => host::bytes::fnv1a(text),
            Value::Obj(object) if any.class.is_itself() => object.id(&mut self.last_id),
            Value::Array(array) if any.class.is_itself() => array.id(&mut self.last_id),
            _ => 0,
        }
    }
}
