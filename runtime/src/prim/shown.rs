//! What is in an `any`, as text for messages.

use super::value::{BigWord, Bytes, Str};
use crate::object::Object;
use abi::{BoxClass, Elem, ObjectKind, word};
use host::show::{AnyPart, AnyView};

/// An `any` whose content is shown.
pub(super) struct Shown(pub(super) u64);

impl Shown {
    fn object(&self) -> Object {
        // SAFETY: an `any` that is even is an object.
        unsafe { Object::at(self.0) }
    }

    fn immediate(&self) -> AnyPart {
        if self.0 & abi::ANY_I64_MASK == abi::ANY_I64 {
            return AnyPart::Int(self.0 as i64 >> abi::ANY_I64_SHIFT);
        }
        let n = self.0 >> abi::ANY_SMALL_SHIFT;
        match self.0 & abi::ANY_SMALL_MASK {
            class if class == abi::any_small(abi::ANY_I1, 0) => AnyPart::Bool(n != 0),
            class if class == abi::any_small(abi::ANY_I32, 0) => AnyPart::Char(n as u32),
            _ => AnyPart::Special(n),
        }
    }

    fn boxed(&self) -> AnyPart {
        let (object, bits) = (self.object(), self.object().word(word::BOXED));
        match object.header().tag() {
            tag if tag == BoxClass::F64 as u64 => AnyPart::Real(f64::from_bits(bits)),
            tag if tag == BoxClass::I64 as u64 => AnyPart::Int(bits as i64),
            _ => AnyPart::Other,
        }
    }

    fn array(&self) -> AnyPart {
        let object = self.object();
        let length = object.word(word::LENGTH) as usize;
        match object.header().elem() {
            Elem::Ref => AnyPart::Anys(length),
            Elem::Raw(0) => AnyPart::Bytes(Bytes::from_word(self.0).bytes().to_vec()),
            Elem::Raw(2) => {
                let start = object.slot(word::ELEMENTS).address() as *const u32;
                // SAFETY: an array of `i32`s has so many elements from word 2 on.
                AnyPart::Text(unsafe { std::slice::from_raw_parts(start, length) }.to_vec())
            }
            Elem::Raw(_) | Elem::Mixed { .. } => AnyPart::Other,
        }
    }
}

impl AnyView for Shown {
    fn part(&self) -> AnyPart {
        if self.0 & abi::IMMEDIATE != 0 {
            return self.immediate();
        }
        let object = self.object();
        if object.word(0) & abi::IMMEDIATE == 0 {
            return AnyPart::Fun;
        }
        match object.header().kind() {
            Some(ObjectKind::Record | ObjectKind::BigRecord) => {
                AnyPart::Tuple(object.header().record_len())
            }
            Some(ObjectKind::Capture) => AnyPart::Cont,
            Some(ObjectKind::Array) => self.array(),
            Some(ObjectKind::Str) => AnyPart::Symbol(Str::from_word(self.0).bytes().to_vec()),
            Some(ObjectKind::Box) => self.boxed(),
            Some(ObjectKind::AnyBox) => {
                let value = object.word(word::ANY);
                // SAFETY: what is in the box and even is an object.
                let is_big = value & abi::IMMEDIATE == 0
                    && unsafe { Object::at(value) }.header().kind() == Some(ObjectKind::Big);
                let digits = is_big.then(|| BigWord::from_word(value).digits(10).ok());
                digits.flatten().map_or(AnyPart::Other, AnyPart::Big)
            }
            _ => AnyPart::Other,
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other object is shown")]
    fn element(&self, i: usize) -> Option<Shown> {
        if self.0 & abi::IMMEDIATE != 0 {
            return None;
        }
        let object = self.object();
        if object.word(0) & abi::IMMEDIATE == 0 {
            return None;
        }
        let (first, count) = match object.header().kind()? {
            ObjectKind::Record | ObjectKind::BigRecord => {
                let len = object.header().record_len();
                (abi::field_offset(len), len)
            }
            ObjectKind::Array => (word::ELEMENTS, object.word(word::LENGTH) as usize),
            _ => return None,
        };
        (i < count).then(|| Shown(object.word(first + i)))
    }
}
