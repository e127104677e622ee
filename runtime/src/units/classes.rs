//! The classes of boxed `any`s: equal texts have one number in all units.

use super::Units;
use abi::Class;
use std::collections::HashSet;
use std::ffi::CStr;

/// The numbers of the classes of boxed `any`s, by their texts.
#[derive(Default)]
pub(super) struct Classes {
    /// In the order of the texts.
    numbers: Vec<(Vec<u8>, u64)>,
    /// The count of numbers given. None is given twice, since a box may have it.
    given: u64,
}

impl Classes {
    /// The number of a class.
    pub(super) fn number(&mut self, class: &Class) -> u64 {
        // SAFETY: tables of classes hold zero-terminated strings.
        let text = unsafe { CStr::from_ptr(class.text.cast()) }.to_bytes();
        match self.numbers.binary_search_by(|(known, _)| known[..].cmp(text)) {
            Ok(place) => self.numbers[place].1,
            Err(place) => {
                self.given += 1;
                self.numbers.insert(place, (text.to_vec(), self.given));
                self.given
            }
        }
    }
}

impl Units {
    /// Forgets the classes that no unit names and no box has.
    pub(crate) fn keep_classes(&mut self, mut used: HashSet<u64>) {
        used.extend(self.parts().flat_map(|part| {
            // SAFETY: the table has so many entries.
            (0..part.class_count as usize).map(|i| unsafe { (**part.classes.add(i)).number })
        }));
        self.classes.numbers.retain(|(_, number)| used.contains(number));
    }
}
