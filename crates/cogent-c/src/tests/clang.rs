//! Headers as clang sees them: accepted without warnings, with layouts like ours.
#![expect(clippy::wildcard_enum_match_arm, reason = "few forms of types have parts")]

use super::{core, header_of, interface};
use crate::{CTypes, Interface, header};
use c_abi::CTy;
use cogent_check::core::Program;
use cogent_check::types::{Sigil, Ty, TypeKind};
use testkit::{Child, Scratch, root};

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

/// Runs clang on a C file beside the header, which may include our library.
fn clang(folder: &Scratch, standard: &str, text: &str) {
    let file = folder.write("main.c", text);
    let args = [standard, "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I"];
    let library = root().join("lib/cogent");
    let places = [folder.path(), "-I".as_ref(), &library, &file];
    let ended = Child::new("clang-22").args(args).args(places).run();
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

/// Instances of functions of the library, as their polymorphic declarations make them.
const LIBRARY: &str = "
type SysState
type WordArray a
type Round = #{i : U32, acc : WordArray U8, obs : ()}
type Elem = #{elem : U8, acc : U64, obs : Bool}
type Loop acc brk = <Break brk | Iterate acc>
type Result a e = <Error e | Success a>
u16_to_u8 : U16 -> U8
u32_to_u8 : U32 -> U8
u32_to_u16 : U32 -> U16
u64_to_u8 : U64 -> U8
u64_to_u16 : U64 -> U16
u64_to_u32 : U64 -> U32
seq32_0 : #{from : U32, to : U32, step : U32, f : Round -> WordArray U8, acc : WordArray U8, obs : ()} -> WordArray U8
seq32_1 : #{from : U32, to : U32, step : U32, f : #{i : U32, acc : U8, obs : U16} -> U8, acc : U8, obs : U16} -> U8
seq32_until_0 : #{from : U32, to : U32, step : U32, f : Round -> Loop (WordArray U8) Bool, acc : WordArray U8, obs : ()} -> Loop (WordArray U8) Bool
wordarray_create_0 : (SysState, U32) -> Result (SysState, WordArray U8) SysState
wordarray_fold_0 : #{arr : (WordArray U8)!, from : U32, to : U32, f : Elem -> U64, acc : U64, obs : Bool} -> U64
wordarray_fold_until_0 : #{arr : (WordArray U8)!, from : U32, to : U32, f : Elem -> Loop U64 (), acc : U64, obs : Bool} -> Loop U64 ()
wordarray_map_0 : #{arr : WordArray U8, from : U32, to : U32, f : Elem -> (U8, U64), acc : U64, obs : Bool} -> (WordArray U8, U64)
wordarray_map_until_0 : #{arr : WordArray U8, from : U32, to : U32, f : Elem -> (U8, Loop U64 ()), acc : U64, obs : Bool} -> (WordArray U8, Loop U64 ())
wordarray_modify_0 : #{arr : WordArray U8, i : U32, f : Elem -> (U8, U64), acc : U64, obs : Bool} -> (WordArray U8, U64)
add : Elem -> U64
add #{elem, acc, obs} = acc + upcast elem
";

#[test]
fn the_library_finds_what_it_needs() {
    let program = core(LIBRARY);
    let ctypes = CTypes::new(&program.types, false);
    let header = header_of(&program, &["add"], &ctypes).expect("no names clash");
    let folder = Scratch::new();
    folder.write("a.h", &header);
    assert!(header.contains("#define INSTANCES_seq32(X) X(seq32_0) X(seq32_1)\n"), "{header}");
    let text = "#include <kont/sysstate.h>\n#include \"a.h\"\n#include <kont/library.h>\n\
                #define USE(NAME) NAME##_ret use_##NAME(NAME##_arg); \\\n    \
                NAME##_ret use_##NAME(NAME##_arg x) { return NAME(x); }\n\
                INSTANCES_seq32(USE)\n";
    clang(&folder, "-std=c99", text);
}
