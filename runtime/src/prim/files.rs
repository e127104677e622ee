//! Files and descriptors.

use super::value::{Bytes, Str};
use crate::state::Cx;
use host::bytes::range;
use host::{HostError, OpenMode, Whence};

/// The value, or SysErr raised.
fn or_sys<T: Default>(cx: &mut Cx, result: Result<T, HostError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => cx.raise_sys(&error),
    }
}

/// Writes a range of bytes; raises SysErr, Subscript.
fn write(cx: &mut Cx, descriptor: i64, bytes: &[u8], start: i64, length: i64) -> u64 {
    match range(start, length, bytes.len()) {
        Ok(range) => {
            let result = cx.state.host.write(descriptor, &bytes[range]);
            or_sys(cx, result) as u64
        }
        Err(exn) => cx.raise(exn),
    }
}

exports! {
    /// `print`; raises SysErr.
    fn kont_print(cx, s: Str) {
        let result = cx.state.host.print(s.bytes());
        or_sys(cx, result)
    }

    /// `io.open`; raises SysErr.
    fn kont_io_open(cx, path: Str, mode: i64) -> i64 {
        let result = OpenMode::from_code(mode).and_then(|mode| cx.state.host.open(path.bytes(), mode));
        or_sys(cx, result)
    }

    /// `io.close`; raises SysErr.
    fn kont_io_close(cx, descriptor: i64) {
        let result = cx.state.host.close(descriptor);
        or_sys(cx, result)
    }

    /// `io.read`; raises SysErr, Subscript.
    fn kont_io_read(cx, descriptor: i64, array: Bytes, start: i64, length: i64) -> u64 {
        match range(start, length, array.bytes().len()) {
            Ok(range) => {
                let result = cx.state.host.read(descriptor, &mut array.bytes()[range]);
                or_sys(cx, result) as u64
            }
            Err(exn) => cx.raise(exn),
        }
    }

    /// `io.write`; raises SysErr, Subscript.
    fn kont_io_write(cx, descriptor: i64, array: Bytes, start: i64, length: i64) -> u64 {
        write(cx, descriptor, array.bytes(), start, length)
    }

    /// `io.write.str`; raises SysErr, Subscript.
    fn kont_io_write_str(cx, descriptor: i64, s: Str, start: i64, length: i64) -> u64 {
        write(cx, descriptor, s.bytes(), start, length)
    }

    /// `io.seek`; raises SysErr.
    fn kont_io_seek(cx, descriptor: i64, offset: i64, whence: i64) -> i64 {
        let result = Whence::from_code(whence).and_then(|whence| cx.state.host.seek(descriptor, offset, whence));
        or_sys(cx, result)
    }

    /// `file.remove`; raises SysErr.
    fn kont_file_remove(cx, path: Str) {
        let result = cx.state.host.remove(path.bytes());
        or_sys(cx, result)
    }

    /// `file.rename`; raises SysErr.
    fn kont_file_rename(cx, from: Str, to: Str) {
        let result = cx.state.host.rename(from.bytes(), to.bytes());
        or_sys(cx, result)
    }

    /// `file.exists`.
    fn kont_file_exists(cx, path: Str) -> u64 {
        u64::from(cx.state.host.exists(path.bytes()))
    }
}
