//! Widths of integers, and the simple types of primitives.

use std::fmt;

/// Widths of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Width {
    I1,
    I8,
    I16,
    I32,
    I64,
}

impl Width {
    /// All, ascending.
    pub const ALL: [Width; 5] = [Width::I1, Width::I8, Width::I16, Width::I32, Width::I64];

    /// Bits.
    pub const fn bits(self) -> u32 {
        match self {
            Width::I1 => 1,
            Width::I8 => 8,
            Width::I16 => 16,
            Width::I32 => 32,
            Width::I64 => 64,
        }
    }

    /// All bits of the width set.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The low bits of `x`, read as signed.
    pub const fn sext(self, x: u64) -> i64 {
        let shift = 64 - self.bits();
        (x << shift) as i64 >> shift
    }

    const fn name(self) -> &'static str {
        match self {
            Width::I1 => "i1",
            Width::I8 => "i8",
            Width::I16 => "i16",
            Width::I32 => "i32",
            Width::I64 => "i64",
        }
    }
}

/// A simple type in the signature of a primitive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum PTy {
    Int(Width),
    F32,
    F64,
    Str,
    Big,
    Exn,
    /// The place where an exception was raised.
    Origin,
    /// `array(i8)`.
    Bytes,
    /// `array(i32)`.
    Chars,
    /// `vector(str)`.
    Strs,
    /// An address that C gave.
    Ptr,
    /// A value that knows its type.
    Any,
    /// `fun() -> ()`.
    Action,
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
