//! The primitives as the reference shows them: in families that differ in the widths alone.

use crate::{Effect, Prim, Rt};
use types::{PTy, TyTable};

/// A primitive, or those that differ in the widths of their operands alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// The name by which examples refer to it, without widths: `add`.
    pub name: String,
    /// The part of the reference that it belongs to.
    pub section: &'static str,
    /// Its name, a letter for each width: `add.W`.
    pub text: String,
    /// The types of operands and results, with the same letters: `(W, W) -> (W)`.
    pub types: String,
    /// Its meaning, and the exceptions that it raises.
    pub meaning: &'static str,
    /// Its effect.
    pub effect: Effect,
    /// Its members.
    pub members: Vec<Prim>,
}

/// Every family once, in the order of [`Prim::all`] but for their sections, which are together.
pub fn families() -> Vec<Family> {
    let mut families: Vec<(&'static str, String, &'static str, Vec<Prim>)> = Vec::new();
    for prim in Prim::all() {
        let (section, name, meaning) = place(prim);
        match families.iter_mut().find(|family| family.1 == name) {
            Some(family) => family.3.push(prim),
            None => families.push((section, name, meaning, vec![prim])),
        }
    }
    let order = |section: &str| SECTIONS.iter().position(|known| *known == section);
    families.sort_by_key(|family| order(family.0));
    let made = families.into_iter().map(|(section, name, meaning, members)| {
        let (text, types) = pattern(&members);
        let effect = members[0].effect();
        Family { name, section, text, types, meaning, effect, members }
    });
    made.collect()
}

const INTEGERS: &str = "Integers";
const COMPARISONS: &str = "Comparisons of integers";
const WIDTHS: &str = "From one width to another";
const FLOATS: &str = "Floating-point numbers";
const FLOAT_COMPARISONS: &str = "Comparisons of floating-point numbers";
const CONVERSIONS: &str = "Integers and floating-point numbers";
const BIG: &str = "Big integers";
const STRINGS: &str = "Strings";
const TEXT: &str = "Numbers as text";
const EXCEPTIONS: &str = "Exceptions as text";
const SYSTEM: &str = "The system";
const ANYS: &str = "What is in an any";
const OTHERS: &str = "Others";

/// The parts of the reference that have primitives, in order.
const SECTIONS: &[&str] = &[
    INTEGERS,
    COMPARISONS,
    WIDTHS,
    FLOATS,
    FLOAT_COMPARISONS,
    CONVERSIONS,
    BIG,
    STRINGS,
    TEXT,
    EXCEPTIONS,
    SYSTEM,
    ANYS,
    OTHERS,
];

/// The section of a primitive, the name of its family, and its meaning.
fn place(prim: Prim) -> (&'static str, String, &'static str) {
    let (section, name, meaning) = match prim {
        Prim::Int(op, _) => (INTEGERS, op.name(), op.meaning()),
        Prim::IntUn(op, _) => (INTEGERS, op.name(), op.meaning()),
        Prim::Cmp(op, _) => (COMPARISONS, op.name(), op.meaning()),
        Prim::Zext(..) => (WIDTHS, "zext", "The same unsigned integer in a greater width."),
        Prim::Sext(..) => (WIDTHS, "sext", "The same signed integer in a greater width."),
        Prim::Trunc(..) => (WIDTHS, "trunc", "The low bits."),
        Prim::STrunc(..) => {
            (WIDTHS, "strunc", "The low bits; raises Overflow if the signed integer changes.")
        }
        Prim::UTrunc(..) => {
            (WIDTHS, "utrunc", "The low bits; raises Overflow if the unsigned integer changes.")
        }
        Prim::FBin(op, _) => (FLOATS, op.name(), op.meaning()),
        Prim::FUn(op, _) => (FLOATS, op.name(), op.meaning()),
        Prim::Fma(_) => (FLOATS, "fma", "The first times the second plus the third, rounded once."),
        Prim::FCmp(op, _) => (FLOAT_COMPARISONS, op.name(), op.meaning()),
        Prim::FToInt(round, ..) => {
            return (CONVERSIONS, format!("f2i.{}", round.name()), round.meaning());
        }
        Prim::SToF(..) => (CONVERSIONS, "s2f", "The number nearest to a signed integer."),
        Prim::UToF(..) => (CONVERSIONS, "u2f", "The number nearest to an unsigned integer."),
        Prim::FExt => (CONVERSIONS, "fext.f32.f64", "The same number in the greater width."),
        Prim::FTrunc => (CONVERSIONS, "fnarrow.f64.f32", "The nearest number of the lesser width."),
        Prim::FBits(_) => (CONVERSIONS, "fbits", "The bits of a number as an integer."),
        Prim::FOfBits(_) => (CONVERSIONS, "fofbits", "The number with these bits."),
        Prim::Small(op) => (ANYS, op.name(), op.meaning()),
        Prim::Rt(rt) => (runtime_section(rt), rt.name(), rt.meaning()),
    };
    (section, name.to_owned(), meaning.trim())
}

/// The section of a function of the runtime, by the first word of its name.
fn runtime_section(rt: Rt) -> &'static str {
    match rt.name().split('.').next().unwrap_or_default() {
        "str" | "bytes" => STRINGS,
        "i64" | "u64" | "f64" => TEXT,
        "big" => BIG,
        "exn" | "history" => EXCEPTIONS,
        "any" => ANYS,
        "print" | "io" | "sys" | "file" | "args" | "program" | "getenv" | "time" | "exit"
        | "gc" | "heap" => SYSTEM,
        _ => OTHERS,
    }
}

/// The name and the types of a family, with letters where its members differ.
fn pattern(members: &[Prim]) -> (String, String) {
    let names: Vec<String> = members.iter().map(Prim::to_string).collect();
    let names: Vec<Vec<&str>> = names.iter().map(|name| name.split('.').collect()).collect();
    let differs = |at: &usize| names.iter().any(|name| name[*at] != names[0][*at]);
    let varying: Vec<usize> = (0..names[0].len()).filter(differs).collect();
    let integer = |at: usize| names[0][at].starts_with('i');
    let integers = varying.iter().filter(|at| integer(**at)).count();
    let letter = |at: usize| match (integer(at), varying.first() == Some(&at)) {
        (false, _) => "F",
        (true, true) if integers == 2 => "V",
        (true, true | false) => "W",
    };
    let text = (0..names[0].len())
        .map(|at| if varying.contains(&at) { letter(at) } else { names[0][at] })
        .collect::<Vec<_>>()
        .join(".");
    let mut table = TyTable::default();
    let mut types = |list: fn(Prim) -> Vec<PTy>| {
        let lists: Vec<Vec<String>> = members
            .iter()
            .map(|prim| list(*prim).into_iter().map(|ty| show(&mut table, ty)).collect())
            .collect();
        let shown = (0..lists[0].len()).map(|i| {
            let follows =
                |at: &&usize| lists.iter().zip(&names).all(|(list, name)| list[i] == name[**at]);
            let mut all: Vec<String> = lists.iter().map(|list| list[i].clone()).collect();
            all.sort();
            all.dedup();
            match varying.iter().find(follows) {
                Some(at) => letter(*at).to_owned(),
                None => all.join(" or "),
            }
        });
        shown.collect::<Vec<_>>().join(", ")
    };
    let (args, results) = (types(|prim| prim.sig().args), types(|prim| prim.sig().results));
    (text, format!("({args}) -> ({results})"))
}

fn show(types: &mut TyTable, ty: PTy) -> String {
    let ty = types.of_prim(ty);
    types.show(ty).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str) -> String {
        let family = families().into_iter().find(|family| family.name == name);
        let family = family.expect("a family");
        format!("{} {} {}", family.text, family.types, family.members.len())
    }

    #[test]
    fn letters_stand_for_widths() {
        assert_eq!(shown("add"), "add.W (W, W) -> (W) 5");
        assert_eq!(shown("slt"), "slt.W (W, W) -> (i1) 5");
        assert_eq!(shown("zext"), "zext.V.W (V) -> (W) 10");
        assert_eq!(shown("f2i.floor"), "f2i.floor.F.W (F) -> (W) 8");
        assert_eq!(shown("fbits"), "fbits.F (F) -> (i32 or i64) 2");
        assert_eq!(shown("str.get"), "str.get (str, i64) -> (i8) 1");
    }

    #[test]
    fn every_primitive_has_a_family_and_a_meaning() {
        let families = families();
        assert_eq!(
            families.iter().map(|family| family.members.len()).sum::<usize>(),
            Prim::all().len()
        );
        for family in families {
            assert!(family.meaning.ends_with('.'), "{}: {}", family.name, family.meaning);
            assert!(family.members.iter().all(|prim| prim.effect() == family.effect));
        }
    }
}
