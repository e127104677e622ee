//! Calls that may wait for the system. A runtime function saves no roots, so that nothing could be
//! collected while it waits; at a safe point all slots are saved. Such a call is therefore left
//! for the next check, with its arguments copied out of the heap, and its answer is asked for
//! after that check.

use super::{Cx, Local, Request};
use crate::fatal;
use host::{Host, HostError};

/// A number and a text, or what went wrong.
pub(crate) type Answer = Result<(i64, Vec<u8>), HostError>;

/// Carries out a call; the function has its arguments.
type Carry = Box<dyn FnOnce(&mut dyn Host) -> Answer>;

/// The last call that a processor has left for a safe point.
#[derive(Default)]
pub(crate) enum Call {
    /// There was none, or its answer was taken.
    #[default]
    None,
    /// It is to be carried out.
    Left(Carry),
    /// It was carried out.
    Answered(Answer),
}

impl Local {
    /// Carries out the call that was left.
    pub(crate) fn carry_out_call(&mut self, host: &mut dyn Host) {
        self.call = match std::mem::take(&mut self.call) {
            Call::Left(call) => Call::Answered(call(host)),
            other @ (Call::None | Call::Answered(_)) => other,
        };
    }
}

impl Cx<'_> {
    /// Leaves a call for the next check, which comes before another is left or this one's
    /// answer is taken.
    pub(crate) fn call_later(&mut self, call: impl FnOnce(&mut dyn Host) -> Answer + 'static) {
        match self.local.call {
            Call::None => self.local.call = Call::Left(Box::new(call)),
            Call::Left(_) | Call::Answered(_) => {
                fatal::internal_error("a second call was left before the first was answered")
            }
        }
        self.ask(Request::CALL);
    }

    /// The answer to the call that was left before the last check.
    pub(crate) fn take_answer(&mut self) -> Answer {
        match std::mem::take(&mut self.local.call) {
            Call::Answered(answer) => answer,
            Call::None | Call::Left(_) => fatal::internal_error("no call was carried out"),
        }
    }
}
