//! Requests to a processor: why it should come to the runtime at its next check.
//!
//! Compiled code compares its allocation pointer with a limit, which is set here and nowhere else:
//! where the nursery is full, or 0 while something is asked. The processor learns what that is
//! by [`Requests::take`], so a check that fails does not by itself mean a collection.

use super::{Cx, Processor};
use abi::VProc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::SeqCst};

/// Requests to a processor, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Request(u32);

impl Request {
    /// A collection.
    pub(crate) const COLLECT: Request = Request(1);
    /// A look at the signals that have come; SIGINT ends the program, unless it has other plans.
    pub(crate) const SIGNAL: Request = Request(2);
    /// A call that was left for a safe point.
    pub(crate) const CALL: Request = Request(4);
    /// A turn for others.
    pub(crate) const TURN: Request = Request(8);
    /// A look by the watcher.
    pub(crate) const LOOK: Request = Request(16);

    /// True if nothing is asked.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if any of these is asked, among other things.
    pub(crate) fn has(self, what: Request) -> bool {
        self.0 & what.0 != 0
    }
}

/// The pending requests to a processor, by itself, by a signal handler or by another thread.
#[derive(Default)]
pub(crate) struct Requests(AtomicU32);

impl Requests {
    /// Asks for something; gives what was asked before and is not served yet. The bit comes before
    /// the limit, so that who meets the limit finds it.
    pub(super) fn ask(&self, limit: &AtomicU64, what: Request) -> Request {
        let before = self.0.fetch_or(what.0, SeqCst);
        limit.store(0, SeqCst);
        Request(before)
    }

    /// What is asked.
    pub(super) fn pending(&self) -> Request {
        Request(self.0.load(SeqCst))
    }

    /// Takes all pending requests; the caller serves them.
    pub(crate) fn take(&self) -> Request {
        Request(self.0.swap(0, SeqCst))
    }

    /// Forgets that a collection is asked for: there was one. Its time is no part of the turn of the
    /// thread that runs, so that it does not end that turn either.
    fn has_collected(&self) {
        self.0.fetch_and(!(Request::COLLECT.0 | Request::TURN.0), SeqCst);
    }

    /// Sets the limit to where the nursery is full, unless something is asked, if only just now.
    fn open(&self, limit: &AtomicU64, full: u64) {
        limit.store(full, SeqCst);
        if self.0.load(SeqCst) != 0 {
            limit.store(0, SeqCst);
        }
    }
}

impl Processor {
    /// Lets compiled code allocate up to here before its next check fails.
    pub(crate) fn open(&mut self, full: u64) {
        self.local.full = full;
        self.reopen();
    }

    /// Goes on without a collection, as far as the nursery has room.
    pub(crate) fn reopen(&mut self) {
        self.local.requests.open(&self.vproc.limit, self.local.full);
    }

    /// Forgets what came up during a collection: see [`Requests::has_collected`].
    pub(crate) fn has_collected(&mut self) {
        self.local.requests.has_collected();
        self.local.has_served();
    }
}

impl Cx<'_> {
    /// Asks this processor for something, which it sees to at its next check.
    pub(crate) fn ask(&mut self, what: Request) {
        self.local.requests.ask(&self.vproc.limit, what);
    }
}

/// Asks for a collection, since the frames on the stack take more than they may; the handler of a
/// signal may call it.
///
/// # Safety
/// As for [`signal`].
pub(crate) unsafe fn overflow(vproc: *mut VProc) {
    let processor = vproc.cast::<Processor>();
    // SAFETY: as in `signal`.
    unsafe { (*processor).local.requests.ask(&(*processor).vproc.limit, Request::COLLECT) };
}

/// Says that a signal has come; a signal handler may call it.
///
/// # Safety
/// The vproc is one that a runtime made.
pub(crate) unsafe fn signal(vproc: *mut VProc) {
    let processor = vproc.cast::<Processor>();
    // SAFETY: a vproc is the first field of its processor. Both fields are atomic, so it does not
    // matter who else uses the processor.
    unsafe { (*processor).local.requests.ask(&(*processor).vproc.limit, Request::SIGNAL) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_taken_once() {
        let (requests, limit) = (Requests::default(), AtomicU64::new(100));
        requests.ask(&limit, Request::COLLECT);
        requests.ask(&limit, Request::SIGNAL);
        assert_eq!(limit.load(SeqCst), 0);
        let asked = requests.take();
        assert!(asked.has(Request::COLLECT) && asked.has(Request::SIGNAL));
        assert!(requests.take().is_empty());
        requests.open(&limit, 100);
        assert_eq!(limit.load(SeqCst), 100);
    }

    #[test]
    fn a_collection_ends_nobodys_turn() {
        let (requests, limit) = (Requests::default(), AtomicU64::new(100));
        requests.ask(&limit, Request::COLLECT);
        requests.take();
        requests.ask(&limit, Request::TURN);
        requests.ask(&limit, Request::SIGNAL);
        requests.has_collected();
        assert_eq!(requests.take(), Request::SIGNAL);
    }

    #[test]
    fn what_is_asked_meanwhile_keeps_the_limit_at_zero() {
        let (requests, limit) = (Requests::default(), AtomicU64::new(100));
        requests.ask(&limit, Request::COLLECT);
        requests.take();
        requests.ask(&limit, Request::SIGNAL);
        requests.open(&limit, 100);
        assert_eq!(limit.load(SeqCst), 0);
        assert_eq!(requests.take(), Request::SIGNAL);
    }
}
