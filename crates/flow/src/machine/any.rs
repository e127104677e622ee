//! Values of the type `any`.

use super::engine::Engine;
use super::{FlowCode, FlowValue, Reading, memory};
use std::rc::Rc;
use types::AnyClass;
use values::{AnyBox, Desc, Value};

impl<R: Reading> Engine<'_, '_, R> {
    /// True if the value in an `any` belongs to the class.
    pub(super) fn is_class(&self, class: &AnyClass, value: &FlowValue) -> bool {
        let anys = match memory::code(value) {
            Ok(FlowCode::Cluster(id)) => self.unit.clusters.get(id).and_then(|c| c.anys),
            Ok(FlowCode::Halt | FlowCode::Uncaught) | Err(_) => None,
        };
        is_class(class, value, anys)
    }
}

/// True if the value in an `any` belongs to the class; `anys` is the number of `any`s that a
/// function takes.
fn is_class(class: &AnyClass, value: &FlowValue, anys: Option<u32>) -> bool {
    match (class, value) {
        (AnyClass::Tuple { len, mutable }, Value::Obj(object)) => match object.desc {
            Desc::Header(header) => {
                let tag = if *mutable { abi::MUTABLE_ANYS } else { 0 };
                header.record_len() == *len as usize && header.tag() == tag
            }
            Desc::Tuple | Desc::Con(_) | Desc::Ref | Desc::Exn | Desc::ExnCon | Desc::Code(_) => {
                false
            }
        },
        (AnyClass::Fun(count), Value::Obj(_)) => anys == Some(*count),
        (class, Value::Any(any)) => any.class == *class,
        _ => false,
    }
}

pub(super) fn inject(class: &AnyClass, value: &FlowValue) -> FlowValue {
    match class {
        AnyClass::Tuple { .. } | AnyClass::Fun(_) => value.clone(),
        AnyClass::Int(_) | AnyClass::F32 | AnyClass::F64 | AnyClass::Boxed(_)
        // Arrays do not know their elements, nor captured continuations what they take.
        | AnyClass::Anys | AnyClass::Raw(_) | AnyClass::Str | AnyClass::Cont => {
            Value::Any(Rc::new(AnyBox { class: class.clone(), value: value.clone() }))
        }
    }
}

/// The value in an `any`.
pub(super) fn content(value: &FlowValue) -> FlowValue {
    if let Value::Any(any) = value { any.value.clone() } else { value.clone() }
}
