//! `unsafe` has a home, and the runtime has no state of its own.

use super::File;
use super::exceptions::Exceptions;

/// The homes of `unsafe`.
const HOMES: &[&str] = &["runtime/", "crates/codegen-llvm/", "crates/jit/"];

/// Types that make a static mutable.
const CELLS: &[&str] = &[
    "Atomic",
    "Mutex",
    "RwLock",
    "OnceLock",
    "OnceCell",
    "LazyLock",
    "LazyCell",
    "RefCell",
    "Cell<",
    "UnsafeCell",
];

/// `unsafe` outside its home, and mutable statics in the runtime.
pub(super) fn check(file: &File, exceptions: &mut Exceptions) -> Vec<String> {
    let mut violations = Vec::new();
    let home = HOMES.iter().any(|home| file.path.starts_with(home));
    for (i, line) in file.text.lines().enumerate() {
        let code = line.trim_start();
        if code.starts_with("//") || file.path.starts_with("xtask/src/tidy") {
            continue;
        }
        if !home && is_unsafe(code) && !exceptions.allow("unsafe", &file.path) {
            violations.push(format!("{}:{}: unsafe code outside its home", file.path, i + 1));
        }
        let runtime = file.path.starts_with("runtime/src/");
        if runtime && is_mutable_static(code) && !exceptions.allow("static", &file.path) {
            violations.push(format!("{}:{}: mutable static in the runtime", file.path, i + 1));
        }
    }
    violations
}

fn is_unsafe(code: &str) -> bool {
    ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern \"C\" {"]
        .iter()
        .any(|form| code.contains(form))
}

fn is_mutable_static(code: &str) -> bool {
    let declaration = code.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
    code.contains("thread_local!")
        || declaration.starts_with("static mut ")
        || (declaration.starts_with("static ") && CELLS.iter().any(|cell| code.contains(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statics() {
        assert!(is_mutable_static("static mut X: u8 = 0;"));
        assert!(is_mutable_static("pub(crate) static X: AtomicU64 = AtomicU64::new(0);"));
        assert!(!is_mutable_static("static X: &[u8] = &[];"));
        assert!(!is_mutable_static("fn f(x: &'static Mutex<u8>) {"));
    }
}
