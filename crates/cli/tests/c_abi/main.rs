//! Struct arguments and results follow the C convention: generated signatures, called both ways,
//! against clang, here and on AArch64; and C values in memory.
//!
//! For each signature there is a function of ours and one of C's that do the same, functions of
//! ours that call them, and functions that load and store values. One file of C calls them all
//! and compares.

mod anf;
mod c;
mod signatures;

use c_abi::{CTy, Signature};
use std::path::Path;
use testkit::{Child, Kont, Scratch};

/// What a value is digested with and made with: an odd number, another, and bits to rotate by.
const FACTOR: u64 = 2_177_342_782_468_422_677;
const ADDEND: u64 = 1_442_695_040_888_963_407;
const TURN: u32 = 23;

/// The machines, and the linkers for them.
const HERE: &str = "x86_64-unknown-linux-gnu";
const AARCH64: &str = "aarch64-unknown-linux-gnu";
const LINK_HERE: [&str; 1] = ["cc"];
const LINK_AARCH64: [&str; 2] = ["aarch64-linux-gnu-gcc", "-static"];

/// Signatures by chance.
const BY_CHANCE: usize = 150;

/// True for a value that one register holds.
fn in_one_register(ty: &CTy) -> bool {
    (1..=8).contains(&ty.layout().size)
}

/// True if the parameter or the result is in one register.
fn has_register(signature: &Signature) -> bool {
    in_one_register(&signature.param) || in_one_register(&signature.result)
}

fn generated() -> Vec<Signature> {
    signatures::signatures(1, BY_CHANCE)
}

/// A C value whose tag nobody knows may be passed and stored, as long as nobody looks at it.
const UNKNOWN: &str = "anf 1
foreign look \"look\" (i32, i32, i8, i64) -> (i32) as struct(u32, tagged(0: u8, 1: u64)) -> u32
foreign partly \"partly\" (i32, ptr) -> (i32) as struct(u32, ptr) -> u32
define partly fun partly_code(x: i32, p: ptr) -> (i32) {
  (t: i32, a: i8, b: i64) = c.any[tagged(0: u8, 1: u64)]
  () = c.store.0[struct(tagged(0: u8, 1: u64), u32)] p t a b x
  r: i32 = ccall.look x t a b
  ret r
}
";

const LOOKS: &str = "
typedef struct { unsigned tag; union { unsigned char a; unsigned long long b; } u; } tagged;
struct known { unsigned x; tagged t; };
struct stored { tagged t; unsigned x; };
struct param { unsigned x; struct stored *to; };
unsigned partly(struct param);
unsigned look(struct known it) { return it.x; }
int main(void) {
  struct stored to;
  return partly((struct param){ 42, &to }) != 42 || to.x != 42;
}
";

/// A call by one declaration of a symbol, before the definition of another.
const TWO_NAMES: &str = "anf 1
foreign same \"small\" (i8) -> (i8)
foreign small \"small\" (i8) -> (i8)
foreign caller \"caller\" (i8) -> (i8)
define caller fun caller_code(x: i8) -> (i8) { r: i8 = ccall.same x ret r }
define small fun small_code(x: i8) -> (i8) { y: i8 = add.i8 x 1:i8 ret y }
";

/// Functions of several parameters, more than registers hold, without C types.
const SCALARS: &str = "anf 1
foreign all \"all\" (i8, f64, i16, i1, i32, i64, f32, i8, i16, i1, i8, i64, i8) -> (i8)
foreign relay \"relay\" (i8, f64, i16, i1, i32, i64, f32, i8, i16, i1, i8, i64, i8) -> (i8)
foreign last \"last\" (i64, i64, i64, i64, i64, i64, i64, i64, i8, i1, i16) -> (i64)
define relay fun relay_code(a: i8, b: f64, c: i16, d: i1, e: i32, f: i64, g: f32, h: i8, i: i16, j: i1, k: i8, l: i64, m: i8) -> (i8) {
  r: i8 = ccall.all a b c d e f g h i j k l m
  ret r
}
define last fun last_code(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64, i: i8, j: i1, k: i16) -> (i64) {
  x: i64 = zext.i8.i64 i
  y: i64 = zext.i1.i64 j
  z: i64 = zext.i16.i64 k
  x: i64 = mul.i64 x 1000000
  y: i64 = mul.i64 y 100000
  s: i64 = add.i64 x y
  s: i64 = add.i64 s z
  ret s
}
";

const CALLS_SCALARS: &str = "
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32; typedef long long i64;
u8 relay(u8, double, u16, _Bool, u32, i64, float, u8, u16, _Bool, u8, i64, u8);
i64 last(i64, i64, i64, i64, i64, i64, i64, i64, u8, _Bool, u16);
u8 all(u8 a, double b, u16 c, _Bool d, u32 e, i64 f, float g, u8 h, u16 i, _Bool j, u8 k, i64 l, u8 m) {
  int same = a == 200 && b == 1.5 && c == 60000 && d && e == 4000000000u && f == -7 && g == 2.5f;
  return same && h == 201 && i == 60001 && !j && k == 202 && l == -8 && m == 203 ? 255 : 0;
}
int main(void) {
  return relay(200, 1.5, 60000, 1, 4000000000u, -7, 2.5f, 201, 60001, 0, 202, -8, 203) != 255
    || last(1, 2, 3, 4, 5, 6, 7, 8, 250, 1, 50000) != 250150000;
}
";

fn ok(child: Child, folder: &Path) -> String {
    let ended = child.folder(folder).run();
    let (out, err) = (ended.out(), ended.err());
    assert_eq!(ended.code, Some(0), "{}\n{out}\n{err}", ended.status);
    out
}

fn kont(args: &[&str]) -> Child {
    Kont::new(env!("CARGO_BIN_EXE_kont")).command(args)
}

fn clang(args: &[&str]) -> Child {
    Child::new("clang-22").args(["-w", "-c"]).args(args)
}

/// Runs the comparison on a machine at both levels.
fn compare(target: &str, link: &[&str], run: &[&str]) {
    let signatures = generated();
    let folder = Scratch::new();
    let here = folder.path();
    folder.write("ours.anf", anf::freestanding(&signatures));
    folder.write("theirs.c", c::file(&signatures));
    folder.write("main.c", "int check_all(void); int main(void) { return check_all() != 0; }\n");
    let target_of_c = format!("--target={target}");
    for file in ["theirs.c", "main.c"] {
        ok(clang(&["-O0", &target_of_c, file]), here);
    }
    for level in ["-O0", "-O2"] {
        let args =
            ["build", level, "ours.anf", "--target", target, "--emit", "obj", "-o", "ours.o"];
        ok(kont(&args), here);
        let files = ["ours.o", "theirs.o", "main.o", "-o", "compare"];
        ok(Child::new(link[0]).args(&link[1..]).args(files), here);
        let ended = Child::new(run[0]).args(&run[1..]).folder(here).run();
        let findings: String =
            ended.out().lines().take(20).map(|line| explain(line, &signatures)).collect();
        assert_eq!((ended.code, findings.as_str()), (Some(0), ""), "{level}: {}", ended.status);
    }
}

/// A finding and the signature that its first number stands for.
fn explain(line: &str, signatures: &[Signature]) -> String {
    let number = line.split(':').next().and_then(|number| number.parse::<usize>().ok());
    let signature = number.and_then(|number| signatures.get(number));
    format!("{line}: {}\n", signature.map(Signature::to_string).unwrap_or_default())
}

#[test]
fn structs_travel_as_in_c() {
    compare(HERE, &LINK_HERE, &["./compare"]);
}

/// Fails where there is no cross compiler or emulator: `scripts/setup test` installs them.
#[test]
fn structs_travel_as_in_c_on_aarch64() {
    compare(AARCH64, &LINK_AARCH64, &["qemu-aarch64", "./compare"]);
}

/// The managed side has its own stack and registers; the collector runs at every check.
#[test]
fn managed_code_calls_functions_that_take_and_give_structs() {
    let signatures = generated();
    let folder = Scratch::new();
    let here = folder.path();
    folder.write("ours.anf", anf::freestanding(&signatures));
    folder.write("managed.anf", anf::managed(&signatures));
    folder.write("theirs.c", c::file(&signatures));
    ok(clang(&["-O0", "theirs.c"]), here);
    ok(kont(&["build", "ours.anf", "--emit", "obj", "-o", "ours.o"]), here);
    let runtime = Path::new(env!("CARGO_BIN_EXE_kont")).with_file_name("libkont_runtime.a");
    for level in ["-O0", "-O2"] {
        ok(kont(&["build", level, "managed.anf", "--emit", "obj", "-o", "managed.o"]), here);
        let link = Child::new("cc").args(["managed.o", "ours.o", "theirs.o", "-o", "managed"]);
        ok(link.arg(&runtime).args(["-lm", "-ldl", "-lpthread"]), here);
        let run = Child::new("./managed").env("KONT_GC_STRESS", "1").env("KONT_SANITY", "1");
        assert_eq!(ok(run, here), "end\n", "{level}");
    }
}

#[test]
fn what_nobody_looks_at_may_be_passed() {
    let folder = Scratch::new();
    folder.write("unknown.anf", UNKNOWN);
    folder.write("looks.c", LOOKS);
    for level in ["-O0", "-O2"] {
        ok(
            kont(&["build", level, "unknown.anf", "--emit", "obj", "-o", "unknown.o"]),
            folder.path(),
        );
        ok(Child::new("cc").args(["looks.c", "unknown.o", "-o", "looks"]), folder.path());
        ok(Child::new("./looks"), folder.path());
    }
}

#[test]
fn a_function_has_its_symbol_whoever_declared_it_before() {
    let folder = Scratch::new();
    folder.write("names.anf", TWO_NAMES);
    folder.write(
        "main.c",
        "unsigned char small(unsigned char), caller(unsigned char);
        int main(void) { return small(255) != 0 || caller(41) != 42; }\n",
    );
    for level in ["-O0", "-O2"] {
        ok(kont(&["build", level, "names.anf", "--emit", "obj", "-o", "names.o"]), folder.path());
        ok(Child::new("cc").args(["main.c", "names.o", "-o", "names"]), folder.path());
        ok(Child::new("./names"), folder.path());
    }
}

#[test]
fn several_scalars_travel_as_in_c() {
    let folder = Scratch::new();
    let here = folder.path();
    folder.write("scalars.anf", SCALARS);
    folder.write("calls.c", CALLS_SCALARS);
    let machines: [(&str, &[&str], &[&str]); 2] =
        [(HERE, &LINK_HERE, &[]), (AARCH64, &LINK_AARCH64, &["qemu-aarch64"])];
    for (target, link, run) in machines {
        let target_of_c = format!("--target={target}");
        ok(clang(&["-O2", &target_of_c, "calls.c"]), here);
        for level in ["-O0", "-O2"] {
            let args = [
                "build",
                level,
                "scalars.anf",
                "--target",
                target,
                "--emit",
                "obj",
                "-o",
                "scalars.o",
            ];
            ok(kont(&args), here);
            ok(
                Child::new(link[0]).args(&link[1..]).args(["calls.o", "scalars.o", "-o", "calls"]),
                here,
            );
            let command = [run, &["./calls"]].concat();
            ok(Child::new(command[0]).args(&command[1..]), here);
        }
    }
}
