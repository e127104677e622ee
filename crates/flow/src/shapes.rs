//! What is asked of the kinds of variables, elements and clusters.

use crate::{ClusterKind, Kind, Shape};
use abi::Elem;
use types::Width;

impl ClusterKind {
    /// The kind in messages.
    pub(crate) fn what(self) -> &'static str {
        match self {
            ClusterKind::Fun | ClusterKind::Known => "a function",
            ClusterKind::Cont => "a continuation",
            ClusterKind::Foreign(_) => "a foreign function",
        }
    }

    /// True if values travel to and from it in slots, of which there are few.
    pub fn has_slots(self) -> bool {
        match self {
            ClusterKind::Fun | ClusterKind::Known | ClusterKind::Cont => true,
            ClusterKind::Foreign(_) => false,
        }
    }

    /// True for a function that managed code enters.
    pub fn is_fun(self) -> bool {
        match self {
            ClusterKind::Fun | ClusterKind::Known => true,
            ClusterKind::Cont | ClusterKind::Foreign(_) => false,
        }
    }
}

impl Kind {
    /// True if it travels in a floating-point slot.
    pub fn is_float(self) -> bool {
        match self {
            Kind::F32 | Kind::F64 => true,
            Kind::Int(_) | Kind::Ref | Kind::Cont | Kind::Ptr => false,
        }
    }

    /// True if it is a root of the collector.
    pub fn is_traced(self) -> bool {
        match self {
            Kind::Ref | Kind::Cont => true,
            Kind::Int(_) | Kind::F32 | Kind::F64 | Kind::Ptr => false,
        }
    }
}

impl Shape {
    /// The elements as the collector sees them.
    pub fn elem(&self) -> Elem {
        match self {
            Shape::One(kind) => match kind {
                Kind::Int(Width::I1 | Width::I8) => Elem::Raw(0),
                Kind::Int(Width::I16) => Elem::Raw(1),
                Kind::Int(Width::I32) | Kind::F32 => Elem::Raw(2),
                Kind::Int(Width::I64) | Kind::F64 | Kind::Ptr => Elem::Raw(3),
                Kind::Ref | Kind::Cont => Elem::Ref,
            },
            Shape::Parts(kinds) => {
                let mask = kinds
                    .iter()
                    .enumerate()
                    .filter(|(_, k)| k.is_traced())
                    .map(|(i, _)| 1 << i)
                    .sum();
                Elem::Mixed { words: kinds.len() as u8, mask }
            }
        }
    }

    /// The components of an element.
    pub fn kinds(&self) -> &[Kind] {
        match self {
            Shape::One(kind) => std::slice::from_ref(kind),
            Shape::Parts(kinds) => kinds,
        }
    }
}
