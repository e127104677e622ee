//! The languages of the command. A line here is all that the command and the driver know of one:
//! `--lang`, the endings of files, options, help and completions are made from this list.

use front::{FrontEnds, text};

/// All of them, in the order in which help and messages name them.
pub(crate) const FRONT_ENDS: FrontEnds = FrontEnds(&[
    &sml::FRONT_END,
    &cogent::FRONT_END,
    &scheme::FRONT_END,
    &text::ANF,
    &text::ANF_JSON,
    &text::CPS,
    &text::FLOW,
    &il::FRONT_END,
    &fil::FRONT_END,
    #[cfg(feature = "calc")]
    &calc::FRONT_END,
]);
