//! Threads that take turns at every check of the heap, or at every few, with and without a collection
//! there: what they compute does not change.

use std::path::Path;
use testkit::Child;

const KONT: &str = env!("CARGO_BIN_EXE_kont");

fn check(program: &str, variables: &[(&str, &str)], in_order: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/run/sml");
    let expected = std::fs::read_to_string(folder.join(format!("{program}.out"))).expect("a file");
    for level in ["-O0", "-O2"] {
        let mut child = Child::new(KONT).args(["run", level, &format!("{program}.sml")]);
        for (name, value) in variables {
            child = child.env(name, value);
        }
        let ended = child.folder(&folder).run();
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(String::from).collect();
            if !in_order {
                lines.sort();
            }
            lines
        };
        assert_eq!(lines(&ended.out()), lines(&expected), "{level} {variables:?}");
    }
}

#[test]
fn work_is_not_disturbed() {
    for turns in ["2", "3", "10"] {
        check("thread-work-is-not-disturbed", &[("KONT_PREEMPT_STRESS", turns)], true);
    }
}

#[test]
fn nor_by_collections_at_the_same_place() {
    let variables = [("KONT_PREEMPT_STRESS", "2"), ("KONT_GC_STRESS", "1"), ("KONT_SANITY", "1")];
    check("thread-work-is-not-disturbed", &variables, true);
}

#[test]
fn nothing_is_lost() {
    for turns in ["2", "3", "7"] {
        check("thread-turns-join-and-locals", &[("KONT_PREEMPT_STRESS", turns)], false);
    }
}
