//! Headers as clang sees them: accepted without warnings, with layouts like ours.
#![expect(clippy::wildcard_enum_match_arm, reason = "few forms of types have parts")]

use super::{core, header_of, interface};
use crate::{CTypes, Interface, header};
use c_abi::CTy;
use cogent_check::core::Program;
use cogent_check::types::{Sigil, Ty, TypeKind};
use testkit::{Child, Scratch};

const DEFS: &str = "
type A
type Arr a
type Inner = #{a : U8, b : U64}
type Boxed = {a : U8, inner : Inner, next : {z : U16}}
type Deep = #{r : #{s : #{t : U8, u : Bool}, v : U16}, w : U8}
type Fn = U8 -> U8
type Opt a = <None | Some a>
inc : U8 -> U8
inc x = x + 1
dec : U8 -> U8
dec x = x - 1
";

/// Types whose layout is compared. Each has parts, or is a scalar.
const TYPES: [&str; 26] = [
    "U8",
    "U16",
    "U32",
    "U64",
    "Bool",
    "()",
    "String",
    "A",
    "Arr U32",
    "Fn",
    "Boxed",
    "Boxed! ",
    "#Boxed",
    "#Boxed take (inner)",
    "Inner",
    "Deep",
    "(U8, U64)",
    "(Bool, (), Bool, U8)",
    "(U8, (U16, (U32, U64)))",
    "(U8, Inner, Fn, String, A!)",
    "Opt U8",
    "Opt (Opt (Inner, ()))",
    "<A Bool | B | C U64 U8 | D Deep>",
    "<A Bool | B | C U64 U8 | D Deep> take (A, C)",
    "#{x' : U8, default : Opt Bool, p : Arr U32}",
    "<>",
];

/// Runs clang on a C file beside the header.
fn clang(folder: &Scratch, standard: &str, text: &str) {
    let file = folder.write("main.c", text);
    let args = [standard, "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I"];
    let place = folder.path().display().to_string();
    let file = file.display().to_string();
    let ended = Child::new("clang-22").args(args).args([&*place, &*file]).run();
    assert_eq!(ended.code, Some(0), "{}\n{text}", ended.err());
}

/// The C names of the parts of a type.
fn part_names(program: &Program, ty: Ty) -> Vec<String> {
    let name = |name: &str| match name {
        "x'" => "x_prime".to_owned(),
        "default" => "default_".to_owned(),
        _ => name.to_owned(),
    };
    match program.types.kind(ty) {
        TypeKind::Tuple(parts) => (1..=parts.len()).map(|i| format!("p{i}")).collect(),
        TypeKind::Record(_, parts) | TypeKind::Variant(parts) => {
            parts.iter().map(|part| name(&part.name)).collect()
        }
        _ => Vec::new(),
    }
}

/// What must hold for the argument of a function.
fn assertions(program: &Program, ctypes: &mut CTypes, name: &str, ty: Ty) -> String {
    let c_type = ctypes.of(&program.types, ty).expect("it is not opaque");
    let mut text = size(&format!("{name}_arg"), &c_type);
    let names = part_names(program, ty);
    let parts = ctypes.record(&program.types, ty).expect("it is not opaque");
    let boxed = match program.types.kind(ty) {
        TypeKind::Record(sigil, _) => *sigil != Sigil::Unboxed,
        _ => false,
    };
    let (whole, offsets) = match &c_type {
        CTy::Tagged(alternatives) => {
            let offset = CTy::union_offset(alternatives);
            (c_type.clone(), vec![offset; alternatives.len()])
        }
        CTy::Struct(members) if members.len() > names.len() => {
            (c_type.clone(), CTy::offsets(members).split_off(1))
        }
        _ => (CTy::structure(parts.clone()), CTy::offsets(&parts)),
    };
    let place = format!("(({name}_arg{})0)", if boxed { "" } else { " *" });
    if boxed {
        text += &size(&format!("*{place}"), &whole);
    }
    for ((part, offset), ty) in names.iter().zip(offsets).zip(&parts) {
        let structure = format!("__typeof__(*{place})");
        text += &size(&format!("{place}->{part}"), ty);
        text += &format!(
            "_Static_assert(__builtin_offsetof({structure}, {part}) == {offset}, \"\");\n"
        );
    }
    text
}

fn size(what: &str, ty: &CTy) -> String {
    let layout = ty.layout();
    let [size, align] = [layout.size, layout.align];
    format!(
        "_Static_assert(sizeof({what}) == {size}, \"\");\n\
         _Static_assert(__alignof__({what}) == {align}, \"\");\n"
    )
}

#[test]
fn layouts_are_those_of_clang() {
    let mut text = DEFS.to_owned();
    for (i, ty) in TYPES.iter().enumerate() {
        text += &format!("f{i} : {ty} -> ()\n");
    }
    let program = core(&text);
    for union_variants in [false, true] {
        let mut ctypes = CTypes::new(&program.types, union_variants);
        let header = header_of(&program, &["inc", "dec"], &ctypes).expect("no names clash");
        let folder = Scratch::new();
        folder.write("a.h", &header);
        std::fs::create_dir(folder.file("abstract")).expect("a folder for the test");
        folder.write("abstract/Arr_u32.h", "typedef struct { u32 len; u32 *items; } Arr_u32;\n");
        let start = "typedef struct A A;\n#include \"a.h\"\n#include \"a.h\"\n";
        clang(&folder, "-std=c99", start);
        let mut asserts = start.to_owned();
        for (i, function) in program.functions.values().skip(2).enumerate() {
            asserts += &assertions(&program, &mut ctypes, &format!("f{i}"), function.arg);
        }
        asserts += "u8 call(f9_arg);\nu8 call(f9_arg f) { return dispatch_f9(f, 1); }\n";
        clang(&folder, "-std=gnu11", &asserts);
    }
}

#[test]
fn headers_of_programs_without_tags_go_together() {
    let first = core("f : (U8 -> U8) -> <>\n");
    let second = core("g : () -> Bool\n");
    let folder = Scratch::new();
    for (name, program) in [("a", first), ("b", second)] {
        let interface = Interface { name: name.into(), ..interface(&program, &[]) };
        let ctypes = CTypes::new(&program.types, false);
        let header = header(&program.types, &program.synonyms, &interface, &ctypes);
        folder.write(&format!("{name}.h"), header.expect("no names clash"));
    }
    clang(&folder, "-std=c99", "#include \"a.h\"\n#include \"b.h\"\n");
}
