//! The operations that `_prim` names in the text of the library.
//!
//! ```text
//! =  <>        'a * 'a -> bool      by type
//! cast         'a -> 'b             types of equal representation
//! callcc       ('a cont -> 'a) -> 'a
//! throw        'a cont * 'a -> 'b
//! ccall.NAME   t * ... -> u         the C function NAME
//! ```
//! Every other name is that of a primitive or of a data operation, as the text of ANF writes it.

use prim::text::{OpNames, no_op, op};
use prim::{Data, Prim};
use std::sync::Arc;
use text::{Cursor, Outline};
use types::{ForeignId, GlobalId, TyTable, TypeReader};

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
    /// A primitive.
    Prim(Prim),
    /// A data operation.
    Data(Data),
}

impl From<Prim> for OperationKind {
    fn from(prim: Prim) -> OperationKind {
        OperationKind::Prim(prim)
    }
}

impl From<Data> for OperationKind {
    fn from(data: Data) -> OperationKind {
        OperationKind::Data(data)
    }
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
                None => by_name(name)?,
            },
        };
        Some(Operation { name: Arc::from(name), kind })
    }
}

/// A primitive or data operation as ANF's text names it.
fn by_name(name: &str) -> Option<OperationKind> {
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
        return Some(OperationKind::Prim(prim));
    }
    let outline = Outline::scan(name.as_bytes());
    let mut cursor = Cursor::new(name.as_bytes(), 10);
    let mut types = TyTable::default();
    let reader = TypeReader::new(&mut cursor, &outline, &mut types);
    let read = op(&mut cursor, &reader, &mut types, &NoNames, |name, _, _, _| Ok(no_op(name)));
    cursor.finish(read, &outline).ok()
}
