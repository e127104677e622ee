//! The symbols of an object file: what it defines and what it wants.
//!
//! Read here and not by LLVM, since the question is a small one: ELF of 64 bits, least byte first,
//! which is what Kont writes for every target.

/// The symbols of an object that others see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectSymbols {
    /// Those that it defines.
    pub defined: Vec<String>,
    /// Those that it leaves to others.
    pub wanted: Vec<String>,
}

/// Section header: a table of symbols.
const SYMBOL_TABLE: u64 = 2;
/// The binding of a symbol that its object alone knows.
const LOCAL: u8 = 0;

/// Reads the symbols of an object file; nothing if it is none.
pub fn symbols(object: &[u8]) -> Option<ObjectSymbols> {
    if object.get(..6)? != b"\x7fELF\x02\x01" {
        return None;
    }
    let number = |at: usize, size: usize| -> Option<u64> {
        let bytes = object.get(at..at.checked_add(size)?)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    };
    let place = |at: usize| number(at, 8).and_then(|place| usize::try_from(place).ok());
    // The header says where section headers are, how large each is, and how many there are.
    let (sections, size, count) = (place(0x28)?, number(0x3a, 2)?, number(0x3c, 2)?);
    let section = |index: u64| {
        let offset = index.checked_mul(size).and_then(|offset| usize::try_from(offset).ok())?;
        sections.checked_add(offset)
    };
    let mut found = ObjectSymbols::default();
    for index in 0..count {
        let header = section(index)?;
        if number(header.checked_add(4)?, 4)? != SYMBOL_TABLE {
            continue;
        }
        let (start, length) = (place(header + 0x18)?, place(header + 0x20)?);
        let strings = place(section(number(header + 0x28, 4)?)?.checked_add(0x18)?)?;
        let table = object.get(start..start.checked_add(length)?)?;
        for (i, symbol) in table.chunks_exact(24).enumerate() {
            let name = strings.checked_add(number(start + i * 24, 4)? as usize)?;
            let name = object.get(name..)?.split(|byte| *byte == 0).next()?;
            if name.is_empty() || symbol[4] >> 4 == LOCAL {
                continue;
            }
            let name = String::from_utf8_lossy(name).into_owned();
            let undefined = symbol[6..8] == [0, 0];
            if undefined { &mut found.wanted } else { &mut found.defined }.push(name);
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::symbols;

    #[test]
    fn what_is_no_object_has_no_symbols() {
        for bytes in [&b""[..], b"\x7fELF", b"\x7fELF\x02\x01", b"anf 1\n", &[0x7f; 200]] {
            assert_eq!(symbols(bytes), None);
        }
        let mut odd = b"\x7fELF\x02\x01".to_vec();
        odd.resize(64, 0xff);
        assert_eq!(symbols(&odd), None);
    }
}
