//! Small programs: their output, and their functions in ANF.

mod code;
mod limits;
mod programs;
mod units;

use super::Monomorphiser;
use diag::{Severity, Sources};
use expect_test::Expect;
use host::TestHost;
use sml_elab::Compilation;
use values::Ending;

/// Elaborates and lowers a program; the result is checked.
fn lower(source: &str) -> anf::Module {
    match try_lower(source) {
        Ok(module) => module,
        Err(message) => panic!("{message}"),
    }
}

/// The same, or the messages about the program.
fn try_lower(source: &str) -> Result<anf::Module, String> {
    let mut sources = Sources::new();
    // The command knows the user's text before those of the library.
    let id = sources.add("test.sml", source);
    let mut compilation = Compilation::new(&mut sources);
    let mut found = compilation.add(id, source.as_bytes());
    found.retain(|d| d.severity == Severity::Error);
    let draw = |found: &[diag::Diagnostic], sources: &Sources| {
        found.iter().map(|d| diag::draw(sources, d, false)).collect::<String>()
    };
    if !found.is_empty() {
        return Err(draw(&found, &sources));
    }
    let program = compilation.into_program();
    let module =
        Monomorphiser::lower(&program, &sources).map_err(|errors| draw(&errors, &sources))?;
    let options = anf::check::Options { require_positions: true };
    assert_eq!(anf::check::check_with(&module, None, options), [], "{module}");
    Ok(module)
}

/// On a thread with a stack like the command's.
fn with_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(f);
    thread.expect("a thread").join().expect("no panic");
}

/// The output of the program, and its ending.
fn run(source: &str) -> (String, Ending) {
    let module = lower(source);
    let mut host = TestHost::default();
    let ending = anf::eval_up_to(&module, &mut host, 50_000_000);
    (host.output_text(), ending)
}

/// The program prints this and ends.
fn prints(source: &str, output: &str) {
    let (printed, ending) = run(source);
    assert_eq!((printed.as_str(), ending), (output, Ending::Done));
}

/// The functions of the program whose names are given, without positions.
fn code(source: &str, names: &[&str], expected: Expect) {
    let module = lower(source);
    let text = module.to_string();
    let mut shown = String::new();
    let mut showing = false;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("fun ") {
            let end = rest.find('(').unwrap_or(0);
            let name = rest[..end].rsplit_once('.').map_or(&rest[..end], |(name, _)| name);
            showing = names.contains(&name);
        }
        let wanted = showing || names.contains(&"sum") && line.starts_with("sum ");
        if wanted && !line.is_empty() {
            let end = line.rfind(" !").map_or(line.len(), |at| {
                let digits = line[at + 2..].trim_end_matches(" {");
                if digits.bytes().all(|b| b.is_ascii_digit()) { at } else { line.len() }
            });
            shown.push_str(&line[..end]);
            shown.push_str(if line.ends_with('{') && end < line.len() { " {\n" } else { "\n" });
        }
    }
    expected.assert_eq(&shown);
}
