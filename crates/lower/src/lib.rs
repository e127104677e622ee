//! The translations between the languages: ANF to CPS, CPS to Flow.
//!
//! ```text
//! anf::Module --anf_to_cps--> cps::Module --cps_to_flow--> flow::Unit
//! ```
//! Each takes its input by reference and expects it checked. A variable keeps
//! its number through both.

mod anf_to_cps;
mod cps_to_flow;
mod flat;
mod stack;

pub use anf_to_cps::anf_to_cps;
pub use cps_to_flow::{cps_to_flow, cps_to_flow_on_stack};
pub use stack::{Hindrance, hindrance};
