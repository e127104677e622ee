//! The text that ANF, CPS and Flow share: tokens, names, types, constants,
//! positions and operations, read and written.
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
//! too. A syntax error ends the reading and is returned; an error of meaning
//! (an unknown name) is given to [`Cursor::report`], and reading goes on.
//!
//! ```
//! # use kont_prim as prim;
//! use prim::text::{Cursor, Tok};
//! let mut cursor = Cursor::new(b"anf 1 x.3", 100);
//! prim::text::version(&mut cursor, "anf", 1)?;
//! assert_eq!(cursor.peek(), Tok::Name("x.3"));
//! # Ok::<(), base::LocatedError>(())
//! ```

mod consts;
mod cursor;
mod decls;
mod lex;
mod names;
mod ops;
mod outline;
mod positions;
mod types;

pub use consts::{constant, int_literal, is_constant, show_const, show_str};
pub use cursor::{Cursor, Read, version};
pub use decls::{Declared, write_declarations, write_named_types, write_types};
pub use lex::Tok;
pub use names::{Names, show_name, show_segment, split_number, unescape};
pub use ops::{OpNames, OpText, OwnOp, any_class, constructor, field_number, no_op, op};
pub use ops::{show_any_class, show_constructor, show_data};
pub use outline::Outline;
pub use positions::{PosReader, show_pos, write_positions};
pub(crate) use types::show_type_name;
pub use types::{MAX_TYPE_NESTING, TypeReader};
