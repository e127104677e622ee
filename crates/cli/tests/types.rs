//! `kont check --types`: what a program binds, of texts and projects, for people and for tools.

use testkit::{Ended, Kont, Scratch};

fn run(folder: &Scratch, args: &[&str]) -> Ended {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    kont.command(&[&["check", "--types"], args].concat()).folder(folder.path()).run()
}

/// The command succeeds, says nothing, and shows this.
#[track_caller]
fn shows(folder: &Scratch, args: &[&str], text: &str) {
    let ended = run(folder, args);
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), text), "{args:?}: {}", ended.err());
    assert_eq!(ended.err(), "", "{args:?}");
}

#[test]
fn a_file() {
    let folder = Scratch::new();
    folder.write(
        "a.sml",
        "infix 5 ++\nfun a ++ b = a @ b\ndatatype t = A\nfun f A = \"\"\nval x = 1 and x' = 2.0",
    );
    let text = "infix 5 ++\nval ++ : 'a list * 'a list -> 'a list\ndatatype t = A\nval f : t -> string\nval x : int\nval x' : real\n";
    shows(&folder, &["a.sml"], text);
    folder.write("empty.sml", "");
    shows(&folder, &["empty.sml"], "");
}

#[test]
fn standard_input() {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let ended =
        kont.command(&["check", "--types", "--lang", "sml", "-"]).input("fun id x = x").run();
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), "val id : 'a -> 'a\n"));
}

#[test]
fn several_files() {
    let folder = Scratch::new();
    folder.write("a.sml", "structure A = struct datatype t = T end val hidden = 1 infixr 4 >>");
    folder.write("b.sml", "val y = A.T val hidden = \"\" val f = op >");
    let text = "infixr 4 >>\nstructure A : sig datatype t = T end\nval y : A.t\nval hidden : string\nval f : int * int -> bool\n";
    shows(&folder, &["a.sml", "b.sml"], text);
}

#[test]
fn projects() {
    let folder = Scratch::new();
    folder.write("q.sig", "signature Q = sig type t val q : t end");
    folder.write("q.sml", "structure Helper = struct datatype h = H end structure Q :> Q = struct type t = Helper.h val q = Helper.H end functor F (X : Q) = X");
    folder.write("use.sml", "val all = [Q.q] val h = Helper.H");
    folder.write("p.mlb", "local $(SML_LIB)/basis/basis.mlb q.sig q.sml in structure Q functor F local in use.sml end end");
    let text = "structure Q :\n  sig\n    type t\n    val q : t\n  end\nfunctor F\n  (X :\n    sig\n      type t\n      val q : t\n    end) :\n  sig\n    type t = X.t\n    val q : t\n  end\nval all : Q.t list\nval h : Helper.h\n";
    shows(&folder, &["p.mlb"], text);
    folder.write(
        "p.cm",
        "Library\n  functor F\n  structure Q\n  signature Q\nis\n  $/basis.cm\n  q.sml\n  q.sig\n",
    );
    let text = "functor F";
    let ended = run(&folder, &["p.cm"]);
    assert_eq!((ended.code, ended.err().as_str()), (Some(0), ""));
    let (out, names) = (ended.out(), ["structure Q :", text, "signature Q ="]);
    let places = names.map(|name| out.find(name).unwrap_or(usize::MAX));
    assert!(places.is_sorted() && places[2] < out.len() && !out.contains("Helper ="), "{out}");
}

#[test]
fn the_library_is_not_shown() {
    let folder = Scratch::new();
    folder.write("a.sml", "val x = SOME \"\"");
    folder.write("p.mlb", "$(SML_LIB)/basis/basis.mlb a.sml");
    shows(&folder, &["p.mlb"], "val x : string option\n");
}

#[test]
fn warnings_and_errors() {
    let folder = Scratch::new();
    folder.write("warns.sml", "fun f 1 = 2");
    let ended = run(&folder, &["warns.sml"]);
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), "val f : int -> int\n"));
    assert!(ended.err().starts_with("warning: the function is not exhaustive"), "{}", ended.err());
    shows(&folder, &["-Wno-non-exhaustive-match", "warns.sml"], "val f : int -> int\n");
    folder.write("wrong.sml", "val x = 1 val y = x ^ x");
    for args in [&["wrong.sml"][..], &["-Werror", "warns.sml"]] {
        let ended = run(&folder, args);
        assert_eq!((ended.code, ended.out().as_str()), (Some(1), ""), "{args:?}");
        assert!(ended.err().starts_with("error: "), "{}", ended.err());
    }
    assert_eq!(run(&folder, &["missing.sml"]).code, Some(2));
}

#[test]
fn for_tools() {
    let folder = Scratch::new();
    folder.write(
        "a.sml",
        "fun f 1 = 2\nexception E of int\nfunctor F () = struct end\ninfix 3 ++ nonfix o",
    );
    let ended = run(&folder, &["--format", "json", "a.sml"]);
    assert_eq!((ended.code, ended.err().as_str()), (Some(0), ""));
    let out = ended.out();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 2, "{out}");
    assert!(lines[0].contains("\"severity\":\"warning\""), "{out}");
    let types = r#"{"bindings":[{"column":5,"file":"a.sml","kind":"value","line":1,"name":"f","type":"int -> int"},{"column":11,"file":"a.sml","kind":"exception","line":2,"name":"E","type":"int"},{"bindings":[],"column":9,"file":"a.sml","kind":"functor","line":3,"name":"F","parameter":{"bindings":[],"name":null}},{"column":9,"file":"a.sml","kind":"infix","line":4,"name":"++","precedence":3},{"column":19,"file":"a.sml","kind":"nonfix","line":4,"name":"o"}],"kind":"types"}"#;
    assert_eq!(lines[1], types);
    folder.write("wrong.sml", "val y = 1 ^ 2");
    let ended = run(&folder, &["--format", "json", "wrong.sml"]);
    assert!(ended.code == Some(1) && !ended.out().contains("\"kind\""), "{}", ended.out());
}

#[test]
fn other_languages() {
    let folder = Scratch::new();
    folder.write("a.anf", "anf 1\nfun main() -> () {\n  ret\n}\nentry main\n");
    folder.write("a.scm", "(import (scheme base))\n");
    for (file, title) in [("a.anf", "ANF"), ("a.scm", "Scheme")] {
        let ended = run(&folder, &[file]);
        assert_eq!((ended.code, ended.out().as_str()), (Some(2), ""));
        let message = format!("--types is for programs in Standard ML; this one is in {title}");
        assert!(ended.err().contains(&message), "{}", ended.err());
    }
}
