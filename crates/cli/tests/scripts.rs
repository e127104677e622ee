//! The scripts behind `make`, as far as they can be tried without a machine of their own.

use std::fs;
use testkit::{Child, Scratch};

#[test]
fn a_build_before_llvm_was_installed_is_forgotten() {
    let target = Scratch::new();
    let written = |profile: &str, output: &str| {
        let folder = target.file(&format!("{profile}/build/llvm-sys-1"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("output"), output).unwrap();
        folder
    };
    let release = written("release", "cargo:rustc-cfg=LLVM_SYS_NOT_FOUND\n");
    let debug = written("debug", "cargo:rustc-cfg=LLVM_SYS_NOT_FOUND\n");
    let found = written("other", "cargo:rustc-link-lib=dylib=LLVM-22\n");
    let script = testkit::root().join("scripts/find-llvm-again");
    let ended = Child::new(script).env("CARGO_TARGET_DIR", target.path()).run();
    assert_eq!((ended.code, ended.err().as_str()), (Some(0), ""));
    assert_eq!([release, debug, found].map(|folder| folder.exists()), [false, false, true]);
}

#[test]
fn a_bare_machine_says_what_it_needs() {
    let folder = Scratch::new();
    for tool in ["bash", "dirname", "id"] {
        let found = ["/bin", "/usr/bin"].map(|place| format!("{place}/{tool}"));
        let found = found.iter().find(|path| fs::exists(path).unwrap()).expect("a tool");
        std::os::unix::fs::symlink(found, folder.file(tool)).unwrap();
    }
    let script = testkit::root().join("scripts/fresh");
    let ended = Child::new("bash").arg(script).env("PATH", folder.path()).run();
    assert_eq!(ended.code, Some(2), "{}", ended.err());
    assert!(ended.err().contains("it needs mmdebstrap"), "{}", ended.err());
}

#[test]
fn setup_knows_its_lists() {
    let script = testkit::root().join("scripts/setup");
    let ended = Child::new(script).arg("everything").run();
    assert_eq!(ended.code, Some(2), "{}", ended.err());
    assert!(ended.err().contains("build, test or bench"), "{}", ended.err());
}
