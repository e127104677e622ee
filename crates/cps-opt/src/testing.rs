//! Helpers for the tests of passes.

use cps::Module;
use expect_test::Expect;
use host::TestHost;
use pass::{Options, Pass, Report, Step, run_pipeline};
use values::Ending;

/// Reads a module and checks it.
pub(crate) fn read(source: &str) -> Module {
    let module = cps::parse(source.as_bytes()).unwrap_or_else(|errors| {
        let lines: Vec<_> = errors.iter().map(|e| format!("{} ({})", e.title, e.label)).collect();
        panic!("{}\n{source}", lines.join("\n"))
    });
    assert_eq!(cps::check(&module), [], "{source}");
    module
}

/// Runs passes and checks after each.
pub(crate) fn run(module: &mut Module, passes: &[Step<Module>]) -> Report {
    let mut report = Report::default();
    let options = Options { check: true, ..Options::default() };
    if let Err(broken) = run_pipeline(module, passes, &options, &mut report) {
        panic!("{broken}\nbefore:\n{}\nafter:\n{}", broken.before, broken.program);
    }
    report
}

/// The end of a run of a module, and the text that it printed.
pub(crate) fn behaviour(module: &Module) -> (Ending, String) {
    let mut host = TestHost::default();
    let ending = cps::eval_up_to(module, &mut host, 10_000_000);
    (ending, host.output_text())
}

/// Runs passes; the result is the expected text and, if there is an entry,
/// behaves as before.
pub(crate) fn check_passes(passes: &[&'static Pass<Module>], source: &str, expected: Expect) {
    let mut module = read(source);
    let before = behaviour(&module);
    let steps: Vec<_> = passes.iter().map(|pass| pass.alone()).collect();
    run(&mut module, &steps);
    let text = module.to_string();
    assert_eq!(read(&text).to_string(), text);
    if module.entry.is_some() {
        assert_eq!(behaviour(&module), before, "{text}");
    }
    expected.assert_eq(&text);
}

/// As [`check_passes`] with one pass.
pub(crate) fn check_pass(pass: &'static Pass<Module>, source: &str, expected: Expect) {
    check_passes(&[pass], source, expected);
}
