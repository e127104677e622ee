//! Two questions about declarations of the core: is one small, and may code of it run often?
//!
//! A session answers them to decide which functions of earlier units a unit has again, where the
//! optimiser sees them.

use sml_elab::core::walk::{Part, walk};
use sml_elab::core::{Dec, Exp, ExpKind};

/// The most expressions of a small declaration.
const SMALL: usize = 100;

/// True for a declaration of few expressions.
pub(super) fn is_small(dec: &Dec) -> bool {
    let mut count = 0;
    walk(dec, |part| {
        count += usize::from(matches!(part, Part::Exp(_)));
        count <= SMALL
    })
}

/// True for a declaration with a function or a loop in it.
pub(super) fn may_repeat(dec: &Dec) -> bool {
    !walk(dec, |part| {
        !matches!(
            part,
            Part::Dec(Dec::Fun { .. })
                | Part::Exp(Exp { kind: ExpKind::Fn(_) | ExpKind::While(..), .. })
        )
    })
}
