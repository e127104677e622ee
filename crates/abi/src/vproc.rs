//! The virtual processor: slot 1 of every managed function points to it.

use crate::{FLOAT_SLOTS, INT_SLOTS};
use core::sync::atomic::{AtomicI64, AtomicU64};

/// The exceptions that operations raise themselves, in the order of [`VProc::builtin`].
/// Whatever else a language raises, it declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(usize)]
pub enum BuiltinExn {
    /// A number does not fit into its type.
    Overflow,
    /// A division by zero.
    Div,
    /// An index outside its array or string.
    Subscript,
    /// The size of an object that cannot be.
    Size,
    /// A value is of another class or constructor.
    Match,
    /// The system refused a call. Carries a message (`str`) and an error number (`i64`).
    SysErr,
    /// A function is not defined for its argument.
    Domain,
}

impl BuiltinExn {
    /// All of them, in order.
    pub const ALL: [BuiltinExn; 7] = [
        BuiltinExn::Overflow,
        BuiltinExn::Div,
        BuiltinExn::Subscript,
        BuiltinExn::Size,
        BuiltinExn::Match,
        BuiltinExn::SysErr,
        BuiltinExn::Domain,
    ];

    /// Its name, as programs and messages say it.
    pub const fn name(self) -> &'static str {
        match self {
            BuiltinExn::Overflow => "Overflow",
            BuiltinExn::Div => "Div",
            BuiltinExn::Subscript => "Subscript",
            BuiltinExn::Size => "Size",
            BuiltinExn::Match => "Match",
            BuiltinExn::SysErr => "SysErr",
            BuiltinExn::Domain => "Domain",
        }
    }

    /// The shape of what it carries; nothing if it carries nothing.
    pub const fn carries(self) -> Option<ExnShape> {
        match self {
            BuiltinExn::SysErr => Some(ExnShape::Str),
            BuiltinExn::Overflow
            | BuiltinExn::Div
            | BuiltinExn::Subscript
            | BuiltinExn::Size
            | BuiltinExn::Match
            | BuiltinExn::Domain => None,
        }
    }

    /// The shape of the arguments, by which they are printed.
    pub const fn shape(self) -> ExnShape {
        match self.carries() {
            Some(shape) => shape,
            None => ExnShape::Other,
        }
    }
}

/// The shape of the arguments of an exception, by which they are printed; in field 1 of its
/// constructor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum ExnShape {
    /// Nothing that can be shown.
    Other = 0,
    /// The first argument is a `str`.
    Str = 1,
    /// The first argument is an `i64`.
    I64 = 2,
    /// The arguments are an `exn`, the cause, and two `str`: what failed, and on what. The
    /// constructor was described as [`FAILED`].
    Failed = 3,
    /// As the text in field 2 of the constructor says (`host::show::Description`).
    Described = 4,
}

/// The description of exceptions of the shape [`ExnShape::Failed`].
pub const FAILED: &str = "failed";

/// Room for the second and further results of a runtime call.
pub const EXTRA_RESULTS: usize = 3;

/// The window: room for bytes that are written to one descriptor, which compiled code fills itself.
/// The host opens it, takes what was put there before it does anything else with output, and closes
/// it then.
#[repr(C)]
#[derive(Debug)]
pub struct Window {
    /// The descriptor; none while the window is closed.
    pub descriptor: AtomicI64,
    /// The address of the next byte.
    pub next: AtomicU64,
    /// The address behind the last one.
    pub end: AtomicU64,
}

impl Window {
    /// What no descriptor is.
    pub const CLOSED: i64 = i64::MIN;
}

impl Default for Window {
    fn default() -> Window {
        let descriptor = AtomicI64::new(Window::CLOSED);
        Window { descriptor, next: AtomicU64::new(0), end: AtomicU64::new(0) }
    }
}

/// The virtual processor. Compiled code reads and writes it by the offsets of
/// its fields, so they are `repr(C)` and every field is a word.
///
/// An exception constructor is a record `[name: str, shape: raw]`, with a third field, a
/// `str`, if the shape is [`ExnShape::Described`]; an exception is a record
/// `[constructor, arguments...]`, or `[constructor, record of the arguments]` where that would have more
/// than [`crate::RECORD_FIELDS`] fields. [`VProc::builtin`] holds the
/// constructors, [`VProc::builtin_value`] ready-made values of those without
/// arguments (0 for the others).
#[repr(C)]
pub struct VProc {
    /// A check fails when the allocation pointer is above this; zeroed to ask for a safe point,
    /// be it by a signal handler or another thread.
    pub limit: AtomicU64,
    /// The allocation pointer, valid while C code runs.
    pub alloc: u64,
    /// The current exception handler: a frame.
    pub handler: u64,
    /// Set by a runtime function that raises: the exception; 0 otherwise.
    pub exn: u64,
    /// The exception noted last for `exn.history`, and its origin: a record of an entry
    /// of the position table and a continuation. 0 before there is one.
    pub noted: [u64; 2],
    /// The nurseries of all vprocs, `[base, base + bytes)`, or more of the heap while the collector
    /// marks it: a store into an old array is recorded only if the value is in there.
    pub nursery_base: u64,
    /// See [`VProc::nursery_base`].
    pub nursery_bytes: u64,
    /// The place for the next slot of an old array that is recorded: compiled code puts its address
    /// here, moves the place on, and calls [`crate::STORES_FULL`] when it has reached the end.
    pub stores: u64,
    /// The end of the room for recorded slots.
    pub stores_end: u64,
    /// Second and further results of a runtime call.
    pub extra: [u64; EXTRA_RESULTS],
    /// The runtime, opaque to compiled code.
    pub runtime: u64,
    /// The handler that reports what nobody handled; 0 before a unit is entered.
    pub outermost: u64,
    /// The end of the stack of frames, which grows downwards from here; 0 while no unit with frames
    /// on a stack runs.
    pub stack_end: u64,
    /// The frame whose code word is that of [`crate::Unit::barrier`] for now, or the end of the
    /// stack: those above it are as the last collection left them. A raise that goes to a handler
    /// above it calls [`crate::UNWIND`] first.
    pub barrier: u64,
    /// The address of the [`Window`] for output.
    pub window: u64,
    /// Constructors of the built-in exceptions.
    pub builtin: [u64; BuiltinExn::ALL.len()],
    /// Values of the built-in exceptions that carry nothing.
    pub builtin_value: [u64; BuiltinExn::ALL.len()],
    /// The continuation slot, while the collector runs.
    pub save_cont: u64,
    /// The closure slot, while the collector runs: an object whose word 0 is the code to re-enter.
    pub save_clos: u64,
    /// The integer slots, while the collector runs.
    pub save_ints: [u64; INT_SLOTS],
    /// The floating-point slots, while the collector runs.
    pub save_floats: [f64; FLOAT_SLOTS],
}
