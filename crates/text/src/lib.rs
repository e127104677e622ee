//! The text kit of ANF, CPS and Flow: tokens, names, strings and positions, read and written.
//! It knows no language, no types and no operations; those are read with its cursor by the crates
//! that have them.
//!
//! ```text
//! name     letters, digits, `_`, `'`, `$` and dots between them, not beginning with a digit;
//!          any other byte is written `%HH`, and `%_` is the empty name
//! int      12, -3, 0x1f                      big ::= 12n
//! float    1.5, 1e10, -2.5e-3, inf, -inf, nan, nan:0x7ff8000000000001
//! string   "bytes", with \n \t \\ \" \xHH
//! comment  ; to the end of the line
//! ```
//! A reader is written on a [`Cursor`]: one token is current, the next is known
//! too. A syntax error is returned; whoever knows where something new begins may report it and go on
//! there ([`Cursor::skip_to_line`]). An error of meaning (an unknown name) is given to
//! [`Cursor::report`], and reading goes on.
//!
//! ```
//! # use kont_text as text;
//! use text::{Cursor, Tok};
//! let mut cursor = Cursor::new(b"anf 1 x.3", 100);
//! text::version(&mut cursor, "anf", 1)?;
//! assert_eq!(cursor.peek(), Tok::Name("x.3"));
//! # Ok::<(), base::LocatedError>(())
//! ```

mod cursor;
mod lex;
mod names;
mod near;
mod outline;
mod positions;
mod strings;

pub use cursor::{Cursor, Read, version};
pub use lex::Tok;
pub use names::{Names, show_name, show_segment, split_number, unescape};
pub use near::nearest;
pub use outline::Outline;
pub use positions::{PosReader, show_pos, write_positions};
pub use strings::{show_str, unescape_str};
