//! The way functions take and give values: the System V convention of x86-64 and the procedure call
//! standard of AArch64, for types without floating-point members.

use crate::CTy;

/// A machine, by its C convention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// x86-64 with the System V convention.
    X86_64,
    /// AArch64.
    AArch64,
}

/// The way a value travels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passing {
    /// A scalar, as it is; narrower than a register, it is extended with zeros by whoever passes
    /// it where the machine wants that.
    Scalar {
        /// The callee may rely on the upper bits.
        extended: bool,
    },
    /// The bytes of a struct in integer registers.
    Registers(Vec<Register>),
    /// In memory: a result where the caller says, an argument in a copy.
    Memory {
        /// The copy of an argument is on the stack of the callee's arguments, not behind a
        /// pointer.
        on_stack: bool,
    },
}

/// The part of a struct in a register, as C compilers see it: code is inlined only where both
/// sides see the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Register {
    /// So many bits, a multiple of eight.
    Int(u8),
    /// A pointer.
    Ptr,
}

/// Most bytes that travel in registers.
const MOST_BYTES: u64 = 16;
/// Bytes of a register.
const REGISTER: u64 = 8;

/// The way a value of a type travels, be it an argument or a result. A function of these types has
/// one parameter, so that registers never run out.
pub fn passing(machine: Machine, ty: &CTy) -> Passing {
    if ty.is_scalar() {
        return Passing::Scalar { extended: machine == Machine::X86_64 };
    }
    let size = ty.layout().size;
    if size > MOST_BYTES {
        return Passing::Memory { on_stack: machine == Machine::X86_64 };
    }
    let registers = size.div_ceil(REGISTER);
    Passing::Registers(match machine {
        Machine::X86_64 => {
            let parts = Parts::of(ty);
            (0..registers).map(|i| parts.register(i * REGISTER, size)).collect()
        }
        Machine::AArch64 => vec![Register::Int(64); registers as usize],
    })
}

/// The scalars that a value has in memory.
#[derive(Default)]
struct Parts {
    /// Offsets and sizes of those that a compiler takes the value to consist of: of a union, only
    /// those of its most aligned, then largest alternative. True for pointers.
    seen: Vec<(u64, u64, bool)>,
    /// The bytes that belong to any.
    used: Vec<bool>,
}

impl Parts {
    fn of(ty: &CTy) -> Parts {
        let mut parts = Parts { seen: Vec::new(), used: vec![false; ty.layout().size as usize] };
        parts.add(ty, 0, true);
        parts
    }

    fn add(&mut self, ty: &CTy, at: u64, seen: bool) {
        match ty {
            CTy::Int(_) | CTy::Ptr | CTy::Bool | CTy::Unit => {
                let size = ty.layout().size;
                self.used[at as usize..(at + size) as usize].fill(true);
                if seen {
                    self.seen.push((at, size, *ty == CTy::Ptr));
                }
            }
            CTy::Struct(members) => {
                for (member, offset) in members.iter().zip(CTy::offsets(members)) {
                    self.add(member, at + offset, seen);
                }
            }
            CTy::Tagged(alternatives) => {
                self.add(&CTy::TAG, at, seen);
                let union = at + CTy::union_offset(alternatives);
                let rank = |i: usize| {
                    let layout = alternatives[i].ty.layout();
                    (layout.align, layout.size, usize::MAX - i)
                };
                let chosen = (0..alternatives.len()).max_by_key(|i| rank(*i));
                for (i, alternative) in alternatives.iter().enumerate() {
                    self.add(&alternative.ty, union, seen && Some(i) == chosen);
                }
            }
        }
    }

    /// The register for the bytes from an offset on.
    fn register(&self, at: u64, size: u64) -> Register {
        let end = size.min(at + REGISTER);
        let rest = Register::Int((end - at) as u8 * 8);
        match self.seen.iter().find(|(offset, ..)| *offset == at) {
            Some((_, _, true)) => Register::Ptr,
            Some((_, size, false)) => {
                let behind = (at + size) as usize..end as usize;
                let alone = !self.used[behind].iter().any(|used| *used);
                if alone { Register::Int(*size as u8 * 8) } else { rest }
            }
            None => rest,
        }
    }
}
