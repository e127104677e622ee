//! Values as Standard ML writes them, and the messages of exceptions.
//!
//! A [`Description`] says how values of a type are written, a [`View`] how to look into
//! values, so that the runtime and the interpreters write the same.
//!
//! ```text
//! Bad {code=3, why="zero"}    Pair ("a", ~1)    L [1,2]    D (Y 2)    A [|#"c",#"d"|]
//! ```
//! Answers of an interactive session are written a little differently, as users of SML/NJ know
//! them ([`answer`]): `(1,2)`, `{a=1,b=2}`, `2.0`, infix constructors between their arguments.
//!
//! Parts deeper than [`LEVELS`], and elements and characters after the first [`ELEMENTS`] and
//! [`CHARACTERS`], are written as `...`, so that cyclic values end. A constructor and the tuple
//! or record it carries are one level. For answers the user may want other limits ([`Look`]).

mod any;
mod description;
mod out;
mod parts;

pub use any::{AnyPart, AnyView, any_text};
pub use description::{Argument, Description, Node};
pub use parts::{Part, kont_show_big, kont_show_no_big, kont_show_no_real, kont_show_real};

use abi::ExnShape;
use out::{ALONE, Manner, Out};

/// Most levels of values inside one another.
pub const LEVELS: usize = 10;
/// Most elements of a list, vector or array.
pub const ELEMENTS: usize = 100;
/// Most characters of the whole.
pub const CHARACTERS: usize = 1000;
/// Most causes of causes that a message tells.
const MOST_CAUSES: usize = 8;

/// A value that can be looked into. Whoever looks knows its type; nothing is
/// given where the value is of another.
pub trait View: Sized {
    /// The bits of an integer; those above its width mean nothing.
    fn int(&self) -> Option<u64>;
    /// A real number.
    fn f64(&self) -> Option<f64>;
    /// A real number of 32 bits.
    fn f32(&self) -> Option<f32>;
    /// A real number as text, but for its sign.
    fn real_text(&self, x: f64) -> Option<String> {
        kont_show_real(x)
    }
    /// The digits of a big integer, after `-` if it is less than zero.
    fn big(&self) -> Option<String>;
    /// The first bytes of a string, at most so many.
    fn bytes(&self, most: usize) -> Option<Vec<u8>>;
    /// The number of a sum's constructor; none if the value is that of the field of the only
    /// constructor that has one.
    fn tag(&self) -> Option<u64>;
    /// The same value.
    fn itself(&self) -> Self;
    /// The fields of a tuple, a ref or a sum's constructor, which has so many.
    fn fields(&self, count: usize) -> Option<Vec<Self>>;
    /// The number of elements of an array or vector.
    fn length(&self) -> Option<usize>;
    /// An element of it.
    fn element(&self, index: usize) -> Option<Self>;
    /// The constructor of an exception.
    fn constructor(&self) -> Option<Self>;
    /// The `count` values that an exception carries.
    fn carried(&self, count: usize) -> Option<Vec<Self>>;
}

/// A function that gives the message of an exception whose constructor has a description.
pub type Described<'a, V> = &'a dyn Fn(&V) -> Option<Vec<u8>>;

/// The name of an exception and what it carries, as an uncaught one is reported. `described` is
/// [`described`], or a function that gives nothing where no constructor has a description.
pub fn message<V: View>(exn: &V, described: Described<'_, V>) -> Option<Vec<u8>> {
    message_of(exn, described, MOST_CAUSES)
}

/// The only constructor of a sum that carries something, and its argument.
fn carrying(constructors: &[(String, Option<Argument>)]) -> Option<(&str, Argument)> {
    let mut carrying = constructors.iter().filter_map(|(name, arg)| Some((&**name, (*arg)?)));
    carrying.next().filter(|_| carrying.next().is_none())
}

/// The message of an exception whose constructor has a description.
pub fn described<V: View>(exn: &V) -> Option<Vec<u8>> {
    let mut out = Out::new(Manner::Message);
    out.exception(exn, 0, ALONE)?;
    Some(out.finish())
}

/// The look of answers.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The levels that are shown.
    pub depth: Limit,
    /// The elements that are shown of a list, vector or array.
    pub length: Limit,
    /// The precedence of a name that is infix, and whether it associates to the right.
    pub infix: &'a dyn Fn(&str) -> Option<(u8, bool)>,
}

/// The number of parts that an answer shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// So many are shown, however long the answer gets.
    pub sure: usize,
    /// So many are shown as long as it has no more than [`CHARACTERS`].
    pub most: usize,
}

impl Limit {
    /// The levels that are usual.
    pub const DEPTH: Limit = Limit { sure: 5, most: LEVELS };
    /// The elements that are usual.
    pub const LENGTH: Limit = Limit { sure: 12, most: ELEMENTS };

    /// So many, no more and no less.
    pub fn exactly(count: usize) -> Limit {
        Limit { sure: count, most: count }
    }
}

/// A value as an interactive session answers it; nothing if it is not as described.
pub fn answer<V: View>(
    description: &Description,
    value: Option<&V>,
    look: &Look<'_>,
) -> Option<Vec<u8>> {
    let mut out = Out::new(Manner::Answer(look));
    out.value(description, description.root.node, value, 0, ALONE)?;
    Some(out.finish())
}

/// The message, with as many causes at most.
fn message_of<V: View>(exn: &V, described: Described<'_, V>, causes: usize) -> Option<Vec<u8>> {
    let constructor = Constructor::of(exn)?;
    let carried = match constructor.shape {
        shape if shape == ExnShape::Str as u64 => text(exn.carried(1)?.first()?)?,
        shape if shape == ExnShape::I64 as u64 => {
            (exn.carried(1)?.first()?.int()? as i64).to_string().into_bytes()
        }
        shape if shape == ExnShape::Failed as u64 && causes > 0 => {
            let carried = exn.carried(3)?;
            let cause = message_of(&carried[0], described, causes - 1)?;
            [&text(&carried[1])?, &b" failed on \""[..], &text(&carried[2])?, b"\": ", &cause]
                .concat()
        }
        shape if shape == ExnShape::Described as u64 => return described(exn),
        _ => return Some(constructor.name),
    };
    Some([&constructor.name[..], b": ", &carried].concat())
}

fn text<V: View>(value: &V) -> Option<Vec<u8>> {
    value.bytes(usize::MAX)
}

/// The constructor of an exception, taken apart.
struct Constructor<V> {
    name: Vec<u8>,
    shape: u64,
    object: V,
}

impl<V: View> Constructor<V> {
    fn of(exn: &V) -> Option<Constructor<V>> {
        let object = exn.constructor()?;
        let fields = object.fields(2)?;
        Some(Constructor { name: text(&fields[0])?, shape: fields[1].int()?, object })
    }

    fn description(&self) -> Option<Description> {
        Description::parse(&text(self.object.fields(3)?.get(2)?)?)
    }
}

#[cfg(test)]
mod tests;
