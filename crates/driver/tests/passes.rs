//! The passes that run when a program is built.

use front::FrontEnds;
use kont_driver::{BuildRequest, Emit, Input, OptLevel, Options, Output, Session, list_level};

const FRONT_ENDS: FrontEnds = FrontEnds(&[&front::text::ANF]);

#[test]
fn the_passes_of_a_language_run_once() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let file = std::env::temp_dir().join(format!("kont-passes-{}.flow", std::process::id()));
    let mut session =
        Session::new(FRONT_ENDS, Options { level: OptLevel::O2, ..Options::default() });
    let request = BuildRequest {
        emit: vec![Emit::Flow],
        output: Some(Output::File(file.clone())),
        beside: None,
    };
    session.build(&Input::File(format!("{folder}/fib.anf").into()), &request).expect("it builds");
    std::fs::remove_file(file).expect("the output is there");
    let ran = session.report.times.iter().map(|(name, _)| name.as_str());
    let ran: Vec<&str> = ran.collect();
    let list = list_level(OptLevel::O2);
    let listed = list.lines().filter_map(|line| line.split_whitespace().next());
    let listed: Vec<&str> = listed.take_while(|name| *name != "llvm:").collect();
    assert_eq!(ran, listed);
}

#[test]
fn levels_differ_and_say_why() {
    let levels =
        [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3, OptLevel::Os].map(list_level);
    for (i, level) in levels.iter().enumerate() {
        assert!(!levels[..i].contains(level), "level {i} is like another");
        // A name, then a reason.
        let steps = level.lines().filter(|line| line.contains('@'));
        assert!(steps.clone().all(|line| line.split_whitespace().count() > 2), "{level}");
        assert!(steps.count() > 0);
    }
}
