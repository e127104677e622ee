//! Primitives on big integers: representation at the boundary of 63 bits, and
//! agreement of the path for immediates with the other.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::Header;
use common::*;
use kont_runtime::prim::*;

const EDGE: i64 = 1 << 62;

fn parse(m: &mut Mutator, number: &str) -> BigWord {
    let string = m.str(number);
    assert_eq!(unsafe { kont_big_parse(m.vproc, string, 10) }, 1, "{number}");
    BigWord::from_word(m.vp().extra[0])
}

fn show(m: &Mutator, number: BigWord) -> String {
    text(unsafe { kont_big_to_str(m.vproc, number, 10) })
}

#[test]
fn the_boundary_of_immediates() {
    let m = Mutator::new();
    for n in [0, 1, -1, EDGE - 1, -EDGE] {
        let word = unsafe { kont_big_of_i64(m.vproc, n) }.word();
        assert_eq!(word, (n << 1 | 1) as u64);
    }
    for n in [EDGE, -EDGE - 1, i64::MAX, i64::MIN] {
        let big = unsafe { kont_big_of_i64(m.vproc, n) };
        let object = big.word();
        assert_eq!(object & 1, 0);
        assert_eq!(
            [get(object, 0), get(object, 1), get(object, 2)],
            [Header::big(n < 0).0, 1, n.unsigned_abs()]
        );
        assert_eq!(unsafe { kont_big_to_i64(m.vproc, big) }, n);
    }
    let max = unsafe { kont_big_of_u64(m.vproc, u64::MAX) };
    assert_eq!(show(&m, max), "18446744073709551615");
}

#[test]
fn results_are_canonical() {
    let mut m = Mutator::new();
    let v = m.vproc;
    unsafe {
        let (edge, one) = (kont_big_of_i64(v, EDGE), kont_big_of_i64(v, 1));
        let below = kont_big_sub(v, edge, one);
        assert_eq!(below.word(), ((EDGE - 1) << 1 | 1) as u64);
        let again = kont_big_add(v, below, one);
        assert_eq!(get(again.word(), 2), EDGE as u64);
        assert_eq!(kont_big_neg(v, again).word(), (-EDGE << 1 | 1) as u64, "-2^62 has 63 bits");
        let lowest = kont_big_of_i64(v, -EDGE);
        assert_eq!(get(kont_big_neg(v, lowest).word(), 2), EDGE as u64);
        let minus = kont_big_of_i64(v, -1);
        assert_eq!(get(kont_big_quot(v, lowest, minus).word(), 2), EDGE as u64);
        let huge = parse(&mut m, "-340282366920938463463374607431768211456");
        assert_eq!(
            [get(huge.word(), 0), get(huge.word(), 1), get(huge.word(), 4)],
            [Header::big(true).0, 3, 1]
        );
        assert_eq!(kont_big_sub(v, huge, huge).word(), 1);
        assert_eq!(kont_big_shr(v, huge, 128).word(), (-1i64 << 1 | 1) as u64);
    }
}

#[test]
fn immediates_and_objects_agree() {
    let mut m = Mutator::new();
    let v = m.vproc;
    type Op = unsafe extern "C" fn(*mut abi::VProc, BigWord, BigWord) -> BigWord;
    type Model = fn(i128, i128) -> i128;
    let ops: [(Op, Model); 10] = [
        (kont_big_add, |a, b| a + b),
        (kont_big_sub, |a, b| a - b),
        (kont_big_mul, |a, b| a * b),
        (kont_big_and, |a, b| a & b),
        (kont_big_or, |a, b| a | b),
        (kont_big_xor, |a, b| a ^ b),
        (kont_big_quot, |a, b| a / b),
        (kont_big_rem, |a, b| a % b),
        (kont_big_div, |a, b| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)),
        (kont_big_mod, |a, b| {
            a - b * (a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0))
        }),
    ];
    let numbers = [
        1,
        -1,
        2,
        -3,
        7,
        -8,
        1 << 31,
        EDGE - 1,
        -EDGE,
        EDGE,
        -EDGE - 1,
        i64::MAX,
        i64::MIN,
        1_000_000_007,
    ];
    for a in numbers {
        for b in numbers {
            let (x, y) = unsafe { (kont_big_of_i64(v, a), kont_big_of_i64(v, b)) };
            for (op, model) in ops {
                let result = unsafe { op(v, x, y) };
                assert_eq!(show(&m, result), model(a.into(), b.into()).to_string(), "{a} {b}");
            }
            assert_eq!(unsafe { kont_big_cmp(v, x, y) }, a.cmp(&b) as i64);
        }
    }
    m.runtime.check_heap().unwrap();
}

#[test]
fn what_raises() {
    let mut m = Mutator::new();
    let v = m.vproc;
    unsafe {
        let (zero, one) = (kont_big_of_i64(v, 0), kont_big_of_i64(v, 1));
        for op in [kont_big_quot, kont_big_rem, kont_big_div, kont_big_mod] {
            op(v, one, zero);
            assert_eq!(m.raised().as_deref(), Some("Div"));
        }
        let big = kont_big_shl(v, one, 63);
        kont_big_to_i64(v, big);
        assert_eq!(m.raised().as_deref(), Some("Overflow"));
        kont_big_shl(v, one, u64::MAX);
        assert_eq!(m.raised().as_deref(), Some("Size"));
        kont_big_log2(v, zero);
        assert_eq!(m.raised().as_deref(), Some("Domain"));
        kont_big_of_f64(v, f64::NAN);
        assert_eq!(m.raised().as_deref(), Some("Domain"));
        kont_big_of_f64(v, f64::INFINITY);
        assert_eq!(m.raised().as_deref(), Some("Overflow"));
        kont_big_to_str(v, one, 40);
        assert_eq!(m.raised().as_deref(), Some("Domain"));
        let bad = m.str("12x");
        assert_eq!((kont_big_parse(v, bad, 10), m.vp().extra[0]), (0, 1));
    }
}

#[test]
fn conversions() {
    let m = Mutator::new();
    let v = m.vproc;
    unsafe {
        let n = kont_big_of_f64(v, -1e22);
        assert_eq!(show(&m, n), "-10000000000000000000000");
        assert_eq!(kont_big_to_f64(v, n), -1e22);
        assert_eq!(kont_big_wrap(v, n), -10_000_000_000_000_000_000_000i128 as i64);
        assert_eq!(kont_big_log2(v, kont_big_neg(v, n)), 73);
        let minus = kont_big_of_i64(v, -5);
        assert_eq!(kont_big_to_i64(v, kont_big_shr(v, minus, 1)), -3);
        assert_eq!(kont_big_to_i64(v, kont_big_shr(v, minus, 1000)), -1);
    }
}
