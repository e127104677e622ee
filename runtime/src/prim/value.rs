//! Operands and results of primitives: words with a type.

use crate::object::Object;
use crate::state::{Cx, Ending};
use abi::{Elem, Header, NULL_IMMEDIATE, WORD, small_big, small_big_value, str_words, word};
use host::big::{Number, Room, trimmed};
use host::{BuiltinExn, HostError, big};

macro_rules! word_types {
    ($($(#[$meta:meta])* $name:ident;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            #[repr(transparent)]
            pub struct $name(u64);

            impl $name {
                /// The value with this representation.
                pub fn from_word(word: u64) -> $name {
                    $name(word)
                }

                /// The word that represents it.
                pub fn word(self) -> u64 {
                    self.0
                }

                #[allow(dead_code)]
                pub(crate) fn object(self) -> Object {
                    // SAFETY: compiled code passes values of the right type.
                    unsafe { Object::at(self.0) }
                }
            }

            impl Default for $name {
                /// An immediate, for results that mean nothing.
                fn default() -> $name {
                    $name(NULL_IMMEDIATE)
                }
            }
        )*
    };
}

word_types! {
    /// A `str`.
    Str;
    /// An `array(i8)`.
    Bytes;
    /// An `array(i32)`.
    Chars;
    /// A `vector(str)`.
    Strs;
    /// An `intinf`.
    BigWord;
    /// The address of bytes that end with a zero, which C gave.
    CText;
}

impl CText {
    /// The bytes before the zero.
    pub(crate) fn bytes<'a>(self) -> &'a [u8] {
        // SAFETY: the program says that C gave it such an address.
        unsafe { std::ffi::CStr::from_ptr(self.0 as *const std::ffi::c_char) }.to_bytes()
    }
}

impl Str {
    /// Its bytes, which stay where they are until the next safe point.
    pub(crate) fn bytes<'a>(self) -> &'a [u8] {
        let object = self.object();
        let start = object.slot(word::ELEMENTS).address() as *const u8;
        // SAFETY: a string has its length in word 1 and its bytes from word 2 on.
        unsafe { std::slice::from_raw_parts(start, object.word(word::LENGTH) as usize) }
    }
}

impl Bytes {
    /// Its elements, which stay where they are until the next safe point.
    pub(crate) fn bytes<'a>(self) -> &'a mut [u8] {
        let object = self.object();
        let start = object.slot(word::ELEMENTS).address() as *mut u8;
        // SAFETY: an array has its length in word 1 and its elements from word
        // 2 on; a primitive takes at most one byte array.
        unsafe { std::slice::from_raw_parts_mut(start, object.word(word::LENGTH) as usize) }
    }
}

impl Chars {
    /// Its elements, which stay where they are until the next safe point.
    pub(crate) fn codes<'a>(self) -> &'a mut [u32] {
        let object = self.object();
        let start = object.slot(word::ELEMENTS).address() as *mut u32;
        // SAFETY: an array has its length in word 1 and its elements from word 2 on; a primitive
        // has at most one array of characters.
        unsafe { std::slice::from_raw_parts_mut(start, object.word(word::LENGTH) as usize) }
    }
}

impl Strs {
    /// Its elements.
    pub(crate) fn strings(self) -> impl Iterator<Item = Str> {
        let object = self.object();
        (0..object.word(word::LENGTH) as usize).map(move |i| Str(object.word(word::ELEMENTS + i)))
    }
}

impl BigWord {
    /// Its value, if it is an immediate.
    #[inline(always)]
    pub(crate) fn small(self) -> Option<i64> {
        (self.0 & 1 == 1).then(|| small_big_value(self.0))
    }

    /// Its sign and its limbs; the limb of an immediate is kept in `small`. Those of others stay
    /// where they are until the next safe point.
    #[inline(always)]
    pub(crate) fn number(self, small: &mut [u64; 1]) -> Number<'_> {
        if let Some(n) = self.small() {
            small[0] = n.unsigned_abs();
            return Number { negative: n < 0, limbs: trimmed(small) };
        }
        let object = self.object();
        let start = object.slot(word::ELEMENTS).address() as *const u64;
        // SAFETY: a big integer has its limb count in word 1 and its limbs from word 2 on.
        let limbs =
            unsafe { std::slice::from_raw_parts(start, object.word(word::LENGTH) as usize) };
        Number { negative: object.header().tag() == 1, limbs }
    }

    /// Its digits; raises Domain.
    pub(crate) fn digits(self, radix: i64) -> Result<String, BuiltinExn> {
        big::to_str(self.number(&mut [0]), radix)
    }
}

/// A result is written to where it stays, the free part of the nursery, if it is not too large.
impl Room for &mut Cx<'_> {
    type Whole = BigWord;

    #[inline(always)]
    fn fill(self, limbs: usize, write: impl FnOnce(&mut [u64]) -> bool) -> BigWord {
        if !self.nursery_has(word::ELEMENTS + limbs) {
            let mut limbs = vec![0; limbs];
            let negative = write(&mut limbs);
            return self.new_big(Number { negative, limbs: trimmed(&limbs) });
        }
        let object = self.alloc(word::ELEMENTS + limbs);
        let start = object.slot(word::ELEMENTS).address();
        // SAFETY: the object has so many words after its length.
        let limbs = unsafe { std::slice::from_raw_parts_mut(start as *mut u64, limbs) };
        let negative = write(limbs);
        let number = Number { negative, limbs: trimmed(limbs) };
        // What is not used is free again.
        if let Some(word) = immediate(number) {
            self.vproc.alloc = object.address();
            return BigWord(word);
        }
        object.set(0, Header::big(negative).0);
        object.set(word::LENGTH, number.limbs.len() as u64);
        self.vproc.alloc = start + (number.limbs.len() * WORD) as u64;
        BigWord(object.address())
    }
}

/// As an immediate, if it is small.
#[inline(always)]
fn immediate(n: Number<'_>) -> Option<u64> {
    if n.limbs.len() > 1 { None } else { big::to_i64(n).ok().and_then(small_big) }
}

impl Cx<'_> {
    /// A string of so many bytes, and the bytes, all of which the caller must set.
    pub(crate) fn blank_str<'a>(&mut self, length: usize) -> (Str, &'a mut [u8]) {
        let words = str_words(length);
        let object = self.alloc(2 + words);
        object.set(0, Header::STR.0);
        object.set(word::LENGTH, length as u64);
        // SAFETY: the object has so many words after its length.
        let bytes = unsafe {
            let start = object.slot(word::ELEMENTS).address() as *mut u64;
            // The bytes behind the last are zero.
            start.add(words - 1).write(0);
            std::slice::from_raw_parts_mut(start.cast(), length)
        };
        (Str(object.address()), bytes)
    }

    /// As [`Cx::blank_str`]; ends the program if there is no room, from a primitive that may raise.
    pub(crate) fn blank_str_or_end<'a>(&mut self, length: usize) -> Option<(Str, &'a mut [u8])> {
        self.room_or_end(2 + str_words(length))?;
        Some(self.blank_str(length))
    }

    /// A string of these bytes.
    pub(crate) fn new_str(&mut self, bytes: &[u8]) -> Str {
        let (string, room) = self.blank_str(bytes.len());
        room.copy_from_slice(bytes);
        string
    }

    /// An array of characters.
    pub(crate) fn new_chars(&mut self, codes: &[u32]) -> Chars {
        let header = Header::array(Elem::Raw(2));
        let object = self.alloc(header.object_words(codes.len() as u64));
        object.set(0, header.0);
        object.set(word::LENGTH, codes.len() as u64);
        let chars = Chars(object.address());
        chars.codes().copy_from_slice(codes);
        chars
    }

    /// A vector of strings.
    pub(crate) fn new_strs(&mut self, strings: &[Vec<u8>]) -> Strs {
        let strings: Vec<Str> = strings.iter().map(|bytes| self.new_str(bytes)).collect();
        let object = self.alloc(2 + strings.len());
        object.set(0, Header::array(Elem::Ref).0);
        object.set(word::LENGTH, strings.len() as u64);
        for (i, string) in strings.into_iter().enumerate() {
            object.set(word::ELEMENTS + i, string.word());
        }
        Strs(object.address())
    }

    /// A big integer.
    fn new_big(&mut self, n: Number<'_>) -> BigWord {
        if let Some(word) = immediate(n) {
            return BigWord(word);
        }
        let object = self.alloc(word::ELEMENTS + n.limbs.len());
        object.set(0, Header::big(n.negative).0);
        object.set(word::LENGTH, n.limbs.len() as u64);
        let start = object.slot(word::ELEMENTS).address() as *mut u64;
        // SAFETY: the object has so many words after its length.
        unsafe { start.copy_from_nonoverlapping(n.limbs.as_ptr(), n.limbs.len()) };
        BigWord(object.address())
    }

    /// Makes the primitive raise SysErr, and gives a result that means nothing.
    /// A call that failed because the program is interrupted ends the program.
    pub(crate) fn raise_sys<T: Default>(&mut self, error: &HostError) -> T {
        if host::interrupt::asked() {
            return self.end(Ending::Interrupted);
        }
        let message = self.new_str(error.message.as_bytes());
        let exn = self.alloc(4);
        exn.set(0, Header::record(0, 3, 0b011).0);
        exn.set(word::EXN_CONSTRUCTOR, self.vproc.builtin[BuiltinExn::SysErr as usize]);
        exn.set(word::EXN_ARGUMENTS, message.word());
        exn.set(word::EXN_ARGUMENTS + 1, error.errno as u64);
        self.vproc.exn = exn.address();
        T::default()
    }

    /// The value, or the exception raised.
    #[inline(always)]
    pub(crate) fn or_raise<T: Default>(&mut self, result: Result<T, BuiltinExn>) -> T {
        match result {
            Ok(value) => value,
            Err(exn) => self.raise(exn),
        }
    }
}
