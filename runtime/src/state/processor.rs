//! Virtual processors: what each has for itself.

use super::stores::Stores;
use super::turns::Ticks;
use super::{Call, Ending, Requests};
use crate::collect::roots::Remembered;
use crate::cont::Stack;
use crate::heap::Range;
use abi::{RESERVE, VProc};
use std::ptr::NonNull;

/// A virtual processor. Compiled code has the address of the vproc, which is the first field, so
/// that it is also the address of the processor.
#[repr(C)]
pub(crate) struct Processor {
    pub(crate) vproc: VProc,
    pub(crate) local: Local,
}

/// The part of a processor that compiled code does not see.
#[derive(Default)]
pub(crate) struct Local {
    pub(crate) requests: Requests,
    pub(crate) call: Call,
    /// The limit while nothing is asked: the nursery is full, or a collection is due.
    pub(crate) full: u64,
    /// The nursery in which the processor allocates.
    pub(crate) nursery: Range,
    /// Up to where a runtime function may allocate in the nursery: compiled code that passed its
    /// check may allocate up to [`RESERVE`] bytes more.
    pub(crate) nursery_limit: u64,
    /// The changes that the processor made to the old generation since the last collection.
    pub(crate) remembered: Remembered,
    /// The room for slots that compiled code records.
    pub(crate) stores: Stores,
    /// The frames, if they are on a stack.
    pub(crate) frames: Stack,
    /// Bytes allocated outside the nursery since the last collection.
    pub(crate) direct: usize,
    /// Collections in a row that found the processor's nursery empty.
    pub(crate) idle: u32,
    /// The stack pointer when compiled code was entered; 0 if it was not.
    pub(crate) stack: usize,
    /// The code of frames that keep slots; see [`abi::Unit::resume`].
    pub(crate) resume: u64,
    /// The function that is called when it is somebody else's turn; 0 for none.
    pub(crate) turns: u64,
    /// Checks so far, under [`crate::Config::turns`].
    pub(crate) checks: u64,
    /// What asks for turns at regular times.
    pub(crate) clock: Option<Box<dyn Ticks>>,
    /// Why the program ends, from where it is known until the outermost handler reports it.
    pub(crate) ending: Option<Ending>,
    /// The place where the program was when it was interrupted, while it does what is to be done at
    /// its end.
    pub(crate) interrupted: Option<Vec<String>>,
    /// The place where the program was, if that was known before the outermost handler was entered.
    pub(crate) abandoned: Option<Vec<String>>,
}

impl Processor {
    /// Gives the processor an empty nursery.
    pub(crate) fn set_nursery(&mut self, nursery: Range) {
        self.local.nursery = nursery;
        self.local.nursery_limit = nursery.base + nursery.bytes - RESERVE as u64;
        self.vproc.alloc = nursery.base;
    }

    /// Forgets what ran: the slots hold nothing, and a raise would find no handler.
    pub(crate) fn rest(&mut self) {
        let vproc = &mut self.vproc;
        (vproc.handler, vproc.outermost, vproc.exn) = (0, 0, 0);
        (vproc.save_clos, vproc.save_cont) = (0, 0);
        self.local.frames.close(vproc);
        self.local.call = Call::None;
        self.local.ending = None;
        self.local.interrupted = None;
        self.local.abandoned = None;
    }

    /// Bytes allocated in the nursery since the last collection.
    pub(crate) fn nursery_used(&self) -> usize {
        (self.vproc.alloc - self.local.nursery.base) as usize
    }

    /// Bytes allocated since the last collection.
    pub(crate) fn allocated(&self) -> usize {
        self.nursery_used() + self.local.direct
    }
}

/// All processors of a runtime.
pub(crate) struct Processors {
    /// Boxes that compiled code also points to, hence raw.
    all: Vec<NonNull<Processor>>,
}

impl Processors {
    /// Makes so many, none of which has a nursery yet.
    pub(crate) fn new(count: usize) -> Processors {
        let new = || {
            // SAFETY: every field of a vproc is a number, for which zero is a value.
            let mut vproc: VProc = unsafe { std::mem::zeroed() };
            let mut local = Local::default();
            local.stores.open(&mut vproc);
            NonNull::from(Box::leak(Box::new(Processor { vproc, local })))
        };
        Processors { all: (0..count).map(|_| new()).collect() }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Processor> {
        // SAFETY: the boxes live as long as `self`. Who has the whole state has stopped what runs
        // on them.
        self.all.iter().map(|processor| unsafe { processor.as_ref() })
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Processor> {
        // SAFETY: as above; the boxes are different ones.
        self.all.iter_mut().map(|processor| unsafe { processor.as_mut() })
    }

    /// The number of the processor that a vproc belongs to.
    pub(crate) fn number_of(&self, vproc: *mut VProc) -> usize {
        // A runtime serves its own vprocs only.
        self.vprocs().take_while(|each| *each != vproc).count()
    }

    /// The processor with this number.
    pub(crate) fn get_mut(&mut self, number: usize) -> &mut Processor {
        // SAFETY: as in `iter`.
        unsafe { self.all[number].as_mut() }
    }

    /// The vprocs, as compiled code gets them. A pointer reaches the whole processor.
    pub(crate) fn vprocs(&self) -> impl Iterator<Item = *mut VProc> {
        self.all.iter().map(|processor| processor.as_ptr().cast())
    }
}

impl Drop for Processors {
    fn drop(&mut self) {
        for processor in &self.all {
            // SAFETY: they were leaked by `new`, and nobody runs on them any more.
            drop(unsafe { Box::from_raw(processor.as_ptr()) });
        }
    }
}
