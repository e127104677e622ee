//! The functions that compiled code calls.
//!
//! Each takes the vproc, then words and doubles, and returns its first result;
//! further ones are in `VProc::extra`. One that raises sets `VProc::exn`, and
//! its result means nothing. None collects, so objects stay where they are
//! while it runs. What they compute is in `host`; here are representations.

/// Defines C functions that begin with a vproc, which their bodies see as a
/// [`crate::state::Cx`], and the list of their names and addresses.
macro_rules! exports {
    ($($(#[$meta:meta])* fn $name:ident($cx:ident $(, $arg:ident: $ty:ty)* $(,)?) $(-> $result:ty)? $body:block)*) => {
        $(
            $(#[$meta])*
            ///
            /// # Safety
            /// Called by compiled code, with its vproc and operands of the right types.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(vproc: *mut abi::VProc $(, $arg: $ty)*) $(-> $result)? {
                // SAFETY: compiled code passes the vproc it runs on.
                #[allow(unused_variables)]
                let $cx = &mut unsafe { crate::state::Cx::new(vproc) };
                $body
            }
        )*

        /// Names and addresses of the functions of this module.
        pub(crate) fn symbols() -> Vec<(&'static str, *const u8)> {
            vec![$((stringify!($name), $name as *const u8)),*]
        }
    };
}

mod array;
mod big;
mod files;
mod memory;
mod number;
mod process;
mod shown;
mod string;
pub(crate) mod value;

pub use array::{kont_array_alloc, kont_array_copy, kont_array_new};
pub use big::*;
pub use files::*;
pub use memory::*;
pub use number::*;
pub use process::*;
pub use string::*;
pub use value::{BigWord, Bytes, CText, Chars, Str, Strs};

/// Names and addresses of all functions that compiled code may call.
pub fn symbols() -> Vec<(&'static str, *const u8)> {
    let mut all = vec![("kont_uncaught", crate::kont_uncaught as *const u8)];
    for part in [
        array::symbols,
        big::symbols,
        files::symbols,
        memory::symbols,
        number::symbols,
        process::symbols,
        string::symbols,
    ] {
        all.extend(part());
    }
    all
}
