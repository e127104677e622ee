//! The build tool in `examples`: it runs commands side by side, builds what is out of date and
//! nothing else, stops after a failure, and refuses rules that need themselves.

use std::path::PathBuf;
use testkit::{Child, Kont, Scratch, root};

/// The tool, and a folder to use it in.
struct Tool {
    folder: Scratch,
    path: PathBuf,
}

impl Tool {
    fn new() -> Tool {
        let folder = Scratch::new();
        let path = folder.path().join("tool");
        let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
        let source = root().join("examples/build.sml");
        let ended = kont.command(&["build"]).arg(source).arg("-o").arg(&path).run();
        assert_eq!((ended.code, ended.err()), (Some(0), String::new()));
        Tool { folder, path }
    }

    /// The exit code and the lines that it prints, given some rules.
    fn run(&self, args: &[&str], rules: &str) -> (Option<i32>, Vec<String>) {
        let rules = self.folder.write("rules", rules);
        let child = Child::new(&self.path).args(["-f"]).arg(rules).args(args);
        let ended = child.folder(self.folder.path()).run();
        assert_eq!(ended.err(), "");
        (ended.code, ended.out().lines().map(String::from).collect())
    }
}

#[test]
fn commands_run_side_by_side() {
    let tool = Tool::new();
    // Each waits for the other's file, for ten seconds at most.
    let meet = |mine: &str, other: &str| {
        format!(
            "{mine}:\n  touch {mine}; for i in $(seq 1000); do \
             test -e {other} && exit 0; sleep 0.01; done; exit 1\n"
        )
    };
    let rules = format!("all: a b\n{}{}", meet("a", "b"), meet("b", "a"));
    assert_eq!(tool.run(&["-j", "2"], &rules).0, Some(0));
}

#[test]
fn but_no_more_than_asked_for() {
    let tool = Tool::new();
    let alone = "mkdir alone && sleep 0.02 && rmdir alone";
    let rules = format!("all: a b c\na:\n  {alone}\nb:\n  {alone}\nc:\n  {alone}\n");
    assert_eq!(tool.run(&["-j", "1"], &rules), (Some(0), vec![alone.to_owned(); 3]));
}

#[test]
fn what_is_up_to_date_is_not_built() {
    let tool = Tool::new();
    tool.folder.write("source", "1");
    let rules = "result: part other\n  cat part other > result\n\
                 part: source\n  cp source part\nother:\n  touch other\n";
    let (code, mut lines) = tool.run(&[], rules);
    lines.sort();
    assert_eq!(code, Some(0));
    assert_eq!(lines, ["cat part other > result", "cp source part", "touch other"]);
    assert_eq!(tool.run(&[], rules), (Some(0), vec!["build: nothing to do".to_owned()]));
    // Later than all the files that were made.
    let source = std::fs::File::options().append(true).open(tool.folder.path().join("source"));
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(10);
    source.and_then(|file| file.set_modified(later)).expect("a time");
    let built = vec!["cp source part".to_owned(), "cat part other > result".to_owned()];
    assert_eq!(tool.run(&["result"], rules), (Some(0), built));
}

#[test]
fn a_failure_stops_it() {
    let tool = Tool::new();
    let rules = "all: bad good\nbad:\n  exit 3\n  echo more\ngood: bad\n  echo good\n";
    let (code, lines) = tool.run(&[], rules);
    assert_eq!(code, Some(1));
    assert_eq!(lines, ["exit 3", "build: bad: exit code 3"]);
}

#[test]
fn bad_rules_are_refused() {
    let tool = Tool::new();
    let refused = |rules, message: &str| {
        assert_eq!(tool.run(&[], rules), (Some(1), vec![message.to_owned()]));
    };
    refused("a: b\nb: c\n  echo b\nc: b\n", "build: b needs c needs b");
    refused("a: nothing\n", "build: no rule makes nothing, which a needs");
    refused("  echo\n", "build: a command without a rule: echo");
    refused("", "build: there are no rules");
}
