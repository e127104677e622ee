//! The files of `make install` work without the checkout, and `make uninstall` takes them away.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use front::FrontEnd;
use std::fs;
use std::path::{Path, PathBuf};
use testkit::{Child, Kont, Scratch};

const HELLO: &str = "anf 1\nfun main() -> () {\n  () = print \"hello\\n\"\n  ret\n}\nentry main\n";
/// With modules of the library that are read when they are used.
const WORDS: &str = "val words = String.tokens Char.isSpace \" hello  there \"\n\
    val () = TextIO.output (TextIO.stdOut, ListPair.foldl (fn (a, _, _) => a) \"\" (words, [1]))\n\
    val () = print (case IntInf.fromString \"1\" of SOME _ => \"\\n\" | NONE => \"?\")\n";
/// Most bytes of an executable that says hello.
const SMALL: u64 = 1_500_000;

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

fn make(target: &str, folder: &Scratch) {
    let built = kont().path.parent().unwrap().display().to_string();
    let child = Child::new("make").args([target, "PREFIX=/opt/kont", &format!("BUILT={built}")]);
    let destination = format!("DESTDIR={}", folder.path().display());
    let ended = child.arg(destination).folder(&testkit::root()).run();
    assert_eq!(ended.code, Some(0), "{}", ended.err());
}

/// The files in a folder, and in those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn installed_files() {
    let folder = Scratch::new();
    make("install", &folder);
    let root = folder.file("opt/kont");
    let share = root.join("share");
    for (file, text) in [
        ("man/man1/kont.1", ".TH kont"),
        ("bash-completion/completions/kont", "--heap-max"),
        ("zsh/site-functions/_kont", "--heap-max"),
        ("fish/vendor_completions.d/kont.fish", "heap-max"),
        ("doc/kont/THIRD-PARTY.md", "num-bigint"),
        ("doc/kont/LICENSE-MIT", "Permission"),
    ] {
        let installed = fs::read_to_string(share.join(file)).unwrap();
        assert!(installed.contains(text), "{file}");
        // The command that makes the pages is nobody else's business.
        assert!(!installed.contains("generate"), "{file}");
    }
    works_alone(&root);
    make("uninstall", &folder);
    assert_eq!(files(folder.path()), Vec::<PathBuf>::new());
}

/// The command and its runtime, moved, without anything else.
fn works_alone(root: &Path) {
    let folder = Scratch::new();
    let elsewhere = folder.file("elsewhere");
    fs::rename(root, &elsewhere).unwrap();
    fs::create_dir(folder.file("work")).unwrap();
    std::os::unix::fs::symlink(elsewhere.join("bin/kont"), folder.file("k")).unwrap();
    folder.write("work/hello.anf", HELLO);
    folder.write("work/words.sml", WORDS);
    folder.write("work/words.mlb", "$(SML_LIB)/basis/basis.mlb\nwords.sml\n");
    folder.write("work/sum.il", "let x = 2 in x + 3");
    let checkout = testkit::root().display().to_string();
    let script = "../k run hello.anf && ../k build hello.anf && ./hello && \
        ../k build -g hello.anf -o big && ./big && ../k run words.sml && \
        ../k build words.mlb && ./words && ../k run sum.il";
    let child = Child::new("env").args(["-i", "PATH=/usr/bin:/bin", "bash", "-c", script]);
    let ended = child.folder(&folder.file("work")).run();
    let wanted = format!("{}{}5\n", "hello\n".repeat(3), "hello\n".repeat(2));
    assert_eq!(ended.out(), wanted, "{}", ended.err());
    let size = |name: &str| fs::metadata(folder.file(name)).unwrap().len();
    assert!(size("work/hello") < SMALL, "{} bytes", size("work/hello"));
    assert!(size("work/hello") < size("work/big"), "-g keeps symbols");
    for file in ["bin/kont", "lib/kont/libkont_runtime.a"] {
        let bytes = fs::read(elsewhere.join(file)).unwrap();
        // The folder alone may be as short as `/kont`, which stands in other paths, too.
        for inner in ["crates", "runtime", "target", "lib/sml"] {
            let path = format!("{checkout}/{inner}").into_bytes();
            let found = bytes.windows(path.len()).any(|window| window == path);
            assert!(!found, "{file} names the checkout's {inner}");
        }
    }
    fs::rename(&elsewhere, root).unwrap();
}

#[test]
fn the_manual_page_is_well_formed_and_complete() {
    let ended = kont().command(&["generate", "man"]).run();
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    let page = ended.out();
    let plain = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "");
    for command in ["run", "build", "check", "eval", "dev", "il"] {
        assert!(plain.contains(&format!(".SH {}", command.to_uppercase())), "{command}");
        // Every option that the help shows is on the page.
        let help = kont().command(&["help", command]).run().out();
        for word in help.split_whitespace().filter(|word| word.starts_with("--")) {
            let option = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            assert!(plain.contains(option), "{command}: {option}");
        }
    }
    // Every warning that can be switched off is there too, and where users look first.
    let guide = fs::read_to_string(testkit::root().join("docs/sml.md")).unwrap();
    let check = kont().command(&["help", "check"]).run().out();
    let check = check.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = kont().command(&["help"]).run().out();
    for (name, _) in sml::FRONT_END.warnings() {
        for (page, text) in [("man", &plain), ("help", &help), ("check", &check), ("sml", &guide)] {
            assert!(text.contains(name), "{page}: {name}");
        }
    }
    for word in ["KONT_HEAP_MAX", "NO_COLOR", "EXIT STATUS", "71", "A decision that is no"] {
        assert!(plain.contains(word), "{word}");
    }
    // The formatter has nothing to say.
    let ended = Child::new("groff").args(["-man", "-Tutf8", "-ww", "-wall"]).input(page).run();
    assert_eq!((ended.code, ended.err().as_str()), (Some(0), ""));
}

#[test]
fn completions_are_accepted_by_their_shells() {
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let ended = kont().command(&["generate", shell]).run();
        assert_eq!(ended.code, Some(0), "{}", ended.err());
        let folder = Scratch::new();
        folder.write("script", &ended.stdout);
        let ended = Child::new(shell).args([check, "script"]).folder(folder.path()).run();
        assert_eq!((ended.code, ended.err().as_str()), (Some(0), ""), "{shell}");
    }
    // Bash completes commands and options.
    let script = "source ./script; COMP_WORDS=(kont run --hea); COMP_CWORD=2; _kont kont --hea run; \
        echo ${COMPREPLY[@]}";
    let folder = Scratch::new();
    folder.write("script", kont().command(&["generate", "bash"]).run().stdout);
    let ended = Child::new("bash").args(["-c", script]).folder(folder.path()).run();
    assert_eq!(ended.out(), "--heap-max\n", "{}", ended.err());
    let script = "source ./script; COMP_WORDS=(kont build --emit f); COMP_CWORD=3; _kont kont f --emit; \
        echo ${COMPREPLY[@]}";
    let ended = Child::new("bash").args(["-c", script]).folder(folder.path()).run();
    assert_eq!(ended.out(), "flow\n", "{}", ended.err());
}
