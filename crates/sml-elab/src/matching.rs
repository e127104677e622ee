//! Matches to decision trees, and the values that a match misses.
//!
//! ```text
//! pattern   the rest of a pattern at a place, and its head
//! build     rows of patterns to a tree
//! tree      the tree
//! missing   a value that no rule fits, as text
//! ```
//! A row is the set of tests that its rule still needs: pairs of a place in the
//! matched value and a pattern that can fail. Variables have become bindings to
//! places; records, and constructors without siblings, have become their parts;
//! wildcards are gone. If the first row needs no test, it is the answer; else a place
//! that it tests is chosen, and the rows are divided by the values that can stand there.
//! No path through the tree tests a place twice, except that exceptions are compared one
//! by one: two exception constructors may be the same.
//!
//! The place that is chosen is one that the most leading rows need, then that the
//! fewest rows do not mention (L. Maranget, Compiling pattern matching to good
//! decision trees, ML 2008: "needed prefix" and "small default"). Rows and sets of
//! rows are interned, so that equal subtrees are one node.
//!
//! Trees can be exponentially larger than matches. Both entry points stop after
//! [`WORK`] steps; then [`analyse`] finds no faults, and [`compile`] gives no tree.

mod build;
mod missing;
mod pattern;
#[cfg(test)]
mod tests;
mod tree;

pub use tree::{Access, Key, Node, NodeId, Place, PlaceInfo, Tree};

use crate::core::{Pat, PatKind, Program};
use build::Builder;

/// Steps after which a match is too large: some 50 ms.
pub(crate) const WORK: usize = 2_000_000;

/// The faults of a match.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Analysis {
    /// The rules that no value reaches, in their order.
    pub redundant: Vec<usize>,
    /// A value that no rule fits, for each pattern of a row: `(_, SOME 1)`.
    pub missing: Option<Vec<String>>,
}

/// Examines a match: one row for each rule, each with as many patterns as there are
/// values. A match that is too large has no faults.
pub(crate) fn analyse(program: &Program, rows: &[Vec<&Pat>]) -> Analysis {
    if let [row] = rows
        && row.iter().all(|pat| is_simple(pat))
    {
        return Analysis::default();
    }
    let Some(tree) = Builder::new(program, false, WORK).build(rows) else {
        return Analysis::default();
    };
    let mut reached = vec![false; rows.len()];
    for node in tree.nodes.values() {
        if let Node::Leaf { rule, .. } = node {
            reached[*rule as usize] = true;
        }
    }
    let redundant = (0..rows.len()).filter(|rule| !reached[*rule]).collect();
    Analysis { redundant, missing: missing::missing(program, &tree) }
}

/// The decision tree of a match: one row for each rule, each with as many patterns as
/// there are values. None if it would be too large.
pub fn compile(program: &Program, rows: &[Vec<&Pat>]) -> Option<Tree> {
    Builder::new(program, true, WORK).build(rows)
}

/// True of variables and records of variables, for which nothing has to be built.
fn is_simple(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Wild | PatKind::Var(_) => true,
        PatKind::Record(fields) => fields.iter().all(|(_, pat)| is_simple(pat)),
        PatKind::As(_, pat) => is_simple(pat),
        PatKind::Lit(_)
        | PatKind::Con(..)
        | PatKind::Excon(..)
        | PatKind::List(_)
        | PatKind::Vector(_)
        | PatKind::Or(_) => false,
    }
}
