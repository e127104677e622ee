//! Projects of Standard ML: `.mlb` and `.cm` files, several files on the command line. The
//! projects are in `tests/projects`.

use std::fs;
use std::path::PathBuf;
use testkit::{Ended, Kont, Scratch};

fn projects() -> PathBuf {
    testkit::root().join("tests/projects")
}

fn kont(folder: &str, args: &[&str]) -> Ended {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    kont.command(args).folder(&projects().join(folder)).run()
}

/// The program prints this, in native code and in the interpreter.
#[track_caller]
fn prints(folder: &str, args: &[&str], text: &str) {
    for command in [&["run", "-O0"][..], &["eval"]] {
        let ended = kont(folder, &[command, args].concat());
        let (code, out) = (ended.code, ended.out());
        assert_eq!((code, out.as_str()), (Some(0), text), "{args:?}: {}", ended.err());
        assert_eq!(ended.err(), "", "{args:?}");
    }
}

/// The project is rejected, with all of these in the message and nothing of our own fault.
#[track_caller]
fn rejected(folder: &str, args: &[&str], texts: &[&str]) {
    let ended = kont(folder, &[&["check"], args].concat());
    assert_eq!(ended.code, Some(1), "{args:?}: {}\n{}", ended.status, ended.err());
    for text in texts {
        assert!(ended.err().contains(text), "{args:?}: no `{text}` in\n{}", ended.err());
    }
    assert_eq!(ended.err().matches("error:").count(), 1, "{}", ended.err());
}

/// The project is rejected or accepted with exactly this on standard error.
#[track_caller]
fn says(folder: &str, args: &[&str], text: &str) {
    assert_eq!(kont(folder, &[&["check"], args].concat()).err(), text);
}

#[test]
fn the_error_comes_before_the_warnings_of_other_files() {
    let text = "\
error: the two sides have different types
  ┌─ wrong.sml:1:19
  │
1 │ val wrong : int = \"no\"
  │     -----------   ^^^^ this is string
  │     │              \n  │     this pattern matches int

... and 2 warnings
";
    says("warnings", &["warnings.mlb"], text);
    rejected("warnings", &["-Wno-non-exhaustive-match", "warnings.mlb"], &["wrong.sml:1:19"]);
}

#[test]
fn a_thousand_warnings_hide_no_error() {
    let folder = Scratch::new();
    let odd: String = (0..1000).map(|n| format!("fun f{n} (SOME x) = x\n")).collect();
    folder.write("many.sml", format!("{odd}val wrong : int = \"no\"\n"));
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let ended = kont.command(&["check", "many.sml"]).folder(folder.path()).run();
    assert_eq!(ended.code, Some(1), "{}", ended.err());
    assert!(ended.err().starts_with("error: the two sides have different types"));
    assert!(ended.err().ends_with("... and 951 more warnings\n"), "{}", ended.err());
}

#[test]
fn a_file_that_is_elaborated_twice_warns_once() {
    let ended = kont("warnings", &["check", "twice.mlb"]);
    assert_eq!((ended.code, ended.err().matches("warning:").count()), (Some(0), 1));
}

#[test]
fn a_file_behind_the_program_is_an_argument_unless_it_has_what_lacks() {
    let ended = kont("warnings", &["run", "-O0", "main.sml", "names.sml"]);
    assert_eq!(ended.code, Some(1));
    let hint = "`names.sml` declares `greeting`, but what stands behind the first file goes to \
                the program; name both in a project, `prog.mlb`, or build them: `kont build \
                names.sml main.sml -o prog`";
    assert!(ended.err().contains(hint), "{}", ended.err());
    let ended = kont("warnings", &["eval", "main.sml", "wrong.sml", "absent.sml"]);
    assert_eq!((ended.code, ended.err().contains("hint")), (Some(1), false), "{}", ended.err());
    let ended = kont("warnings", &["eval", "arguments.sml", "names.sml"]);
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), "names.sml\n"));
}

#[test]
fn a_basis_file_is_evaluated_once() {
    prints("stack", &["stack-test.mlb"], "stack.sml is evaluated\nsize 2\n");
}

#[test]
fn only_what_is_exported_is_seen() {
    rejected("stack", &["helper.mlb"], &["helper.sml:1:10", "there is no structure `Helper` here"]);
}

#[test]
fn bases_and_modules_have_new_names() {
    prints("renaming", &["renaming.mlb"], "F(B) A A 7\n");
}

#[test]
fn operators_leave_files_and_stay_in_scopes() {
    prints("operators", &["operators.mlb"], "123\n5\n");
}

#[test]
fn what_is_opened_later_counts() {
    prints("shadow", &["shadow.mlb"], "own\n2\n");
}

#[test]
fn a_functor_sees_what_its_file_saw() {
    prints("functor", &["functor.mlb"], "12!\n");
}

#[test]
fn a_source_is_elaborated_again_only_where_it_means_something_else() {
    prints("twice", &["twice.mlb"], "one.sml is evaluated\nannounced: one\nannounced: two\n");
}

#[test]
fn paths_with_spaces_and_variables() {
    let args = ["--mlb-path-var", "EXTRA=extra", "paths.mlb"];
    prints("paths", &args, "first\nsecond\n");
    rejected("paths", &["paths.mlb"], &["paths.mlb:7:3", "nobody says what `$(EXTRA)` is"]);
    // The last of a name counts.
    let twice = ["--mlb-path-var", "EXTRA=nowhere", "--mlb-path-var", "EXTRA=extra", "paths.mlb"];
    prints("paths", &twice, "first\nsecond\n");
    let ended = kont("paths", &["check", "--mlb-path-var", "EXTRA", "paths.mlb"]);
    assert_eq!(ended.code, Some(2), "{}", ended.err());
}

#[test]
fn a_library_is_found_in_its_folder() {
    let args = ["--mlb-path-var", "SML_LIB=lib", "main.mlb"];
    prints("library", &args, "greetings\n");
    rejected(
        "library",
        &["main.mlb"],
        &["main.mlb:2:1", "but not `greet`", "--mlb-path-var SML_LIB"],
    );
}

#[test]
fn members_stand_in_no_order() {
    prints("calculator", &["calculator.cm"], "calculator: 3\n");
}

#[test]
fn what_nobody_needs_is_left_out() {
    prints("lazy", &["lazy.cm"], "part and more\n");
    rejected("lazy", &["parts/parts.cm"], &["parts/broken.sml:1:41"]);
}

#[test]
fn exports_are_sets() {
    prints("sets", &["main.cm"], "secret, main has its own\n");
}

#[test]
fn several_files_are_one_program() {
    let folder = Scratch::new();
    let program = folder.path().join("prog").to_string_lossy().into_owned();
    let ended = kont("files", &["build", "-O0", "one.sml", "two.sml", "-o", &program]);
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    let ended = Kont::new(&program).command(&["x", "y"]).run();
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), "one+two\nx\ny\n"));
    let ended = kont("files", &["check", "two.sml", "one.sml"]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.err().contains("two.sml:1:"), "{}", ended.err());
    // The output would have the name of one of them.
    assert_eq!(kont("files", &["build", "one.sml", "two.sml"]).code, Some(2));
    assert_eq!(kont("files", &["build", "one.sml", "no.sml", "-o", "x"]).code, Some(2));
    assert_eq!(kont("files", &["run", "one.sml", "two.sml"]).out(), "");
}

#[test]
fn a_project_includes_itself() {
    rejected("wrong", &["itself.mlb"], &["includes itself", "itself.mlb:2:1"]);
    rejected("wrong", &["itself.cm"], &["includes itself", "itself.cm:2:3"]);
    let chain = ["includes itself", "loop-c.mlb:1:1", "loop-a.mlb:1:1", "loop-b.mlb:1:1"];
    rejected("wrong", &["loop-a.mlb"], &chain);
}

#[test]
fn files_that_cannot_be_read() {
    rejected("wrong", &["missing.mlb"], &["missing.mlb:2:1", "no such file"]);
    rejected("wrong", &["directory.mlb"], &["directory.mlb:2:1", "it is a directory"]);
    rejected("wrong", &["kind.mlb"], &["kind.mlb:1:1", ".sml, .sig, .fun or .mlb"]);
    let folder = Scratch::new();
    folder.write("gone.mlb", "link.sml\n");
    std::os::unix::fs::symlink("link.sml", folder.path().join("link.sml")).unwrap();
    let ended = Kont::new(env!("CARGO_BIN_EXE_kont"))
        .command(&["check", "gone.mlb"])
        .folder(folder.path())
        .run();
    assert_eq!(ended.code, Some(1), "{}", ended.err());
    assert!(ended.err().contains("gone.mlb:1:1"), "{}", ended.err());
    assert_eq!(kont("wrong", &["check", "no-such-project.mlb"]).code, Some(2));
}

/// The structures that Kont adds are in files of their own, so that no program meets them by
/// accident.
#[test]
fn structures_of_kont_are_listed() {
    let folder = Scratch::new();
    folder.write("main.sml", "val () = print (Cont.callec (fn k => Cont.throw k \"out\\n\"))\n");
    folder.write("with.mlb", "$(SML_LIB)/basis/basis.mlb $(SML_LIB)/basis/kont.mlb main.sml\n");
    folder.write("without.mlb", "$(SML_LIB)/basis/basis.mlb main.sml\n");
    folder.write("with.cm", "Group is $/basis.cm $/kont.cm main.sml\n");
    folder.write("without.cm", "Group is $/basis.cm main.sml\n");
    let run = |project: &str| {
        let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
        kont.command(&["run", "-O0", project]).folder(folder.path()).run()
    };
    for project in ["with.mlb", "with.cm"] {
        let ended = run(project);
        assert_eq!((ended.code, ended.out().as_str()), (Some(0), "out\n"), "{}", ended.err());
    }
    for (project, file) in [("without.mlb", "basis/kont.mlb"), ("without.cm", "$/kont.cm")] {
        let ended = run(project);
        assert_eq!(ended.code, Some(1));
        assert!(ended.err().contains(file), "{}", ended.err());
    }
}

/// Concurrent ML is found by the names under which programs for SML/NJ and MLton list it.
#[test]
fn concurrent_ml_is_listed() {
    let folder = Scratch::new();
    folder.write(
        "main.sml",
        "val _ = RunCML.doit (fn () => print (CML.sync (CML.alwaysEvt \"there\\n\")), NONE)\n",
    );
    folder.write("a.mlb", "$(SML_LIB)/basis/basis.mlb $(SML_LIB)/cml/cml.mlb main.sml\n");
    folder.write("without.mlb", "$(SML_LIB)/basis/basis.mlb main.sml\n");
    folder.write("a.cm", "Group is $/basis.cm $/cml.cm main.sml\n");
    folder.write("b.cm", "Group is $cml/basis.cm $cml/cml.cm $cml-lib/cml-lib.cm main.sml\n");
    folder.write("c.cm", "Group is $/basis.cm $/cml-lib.cm $cml-lib/trace-cml.cm main.sml\n");
    folder.write("without.cm", "Group is $/basis.cm main.sml\n");
    let run = |project: &str| {
        let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
        kont.command(&["run", "-O0", project]).folder(folder.path()).run()
    };
    for project in ["a.mlb", "a.cm", "b.cm", "c.cm"] {
        let ended = run(project);
        assert_eq!((ended.code, ended.out().as_str()), (Some(0), "there\n"), "{}", ended.err());
    }
    for (project, file) in [("without.mlb", "cml/cml.mlb"), ("without.cm", "$cml/cml.cm")] {
        let ended = run(project);
        assert_eq!(ended.code, Some(1));
        assert!(ended.err().contains(file), "{}", ended.err());
    }
}

#[test]
fn libraries_that_are_not_there() {
    rejected("wrong", &["no-library.mlb"], &["no-library.mlb:2:1", "but not `smlnj-lib`"]);
    rejected("wrong", &["no-library.cm"], &["no-library.cm:3:3", "but not `$/smlnj-lib.cm`"]);
}

#[test]
fn without_the_basis_nothing_is_bound() {
    rejected("wrong", &["no-basis.mlb"], &["hello.sml:1:10", "$(SML_LIB)/basis/basis.mlb"]);
    rejected("wrong", &["no-basis.cm"], &["number.sml:1:17", "$/basis.cm"]);
    rejected("wrong", &["mlton.mlb"], &["mlton.sml:1:10", "$(SML_LIB)/basis/mlton.mlb"]);
}

#[test]
fn names_that_nobody_binds() {
    rejected("wrong", &["no-such-basis.mlb"], &["no-such-basis.mlb:1:6"]);
    rejected("wrong", &["no-such-structure.mlb"], &["no-such-structure.mlb:2:15"]);
    rejected("wrong", &["exports.cm"], &["exports.cm:2:13", "structure `Lost`"]);
    rejected("wrong", &["hidden.cm"], &["uses-hidden.sml:1:9", "`Hidden`"]);
}

#[test]
fn two_of_one_name() {
    rejected("wrong", &["same.cm"], &["same-b.sml:2:11", "same-a.sml:1:11", "`Same`"]);
    rejected("wrong", &["two-exports.cm"], &["two-exports.cm:3:3", "`Syntax`"]);
}

#[test]
fn files_that_need_one_another() {
    rejected("wrong", &["cycle.cm"], &["cycle-a.sml:1:35", "cycle-b.sml:2:11"]);
}

#[test]
fn project_files_that_cannot_be_read() {
    rejected("wrong", &["unclosed.mlb"], &["unclosed.mlb:5:1", "`end` is expected"]);
    rejected("wrong", &["condition.cm"], &["condition.cm:2:1"]);
    rejected("wrong", &["grammar.cm"], &["grammar.cm:2:3", "ml-yacc"]);
}

#[test]
fn errors_name_the_file_in_which_they_are() {
    rejected("wrong", &["type-error.mlb"], &["type-error.sml:3:13"]);
}

#[test]
fn annotations() {
    let ended = kont("wrong", &["check", "annotation.mlb"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    assert_eq!(ended.err().matches("warning:").count(), 2, "{}", ended.err());
    let ended = kont("wrong", &["check", "-Wno-unknown-annotation", "annotation.mlb"]);
    assert_eq!((ended.code, ended.err().as_str()), (Some(0), ""));
    rejected("wrong", &["-Werror", "-Wno-unknown-annotation", "partial.mlb"], &["partial.sml:1:"]);
    rejected("wrong", &["exhaustive.mlb"], &["partial.sml:1:"]);
}

/// Whatever is cut off, there is a message and no panic.
#[test]
fn cut_off_anywhere() {
    let folder = Scratch::new();
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    for name in
        ["renaming/renaming.mlb", "paths/paths.mlb", "sets/sets.cm", "calculator/calculator.cm"]
    {
        let text = fs::read(projects().join(name)).unwrap();
        let name = if name.ends_with("mlb") { "cut.mlb" } else { "cut.cm" };
        for end in (0..text.len()).step_by(11) {
            folder.write(name, &text[..end]);
            let ended = kont.command(&["check", name]).folder(folder.path()).run();
            assert!(matches!(ended.code, Some(0 | 1)), "{name} {end}: {}", ended.err());
        }
    }
    for (name, text) in [
        ("bytes.mlb", &b"\xff\xfe\0\0"[..]),
        ("bytes.cm", b"Group is \0"),
        ("string.mlb", b"\"a\\999b.sml\""),
        ("open.mlb", b"(* (* *)"),
        ("variable.mlb", b"$(SML_LIB"),
        ("sign.mlb", b"= = ;"),
    ] {
        folder.write(name, text);
        let ended = kont.command(&["check", name]).folder(folder.path()).run();
        assert_eq!(ended.code, Some(1), "{name}: {}", ended.err());
        assert!(ended.err().contains(name), "{name}: {}", ended.err());
    }
    folder.write("deep.mlb", "local ".repeat(100_000));
    let ended = kont.command(&["check", "deep.mlb"]).folder(folder.path()).run();
    assert!(ended.code == Some(1) && ended.err().contains("nested"), "{}", ended.err());
}

#[test]
fn files_without_modules_come_after_what_they_need() {
    prints("order", &["order.cm"], "13\n");
}

#[test]
fn a_conditional_member_may_be_missing() {
    let ended = kont("order", &["run", "-O0", "optional.cm"]);
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), "13\n"), "{}", ended.err());
    for place in ["optional.cm:5:3", "optional.cm:6:3"] {
        assert!(ended.err().contains(place) && ended.err().contains("left out"), "{}", ended.err());
    }
    prints("order", &["-Wno-missing-member", "optional.cm"], "13\n");
}

#[test]
fn a_member_that_was_left_out_is_named_if_it_is_needed() {
    let ended = kont("order", &["check", "needed.cm"]);
    assert_eq!(ended.code, Some(1), "{}", ended.err());
    let (error, warning) = (ended.err().find("`Count`"), ended.err().find("needed.cm:4:3"));
    assert!(error.is_some() && error < warning, "{}", ended.err());
}

#[test]
fn a_library_is_exported_again_and_changed() {
    prints("reexport", &["main.cm"], "1,0\n");
    rejected("reexport", &["hidden.cm"], &["hidden.sml:1:", "there is no structure `Bool` here"]);
}

#[test]
fn a_syntax_error_is_shown_before_its_consequence() {
    rejected("broken", &["broken.cm"], &["wrong.sml:1:53"]);
}

#[test]
fn structures_of_a_signature_are_constrained() {
    let ended = kont("constrained", &["check", "constrained.cm"]);
    assert_eq!((ended.code, ended.err().as_str()), (Some(0), ""));
}

#[test]
fn a_first_line_for_the_shell() {
    let folder = Scratch::new();
    folder.write("a.sml", "val () = print \"a\\n\"\n");
    for (file, text) in [
        ("p.mlb", "$(SML_LIB)/basis/basis.mlb\na.sml\n"),
        ("p.cm", "Group is\n#if defined(KONT)\n$/basis.cm\na.sml\n#endif\n"),
    ] {
        let run = |text: String| {
            folder.write(file, text);
            let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
            kont.command(&["run", file]).folder(folder.path()).run()
        };
        let ended = run(format!("#!/usr/bin/env -S kont \"run (*\n{text}"));
        assert_eq!((ended.code, ended.out().as_str()), (Some(0), "a\n"), "{}", ended.err());
        // Positions are those of the file, and it is the first line or none.
        let ended = run(format!("#! x\n{text}\""));
        let place = format!("{file}:{}:1", text.lines().count() + 2);
        assert!(ended.code == Some(1) && ended.err().contains(&place), "{}", ended.err());
        assert_eq!(run(format!("\n#! x\n{text}")).code, Some(1));
    }
}
