//! Operands and results of primitives: words with a type.

use crate::object::Object;
use crate::state::{Cx, Ending};
use abi::{Elem, Header, NULL_IMMEDIATE, small_big, small_big_value, str_words, word};
use host::{HostError, big};
use num_bigint::BigInt;

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

    /// Its value.
    pub(crate) fn value(self) -> BigInt {
        if let Some(n) = self.small() {
            return n.into();
        }
        let object = self.object();
        let start = object.slot(word::ELEMENTS).address() as *const u64;
        // SAFETY: a big integer has its limb count in word 1 and its limbs from word 2 on.
        let limbs =
            unsafe { std::slice::from_raw_parts(start, object.word(word::LENGTH) as usize) };
        big::from_limbs(object.header().tag() == 1, limbs)
    }
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

    /// An integer that fits a word.
    #[inline(always)]
    pub(crate) fn big_of_i64(&mut self, n: i64) -> BigWord {
        match small_big(n) {
            Some(word) => BigWord(word),
            None => self.big_of_limbs(n < 0, [n.unsigned_abs()].into_iter()),
        }
    }

    /// An integer of any size.
    pub(crate) fn new_big(&mut self, n: &BigInt) -> BigWord {
        match big::to_i64(n) {
            Ok(n) => self.big_of_i64(n),
            Err(_) => self.big_of_limbs(big::is_negative(n), big::limbs(n)),
        }
    }

    fn big_of_limbs(
        &mut self,
        negative: bool,
        limbs: impl ExactSizeIterator<Item = u64>,
    ) -> BigWord {
        let object = self.alloc(2 + limbs.len());
        object.set(0, Header::big(negative).0);
        object.set(word::LENGTH, limbs.len() as u64);
        for (i, limb) in limbs.enumerate() {
            object.set(word::ELEMENTS + i, limb);
        }
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
        exn.set(word::EXN_CONSTRUCTOR, self.vproc.builtin[host::BuiltinExn::SysErr as usize]);
        exn.set(word::EXN_ARGUMENTS, message.word());
        exn.set(word::EXN_ARGUMENTS + 1, error.errno as u64);
        self.vproc.exn = exn.address();
        T::default()
    }

    /// The value, or the exception raised.
    #[inline(always)]
    pub(crate) fn or_raise<T: Default>(&mut self, result: Result<T, host::BuiltinExn>) -> T {
        match result {
            Ok(value) => value,
            Err(exn) => self.raise(exn),
        }
    }
}
