//! The loud end of a state that cannot be.

/// Ends the compilation because the compiler contradicts itself: `bug!("{name}
/// has no type")`. The arguments are those of `format!`.
///
/// It panics at the place where it stands. The panic hook of the command shows
/// users the message and the place as an internal error and exits with code
/// 70. A default value in its stead would hide the fault, and the program that
/// is compiled would be wrong without a word.
#[macro_export]
macro_rules! bug {
    ($($message:tt)+) => {
        panic!($($message)+)
    };
}
