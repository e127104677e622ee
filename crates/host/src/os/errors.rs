//! The names of the system's errors, as POSIX has them, in lower case and without the `E`.

macro_rules! names {
    ($($name:ident $number:ident)*) => {
        const NAMES: &[(&str, i32)] = &[$((stringify!($name), libc::$number)),*];
    };
}

names! {
    acces EACCES addrinuse EADDRINUSE addrnotavail EADDRNOTAVAIL again EAGAIN badf EBADF
    badmsg EBADMSG busy EBUSY canceled ECANCELED child ECHILD connrefused ECONNREFUSED
    connreset ECONNRESET deadlk EDEADLK dom EDOM exist EEXIST fault EFAULT fbig EFBIG
    inprogress EINPROGRESS intr EINTR inval EINVAL io EIO isconn EISCONN isdir EISDIR
    loop ELOOP mfile EMFILE mlink EMLINK msgsize EMSGSIZE nametoolong ENAMETOOLONG
    nfile ENFILE nodev ENODEV noent ENOENT noexec ENOEXEC nolck ENOLCK nomem ENOMEM
    nospc ENOSPC nosys ENOSYS notconn ENOTCONN notdir ENOTDIR notempty ENOTEMPTY
    notsock ENOTSOCK notsup ENOTSUP notty ENOTTY nxio ENXIO perm EPERM pipe EPIPE
    range ERANGE rofs EROFS spipe ESPIPE srch ESRCH stale ESTALE timedout ETIMEDOUT
    afnosupport EAFNOSUPPORT already EALREADY connaborted ECONNABORTED destaddrreq EDESTADDRREQ
    hostunreach EHOSTUNREACH netdown ENETDOWN netreset ENETRESET netunreach ENETUNREACH
    nobufs ENOBUFS noprotoopt ENOPROTOOPT opnotsupp EOPNOTSUPP protonosupport EPROTONOSUPPORT
    prototype EPROTOTYPE
    toobig E2BIG txtbsy ETXTBSY xdev EXDEV
}

/// The name of an error.
pub(super) fn name(number: i64) -> Option<&'static str> {
    NAMES.iter().find(|(_, n)| i64::from(*n) == number).map(|(name, _)| *name)
}

/// The error of a name.
pub(super) fn number(name: &[u8]) -> Option<i64> {
    NAMES.iter().find(|(n, _)| n.as_bytes() == name).map(|(_, number)| i64::from(*number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        assert_eq!(name(2), Some("noent"));
        assert_eq!(number(b"noent"), Some(2));
        assert_eq!(name(-1), None);
        assert_eq!(number(b"nothing"), None);
    }
}
