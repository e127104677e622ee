//! The two words before every managed function's entry.
//!
//! ```text
//! code - 16   bits 0..31 index in the unit's position table; bits 32..60 roots at its heap check;
//!             bit 61 set for a poll; bit 62 set for a handler; bit 63 set if the code runs with the
//!             unit's entry only
//! code - 8    layout of the closure or frame whose word 0 is this code
//! code        entry, 16-aligned on x86-64
//! ```

use crate::WORD;

/// The treatment of a word of a closure or frame by the collector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum FieldKind {
    /// Not traced.
    Raw = 0,
    /// An ordinary traced slot.
    Ref = 1,
    /// A continuation: the link of a frame, or a saved handler.
    Cont = 2,
}

/// Most words after word 0 of a closure or frame; `lower` moves the rest into a record.
pub const LAYOUT_FIELDS: usize = 24;

/// Most words after word 0 of a frame on a stack.
pub const STACK_FIELDS: usize = 56;

/// Most parameters of a function that is an `any` as it is.
pub const MOST_ANYS: usize = 254;

/// Layout of a closure or frame: bits 0..7 the number of words after word 0, bits 8..15
/// one more than the number of parameters of a function of `any`s ([`Layout::with_anys`]), then two bits a word. A frame on
/// a stack has one bit a word from bit 8 on, which is set if the collector traces the word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout(pub u64);

impl Layout {
    /// The layout of an object with these words after word 0.
    ///
    /// # Panics
    /// Panics with more than [`LAYOUT_FIELDS`] fields.
    pub fn new(fields: &[FieldKind]) -> Layout {
        assert!(fields.len() <= LAYOUT_FIELDS, "layout of {} fields", fields.len());
        let mut bits = fields.len() as u64;
        for (i, field) in fields.iter().enumerate() {
            bits |= (*field as u64) << (16 + 2 * i);
        }
        Layout(bits)
    }

    /// The layout of a frame on a stack, whose traced words after word 0 are these.
    ///
    /// # Panics
    /// Panics with more than [`STACK_FIELDS`] fields.
    pub fn on_stack(traced: &[bool]) -> Layout {
        assert!(traced.len() <= STACK_FIELDS, "frame of {} fields", traced.len());
        let bit = |(i, traced): (usize, &bool)| u64::from(*traced) << (8 + i);
        Layout(traced.len() as u64 | traced.iter().enumerate().map(bit).sum::<u64>())
    }

    /// True if the collector traces the word at index `i` of a frame on a stack.
    pub const fn is_traced_on_stack(self, i: usize) -> bool {
        self.0 >> (8 + i) & 1 == 1
    }

    /// The layout of a function that takes so many `any`s and gives one: a closure of it is an
    /// `any` as it is.
    ///
    /// # Panics
    /// Panics with more than [`MOST_ANYS`].
    pub fn with_anys(self, count: usize) -> Layout {
        assert!(count <= MOST_ANYS, "{count} parameters");
        Layout(self.0 | Layout::anys(count) << (8 * Layout::ANYS_BYTE))
    }

    /// The byte of the layout that says how many `any`s a function takes; 0 for all other code.
    pub const ANYS_BYTE: u64 = 1;

    /// That byte of a function of so many `any`s.
    pub const fn anys(count: usize) -> u64 {
        count as u64 + 1
    }

    /// The address of the layout that stands before an entry.
    pub const fn address(code: u64) -> u64 {
        code - WORD as u64
    }

    /// Words after word 0.
    pub const fn len(self) -> usize {
        (self.0 & 0xff) as usize
    }

    /// True if there are no words after word 0.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The kind of the word at index `i` (0 is the first after word 0).
    pub const fn field(self, i: usize) -> FieldKind {
        match self.0 >> (16 + 2 * i) & 3 {
            0 => FieldKind::Raw,
            1 => FieldKind::Ref,
            _ => FieldKind::Cont,
        }
    }
}

/// The word at `code - 16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeInfo(pub u64);

/// In the roots of [`CodeInfo`]: the continuation slot is live. Bits 0..6 are the integer slots.
pub const ROOT_CONT: u32 = 1 << 7;

impl CodeInfo {
    /// Position index and roots: bit i for integer slot i, [`ROOT_CONT`] for slot 2.
    /// The closure slot is always a root.
    pub const fn new(position: u32, roots: u32) -> CodeInfo {
        CodeInfo(position as u64 | (roots as u64) << 32)
    }

    /// The same, of code that runs with the unit's entry only: no function that the unit exports, and
    /// no closure that it makes, leads to it.
    pub const fn of_entry(self) -> CodeInfo {
        CodeInfo(self.0 | CodeInfo::OF_ENTRY)
    }

    const OF_ENTRY: u64 = 1 << 63;

    /// The same, of a continuation that is installed as a handler. Where frames are on a stack, those
    /// of handlers lie between others, and are not what a backtrace shows.
    pub const fn of_handler(self) -> CodeInfo {
        CodeInfo(self.0 | CodeInfo::OF_HANDLER)
    }

    const OF_HANDLER: u64 = 1 << 62;

    /// True if the code is a continuation that is installed as a handler.
    pub const fn is_of_handler(self) -> bool {
        self.0 & CodeInfo::OF_HANDLER != 0
    }

    /// What stands before the word that the frame of a poll has in place of code: it holds the
    /// variables of code which polls while the runtime is at work, and is gone after that. The word
    /// itself is the code of the cluster.
    pub const OF_POLL: CodeInfo = CodeInfo(1 << 61 | (ROOT_CONT as u64) << 32);

    /// True if this is [`CodeInfo::OF_POLL`].
    pub const fn is_of_poll(self) -> bool {
        self.0 == CodeInfo::OF_POLL.0
    }

    /// True if the code runs with the unit's entry only.
    pub const fn is_of_entry(self) -> bool {
        self.0 & CodeInfo::OF_ENTRY != 0
    }

    /// The address of the word that stands before the layout of an entry.
    pub const fn address(code: u64) -> u64 {
        Layout::address(code) - WORD as u64
    }

    /// Index in the unit's position table.
    pub const fn position(self) -> u32 {
        self.0 as u32
    }

    /// The slots that are roots at the entry's heap check, as a bit mask.
    pub const fn roots(self) -> u32 {
        (self.0 >> 32) as u32 & ((1 << 29) - 1)
    }
}
