//! The system's data bases of hosts, services and protocols.
#![allow(unsafe_code, reason = "calls to libc")]

use std::ffi::{CStr, CString, c_char};
use std::io;
use std::ptr::{null, null_mut};

/// The name of a host and its addresses of a family, all bytes of one after the other, by
/// getaddrinfo(3); none if there are none.
pub(crate) fn host_by_name(name: &[u8], family: i64) -> Option<(Vec<u8>, Vec<u8>)> {
    let wanted = CString::new(name).ok()?;
    // SAFETY: every field is a number or a pointer, for which zero is a value.
    let mut hints: libc::addrinfo = unsafe { std::mem::zeroed() };
    hints.ai_family = family as i32;
    hints.ai_socktype = libc::SOCK_STREAM;
    hints.ai_flags = libc::AI_CANONNAME;
    let mut first = null_mut();
    // SAFETY: the strings end in a zero byte, and the result is writable.
    if unsafe { libc::getaddrinfo(wanted.as_ptr(), null(), &raw const hints, &raw mut first) } != 0
    {
        return None;
    }
    let (mut canonical, mut addresses) = (name.to_vec(), Vec::new());
    let mut next = first;
    // SAFETY: the list is valid until it is freed, and so is what its members point to.
    while let Some(found) = unsafe { next.as_ref() } {
        if !found.ai_canonname.is_null() {
            // SAFETY: as above.
            canonical = unsafe { text(found.ai_canonname) };
        }
        // SAFETY: as above; the family says what the address is.
        unsafe {
            match found.ai_family {
                libc::AF_INET => {
                    let address = found.ai_addr.cast::<libc::sockaddr_in>().read_unaligned();
                    addresses.extend_from_slice(&address.sin_addr.s_addr.to_ne_bytes());
                }
                libc::AF_INET6 => {
                    let address = found.ai_addr.cast::<libc::sockaddr_in6>().read_unaligned();
                    addresses.extend_from_slice(&address.sin6_addr.s6_addr);
                }
                _ => {}
            }
        }
        next = found.ai_next;
    }
    // SAFETY: the list is not used any more.
    unsafe { libc::freeaddrinfo(first) };
    (!addresses.is_empty()).then_some((canonical, addresses))
}

/// The name of the host of a socket's address, by getnameinfo(3).
pub(crate) fn host_by_address(address: &[u8]) -> Option<Vec<u8>> {
    let mut name: [c_char; 1025] = [0; 1025];
    let (length, room) = (address.len() as libc::socklen_t, name.len() as libc::socklen_t);
    // SAFETY: `address` is readable and `name` writable for their lengths.
    let failed = unsafe {
        libc::getnameinfo(
            address.as_ptr().cast(),
            length,
            name.as_mut_ptr(),
            room,
            null_mut(),
            0,
            libc::NI_NAMEREQD,
        )
    };
    // SAFETY: it ends in a zero byte if the call has not failed.
    (failed == 0).then(|| unsafe { text(name.as_ptr()) })
}

/// gethostname(2).
pub(crate) fn host_name() -> io::Result<Vec<u8>> {
    let mut name: [c_char; 256] = [0; 256];
    // SAFETY: `name` is writable for its length; its last byte stays zero.
    super::check(unsafe { libc::gethostname(name.as_mut_ptr(), name.len() - 1) })?;
    // SAFETY: it ends in a zero byte.
    Ok(unsafe { text(name.as_ptr()) })
}

/// A number, and strings that end each in a zero byte.
type Entry = Option<(i64, Vec<u8>)>;

/// The service of a name, or else of a port, with this protocol or any: its port; its name, its
/// protocol and other names.
pub(crate) fn service(name: Option<&[u8]>, port: i64, protocol: &[u8]) -> Entry {
    let protocol = CString::new(protocol).ok()?;
    let protocol = if protocol.is_empty() { null() } else { protocol.as_ptr() };
    // SAFETY: the strings end in a zero byte. The entry is valid until the next call, and no other
    // thread of the program makes one.
    unsafe {
        let found = match name {
            Some(name) => libc::getservbyname(CString::new(name).ok()?.as_ptr(), protocol),
            None => libc::getservbyport(i32::from(u16::try_from(port).ok()?.to_be()), protocol),
        };
        let found = found.as_ref()?;
        let port = i64::from(u16::from_be(found.s_port as u16));
        Some((port, strings(&[found.s_name, found.s_proto], found.s_aliases)))
    }
}

/// The protocol of a name, or else of a number: its number; its name and other names.
pub(crate) fn protocol(name: Option<&[u8]>, number: i64) -> Entry {
    // SAFETY: as in `service`.
    unsafe {
        let found = match name {
            Some(name) => libc::getprotobyname(CString::new(name).ok()?.as_ptr()),
            None => libc::getprotobynumber(i32::try_from(number).ok()?),
        };
        let found = found.as_ref()?;
        Some((i64::from(found.p_proto), strings(&[found.p_name], found.p_aliases)))
    }
}

/// # Safety
/// There is a string that ends in a zero byte.
unsafe fn text(string: *const c_char) -> Vec<u8> {
    // SAFETY: the caller promises it.
    unsafe { CStr::from_ptr(string) }.to_bytes().to_vec()
}

/// Strings, and those of a list that ends in a null pointer.
///
/// # Safety
/// They are there, and end in a zero byte.
unsafe fn strings(some: &[*mut c_char], mut more: *mut *mut c_char) -> Vec<u8> {
    let mut all = Vec::new();
    let mut add = |string: *mut c_char| {
        // SAFETY: the caller promises it.
        all.extend_from_slice(unsafe { CStr::from_ptr(string) }.to_bytes_with_nul());
    };
    some.iter().for_each(|string| add(*string));
    // SAFETY: the list ends in a null pointer.
    unsafe {
        while !more.is_null() && !(*more).is_null() {
            add(*more);
            more = more.add(1);
        }
    }
    all
}
