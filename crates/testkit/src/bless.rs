//! Expectations: compared, or replaced by what there is.

use std::path::Path;

/// True if expectations are to be replaced.
pub fn bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Compares what a test printed with what stands in a file.
///
/// # Errors
/// Fails if they differ: where, and both texts around it.
pub fn compare(path: &Path, got: &[u8]) -> Result<(), String> {
    let wanted = std::fs::read(path).unwrap_or_default();
    if wanted == got {
        return Ok(());
    }
    if bless() {
        return std::fs::write(path, got).map_err(|e| format!("{}: {e}", path.display()));
    }
    Err(format!(
        "{}\nrun with BLESS=1 to accept it as {}",
        difference(&wanted, got),
        path.display()
    ))
}

/// The first line in which two texts differ, with those around it.
pub(crate) fn difference(wanted: &[u8], got: &[u8]) -> String {
    let (wanted, got) = (String::from_utf8_lossy(wanted), String::from_utf8_lossy(got));
    let wanted: Vec<&str> = wanted.split('\n').collect();
    let got: Vec<&str> = got.split('\n').collect();
    let at = wanted.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let around = |lines: &[&str]| {
        let (start, end) = (at.saturating_sub(3).min(lines.len()), (at + 8).min(lines.len()));
        lines[start..end].iter().map(|line| format!("  | {line}\n")).collect::<String>()
    };
    format!(
        "first difference in line {}\nexpected:\n{}got:\n{}",
        at + 1,
        around(&wanted),
        around(&got)
    )
}
