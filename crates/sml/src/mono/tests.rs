//! Small programs of the core: their ANF, and what they print.

mod build;
mod programs;

use super::Monomorphiser;
use build::Build;
use host::TestHost;
use prim::Ending;

/// Lowers the program that `make` builds; the result is checked.
fn lower(make: impl FnOnce(&mut Build)) -> anf::Module {
    let mut b = Build::new();
    make(&mut b);
    let (program, sources) = b.finish();
    let module = Monomorphiser::new().lower(&program, &sources, 0).unwrap_or_else(|errors| {
        panic!("{}", diag::draw_all(&sources, &errors, false, 80));
    });
    assert_eq!(anf::check(&module), [], "{module}");
    module
}

/// What the program prints, and how it ends.
fn run(make: impl FnOnce(&mut Build)) -> (String, Ending) {
    let module = lower(make);
    let mut host = TestHost::default();
    let ending = anf::eval_up_to(&module, &mut host, 10_000_000);
    (host.output_text(), ending)
}
