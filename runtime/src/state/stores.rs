//! The room into which compiled code writes the slots that it records.

use crate::object::Slot;
use abi::{VProc, WORD};

/// Slots that compiled code records before it calls the runtime.
const ROOM: usize = 512;

/// Room for recorded slots; [`VProc::stores`] says how much of it is used.
pub(crate) struct Stores {
    room: Box<[u64]>,
}

impl Default for Stores {
    fn default() -> Stores {
        Stores { room: vec![0; ROOM].into_boxed_slice() }
    }
}

impl Stores {
    /// Gives compiled code all of the room.
    pub(super) fn open(&mut self, vproc: &mut VProc) {
        vproc.stores = self.room.as_mut_ptr() as u64;
        vproc.stores_end = vproc.stores + (ROOM * WORD) as u64;
    }

    /// Moves what was recorded to the slots that are remembered. A slot that was set many times in
    /// a row is one.
    pub(crate) fn take(&mut self, vproc: &mut VProc, slots: &mut Vec<Slot>) {
        let used = (vproc.stores - self.room.as_ptr() as u64) as usize / WORD;
        let recorded = self.room[..used].chunk_by(|one, next| one == next).map(|same| same[0]);
        // SAFETY: compiled code records slots of objects, which stay until they are collected.
        slots.extend(recorded.map(|address| unsafe { Slot::at(address) }));
        self.open(vproc);
    }
}
