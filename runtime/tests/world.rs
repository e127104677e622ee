//! Primitives that reach the world: their results, and SysErr.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{BuiltinExn, Elem, Header};
use common::*;
use host::TestHost;
use kont_runtime::prim::*;

fn mutator() -> Mutator {
    let mut host = TestHost::with_input(b"line\n");
    host.name = b"prog".to_vec();
    host.args = vec![b"one".to_vec(), b"".to_vec()];
    host.env.insert(b"HOME".to_vec(), b"/root".to_vec());
    host.clock = 123;
    Mutator::on(config(), host)
}

#[test]
fn arguments_environment_clocks() {
    let mut m = mutator();
    let v = m.vproc;
    unsafe {
        let args = kont_args(v).word();
        assert_eq!([get(args, 0), get(args, 1)], [Header::array(Elem::Ref).0, 2]);
        assert_eq!(text(Str::from_word(get(args, 2))), "one");
        assert_eq!(text(Str::from_word(get(args, 3))), "");
        assert_eq!(text(kont_program_name(v)), "prog");
        let (home, none) = (m.str("HOME"), m.str("NONE"));
        assert_eq!(kont_getenv(v, home), 1);
        assert_eq!(text(Str::from_word(m.vp().extra[0])), "/root");
        assert_eq!(kont_getenv(v, none), 0);
        assert_eq!(text(Str::from_word(m.vp().extra[0])), "", "a string even where there is none");
        assert_eq!([kont_time_now(v), kont_time_cpu(v)], [123, 123]);
    }
}

#[test]
fn descriptors_and_files() {
    let mut m = mutator();
    let v = m.vproc;
    unsafe {
        let (hello, path, other) = (m.str("hello"), m.str("file"), m.str("other"));
        kont_print(v, hello);
        assert_eq!(m.host().output, b"hello");
        let array =
            Bytes::from_word(kont_array_new(v, Header::array(Elem::Raw(0)).0, 8, b'.'.into()));
        assert_eq!(kont_io_read(v, 0, array, 2, 6), 5);
        assert_eq!(text(kont_str_of_bytes(v, array, 0, 8)), "..line\n.");
        let file = kont_io_open(v, path, 1);
        assert_eq!(kont_io_write(v, file, array, 2, 4), 4);
        assert_eq!(kont_io_write_str(v, file, hello, 1, 2), 2);
        assert_eq!(kont_io_seek(v, file, -1, 1), 5);
        kont_io_close(v, file);
        kont_file_rename(v, path, other);
        assert_eq!([kont_file_exists(v, path), kont_file_exists(v, other)], [0, 1]);
        assert_eq!(m.host().files[&b"other"[..]], b"lineel");
        kont_file_remove(v, other);
        assert_eq!(m.raised(), None);
        kont_io_read(v, 0, array, 5, 4);
        assert_eq!(m.raised().as_deref(), Some("Subscript"));
    }
}

#[test]
fn failures_raise_syserr() {
    let mut m = mutator();
    let (v, path) = (m.vproc, m.str("missing"));
    unsafe { kont_io_open(v, path, 0) };
    let exn = m.vp().exn;
    assert_eq!(get(exn, 0), Header::record(0, 3, 0b011).0);
    assert_eq!(get(exn, 1), m.vp().builtin[BuiltinExn::SysErr as usize]);
    assert_eq!(get(exn, 3), 2);
    // It is a root until compiled code takes it.
    m.collect_fully();
    assert_eq!(text(unsafe { kont_exn_name(v, m.vp().exn) }), "SysErr");
    assert_eq!(m.raised().as_deref(), Some("SysErr: No such file or directory"));
    unsafe { kont_io_open(v, path, 9) };
    assert_eq!(m.raised().as_deref(), Some("SysErr: Invalid argument"));
    unsafe { kont_io_close(v, 55) };
    assert_eq!(m.raised().as_deref(), Some("SysErr: Bad file descriptor"));
}
