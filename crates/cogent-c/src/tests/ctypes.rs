//! C types of Cogent types.

use super::core;
use crate::{CTypes, Opaque};
use cogent_check::core::Program;
use cogent_check::types::{TypeKind, Types};
use expect_test::{Expect, expect};

const DEFS: &str = "
type A
type Arr a
type Inner = #{a : U8, b : U64}
";

/// A program with a function from each of these types to the unit.
fn program(types: &[&str]) -> Program {
    let mut text = DEFS.to_owned();
    for (i, ty) in types.iter().enumerate() {
        text += &format!("f{i} : {ty} -> ()\n");
    }
    core(&text)
}

/// The C types of some types, and the leaves of their parts.
fn check(types: &[&str], union_variants: bool, expected: Expect) {
    let program = program(types);
    let mut ctypes = CTypes::new(&program.types, union_variants);
    let mut found = String::new();
    for (text, function) in types.iter().zip(program.functions.values()) {
        match ctypes.of(&program.types, function.arg) {
            Ok(ty) => {
                found += &format!("{text}: {ty}");
                let leaves = ctypes.leaves(&program.types, function.arg).expect("not opaque");
                assert_eq!(leaves, ty.leaves().len(), "{text}");
            }
            Err(Opaque(ty)) => found += &format!("{text}: opaque {}", program.types.text(ty)),
        }
        for (part, range) in ctypes.parts(&program.types, function.arg).unwrap_or_default() {
            found += &format!(", {part} at {range:?}");
        }
        found += "\n";
    }
    expected.assert_eq(&found);
}

#[test]
fn scalars_and_pointers() {
    check(
        &["U8", "U64", "Bool", "()", "String", "(U8 -> A)", "A", "A!", "Arr U8", "#A"],
        false,
        expect![[r#"
            U8: u8
            U64: u64
            Bool: bool
            (): unit
            String: ptr
            (U8 -> A): u32
            A: ptr
            A!: ptr
            Arr U8: ptr
            #A: opaque #A
        "#]],
    );
}

#[test]
fn records_and_tuples() {
    check(
        &[
            "(U8, (Bool, ()), Inner)",
            "{x : U8, inner : Inner}",
            "{x : U8, inner : Inner}!",
            "#{x : U8, inner : Inner, p : {y : A}}",
            "#{x : U8, p : {y : A}} take (x, p)",
            "{x : #A}",
            "(U8, #(Arr U8))",
        ],
        false,
        expect![[r#"
            (U8, (Bool, ()), Inner): struct(u8, struct(bool, unit), struct(u8, u64)), u8 at 0..1, struct(bool, unit) at 1..2, struct(u8, u64) at 2..4
            {x : U8, inner : Inner}: ptr, u8 at 0..1, struct(u8, u64) at 1..3
            {x : U8, inner : Inner}!: ptr, u8 at 0..1, struct(u8, u64) at 1..3
            #{x : U8, inner : Inner, p : {y : A}}: struct(u8, struct(u8, u64), ptr), u8 at 0..1, struct(u8, u64) at 1..3, ptr at 3..4
            #{x : U8, p : {y : A}} take (x, p): struct(u8, ptr), u8 at 0..1, ptr at 1..2
            {x : #A}: ptr
            (U8, #(Arr U8)): opaque #(Arr U8)
        "#]],
    );
}

#[test]
fn variants() {
    let types = ["<B U8 | A | C (U64, Bool)>", "<B U8 | A> take B", "<D <A | E>>", "<D #A>", "<>"];
    check(
        &types,
        false,
        expect![[r#"
        <B U8 | A | C (U64, Bool)>: struct(u32, unit, u8, struct(u64, bool)), unit at 1..1, u8 at 1..2, struct(u64, bool) at 2..4
        <B U8 | A> take B: struct(u32, unit, u8), unit at 1..1, u8 at 1..2
        <D <A | E>>: struct(u32, struct(u32, unit, unit)), struct(u32, unit, unit) at 1..2
        <D #A>: opaque #A
        <>: struct(u32)
    "#]],
    );
    check(
        &types,
        true,
        expect![[r#"
        <B U8 | A | C (U64, Bool)>: tagged(0: unit, 1: u8, 2: struct(u64, bool)), unit at 1..1, u8 at 1..2, struct(u64, bool) at 2..4
        <B U8 | A> take B: tagged(0: unit, 1: u8), unit at 1..1, u8 at 1..2
        <D <A | E>>: tagged(3: tagged(0: unit, 4: unit)), tagged(0: unit, 4: unit) at 1..2
        <D #A>: opaque #A
        <>: tagged()
    "#]],
    );
}

#[test]
fn tags_are_numbered_by_code_point() {
    let program = program(&["<Zb | Ab U8 | A_ | AB>", "<Q>"]);
    let ctypes = CTypes::new(&program.types, false);
    let tags: Vec<&str> = ctypes.tags().iter().map(|tag| &**tag).collect();
    assert_eq!(tags, ["AB", "A_", "Ab", "Q", "Zb"]);
    assert_eq!(ctypes.tag(&"Ab".into()), 2);
}

#[test]
fn shared_types_take_no_time() {
    let mut types = Types::default();
    let mut ty = Types::UNIT;
    for _ in 0..60 {
        ty = types.add(TypeKind::Tuple(vec![ty, ty]));
    }
    assert_eq!(CTypes::new(&types, false).leaves(&types, ty), Ok(0));
}
