//! The numbers of the words of objects. Word 0 is the header or the code.

/// The length of an array, a string (in bytes) or a big integer (in limbs).
pub const LENGTH: usize = 1;
/// The first element of an array, the first bytes of a string, the first limb.
pub const ELEMENTS: usize = 2;
/// The word in a [`crate::ObjectKind::Box`].
pub const BOXED: usize = 1;
/// The number of the class of a [`crate::ObjectKind::AnyBox`]; see [`crate::Class`].
pub const CLASS: usize = 1;
/// The value in a [`crate::ObjectKind::AnyBox`].
pub const ANY: usize = 2;
/// The referent of a [`crate::ObjectKind::Weak`].
pub const REFERENT: usize = 1;
/// The continuation of a [`crate::ObjectKind::Capture`].
pub const CAPTURED: usize = 1;
/// The handler of a [`crate::ObjectKind::Capture`].
pub const HANDLER: usize = 2;
/// The position of the raise, in the origin of an exception ([`crate::Header::ORIGIN`]).
pub const SITE: usize = 1;
/// The continuation of the raise, in an origin.
pub const RAISED: usize = 2;
/// The frame with which a backtrace goes on, in an origin where frames are on a stack.
pub const GOES_ON: usize = 2;
/// The origin of the same exception before it was raised again, or an immediate, in such an origin.
pub const EARLIER: usize = 3;
/// The frames that are gone, in such an origin.
pub const GONE: usize = 4;
/// The content of a reference.
pub const CONTENT: usize = 1;
/// The constructor of an exception.
pub const EXN_CONSTRUCTOR: usize = 1;
/// The first argument of an exception, or the record of all of them.
pub const EXN_ARGUMENTS: usize = 2;
/// The first field of a closure, and of a record of at most [`crate::RECORD_FIELDS`].
pub const FIELDS: usize = 1;
/// The link of a frame; its fields follow.
pub const LINK: usize = 1;
/// The name in an exception's constructor.
pub const EXN_NAME: usize = 1;

/// The words of a [`crate::ObjectKind::Box`].
pub const BOX_WORDS: usize = BOXED + 1;
/// The words of a [`crate::ObjectKind::AnyBox`].
pub const ANY_WORDS: usize = ANY + 1;
/// The words of a [`crate::ObjectKind::Capture`].
pub const CAPTURE_WORDS: usize = HANDLER + 1;
/// The words of an origin where frames are on a stack.
pub const ORIGIN_ON_STACK_WORDS: usize = GONE + 1;
/// The words of an origin.
pub const ORIGIN_WORDS: usize = RAISED + 1;
/// The first word of a mask of traced fields, of a record of more than
/// [`crate::RECORD_FIELDS`].
pub const MASKS: usize = 1;
