//! The header of a data object: word 0, always odd.
//!
//! ```text
//! bit  0       1: data (0: the word is a code address, or a forwarding address)
//! bit  1       0 (with bit 0 clear, 1: forwarded)
//! bits 2..5    kind
//! bits 6..7    0
//! bits 8..23   tag: the constructor of a sum, the class of a box
//! bits 24..60  by kind:
//!   Record     24..31 number of fields (at most 29), 32..60 which fields are traced
//!   BigRecord  24..60 number of fields n; then ceil(n / 64) words of mask, then the fields
//!   Array      24..26 shape of an element; for mixed elements 28..32 words of one
//!              element (at most 28), 33..60 which of them are traced
//!   others     0
//! bits 61..62  identity hash: 0 never asked, 1 it is the address, 2 it is the word after the object
//! bit  63      1: a store into the object is to be recorded
//! ```
//!
//! The bits that change while an object lives stand in the upper half, so that a comparison of the
//! lower one tells what is in an `any`.
//!
//! Strings, arrays and big integers keep their length in word 1.

/// Bit 1 of word 0, with bit 0 clear: the rest is the object's new address.
pub const FORWARDED: u64 = 2;

/// The kind of a data object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum ObjectKind {
    /// Up to [`RECORD_FIELDS`] fields, traced by the mask in the header.
    Record = 0,
    /// Any number of fields; mask words stand between header and fields.
    BigRecord = 1,
    /// An array or vector: `[header, length, elements...]`.
    Array = 2,
    /// A byte string: `[header, byte length, bytes...]`, zero-padded, at least one zero byte.
    Str = 3,
    /// A big integer: `[header, limb count, limbs...]`, tag 1 for negative; canonical (never fits an immediate).
    Big = 4,
    /// A weak reference: `[header, referent]`; the referent is not traced, and becomes [`crate::NULL_IMMEDIATE`] when it dies.
    Weak = 5,
    /// A raw word in an `any`: `[header, word]`; the tag is a [`BoxClass`].
    Box = 6,
    /// A value of any other type in an `any`: `[header, number of the class, value]`.
    AnyBox = 7,
    /// A captured continuation: `[header, continuation, handler]`.
    Capture = 8,
    /// Unused space: `[header, words that follow]`.
    Filler = 9,
}

impl ObjectKind {
    /// The kind with this number.
    pub const fn from_bits(bits: u64) -> Option<ObjectKind> {
        Some(match bits {
            0 => ObjectKind::Record,
            1 => ObjectKind::BigRecord,
            2 => ObjectKind::Array,
            3 => ObjectKind::Str,
            4 => ObjectKind::Big,
            5 => ObjectKind::Weak,
            6 => ObjectKind::Box,
            7 => ObjectKind::AnyBox,
            8 => ObjectKind::Capture,
            9 => ObjectKind::Filler,
            _ => return None,
        })
    }
}

/// The classes of [`ObjectKind::Box`], kept in the tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum BoxClass {
    /// An `i64` that does not fit an immediate.
    I64 = 0,
    /// An `f64`.
    F64 = 1,
    /// An `f32`, in the low half.
    F32 = 2,
}

/// Most fields of a [`ObjectKind::Record`].
pub const RECORD_FIELDS: usize = 29;
/// Most words of one mixed array element.
pub const MIXED_WORDS: usize = 28;
/// Most constructors whose number fits the tag.
pub const MAX_TAG: u64 = 0xffff;

/// The tag of a tuple of `any`s all of which may be set, so that an `any` knows it from one
/// of which none may; that and all other tuples have the tag 0.
pub const MUTABLE_ANYS: u64 = 1;

/// The shape of an array's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Elem {
    /// Raw elements of 1, 2, 4 or 8 bytes, packed; the number is the logarithm of the size.
    Raw(u8),
    /// One traced word.
    Ref,
    /// An unboxed tuple: this many words, of which the mask says which are traced.
    Mixed {
        /// Words of one element.
        words: u8,
        /// Bit i set: word i is traced.
        mask: u32,
    },
}

impl Elem {
    /// Bytes of one element.
    pub const fn bytes(self) -> usize {
        match self {
            Elem::Raw(log) => 1 << log,
            Elem::Ref => 8,
            Elem::Mixed { words, .. } => words as usize * 8,
        }
    }

    const fn bits(self) -> u64 {
        match self {
            Elem::Raw(log) => log as u64,
            Elem::Ref => 4,
            Elem::Mixed { words, mask } => 5 | (words as u64) << 4 | (mask as u64) << 9,
        }
    }

    const fn from_bits(bits: u64) -> Elem {
        match bits & 7 {
            4 => Elem::Ref,
            5 => Elem::Mixed {
                words: (bits >> 4 & 0x1f) as u8,
                mask: (bits >> 9 & 0xfff_ffff) as u32,
            },
            log => Elem::Raw(log as u8),
        }
    }
}

/// A data object's word 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header(pub u64);

impl Header {
    /// The bit at which the kind begins.
    pub const KIND_SHIFT: u64 = 2;
    /// The bits of the kind, once they are shifted.
    pub const KIND_MASK: u64 = 15;
    /// Fields that one word of a mask is about.
    pub const MASK_FIELDS: u64 = 64;
    /// The bit at which the number of fields of a record begins.
    pub const LEN_SHIFT: u64 = 24;
    /// The number of fields of a big record, once it is shifted.
    pub const LEN_MASK: u64 = Header::STEADY >> Header::LEN_SHIFT;
    /// The bit at which the tag begins.
    pub const TAG_SHIFT: u64 = 8;
    /// The byte of word 0 at which the tag begins; it takes two.
    pub const TAG_BYTE: u64 = Header::TAG_SHIFT / 8;
    const fn make(kind: ObjectKind, tag: u64, rest: u64) -> Header {
        Header(1 | (kind as u64) << 2 | tag << 8 | rest << 24)
    }

    /// A record of `len` fields, at most [`RECORD_FIELDS`].
    pub const fn record(tag: u64, len: usize, mask: u32) -> Header {
        Header::make(ObjectKind::Record, tag, len as u64 | (mask as u64) << 8)
    }

    /// A record of any number of fields.
    pub const fn big_record(tag: u64, len: usize) -> Header {
        Header::make(ObjectKind::BigRecord, tag, len as u64)
    }

    /// An array or vector.
    pub const fn array(elem: Elem) -> Header {
        Header::make(ObjectKind::Array, 0, elem.bits())
    }

    /// A byte string.
    pub const STR: Header = Header::make(ObjectKind::Str, 0, 0);
    /// A weak reference.
    pub const WEAK: Header = Header::make(ObjectKind::Weak, 0, 0);
    /// A value in an `any`.
    pub const ANY_BOX: Header = Header::make(ObjectKind::AnyBox, 0, 0);
    /// A captured continuation.
    pub const CAPTURE: Header = Header::make(ObjectKind::Capture, 0, 0);
    /// The origin of an exception: an entry of the position table and a continuation.
    pub const ORIGIN: Header = Header::record(0, 2, 0b10);
    /// The same where frames are on a stack: the position, the frame with which it goes on, the origin
    /// of the same exception before it was raised again, if it was, and an array of the frames before
    /// that: the code of each, and how often it comes.
    pub const ORIGIN_ON_STACK: Header = Header::record(0, 4, 0b1100);
    /// Unused space.
    pub const FILLER: Header = Header::make(ObjectKind::Filler, 0, 0);

    /// A big integer.
    pub const fn big(negative: bool) -> Header {
        Header::make(ObjectKind::Big, negative as u64, 0)
    }

    /// A raw word in an `any`.
    pub const fn boxed(class: BoxClass) -> Header {
        Header::make(ObjectKind::Box, class as u64, 0)
    }

    /// The kind of the object; none if the bits are those of no kind.
    pub const fn kind(self) -> Option<ObjectKind> {
        ObjectKind::from_bits(self.0 >> Header::KIND_SHIFT & Header::KIND_MASK)
    }

    /// The constructor's number, or the class of a box.
    pub const fn tag(self) -> u64 {
        self.0 >> Header::TAG_SHIFT & MAX_TAG
    }

    /// The constructor's number in the header of a record; none in that of another object.
    pub const fn constructor(self) -> Option<u64> {
        match self.kind() {
            Some(ObjectKind::Record | ObjectKind::BigRecord) => Some(self.tag()),
            _ => None,
        }
    }

    /// Fields of a record of either kind.
    pub const fn record_len(self) -> usize {
        match self.kind() {
            Some(ObjectKind::Record) => (self.0 >> 24 & 0xff) as usize,
            _ => (self.0 >> Header::LEN_SHIFT & Header::LEN_MASK) as usize,
        }
    }

    /// The fields of a small record that are traced, as a bit mask.
    pub const fn record_mask(self) -> u32 {
        ((self.0 & Header::STEADY) >> 32) as u32
    }

    /// The shape of an array's elements.
    pub const fn elem(self) -> Elem {
        Elem::from_bits(self.0 >> 24)
    }

    /// The bit by which the write barrier knows objects that a collection has taken out of the
    /// nursery. A record loses it with the first store after a collection, when it is recorded
    /// as a whole, and gets it back from the next; an array keeps it, since its slots are recorded
    /// one by one.
    pub const OLD: u64 = 1 << 63;
    /// The byte of word 0 that has it, in which it is the sign.
    pub const OLD_BYTE: u64 = 7;
    /// The bits that do not change while the object lives.
    pub const STEADY: u64 = !(Header::OLD | Header::HASH_BITS);

    /// True if objects of both headers look the same, whatever happened to them.
    pub const fn is_like(self, other: Header) -> bool {
        (self.0 ^ other.0) & Header::STEADY == 0
    }

    /// The bits of the identity hash's state.
    pub const HASH_BITS: u64 = 3 << 61;

    /// The state of the identity hash: 0, 1 or 2 (see the module).
    pub const fn hash_state(self) -> u64 {
        self.0 >> 61 & 3
    }

    /// The same header with another state of the identity hash.
    pub const fn with_hash_state(self, state: u64) -> Header {
        Header(self.0 & !Header::HASH_BITS | state << 61)
    }

    /// Words of the whole object, header and appended hash included; `word1` is
    /// the object's second word (read only where the kind has a length there).
    pub const fn object_words(self, word1: u64) -> usize {
        let words = match self.kind() {
            Some(ObjectKind::Record) => 1 + self.record_len(),
            Some(ObjectKind::BigRecord) => field_offset(self.record_len()) + self.record_len(),
            Some(ObjectKind::Array) => 2 + (word1 as usize * self.elem().bytes()).div_ceil(8),
            Some(ObjectKind::Str) => 2 + str_words(word1 as usize),
            Some(ObjectKind::Big) => 2 + word1 as usize,
            Some(ObjectKind::Weak | ObjectKind::Box) => 2,
            Some(ObjectKind::AnyBox | ObjectKind::Capture) => 3,
            Some(ObjectKind::Filler) => 2 + word1 as usize,
            None => 1,
        };
        words + (self.hash_state() == 2) as usize
    }
}

/// Words that `bytes` bytes of a string take, the closing zero included.
pub const fn str_words(bytes: usize) -> usize {
    bytes / 8 + 1
}

/// The word at which the fields of a record of `len` fields begin.
pub const fn field_offset(len: usize) -> usize {
    if len <= RECORD_FIELDS { 1 } else { 1 + len.div_ceil(64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_gives_back_what_it_was_made_of() {
        let header = Header::record(7, 29, 0x1000_0001);
        assert_eq!(header.kind(), Some(ObjectKind::Record));
        assert_eq!((header.tag(), header.record_len(), header.record_mask()), (7, 29, 0x1000_0001));
        assert_eq!(header.object_words(0), 30);
        assert_eq!(header.with_hash_state(2).object_words(0), 31);
        let mixed = Elem::Mixed { words: 28, mask: 0xfff_ffff };
        assert_eq!(Header::array(mixed).elem(), mixed);
        assert_eq!(Header::array(Elem::Raw(3)).elem(), Elem::Raw(3));
        assert_eq!(Header::array(Elem::Raw(0)).object_words(9), 4);
        assert_eq!(Header::big_record(3, 100).object_words(0), 103);
        assert_eq!(Header::STR.object_words(8), 4);
    }
}
