//! Which passes run when a program is built.

use front::FrontEnds;
use kont_driver::{BuildRequest, Emit, Input, Options, Output, Session};

const FRONT_ENDS: FrontEnds = FrontEnds(&[&front::text::ANF]);

#[test]
fn the_passes_of_a_language_run_once() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let file = std::env::temp_dir().join(format!("kont-passes-{}.flow", std::process::id()));
    let mut session = Session::new(FRONT_ENDS, Options { level: 2, ..Options::default() });
    let request = BuildRequest {
        emit: vec![Emit::Flow],
        output: Some(Output::File(file.clone())),
        beside: None,
    };
    session.build(&Input::File(format!("{folder}/fib.anf").into()), &request).expect("it builds");
    std::fs::remove_file(file).expect("the output is there");
    let runs = |pass: &str| session.report.times.iter().filter(|(name, _)| name == pass).count();
    // A pipeline may list a pass more than once.
    for pass in cps_opt::PIPELINE {
        let listed = cps_opt::PIPELINE.iter().filter(|other| other.name == pass.name).count();
        assert_eq!(runs(pass.name), listed, "{}", pass.name);
    }
    assert_eq!(runs("dead-let"), 1);
}
