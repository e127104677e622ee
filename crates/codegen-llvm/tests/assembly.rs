//! The shape of the machine code: no stack, no calls, checks that compare with
//! memory, jumps that go straight where they should.

use kont_codegen_llvm::{Artefact, OptLevel, Options, compile};

const FIB: &str = include_str!("fib.flow");
const SHAPES: &str = include_str!("shapes.flow");

fn emit(source: &str, opt_level: OptLevel, target: &str, artefact: Artefact) -> String {
    let unit = flow::parse(source.as_bytes()).expect("a unit");
    assert_eq!(flow::check(&unit), []);
    let target = Some(target.to_owned());
    let options = Options { opt_level, target, ..Options::default() };
    let bytes = compile(&unit, &options, artefact).expect("compiles");
    String::from_utf8(bytes).expect("text")
}

fn x86(source: &str, level: OptLevel) -> String {
    emit(source, level, "x86_64-unknown-linux-gnu", Artefact::Assembly)
}

/// The instructions of a cluster, without labels and directives.
fn code(assembly: &str, cluster: &str) -> Vec<String> {
    let start = format!("\n{cluster}.code:");
    let end = format!("\t.size\t{cluster}.code");
    let from = assembly.find(&start).unwrap_or_else(|| panic!("{cluster} is there"));
    let length = assembly[from..].find(&end).expect("it ends");
    let lines = assembly[from..from + length].lines();
    let lines = lines.map(|line| line.split('#').next().unwrap_or("").trim().replace('\t', " "));
    lines.filter(|l| !l.is_empty() && !l.ends_with(':') && !l.starts_with('.')).collect()
}

/// Holds if some line is exactly this.
fn has(code: &[String], instruction: &str) -> bool {
    code.iter().any(|line| line == instruction)
}

#[test]
fn fib_needs_no_stack() {
    let assembly = x86(FIB, OptLevel::O2);
    for cluster in ["fib", "first", "second"] {
        let code = code(&assembly, cluster);
        for line in &code {
            let touches_stack =
                ["push", "pop", "call", "ret"].iter().any(|op| line.starts_with(op))
                    || line.contains("%rsp");
            assert!(!touches_stack, "{cluster}: {line}\n{}", code.join("\n"));
        }
    }
}

#[test]
fn fib_jumps_straight_and_checks_in_memory() {
    let assembly = x86(FIB, OptLevel::O2);
    let (fib, first, second) =
        (code(&assembly, "fib"), code(&assembly, "first"), code(&assembly, "second"));
    assert!(has(&fib, "cmpq (%r13), %r12"), "{fib:?}");
    assert!(has(&fib, "leaq first.code(%rip), %rcx"), "{fib:?}");
    assert!(has(&first, "jmp fib.code"), "{first:?}");
    let collects = |code: &[String]| code.iter().any(|line| line.starts_with("jmp kont.collect"));
    assert!(has(&fib, "jmp kont.collect.1.0") && !collects(&first));
    assert!(has(&second, "addq 16(%r14), %rdi"), "{second:?}");
    assert!(has(&second, "jmp kont.raise.Overflow.returned"), "{second:?}");
    assert!(!assembly.contains("GOTPCREL"), "addresses come without the table");
    // The whole of it; the prototype that was measured has 33 instructions.
    let total = fib.len() + first.len() + second.len();
    assert!(total <= 45, "{total} instructions:\n{assembly}");
}

#[test]
fn fib_keeps_the_convention_without_optimisation() {
    let assembly = x86(FIB, OptLevel::O0);
    for cluster in ["fib", "first", "second"] {
        let code = code(&assembly, cluster);
        assert!(code.iter().all(|line| !line.starts_with("call")), "{code:?}");
    }
    assert!(has(&code(&assembly, "first"), "jmp fib.code"));
}

#[test]
fn the_words_before_an_entry() {
    let assembly = x86(FIB, OptLevel::O2);
    let info = abi::CodeInfo::new(1, abi::ROOT_CONT).0;
    assert!(assembly.contains(&format!("\t.quad\t{info}\n\t.quad\t0\nfib.code:")), "{assembly}");
    let info = abi::CodeInfo::new(2, abi::ROOT_CONT).0;
    let layout = abi::Layout::new(&[abi::FieldKind::Cont, abi::FieldKind::Raw]).0;
    assert!(assembly.contains(&format!("\t.quad\t{info}\n\t.quad\t{layout}\nfirst.code:")));
}

#[test]
fn aarch64_has_the_same_shape() {
    let assembly = emit(FIB, OptLevel::O2, "aarch64-unknown-linux-gnu", Artefact::Assembly);
    let first = code(&assembly, "first");
    assert!(has(&first, "b fib.code"), "{first:?}");
    for line in first.iter().chain(&code(&assembly, "fib")) {
        assert!(!line.starts_with("bl") && !line.contains("sp"), "{line}");
    }
}

#[test]
fn a_loop_over_an_array_is_vectorised() {
    let sum = code(&x86(SHAPES, OptLevel::O2), "sum");
    assert!(sum.iter().any(|line| line.starts_with("paddq")), "{sum:?}");
    assert!(!sum.iter().any(|line| line.contains("Subscript")), "{sum:?}");
}

#[test]
fn single_precision_is_passed_without_conversion() {
    let pass = code(&x86(SHAPES, OptLevel::O2), "pass");
    let instructions = ["addss", "mov", "jmp"];
    let known = |line: &String| instructions.iter().any(|op| line.starts_with(op));
    assert!(pass.iter().all(known) && !pass.iter().any(|l| l.contains("%rsp")), "{pass:?}");
}

#[test]
fn a_write_barrier_needs_no_stack_while_the_object_is_young() {
    let set = code(&x86(SHAPES, OptLevel::O2), "set");
    assert_eq!(set[..2], ["movq %rsi, 8(%rdi)", "cmpb $0, 7(%rdi)"], "{set:?}");
    assert!(set[2].starts_with("js"), "{set:?}");
    let jump = set.iter().position(|line| line.starts_with("jmp")).expect("it leaves");
    assert!(set[..jump].iter().all(|line| !line.contains("%rsp")), "{set:?}");
}

#[test]
fn a_number_is_stored_without_a_barrier() {
    let count = code(&x86(SHAPES, OptLevel::O2), "count");
    assert!(!count.iter().any(|line| line.contains("(%r13)")), "{count:?}");
    assert!(!count.iter().any(|line| line.contains("kont.record")), "{count:?}");
}

#[test]
fn small_big_integers_are_computed_with_inline() {
    let assembly = x86(SHAPES, OptLevel::O2);
    for (cluster, inline) in [("powers", "imulq"), ("rounded", "idivq")] {
        let code = code(&assembly, cluster);
        let at = |op: &str| code.iter().position(|line| line.starts_with(op));
        assert!(at(inline).is_some(), "{code:?}");
        assert!(at(inline) < at("call"), "the runtime is for the others: {code:?}");
    }
}

#[test]
fn a_function_that_was_inlined_away_leaves_no_entry() {
    let text = emit(SHAPES, OptLevel::O2, "x86_64-unknown-linux-gnu", Artefact::LlvmText);
    assert!(!text.contains("@helper.code"), "{text}");
    assert!(text.contains("c\"helper\\00\""), "its entry stays in the table, without code");
}

#[test]
fn an_unknown_target_is_an_error() {
    let unit = flow::parse(FIB.as_bytes()).expect("a unit");
    let options = Options { target: Some("pdp11-unknown-none".to_owned()), ..Options::default() };
    let error = compile(&unit, &options, Artefact::Object).expect_err("there is none");
    assert!(error.to_string().starts_with("cannot compile for this target"), "{error}");
}

#[test]
fn units_without_managed_code_ask_nothing_of_the_runtime() {
    let nothing = x86("flow 1 foreign sin \"sin\" (f64) -> (f64)", OptLevel::O0);
    let mut symbols = nothing.lines().filter(|line| !line.starts_with("\t.file"));
    assert!(symbols.all(|line| !line.contains("kont")), "{nothing}");
    let cells = x86("flow 1 global g: ref", OptLevel::O0);
    assert!(cells.contains("kont_unit:") && cells.contains("kont.enter"), "{cells}");
}

/// Where a cluster polls, the object that a field was loaded from may be gone: LLVM must not load again.
#[test]
fn a_cluster_that_polls_promises_no_invariant_loads() {
    let poll = |poll: &str| {
        format!(
            "flow 1 frames stack
             known walk(r: ref, n: i64) return k {{
               x: i64 = load.1 r
               fun go(i: i64, q: ref) {{
                 {poll}
                 c: i1 = slt.i64 i n
                 if c {{ j: i64 = add.i64 i 1 jump go j s }} else {{ throw k x s }}
               }}
               jump go 0 r
             }}"
        )
    };
    let text =
        |source: &str| emit(source, OptLevel::O0, "x86_64-unknown-linux-gnu", Artefact::LlvmText);
    let (with, without) = (text(&poll("s: ref = poll 24 k q")), text(&poll("s: ref = copy q")));
    let loads = |text: &str, kind| text.lines().filter(|line| line.contains(kind)).count();
    assert_eq!((loads(&with, "!invariant.load"), loads(&without, "!invariant.load")), (0, 1));
}
