//! Files and descriptors.

use super::value::{Bytes, Str};
use crate::state::Cx;
use host::bytes::{find_byte, range, room};
use host::{BufferMode, HostError, OpenMode, Whence};

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
            let result = cx.shared.host.write(descriptor, &bytes[range]);
            or_sys(cx, result) as u64
        }
        Err(exn) => cx.raise(exn),
    }
}

/// Gives the number of an answer, and its text as extra result; raises SysErr.
fn give(cx: &mut Cx, answer: Result<(i64, Vec<u8>), HostError>) -> i64 {
    let (number, text) = or_sys(cx, answer);
    cx.vproc.extra[0] = cx.new_str(&text).word();
    number
}

/// Sends a range of bytes; raises SysErr, Subscript.
fn send(cx: &mut Cx, socket: i64, bytes: &[u8], at: (i64, i64), flags: i64, to: &[u8]) -> i64 {
    match range(at.0, at.1, bytes.len()) {
        Ok(range) => {
            let result = cx.shared.host.send(socket, &bytes[range], flags, to);
            or_sys(cx, result.map(|sent| sent.map_or(-1, |count| count as i64)))
        }
        Err(exn) => cx.raise(exn),
    }
}

/// Gives what was received, or -1.
fn received(cx: &mut Cx, result: Result<Option<(usize, Vec<u8>)>, HostError>) -> i64 {
    let found = |(count, text)| (count as i64, text);
    give(cx, result.map(|some| some.map_or((-1, Vec::new()), found)))
}

exports! {
    /// `print`; raises SysErr.
    fn kont_print(cx, s: Str) {
        let result = cx.shared.host.print(s.bytes());
        or_sys(cx, result)
    }

    /// `io.open`; raises SysErr.
    fn kont_io_open(cx, path: Str, mode: i64) -> i64 {
        let result = OpenMode::from_code(mode).and_then(|mode| cx.shared.host.open(path.bytes(), mode));
        or_sys(cx, result)
    }

    /// `io.close`; raises SysErr.
    fn kont_io_close(cx, descriptor: i64) {
        let result = cx.shared.host.close(descriptor);
        or_sys(cx, result)
    }

    /// `io.read`; raises SysErr, Subscript.
    fn kont_io_read(cx, descriptor: i64, array: Bytes, start: i64, length: i64) -> u64 {
        match range(start, length, array.bytes().len()) {
            Ok(range) => {
                let result = cx.shared.host.read(descriptor, &mut array.bytes()[range]);
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

    /// `io.receive`: the count, and the address as extra result; raises SysErr, Subscript.
    fn kont_io_receive(cx, socket: i64, array: Bytes, start: i64, length: i64, flags: i64) -> i64 {
        match range(start, length, array.bytes().len()) {
            Ok(range) => {
                let result = cx.shared.host.receive(socket, &mut array.bytes()[range], flags);
                received(cx, result)
            }
            Err(exn) => cx.raise(exn),
        }
    }

    /// `io.receive.str`: the count, and bytes and address as extra result; raises SysErr, Size.
    fn kont_io_receive_str(cx, socket: i64, most: i64, flags: i64) -> i64 {
        match room(most) {
            Ok(most) => {
                let result = cx.shared.host.receive_bytes(socket, most, flags);
                received(cx, result)
            }
            Err(exn) => cx.raise(exn),
        }
    }

    /// `io.send`; raises SysErr, Subscript.
    fn kont_io_send(cx, socket: i64, array: Bytes, start: i64, length: i64, flags: i64, to: Str) -> i64 {
        send(cx, socket, array.bytes(), (start, length), flags, to.bytes())
    }

    /// `io.send.str`; raises SysErr, Subscript.
    fn kont_io_send_str(cx, socket: i64, s: Str, start: i64, length: i64, flags: i64, to: Str) -> i64 {
        send(cx, socket, s.bytes(), (start, length), flags, to.bytes())
    }

    /// `io.seek`; raises SysErr.
    fn kont_io_seek(cx, descriptor: i64, offset: i64, whence: i64) -> i64 {
        let result = Whence::from_code(whence).and_then(|whence| cx.shared.host.seek(descriptor, offset, whence));
        or_sys(cx, result)
    }

    /// `io.put`; raises SysErr, Subscript.
    fn kont_io_put(cx, descriptor: i64, s: Str, start: i64, length: i64) {
        match range(start, length, s.bytes().len()) {
            Ok(range) => {
                let result = cx.shared.host.put(descriptor, &s.bytes()[range]);
                or_sys(cx, result)
            }
            Err(exn) => cx.raise(exn),
        }
    }

    /// `io.put.byte`; raises SysErr.
    fn kont_io_put_byte(cx, descriptor: i64, byte: u64) {
        let result = cx.shared.host.put(descriptor, &[byte as u8]);
        or_sys(cx, result)
    }

    /// `io.add.byte`.
    fn kont_io_add_byte(cx, descriptor: i64, byte: u64) -> u64 {
        u64::from(cx.shared.host.add(descriptor, byte as u8))
    }

    /// `io.flush`; raises SysErr.
    fn kont_io_flush(cx, descriptor: i64) {
        let result = cx.shared.host.flush(descriptor);
        or_sys(cx, result)
    }

    /// `io.buffer`; raises SysErr.
    fn kont_io_buffer(cx, descriptor: i64, mode: i64) {
        let result = BufferMode::from_code(mode).and_then(|mode| cx.shared.host.set_buffer(descriptor, mode));
        or_sys(cx, result)
    }

    /// `bytes.find`; raises Subscript.
    fn kont_bytes_find(cx, array: Bytes, start: i64, end: i64, byte: u64) -> i64 {
        match range(start, end.wrapping_sub(start), array.bytes().len()) {
            Ok(range) => find_byte(&array.bytes()[range], byte as u8).map_or(-1, |i| start + i as i64),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `sys.call`: the number, and the text as extra result; raises SysErr.
    fn kont_sys_call(cx, name: Str, a: Str, b: Str, m: i64, n: i64) -> i64 {
        let answer = cx.shared.host.call(name.bytes(), a.bytes(), b.bytes(), m, n);
        give(cx, answer)
    }

    /// Leaves a call for the next check; see [`abi::CALL_LATER`].
    fn kont_call_later(cx, name: Str, a: Str, b: Str, m: i64, n: i64) {
        let [name, a, b] = [name, a, b].map(|string| string.bytes().to_vec());
        cx.call_later(move |host| host.call(&name, &a, &b, m, n))
    }

    /// The answer to it; see [`abi::CALL_ANSWER`].
    fn kont_call_answer(cx) -> i64 {
        let answer = cx.take_answer();
        give(cx, answer)
    }

    /// `file.remove`; raises SysErr.
    fn kont_file_remove(cx, path: Str) {
        let result = cx.shared.host.remove(path.bytes());
        or_sys(cx, result)
    }

    /// `file.rename`; raises SysErr.
    fn kont_file_rename(cx, from: Str, to: Str) {
        let result = cx.shared.host.rename(from.bytes(), to.bytes());
        or_sys(cx, result)
    }

    /// `file.exists`.
    fn kont_file_exists(cx, path: Str) -> u64 {
        u64::from(cx.shared.host.exists(path.bytes()))
    }
}
