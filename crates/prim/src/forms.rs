//! The data operations as the reference shows them: how each is written, its types, its meaning.
//!
//! A letter stands for any type: `t`, `u`. The type of the binder decides where an operation could
//! give more than one.

use crate::{COp, Data};

/// An operation that is typed by its operands, as the reference shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Its name and operands.
    pub text: &'static str,
    /// The types of operands and results.
    pub types: &'static str,
    /// Its meaning, and the exceptions that it raises.
    pub meaning: &'static str,
}

impl Form {
    /// The name by which examples refer to it.
    pub fn name(&self) -> &'static str {
        self.text.split(' ').next().unwrap_or_default()
    }
}

/// A table of forms that has one for every case of a type, or it does not compile. Cases behind
/// `but` are in another table.
#[macro_export]
macro_rules! forms {
    ($(#[$meta:meta])* $table:ident of $ty:ty $(, but ($other:pat))? {
        $($pattern:pat => $text:literal, $types:literal, $meaning:literal;)*
    }) => {
        $(#[$meta])*
        pub const $table: &[$crate::Form] =
            &[$($crate::Form { text: $text, types: $types, meaning: $meaning }),*];
        const _: fn(&$ty) = |op| match op { $($pattern => {})* $($other => {})? };
    };
}

forms! {
    /// Every data operation that ANF and CPS share.
    DATA_FORMS of Data {
        Data::Copy => "copy x", "(t) -> (t)", "The operand itself: gives a constant a name.";
        Data::Tuple => "tuple x ...", "(t, ...) -> ((t, ...))", "A new tuple, whose fields are mutable where the type of the binder says so.";
        Data::Get(_) => "get.I x", "((t, ...)) -> (t)", "Field `I` of a tuple, counted from 0.";
        Data::Set(_) => "set.I x y", "((..., mut t, ...), t) -> ()", "Sets field `I` of a tuple, which must be mutable.";
        Data::Con(..) => "con.SUM.CONSTRUCTOR x ...", "(t, ...) -> (SUM)", "A value of a declared sum.";
        Data::Ref => "ref x", "(t) -> (ref(t))", "A new cell with this content.";
        Data::Deref => "deref r", "(ref(t)) -> (t)", "The content of a cell.";
        Data::Assign => "assign r x", "(ref(t), t) -> ()", "Sets the content of a cell.";
        Data::ArrayNew => "array.new n x", "(i64, t) -> (array(t) or vector(t))", "`n` times the same element; raises Size for a negative or enormous `n`.";
        Data::ArrayBlank => "array.blank n", "(i64) -> (array(t))", "`n` elements, each of which must be set before it is looked at; raises Size for a negative or enormous `n`.";
        Data::ArrayLit => "array.lit x ...", "(t, ...) -> (array(t) or vector(t))", "These elements.";
        Data::ArrayLen => "array.len a", "(array(t) or vector(t)) -> (i64)", "The number of elements.";
        Data::ArrayGet => "array.get a i", "(array(t) or vector(t), i64) -> (t)", "The element at an index from 0 on; raises Subscript.";
        Data::ArrayGetU => "array.get.u a i", "(array(t) or vector(t), i64) -> (t)", "The element at an index that is known to be right; what happens otherwise is undefined.";
        Data::ArraySet => "array.set a i x", "(array(t), i64, t) -> ()", "Sets the element at an index; raises Subscript.";
        Data::ArraySetU => "array.set.u a i x", "(array(t), i64, t) -> ()", "Sets the element at an index that is known to be right; what happens otherwise is undefined.";
        Data::ArrayCopy => "array.copy a i b j n", "(array(t) or vector(t), i64, array(t), i64, i64) -> ()", "Copies `n` elements of `a` from `i` on to `b` from `j` on; they may overlap; raises Subscript.";
        Data::Freeze => "freeze a", "(array(t)) -> (vector(t))", "The array as a vector, without copying; it must not be written any more.";
        Data::Same => "same x y", "(t, t) -> (i1)", "Whether two refs, arrays, tuples with a mutable field, or exception constructors are one object.";
        Data::Weak => "weak x", "(t) -> (weak(t))", "A reference that does not keep its referent alive; of a value on the heap.";
        Data::WeakGet => "weak.get w d", "(weak(t), t) -> (t)", "The referent, or `d` where it is gone. `d` may be `w` itself if the result is used only where `weak.live` then says so.";
        Data::WeakLive => "weak.live w", "(weak(t)) -> (i1)", "Whether the referent is still there.";
        Data::IdHash => "hash.id x", "(t) -> (i64)", "A hash of the identity of a tuple, ref, array, vector or string, which it keeps all its life.";
        Data::HeapSize => "heap.size x", "(t) -> (i64)", "The bytes of the objects that a value on the heap is or leads to, each once, weak references apart; depends on the representation.";
        Data::ExnCon(..) => "exncon \"NAME\" [\"DESCRIPTION\"]", "() -> (exncon(t, ...))", "A new exception constructor, another one at each execution, which carries what the type of the binder says; the description is for messages.";
        Data::Builtin(_) => "builtin.NAME", "() -> (exncon(t, ...))", "The constructor of the exceptions that operations raise: `Overflow`, `Div`, `Subscript`, `Size`, `Match`, `Domain`, which carry nothing, and `SysErr`, which carries a message and an error number, `(str, i64)`.";
        Data::Exn => "exn c x ...", "(exncon(t, ...), t, ...) -> (exn)", "An exception of a constructor.";
        Data::ExnIs => "exn.is c e", "(exncon(t, ...), exn) -> (i1)", "Whether an exception is one of this constructor.";
        Data::ExnGet => "exn.get c e", "(exncon(t, ...), exn) -> (t, ...)", "What an exception carries; raises Match if it is of another constructor.";
        Data::Global(_) => "global g", "() -> (t)", "The content of a cell of the module.";
        Data::GlobalSet(_) => "global.set g x", "(t) -> ()", "Sets a cell of the module.";
        Data::Foreign(_) => "ccall.NAME x ...", "(t, ...) -> (u, ...)", "Calls a foreign function, with the types of its declaration.";
        Data::C(COp::Load(..)) => "c.load.N[CTYPE] p", "(ptr) -> (leaves)", "The leaves of the C value that lies `N` bytes behind an address.";
        Data::C(COp::Store(..)) => "c.store.N[CTYPE] p x ...", "(ptr, leaves) -> ()", "Stores the leaves of a C value `N` bytes behind an address.";
        Data::C(COp::Any(_)) => "c.any[CTYPE]", "() -> (leaves)", "Leaves of a C value that nobody looks at.";
        Data::C(COp::String(_)) => "c.string \"TEXT\"", "() -> (ptr)", "The address of these bytes and a zero.";
    }
}
