//! The runtime as its embedder sees it: make one, register units, run them.

use crate::collect::Statistics;
use crate::collect::roots::{Handles, Remembered};
use crate::config::Config;
use crate::cont::Builtins;
use crate::heap::Heap;
use crate::sanity;
use crate::state::State;
use crate::units::Units;
use abi::{Unit, VProc};
use host::{Host, interrupt};
use std::ptr::NonNull;
use std::time::Instant;

/// A runtime: a heap, its vprocs, and the units they run.
///
/// Compiled code reaches the state through its vproc, so this value only holds
/// a pointer to it. Dropping it frees the heap; with [`Config::stats`] it first
/// prints the statistics.
pub struct Runtime {
    state: NonNull<State>,
}

/// A word that the runtime keeps alive and up to date; see [`Runtime::keep`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handle(usize);

impl Runtime {
    /// Makes a runtime with one vproc.
    pub fn new(config: Config, host: Box<dyn Host>) -> Result<Runtime, String> {
        let heap = Heap::new(&config)?;
        // SAFETY: every field of a vproc is a number, for which zero is a value.
        let mut vproc: Box<VProc> = Box::new(unsafe { std::mem::zeroed() });
        let builtins = Builtins::new(&mut vproc);
        let vproc = NonNull::from(Box::leak(vproc));
        let state = Box::new(State {
            config,
            host,
            heap,
            vprocs: vec![vproc],
            remembered: Remembered::default(),
            schedule: Default::default(),
            units: Units::default(),
            handles: Handles::default(),
            builtins,
            stats: Statistics::default(),
            start: None,
            exit_code: 0,
            described: None,
            stack: 0,
            at_safe_point: false,
            ending: None,
        });
        let mut runtime = Runtime { state: NonNull::from(Box::leak(state)) };
        // SAFETY: the vproc was made above.
        unsafe { (*vproc.as_ptr()).runtime = runtime.state.as_ptr() as u64 };
        runtime.state_mut().heap.owner = Some(runtime.state);
        runtime.state_mut().reset(0);
        Ok(runtime)
    }

    /// Makes a unit known: its global cells are roots, its positions name code.
    ///
    /// # Safety
    /// The unit and all it points to stay valid until the runtime is dropped.
    pub unsafe fn register(&mut self, unit: *const Unit) -> Result<(), String> {
        // SAFETY: by the contract.
        unsafe { self.state_mut().units.register(unit) }
    }

    /// Runs the entry of a registered unit, and gives the exit code: 0, or 1
    /// after an exception that nobody handled.
    ///
    /// # Safety
    /// The unit is registered and its code is what its tables say.
    pub unsafe fn run_unit(&mut self, unit: *const Unit) -> i32 {
        self.state_mut().exit_code = 0;
        self.state_mut().start.get_or_insert_with(Instant::now);
        let vproc = self.vproc();
        self.state_mut().stack = crate::stack::here();
        // SAFETY: by the contract. No reference to the state is held meanwhile.
        unsafe {
            if !(*unit).entry.is_null() {
                ((*unit).enter)(vproc, (*unit).entry);
            }
        }
        let code = self.state().exit_code;
        let code = self.state_mut().finish(code);
        if self.state().host.is_child() {
            std::process::exit(code);
        }
        code
    }

    /// From now on SIGINT ends what this thread runs at its next safe point, or where it waits
    /// for the system, with a report of where that was. For one runtime of a process.
    pub fn catch_interrupts(&self) {
        // SAFETY: a limit is a word like any other, and the vproc lives until `drop`.
        unsafe { interrupt::catch((&raw mut (*self.vproc()).limit).cast()) };
    }

    /// The vproc, as compiled code gets it.
    pub fn vproc(&self) -> *mut VProc {
        self.state().vprocs[0].as_ptr()
    }

    /// Keeps an object alive, or any word a traced slot may hold.
    pub fn keep(&mut self, word: u64) -> Handle {
        Handle(self.state_mut().handles.add(word))
    }

    /// The word now: the object may have moved.
    pub fn kept(&self, handle: Handle) -> u64 {
        self.state().handles.words[handle.0]
    }

    /// Forgets a kept word.
    pub fn release(&mut self, handle: Handle) {
        self.state_mut().handles.remove(handle.0);
    }

    /// The host that was given to [`Runtime::new`].
    pub fn host(&mut self) -> &mut dyn Host {
        &mut *self.state_mut().host
    }

    /// What the collector did so far.
    pub fn statistics(&self) -> Statistics {
        self.state().statistics()
    }

    /// Walks the heap; an error says what is wrong with it.
    pub fn check_heap(&mut self) -> Result<(), String> {
        sanity::check(self.state_mut())
    }

    fn state(&self) -> &State {
        // SAFETY: the runtime owns its state; compiled code does not run now.
        unsafe { self.state.as_ref() }
    }

    fn state_mut(&mut self) -> &mut State {
        // SAFETY: as in `state`.
        unsafe { self.state.as_mut() }
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        interrupt::release();
        self.state_mut().print_statistics();
        // SAFETY: both were leaked by `new`, and nobody runs on them any more.
        unsafe {
            for vproc in &self.state.as_ref().vprocs {
                drop(Box::from_raw(vproc.as_ptr()));
            }
            drop(Box::from_raw(self.state.as_ptr()));
        }
    }
}
