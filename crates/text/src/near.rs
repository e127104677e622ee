//! The name that was probably meant.

/// The nearest of some names to one that does not exist, if it is near enough for us to be sure:
/// few edits for its length. The first in the order of the alphabet if several are equally near.
pub fn nearest<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let allowed = match wrong.chars().count() {
        0..=2 => return None,
        3..=7 => 1,
        _ => 2,
    };
    let near = names.into_iter().filter(|name| name.len().abs_diff(wrong.len()) <= allowed);
    let near = near.map(|name| (strsim::osa_distance(wrong, name), name));
    let near = near.filter(|(distance, _)| (1..=allowed).contains(distance));
    near.min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_what_is_near_is_meant() {
        let names = ["total", "totals", "index", "i", "toal"];
        assert_eq!(nearest("totla", names), Some("total"));
        assert_eq!(nearest("tota", names), Some("total"));
        assert_eq!(nearest("idnexx", names), None);
        assert_eq!(nearest("j", names), None);
        assert_eq!(nearest("sum", names), None);
    }
}
