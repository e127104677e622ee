//! A compiler in the process of the program, for what the program evaluates.

use abi::Unit;

/// A function that makes code of a text; none if it cannot.
pub type Compiler = Box<dyn FnMut(&[u8]) -> Option<Compiled>>;

/// A text that has become code.
pub struct Compiled {
    /// The unit, which stays as long as the runtime.
    pub unit: *const Unit,
    /// The static closure of a function of one `any`, a vector, that gives one.
    pub function: *const u8,
    /// The text that says what the vector must hold.
    pub wants: Vec<u8>,
}
