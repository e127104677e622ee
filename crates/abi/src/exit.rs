//! Exit codes of programs and of the command that no program chooses itself.

/// A bug in Kont: `EX_SOFTWARE` of the system's `sysexits.h`.
pub const BUG: u8 = 70;

/// The heap is exhausted, or the system has no memory for it: `EX_OSERR`.
pub const NO_MEMORY: u8 = 71;
