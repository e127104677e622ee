//! C code that a unit is linked with: LLVM inlines it into ours, managed or not, and ours into it.
//! Needs clang-22.

use kont_codegen_llvm::{Artefact, CCode, Cpu, Error, OptLevel, Options, compile, defines};
use testkit::{Child, Scratch};

/// A function that calls C, and that C calls.
const FREESTANDING: &str = "flow 1
foreign twice \"twice\" (i32) -> (i32) as u32 -> u32
foreign scale \"scale\" (i32, i32) -> (i32) as struct(u32, u32) -> u32
define twice code of \"code\"(x: i32) return k {
  y: i32 = ccall scale x 2:i32
  throw k y
}
";

/// A managed function that calls C.
const MANAGED: &str = "flow 1
foreign scale \"scale\" (i32, i32) -> (i32) as struct(u32, u32) -> u32
export fun f(x: i32) return k {
  y: i32 = ccall scale x 2:i32
  throw k y
}
";

const SCALE: &str = "struct two { unsigned a, b; };
unsigned scale(struct two t) { return t.a * t.b; }\n";
const CALLER: &str = "unsigned twice(unsigned);
int main(void) { return twice(21); }\n";

const X86: &str = "x86_64-pc-linux-gnu";
const ARM: &str = "aarch64-unknown-linux-gnu";

/// The code of a C text, as the driver asks for it.
fn translated(file: &str, text: &str, options: &Options) -> CCode {
    let folder = Scratch::new();
    let (source, object) = (folder.write(file, text), folder.file("c.bc"));
    let level = if options.opt_level == OptLevel::Os { "-Os" } else { "-O2" };
    let target = format!("--target={}", options.target.as_deref().unwrap_or(X86));
    let mut clang = Child::new("clang-22")
        .args(["-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-fPIC", level, &target])
        .arg(source)
        .arg("-o")
        .arg(&object);
    if options.cpu == Cpu::Host {
        clang = clang.arg("-march=native");
    }
    let ended = clang.run();
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    CCode { file: file.to_owned(), bitcode: std::fs::read(object).expect("clang wrote it") }
}

fn linked(unit: &str, c: &[&str], options: Options) -> Result<String, Error> {
    let unit = flow::parse(unit.as_bytes()).expect("a unit");
    assert_eq!(flow::check(&unit), []);
    let c = c.iter().map(|text| translated("x.c", text, &options)).collect();
    let bytes = compile(&unit, &Options { c, ..options }, Artefact::LlvmText)?;
    Ok(String::from_utf8(bytes).expect("text"))
}

fn options(target: &str) -> Options {
    Options { opt_level: OptLevel::O2, target: Some(target.to_owned()), ..Options::default() }
}

/// The machines whose code LLVM may inline or not.
fn machines() -> [Options; 3] {
    let host = Options { opt_level: OptLevel::O2, cpu: Cpu::Host, ..Options::default() };
    [options(X86), options(ARM), host]
}

/// The text of a function.
fn body<'t>(text: &'t str, name: &str) -> &'t str {
    let at = text.find(&format!(" @{name}(")).unwrap_or_else(|| panic!("no {name} in {text}"));
    &text[at..at + text[at..].find("\n}").expect("it ends")]
}

#[test]
fn c_and_freestanding_code_are_inlined_into_each_other() {
    for options in machines() {
        let text = linked(FREESTANDING, &[SCALE, CALLER], options).expect("compiles");
        assert!(body(&text, "main").contains("ret i32 42"), "{text}");
        assert!(!body(&text, "twice").contains("call"), "{text}");
    }
}

#[test]
fn c_is_inlined_into_managed_code() {
    for options in machines() {
        let text = linked(MANAGED, &[SCALE], options).expect("compiles");
        let code = body(&text, "f.code");
        assert!(!code.contains("@scale") && !code.contains("alloca"), "{text}");
    }
}

#[test]
fn c_is_inlined_as_by_its_compiler() {
    // More than managed code would take, and less.
    let step = "x = (x ^ (x >> 3)) * 2654435761u; if (x & 2) y += g(x);";
    let text = |steps: usize| {
        let c = format!(
            "unsigned g(unsigned); unsigned f(unsigned x) {{ unsigned y = x; {} return x + y; }}
             unsigned a(unsigned x) {{ return f(x) + 1; }}
             unsigned b(unsigned x) {{ return f(x + 3) * 2; }}",
            step.repeat(steps)
        );
        linked("flow 1", &[&c], options(X86)).expect("compiles")
    };
    assert!(!text(3).contains("call i32 @f("), "{}", text(3));
    assert!(text(5).contains("call i32 @f("), "{}", text(5));
    assert!(!text(3).contains("threshold"), "the attribute is gone: {}", text(3));
}

#[test]
fn managed_code_does_not_realign_its_stack() {
    let c = "struct two { unsigned a, b; }; void fill(unsigned *);
        __attribute__((always_inline)) unsigned scale(struct two t) {
          _Alignas(64) unsigned v[16]; fill(v); return v[t.a] + t.b; }";
    let text = linked(MANAGED, &[c], options(X86)).expect("compiles");
    assert!(body(&text, "f.code").contains("@scale"), "{text}");
}

#[test]
fn a_closed_unit_keeps_main_alone() {
    let options = Options { closed: true, ..options(X86) };
    let text = linked(FREESTANDING, &[SCALE, CALLER], options).expect("compiles");
    let defined: Vec<&str> = text.lines().filter(|line| line.starts_with("define")).collect();
    assert!(matches!(defined[..], [one] if one.contains(" @main(")), "{text}");
}

#[test]
fn what_two_define_is_an_error() {
    let twice = |unit: &str, c: &[&str], symbol: &str| {
        let main = unit.contains("entry");
        let error = linked(unit, c, Options { main, ..options(X86) }).expect_err("one too many");
        assert_eq!(error, Error::Twice { file: "x.c".to_owned(), symbol: symbol.to_owned() });
    };
    twice(FREESTANDING, &["int twice(int x) { return x; }"], "twice");
    twice(FREESTANDING, &[SCALE, SCALE], "scale");
    let entry = "flow 1\nfun f() return k { throw k }\nentry f\n";
    twice(entry, &["int main(void) { return 0; }"], "main");
    // Nothing calls it in memory, where the entry is what runs.
    linked(entry, &["int main(void) { return 0; }"], options(X86)).expect("compiles");
    // A function that only its file sees is another one.
    let own = "static int twice(int x) { return x; } int f(int x) { return twice(x); }";
    linked(FREESTANDING, &[own], options(X86)).expect("compiles");
}

#[test]
fn the_symbols_of_c() {
    let code = translated("x.c", "static int f; int g, *h = &f; int main(void);", &options(X86));
    assert_eq!(
        ["f", "g", "h", "main"].map(|s| defines(&code, s)),
        [false, true, true, false].map(Ok)
    );
    let error = defines(&CCode { bitcode: b"none".to_vec(), ..code }, "f").expect_err("no bitcode");
    assert!(error.to_string().starts_with("cannot link x.c: "), "{error}");
}

#[test]
fn small_code_is_asked_for_of_all_functions() {
    let options = Options { opt_level: OptLevel::Os, ..options(X86) };
    let text = linked(MANAGED, &[SCALE], options).expect("compiles");
    for line in text.lines().filter(|line| line.starts_with("attributes")) {
        assert!(line.contains("optsize") || !line.contains("uwtable"), "{text}");
    }
    assert!(text.contains("optsize"), "{text}");
}
