//! A failing program becomes small.

use kont_fuzz::{Config, generate, run_one, shrink};

/// The output of the reference interpreter.
fn output(module: &anf::Module) -> Vec<u8> {
    run_one(module, 100_000, "anf").swap_remove(0).outcome.output
}

/// As if printing a line that begins like this were wrong.
#[test]
fn what_does_not_matter_goes() {
    let module = generate(21, &Config::default());
    let tag: Vec<u8> = output(&module).split(|byte| *byte == b' ').next().expect("a line").to_vec();
    let fails = |module: &anf::Module| output(module).starts_with(&tag) && !tag.is_empty();
    assert!(fails(&module));
    let least = shrink(&module, &mut |module| fails(module));
    assert!(fails(&least));
    assert!(anf::check(&least).is_empty());
    assert!(least.size() < 20, "{} bindings are left of {}:\n{least}", least.size(), module.size());
}
