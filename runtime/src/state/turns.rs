//! Turns: a function of the program's own that is called between two of its steps.
//!
//! A processor that stops at a safe point may find that it should let others run. The runtime then
//! goes on as if the program had called the function of `preempt.by` there: the function gets
//! a frame to return to that keeps the slots, and whose code enters again what was stopped.
//! All else, which thread is next above all, is the program's affair.

use super::{Cx, Local, Processor, Request, State};
use crate::cont::frame::live_slots;
use crate::object::Object;
use abi::{FLOAT_SLOTS, Header, INT_SLOTS, ROOT_CONT, VProc, word};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Fields of a frame of [`abi::Unit::resume`], by their words.
const STOPPED: usize = word::LINK + 1;
const SLOTS: usize = STOPPED + 1;

impl State {
    /// Has a processor, which is at a safe point, call the function of `preempt.by`, if there is one.
    pub(super) fn take_turns(&mut self, here: usize) {
        let vproc: *mut VProc = &raw mut self.processors.get_mut(here).vproc;
        // SAFETY: the processor has stopped, and nothing else of the state is used meanwhile.
        let mut cx = unsafe { Cx::new(vproc) };
        if cx.local.turns != 0 && cx.local.ending.is_none() {
            cx.vproc.save_cont = cx.stopped().address();
            cx.vproc.save_clos = cx.local.turns;
        }
    }
}

impl State {
    /// Under [`crate::Config::turns`]: counts a check of a processor whose nursery is not full; at
    /// some it is somebody else's turn, and at those that a signal asks for.
    pub(super) fn count_turns(&mut self, here: usize, asked: Request) {
        let every = self.shared.config.turns;
        let local = &mut self.processors.get_mut(here).local;
        local.checks += 1;
        if comes_up(local.checks, every) || asked.has(Request::SIGNAL) {
            self.take_turns(here);
        }
        let processor = self.processors.get_mut(here);
        // The code that is entered now would fail its check for ever, were the limit below this.
        processor.open(processor.vproc.alloc);
    }
}

/// True for one number in so many, without a pattern: a function that takes turns, and whose own
/// checks were as many, would be called again at the check that it returns to, for ever.
fn comes_up(number: u64, of: u64) -> bool {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32).is_multiple_of(of)
}

impl Local {
    /// What was asked is served, or need not be.
    pub(super) fn has_served(&self) {
        if let Some(clock) = &self.clock {
            clock.heard();
        }
    }

    /// True if there is room in the nursery, for all that compiled code allocates after a check.
    pub(super) fn has_room(&self, vproc: &VProc) -> bool {
        vproc.alloc <= self.nursery_limit
    }
}

impl Cx<'_> {
    /// A frame that goes on with what the saved slots say.
    fn stopped(&mut self) -> Object {
        // SAFETY: the stub saved an object whose word 0 is the code to re-enter.
        let live = live_slots(unsafe { Object::at(self.vproc.save_clos) });
        let slots = self.alloc(word::FIELDS + INT_SLOTS + FLOAT_SLOTS);
        let frame = self.alloc(SLOTS + 1);
        let VProc { save_ints, save_floats, .. } = &*self.vproc;
        let traced = live & ((1 << INT_SLOTS) - 1);
        slots.set(0, Header::record(0, INT_SLOTS + FLOAT_SLOTS, traced).0);
        let words = save_ints.iter().copied().chain(save_floats.iter().map(|x| x.to_bits()));
        words.enumerate().for_each(|(i, bits)| slots.set(word::FIELDS + i, bits));
        frame.set(0, self.local.resume);
        let returns = live & ROOT_CONT != 0;
        let link = if returns { self.vproc.save_cont } else { self.vproc.outermost };
        frame.set(word::LINK, link);
        frame.set(STOPPED, self.vproc.save_clos);
        frame.set(SLOTS, slots.address());
        frame
    }

    /// Puts the slots that a frame keeps where the collector leaves them.
    pub(crate) fn resume(&mut self, frame: Object) {
        // SAFETY: `stopped` made the frame.
        let slots = unsafe { Object::at(frame.word(SLOTS)) };
        self.vproc.save_cont = frame.word(word::LINK);
        self.vproc.save_clos = frame.word(STOPPED);
        for (i, slot) in self.vproc.save_ints.iter_mut().enumerate() {
            *slot = slots.word(word::FIELDS + i);
        }
        for (i, slot) in self.vproc.save_floats.iter_mut().enumerate() {
            *slot = f64::from_bits(slots.word(word::FIELDS + INT_SLOTS + i));
        }
    }

    /// Sets the function that is called when it is somebody else's turn.
    pub(crate) fn turns_by(&mut self, function: u64) {
        self.local.turns = function;
    }

    /// Has it called every so many nanoseconds, or never for 0.
    pub(crate) fn turns_every(&mut self, nanos: u64) {
        let processor = (&raw mut *self.vproc).cast::<Processor>();
        let clock = &mut self.local.clock;
        if clock.as_ref().is_some_and(|clock| !clock.is_here()) {
            *clock = None;
        }
        clock.get_or_insert_with(|| Box::new(Clock::new(processor))).every(nanos);
    }
}

/// What asks a processor for turns at regular times. A trait, so that only programs that ask for
/// turns have the code of [`Clock`], and with it that of threads.
pub(crate) trait Ticks {
    /// True if it is of this process.
    fn is_here(&self) -> bool;
    /// Has it ask every so many nanoseconds, or never for 0.
    fn every(&self, nanos: u64);
    /// The processor has served what was asked of it.
    fn heard(&self);
}

/// A thread that asks a processor for turns at regular times. It sleeps while it has none to ask,
/// and while the processor does not hear it, as it waits for the system.
struct Clock {
    state: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    /// The process that has the thread: a child of it that was forked has not.
    process: u32,
}

#[derive(Default)]
struct Shared {
    beat: Mutex<Beat>,
    changed: Condvar,
    /// The clock sleeps until the processor has served its last request.
    unheard: AtomicBool,
}

#[derive(Default)]
struct Beat {
    nanos: u64,
    ended: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Beat> {
        self.beat.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The address of a processor, for another thread.
struct Asked(*const Processor);

// SAFETY: the other thread uses atomic fields only.
unsafe impl Send for Asked {}

impl Clock {
    fn new(processor: *const Processor) -> Clock {
        let state: Arc<Shared> = Arc::default();
        let (shared, asked) = (state.clone(), Asked(processor));
        let run = move || beat(&shared, &asked);
        // Without the thread that the system does not grant, the program's threads take turns
        // where they wait for each other.
        let thread = without_signals(|| Builder::new().name("kont-clock".into()).spawn(run).ok());
        Clock { state, thread, process: std::process::id() }
    }
}

impl Ticks for Clock {
    fn is_here(&self) -> bool {
        self.process == std::process::id()
    }

    fn every(&self, nanos: u64) {
        self.state.lock().nanos = nanos;
        self.state.changed.notify_one();
    }

    fn heard(&self) {
        if self.state.unheard.load(SeqCst) && self.is_here() {
            // With the lock, so that the clock sleeps already or does not begin to.
            let _beat = self.state.lock();
            self.state.unheard.store(false, SeqCst);
            self.state.changed.notify_one();
        }
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        if !self.is_here() {
            // There is nobody to end, and nobody to wait for.
            std::mem::forget(self.thread.take());
            return;
        }
        self.state.lock().ended = true;
        self.state.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // It cannot have panicked: it only waits and stores.
            let _ = thread.join();
        }
    }
}

/// What the thread does, until the clock is dropped.
fn beat(shared: &Shared, asked: &Asked) {
    let mut now = shared.lock();
    while !now.ended {
        now = if now.nanos == 0 || shared.unheard.load(SeqCst) {
            shared.changed.wait(now).unwrap_or_else(PoisonError::into_inner)
        } else {
            let time = Duration::from_nanos(now.nanos);
            let (now, waited) =
                shared.changed.wait_timeout(now, time).unwrap_or_else(PoisonError::into_inner);
            if waited.timed_out() && now.nanos != 0 && !now.ended {
                // SAFETY: the clock is dropped before its processor is; both fields are atomic.
                let (requests, limit) =
                    unsafe { (&(*asked.0).local.requests, &(*asked.0).vproc.limit) };
                if requests.ask(limit, Request::TURN).has(Request::TURN) {
                    shared.unheard.store(true, SeqCst);
                    // It may have been served just before that.
                    if !requests.pending().has(Request::TURN) {
                        shared.unheard.store(false, SeqCst);
                    }
                }
            }
            now
        };
    }
}

/// Runs a function while this thread takes no signals, so that a thread that it starts never does.
fn without_signals<T>(run: impl FnOnce() -> T) -> T {
    // SAFETY: the sets outlive the calls.
    unsafe {
        let mut all = std::mem::zeroed();
        let mut before = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let result = run();
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        result
    }
}
