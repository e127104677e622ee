//! Exceptions: the built-in ones, made at the start in memory outside the
//! heap, and the messages of any.

use crate::object::Object;
use crate::prim::value::Str;
use abi::{BuiltinExn, ExnShape, Header, VProc, str_words};

/// The objects of the built-in exceptions. The collector never sees them.
#[derive(Default)]
pub(crate) struct Builtins {
    objects: Vec<Box<[u64]>>,
    empty: u64,
}

impl Builtins {
    /// Makes the objects and gives their addresses to a vproc.
    pub(crate) fn new(vproc: &mut VProc) -> Builtins {
        let mut builtins = Builtins::default();
        builtins.empty = builtins.string("");
        for exn in BuiltinExn::ALL {
            let name = builtins.string(exn.name());
            let shape = exn.shape();
            let constructor = builtins.object(&[Header::record(0, 2, 0b01).0, name, shape as u64]);
            vproc.builtin[exn as usize] = constructor;
            if !matches!(exn, BuiltinExn::SysErr | BuiltinExn::Fail) {
                vproc.builtin_value[exn as usize] =
                    builtins.object(&[Header::record(0, 1, 0b1).0, constructor]);
            }
        }
        builtins
    }

    /// The string of no bytes.
    pub(crate) fn empty_string(&self) -> Str {
        Str::from_word(self.empty)
    }

    fn object(&mut self, words: &[u64]) -> u64 {
        self.objects.push(words.into());
        self.objects[self.objects.len() - 1].as_ptr() as u64
    }

    fn string(&mut self, text: &str) -> u64 {
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(str_words(text.len()) * 8, 0);
        let mut words = vec![Header::STR.0, text.len() as u64];
        words.extend(
            bytes
                .chunks_exact(8)
                .map(|w| w.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))),
        );
        self.object(&words)
    }
}

fn constructor(exn: Object) -> Object {
    // SAFETY: the first field of an exception is its constructor.
    unsafe { Object::at(exn.word(1)) }
}

/// The name of an exception's constructor.
pub(crate) fn exn_name(exn: Object) -> Str {
    Str::from_word(constructor(exn).word(1))
}

/// The name, and what the exception carries if its constructor says how to show it.
pub(crate) fn exn_message(exn: Object) -> Vec<u8> {
    message(exn, host::bytes::MOST_CAUSES)
}

/// The message, with as many causes at most.
fn message(exn: Object, causes: usize) -> Vec<u8> {
    let shape = constructor(exn).word(2);
    let text = |word: usize| Str::from_word(exn.word(word)).bytes();
    let carried = if shape == ExnShape::Str as u64 {
        Some(text(2).to_vec())
    } else if shape == ExnShape::I64 as u64 {
        Some((exn.word(2) as i64).to_string().into_bytes())
    } else if shape == ExnShape::Failed as u64 && causes > 0 {
        // SAFETY: the shape says that the first argument is an exception.
        let cause = message(unsafe { Object::at(exn.word(2)) }, causes - 1);
        Some(host::bytes::failure(text(3), text(4), &cause))
    } else {
        None
    };
    host::bytes::exn_message(exn_name(exn).bytes(), carried.as_deref())
}
