//! The operations that `_prim` names in the text of the library.
//!
//! ```text
//! =  <>        'a * 'a -> bool      by type
//! cast         'a -> 'b             types of equal representation
//! callcc       ('a cont -> 'a) -> 'a
//! throw        'a cont * 'a -> 'b
//! ccall.NAME   t * ... -> u         the C function NAME
//! ```
//! Every other name is that of an operation of ANF.

use prim::text::{Cursor, OpNames, Outline, TypeReader};
use prim::{ForeignId, GlobalId, Op, Prim, TyTable};
use std::sync::Arc;

/// An operation of the library.
#[derive(Clone, PartialEq, Debug)]
pub struct Operation {
    /// Its name in the text, after which a function around it is called.
    pub name: Arc<str>,
    /// Its meaning.
    pub kind: OperationKind,
}

/// The meanings of operations.
#[derive(Clone, PartialEq, Debug)]
pub enum OperationKind {
    /// Compares two values for equality.
    Equal,
    /// Compares two values for inequality.
    NotEqual,
    /// The same value, of another type.
    Cast,
    /// Calls a function with the current continuation.
    Callcc,
    /// Gives a continuation its value.
    Throw,
    /// Calls the C function of this name.
    Foreign(Arc<str>),
    /// An operation of ANF.
    Anf(Op),
}

impl Operation {
    /// The operation of a name, if there is one.
    pub(crate) fn by_name(name: &str) -> Option<Operation> {
        let kind = match name {
            "=" => OperationKind::Equal,
            "<>" => OperationKind::NotEqual,
            "cast" => OperationKind::Cast,
            "callcc" => OperationKind::Callcc,
            "throw" => OperationKind::Throw,
            _ => match name.strip_prefix("ccall.") {
                Some(symbol) => OperationKind::Foreign(Arc::from(symbol)),
                None => OperationKind::Anf(of_anf(name)?),
            },
        };
        Some(Operation { name: Arc::from(name), kind })
    }
}

/// An operation as ANF's text names it.
fn of_anf(name: &str) -> Option<Op> {
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
