//! Data by chance, which must read back as they are written, and texts by chance, which must be
//! read or refused.

use super::{read_one, try_read};
use crate::{Datum, Kind};
use base::rng::Rng;
use base::{EntityId, Span};
use diag::SourceId;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;
use std::rc::Rc;

const LETTERS: &[char] = &[
    'a',
    'X',
    '+',
    '-',
    '.',
    '1',
    '0',
    'e',
    'i',
    'n',
    'f',
    '/',
    '@',
    '#',
    '|',
    '\\',
    '"',
    '\'',
    ',',
    '`',
    ';',
    '(',
    ')',
    '[',
    ' ',
    '\n',
    '\t',
    '\r',
    '\0',
    '\u{7f}',
    'λ',
    'ß',
    '“',
    '\u{a0}',
    '\u{2028}',
    '\u{200b}',
    '\u{10ffff}',
];

fn text(rng: &mut Rng) -> String {
    let length = rng.below(5);
    (0..length).map(|_| rng.pick(LETTERS)).collect()
}

fn integer(rng: &mut Rng) -> BigInt {
    let magnitude = BigInt::from(rng.bits()) >> rng.below(64);
    let magnitude = if rng.chance(10) { magnitude.pow(5) } else { magnitude };
    if rng.chance(50) { -magnitude } else { magnitude }
}

fn atom(rng: &mut Rng) -> Kind {
    match rng.below(9) {
        0 => Kind::Bool(rng.chance(50)),
        1 => Kind::Char(rng.pick(LETTERS)),
        2 => Kind::Int(integer(rng)),
        3 => {
            let (numerator, denominator) = (integer(rng), BigInt::from(rng.between(2, 1000)));
            let divisor = numerator.gcd(&denominator);
            if divisor.is_one() {
                Kind::Ratio(Box::new((numerator, denominator)))
            } else {
                Kind::Int(numerator)
            }
        }
        4 => Kind::Real(f64::from_bits(rng.bits())),
        5 => Kind::Real(rng.below(1_000_000) as f64 / 100.0),
        6 => Kind::Str(text(rng).into()),
        7 => Kind::Bytes((0..rng.below(4)).map(|_| rng.bits() as u8).collect()),
        _ if rng.chance(20) => Kind::Symbol(
            rng.pick(&["quote", "unquote", "@x", "unquote-splicing", "quasiquote"]).into(),
        ),
        _ => Kind::Symbol(text(rng).into()),
    }
}

/// A datum of at most this depth; some of its parts are shared.
fn datum(rng: &mut Rng, depth: usize, made: &mut Vec<Rc<Datum>>) -> Rc<Datum> {
    if !made.is_empty() && rng.chance(10) {
        return made[rng.below(made.len())].clone();
    }
    let kind = if depth == 0 || rng.chance(30) {
        atom(rng)
    } else {
        let items: Vec<_> = (0..rng.below(4)).map(|_| datum(rng, depth - 1, made)).collect();
        match rng.below(4) {
            0 => Kind::Vector(items),
            1 if !items.is_empty() => Kind::with_tail(items, &datum(rng, depth - 1, made)),
            _ => Kind::List(items),
        }
    };
    let datum = Datum::new(kind, SourceId::from_index(0), Span::default());
    made.push(datum.clone());
    datum
}

#[test]
fn what_is_written_reads_back() {
    for seed in 0..3_000 {
        let datum = datum(&mut Rng::new(seed), 5, &mut Vec::new());
        let text = datum.to_string();
        let again = read_one(&text);
        assert_eq!(again, datum, "seed {seed}");
        assert_eq!(again.to_string(), text, "seed {seed}");
    }
}

#[test]
fn any_text_is_read_or_refused_with_places_inside_it() {
    const WORDS: &[&str] = &[
        "#0=",
        "#0#",
        "#;",
        "#|",
        "|#",
        "#u8(",
        "#(",
        "#\\",
        "#e",
        "#x",
        "#!fold-case",
        "\\x",
        "1e",
        "+inf.0",
        "\"",
        "|",
        " . ",
        "\u{feff}",
        "é",
        "#t",
        "#",
        ",@",
        "a ",
        " ",
        "(",
        ")",
        "(",
        ")",
    ];
    for seed in 0..20_000 {
        let mut rng = Rng::new(seed);
        let mut text = String::new();
        for _ in 0..rng.below(20) {
            text.push_str(rng.pick(WORDS));
            if rng.chance(30) {
                text.push(rng.pick(LETTERS));
            }
        }
        let mut bytes = text.into_bytes();
        if rng.chance(10) && !bytes.is_empty() {
            let at = rng.below(bytes.len());
            bytes[at] = rng.bits() as u8;
        }
        let spans: Vec<Span> = match try_read(&bytes) {
            Ok(data) => data.iter().map(|datum| datum.span).collect(),
            Err(errors) => errors.iter().filter_map(|error| error.span).collect(),
        };
        assert!(
            spans.iter().all(|span| span.start <= span.end && span.end <= bytes.len()),
            "seed {seed}"
        );
    }
}
