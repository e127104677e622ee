//! Integers and words of all sizes.

use super::super::eval::{Answer, Stop, raise};
use super::super::syntax::{Int, ORDER, Ty, Word};
use super::super::value::Value;
use super::Table;
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;

pub(crate) const INTS: [Int; 6] =
    [Int::Int, Int::Int8, Int::Int16, Int::Int32, Int::Int64, Int::IntInf];
pub(crate) const WORDS: [Word; 5] =
    [Word::Word, Word::Word8, Word::Word16, Word::Word32, Word::Word64];

/// Bits of a number that is computed with.
const MOST_BITS: u64 = 4000;

impl Int {
    pub(crate) fn structure(self) -> &'static str {
        match self {
            Int::Int => "Int",
            Int::Int8 => "Int8",
            Int::Int16 => "Int16",
            Int::Int32 => "Int32",
            Int::Int64 => "Int64",
            Int::IntInf => "IntInf",
        }
    }

    /// The least and the greatest, if there are.
    pub(crate) fn bounds(self) -> Option<(BigInt, BigInt)> {
        let bits = match self {
            Int::Int8 => 8,
            Int::Int16 => 16,
            Int::Int32 => 32,
            Int::Int | Int::Int64 => 64,
            Int::IntInf => return None,
        };
        let half = BigInt::from(1) << (bits - 1);
        Some((-&half, half - 1))
    }

    fn fit(self, n: BigInt) -> Answer {
        // Larger ones would take all the time.
        if n.bits() > MOST_BITS {
            return Err(Stop::Exhausted);
        }
        match self.bounds() {
            Some((least, greatest)) if n < least || n > greatest => raise("Overflow"),
            _ => Ok(Value::Int(n)),
        }
    }
}

impl Word {
    pub(crate) fn structure(self) -> &'static str {
        match self {
            Word::Word => "Word",
            Word::Word8 => "Word8",
            Word::Word16 => "Word16",
            Word::Word32 => "Word32",
            Word::Word64 => "Word64",
        }
    }

    pub(crate) fn bits(self) -> u32 {
        match self {
            Word::Word8 => 8,
            Word::Word16 => 16,
            Word::Word32 => 32,
            Word::Word | Word::Word64 => 64,
        }
    }

    pub(crate) fn greatest(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    fn wrap(self, n: u64) -> Value {
        Value::Word(n & self.greatest())
    }

    /// The same bits as a signed number.
    fn signed(self, n: u64) -> i64 {
        let unused = 64 - self.bits();
        ((n << unused) as i64) >> unused
    }
}

pub(super) fn add(table: &mut Table) {
    for kind in INTS {
        arithmetic(table, kind);
        integer(table, kind);
    }
    for kind in WORDS {
        word_arithmetic(table, kind);
        word_bits(table, kind);
        word_conversions(table, kind);
    }
    big(table);
}

type Compare = (&'static str, fn(Ordering) -> bool);
const COMPARISONS: [Compare; 4] = [
    ("<", Ordering::is_lt),
    ("<=", Ordering::is_le),
    (">", Ordering::is_gt),
    (">=", Ordering::is_ge),
];

fn floor_div(a: &BigInt, b: &BigInt) -> BigInt {
    let (quotient, rest) = (a / b, a % b);
    let down =
        rest.sign() != Sign::NoSign && (rest.sign() == Sign::Minus) != (b.sign() == Sign::Minus);
    quotient - i32::from(down)
}

/// The overloaded operators.
fn arithmetic(table: &mut Table, kind: Int) {
    let ty = Ty::Int(kind);
    type Binary = (&'static str, fn(&BigInt, &BigInt) -> BigInt);
    let binary: [Binary; 3] = [("+", |a, b| a + b), ("-", |a, b| a - b), ("*", |a, b| a * b)];
    let two = [ty.clone(), ty.clone()];
    for (name, run) in binary {
        let op = table.add(format!("$1 {name} $2"), &two, ty.clone(), move |_, a| {
            kind.fit(run(a[0].big(), a[1].big()))
        });
        op.overloaded = true;
    }
    let divide: [Binary; 2] = [("div", floor_div), ("mod", |a, b| a - floor_div(a, b) * b)];
    for (name, run) in divide {
        let op = table.add(format!("$1 {name} $2"), &two, ty.clone(), move |_, a| {
            match a[1].big().sign() {
                Sign::NoSign => raise("Div"),
                Sign::Plus | Sign::Minus => kind.fit(run(a[0].big(), a[1].big())),
            }
        });
        op.overloaded = true;
    }
    let one = [ty.clone()];
    table.add("~ $1", &one, ty.clone(), move |_, a| kind.fit(-a[0].big())).overloaded = true;
    let abs = move |a: &[Value]| kind.fit(BigInt::from(a[0].big().magnitude().clone()));
    table.add("abs $1", &one, ty.clone(), move |_, a| abs(a)).overloaded = true;
    for (name, is) in COMPARISONS {
        let op = table.add(format!("$1 {name} $2"), &two, Ty::bool(), move |_, a| {
            Ok(Value::bool(is(a[0].big().cmp(a[1].big()))))
        });
        op.overloaded = true;
    }
}

fn integer(table: &mut Table, kind: Int) {
    let (ty, s) = (Ty::Int(kind), kind.structure());
    let (one, two) = ([ty.clone()], [ty.clone(), ty.clone()]);
    for name in ["quot", "rem"] {
        table.add(format!("{s}.{name} ($1, $2)"), &two, ty.clone(), move |_, a| {
            let (a, b) = (a[0].big(), a[1].big());
            match (b.sign(), name) {
                (Sign::NoSign, _) => raise("Div"),
                (_, "quot") => kind.fit(a / b),
                _ => kind.fit(a % b),
            }
        });
    }
    table.add(format!("{s}.min ($1, $2)"), &two, ty.clone(), |_, a| {
        Ok(Value::Int(a[0].big().min(a[1].big()).clone()))
    });
    table.add(format!("{s}.max ($1, $2)"), &two, ty.clone(), |_, a| {
        Ok(Value::Int(a[0].big().max(a[1].big()).clone()))
    });
    table.add(format!("{s}.compare ($1, $2)"), &two, Ty::Data(ORDER, Vec::new()), |_, a| {
        Ok(Value::order(a[0].big().cmp(a[1].big())))
    });
    table.add(format!("{s}.sameSign ($1, $2)"), &two, Ty::bool(), |_, a| {
        Ok(Value::bool(a[0].big().sign() == a[1].big().sign()))
    });
    table.add(format!("{s}.sign $1"), &one, Ty::INT, |_, a| Ok(Value::int(signum(a[0].big()))));
    table.add(format!("{s}.toString $1"), &one, Ty::String, |_, a| {
        Ok(Value::str(a[0].big().to_string().replace('-', "~")))
    });
    table.add(format!("{s}.fmt StringCvt.HEX $1"), &one, Ty::String, |_, a| {
        Ok(Value::str(format!("{:X}", a[0].big()).replace('-', "~")))
    });
    table.add(format!("{s}.fromString $1"), &[Ty::String], Ty::option(ty.clone()), move |_, a| {
        match decimal(a[0].bytes()) {
            Some(n) => Ok(Value::option(Some(kind.fit(n)?))),
            None => Ok(Value::option(None)),
        }
    });
    let large = Ty::Int(Int::IntInf);
    table.add(format!("{s}.toLarge $1"), &one, large.clone(), |_, a| Ok(a[0].clone()));
    table.add(format!("{s}.fromLarge $1"), &[large], ty.clone(), move |_, a| {
        kind.fit(a[0].big().clone())
    });
    if kind != Int::Int {
        table.add(format!("{s}.toInt $1"), &one, Ty::INT, |_, a| Int::Int.fit(a[0].big().clone()));
        table.add(format!("{s}.fromInt $1"), &[Ty::INT], ty, move |_, a| {
            kind.fit(a[0].big().clone())
        });
    }
}

fn signum(n: &BigInt) -> i32 {
    match n.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

/// Space, a sign, digits, and anything after them.
fn decimal(text: &[u8]) -> Option<BigInt> {
    let start = text.iter().position(|c| !matches!(c, b' ' | 9..=13))?;
    let (minus, rest) = match text[start] {
        b'~' | b'-' => (true, &text[start + 1..]),
        b'+' => (false, &text[start + 1..]),
        _ => (false, &text[start..]),
    };
    let length = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    let n = BigInt::parse_bytes(&rest[..length], 10)?;
    Some(if minus { -n } else { n })
}

fn word_arithmetic(table: &mut Table, kind: Word) {
    let ty = Ty::Word(kind);
    let (one, two) = ([ty.clone()], [ty.clone(), ty.clone()]);
    type Binary = (&'static str, fn(u64, u64) -> u64);
    let binary: [Binary; 3] =
        [("+", u64::wrapping_add), ("-", u64::wrapping_sub), ("*", u64::wrapping_mul)];
    for (name, run) in binary {
        let op = table.add(format!("$1 {name} $2"), &two, ty.clone(), move |_, a| {
            Ok(kind.wrap(run(a[0].word(), a[1].word())))
        });
        op.overloaded = true;
    }
    type Checked = (&'static str, fn(u64, u64) -> Option<u64>);
    let divide: [Checked; 2] = [("div", u64::checked_div), ("mod", u64::checked_rem)];
    for (name, run) in divide {
        let op = table.add(format!("$1 {name} $2"), &two, ty.clone(), move |_, a| {
            run(a[0].word(), a[1].word()).map_or_else(|| raise("Div"), |n| Ok(Value::Word(n)))
        });
        op.overloaded = true;
    }
    let negate = move |a: &[Value]| Ok(kind.wrap(a[0].word().wrapping_neg()));
    table.add("~ $1", &one, ty.clone(), move |_, a| negate(a)).overloaded = true;
    for (name, is) in COMPARISONS {
        let op = table.add(format!("$1 {name} $2"), &two, Ty::bool(), move |_, a| {
            Ok(Value::bool(is(a[0].word().cmp(&a[1].word()))))
        });
        op.overloaded = true;
    }
}

fn word_bits(table: &mut Table, kind: Word) {
    let (ty, s, bits) = (Ty::Word(kind), kind.structure(), u64::from(kind.bits()));
    let (one, two) = ([ty.clone()], [ty.clone(), ty.clone()]);
    let amount = [ty.clone(), Ty::Word(Word::Word)];
    type Binary = (&'static str, fn(u64, u64) -> u64);
    let logic: [Binary; 3] =
        [("andb", |a, b| a & b), ("orb", |a, b| a | b), ("xorb", |a, b| a ^ b)];
    for (name, run) in logic {
        table.add(format!("{s}.{name} ($1, $2)"), &two, ty.clone(), move |_, a| {
            Ok(Value::Word(run(a[0].word(), a[1].word())))
        });
    }
    table.add(format!("{s}.notb $1"), &one, ty.clone(), move |_, a| Ok(kind.wrap(!a[0].word())));
    table.add(format!("{s}.<< ($1, $2)"), &amount, ty.clone(), move |_, a| {
        let by = a[1].word();
        Ok(kind.wrap(if by >= bits { 0 } else { a[0].word() << by }))
    });
    table.add(format!("{s}.>> ($1, $2)"), &amount, ty.clone(), move |_, a| {
        let by = a[1].word();
        Ok(Value::Word(if by >= bits { 0 } else { a[0].word() >> by }))
    });
    table.add(format!("{s}.~>> ($1, $2)"), &amount, ty.clone(), move |_, a| {
        Ok(kind.wrap((kind.signed(a[0].word()) >> a[1].word().min(63)) as u64))
    });
    table.add(format!("{s}.compare ($1, $2)"), &two, Ty::Data(ORDER, Vec::new()), |_, a| {
        Ok(Value::order(a[0].word().cmp(&a[1].word())))
    });
    table.add(format!("{s}.min ($1, $2)"), &two, ty.clone(), |_, a| {
        Ok(Value::Word(a[0].word().min(a[1].word())))
    });
    table.add(format!("{s}.toString $1"), &one, Ty::String, |_, a| {
        Ok(Value::str(format!("{:X}", a[0].word())))
    });
    table.add(format!("{s}.fmt StringCvt.OCT $1"), &one, Ty::String, |_, a| {
        Ok(Value::str(format!("{:o}", a[0].word())))
    });
}

fn word_conversions(table: &mut Table, kind: Word) {
    let (ty, s) = (Ty::Word(kind), kind.structure());
    let one = [ty.clone()];
    let large = Ty::Int(Int::IntInf);
    table.add(format!("{s}.toInt $1"), &one, Ty::INT, |_, a| Int::Int.fit(a[0].word().into()));
    table.add(format!("{s}.toIntX $1"), &one, Ty::INT, move |_, a| {
        Ok(Value::int(kind.signed(a[0].word())))
    });
    table
        .add(format!("{s}.toLargeInt $1"), &one, large.clone(), |_, a| Ok(Value::int(a[0].word())));
    table.add(format!("{s}.toLargeIntX $1"), &one, large.clone(), move |_, a| {
        Ok(Value::int(kind.signed(a[0].word())))
    });
    let low = move |n: &BigInt| {
        let bits: BigInt = n & BigInt::from(u64::MAX);
        Ok(kind.wrap(u64::try_from(&bits).expect("64 bits")))
    };
    table.add(format!("{s}.fromInt $1"), &[Ty::INT], ty.clone(), move |_, a| low(a[0].big()));
    table.add(format!("{s}.fromLargeInt $1"), &[large], ty.clone(), move |_, a| low(a[0].big()));
    for to in WORDS {
        let t = to.structure();
        let result = Ty::Word(to);
        table.add(format!("{t}.fromLarge ({s}.toLarge $1)"), &one, result.clone(), move |_, a| {
            Ok(to.wrap(a[0].word()))
        });
        table.add(format!("{t}.fromLarge ({s}.toLargeX $1)"), &one, result, move |_, a| {
            Ok(to.wrap(kind.signed(a[0].word()) as u64))
        });
    }
}

/// The functions that only `IntInf` has.
fn big(table: &mut Table) {
    let ty = Ty::Int(Int::IntInf);
    let (one, two) = ([ty.clone()], [ty.clone(), ty.clone()]);
    let small = |n: &Value| (n.big() - floor_div(n.big(), &25.into()) * 25) - 2;
    table.add("IntInf.pow ($1, $2 mod 25 - 2)", &[ty.clone(), Ty::INT], ty.clone(), move |_, a| {
        match (u32::try_from(small(&a[1])), a[0].big()) {
            (Ok(by), base) => Int::IntInf.fit(base.pow(by)),
            (Err(_), base) if base.sign() == Sign::NoSign => raise("Div"),
            (Err(_), base) if *base == 1.into() => Ok(Value::int(1)),
            (Err(_), base) if *base == (-1).into() => {
                let even = small(&a[1]) == (-2).into();
                Ok(Value::int(if even { 1 } else { -1 }))
            }
            (Err(_), _) => Ok(Value::int(0)),
        }
    });
    table.add("IntInf.log2 $1", &one, Ty::INT, |_, a| match a[0].big().sign() {
        Sign::Plus => Ok(Value::int(a[0].big().bits() - 1)),
        Sign::Minus | Sign::NoSign => raise("Domain"),
    });
    type Binary = (&'static str, fn(&BigInt, &BigInt) -> BigInt);
    let logic: [Binary; 3] =
        [("andb", |a, b| a & b), ("orb", |a, b| a | b), ("xorb", |a, b| a ^ b)];
    for (name, run) in logic {
        table.add(format!("IntInf.{name} ($1, $2)"), &two, ty.clone(), move |_, a| {
            Ok(Value::Int(run(a[0].big(), a[1].big())))
        });
    }
    table.add("IntInf.notb $1", &one, ty.clone(), |_, a| Ok(Value::Int(-a[0].big() - 1)));
    let shift = [ty.clone(), Ty::Word(Word::Word)];
    table.add("IntInf.<< ($1, Word.andb ($2, 0w127))", &shift, ty.clone(), |_, a| {
        Int::IntInf.fit(a[0].big() << (a[1].word() & 127))
    });
    table.add("IntInf.~>> ($1, Word.andb ($2, 0w127))", &shift, ty, |_, a| {
        Ok(Value::Int(a[0].big() >> (a[1].word() & 127)))
    });
}
