//! Characters and strings.

use super::super::eval::raise;
use super::super::syntax::{ORDER, Ty};
use super::super::value::{Value, escaped};
use super::{Table, index};
use std::cmp::Ordering;

pub(super) fn add(table: &mut Table) {
    characters(table);
    strings(table);
    parts(table);
    mapped(table);
}

fn characters(table: &mut Table) {
    let (one, two) = ([Ty::Char], [Ty::Char, Ty::Char]);
    table.add("ord $1", &one, Ty::INT, |_, a| Ok(Value::int(a[0].char())));
    table.add("chr $1", &[Ty::INT], Ty::Char, |_, a| match u8::try_from(a[0].big()) {
        Ok(c) => Ok(Value::Char(c)),
        Err(_) => raise("Chr"),
    });
    table.add("Char.succ $1", &one, Ty::Char, |_, a| {
        a[0].char().checked_add(1).map_or_else(|| raise("Chr"), |c| Ok(Value::Char(c)))
    });
    table.add("Char.pred $1", &one, Ty::Char, |_, a| {
        a[0].char().checked_sub(1).map_or_else(|| raise("Chr"), |c| Ok(Value::Char(c)))
    });
    table.add("Char.toUpper $1", &one, Ty::Char, |_, a| {
        Ok(Value::Char(a[0].char().to_ascii_uppercase()))
    });
    table.add("Char.toLower $1", &one, Ty::Char, |_, a| {
        Ok(Value::Char(a[0].char().to_ascii_lowercase()))
    });
    type Class = (&'static str, fn(&u8) -> bool);
    let classes: [Class; 8] = [
        ("isAlpha", u8::is_ascii_alphabetic),
        ("isDigit", u8::is_ascii_digit),
        ("isAlphaNum", u8::is_ascii_alphanumeric),
        ("isUpper", u8::is_ascii_uppercase),
        ("isSpace", |c| matches!(c, b' ' | 9..=13)),
        ("isPunct", u8::is_ascii_punctuation),
        ("isCntrl", u8::is_ascii_control),
        ("isHexDigit", u8::is_ascii_hexdigit),
    ];
    for (name, is) in classes {
        table.add(format!("Char.{name} $1"), &one, Ty::bool(), move |_, a| {
            Ok(Value::bool(is(&a[0].char())))
        });
    }
    table.add("Char.compare ($1, $2)", &two, Ty::Data(ORDER, Vec::new()), |_, a| {
        Ok(Value::order(a[0].char().cmp(&a[1].char())))
    });
    table
        .add("$1 < $2", &two, Ty::bool(), |_, a| Ok(Value::bool(a[0].char() < a[1].char())))
        .overloaded = true;
    table.add("Char.contains $1 $2", &[Ty::String, Ty::Char], Ty::bool(), |_, a| {
        Ok(Value::bool(a[0].bytes().contains(&a[1].char())))
    });
}

fn strings(table: &mut Table) {
    let (one, two) = ([Ty::String], [Ty::String, Ty::String]);
    table.add("size $1", &one, Ty::INT, |_, a| Ok(Value::int(a[0].bytes().len())));
    table.add("$1 ^ $2", &two, Ty::String, |m, a| {
        let text = [a[0].bytes(), a[1].bytes()].concat();
        m.step(text.len() / 8)?;
        Ok(Value::str(text))
    });
    table.add("str $1", &[Ty::Char], Ty::String, |_, a| Ok(Value::str([a[0].char()])));
    table.add("String.compare ($1, $2)", &two, Ty::Data(ORDER, Vec::new()), |_, a| {
        Ok(Value::order(a[0].bytes().cmp(a[1].bytes())))
    });
    type Comparison = (&'static str, fn(Ordering) -> bool);
    let comparisons: [Comparison; 4] = [
        ("<", Ordering::is_lt),
        ("<=", Ordering::is_le),
        (">", Ordering::is_gt),
        (">=", Ordering::is_ge),
    ];
    for (name, is) in comparisons {
        let op = table.add(format!("$1 {name} $2"), &two, Ty::bool(), move |_, a| {
            Ok(Value::bool(is(a[0].bytes().cmp(a[1].bytes()))))
        });
        op.overloaded = true;
    }
    type Test = (&'static str, fn(&[u8], &[u8]) -> bool);
    let tests: [Test; 3] = [
        ("isPrefix", |part, all| all.starts_with(part)),
        ("isSuffix", |part, all| all.ends_with(part)),
        ("isSubstring", |part, all| {
            part.is_empty() || all.windows(part.len()).any(|window| window == part)
        }),
    ];
    for (name, is) in tests {
        table.add(format!("String.{name} $1 $2"), &two, Ty::bool(), move |_, a| {
            Ok(Value::bool(is(a[0].bytes(), a[1].bytes())))
        });
    }
    table.add("String.toString $1", &one, Ty::String, |m, a| {
        m.step(a[0].bytes().len())?;
        let mut text = Vec::new();
        escaped(a[0].bytes(), &mut text);
        Ok(Value::str(&text[1..text.len() - 1]))
    });
}

/// Functions that take indices, and lists of characters and strings.
fn parts(table: &mut Table) {
    let sub = [Ty::String, Ty::INT];
    let chars = Ty::list(Ty::Char);
    let texts = Ty::list(Ty::String);
    table.add("String.sub ($1, $2)", &sub, Ty::Char, |_, a| {
        Ok(Value::Char(a[0].bytes()[index(&a[1], a[0].bytes().len())?]))
    });
    let three = [Ty::String, Ty::INT, Ty::INT];
    table.add("String.substring ($1, $2, $3)", &three, Ty::String, |_, a| {
        let length = a[0].bytes().len();
        let start = index(&a[1], length + 1)?;
        let count = index(&a[2], length - start + 1)?;
        Ok(Value::str(&a[0].bytes()[start..start + count]))
    });
    table.add("String.extract ($1, $2, NONE)", &sub, Ty::String, |_, a| {
        Ok(Value::str(&a[0].bytes()[index(&a[1], a[0].bytes().len() + 1)?..]))
    });
    let call = "Substring.slice (Substring.extract (s, i, NONE), j, NONE)";
    // All arguments are evaluated before the first call.
    let text = format!("(fn (s, i, j) => Substring.string ({call})) ($1, $2, $3)");
    table.add(text, &three, Ty::String, |_, a| {
        let rest = &a[0].bytes()[index(&a[1], a[0].bytes().len() + 1)?..];
        Ok(Value::str(&rest[index(&a[2], rest.len() + 1)?..]))
    });
    table.add("explode $1", &[Ty::String], chars.clone(), |m, a| {
        m.step(a[0].bytes().len())?;
        Ok(Value::list(a[0].bytes().iter().map(|c| Value::Char(*c))))
    });
    table.add("implode $1", &[chars], Ty::String, |_, a| {
        Ok(Value::str(a[0].items().iter().map(Value::char).collect::<Vec<u8>>()))
    });
    table.add("concat $1", std::slice::from_ref(&texts), Ty::String, |m, a| {
        let text = a[0].items().iter().flat_map(|s| s.bytes().to_vec()).collect::<Vec<u8>>();
        m.step(text.len() / 8)?;
        Ok(Value::str(text))
    });
    table.add("String.concatWith $1 $2", &[Ty::String, texts], Ty::String, |m, a| {
        let items = a[1].items();
        let pieces: Vec<&[u8]> = items.iter().map(Value::bytes).collect();
        let text = pieces.join(a[0].bytes());
        m.step(text.len() / 8)?;
        Ok(Value::str(text))
    });
}

fn mapped(table: &mut Table) {
    let texts = Ty::list(Ty::String);
    let char_to = |ty: Ty| [Ty::fun(Ty::Char, ty), Ty::String];
    table.add("String.map $1 $2", &char_to(Ty::Char), Ty::String, |m, a| {
        let chars = a[1].bytes().iter().map(|c| Ok(m.apply(&a[0], Value::Char(*c))?.char()));
        Ok(Value::str(chars.collect::<Result<Vec<u8>, _>>()?))
    });
    table.add("String.translate $1 $2", &char_to(Ty::String), Ty::String, |m, a| {
        let mut text = Vec::new();
        for c in a[1].bytes() {
            text.extend(m.apply(&a[0], Value::Char(*c))?.bytes());
            m.step(text.len() / 8)?;
        }
        Ok(Value::str(text))
    });
    for name in ["fields", "tokens"] {
        table.add(
            format!("String.{name} $1 $2"),
            &char_to(Ty::bool()),
            texts.clone(),
            move |m, a| {
                let mut pieces = vec![Vec::new()];
                for c in a[1].bytes() {
                    match m.apply(&a[0], Value::Char(*c))?.is_true() {
                        true => pieces.push(Vec::new()),
                        false => pieces.last_mut().expect("one").push(*c),
                    }
                }
                pieces.retain(|piece| name == "fields" || !piece.is_empty());
                Ok(Value::list(pieces.into_iter().map(Value::str)))
            },
        );
    }
}
