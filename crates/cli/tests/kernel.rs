//! The kernel for Jupyter: `kont kernel`, and a real client from PyPI that `scripts/setup test`
//! installs.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::PathBuf;
use testkit::{Child, Ended, Scratch, root};

const KONT: &str = env!("CARGO_BIN_EXE_kont");

/// The Python that has Jupyter's client.
fn python() -> PathBuf {
    // Below the folder of builds, in which the command is two folders deep.
    let target = PathBuf::from(KONT).parent().unwrap().parent().unwrap().to_owned();
    let python = target.join("jupyter/bin/python3");
    assert!(python.exists(), "Jupyter's client is missing: `scripts/setup test` installs it");
    python
}

fn kernel(words: &[&str], home: &Scratch) -> Ended {
    let kont = Child::new(KONT).arg("kernel").args(words).env("HOME", home.path());
    kont.env("JUPYTER_DATA_DIR", "").env("XDG_DATA_HOME", "").run()
}

#[test]
fn jupyter_runs_it() {
    let (home, python) = (Scratch::new(), python());
    let data = home.file("data");
    let install = Child::new(KONT).args(["kernel", "install", "--python"]).arg(&python);
    let ended = install.env("JUPYTER_DATA_DIR", &data).run();
    assert_eq!((ended.code, ended.err().as_str()), (Some(0), ""));
    let ended = Child::new(&python)
        .arg(root().join("tests/kernel/kernel.py"))
        .env("HOME", home.path())
        .env("JUPYTER_DATA_DIR", &data)
        .env("JUPYTER_PLATFORM_DIRS", "1")
        .run();
    assert_eq!(ended.code, Some(0), "{}\n{}", ended.out(), ended.err());
}

#[test]
fn it_is_installed_where_jupyter_looks() {
    let home = Scratch::new();
    let prefix = home.file("usr").display().to_string();
    let places: [(&[&str], &str); 3] = [
        (&[], ".local/share/jupyter/kernels/kont"),
        (&["--name", "My-SML"], ".local/share/jupyter/kernels/my-sml"),
        (&["--prefix", &prefix], "usr/share/jupyter/kernels/kont"),
    ];
    for (words, place) in places {
        let ended = kernel(&[&["install"], words].concat(), &home);
        assert_eq!(ended.code, Some(0), "{}", ended.err());
        let folder = home.file(place);
        assert_eq!(ended.out(), format!("installed in {}\n", folder.display()));
        let description = fs::read_to_string(folder.join("kernel.json")).unwrap();
        let description: serde_json::Value = description.parse().unwrap();
        assert_eq!(description["language"], "sml");
        assert_eq!(description["argv"][2], fs::canonicalize(KONT).unwrap().to_str().unwrap());
        assert!(folder.join("kernel.py").exists());
        // Installing again is no mistake.
        assert_eq!(kernel(&[&["install"], words].concat(), &home).code, Some(0));
        let ended = kernel(&[&["uninstall"], words].concat(), &home);
        assert_eq!((ended.code, folder.exists()), (Some(0), false), "{}", ended.err());
        let ended = kernel(&[&["uninstall"], words].concat(), &home);
        assert_eq!(ended.code, Some(1));
        assert!(ended.err().contains("there is no kernel in"), "{}", ended.err());
    }
}

#[test]
fn what_is_missing_is_said_and_others_are_left_alone() {
    let home = Scratch::new();
    let ended = kernel(&["install", "--python", "/nowhere/python3"], &home);
    assert_eq!(ended.code, Some(0));
    assert!(ended.err().starts_with("warning: there is no /nowhere/python3"), "{}", ended.err());
    let without = home.write("without", "#!/bin/sh\nexit 1\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&without, mode).unwrap();
    let ended = kernel(&["install", "--python", without.to_str().unwrap()], &home);
    assert_eq!(ended.code, Some(0));
    assert!(ended.err().contains("has no package ipykernel"), "{}", ended.err());
    let others = home.file(".local/share/jupyter/kernels/other");
    fs::create_dir_all(&others).unwrap();
    fs::write(others.join("kernel.json"), "{}").unwrap();
    for word in ["install", "uninstall"] {
        let ended = kernel(&[word, "--name", "other"], &home);
        assert_eq!(ended.code, Some(1));
        assert!(ended.err().contains("is not a kernel of Kont"), "{}", ended.err());
    }
    assert_eq!(kernel(&["install", "--name", "../x"], &home).code, Some(2));
    let ended = kernel(&["spec"], &home);
    assert!(ended.out().contains("\"argv\""), "{}", ended.out());
}
