//! The library, built in: texts in Cogent, and the C headers that define what they leave abstract.

/// The folder in which included files of the library are found.
pub(crate) const FOLDER: &str = "lib/cogent";

/// A text of the library.
macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        /// The files, by their names in the folder.
        pub(crate) const TEXTS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../lib/cogent/", $name)))),*];
    };
}

texts! {
    "abstract/WordArray_u16.h",
    "abstract/WordArray_u32.h",
    "abstract/WordArray_u64.h",
    "abstract/WordArray_u8.h",
    "kont/bytes.cogent",
    "kont/bytes.h",
    "kont/common.cogent",
    "kont/common.h",
    "kont/library.h",
    "kont/seq.cogent",
    "kont/seq.h",
    "kont/sysstate.h",
    "kont/type-of-wordarray.h",
    "kont/wordarray.cogent",
    "kont/wordarray.h",
}

/// The text of a file of the library.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(other, _)| *other == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::TEXTS;
    use std::path::Path;

    /// The names of the files in a folder, with the folder's.
    fn files(folder: &Path, name: &str) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("the library is there");
        let entries = entries.map(|entry| entry.expect("readable").path());
        let mut found: Vec<String> = entries
            .map(|path| format!("{name}/{}", path.file_name().unwrap().to_string_lossy()))
            .collect();
        found.sort();
        found
    }

    #[test]
    fn every_file_is_built_in() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lib/cogent");
        let found = ["abstract", "kont"].map(|name| files(&folder.join(name), name)).concat();
        let listed: Vec<&str> = TEXTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(found, listed);
    }
}
