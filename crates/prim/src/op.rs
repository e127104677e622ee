//! The primitives with fixed signatures.
//!
//! Text: `add.i64`, `lt.f64`, `str.concat`. Arithmetic comes in three forms:
//! `add` wraps, `sadd` raises Overflow when the signed result does not fit,
//! `uadd` when the unsigned one does not. Shifts by the width or more give 0,
//! or the sign for `ashr`.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;
use types::{PTy, Width};

const I1: PTy = PTy::Int(Width::I1);
const I8: PTy = PTy::Int(Width::I8);
const I16: PTy = PTy::Int(Width::I16);
const I32: PTy = PTy::Int(Width::I32);
const I64: PTy = PTy::Int(Width::I64);
const ANY: PTy = PTy::Any;

/// The effect of a primitive besides giving its result. Passes ask for this, not for the
/// operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Nothing: may be removed, duplicated, moved anywhere.
    Pure,
    /// Pure, except that it may raise. Removable only if it cannot raise.
    Trap,
    /// Reads mutable memory: may be removed; not moved over writes.
    Read,
    /// Writes memory, or reads and raises: stays.
    Write,
    /// Gives a fresh object of its own identity: may be removed, not duplicated.
    Alloc,
    /// Allocates and may raise: stays.
    AllocTrap,
    /// Input and output, exit, handlers: stays, in order.
    Control,
}

impl Effect {
    /// True if a binding whose results are not used may be dropped.
    pub const fn removable(self) -> bool {
        match self {
            Effect::Pure | Effect::Read | Effect::Alloc => true,
            Effect::Trap | Effect::Write | Effect::AllocTrap | Effect::Control => false,
        }
    }

    /// True if it can raise an exception.
    pub const fn raises(self) -> bool {
        match self {
            Effect::Trap | Effect::AllocTrap | Effect::Write | Effect::Control => true,
            Effect::Pure | Effect::Read | Effect::Alloc => false,
        }
    }
}

macro_rules! named_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[doc = $doc])+ $variant),* }
        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// As the text format writes it.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }
            /// Its meaning, as the reference says it.
            pub const fn meaning(self) -> &'static str {
                match self { $($name::$variant => concat!($($doc),+)),* }
            }
        }
    };
}

named_enum!(
    /// Integer operations of two operands of one width.
    IntOp {
        /// Sum; the low bits of it.
        Add = "add",
        /// Difference; the low bits of it.
        Sub = "sub",
        /// Product; the low bits of it.
        Mul = "mul",
        /// Sum of signed integers; raises Overflow where it does not fit.
        SAdd = "sadd",
        /// Difference of signed integers; raises Overflow where it does not fit.
        SSub = "ssub",
        /// Product of signed integers; raises Overflow where it does not fit.
        SMul = "smul",
        /// Sum of unsigned integers; raises Overflow where it does not fit.
        UAdd = "uadd",
        /// Difference of unsigned integers; raises Overflow where it would be negative.
        USub = "usub",
        /// Product of unsigned integers; raises Overflow where it does not fit.
        UMul = "umul",
        /// Quotient of signed integers, rounded to zero; the least one by -1 is itself; raises Div.
        Quot = "quot",
        /// Remainder of signed integers, with the sign of the dividend; raises Div.
        Rem = "rem",
        /// As `quot`, but raises Overflow for the least one by -1; raises Div.
        SQuot = "squot",
        /// Quotient of signed integers, rounded down; the least one by -1 is itself; raises Div.
        Div = "div",
        /// Remainder of signed integers, with the sign of the divisor; raises Div.
        Mod = "mod",
        /// As `div`, but raises Overflow for the least one by -1; raises Div.
        SDiv = "sdiv",
        /// Quotient of unsigned integers; raises Div.
        UQuot = "uquot",
        /// Remainder of unsigned integers; raises Div.
        URem = "urem",
        /// Quotient of unsigned integers; 0 where the divisor is 0.
        UQuotZ = "uquotz",
        /// Remainder of unsigned integers; 0 where the divisor is 0.
        URemZ = "uremz",
        /// The first operand itself, an index; raises Subscript unless it is less than the second, unsigned.
        Index = "index",
        /// The bits that are set in both.
        And = "and",
        /// The bits that are set in one or both.
        Or = "or",
        /// The bits that are set in one alone.
        Xor = "xor",
        /// Shifted left by an unsigned amount; 0 from the width on.
        Shl = "shl",
        /// Shifted right by an unsigned amount, zeros from the left; 0 from the width on.
        Lshr = "lshr",
        /// Shifted right by an unsigned amount, copies of the sign from the left; all sign from
        /// the width on.
        Ashr = "ashr",
        /// Rotated left by an unsigned amount, modulo the width.
        Rotl = "rotl",
        /// The lesser, signed.
        SMin = "smin",
        /// The greater, signed.
        SMax = "smax",
        /// The lesser, unsigned.
        UMin = "umin",
        /// The greater, unsigned.
        UMax = "umax",
    }
);
named_enum!(
    /// Operations on the integers that an `any` holds without a box, those of 62 bits, which need
    /// not be taken out of it, and on what else is in an `any`. Where there are two results, the
    /// first says whether the operands are such integers and the result is one; the second means
    /// nothing otherwise, and must not be used then.
    SmallOp {
        /// A flag, and the sum of two integers in `any`s of 62 bits.
        Add = "small.add",
        /// A flag, and the difference.
        Sub = "small.sub",
        /// A flag, and the product.
        Mul = "small.mul",
        /// A flag, and whether the first integer is less than the second.
        Lt = "small.lt",
        /// A flag, and whether the first integer is less than the second, or equal to it.
        Le = "small.le",
        /// A flag, and whether two integers are equal.
        Eq = "small.eq",
        /// A flag, and the integer in an `any`.
        Get = "small.get",
        /// A flag that says whether 62 bits suffice, and the integer as an `any`.
        Of = "small.of",
        /// What is in an `any`, as a number: 0 an integer of 62 bits, 1 a smaller integer, 2 a function, 3 a tuple, 4 a tuple of more than 32, 5 an array, 6 a string, 9 a number in a box, 10 anything else in a box, 11 a continuation.
        Kind = "any.kind",
        /// The first field of a tuple of `any`s in an `any`.
        First = "any.first",
        /// The field of this number of a tuple of `any`s in an `any`, which has so many.
        Field = "any.field",
    }
);
named_enum!(
    /// Integer operations of one operand.
    IntUnOp {
        /// Every bit turned.
        Not = "not",
        /// Negation; the least integer is its own.
        Neg = "neg",
        /// Negation; raises Overflow for the least integer.
        SNeg = "sneg",
        /// The integer without its sign; raises Overflow for the least one.
        SAbs = "sabs",
        /// How many bits are set.
        Popcount = "popcount",
        /// How many bits above the highest set one are clear; the width for 0.
        Clz = "clz",
        /// How many bits below the lowest set one are clear; the width for 0.
        Ctz = "ctz",
        /// The bytes in opposite order; a single one, or a bit, stays as it is.
        Bswap = "bswap",
        /// The operand itself, which is mostly not 0; where it decides a branch, the other way is rare.
        Likely = "likely",
    }
);
named_enum!(
    /// Integer comparisons.
    CmpOp {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Less, signed.
        Slt = "slt",
        /// Less or equal, signed.
        Sle = "sle",
        /// Greater, signed.
        Sgt = "sgt",
        /// Greater or equal, signed.
        Sge = "sge",
        /// Less, unsigned.
        Ult = "ult",
        /// Less or equal, unsigned.
        Ule = "ule",
        /// Greater, unsigned.
        Ugt = "ugt",
        /// Greater or equal, unsigned.
        Uge = "uge",
    }
);
named_enum!(
    /// Floating-point operations of two operands.
    FBinOp {
        /// Sum.
        Add = "fadd",
        /// Difference.
        Sub = "fsub",
        /// Product.
        Mul = "fmul",
        /// Quotient; by zero it is infinite, and of zeros nan.
        Div = "fdiv",
        /// Remainder with the sign of the dividend.
        Rem = "frem",
        /// The lesser; the other where one is nan.
        Min = "fmin",
        /// The greater; the other where one is nan.
        Max = "fmax",
        /// The first number with the sign of the second.
        Copysign = "copysign",
        /// The first number to the power of the second.
        Pow = "pow",
        /// The angle of the point (second, first), in radians.
        Atan2 = "atan2",
    }
);
named_enum!(
    /// Floating-point operations of one operand.
    FUnOp {
        /// The number with its sign turned.
        Neg = "fneg",
        /// The number without its sign.
        Abs = "fabs",
        /// Square root; nan of a negative number.
        Sqrt = "sqrt",
        /// Rounded down to a whole number.
        Floor = "floor",
        /// Rounded up to a whole number.
        Ceil = "ceil",
        /// Rounded to zero to a whole number.
        Trunc = "ftrunc",
        /// Rounded to the nearest whole number, of two to the even one.
        Round = "fround",
        /// Sine, of radians.
        Sin = "sin",
        /// Cosine, of radians.
        Cos = "cos",
        /// Tangent, of radians.
        Tan = "tan",
        /// Arc sine; nan outside -1 to 1.
        Asin = "asin",
        /// Arc cosine; nan outside -1 to 1.
        Acos = "acos",
        /// Arc tangent.
        Atan = "atan",
        /// Hyperbolic sine.
        Sinh = "sinh",
        /// Hyperbolic cosine.
        Cosh = "cosh",
        /// Hyperbolic tangent.
        Tanh = "tanh",
        /// e to this power.
        Exp = "exp",
        /// Natural logarithm; nan of a negative number.
        Ln = "ln",
        /// Logarithm to the base 10; nan of a negative number.
        Log10 = "log10",
    }
);
named_enum!(
    /// Floating-point comparisons.
    FCmpOp {
        /// Equal; false where one is nan.
        Eq = "feq",
        /// Not equal; true where one is nan.
        Ne = "fne",
        /// Less; false where one is nan.
        Lt = "flt",
        /// Less or equal; false where one is nan.
        Le = "fle",
        /// Greater; false where one is nan.
        Gt = "fgt",
        /// Greater or equal; false where one is nan.
        Ge = "fge",
    }
);
named_enum!(
    /// The conversions of a number to a signed integer, by their rounding.
    Round {
        /// To a signed integer, rounded to zero; raises Overflow where it does not fit, Domain for nan.
        Trunc = "trunc",
        /// To a signed integer, rounded down; raises Overflow where it does not fit, Domain for nan.
        Floor = "floor",
        /// To a signed integer, rounded up; raises Overflow where it does not fit, Domain for nan.
        Ceil = "ceil",
        /// To the nearest signed integer, of two to the even one; raises Overflow where it does not
        /// fit, Domain for nan.
        Even = "even",
    }
);

macro_rules! runtime_prims {
    ($($(#[doc = $doc:literal])+ $variant:ident = $text:literal ($($arg:expr),*) -> ($($result:expr),*) $effect:ident;)*) => {
        /// Primitives that are functions of the runtime, by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Rt { $($(#[doc = $doc])+ $variant),* }
        impl Rt {
            /// All of them.
            pub const ALL: &'static [Rt] = &[$(Rt::$variant),*];
            /// As the text format writes it.
            pub const fn name(self) -> &'static str {
                match self { $(Rt::$variant => $text),* }
            }
            /// Its meaning, as the reference says it.
            pub const fn meaning(self) -> &'static str {
                match self { $(Rt::$variant => concat!($($doc),+)),* }
            }
            /// The types of its operands and results, and its effect.
            pub const fn signature(self) -> (&'static [PTy], &'static [PTy], Effect) {
                match self { $(Rt::$variant => (&[$($arg),*], &[$($result),*], Effect::$effect)),* }
            }
        }
    };
}

runtime_prims! {
    /// Length in bytes.
    StrLen = "str.len" (PTy::Str) -> (I64) Pure;
    /// The byte at an index; raises Subscript.
    StrGet = "str.get" (PTy::Str, I64) -> (I8) Trap;
    /// The byte at an index that is known to be right.
    StrGetU = "str.get.u" (PTy::Str, I64) -> (I8) Pure;
    /// The integer of two bytes, the lowest first, at an index counted in such groups; raises Subscript.
    StrGet16 = "str.get.i16" (PTy::Str, I64) -> (I16) Trap;
    /// The integer of four bytes, the lowest first, at an index counted in such groups; raises Subscript.
    StrGet32 = "str.get.i32" (PTy::Str, I64) -> (I32) Trap;
    /// The integer of eight bytes, the lowest first, at an index counted in such groups; raises Subscript.
    StrGet64 = "str.get.i64" (PTy::Str, I64) -> (I64) Trap;
    /// A part of a string: string, start, length; raises Subscript.
    StrSub = "str.sub" (PTy::Str, I64, I64) -> (PTy::Str) AllocTrap;
    /// Two strings, one after the other.
    // It raises nothing, but a trap knows its place where the heap is exhausted.
    StrConcat = "str.concat" (PTy::Str, PTy::Str) -> (PTy::Str) AllocTrap;
    /// All strings of a vector, one after the other.
    // A trap as `str.concat` is.
    StrJoin = "str.join" (PTy::Strs) -> (PTy::Str) AllocTrap;
    /// True if the bytes are the same.
    StrEq = "str.eq" (PTy::Str, PTy::Str) -> (I1) Pure;
    /// -1, 0 or 1, by unsigned bytes.
    StrCmp = "str.cmp" (PTy::Str, PTy::Str) -> (I64) Pure;
    /// Parts of two strings, each with its start and length: -1, 0 or 1, by unsigned bytes; raises Subscript.
    StrCmpPart = "str.cmp.part" (PTy::Str, I64, I64, PTy::Str, I64, I64) -> (I64) Trap;
    /// A hash of the bytes (FNV-1a, 64 bits).
    StrHash = "str.hash" (PTy::Str) -> (I64) Pure;
    /// A string of one byte.
    StrOfByte = "str.of.byte" (I8) -> (PTy::Str) Alloc;
    /// A copy of a range (start, length) of a byte array; raises Subscript.
    StrOfBytes = "str.of.bytes" (PTy::Bytes, I64, I64) -> (PTy::Str) AllocTrap;
    /// The characters of a text in UTF-8; bytes that are none are U+FFFD, as many of them as some
    /// character begins with, or one.
    StrChars = "str.chars" (PTy::Str) -> (PTy::Chars) Alloc;
    /// A range (start, length) of characters as a text in UTF-8; numbers that are no characters are
    /// U+FFFD; raises Subscript.
    StrOfChars = "str.of.chars" (PTy::Chars, I64, I64) -> (PTy::Str) AllocTrap;
    /// A copy of the bytes before the first zero at an address that C gave.
    StrOfC = "str.of.c" (PTy::Ptr) -> (PTy::Str) Alloc;
    /// Copies bytes: string, start, array, start, how many; raises Subscript.
    StrBlit = "str.blit" (PTy::Str, I64, PTy::Bytes, I64, I64) -> () Write;
    /// A signed integer in radix 2..36, lower case, `-` for the sign; raises Domain for another radix.
    I64ToStr = "i64.to.str" (I64, I64) -> (PTy::Str) AllocTrap;
    /// An unsigned integer in radix 2..36; raises Domain for another radix.
    U64ToStr = "u64.to.str" (I64, I64) -> (PTy::Str) AllocTrap;
    /// A number as text: number, style, digits. Style 0 is scientific with so many digits behind the
    /// point, 1 without an exponent, 2 the shorter of both with so many digits in all, 3 the shortest
    /// that reads back; `-` is minus, and there are `inf`, `-inf` and `nan`; raises Size for digits
    /// below 0 or above 10000.
    F64Fmt = "f64.fmt" (PTy::F64, I64, I64) -> (PTy::Str) AllocTrap;
    /// Reads a whole string as a number (`-` or `~`, digits, point, exponent, inf, nan), correctly rounded; the flag says whether it is one.
    F64Parse = "f64.parse" (PTy::Str) -> (I1, PTy::F64) Pure;
    /// From a signed integer.
    BigOfI64 = "big.of.i64" (I64) -> (PTy::Big) Pure;
    /// From an unsigned integer.
    BigOfU64 = "big.of.u64" (I64) -> (PTy::Big) Pure;
    /// To a signed integer; raises Overflow.
    BigToI64 = "big.to.i64" (PTy::Big) -> (I64) Trap;
    /// The low 64 bits, two's complement.
    BigWrap = "big.wrap" (PTy::Big) -> (I64) Pure;
    /// The nearest number.
    BigToF64 = "big.to.f64" (PTy::Big) -> (PTy::F64) Pure;
    /// The integer part; raises Domain for nan, Overflow for infinities.
    BigOfF64 = "big.of.f64" (PTy::F64) -> (PTy::Big) Trap;
    /// Sum.
    BigAdd = "big.add" (PTy::Big, PTy::Big) -> (PTy::Big) Pure;
    /// Difference.
    BigSub = "big.sub" (PTy::Big, PTy::Big) -> (PTy::Big) Pure;
    /// Product.
    BigMul = "big.mul" (PTy::Big, PTy::Big) -> (PTy::Big) Pure;
    /// Quotient towards zero; raises Div.
    BigQuot = "big.quot" (PTy::Big, PTy::Big) -> (PTy::Big) Trap;
    /// Remainder with the sign of the dividend; raises Div.
    BigRem = "big.rem" (PTy::Big, PTy::Big) -> (PTy::Big) Trap;
    /// Quotient rounded down; raises Div.
    BigDiv = "big.div" (PTy::Big, PTy::Big) -> (PTy::Big) Trap;
    /// Remainder with the sign of the divisor; raises Div.
    BigMod = "big.mod" (PTy::Big, PTy::Big) -> (PTy::Big) Trap;
    /// Negation.
    BigNeg = "big.neg" (PTy::Big) -> (PTy::Big) Pure;
    /// -1, 0 or 1.
    BigCmp = "big.cmp" (PTy::Big, PTy::Big) -> (I64) Pure;
    /// The bits that are set in both, two's complement without end.
    BigAnd = "big.and" (PTy::Big, PTy::Big) -> (PTy::Big) Pure;
    /// The bits that are set in one or both, two's complement without end.
    BigOr = "big.or" (PTy::Big, PTy::Big) -> (PTy::Big) Pure;
    /// The bits that are set in one alone, two's complement without end.
    BigXor = "big.xor" (PTy::Big, PTy::Big) -> (PTy::Big) Pure;
    /// Shift left (amount unsigned); raises Size above 2^32.
    BigShl = "big.shl" (PTy::Big, I64) -> (PTy::Big) Trap;
    /// Shift right, rounding down (amount unsigned).
    BigShr = "big.shr" (PTy::Big, I64) -> (PTy::Big) Pure;
    /// Position of the highest set bit; raises Domain unless positive.
    BigLog2 = "big.log2" (PTy::Big) -> (I64) Trap;
    /// In radix 2..36, lower case, `-` for the sign; raises Domain for another radix.
    BigToStr = "big.to.str" (PTy::Big, I64) -> (PTy::Str) AllocTrap;
    /// Reads a whole string (sign `-` or `~`) in radix 2..36; the flag says whether it is a number.
    BigParse = "big.parse" (PTy::Str, I64) -> (I1, PTy::Big) Pure;
    /// The name of an exception's constructor.
    ExnName = "exn.name" (PTy::Exn) -> (PTy::Str) Alloc;
    /// The name of an exception's constructor and what it carries, as an uncaught one is reported.
    ExnMessage = "exn.message" (PTy::Exn) -> (PTy::Str) Alloc;
    /// Keeps an exception that is being handled and its origin, for `exn.history`.
    ExnNote = "exn.note" (PTy::Exn, PTy::Origin) -> () Control;
    /// The backtrace of the exception that was handled last, a line for each place; empty for another exception.
    ExnHistory = "exn.history" (PTy::Exn) -> (PTy::Str) Control;
    /// The same text, the description of an exception constructor; from now on messages are as
    /// descriptions say. A program that describes nothing does without the code for that.
    ExnDescribe = "exn.describe" (PTy::Str) -> (PTy::Str) Alloc;
    /// What is in an `any` as text, for messages: as Scheme writes it, cut off where it is long.
    AnyShow = "any.show" (PTy::Any) -> (PTy::Str) Alloc;
    /// The first place in a history whose file does not begin with the second text: `FILE:LINE`, or nothing.
    HistoryPlace = "history.place" (PTy::Str, PTy::Str) -> (PTy::Str) Alloc;
    /// Writes a string to standard output, all of it.
    Print = "print" (PTy::Str) -> () Control;
    /// Opens a file: path, mode (0 read, 1 write: created, emptied; 2 append; 3 read and write); gives a descriptor; raises SysErr.
    IoOpen = "io.open" (PTy::Str, I64) -> (I64) Control;
    /// Closes a descriptor; raises SysErr.
    IoClose = "io.close" (I64) -> () Control;
    /// Descriptor, array, start, most bytes; gives how many were read, 0 at the end; raises SysErr, Subscript.
    IoRead = "io.read" (I64, PTy::Bytes, I64, I64) -> (I64) Control;
    /// Descriptor, array, start, most bytes; gives how many were written; raises SysErr, Subscript.
    IoWrite = "io.write" (I64, PTy::Bytes, I64, I64) -> (I64) Control;
    /// Descriptor, string, start, most bytes; as `io.write`; raises SysErr, Subscript.
    IoWriteStr = "io.write.str" (I64, PTy::Str, I64, I64) -> (I64) Control;
    /// Socket, array, start, most bytes, the system's flags; gives how many were received, 0 at the end, or -1 where it would wait, and the sender's address, if the socket does not know it; raises SysErr, Subscript.
    IoReceive = "io.receive" (I64, PTy::Bytes, I64, I64, I64) -> (I64, PTy::Str) Control;
    /// Socket, most bytes, the system's flags; as `io.receive`, with the bytes before the address; raises SysErr, Size.
    IoReceiveStr = "io.receive.str" (I64, I64, I64) -> (I64, PTy::Str) Control;
    /// Socket, array, start, most bytes, the system's flags, address or nothing; gives how many were sent, or -1 where it would wait; raises SysErr, Subscript.
    IoSend = "io.send" (I64, PTy::Bytes, I64, I64, I64, PTy::Str) -> (I64) Control;
    /// Socket, string, start, most bytes, the system's flags, address or nothing; as `io.send`; raises SysErr, Subscript.
    IoSendStr = "io.send.str" (I64, PTy::Str, I64, I64, I64, PTy::Str) -> (I64) Control;
    /// Descriptor, offset, whence (0 start, 1 here, 2 end); gives the position; raises SysErr.
    IoSeek = "io.seek" (I64, I64, I64) -> (I64) Control;
    /// Descriptor, string, start, length: writes all, now or later as `io.buffer` says; raises SysErr, Subscript.
    IoPut = "io.put" (I64, PTy::Str, I64, I64) -> () Control;
    /// Descriptor, byte: as `io.put`; raises SysErr.
    IoPut1 = "io.put.byte" (I64, I8) -> () Control;
    /// Descriptor, byte: adds it to what waits, if what is written to the descriptor waits in blocks and there is room; the flag says whether. It is always false in the interpreters.
    IoAdd1 = "io.add.byte" (I64, I8) -> (I1) Write;
    /// Writes what waits for this descriptor; raises SysErr.
    IoFlush = "io.flush" (I64) -> () Control;
    /// Descriptor, mode (0 at once, 1 at the end of a line, 2 in blocks): when `io.put` writes; raises SysErr for another mode.
    IoBuffer = "io.buffer" (I64, I64) -> () Control;
    /// The first index of a byte in a part of an array, or -1: array, start, end, byte; raises Subscript.
    BytesFind = "bytes.find" (PTy::Bytes, I64, I64, I8) -> (I64) Write;
    /// The integer of two bytes, the lowest first, at an index counted in such groups; raises Subscript.
    BytesGet16 = "bytes.get.i16" (PTy::Bytes, I64) -> (I16) Write;
    /// The integer of four bytes, the lowest first, at an index counted in such groups; raises Subscript.
    BytesGet32 = "bytes.get.i32" (PTy::Bytes, I64) -> (I32) Write;
    /// The integer of eight bytes, the lowest first, at an index counted in such groups; raises Subscript.
    BytesGet64 = "bytes.get.i64" (PTy::Bytes, I64) -> (I64) Write;
    /// Sets two bytes to those of an integer, the lowest first, at an index counted in such groups; raises Subscript.
    BytesSet16 = "bytes.set.i16" (PTy::Bytes, I64, I16) -> () Write;
    /// Sets four bytes to those of an integer, the lowest first, at an index counted in such groups; raises Subscript.
    BytesSet32 = "bytes.set.i32" (PTy::Bytes, I64, I32) -> () Write;
    /// Sets eight bytes to those of an integer, the lowest first, at an index counted in such groups; raises Subscript.
    BytesSet64 = "bytes.set.i64" (PTy::Bytes, I64, I64) -> () Write;
    /// A call of the system by its name, with two strings and two numbers; gives a number and a string; raises SysErr.
    SysCall = "sys.call" (PTy::Str, PTy::Str, PTy::Str, I64, I64) -> (I64, PTy::Str) Control;
    /// Removes a file; raises SysErr.
    FileRemove = "file.remove" (PTy::Str) -> () Control;
    /// Renames a file; raises SysErr.
    FileRename = "file.rename" (PTy::Str, PTy::Str) -> () Control;
    /// True if there is a file of this name.
    FileExists = "file.exists" (PTy::Str) -> (I1) Control;
    /// The program's arguments.
    Args = "args" () -> (PTy::Strs) Control;
    /// The program's name.
    ProgramName = "program.name" () -> (PTy::Str) Control;
    /// A function of a vector of `any`s that the program's compiler makes of a text in a language of its own, and what the vector must hold; 0 and nothing if the compiler is not there or gives none.
    ProgramCompile = "program.compile" (PTy::Str) -> (PTy::Any, PTy::Str) Control;
    /// Ends what an interactive session runs, and asks the session for something by a text; goes on where there is no session.
    ProgramLeave = "program.leave" (PTy::Str) -> () Control;
    /// The value of an environment variable; the flag says whether there is one.
    Getenv = "getenv" (PTy::Str) -> (I1, PTy::Str) Control;
    /// Tells an interactive session that the declaration of this number is next; ends what the session runs there if a file that has come in between may have changed what names mean.
    ProgramStep = "program.step" (I64) -> () Control;
    /// Nanoseconds since 1970.
    TimeNow = "time.now" () -> (I64) Control;
    /// Nanoseconds of user and system time of this process.
    TimeCpu = "time.cpu" () -> (I64) Control;
    /// From now on this function is called between two steps of the program when `preempt.every` or a signal asks for it; false if nothing is ever called, as in the interpreters.
    PreemptBy = "preempt.by" (PTy::Action) -> (I1) Control;
    /// Has the function of `preempt.by` called every so many nanoseconds; never for 0.
    PreemptEvery = "preempt.every" (I64) -> () Control;
    /// Ends the program with this exit code (its low 8 bits); does not return.
    Exit = "exit" (I64) -> () Control;
    /// A full collection, now or at the next safe point.
    Collect = "gc.collect" () -> () Control;
    /// Bytes that the objects on the heap take now; 0 in the interpreters, which have none.
    HeapUsed = "heap.used" () -> (I64) Control;
}

/// A primitive with a fixed signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prim {
    /// Two integers to one.
    Int(IntOp, Width),
    /// One integer to one.
    IntUn(IntUnOp, Width),
    /// Two integers to `i1`.
    Cmp(CmpOp, Width),
    /// The same unsigned integer in a greater width.
    Zext(Width, Width),
    /// The same signed integer in a greater width.
    Sext(Width, Width),
    /// The low bits.
    Trunc(Width, Width),
    /// The low bits; raises Overflow if the signed value changes.
    STrunc(Width, Width),
    /// The low bits; raises Overflow if the unsigned value changes.
    UTrunc(Width, Width),
    /// Two numbers to one; `true` is `f64`, `false` is `f32`, here and below.
    FBin(FBinOp, bool),
    /// One number to one.
    FUn(FUnOp, bool),
    /// a * b + c, rounded once.
    Fma(bool),
    /// Two numbers to `i1`.
    FCmp(FCmpOp, bool),
    /// To a signed integer; raises Overflow, or Domain for nan.
    FToInt(Round, bool, Width),
    /// From a signed integer.
    SToF(Width, bool),
    /// From an unsigned integer.
    UToF(Width, bool),
    /// `f32` to `f64`.
    FExt,
    /// `f64` to `f32`.
    FTrunc,
    /// The bits of a number as an integer.
    FBits(bool),
    /// The number with these bits.
    FOfBits(bool),
    /// An operation on small integers in `any`s.
    Small(SmallOp),
    /// A function of the runtime.
    Rt(Rt),
}

/// The types of a primitive's operands and results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sig {
    /// Types of the operands.
    pub args: Vec<PTy>,
    /// Types of the results.
    pub results: Vec<PTy>,
}

const fn float(double: bool) -> PTy {
    if double { PTy::F64 } else { PTy::F32 }
}

const fn float_name(double: bool) -> &'static str {
    if double { "f64" } else { "f32" }
}

impl Prim {
    /// Every primitive, once.
    pub fn all() -> Vec<Prim> {
        let mut all = Vec::new();
        for w in Width::ALL {
            all.extend(IntOp::ALL.iter().map(|op| Prim::Int(*op, w)));
            all.extend(IntUnOp::ALL.iter().map(|op| Prim::IntUn(*op, w)));
            all.extend(CmpOp::ALL.iter().map(|op| Prim::Cmp(*op, w)));
            for v in Width::ALL {
                if v < w {
                    all.extend([
                        Prim::Zext(v, w),
                        Prim::Sext(v, w),
                        Prim::Trunc(w, v),
                        Prim::STrunc(w, v),
                        Prim::UTrunc(w, v),
                    ]);
                }
            }
        }
        for d in [true, false] {
            all.extend(FBinOp::ALL.iter().map(|op| Prim::FBin(*op, d)));
            all.extend(FUnOp::ALL.iter().map(|op| Prim::FUn(*op, d)));
            all.extend(FCmpOp::ALL.iter().map(|op| Prim::FCmp(*op, d)));
            all.extend([Prim::Fma(d), Prim::FBits(d), Prim::FOfBits(d)]);
            for w in [Width::I8, Width::I16, Width::I32, Width::I64] {
                all.extend(Round::ALL.iter().map(|r| Prim::FToInt(*r, d, w)));
                all.extend([Prim::SToF(w, d), Prim::UToF(w, d)]);
            }
        }
        all.extend([Prim::FExt, Prim::FTrunc]);
        all.extend(SmallOp::ALL.iter().map(|op| Prim::Small(*op)));
        all.extend(Rt::ALL.iter().map(|rt| Prim::Rt(*rt)));
        all
    }

    /// True if its operands and its one result are integers and numbers.
    pub const fn is_scalar(self) -> bool {
        !matches!(self, Prim::Small(_) | Prim::Rt(_))
    }

    /// The primitive that the text format calls so.
    pub fn by_name(name: &str) -> Option<Prim> {
        static TABLE: OnceLock<HashMap<String, Prim>> = OnceLock::new();
        TABLE
            .get_or_init(|| Prim::all().into_iter().map(|p| (p.to_string(), p)).collect())
            .get(name)
            .copied()
    }

    /// Its signature.
    pub fn sig(self) -> Sig {
        let sig =
            |args: &[PTy], results: &[PTy]| Sig { args: args.to_vec(), results: results.to_vec() };
        match self {
            Prim::Int(_, w) => sig(&[PTy::Int(w); 2], &[PTy::Int(w)]),
            Prim::IntUn(_, w) => sig(&[PTy::Int(w)], &[PTy::Int(w)]),
            Prim::Cmp(_, w) => sig(&[PTy::Int(w); 2], &[I1]),
            Prim::Zext(a, b)
            | Prim::Sext(a, b)
            | Prim::Trunc(a, b)
            | Prim::STrunc(a, b)
            | Prim::UTrunc(a, b) => sig(&[PTy::Int(a)], &[PTy::Int(b)]),
            Prim::FBin(_, d) => sig(&[float(d); 2], &[float(d)]),
            Prim::FUn(_, d) => sig(&[float(d)], &[float(d)]),
            Prim::Fma(d) => sig(&[float(d); 3], &[float(d)]),
            Prim::FCmp(_, d) => sig(&[float(d); 2], &[I1]),
            Prim::FToInt(_, d, w) => sig(&[float(d)], &[PTy::Int(w)]),
            Prim::SToF(w, d) | Prim::UToF(w, d) => sig(&[PTy::Int(w)], &[float(d)]),
            Prim::FExt => sig(&[PTy::F32], &[PTy::F64]),
            Prim::FTrunc => sig(&[PTy::F64], &[PTy::F32]),
            Prim::FBits(d) => {
                sig(&[float(d)], &[PTy::Int(if d { Width::I64 } else { Width::I32 })])
            }
            Prim::FOfBits(d) => {
                sig(&[PTy::Int(if d { Width::I64 } else { Width::I32 })], &[float(d)])
            }
            Prim::Small(op) => match op {
                SmallOp::Add | SmallOp::Sub | SmallOp::Mul => sig(&[ANY; 2], &[I1, ANY]),
                SmallOp::Lt | SmallOp::Le | SmallOp::Eq => sig(&[ANY; 2], &[I1, I1]),
                SmallOp::Get => sig(&[ANY], &[I1, I64]),
                SmallOp::Of => sig(&[I64], &[I1, ANY]),
                SmallOp::Kind => sig(&[ANY], &[I64]),
                SmallOp::First => sig(&[ANY], &[ANY]),
                SmallOp::Field => sig(&[ANY, I64], &[ANY]),
            },
            Prim::Rt(rt) => {
                let (args, results, _) = rt.signature();
                sig(args, results)
            }
        }
    }

    /// Its effect.
    pub fn effect(self) -> Effect {
        match self {
            Prim::Int(op, _) => match op {
                IntOp::Add | IntOp::Sub | IntOp::Mul => Effect::Pure,
                IntOp::And
                | IntOp::Or
                | IntOp::Xor
                | IntOp::Shl
                | IntOp::Lshr
                | IntOp::Ashr
                | IntOp::Rotl
                | IntOp::SMin
                | IntOp::SMax
                | IntOp::UMin
                | IntOp::UMax
                | IntOp::UQuotZ
                | IntOp::URemZ => Effect::Pure,
                IntOp::SAdd
                | IntOp::SSub
                | IntOp::SMul
                | IntOp::UAdd
                | IntOp::USub
                | IntOp::UMul
                | IntOp::Quot
                | IntOp::Rem
                | IntOp::SQuot
                | IntOp::Div
                | IntOp::Mod
                | IntOp::SDiv
                | IntOp::UQuot
                | IntOp::URem
                | IntOp::Index => Effect::Trap,
            },
            Prim::IntUn(op, _) => match op {
                IntUnOp::Not | IntUnOp::Neg | IntUnOp::Likely => Effect::Pure,
                IntUnOp::Popcount | IntUnOp::Clz | IntUnOp::Ctz => Effect::Pure,
                IntUnOp::Bswap => Effect::Pure,
                IntUnOp::SNeg | IntUnOp::SAbs => Effect::Trap,
            },
            Prim::STrunc(..) | Prim::UTrunc(..) | Prim::FToInt(..) => Effect::Trap,
            Prim::Cmp(..)
            | Prim::Zext(..)
            | Prim::Sext(..)
            | Prim::Trunc(..)
            | Prim::FBin(..)
            | Prim::FUn(..)
            | Prim::Fma(_)
            | Prim::FCmp(..)
            | Prim::SToF(..)
            | Prim::UToF(..)
            | Prim::FExt
            | Prim::FTrunc
            | Prim::FBits(_)
            | Prim::FOfBits(_) => Effect::Pure,
            Prim::Small(op) => op.effect(),
            Prim::Rt(rt) => rt.signature().2,
        }
    }
}

impl SmallOp {
    const fn effect(self) -> Effect {
        match self {
            // The fields of a tuple may be mutable; the first of those in `any`s is not.
            SmallOp::Field => Effect::Read,
            SmallOp::Add
            | SmallOp::Sub
            | SmallOp::Mul
            | SmallOp::Lt
            | SmallOp::Le
            | SmallOp::Eq
            | SmallOp::Get
            | SmallOp::Of
            | SmallOp::Kind
            | SmallOp::First => Effect::Pure,
        }
    }
}

impl Rt {
    /// The symbol of the runtime function: `kont_` and the name with dots as underscores.
    ///
    /// It takes the vproc, then each operand as a 64-bit word or a double, and
    /// returns the first result; further ones are in `VProc::extra`. If it
    /// raises, it sets `VProc::exn` and its result means nothing.
    pub fn symbol(self) -> String {
        format!("kont_{}", self.name().replace('.', "_"))
    }
}

impl fmt::Display for Prim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Prim::Int(op, w) => write!(f, "{}.{w}", op.name()),
            Prim::IntUn(op, w) => write!(f, "{}.{w}", op.name()),
            Prim::Cmp(op, w) => write!(f, "{}.{w}", op.name()),
            Prim::Zext(a, b) => write!(f, "zext.{a}.{b}"),
            Prim::Sext(a, b) => write!(f, "sext.{a}.{b}"),
            Prim::Trunc(a, b) => write!(f, "trunc.{a}.{b}"),
            Prim::STrunc(a, b) => write!(f, "strunc.{a}.{b}"),
            Prim::UTrunc(a, b) => write!(f, "utrunc.{a}.{b}"),
            Prim::FBin(op, d) => write!(f, "{}.{}", op.name(), float_name(d)),
            Prim::FUn(op, d) => write!(f, "{}.{}", op.name(), float_name(d)),
            Prim::Fma(d) => write!(f, "fma.{}", float_name(d)),
            Prim::FCmp(op, d) => write!(f, "{}.{}", op.name(), float_name(d)),
            Prim::FToInt(r, d, w) => write!(f, "f2i.{}.{}.{w}", r.name(), float_name(d)),
            Prim::SToF(w, d) => write!(f, "s2f.{w}.{}", float_name(d)),
            Prim::UToF(w, d) => write!(f, "u2f.{w}.{}", float_name(d)),
            Prim::FExt => f.write_str("fext.f32.f64"),
            Prim::FTrunc => f.write_str("fnarrow.f64.f32"),
            Prim::FBits(d) => write!(f, "fbits.{}", float_name(d)),
            Prim::FOfBits(d) => write!(f, "fofbits.{}", float_name(d)),
            Prim::Small(op) => f.write_str(op.name()),
            Prim::Rt(rt) => f.write_str(rt.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_primitive_is_found_by_its_name() {
        for prim in Prim::all() {
            assert_eq!(Prim::by_name(&prim.to_string()), Some(prim));
        }
        assert_eq!(
            Prim::all().len(),
            Prim::all()
                .iter()
                .map(|p| p.to_string())
                .collect::<std::collections::HashSet<_>>()
                .len()
        );
    }
}
