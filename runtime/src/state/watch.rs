//! A look at what runs, now and then, by an embedder that may put other code in its place.
//!
//! Whoever wants to know asks a processor, from any thread ([`Watched::ask`]). At its next safe
//! point the processor has the watcher look at the code that it runs and at the code of the frames
//! around it. No managed code runs meanwhile, so that its machine code may be changed.

use super::{Processor, Request, State};
use crate::cont::frame::{Stopped, codes};
use crate::units::{Imports, UnitId, Units};
use abi::{Unit, VProc};

/// A watcher: it is given code addresses, what runs first, and the units.
pub type Watcher = Box<dyn FnMut(&[u64], &mut Known<'_>)>;

/// The most frames that a watcher is told of.
const MOST: usize = 16;

/// The units that a runtime knows.
pub struct Known<'u>(&'u mut Units);

impl Known<'_> {
    /// Makes a unit known whose code takes the place of another's. It stays as long as the other
    /// does, and the other as long as it.
    ///
    /// # Safety
    /// The unit and all it points to stay valid until it is removed.
    ///
    /// # Errors
    /// If the unit is of another version.
    pub unsafe fn replace(&mut self, old: UnitId, unit: *const Unit) -> Result<UnitId, String> {
        let mut imports = Imports { always: vec![old], by_entry: Vec::new() };
        if let Some(known) = self.0.get(old) {
            imports.always.extend(&known.imports.always);
            imports.always.extend(&known.imports.by_entry);
        }
        // SAFETY: by the contract.
        let new = unsafe { self.0.register(unit, imports) }?;
        if let Some(known) = self.0.get_mut(new) {
            (known.held, known.to_run) = (false, false);
        }
        if let Some(known) = self.0.get_mut(old) {
            known.imports.always.push(new);
        }
        Ok(new)
    }
}

/// A processor that is watched, for other threads.
#[derive(Clone, Copy)]
pub struct Watched(*const Processor);

// SAFETY: other threads use atomic fields only.
unsafe impl Send for Watched {}

impl Watched {
    /// # Safety
    /// The vproc is one that a runtime made.
    pub(crate) unsafe fn new(vproc: *mut VProc) -> Watched {
        Watched(vproc.cast())
    }

    /// Asks for a look at the next safe point.
    ///
    /// # Safety
    /// The runtime has not been dropped.
    pub unsafe fn ask(self) {
        // SAFETY: by the contract; both fields are atomic.
        unsafe { (*self.0).local.requests.ask(&(*self.0).vproc.limit, Request::LOOK) };
    }
}

impl State {
    /// Has the watcher look at a processor, which is at a safe point.
    pub(super) fn look(&mut self, here: usize) {
        let Some(mut watcher) = self.shared.watcher.take() else { return };
        let Processor { vproc, local } = self.processors.get_mut(here);
        let stopped = Stopped::at(&local.frames, vproc);
        let around = codes(&local.frames, stopped.continuation).take(MOST).map(|(code, _)| code);
        let codes: Vec<u64> = stopped.code.into_iter().chain(around).collect();
        watcher(&codes, &mut Known(&mut self.shared.units));
        self.shared.watcher = Some(watcher);
    }
}
