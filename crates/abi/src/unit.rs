//! The descriptor by which a compiled unit is known to the runtime, and the functions that
//! the runtime offers to compiled code besides the primitives.
//!
//! A unit exports one symbol, its [`Unit`], named by [`unit_symbol`].

use crate::VProc;

/// The version of everything in this crate; the runtime refuses another.
pub const ABI_VERSION: u64 = 12;

/// A compiled unit.
#[repr(C)]
pub struct Unit {
    /// [`ABI_VERSION`].
    pub version: u64,
    /// A static closure of the entry function, which takes and returns nothing; or null.
    pub entry: *const u64,
    /// Runs managed code from C: `enter(vproc, closure)`. The function in the
    /// closure takes no argument; its continuation is one that returns here.
    /// Reads the allocation pointer from the vproc and leaves it there.
    pub enter: unsafe extern "C" fn(*mut VProc, *const u64),
    /// The code of a frame that keeps the slots of stopped code: its fields are a link, the object
    /// whose word 0 is the code, and a record of the slots. It calls [`RESUME`].
    pub resume: *const u8,
    /// 1 if the unit's frames are on a stack ([`crate::VProc::stack_end`]), 0 if they are on the heap.
    pub frames: u64,
    /// The code that is put in place of that of a frame on the stack, so that the runtime learns of
    /// the return to it: it calls [`BARRIER`].
    pub barrier: *const u8,
    /// The traced global cells.
    pub globals: *const *mut Cell,
    /// The number of traced global cells.
    pub global_count: u64,
    /// The position table.
    pub positions: *const Position,
    /// The number of entries of the position table. Entry 0 is unused.
    pub position_count: u64,
    /// The next part of the same unit, or null.
    pub next: *const Unit,
    /// The classes of boxed values in an `any` that the unit's code names.
    pub classes: *const *mut Class,
    /// The number of classes.
    pub class_count: u64,
    /// The first of the constants of the part, its literals among them: with the other addresses
    /// here it tells where the part is in memory.
    pub constants: *const u64,
    /// Words that hold the addresses of units that were compiled at another time and that this one
    /// names code or data of; those of what it imports, in the objects that export it.
    pub imports: *const *const *const Unit,
    /// The number of imports.
    pub import_count: u64,
}

/// A traced global cell. A cell of another kind is its word alone.
#[repr(C)]
pub struct Cell {
    /// The content.
    pub word: u64,
    /// [`CELL_STORED`] if the cell was stored to since the last collection, which is all that a minor
    /// collection needs to look at; else 0. A store that finds 0 calls [`RECORD_CELL`], which
    /// sets it. Compiled data say that it was stored to: a collection looks at all cells of a unit
    /// that was registered since the last.
    pub stored: u64,
}

/// The mark of a cell that was stored to since the last collection.
pub const CELL_STORED: u64 = 1;

/// A class of boxed values in an `any`. Word 1 of an [`crate::ObjectKind::AnyBox`] is the number
/// of its class.
#[repr(C)]
pub struct Class {
    /// The text of the type, zero-terminated, which tells it from other classes in every unit.
    pub text: *const u8,
    /// Its number, the same for equal texts; set when the unit is registered.
    pub number: u64,
}

/// One entry of the position table. Addresses are distances from the start of the table, or 0 for
/// none: they take a third of the place, and nothing has to be done to them where a program is
/// loaded.
#[repr(C)]
pub struct Position {
    /// The code it belongs to, or none for one that is only reached by `inlined_at`.
    pub code: i32,
    /// The function's name, zero-terminated.
    pub function: i32,
    /// The source file, zero-terminated, or none where the position is not known.
    pub file: i32,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The entry where this code was inlined; 0 for none.
    pub inlined_at: u32,
}

impl Position {
    /// The address at a distance from the start of its table; 0 for none.
    pub fn address(table: *const Position, distance: i32) -> u64 {
        if distance == 0 { 0 } else { (table.addr() as u64).wrapping_add_signed(distance.into()) }
    }
}

/// `kont_collect(vproc)`: called by the collector stub with the slots saved in
/// the vproc; the roots are in the code info of word 0 of `save_clos`.
pub const COLLECT: &str = "kont_collect";
/// `kont_resume(vproc, frame)`: puts the slots that a frame of [`Unit::resume`] keeps where the
/// collector leaves them.
pub const RESUME: &str = "kont_resume";
/// `kont_barrier(vproc, frame)`: puts the code of a frame back that [`Unit::barrier`] stands for.
pub const BARRIER: &str = "kont_barrier";
/// `kont_unwind(vproc, handler)`: called before a raise leaves frames behind that include
/// [`crate::VProc::barrier`].
pub const UNWIND: &str = "kont_unwind";
/// `kont_origin(vproc, site, raised, handler) -> origin`: where frames are on a stack, the origin of an
/// exception that came to this handler, whose frame is still there: the frames of the raise are
/// noted, since they are about to be overwritten. What was raised again has the origin that it had in
/// place of its continuation.
pub const ORIGIN: &str = "kont_origin";
/// `kont_record_object(vproc, object)`: the write barrier's slow path, for the first store of a
/// traced word into a record that is [`crate::Header::OLD`].
pub const RECORD_OBJECT: &str = "kont_record_object";
/// `kont_stores_full(vproc)`: makes room for recorded slots ([`crate::VProc::stores`]).
pub const STORES_FULL: &str = "kont_stores_full";
/// `kont_record_cell(vproc, cell)`: marks a global cell that was stored to for the first time
/// since the last collection.
pub const RECORD_CELL: &str = "kont_record_cell";
/// `kont_alloc(vproc, words) -> object`: memory for an object of any size whose
/// words are not initialised; word 0 must be set, and all others before the
/// next safe point. Never collects. An object outside the nursery is scanned at
/// the next collection.
pub const ALLOC: &str = "kont_alloc";
/// `kont_uncaught(vproc, exn, site, cont)`: reports an exception that reached the
/// outermost handler, with its origin: an entry of the position table, or null, and the
/// continuation of the raise. The stub then returns to the caller of `enter`.
pub const UNCAUGHT: &str = "kont_uncaught";
/// `kont_main(argc, argv, unit) -> exit code`: what an executable's `main` calls.
pub const MAIN: &str = "kont_main";
/// `kont_panicked(info)`: what a panic comes to in an executable, in the place of what `std` has.
pub const PANICKED: &str = "kont_panicked";
/// `kont_exhausted(layout)`: the same for an allocation that failed.
pub const EXHAUSTED: &str = "kont_exhausted";
/// `kont_unwound()`: in the place of what unwinds, where nothing does.
pub const UNWOUND: &str = "kont_unwound";
/// `kont_id_hash(vproc, object) -> hash`.
pub const ID_HASH: &str = "kont_id_hash";
/// `kont_heap_size(vproc, object) -> bytes`: of all that can be reached from an object.
pub const HEAP_SIZE: &str = "kont_heap_size";
/// `kont_array_new(vproc, header, length, initial word) -> array` for raw and
/// traced elements; raises Size for a negative or huge length.
pub const ARRAY_NEW: &str = "kont_array_new";
/// `kont_array_alloc(vproc, header, length) -> array` with elements zero (raw)
/// or [`crate::NULL_IMMEDIATE`] (traced); raises Size.
pub const ARRAY_ALLOC: &str = "kont_array_alloc";
/// `kont_array_copy(vproc, src, src_start, dst, dst_start, length)`: overlapping
/// ranges allowed; raises Subscript; does its own write barrier.
pub const ARRAY_COPY: &str = "kont_array_copy";
/// `kont_weak_new(vproc, referent) -> weak`.
pub const WEAK_NEW: &str = "kont_weak_new";
/// `kont_unreachable(vproc)`: called where a program reached what its compiler
/// took for unreachable; says so and exits with 70.
pub const UNREACHABLE: &str = "kont_unreachable";
/// `kont_call_later(vproc, name, a, b, m, n)`: leaves a call of the host, which may wait for the
/// system, to the next check, where all slots are saved.
pub const CALL_LATER: &str = "kont_call_later";
/// `kont_call_answer(vproc) -> number`, with the text as extra result: the answer to the call that
/// was left before the last check; raises SysErr.
pub const CALL_ANSWER: &str = "kont_call_answer";
