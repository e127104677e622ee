//! Places in a text of which parts are evaluated one after the other.

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of bytes before it.
    pub offset: usize,
    /// The number of its line, from 1.
    pub line: u32,
    /// The number of bytes before it in its line.
    pub column: usize,
}

impl Place {
    /// The beginning of a text.
    pub const START: Place = Place { offset: 0, line: 1, column: 0 };

    /// Goes on behind a part.
    pub fn pass(&mut self, part: &[u8]) {
        self.offset += part.len();
        match part.iter().rposition(|byte| *byte == b'\n') {
            Some(at) => {
                self.line += breaks(part);
                self.column = part.len() - at - 1;
            }
            None => self.column += part.len(),
        }
    }

    /// A part that begins here, with blanks in the place of what is before it in its line.
    pub fn pad(&self, part: &[u8]) -> Vec<u8> {
        [&vec![b' '; self.column][..], part].concat()
    }
}

/// The number of line breaks of a text.
pub(crate) fn breaks(text: &[u8]) -> u32 {
    text.iter().filter(|byte| **byte == b'\n').count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_goes_on() {
        let mut place = Place::START;
        place.pass(b"ab");
        assert_eq!((place.line, place.column), (1, 2));
        place.pass(b"c\nd\n e");
        assert_eq!(place, Place { offset: 8, line: 3, column: 2 });
        assert_eq!(place.pad(b"x"), b"  x");
    }
}
