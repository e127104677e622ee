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

/// The signatures by chance of the tests here; more were tried.
const BY_CHANCE: usize = 150;
const SEED: u64 = 1;

/// True for a value that one register holds.
fn in_one_register(ty: &CTy) -> bool {
    (1..=8).contains(&ty.layout().size)
}

/// True if the parameter or the result is in one register.
fn has_register(signature: &Signature) -> bool {
    in_one_register(&signature.param) || in_one_register(&signature.result)
}

/// The signatures of a run, which the environment may choose.
fn generated() -> Vec<Signature> {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    let seed = number("KONT_ABI_SEED").unwrap_or(SEED);
    signatures::signatures(seed, BY_CHANCE)
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
    compare("x86_64-unknown-linux-gnu", &["cc"], &["./compare"]);
}

/// Fails where there is no cross compiler or emulator: `scripts/setup test` installs them.
#[test]
fn structs_travel_as_in_c_on_aarch64() {
    let link = ["aarch64-linux-gnu-gcc", "-static"];
    compare("aarch64-unknown-linux-gnu", &link, &["qemu-aarch64", "./compare"]);
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
