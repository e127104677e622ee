//! What an embedder learns of a unit that has not come to its end, where that is not printed.

/// A report: why a unit has ended, and where it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Why: `uncaught exception Fail: no`.
    pub why: Vec<u8>,
    /// Where it was, the innermost place first.
    pub places: Vec<String>,
}
