//! Calls of the system for sockets, by name. They are listed in [`super::calls`].

use super::calls::{Answer, done, number, numbers, text, unknown};
use crate::sys::call::packed;
use crate::sys::socket::Connection;
use crate::sys::{names, socket};
use std::io;
use std::net::Ipv6Addr;

/// The calls of [`super::Group::Sockets`].
pub(super) fn call(name: &[u8], a: &[u8], b: &[u8], m: i64, n: i64) -> Answer {
    match name {
        b"accept" => match socket::accept(m) {
            Ok(found) => Ok(found.unwrap_or((-1, Vec::new()))),
            Err(error) => Err(error),
        },
        b"socket" => triple(a).and_then(|[f, k, p]| number(socket::socket(f, k, p)?)),
        b"socketpair" => triple(a).and_then(|[f, k, p]| Ok(numbers(&socket::socketpair(f, k, p)?))),
        b"bind" => done(socket::bind(m, a)),
        b"listen" => done(socket::listen(m, n)),
        b"connect" => socket::connect(m, a).and_then(|connection| {
            number(match connection {
                Connection::Made => 1,
                Connection::Started => 0,
                Connection::Refused => -1,
            })
        }),
        b"connected" => socket::connected(m).and_then(|made| number(i64::from(made))),
        b"shutdown" => done(socket::shutdown(m, n)),
        b"sockname" => socket::own_name(m).and_then(text),
        b"peername" => socket::peer_name(m).and_then(text),
        b"getsockopt" => socket::get_option(m, a).and_then(number),
        b"setsockopt" => done(socket::set_option(m, a, n)),
        _ => bases(name, a, b, m),
    }
}

fn triple(packed_numbers: &[u8]) -> io::Result<[i64; 3]> {
    let all: Vec<i64> = packed(packed_numbers).collect();
    all.try_into().map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))
}

/// The data bases of names, and addresses as text.
fn bases(name: &[u8], a: &[u8], b: &[u8], m: i64) -> Answer {
    let entry = |found: Option<(i64, Vec<u8>)>| Ok(found.unwrap_or((-1, Vec::new())));
    match name {
        b"hostbyname" => entry(names::host_by_name(a, m).map(|(canonical, addresses)| {
            (canonical.len() as i64, [canonical, addresses].concat())
        })),
        b"hostbyaddr" => entry(names::host_by_address(a).map(|name| (0, name))),
        b"hostname" => names::host_name().and_then(text),
        b"servbyname" => entry(names::service(Some(a), 0, b)),
        b"servbyport" => entry(names::service(None, m, b)),
        b"protobyname" => entry(names::protocol(Some(a), 0)),
        b"protobynumber" => entry(names::protocol(None, m)),
        b"toin6" => entry(in6(a).map(|address| (0, address.octets().to_vec()))),
        b"fromin6" => match <[u8; 16]>::try_from(a) {
            Ok(octets) => text(Ipv6Addr::from(octets).to_string()),
            Err(_) => Err(io::Error::from_raw_os_error(libc::EINVAL)),
        },
        _ => unknown(),
    }
}

fn in6(bytes: &[u8]) -> Option<Ipv6Addr> {
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::{Calls, calls::call};
    use super::Answer;
    use crate::sys::{self, socket};

    fn ask(name: &str, a: &[u8], m: i64, n: i64) -> Answer {
        call(&Calls::ALL, name.as_bytes(), a, b"", m, n)
    }

    fn pack(all: &[i64]) -> Vec<u8> {
        all.iter().flat_map(|n| n.to_le_bytes()).collect()
    }

    /// A socket that listens on a free port of this machine, and its address.
    fn listener() -> (i64, Vec<u8>) {
        let socket = ask("socket", &pack(&[2, 1, 0]), 0, 0).unwrap().0;
        let any = [&[2, 0, 0, 0, 127, 0, 0, 1][..], &[0; 8]].concat();
        ask("bind", &any, socket, 0).unwrap();
        ask("listen", b"", socket, 5).unwrap();
        (socket, ask("sockname", b"", socket, 0).unwrap().1)
    }

    #[test]
    fn connections_carry_bytes_and_end() {
        let (listener, address) = listener();
        assert_eq!(ask("accept", b"", listener, 0).unwrap().0, -1);
        let client = ask("socket", &pack(&[2, 1, 0]), 0, 0).unwrap().0;
        assert!(ask("connect", &address, client, 0).unwrap().0 >= 0);
        while ask("connected", b"", client, 0).unwrap().0 == 0 {}
        let (server, peer) = ask("accept", b"", listener, 0).unwrap();
        assert_eq!(peer, ask("sockname", b"", client, 0).unwrap().1);
        assert!(socket::receive_bytes(server, 9, 0).unwrap().is_none());
        assert_eq!(socket::send(client, b"hello", 0, b"").unwrap(), Some(5));
        assert_eq!(socket::receive_bytes(server, 9, 0).unwrap(), Some((5, b"hello".to_vec())));
        sys::close(client).unwrap();
        assert_eq!(socket::receive_bytes(server, 9, 0).unwrap(), Some((0, Vec::new())));
        socket::send(server, b"x", 0, b"").unwrap();
        let gone = loop {
            if let Err(error) = socket::send(server, b"x", 0, b"") {
                break error.raw_os_error();
            }
        };
        assert!(matches!(gone, Some(libc::EPIPE | libc::ECONNRESET)), "{gone:?}");
        sys::close(server).unwrap();
        sys::close(listener).unwrap();
    }

    #[test]
    fn options_have_names() {
        let (socket, _) = listener();
        assert_eq!(ask("getsockopt", b"type", socket, 0).unwrap().0, 1);
        for (name, value) in [("keepalive", 1), ("nodelay", 1), ("linger", 7), ("linger", -1)] {
            ask("setsockopt", name.as_bytes(), socket, value).unwrap();
            assert_eq!(ask("getsockopt", name.as_bytes(), socket, 0).unwrap().0, value);
        }
        let error = ask("getsockopt", b"nonsense", socket, 0).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::ENOPROTOOPT));
        sys::close(socket).unwrap();
        assert!(ask("getsockopt", b"type", socket, 0).is_err());
    }

    #[test]
    fn addresses_of_the_larger_internet_as_text() {
        let (_, bytes) = ask("toin6", b"::1", 0, 0).unwrap();
        assert_eq!(bytes[15], 1);
        assert_eq!(ask("fromin6", &bytes, 0, 0).unwrap().1, b"::1");
        assert_eq!(ask("toin6", b"127.0.0.1", 0, 0).unwrap().0, -1);
        assert!(ask("fromin6", b"abc", 0, 0).is_err());
    }
}
