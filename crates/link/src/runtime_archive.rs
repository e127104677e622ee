//! The search for the runtime's archive.

use crate::Error;
use std::path::{Path, PathBuf};

/// The file name of the runtime's archive.
pub const RUNTIME_ARCHIVE: &str = "libkont_runtime.a";
/// The environment variable that says where it is: the file, or its directory.
pub const RUNTIME_VARIABLE: &str = "KONT_RUNTIME";

/// The runtime's archive: where the environment says, or beside the running
/// executable, or in `../lib/kont` from there.
///
/// # Errors
/// Fails if it is in none of these.
pub fn find_runtime() -> Result<PathBuf, Error> {
    let set = std::env::var_os(RUNTIME_VARIABLE).map(PathBuf::from);
    let executable = std::env::current_exe().ok();
    find(set.as_deref(), executable.as_deref().and_then(Path::parent))
}

fn find(set: Option<&Path>, beside: Option<&Path>) -> Result<PathBuf, Error> {
    let mut places = Vec::new();
    if let Some(set) = set {
        // A setting that is wrong is said to be, not passed over.
        places.push(if set.is_dir() { set.join(RUNTIME_ARCHIVE) } else { set.to_path_buf() });
    } else if let Some(beside) = beside {
        places.push(beside.join(RUNTIME_ARCHIVE));
        places.push(beside.join("../lib/kont").join(RUNTIME_ARCHIVE));
    }
    match places.iter().find(|place| place.is_file()) {
        Some(place) => Ok(place.clone()),
        None => Err(Error::NoRuntime(places)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_counts_first_and_a_wrong_one_is_named() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = here.join("Cargo.toml");
        assert_eq!(find(Some(&file), None).expect("it is there"), file);
        let error = find(Some(here), Some(here)).expect_err("no archive here").to_string();
        assert!(error.contains(&here.join(RUNTIME_ARCHIVE).display().to_string()), "{error}");
        assert!(error.contains(RUNTIME_VARIABLE), "{error}");
    }
}
