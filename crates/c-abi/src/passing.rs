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
    /// The bytes of a struct in integer registers: the bits of each, the last one perhaps fewer
    /// than a register has.
    Registers(Vec<u8>),
    /// In memory: a result where the caller says, an argument in a copy.
    Memory {
        /// The copy of an argument is on the stack of the callee's arguments, not behind a
        /// pointer.
        on_stack: bool,
    },
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
    let whole = size / REGISTER;
    let rest = size % REGISTER;
    let mut registers = vec![64; whole as usize];
    if rest > 0 {
        registers.push(rest.next_power_of_two() as u8 * 8);
    }
    Passing::Registers(registers)
}
