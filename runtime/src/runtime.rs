//! The runtime as its embedder sees it: make one, register units, run them.

use crate::collect::Statistics;
use crate::compiler::Compiler;
use crate::config::Config;
use crate::cont::Word;
use crate::report::Report;
use crate::sanity;
use crate::state::{self, Cx, Ending, Processor, State, Watched, Watcher};
use crate::units::{Imports, UnitId};
use abi::{Unit, VProc};
use host::Host;
use host::interrupt::{self, Notice};
use host::show::{Description, Look};
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

/// The ending of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It came to its end.
    Done,
    /// With this exit code: an exception that nobody handled was reported, or output could not be
    /// written.
    Failed(i32),
    /// The heap had no room, which was reported.
    Exhausted,
    /// By SIGINT, which was reported.
    Interrupted,
    /// By the operation `program.leave`, with a wish to the session: [`Runtime::wish`]; or by
    /// `program.step`, without one.
    Left,
}

/// The declaration of a session that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Its number.
    pub number: i64,
    /// True if the unit ends before the next one.
    pub ends: bool,
}

/// A word that the runtime keeps alive and up to date; see [`Runtime::keep`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handle(usize);

impl Runtime {
    /// Makes a runtime with one vproc.
    pub fn new(config: Config, host: Box<dyn Host>) -> Result<Runtime, String> {
        Runtime::with_processors(config, host, 1)
    }

    /// Makes a runtime with so many vprocs, which one thread drives: nothing here is locked.
    pub fn with_processors(
        config: Config,
        host: Box<dyn Host>,
        count: usize,
    ) -> Result<Runtime, String> {
        Ok(Runtime { state: State::new(config, host, count)? })
    }

    /// Makes a unit known: its global cells are roots, its positions name code.
    ///
    /// # Safety
    /// The unit and all it points to stay valid until the unit is removed or the runtime dropped.
    pub unsafe fn register(&mut self, unit: *const Unit) -> Result<UnitId, String> {
        // SAFETY: by the contract.
        unsafe { self.register_importing(unit, Imports::default()) }
    }

    /// The same for a unit whose code names code or data of these others.
    ///
    /// # Safety
    /// As for [`Runtime::register`].
    pub unsafe fn register_importing(
        &mut self,
        unit: *const Unit,
        imports: Imports,
    ) -> Result<UnitId, String> {
        // SAFETY: by the contract.
        unsafe { self.state_mut().shared.units.register(unit, imports) }
    }

    /// Forgets a unit: its cells are no roots any more, and its memory may be given back.
    ///
    /// # Safety
    /// No object, cell or other unit refers to it, and nothing runs.
    pub unsafe fn remove_unit(&mut self, unit: UnitId) {
        self.state_mut().remove_unit(unit);
    }

    /// From now on nobody runs this unit: what only its entry names need not stay for it, unless
    /// something reaches code of the entry.
    pub fn unit_has_run(&mut self, unit: UnitId) {
        if let Some(known) = self.state_mut().shared.units.get_mut(unit) {
            known.to_run = false;
        }
    }

    /// From now on nobody runs this unit, or compiles one that names its code or data. It goes with
    /// the next [`Runtime::collect_units`] that finds that nothing reaches it.
    pub fn release_unit(&mut self, unit: UnitId) {
        if let Some(known) = self.state_mut().shared.units.get_mut(unit) {
            (known.held, known.to_run) = (false, false);
        }
    }

    /// Collects everything, and removes the released units that nothing reaches: no object, no handle,
    /// and no unit that stays. Gives them; their memory may be given back. Nothing runs.
    pub fn collect_units(&mut self) -> Vec<UnitId> {
        let state = self.state_mut();
        state.processors.iter_mut().for_each(Processor::rest);
        let gone = state.collect_units();
        state.shared.schedule.exhausted = false;
        gone
    }

    /// Runs the entry of a registered unit, and gives the exit code: 0, or 1
    /// after an exception that nobody handled. An exhausted heap ends the process.
    ///
    /// # Safety
    /// The unit is registered and its code is what its tables say.
    pub unsafe fn run_unit(&mut self, unit: *const Unit) -> i32 {
        // SAFETY: by the contract.
        unsafe { self.enter(unit) }
    }

    /// Runs the entry of a registered unit, and says how it ended. The process goes on in any
    /// case, and the runtime can run further units: an exhausted heap or an interrupt ends the unit
    /// alone. After an interrupt, [`Runtime::catch_interrupts`] must be called again.
    ///
    /// # Safety
    /// As for [`Runtime::run_unit`].
    pub unsafe fn survive_unit(&mut self, unit: *const Unit) -> Outcome {
        self.state_mut().shared.heap.lenient = true;
        // SAFETY: by the contract.
        let code = unsafe { self.enter(unit) };
        let shared = &mut self.state_mut().shared;
        shared.heap.lenient = false;
        match shared.ended.take() {
            None if code == 0 => Outcome::Done,
            None => Outcome::Failed(code),
            Some(Ending::Exhausted(_)) => Outcome::Exhausted,
            Some(Ending::Left) => Outcome::Left,
            Some(Ending::Interrupted) => {
                interrupt::settle();
                Outcome::Interrupted
            }
        }
    }

    /// # Safety
    /// As for [`Runtime::run_unit`].
    unsafe fn enter(&mut self, unit: *const Unit) -> i32 {
        let vproc = self.vproc();
        // The frames that a run ends in are those of its unit, which may be gone before the next.
        self.state_mut().processors.get_mut(0).rest();
        // SAFETY: nothing runs on the vproc yet.
        let cx = unsafe { Cx::new(vproc) };
        cx.shared.exit_code = 0;
        cx.shared.start.get_or_insert_with(Instant::now);
        cx.local.stack = crate::stack::here();
        // SAFETY: by the contract.
        cx.local.resume = unsafe { (*unit).resume } as u64;
        // SAFETY: by the contract.
        let (frames, barrier) = unsafe { ((*unit).frames, (*unit).barrier as u64) };
        if frames != 0
            && let Err(error) = cx.local.frames.open(cx.vproc, barrier, cx.shared.heap.max)
        {
            crate::fatal::no_memory(&error);
        }
        // SAFETY: by the contract. No reference to the state is held meanwhile.
        unsafe {
            if !(*unit).entry.is_null() {
                ((*unit).enter)(vproc, (*unit).entry);
                self.interrupted((*unit).enter);
            }
        }
        self.state_mut().end_if_interrupted();
        self.state_mut().processors.get_mut(0).rest();
        let shared = &mut self.state_mut().shared;
        let code = shared.finish(shared.exit_code);
        if shared.host.is_child() {
            crate::process::exit(code);
        }
        code
    }

    /// If the program was interrupted where it waited for the system, has it do what is to be done
    /// at its end.
    ///
    /// # Safety
    /// The function is that of a registered unit, which has run.
    unsafe fn interrupted(&mut self, enter: unsafe extern "C" fn(*mut VProc, *const u64)) {
        let Processor { vproc, local } = self.state_mut().processors.get_mut(0);
        if local.interrupted.is_some() && interrupt::asked() {
            interrupt::heed();
            // The function begins with the outermost handler.
            vproc.handler = 0;
            let (vproc, function) = (&raw mut *vproc, local.turns as *const u64);
            // SAFETY: by the contract; the function is one of the program's.
            unsafe { enter(vproc, function) };
        }
    }

    /// Gives the program a compiler for what it evaluates.
    ///
    /// # Safety
    /// What the compiler gives is as it says, and stays until the runtime is dropped.
    pub unsafe fn set_compiler(&mut self, compiler: Compiler) {
        self.state_mut().shared.compiler = Some(compiler);
    }

    /// Gives what runs a watcher, or takes it away; and a way to have it look.
    ///
    /// # Safety
    /// What the watcher does to code leaves every entry with the same meaning.
    pub unsafe fn watch(&mut self, watcher: Option<Watcher>) -> Watched {
        self.state_mut().shared.watcher = watcher;
        // SAFETY: the vproc is that of this runtime.
        unsafe { Watched::new(self.vproc()) }
    }

    /// From now on SIGINT ends what this thread runs at its next safe point, or where it waits
    /// for the system, with a report of where that was. What the program wants done at its end, by
    /// the function of `preempt.by`, is done before that. For one runtime of a process.
    pub fn catch_interrupts(&self) {
        // SAFETY: the notice is given the vproc, which lives until `drop`.
        let tell = |vproc: *mut ()| unsafe { state::signal(vproc.cast()) };
        // SAFETY: as above; what is called is two stores to atomic words.
        unsafe { interrupt::catch(Some(Notice { tell, to: self.vproc().cast() })) };
    }

    /// The wish with which the last unit has left.
    pub fn wish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.state_mut().shared.wish)
    }

    /// The declaration that runs, as `program.step` has said.
    pub fn step(&mut self) -> &mut Step {
        &mut self.state_mut().shared.step
    }

    /// From now on, what is to be said of units that have not come to their end is not printed:
    /// [`Runtime::reports`] gives it.
    pub fn keep_reports(&mut self) {
        self.state_mut().shared.reports.get_or_insert_default();
    }

    /// What was to be said since the last time.
    pub fn reports(&mut self) -> Vec<Report> {
        self.state_mut().shared.reports.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The vprocs, as compiled code gets them.
    pub fn vprocs(&self) -> Vec<*mut VProc> {
        self.state().processors.vprocs().collect()
    }

    /// The vproc that units are run on.
    pub fn vproc(&self) -> *mut VProc {
        self.vprocs()[0]
    }

    /// Keeps an object alive, or any word a traced slot may hold.
    pub fn keep(&mut self, word: u64) -> Handle {
        Handle(self.state_mut().shared.handles.add(word))
    }

    /// The word now: the object may have moved.
    pub fn kept(&self, handle: Handle) -> u64 {
        self.state().shared.handles.words[handle.0]
    }

    /// Forgets a kept word.
    pub fn release(&mut self, handle: Handle) {
        self.state_mut().shared.handles.remove(handle.0);
    }

    /// A value as an interactive session answers it; there may be none of a type with one value.
    ///
    /// # Safety
    /// The word is a value of the described type, and nothing runs.
    pub unsafe fn shown(
        &self,
        word: Option<u64>,
        description: &Description,
        look: &Look<'_>,
    ) -> Option<Vec<u8>> {
        host::show::answer(description, word.map(Word).as_ref(), look)
    }

    /// The host that was given to [`Runtime::new`].
    pub fn host(&mut self) -> &mut dyn Host {
        &mut *self.state_mut().shared.host
    }

    /// The counters of the collector's work so far.
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
        // SAFETY: it was leaked by `State::new`, and nobody runs on it any more.
        drop(unsafe { Box::from_raw(self.state.as_ptr()) });
    }
}
