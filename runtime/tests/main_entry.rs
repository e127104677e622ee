//! `kont_main`, as an executable calls it.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{ABI_VERSION, BuiltinExn, Unit, VProc};
use common::*;
use kont_runtime::{kont_main, kont_uncaught, prim::*};
use std::ptr::null;

/// Runs a unit whose "entry" is a Rust function, in a child process.
fn run(name: &str, enter: unsafe extern "C" fn(*mut VProc, *const u64)) -> Option<(i32, String)> {
    in_child(name, || {
        let entry = static_object(&[code(0, &[])]) as *const u64;
        let unit = Unit {
            version: ABI_VERSION,
            frames: 0,
            barrier: std::ptr::null(),
            entry,
            enter,
            resume: std::ptr::null(),
            globals: null(),
            global_count: 0,
            positions: null(),
            position_count: 0,
            next: std::ptr::null(),
            classes: std::ptr::null(),
            class_count: 0,
            imports: std::ptr::null(),
            import_count: 0,
            constants: std::ptr::null(),
        };
        let argv = [c"prog".as_ptr(), c"arg".as_ptr()];
        std::process::exit(unsafe { kont_main(2, argv.as_ptr(), &unit) });
    })
}

unsafe extern "C" fn ends(vproc: *mut VProc, _: *const u64) {
    unsafe {
        let args = kont_args(vproc).word();
        assert_eq!(get(args, 1), 1);
        assert_eq!(text(Str::from_word(get(args, 2))), "arg");
        assert_eq!(text(kont_program_name(vproc)), "prog");
    }
}

unsafe extern "C" fn exits(vproc: *mut VProc, _: *const u64) {
    unsafe { kont_exit(vproc, 256 + 7) }
}

unsafe extern "C" fn raises(vproc: *mut VProc, _: *const u64) {
    unsafe { kont_uncaught(vproc, (*vproc).builtin_value[BuiltinExn::Size as usize], 0, 0) }
}

unsafe extern "C" fn fails(_: *mut VProc, _: *const u64) {
    panic!("a bug");
}

#[test]
fn a_program_ends() {
    if let Some((code, errors)) = run("a_program_ends", ends) {
        assert_eq!(code, 0, "{errors}");
    }
}

#[test]
fn a_program_exits() {
    if let Some((code, errors)) = run("a_program_exits", exits) {
        assert_eq!((code, errors.as_str()), (7, ""));
    }
}

#[test]
fn a_program_raises() {
    if let Some((code, errors)) = run("a_program_raises", raises) {
        assert_eq!((code, errors.as_str()), (1, "uncaught exception Size\n"));
    }
}

#[test]
fn the_runtime_has_a_bug() {
    if let Some((code, errors)) = run("the_runtime_has_a_bug", fails) {
        assert_eq!(code, 70);
        assert!(
            errors.starts_with("kont: internal error: ") && errors.contains("a bug"),
            "{errors}"
        );
    }
}
