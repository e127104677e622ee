//! Calls of the system by name.
//!
//! Strings are paths unless said otherwise; numbers of a result are packed, eight bytes
//! each, least first; lists of strings end each in a zero byte.
//!
//! ```text
//! stat a, m: follow links?      -> device, node, mode, links, user, group, special, size,
//! fstat m: descriptor              access, change of content and of status in nanoseconds
//! readdir a                     -> the names in a folder, without . and ..
//! mkdir a, m: mode  rmdir a  chdir a  chmod a, m: mode  symlink a b  link a b
//! getcwd  readlink a  realpath a -> a path
//! access a, m: bits             -> 1 or 0
//! utime a, m, n: nanoseconds
//! tmpname                       -> the path of a new file
//! open a, m: flags, n: mode     -> a descriptor
//! dup m  dup2 m n  isatty m  fsync m  ftruncate m n  pipe -> two descriptors
//! poll a: descriptors and events, m: milliseconds -> events
//! epoll.create                  -> a descriptor for the next two
//! epoll.watch m, n: descriptor  -> 0 if it is always ready
//! epoll.wait m, n: nanoseconds  -> descriptors, and 1 for input, 2 for output, 3 for both;
//!                                  -1 and 0 if there is a signal
//! signal.take                   -> the signals that have come since, a bit each
//! signal.set m: signal, n       -> what it did before: 0 its default, 1 nothing, 2 it is taken;
//!                                  n is the same for what it does now, or 3 for no change
//! signal.mask m, n: bits        -> the signals that were blocked; these are as well for m = 0,
//!                                  no more for 1, and alone for 2
//! output.threads                from now on, output waits until the next call writes it
//! output.show                   writes standard output as far as there is room -> 1 if there is more
//! output.same m n               -> 1 if two descriptors are of one file, else 0
//! output.write m, n: all of it? -> 0 if nothing is left that is due, 1 if there is more, 2 if there
//!                                  is no room
//! steady                        -> nanoseconds of a clock that never jumps
//! nanosleep m
//! system a: a command           -> its status, as wait gives it
//! spawn a: program, arguments, b: environment or nothing, m, n: input and output -> a process
//! fork  exec a: program, arguments, m: search PATH?, n: with environment b?
//! wait m: process, n: options   -> the process, and its status
//! kill m n  getpid  getppid  getuid  geteuid  getgid  getegid
//! environ                       -> the environment, as NAME=VALUE
//! setenv a: name, b: value  setgroups a: numbers
//! setitimer m: which, a: interval and first time in nanoseconds -> the time that was left
//! machine                       -> the name of the processor's architecture
//! strerror m  errname m         -> text
//! errno a: a name               -> a number, or -1
//! localtime m: seconds          -> second, minute, hour, day, month, year, day of the week,
//!                                  of the year, summer time, seconds east of Greenwich
//! rusage                        -> user and system time of this process, and of its children
//! socket a: family, kind, protocol -> a descriptor
//! socketpair a: the same        -> two descriptors
//! bind m, a: address  listen m n  shutdown m n
//! accept m                      -> a descriptor, or -1 if it would wait, and an address
//! connect m, a: address         -> 1, or 0 if it goes on, or -1 if there is no room for it now
//! connected m                   -> 1, or 0 if the connection is still being made
//! sockname m  peername m        -> an address
//! getsockopt m, a: name         -> a number
//! setsockopt m, a: name, n: value
//! hostbyname a: name, m: family -> the length of a name, and that name with addresses, or -1
//! hostbyaddr a: socket's address -> 0 and a name, or -1
//! hostname                      -> the name of this machine
//! servbyname a: name, b: protocol or nothing -> a port, and name, protocol, aliases, or -1
//! servbyport m: port, b         -> the same
//! protobyname a  protobynumber m -> a number, and name and aliases, or -1
//! toin6 a: text                 -> 0 and the address of IPv6, or -1
//! fromin6 a: address            -> text
//! ```

use super::errors;
use super::groups::Calls;
use crate::HostError;
use crate::sys::interrupt::{self, Reaction};
use crate::sys::{self, call as raw, events};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

pub(super) type Answer = io::Result<(i64, Vec<u8>)>;

/// True if standard output must be written before this call, however long that takes: another
/// process is to write there, or has what waits as well.
pub(super) fn shares_output(name: &[u8]) -> bool {
    matches!(name, b"system" | b"spawn" | b"fork" | b"exec")
}

/// True if standard output is written before this call, which may wait.
pub(super) fn shows_output(name: &[u8]) -> bool {
    matches!(name, b"wait" | b"nanosleep" | b"poll" | b"epoll.wait" | b"hostbyname" | b"hostbyaddr")
}

/// Makes the call of this name. No two groups have the same name, and a group answers one that it
/// does not have as the system does.
pub(super) fn call(calls: &Calls, name: &[u8], a: &[u8], b: &[u8], m: i64, n: i64) -> Answer {
    let mut answer = usual(name, a, b, m, n);
    for group in calls.all() {
        match &answer {
            Err(error) if error.raw_os_error() == Some(libc::ENOSYS) => {
                answer = group(name, a, b, m, n);
            }
            _ => break,
        }
    }
    answer
}

/// The answer to a name that is not one of the group's.
pub(super) fn unknown() -> Answer {
    Err(io::Error::from_raw_os_error(libc::ENOSYS))
}

/// The calls that everybody has.
fn usual(name: &[u8], a: &[u8], _: &[u8], m: i64, n: i64) -> Answer {
    match name {
        b"output.same" => number(i64::from(sys::is_same(m, n))),
        b"isatty" => number(i64::from(sys::is_tty(m))),
        b"poll" => raw::poll(a, m).map(|events| (0, events)),
        b"steady" => number(events::steady()),
        b"nanosleep" => done(raw::nanosleep(m)),
        _ => unknown(),
    }
}

/// The calls of [`super::Group::Events`].
pub(super) fn waiting(name: &[u8], _: &[u8], _: &[u8], m: i64, n: i64) -> Answer {
    match name {
        b"epoll.create" => number(events::create()?),
        b"epoll.watch" => number(i64::from(events::watch(m, n)?)),
        b"epoll.wait" => events::wait(m, n).map(|events| (0, events)),
        b"signal.take" => number(interrupt::take()),
        b"signal.set" => reaction(m, n),
        b"signal.mask" => number(interrupt::mask(m, n)?),
        _ => unknown(),
    }
}

/// Gives what a signal does, and sets it if there is such a number.
fn reaction(signal: i64, now: i64) -> Answer {
    let all = [Reaction::Default, Reaction::Ignored, Reaction::Handled];
    let before = interrupt::reaction(signal)?;
    if let Some(now) = usize::try_from(now).ok().and_then(|n| all.get(n)) {
        interrupt::react(signal, *now)?;
    }
    number(before as i64)
}

fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

pub(super) fn number(n: i64) -> Answer {
    Ok((n, Vec::new()))
}

pub(super) fn text(bytes: impl Into<Vec<u8>>) -> Answer {
    Ok((0, bytes.into()))
}

pub(super) fn done(result: io::Result<()>) -> Answer {
    result.map(|()| (0, Vec::new()))
}

pub(super) fn numbers(all: &[i64]) -> (i64, Vec<u8>) {
    (0, all.iter().flat_map(|n| n.to_le_bytes()).collect())
}

/// The calls of [`super::Group::Files`].
pub(super) fn files(name: &[u8], a: &[u8], b: &[u8], m: i64, n: i64) -> Answer {
    match name {
        b"fstat" => stat(&sys::borrow(m)?.metadata()?),
        b"open" => number(raw::open(a, m, n)?),
        b"dup" => number(raw::dup(m)?),
        b"dup2" => number(raw::dup2(m, n)?),
        b"fsync" => done(sys::borrow(m)?.sync_all()),
        b"ftruncate" => {
            let length =
                u64::try_from(n).map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))?;
            done(sys::borrow(m)?.set_len(length))
        }
        b"pipe" => raw::pipe().map(|ends| numbers(&ends)),
        b"stat" if m == 0 => stat(&fs::symlink_metadata(path(a))?),
        b"stat" => stat(&fs::metadata(path(a))?),
        b"readdir" => names(a),
        b"mkdir" => done(raw::mkdir(a, m)),
        b"rmdir" => done(fs::remove_dir(path(a))),
        b"chdir" => done(std::env::set_current_dir(path(a))),
        b"chmod" => done(fs::set_permissions(path(a), fs::Permissions::from_mode(m as u32))),
        b"symlink" => done(std::os::unix::fs::symlink(path(a), path(b))),
        b"link" => done(fs::hard_link(path(a), path(b))),
        b"getcwd" => text(std::env::current_dir()?.into_os_string().into_vec()),
        b"readlink" => text(fs::read_link(path(a))?.into_os_string().into_vec()),
        b"realpath" => text(fs::canonicalize(path(a))?.into_os_string().into_vec()),
        b"access" => raw::access(a, m).and_then(|may| number(i64::from(may))),
        b"utime" => done(raw::utime(a, m, n)),
        b"tmpname" => raw::tmpname().and_then(text),
        _ => unknown(),
    }
}

fn stat(found: &fs::Metadata) -> Answer {
    let time = |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000) + nanos;
    Ok(numbers(&[
        found.dev() as i64,
        found.ino() as i64,
        i64::from(found.mode()),
        found.nlink() as i64,
        i64::from(found.uid()),
        i64::from(found.gid()),
        found.rdev() as i64,
        found.size() as i64,
        time(found.atime(), found.atime_nsec()),
        time(found.mtime(), found.mtime_nsec()),
        time(found.ctime(), found.ctime_nsec()),
    ]))
}

fn names(folder: &[u8]) -> Answer {
    let mut all = Vec::new();
    for entry in fs::read_dir(path(folder))? {
        all.push(entry?.file_name().into_vec());
    }
    // The system gives them in no order.
    all.sort();
    all.iter_mut().for_each(|name| name.push(0));
    text(all.concat())
}

/// The calls of [`super::Group::Processes`].
pub(super) fn processes(name: &[u8], a: &[u8], b: &[u8], m: i64, n: i64) -> Answer {
    match name {
        b"system" => number(raw::system(a)?),
        b"spawn" => number(raw::spawn(a, b, m, n)?),
        b"fork" => number(raw::fork()?),
        b"exec" => raw::exec(a, (n != 0).then_some(b), m != 0).and_then(number),
        b"wait" => raw::wait(m, n).map(|(process, status)| (process, numbers(&[status]).1)),
        b"kill" => done(raw::kill(m, n)),
        b"getpid" | b"getppid" | b"getuid" | b"geteuid" | b"getgid" | b"getegid" => {
            number(raw::identity(name))
        }
        b"setenv" => done(raw::setenv(a, b)),
        b"setgroups" => done(raw::setgroups(a)),
        b"setitimer" => number(raw::setitimer(m, a)?),
        b"rusage" => Ok(numbers(&raw::usage())),
        _ => unknown(),
    }
}

/// The calls of [`super::Group::Facts`].
pub(super) fn facts(name: &[u8], a: &[u8], _: &[u8], m: i64, _: i64) -> Answer {
    match name {
        b"environ" => text(environment()),
        b"machine" => text(std::env::consts::ARCH),
        b"strerror" => text(HostError::from_errno(m as i32).message),
        b"errname" => text(errors::name(m).unwrap_or_default()),
        b"errno" => number(errors::number(a).unwrap_or(-1)),
        b"localtime" => raw::localtime(m).map(|fields| numbers(&fields)),
        _ => unknown(),
    }
}

fn environment() -> Vec<u8> {
    let mut all = Vec::new();
    for (name, value) in std::env::vars_os() {
        all.extend_from_slice(name.as_bytes());
        all.push(b'=');
        all.extend_from_slice(value.as_bytes());
        all.push(0);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(name: &str, a: &[u8], m: i64) -> Answer {
        call(&Calls::ALL, name.as_bytes(), a, b"", m, 0)
    }

    fn unpacked(answer: Answer) -> Vec<i64> {
        let bytes = answer.unwrap().1;
        let word = |chunk: &[u8]| i64::from_le_bytes(chunk.try_into().unwrap());
        bytes.chunks_exact(8).map(word).collect()
    }

    #[test]
    fn folders_are_made_read_and_removed() {
        let (_, name) = ask("tmpname", b"", 0).unwrap();
        assert_eq!(unpacked(ask("stat", &name, 1))[7], 0);
        fs::remove_file(path(&name)).unwrap();
        ask("mkdir", &name, 0o777).unwrap();
        let mode = unpacked(ask("stat", &name, 0))[2];
        assert_eq!(mode & 0o170_000, 0o040_000);
        for file in ["b", "a"] {
            fs::write(path(&name).join(file), "x").unwrap();
        }
        assert_eq!(ask("readdir", &name, 0).unwrap().1, b"a\0b\0");
        assert_eq!(ask("rmdir", &name, 0).unwrap_err().raw_os_error(), Some(libc::ENOTEMPTY));
        fs::remove_dir_all(path(&name)).unwrap();
        assert_eq!(ask("access", &name, 0).unwrap().0, 0);
    }

    #[test]
    fn processes_are_started_and_waited_for() {
        assert_eq!(ask("system", b"exit 3", 0).unwrap().0 >> 8, 3);
        let ends = unpacked(ask("pipe", b"", 0));
        let child =
            call(&Calls::ALL, b"spawn", b"/bin/echo\0echo\0hi\0", b"", 0, ends[1]).unwrap().0;
        sys::close(ends[1]).unwrap();
        let mut buffer = [0; 8];
        assert_eq!(sys::read(ends[0], &mut buffer).unwrap(), 3);
        assert_eq!(&buffer[..3], b"hi\n");
        sys::close(ends[0]).unwrap();
        assert_eq!(unpacked(call(&Calls::ALL, b"wait", b"", b"", child, 0)), [0]);
        assert!(call(&Calls::ALL, b"spawn", b"/no/such\0x\0", b"", 0, 1).is_err());
    }

    #[test]
    fn times_and_errors() {
        assert_eq!(unpacked(ask("localtime", b"", 0)).len(), 10);
        assert_eq!(unpacked(ask("rusage", b"", 0)).len(), 4);
        assert_eq!(ask("strerror", b"", 2).unwrap().1, b"No such file or directory");
        assert_eq!(ask("errno", b"acces", 0).unwrap().0, i64::from(libc::EACCES));
        assert_eq!(ask("nonsense", b"", 0).unwrap_err().raw_os_error(), Some(libc::ENOSYS));
    }
}
