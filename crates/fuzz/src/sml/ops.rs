//! The functions of the library that are generated: how a call is written, its type, and
//! what it gives, written anew from the manual of the Basis Library.

mod containers;
mod numbers;
mod text;

use super::eval::{Answer, Machine};
use super::syntax::{Ty, TyVar};
use super::value::Value;
use std::sync::OnceLock;

type Run = Box<dyn Fn(&mut Machine<'_>, &[Value]) -> Answer + Send + Sync>;

/// A function of the library.
pub(crate) struct Op {
    /// The text of a call: `$1` is the first argument.
    pub(crate) text: String,
    pub(crate) args: Vec<Ty>,
    pub(crate) result: Ty,
    /// True if only the first argument, or the context, says at which type it is used.
    pub(crate) overloaded: bool,
    /// True if [`A`] is a type with equality.
    pub(crate) equality: bool,
    /// True if it changes something or prints. Then it stands where its result is not wanted.
    pub(crate) effect: bool,
    pub(crate) run: Run,
}

/// Type variables of these functions.
pub(crate) const A: TyVar = usize::MAX;
pub(crate) const B: TyVar = usize::MAX - 1;
pub(crate) const VARS: [TyVar; 2] = [A, B];

/// All of them.
pub(crate) fn table() -> &'static [Op] {
    static TABLE: OnceLock<Vec<Op>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table(Vec::new());
        numbers::add(&mut table);
        text::add(&mut table);
        containers::add(&mut table);
        table.0
    })
}

/// The place of a function that is written like this.
pub(crate) fn find(text: &str) -> usize {
    table().iter().position(|op| op.text == text).expect("a function of the library")
}

struct Table(Vec<Op>);

impl Table {
    fn add(
        &mut self,
        text: impl Into<String>,
        args: &[Ty],
        result: Ty,
        run: impl Fn(&mut Machine<'_>, &[Value]) -> Answer + Send + Sync + 'static,
    ) -> &mut Op {
        let (text, args, run) = (text.into(), args.to_vec(), Box::new(run));
        let no = false;
        self.0.push(Op { text, args, result, overloaded: no, equality: no, effect: no, run });
        self.0.last_mut().expect("it was pushed")
    }
}

/// An index below a bound.
fn index(n: &Value, below: usize) -> Result<usize, super::eval::Stop> {
    match usize::try_from(n.big()) {
        Ok(n) if n < below => Ok(n),
        _ => super::eval::raise("Subscript"),
    }
}
