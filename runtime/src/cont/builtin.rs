//! Exceptions: the built-in ones, made at the start in memory outside the
//! heap, and the messages of any.

use super::view::Word;
use crate::object::Object;
use crate::prim::value::Str;
use crate::state::Shared;
use abi::{BuiltinExn, Header, VProc, WORD, str_words, word};

/// The objects of the built-in exceptions. The collector never sees them.
#[derive(Default)]
pub(crate) struct Builtins {
    objects: Vec<Box<[u64]>>,
    empty: u64,
    /// Constructors and values, as [`VProc::builtin`] and [`VProc::builtin_value`] have them.
    constructors: [u64; BuiltinExn::ALL.len()],
    values: [u64; BuiltinExn::ALL.len()],
}

impl Builtins {
    /// Makes the objects.
    pub(crate) fn new() -> Builtins {
        let mut builtins = Builtins::default();
        builtins.empty = builtins.string("");
        for exn in BuiltinExn::ALL {
            let name = builtins.string(exn.name());
            let shape = exn.shape();
            let constructor = builtins.object(&[Header::record(0, 2, 0b01).0, name, shape as u64]);
            builtins.constructors[exn as usize] = constructor;
            if exn.carries().is_none() {
                builtins.values[exn as usize] =
                    builtins.object(&[Header::record(0, 1, 0b1).0, constructor]);
            }
        }
        builtins
    }

    /// Gives the addresses to a vproc.
    pub(crate) fn publish(&self, vproc: &mut VProc) {
        vproc.builtin = self.constructors;
        vproc.builtin_value = self.values;
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
        bytes.resize(str_words(text.len()) * WORD, 0);
        let mut words = vec![Header::STR.0, text.len() as u64];
        words.extend(
            bytes
                .chunks_exact(WORD)
                .map(|w| w.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))),
        );
        self.object(&words)
    }
}

/// The name of an exception's constructor.
pub(crate) fn exn_name(exn: Object) -> Str {
    // SAFETY: the first field of an exception is its constructor.
    Str::from_word(unsafe { Object::at(exn.word(word::EXN_CONSTRUCTOR)) }.word(word::EXN_NAME))
}

/// The message of an exception whose constructor has a description.
pub(crate) type Described = fn(&Word) -> Option<Vec<u8>>;

/// The name, and what the exception carries if its constructor says how to show it.
pub(crate) fn exn_message(shared: &Shared, exn: Object) -> Vec<u8> {
    let described = |exn: &Word| shared.described.and_then(|described| described(exn));
    let message = host::show::message(&Word(exn.address()), &described);
    message.unwrap_or_else(|| exn_name(exn).bytes().to_vec())
}
