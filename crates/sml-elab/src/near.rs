//! The name that was probably meant.

use sml_syntax::names::{Names, Sym};

/// The nearest of some names to one that does not exist, if it is near enough for us
/// to be sure: few edits for its length. The first in the order of the alphabet
/// if several are equally near.
pub(crate) fn nearest(
    names: &Names,
    wrong: &str,
    candidates: impl IntoIterator<Item = Sym>,
) -> Option<String> {
    let folded = wrong.to_lowercase();
    let allowed = match wrong.chars().count() {
        0..=2 => return same_but_case(names, wrong, candidates),
        3..=5 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &str)> = None;
    for sym in candidates {
        let text: &str = names.text(sym);
        if text == wrong || text.len().abs_diff(wrong.len()) > allowed {
            continue;
        }
        let distance = strsim::osa_distance(&folded, &text.to_lowercase());
        // A constructor is not meant by a misspelt variable.
        let alike = distance == 0
            || is_upper(text) == is_upper(wrong)
                && !(wrong.len() == 3 && other_letter(wrong, text));
        if alike && distance <= allowed && best.is_none_or(|old| (distance, text) < old) {
            best = Some((distance, text));
        }
    }
    best.map(|(_, text)| text.to_string())
}

/// True if one of two names of the same length has a letter that the other has not. Names of
/// three letters are then near by chance.
fn other_letter(a: &str, b: &str) -> bool {
    let letters = |name: &str| {
        let mut letters: Vec<char> = name.to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    a.len() == b.len() && letters(a) != letters(b)
}

fn is_upper(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase())
}

fn same_but_case(
    names: &Names,
    wrong: &str,
    candidates: impl IntoIterator<Item = Sym>,
) -> Option<String> {
    let mut same = candidates
        .into_iter()
        .map(|sym| names.text(sym))
        .filter(|text| &***text != wrong && text.eq_ignore_ascii_case(wrong));
    same.next().map(|text| text.to_string())
}
