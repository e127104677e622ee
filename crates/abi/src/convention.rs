//! The calling convention: the slots of arguments, a pure function of their kinds.
//!
//! One prototype serves every managed function: four pointers (allocation
//! pointer, virtual processor, continuation, closure), seven integers, eight
//! doubles. Results are passed to a continuation as arguments are to a function.

/// Integer slots for arguments.
pub const INT_SLOTS: usize = 7;
/// Floating-point slots for arguments.
pub const FLOAT_SLOTS: usize = 8;

/// Most components of a tuple that travels as several arguments: they have slots whatever their
/// kinds are, so that spreading a tuple never makes a record of it again. `lower` spreads by the
/// type, through unknown calls too; `flatten` by the use, where all calls are known.
pub const SPREAD_ARGS: usize = INT_SLOTS;
/// Most components of a tuple that is returned as several results. Fewer than arguments, since a
/// caller that keeps the tuple must build it again.
pub const SPREAD_RESULTS: usize = 4;

/// Bytes beyond the limit that a check need not count: compiled code whose
/// path allocates at most this much compares the allocation pointer alone.
pub const CHECK_SLACK: usize = 4096;

/// Most bytes that a continuation may allocate without a check before it goes
/// on to a function, which checks.
pub const UNCHECKED: usize = 1024;

/// Most bytes of an object that compiled code allocates by itself; larger ones
/// come from the runtime, and no check counts them.
pub const INLINE_BYTES: usize = 1024;

/// Room that the runtime leaves in the nursery when it allocates for compiled
/// code, so that what a check has promised is still there.
pub const RESERVE: usize = 64 * 1024;

/// The slot in which an argument travels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loc {
    /// An integer slot.
    Int(usize),
    /// A floating-point slot.
    Float(usize),
    /// A field of the record in the last integer slot.
    Spill(usize),
}

/// Assigns slots, in order, to arguments of which `is_float` says the class.
///
/// While everything fits, each takes the next slot of its class. Otherwise the
/// last integer slot holds a record of all that found no slot.
pub fn assign(is_float: impl Iterator<Item = bool> + Clone, mut place: impl FnMut(Loc)) {
    let ints = is_float.clone().filter(|f| !f).count();
    let floats = is_float.clone().filter(|f| *f).count();
    let spills = ints > INT_SLOTS || floats > FLOAT_SLOTS;
    let int_slots = if spills { INT_SLOTS - 1 } else { INT_SLOTS };
    let (mut int, mut float, mut spill) = (0, 0, 0);
    for is_float in is_float {
        let (next, slots) =
            if is_float { (&mut float, FLOAT_SLOTS) } else { (&mut int, int_slots) };
        if *next < slots {
            place(if is_float { Loc::Float(*next) } else { Loc::Int(*next) });
            *next += 1;
        } else {
            place(Loc::Spill(spill));
            spill += 1;
        }
    }
}
