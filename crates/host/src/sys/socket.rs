//! Sockets. Those made here never wait in the system: their descriptors are non-blocking, and
//! what would wait says so. Addresses are as the system has them, byte by byte.
#![allow(unsafe_code, reason = "calls to libc")]

use super::{check, descriptor, limit, retry};
use std::io;
use std::mem::MaybeUninit;

/// Set for every new socket: no call on it waits, and programs that this one starts do not get it.
const FLAGS: i32 = libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;

/// The longest address of any family.
const LONGEST: usize = size_of::<libc::sockaddr_storage>();

/// Room for an address that the system fills in.
struct Address {
    bytes: [u8; LONGEST],
    length: libc::socklen_t,
}

impl Address {
    fn new() -> Address {
        Address { bytes: [0; LONGEST], length: LONGEST as libc::socklen_t }
    }

    fn room(&mut self) -> *mut libc::sockaddr {
        self.bytes.as_mut_ptr().cast()
    }

    /// What the system has filled in. A path ends in a zero byte there or not; here it does not,
    /// so that equal addresses are equal bytes.
    fn take(&self) -> &[u8] {
        let bytes = &self.bytes[..(self.length as usize).min(LONGEST)];
        match bytes {
            [low, high, path @ ..] if is_unix(*low, *high) && path.first() != Some(&0) => {
                let length = path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
                &bytes[..2 + length]
            }
            _ => bytes,
        }
    }
}

fn is_unix(low: u8, high: u8) -> bool {
    i32::from(u16::from_ne_bytes([low, high])) == libc::AF_UNIX
}

fn length(address: &[u8]) -> libc::socklen_t {
    address.len() as libc::socklen_t
}

/// A number, or none where the call would have waited.
fn unless_waiting<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// socket(2).
pub(crate) fn socket(family: i64, kind: i64, protocol: i64) -> io::Result<i64> {
    limit::raise();
    // SAFETY: takes no pointers.
    let fd = retry(|| unsafe {
        libc::socket(family as i32, kind as i32 | FLAGS, protocol as i32) as isize
    })?;
    Ok(fd as i64)
}

/// socketpair(2).
pub(crate) fn socketpair(family: i64, kind: i64, protocol: i64) -> io::Result<[i64; 2]> {
    limit::raise();
    let mut ends = [0; 2];
    // SAFETY: `ends` has room for two.
    check(unsafe {
        libc::socketpair(family as i32, kind as i32 | FLAGS, protocol as i32, ends.as_mut_ptr())
    })?;
    Ok(ends.map(i64::from))
}

/// bind(2).
pub(crate) fn bind(number: i64, address: &[u8]) -> io::Result<()> {
    let fd = descriptor(number)?;
    // SAFETY: `address` is readable for its length.
    check(unsafe { libc::bind(fd, address.as_ptr().cast(), length(address)) })
}

/// listen(2).
pub(crate) fn listen(number: i64, waiting: i64) -> io::Result<()> {
    let fd = descriptor(number)?;
    let waiting = waiting.clamp(0, i64::from(i32::MAX)) as i32;
    // SAFETY: takes no pointers.
    check(unsafe { libc::listen(fd, waiting) })
}

/// accept(2): a descriptor and an address, or none if there is no connection. One that has
/// gone before it was accepted is none.
pub(crate) fn accept(number: i64) -> io::Result<Option<(i64, Vec<u8>)>> {
    let fd = descriptor(number)?;
    let mut address = Address::new();
    loop {
        // SAFETY: address and length are writable.
        let result = retry(|| unsafe {
            address.length = LONGEST as libc::socklen_t;
            libc::accept4(fd, address.room(), &raw mut address.length, FLAGS) as isize
        });
        match result {
            // There may be another one, of which nothing tells any more.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            result => {
                return Ok(unless_waiting(result)?.map(|fd| (fd as i64, address.take().to_vec())));
            }
        }
    }
}

/// The state of a connection that was asked for.
pub(crate) enum Connection {
    Made,
    /// It is being made.
    Started,
    /// The other side has no room for it now.
    Refused,
}

/// connect(2). A call that a signal interrupts goes on in the system.
pub(crate) fn connect(number: i64, address: &[u8]) -> io::Result<Connection> {
    let fd = descriptor(number)?;
    // SAFETY: `address` is readable for its length.
    let result = check(unsafe { libc::connect(fd, address.as_ptr().cast(), length(address)) });
    let Err(error) = result else { return Ok(Connection::Made) };
    match error.raw_os_error() {
        Some(libc::EINPROGRESS | libc::EINTR) => Ok(Connection::Started),
        Some(libc::EAGAIN) if matches!(address, [low, high, ..] if is_unix(*low, *high)) => {
            Ok(Connection::Refused)
        }
        _ => Err(error),
    }
}

/// True once a connection that was started is made; the error if it cannot be.
pub(crate) fn connected(number: i64) -> io::Result<bool> {
    let mut poll = libc::pollfd { fd: descriptor(number)?, events: libc::POLLOUT, revents: 0 };
    // SAFETY: one is writable.
    if retry(|| unsafe { libc::poll(&raw mut poll, 1, 0) as isize })? == 0 {
        return Ok(false);
    }
    match option(number, libc::SOL_SOCKET, libc::SO_ERROR)? {
        0 => Ok(true),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

/// shutdown(2).
pub(crate) fn shutdown(number: i64, how: i64) -> io::Result<()> {
    let fd = descriptor(number)?;
    // SAFETY: takes no pointers.
    check(unsafe { libc::shutdown(fd, how as i32) })
}

/// getsockname(2).
pub(crate) fn own_name(number: i64) -> io::Result<Vec<u8>> {
    let (fd, mut address) = (descriptor(number)?, Address::new());
    // SAFETY: address and length are writable.
    check(unsafe { libc::getsockname(fd, address.room(), &raw mut address.length) })?;
    Ok(address.take().to_vec())
}

/// getpeername(2).
pub(crate) fn peer_name(number: i64) -> io::Result<Vec<u8>> {
    let (fd, mut address) = (descriptor(number)?, Address::new());
    // SAFETY: address and length are writable.
    check(unsafe { libc::getpeername(fd, address.room(), &raw mut address.length) })?;
    Ok(address.take().to_vec())
}

/// recvfrom(2): how many bytes and whose, or none if there are none yet.
pub(crate) fn receive(
    number: i64,
    buffer: &mut [MaybeUninit<u8>],
    flags: i64,
) -> io::Result<Option<(usize, Vec<u8>)>> {
    let (fd, mut address) = (descriptor(number)?, Address::new());
    let flags = flags as i32 | libc::MSG_DONTWAIT;
    // SAFETY: `buffer`, address and length are writable.
    let result = retry(|| unsafe {
        address.length = LONGEST as libc::socklen_t;
        let (room, length) = (address.room(), &raw mut address.length);
        libc::recvfrom(fd, buffer.as_mut_ptr().cast(), buffer.len(), flags, room, length)
    });
    Ok(unless_waiting(result)?.map(|count| (count as usize, address.take().to_vec())))
}

/// Bytes as room for others.
pub(crate) fn room(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the layout is the same, and `receive` writes nothing but bytes that are there.
    unsafe { &mut *(std::ptr::from_mut(bytes) as *mut [MaybeUninit<u8>]) }
}

/// Receives at most so many bytes; they come first, then the address.
pub(crate) fn receive_bytes(
    number: i64,
    most: usize,
    flags: i64,
) -> io::Result<Option<(usize, Vec<u8>)>> {
    let mut bytes = Vec::with_capacity(most);
    let room = &mut bytes.spare_capacity_mut()[..most];
    let Some((count, address)) = receive(number, room, flags)? else { return Ok(None) };
    // SAFETY: the system has written so many, and no more than there was room for.
    unsafe { bytes.set_len(count.min(most)) };
    bytes.extend_from_slice(&address);
    Ok(Some((count, bytes)))
}

/// sendto(2), or send(2) without an address: how many bytes, or none if there is no room yet. A
/// peer that has gone is an error and no signal.
pub(crate) fn send(
    number: i64,
    bytes: &[u8],
    flags: i64,
    address: &[u8],
) -> io::Result<Option<usize>> {
    let fd = descriptor(number)?;
    let flags = flags as i32 | libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
    let to = if address.is_empty() { std::ptr::null() } else { address.as_ptr().cast() };
    // SAFETY: both are readable for their lengths.
    let result = retry(|| unsafe {
        libc::sendto(fd, bytes.as_ptr().cast(), bytes.len(), flags, to, length(address))
    });
    Ok(unless_waiting(result)?.map(|count| count as usize))
}

fn raw_option<T>(number: i64, level: i32, name: i32, mut value: T) -> io::Result<T> {
    let (fd, mut length) = (descriptor(number)?, size_of::<T>() as libc::socklen_t);
    // SAFETY: the value is writable for its length.
    check(unsafe { libc::getsockopt(fd, level, name, (&raw mut value).cast(), &raw mut length) })?;
    Ok(value)
}

fn set_raw_option<T>(number: i64, level: i32, name: i32, value: T) -> io::Result<()> {
    let (fd, length) = (descriptor(number)?, size_of::<T>() as libc::socklen_t);
    // SAFETY: the value is readable for its length.
    check(unsafe { libc::setsockopt(fd, level, name, (&raw const value).cast(), length) })
}

fn option(number: i64, level: i32, name: i32) -> io::Result<i32> {
    raw_option(number, level, name, 0)
}

/// An option by its name in lower case: a number, or none if there is no such option.
fn known(name: &[u8]) -> Option<(i32, i32)> {
    let socket = |name| Some((libc::SOL_SOCKET, name));
    match name {
        b"debug" => socket(libc::SO_DEBUG),
        b"reuseaddr" => socket(libc::SO_REUSEADDR),
        b"keepalive" => socket(libc::SO_KEEPALIVE),
        b"dontroute" => socket(libc::SO_DONTROUTE),
        b"broadcast" => socket(libc::SO_BROADCAST),
        b"oobinline" => socket(libc::SO_OOBINLINE),
        b"sndbuf" => socket(libc::SO_SNDBUF),
        b"rcvbuf" => socket(libc::SO_RCVBUF),
        b"type" => socket(libc::SO_TYPE),
        b"error" => socket(libc::SO_ERROR),
        b"nodelay" => Some((libc::IPPROTO_TCP, libc::TCP_NODELAY)),
        b"v6only" => Some((libc::IPPROTO_IPV6, libc::IPV6_V6ONLY)),
        _ => None,
    }
}

fn no_option() -> io::Error {
    io::Error::from_raw_os_error(libc::ENOPROTOOPT)
}

/// getsockopt(2), by name; `linger` in seconds or -1; `nread`, the bytes that can be read, and
/// `atmark`, whether urgent bytes are next, by ioctl(2).
pub(crate) fn get_option(number: i64, name: &[u8]) -> io::Result<i64> {
    match name {
        b"linger" => {
            let none = libc::linger { l_onoff: 0, l_linger: 0 };
            let found = raw_option(number, libc::SOL_SOCKET, libc::SO_LINGER, none)?;
            Ok(if found.l_onoff == 0 { -1 } else { i64::from(found.l_linger) })
        }
        b"nread" | b"atmark" => {
            let (fd, mut value) = (descriptor(number)?, 0i32);
            let request = if name == b"nread" { libc::FIONREAD } else { SIOCATMARK };
            // SAFETY: the value is writable.
            check(unsafe { libc::ioctl(fd, request, &raw mut value) })?;
            Ok(i64::from(value))
        }
        _ => {
            let (level, name) = known(name).ok_or_else(no_option)?;
            option(number, level, name).map(i64::from)
        }
    }
}

/// Asks whether urgent bytes are next; `libc` does not list it for every system.
const SIOCATMARK: libc::Ioctl = 0x8905;

/// setsockopt(2), by name.
pub(crate) fn set_option(number: i64, name: &[u8], value: i64) -> io::Result<()> {
    let value = value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    if name == b"linger" {
        let linger = libc::linger { l_onoff: i32::from(value >= 0), l_linger: value.max(0) };
        return set_raw_option(number, libc::SOL_SOCKET, libc::SO_LINGER, linger);
    }
    let (level, name) = known(name).ok_or_else(no_option)?;
    set_raw_option(number, level, name, value)
}
