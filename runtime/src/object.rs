//! Reading an object by its word 0: the only code that knows how big an object
//! is and which of its words are traced; for frames and closures it asks `cont::frame`.

use crate::cont::frame;
use abi::{Elem, Header, Layout, ObjectKind, WORD, field_offset, word};

/// The address of a word that may hold a reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Slot(u64);

impl Slot {
    /// The slot at an address.
    ///
    /// # Safety
    /// The word there stays readable and writable while the slot is used.
    pub(crate) unsafe fn at(address: u64) -> Slot {
        Slot(address)
    }

    pub(crate) fn address(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn get(self) -> u64 {
        // SAFETY: by the contract of `at`.
        unsafe { *(self.0 as *const u64) }
    }

    #[inline(always)]
    pub(crate) fn set(self, word: u64) {
        // SAFETY: by the contract of `at`.
        unsafe { *(self.0 as *mut u64) = word }
    }
}

/// An object, by its address. It may lie in the heap or in static data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Object(u64);

/// The shape of an object, as word 0 says.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// A data object.
    Data(Header),
    /// A closure or frame.
    Code(Layout),
}

impl Object {
    /// The object at an address.
    ///
    /// # Safety
    /// A whole object is there, and stays while the value is used; or there is
    /// room for one and only `set` is used until it is whole.
    #[inline(always)]
    pub(crate) unsafe fn at(address: u64) -> Object {
        Object(address)
    }

    #[inline(always)]
    pub(crate) fn address(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn word(self, index: usize) -> u64 {
        self.slot(index).get()
    }

    #[inline(always)]
    pub(crate) fn set(self, index: usize, word: u64) {
        self.slot(index).set(word);
    }

    #[inline(always)]
    pub(crate) fn slot(self, index: usize) -> Slot {
        Slot(self.0 + (index * WORD) as u64)
    }

    /// Word 0 as a header, which it is for every object but closures and frames.
    #[inline(always)]
    pub(crate) fn header(self) -> Header {
        Header(self.word(0))
    }

    /// From now on the write barrier takes the object for one outside the nursery, with nothing
    /// recorded of it. Word 0 of a closure or frame, which is even, stays as it is.
    #[inline(always)]
    pub(crate) fn grow_old(self) {
        let word = self.word(0);
        self.set(0, word | ((word & 1) * Header::OLD));
    }

    /// The shape that word 0 says, if the object was not forwarded.
    #[inline(always)]
    pub(crate) fn shape(self) -> Shape {
        let word = self.word(0);
        if word & 1 == 1 { Shape::Data(Header(word)) } else { Shape::Code(frame::layout(word)) }
    }

    /// Words of the whole object.
    #[inline(always)]
    pub(crate) fn words(self) -> usize {
        match self.shape() {
            Shape::Data(header) => data_words(self, header),
            Shape::Code(layout) => frame::words(layout),
        }
    }

    /// Calls `visit` on each traced slot. A weak reference has none.
    #[inline(always)]
    pub(crate) fn slots(self, visit: impl FnMut(Slot)) {
        match self.shape() {
            Shape::Data(header) => self.data_slots(header, visit),
            Shape::Code(layout) => frame::slots(self, layout, visit),
        }
    }

    /// The slot that goes on to the next cell, if this looks like a cell of a list: the last
    /// traced slot of a small record whose first does not refer to such a record, too.
    #[inline(always)]
    pub(crate) fn next_cell(self, header: Header) -> Option<Slot> {
        if header.kind() != Some(ObjectKind::Record) {
            return None;
        }
        let mask = header.record_mask();
        let last = mask.checked_ilog2()? as usize;
        let first = self.word(word::FIELDS + mask.trailing_zeros() as usize);
        let is_tree =
            mask.count_ones() > 1 && first & 1 == 0 && Object(first).header().is_like(header);
        (!is_tree).then(|| self.slot(word::FIELDS + last))
    }

    #[inline(always)]
    fn data_slots(self, header: Header, mut visit: impl FnMut(Slot)) {
        match header.kind() {
            Some(ObjectKind::Record) => {
                let mut mask = header.record_mask();
                while mask != 0 {
                    visit(self.slot(word::FIELDS + mask.trailing_zeros() as usize));
                    mask &= mask - 1;
                }
            }
            Some(ObjectKind::BigRecord) => self.big_record_slots(header.record_len(), &mut visit),
            Some(ObjectKind::Array) => {
                self.array_slots(header.elem(), 0, self.word(word::LENGTH) as usize, visit)
            }
            Some(ObjectKind::AnyBox) => visit(self.slot(word::ANY)),
            Some(ObjectKind::Capture) => {
                visit(self.slot(word::CAPTURED));
                visit(self.slot(word::HANDLER));
            }
            Some(
                ObjectKind::Str
                | ObjectKind::Big
                | ObjectKind::Weak
                | ObjectKind::Box
                | ObjectKind::Filler,
            )
            | None => {}
        }
    }

    fn big_record_slots(self, len: usize, visit: &mut impl FnMut(Slot)) {
        let first = field_offset(len);
        for i in 0..len {
            if self.word(word::MASKS + i / 64) >> (i % 64) & 1 == 1 {
                visit(self.slot(first + i));
            }
        }
    }

    /// Calls `visit` on each traced slot of the elements `start..end` of an array.
    #[inline(always)]
    pub(crate) fn array_slots(
        self,
        elem: Elem,
        start: usize,
        end: usize,
        mut visit: impl FnMut(Slot),
    ) {
        match elem {
            Elem::Raw(_) => {}
            Elem::Ref => {
                for i in start..end {
                    visit(self.slot(word::ELEMENTS + i));
                }
            }
            Elem::Mixed { words, mask } => {
                for i in start..end {
                    for j in (0..words as usize).filter(|j| mask >> j & 1 == 1) {
                        visit(self.slot(word::ELEMENTS + i * words as usize + j));
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn data_words(object: Object, header: Header) -> usize {
    match header.kind() {
        // A small record is nearly every object; it has no word 1 to read if it is empty.
        Some(ObjectKind::Record) => 1 + header.record_len() + (header.hash_state() == 2) as usize,
        _ => header.object_words(object.word(word::LENGTH)),
    }
}
