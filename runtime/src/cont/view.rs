//! Looking into the values of compiled code, by what a description says of their types.

use crate::object::{Object, Shape};
use crate::prim::value::{BigWord, Str};
use abi::{Elem, RECORD_FIELDS, WORD, field_offset, word};
use host::show::{self, View};

/// Bytes before the fields of a small tuple.
const FIELDS: u64 = (word::FIELDS * WORD) as u64;

/// A value as compiled code has it. Descriptions fit what they describe, so it
/// is what it is taken for.
pub(crate) struct Word(pub(crate) u64);

impl Word {
    fn object(&self) -> Object {
        // SAFETY: the description says that it is an object, and nothing moves
        // while a message is made.
        unsafe { Object::at(self.0) }
    }

    fn words(&self, first: usize, count: usize) -> Vec<Word> {
        (first..first + count).map(|i| Word(self.object().word(i))).collect()
    }
}

impl View for Word {
    fn int(&self) -> Option<u64> {
        Some(self.0)
    }

    fn f64(&self) -> Option<f64> {
        Some(f64::from_bits(self.0))
    }

    fn f32(&self) -> Option<f32> {
        Some(f32::from_bits(self.0 as u32))
    }

    fn big(&self) -> Option<String> {
        show::kont_show_big(BigWord::from_word(self.0).number(&mut [0]))
    }

    // Named here, from outside of its crate, so that the linker can do without it.
    fn real_text(&self, x: f64) -> Option<String> {
        show::kont_show_real(x)
    }

    fn bytes(&self, most: usize) -> Option<Vec<u8>> {
        let bytes = Str::from_word(self.0).bytes();
        Some(bytes[..bytes.len().min(most)].to_vec())
    }

    fn tag(&self) -> Option<u64> {
        let is_nullary = self.0 & 1 == 1;
        if is_nullary {
            return Some(self.0 >> 1);
        }
        match self.object().shape() {
            Shape::Data(header) => header.constructor(),
            Shape::Code(_) => None,
        }
    }

    fn itself(&self) -> Word {
        Word(self.0)
    }

    fn fields(&self, count: usize) -> Option<Vec<Word>> {
        Some(self.words(field_offset(count), count))
    }

    fn length(&self) -> Option<usize> {
        Some(self.object().word(word::LENGTH) as usize)
    }

    fn element(&self, index: usize) -> Option<Word> {
        let object = self.object();
        let bytes = object.header().elem().bytes();
        let start = (object.slot(word::ELEMENTS).address() as usize + index * bytes) as *const u8;
        // SAFETY: the index is less than the length, and an element has so many bytes.
        Some(Word(unsafe {
            match object.header().elem() {
                Elem::Raw(0) => start.read().into(),
                Elem::Raw(1) => start.cast::<u16>().read().into(),
                Elem::Raw(2) => start.cast::<u32>().read().into(),
                Elem::Raw(_) | Elem::Ref => start.cast::<u64>().read(),
                // Only its fields are looked at, which lie as those of a tuple do.
                Elem::Mixed { .. } => start as u64 - FIELDS,
            }
        }))
    }

    fn constructor(&self) -> Option<Word> {
        Some(Word(self.object().word(word::EXN_CONSTRUCTOR)))
    }

    fn carried(&self, count: usize) -> Option<Vec<Word>> {
        if count + 1 > RECORD_FIELDS {
            return Word(self.object().word(word::EXN_ARGUMENTS)).fields(count);
        }
        Some(self.words(2, count))
    }
}
