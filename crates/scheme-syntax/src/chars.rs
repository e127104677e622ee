//! The characters that names consist of, the names of characters, and case folding.

/// The names of characters. Of several names for a character, the first is written.
const NAMES: &[(&str, char)] = &[
    ("alarm", '\u{7}'),
    ("backspace", '\u{8}'),
    ("delete", '\u{7f}'),
    ("escape", '\u{1b}'),
    ("newline", '\n'),
    ("null", '\0'),
    ("return", '\r'),
    ("space", ' '),
    ("tab", '\t'),
    ("altmode", '\u{1b}'),
    ("linefeed", '\n'),
    ("nul", '\0'),
    ("rubout", '\u{7f}'),
];

/// Characters beyond ASCII that names may not have: format characters, brackets and quotation
/// marks (categories Cf, Ps, Pe, Pi and Pf of Unicode 14, but for the joiners U+200C and U+200D).
/// Spaces and control characters are known to Rust.
const REFUSED: &[(u32, u32)] = &[
    (0xab, 0xab),
    (0xad, 0xad),
    (0xbb, 0xbb),
    (0x600, 0x605),
    (0x61c, 0x61c),
    (0x6dd, 0x6dd),
    (0x70f, 0x70f),
    (0x890, 0x891),
    (0x8e2, 0x8e2),
    (0xf3a, 0xf3d),
    (0x169b, 0x169c),
    (0x180e, 0x180e),
    (0x200b, 0x200b),
    (0x200e, 0x200f),
    (0x2018, 0x201f),
    (0x202a, 0x202e),
    (0x2039, 0x203a),
    (0x2045, 0x2046),
    (0x2060, 0x2064),
    (0x2066, 0x206f),
    (0x207d, 0x207e),
    (0x208d, 0x208e),
    (0x2308, 0x230b),
    (0x2329, 0x232a),
    (0x2768, 0x2775),
    (0x27c5, 0x27c6),
    (0x27e6, 0x27ef),
    (0x2983, 0x2998),
    (0x29d8, 0x29db),
    (0x29fc, 0x29fd),
    (0x2e02, 0x2e05),
    (0x2e09, 0x2e0a),
    (0x2e0c, 0x2e0d),
    (0x2e1c, 0x2e1d),
    (0x2e20, 0x2e29),
    (0x2e42, 0x2e42),
    (0x2e55, 0x2e5c),
    (0x3008, 0x3011),
    (0x3014, 0x301b),
    (0x301d, 0x301f),
    (0xfd3e, 0xfd3f),
    (0xfe17, 0xfe18),
    (0xfe35, 0xfe44),
    (0xfe47, 0xfe48),
    (0xfe59, 0xfe5e),
    (0xfeff, 0xfeff),
    (0xff08, 0xff09),
    (0xff3b, 0xff3b),
    (0xff3d, 0xff3d),
    (0xff5b, 0xff5b),
    (0xff5d, 0xff5d),
    (0xff5f, 0xff60),
    (0xff62, 0xff63),
    (0xfff9, 0xfffb),
    (0x110bd, 0x110bd),
    (0x110cd, 0x110cd),
    (0x13430, 0x13438),
    (0x1bca0, 0x1bca3),
    (0x1d173, 0x1d17a),
    (0xe0001, 0xe0001),
    (0xe0020, 0xe007f),
];

/// The characters of ASCII that names may have.
const NAME_BYTES: [bool; 128] = {
    let (mut table, mut byte) = ([false; 128], 0);
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    let (signs, mut at) = (b"!$%&*/:<=>?^_~+-.@", 0);
    while at < signs.len() {
        table[signs[at] as usize] = true;
        at += 1;
    }
    table
};

/// The character with this name.
pub fn named_char(name: &str) -> Option<char> {
    NAMES.iter().find(|(n, _)| *n == name).map(|(_, c)| *c)
}

/// The name of a character that has one.
pub fn char_name(c: char) -> Option<&'static str> {
    NAMES.iter().find(|(_, named)| *named == c).map(|(name, _)| *name)
}

/// True if the token before it ends here.
pub(crate) fn is_delimiter(c: char) -> bool {
    // Brackets and braces are none, but they belong to no token either, and whoever writes them
    // means them as parentheses.
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '"' | ';' | '|') || c.is_whitespace()
}

/// True if names that stand without bars may have this character.
pub(crate) fn is_name_char(c: char) -> bool {
    if c.is_ascii() {
        return NAME_BYTES[c as usize];
    }
    let refused = || {
        let at = REFUSED.partition_point(|(_, last)| *last < c as u32);
        REFUSED.get(at).is_some_and(|(first, _)| *first <= c as u32)
    };
    !c.is_whitespace() && !c.is_control() && !refused()
}

/// The length of what names may begin with, in characters of ASCII.
pub(crate) fn plain_length(text: &str) -> usize {
    let bytes = text.as_bytes().iter();
    bytes.take_while(|byte| byte.is_ascii() && NAME_BYTES[**byte as usize]).count()
}

/// True if text that begins like this is meant as a number: an optional sign, an optional point,
/// a digit.
pub(crate) fn begins_number(text: &str) -> bool {
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let text = text.strip_prefix('.').unwrap_or(text);
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// True if a character is shown as itself, rather than by its number.
pub(crate) fn is_printable(c: char) -> bool {
    c == ' ' || !c.is_whitespace() && !c.is_control()
}

/// The text without differences of case, as `string-foldcase` gives it. The letters of Cherokee
/// become small, where Unicode makes them capital.
pub fn fold_case(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Some small letters share a capital (`σ` and `ς`), and some become two letters as capitals
    // (`ß`). The dotless i is a letter of its own.
    let fold = |c: char| {
        let small: String = c.to_lowercase().collect();
        if c == 'ı' {
            small
        } else {
            small.to_uppercase().chars().flat_map(char::to_lowercase).collect()
        }
    };
    text.chars().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_folded() {
        for (text, folded) in [
            ("ABC-x", "abc-x"),
            ("ΣΊΣΥΦΟΣ", "σίσυφοσ"),
            ("σς", "σσ"),
            ("Straße", "strasse"),
            ("ẞ", "ss"),
            ("ı", "ı"),
            ("İ", "i\u{307}"),
            ("Éa", "éa"),
        ] {
            assert_eq!(fold_case(text), folded);
        }
    }

    #[test]
    fn names_have_letters_signs_and_joiners() {
        assert!("aλ日\u{200d}→∀é€½".chars().all(is_name_char));
        assert!("()[]{}\"';`,|\\#«“\u{200b}\u{a0}\u{3000}\u{85}".chars().all(|c| !is_name_char(c)));
    }

    #[test]
    fn characters_have_names() {
        for (name, c) in NAMES {
            assert_eq!(named_char(name), Some(*c));
            assert_eq!(char_name(*c).and_then(named_char), Some(*c));
        }
        assert_eq!(char_name('\u{1b}'), Some("escape"));
        assert_eq!(named_char("Space"), None);
    }
}
