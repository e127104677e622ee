//! The system calls behind `os::calls` that the standard library does not offer, or offers
//! only with more around them.
#![allow(unsafe_code, reason = "calls to libc")]

use super::{check, descriptor, limit, retry};
use std::ffi::{CString, OsString};
use std::io;
use std::os::fd::FromRawFd;
use std::os::unix::ffi::OsStringExt;

fn c_string(bytes: &[u8]) -> io::Result<CString> {
    Ok(CString::new(bytes)?)
}

/// open(2), with the system's own flags.
pub(crate) fn open(path: &[u8], flags: i64, mode: i64) -> io::Result<i64> {
    let path = c_string(path)?;
    let flags = flags as i32 | libc::O_CLOEXEC;
    // SAFETY: `path` ends in a zero byte.
    Ok(retry(|| unsafe { libc::open(path.as_ptr(), flags, mode as libc::c_uint) as isize })? as i64)
}

/// dup(2).
pub(crate) fn dup(number: i64) -> io::Result<i64> {
    let fd = descriptor(number)?;
    // SAFETY: takes no pointers.
    Ok(retry(|| unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 0) as isize })? as i64)
}

/// dup2(2).
pub(crate) fn dup2(old: i64, new: i64) -> io::Result<i64> {
    let (old, new) = (descriptor(old)?, descriptor(new)?);
    // SAFETY: takes no pointers.
    Ok(retry(|| unsafe { libc::dup2(old, new) as isize })? as i64)
}

/// pipe(2), closed on exec.
pub(crate) fn pipe() -> io::Result<[i64; 2]> {
    let mut ends = [0; 2];
    // SAFETY: `ends` has room for two.
    check(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) })?;
    Ok(ends.map(i64::from))
}

/// poll(2): pairs of descriptor and events, packed; gives the events that happened, packed.
pub(crate) fn poll(wanted: &[u8], milliseconds: i64) -> io::Result<Vec<u8>> {
    let word = |chunk: &[u8]| i64::from_le_bytes(chunk.try_into().expect("eight bytes"));
    let pair = |chunk: &[u8]| libc::pollfd {
        fd: word(&chunk[..8]) as i32,
        events: word(&chunk[8..]) as i16,
        revents: 0,
    };
    let mut all: Vec<libc::pollfd> = wanted.chunks_exact(16).map(pair).collect();
    let limit = milliseconds.clamp(-1, i64::from(i32::MAX)) as i32;
    // SAFETY: `all` is writable for its length.
    retry(|| unsafe { libc::poll(all.as_mut_ptr(), all.len() as _, limit) as isize })?;
    Ok(all.iter().flat_map(|one| i64::from(one.revents).to_le_bytes()).collect())
}

/// mkdir(2).
pub(crate) fn mkdir(path: &[u8], mode: i64) -> io::Result<()> {
    let path = c_string(path)?;
    // SAFETY: `path` ends in a zero byte.
    check(unsafe { libc::mkdir(path.as_ptr(), mode as libc::mode_t) })
}

/// access(2): no is an answer, unless the system cannot tell.
pub(crate) fn access(path: &[u8], bits: i64) -> io::Result<bool> {
    let path = c_string(path)?;
    // SAFETY: `path` ends in a zero byte.
    match check(unsafe { libc::access(path.as_ptr(), bits as i32) }) {
        Ok(()) => Ok(true),
        Err(error) => match error.raw_os_error() {
            Some(libc::EACCES | libc::ENOENT | libc::ENOTDIR | libc::EROFS | libc::ELOOP) => {
                Ok(false)
            }
            _ => Err(error),
        },
    }
}

/// Sets the times of access and of change, in nanoseconds.
pub(crate) fn utime(path: &[u8], access: i64, change: i64) -> io::Result<()> {
    let path = c_string(path)?;
    let times = [access, change].map(|ns| libc::timespec {
        tv_sec: ns.div_euclid(1_000_000_000),
        tv_nsec: ns.rem_euclid(1_000_000_000),
    });
    // SAFETY: `path` ends in a zero byte, and there are two times.
    check(unsafe { libc::utimensat(libc::AT_FDCWD, path.as_ptr(), times.as_ptr(), 0) })
}

/// Makes a new file in the temporary folder; gives its path.
pub(crate) fn tmpname() -> io::Result<Vec<u8>> {
    let mut name = crate::temporary_folder().into_os_string().into_vec();
    name.extend_from_slice(b"/kont");
    name.extend_from_slice(&[b'X'; 6]);
    name.push(0);
    // SAFETY: `name` is writable and ends in a zero byte.
    let fd = unsafe { libc::mkstemp(name.as_mut_ptr().cast()) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    name.pop();
    super::close(i64::from(fd)).map(|()| name)
}

/// nanosleep(2), all of it.
pub(crate) fn nanosleep(nanoseconds: i64) -> io::Result<()> {
    let time = std::time::Duration::from_nanos(nanoseconds.max(0) as u64);
    let mut left =
        libc::timespec { tv_sec: time.as_secs() as _, tv_nsec: time.subsec_nanos().into() };
    // SAFETY: both pointers are to a value that outlives the call; they may be the same.
    retry(|| unsafe { libc::nanosleep(&left, &mut left) as isize })?;
    Ok(())
}

/// setenv(3), over what is there.
pub(crate) fn setenv(name: &[u8], value: &[u8]) -> io::Result<()> {
    let (name, value) = (c_string(name)?, c_string(value)?);
    // SAFETY: both end in a zero byte; the program has one thread.
    check(unsafe { libc::setenv(name.as_ptr(), value.as_ptr(), 1) })
}

/// setgroups(2), of packed numbers.
pub(crate) fn setgroups(groups: &[u8]) -> io::Result<()> {
    let groups: Vec<libc::gid_t> = packed(groups).map(|group| group as libc::gid_t).collect();
    // SAFETY: there are as many as it is told.
    check(unsafe { libc::setgroups(groups.len(), groups.as_ptr()) })
}

/// setitimer(2): which timer, and packed the interval and the first time, in nanoseconds; gives the
/// time that was left.
pub(crate) fn setitimer(which: i64, times: &[u8]) -> io::Result<i64> {
    let mut times = packed(times).map(|ns| libc::timeval {
        tv_sec: ns.div_euclid(1_000_000_000),
        tv_usec: ns.rem_euclid(1_000_000_000) / 1_000,
    });
    let (Some(it_interval), Some(it_value)) = (times.next(), times.next()) else {
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    };
    let timer = libc::itimerval { it_interval, it_value };
    let none = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let mut before = libc::itimerval { it_interval: none, it_value: none };
    // SAFETY: both outlive the call.
    check(unsafe { libc::setitimer(which as _, &raw const timer, &raw mut before) })?;
    Ok(before.it_value.tv_sec * 1_000_000_000 + before.it_value.tv_usec * 1_000)
}

/// Numbers that a program has packed.
pub(crate) fn packed(bytes: &[u8]) -> impl Iterator<Item = i64> + '_ {
    bytes.as_chunks().0.iter().map(|chunk| i64::from_le_bytes(*chunk))
}

/// system(3): the status.
pub(crate) fn system(command: &[u8]) -> io::Result<i64> {
    use std::os::unix::process::ExitStatusExt;
    let command = OsString::from_vec(command.to_vec());
    let mut shell = std::process::Command::new("/bin/sh");
    limit::restore_in(shell.arg("-c").arg(command));
    Ok(i64::from(shell.status()?.into_raw()))
}

/// The strings of a list that end each in a zero byte.
fn list(bytes: &[u8]) -> Vec<OsString> {
    let parts = bytes.split_inclusive(|byte| *byte == 0);
    parts
        .map(|part| OsString::from_vec(part.strip_suffix(b"\0").unwrap_or(part).to_vec()))
        .collect()
}

/// A command: program, its name for itself, its arguments; and its environment, unless it
/// is this one.
fn command(words: &[u8], environment: Option<&[u8]>) -> io::Result<std::process::Command> {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::process::CommandExt;
    let mut words = list(words).into_iter();
    let program = words.next().ok_or_else(|| io::Error::from_raw_os_error(libc::EINVAL))?;
    let mut command = std::process::Command::new(program);
    if let Some(name) = words.next() {
        command.arg0(name);
    }
    command.args(words);
    if let Some(environment) = environment {
        command.env_clear();
        for entry in list(environment) {
            let bytes = entry.as_bytes();
            let at = bytes.iter().position(|byte| *byte == b'=').unwrap_or(bytes.len());
            let (name, value) = (bytes[..at].to_vec(), bytes.get(at + 1..).unwrap_or_default());
            command.env(OsString::from_vec(name), OsString::from_vec(value.to_vec()));
        }
    }
    limit::restore_in(&mut command);
    Ok(command)
}

/// Starts a process whose input and output are these descriptors; an empty environment
/// stands for this one.
pub(crate) fn spawn(words: &[u8], environment: &[u8], input: i64, output: i64) -> io::Result<i64> {
    let mut command = command(words, (!environment.is_empty()).then_some(environment))?;
    // SAFETY: `dup` gave descriptors of its own, which nobody else closes.
    let owned = |number| dup(number).map(|fd| unsafe { std::fs::File::from_raw_fd(fd as i32) });
    command.stdin(owned(input)?).stdout(owned(output)?);
    Ok(i64::from(command.spawn()?.id()))
}

/// fork(2).
pub(crate) fn fork() -> io::Result<i64> {
    // SAFETY: the program runs on one thread; the child goes on with that one.
    let child = unsafe { libc::fork() };
    if child < 0 { Err(io::Error::last_os_error()) } else { Ok(i64::from(child)) }
}

/// execve(2), or execvp(3); returns only if it fails.
pub(crate) fn exec(words: &[u8], environment: Option<&[u8]>, search: bool) -> io::Result<i64> {
    use std::os::unix::process::CommandExt;
    let has_slash = words.split(|byte| *byte == 0).next().is_some_and(|p| p.contains(&b'/'));
    let words = if search || has_slash { words.to_vec() } else { [b"./", words].concat() };
    let error = command(&words, environment)?.exec();
    limit::raise_again();
    Err(error)
}

/// waitpid(2): process and status.
pub(crate) fn wait(process: i64, options: i64) -> io::Result<(i64, i64)> {
    let mut status = 0;
    let (process, options) = (process as libc::pid_t, options as i32);
    // SAFETY: `status` is writable.
    let found = retry(|| unsafe { libc::waitpid(process, &mut status, options) as isize })?;
    Ok((found as i64, i64::from(status)))
}

/// kill(2).
pub(crate) fn kill(process: i64, signal: i64) -> io::Result<()> {
    // SAFETY: takes no pointers.
    check(unsafe { libc::kill(process as libc::pid_t, signal as i32) })
}

/// The number of this process, of its parent, or of its user or group.
pub(crate) fn identity(name: &[u8]) -> i64 {
    // SAFETY: none of them takes anything or fails.
    unsafe {
        match name {
            b"getppid" => i64::from(libc::getppid()),
            b"getuid" => i64::from(libc::getuid()),
            b"geteuid" => i64::from(libc::geteuid()),
            b"getgid" => i64::from(libc::getgid()),
            b"getegid" => i64::from(libc::getegid()),
            _ => i64::from(libc::getpid()),
        }
    }
}

/// localtime(3).
pub(crate) fn localtime(seconds: i64) -> io::Result<[i64; 10]> {
    // SAFETY: every field is a number or a pointer, for which zero is a value.
    let mut tm: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both outlive the call.
    if unsafe { libc::localtime_r(&seconds, &mut tm) }.is_null() {
        return Err(io::Error::last_os_error());
    }
    let small = [tm.tm_sec, tm.tm_min, tm.tm_hour, tm.tm_mday, tm.tm_mon, tm.tm_year];
    let [sec, min, hour, day, month, year] = small.map(i64::from);
    let [weekday, yearday, summer] = [tm.tm_wday, tm.tm_yday, tm.tm_isdst].map(i64::from);
    Ok([sec, min, hour, day, month, year, weekday, yearday, summer, tm.tm_gmtoff])
}

/// User and system time in nanoseconds, of this process and of its children.
pub(crate) fn usage() -> [i64; 4] {
    let of = |who| {
        // SAFETY: every field is a number, for which zero is a value; it is writable.
        let usage: libc::rusage = unsafe {
            let mut usage = std::mem::zeroed();
            libc::getrusage(who, &mut usage);
            usage
        };
        [usage.ru_utime, usage.ru_stime].map(|t| t.tv_sec * 1_000_000_000 + t.tv_usec * 1000)
    };
    let ([user, system], [child_user, child_system]) =
        (of(libc::RUSAGE_SELF), of(libc::RUSAGE_CHILDREN));
    [user, system, child_user, child_system]
}

/// A descriptor as a file that is not closed in the end.
pub(crate) struct Borrowed(std::mem::ManuallyDrop<std::fs::File>);

impl std::ops::Deref for Borrowed {
    type Target = std::fs::File;

    fn deref(&self) -> &std::fs::File {
        &self.0
    }
}

/// The file behind a descriptor.
pub(crate) fn borrow(number: i64) -> io::Result<Borrowed> {
    let fd = descriptor(number)?;
    // SAFETY: takes no pointers.
    if unsafe { libc::fcntl(fd, libc::F_GETFD) } < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is open, and `ManuallyDrop` does not close it.
    Ok(Borrowed(std::mem::ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(fd) })))
}
