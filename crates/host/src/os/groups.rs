//! Groups of the calls of the system. An executable has the groups that its program makes calls of:
//! the linker puts [`kont_calls_none`] in the place of the others.
//!
//! Hence the functions have plain symbols, and whoever makes the host of an executable, in another
//! crate, names them one by one.
#![allow(unsafe_code, reason = "symbols for the linker")]

use super::calls::{self, Answer};
use super::sockets;

/// A group of calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Files and folders.
    Files,
    /// Other processes, and this one.
    Processes,
    /// Sockets, and the data bases of names.
    Sockets,
    /// What a scheduler asks for: what happens to descriptors, and signals.
    Events,
    /// Names of errors, local time, the environment.
    Facts,
}

impl Group {
    /// All of them.
    pub const ALL: [Group; 5] =
        [Group::Files, Group::Processes, Group::Sockets, Group::Events, Group::Facts];

    /// The group of the call of this name; none for those that everybody has, and for no name.
    pub fn of(name: &[u8]) -> Option<Group> {
        Some(match name {
            b"stat" | b"fstat" | b"readdir" | b"mkdir" | b"rmdir" | b"chdir" | b"chmod"
            | b"symlink" | b"link" | b"getcwd" | b"readlink" | b"realpath" | b"access"
            | b"utime" | b"tmpname" | b"open" | b"dup" | b"dup2" | b"fsync" | b"ftruncate"
            | b"pipe" => Group::Files,
            b"system" | b"spawn" | b"fork" | b"exec" | b"wait" | b"kill" | b"getpid"
            | b"getppid" | b"getuid" | b"geteuid" | b"getgid" | b"getegid" | b"setenv"
            | b"setgroups" | b"setitimer" | b"rusage" => Group::Processes,
            b"socket" | b"socketpair" | b"bind" | b"listen" | b"accept" | b"connect"
            | b"connected" | b"shutdown" | b"sockname" | b"peername" | b"getsockopt"
            | b"setsockopt" | b"hostbyname" | b"hostbyaddr" | b"hostname" | b"servbyname"
            | b"servbyport" | b"protobyname" | b"protobynumber" | b"toin6" | b"fromin6" => {
                Group::Sockets
            }
            b"epoll.create" | b"epoll.watch" | b"epoll.wait" | b"signal.take" | b"signal.set"
            | b"signal.mask" => Group::Events,
            b"environ" | b"machine" | b"strerror" | b"errname" | b"errno" | b"localtime" => {
                Group::Facts
            }
            _ => return None,
        })
    }

    /// The symbol of its function.
    pub fn symbol(self) -> &'static str {
        match self {
            Group::Files => "kont_calls_files",
            Group::Processes => "kont_calls_processes",
            Group::Sockets => "kont_calls_sockets",
            Group::Events => "kont_calls_events",
            Group::Facts => "kont_calls_facts",
        }
    }
}

/// The symbol of [`kont_calls_none`].
pub const NO_CALLS: &str = "kont_calls_none";

/// A function that makes the calls of a group: their name, two strings, two numbers.
pub type Call = fn(&[u8], &[u8], &[u8], i64, i64) -> Answer;

/// The functions of the groups.
pub struct Calls {
    /// Of [`Group::Files`].
    pub files: Call,
    /// Of [`Group::Processes`].
    pub processes: Call,
    /// Of [`Group::Sockets`].
    pub sockets: Call,
    /// Of [`Group::Events`].
    pub events: Call,
    /// Of [`Group::Facts`].
    pub facts: Call,
}

impl Calls {
    /// Every call there is.
    pub const ALL: Calls = Calls {
        files: kont_calls_files,
        processes: kont_calls_processes,
        sockets: kont_calls_sockets,
        events: kont_calls_events,
        facts: kont_calls_facts,
    };

    pub(super) fn all(&self) -> [Call; 5] {
        [self.files, self.processes, self.sockets, self.events, self.facts]
    }
}

macro_rules! groups {
    ($($name:ident: $function:path, $what:literal;)*) => {
        $(
            #[doc = $what]
            #[unsafe(no_mangle)]
            #[inline(never)]
            pub fn $name(name: &[u8], a: &[u8], b: &[u8], m: i64, n: i64) -> Answer {
                $function(name, a, b, m, n)
            }
        )*
    };
}

groups! {
    kont_calls_files: calls::files, "The calls of [`Group::Files`].";
    kont_calls_processes: calls::processes, "The calls of [`Group::Processes`].";
    kont_calls_sockets: sockets::call, "The calls of [`Group::Sockets`].";
    kont_calls_events: calls::waiting, "The calls of [`Group::Events`].";
    kont_calls_facts: calls::facts, "The calls of [`Group::Facts`].";
}

/// No calls, in the place of a group that an executable does not have.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn kont_calls_none(_: &[u8], _: &[u8], _: &[u8], _: i64, _: i64) -> Answer {
    calls::unknown()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that a function compares with, by its text.
    fn names<'s>(source: &'s str, function: &str) -> Vec<&'s str> {
        let text = source.split_once(function).expect("the function").1;
        let text = text.split_once("\n}").expect("its end").0;
        let names = text.split("b\"").skip(1).map(|rest| rest.split_once('"').expect("a name").0);
        names.collect()
    }

    #[test]
    fn every_name_is_of_the_group_that_makes_the_call() {
        let (calls, sockets) = (include_str!("calls.rs"), include_str!("sockets.rs"));
        let tables = [
            (None, names(calls, "fn usual(")),
            (Some(Group::Files), names(calls, "fn files(")),
            (Some(Group::Processes), names(calls, "fn processes(")),
            (Some(Group::Sockets), names(sockets, "fn call(")),
            (Some(Group::Sockets), names(sockets, "fn bases(")),
            (Some(Group::Events), names(calls, "fn waiting(")),
            (Some(Group::Facts), names(calls, "fn facts(")),
        ];
        for (group, names) in &tables {
            assert!(names.len() > 4, "{group:?}");
            for name in names {
                assert_eq!(Group::of(name.as_bytes()), *group, "{name}");
            }
        }
        let made = |name: &str| tables.iter().any(|(_, names)| names.contains(&name));
        for name in names(include_str!("groups.rs"), "pub fn of(") {
            assert!(made(name), "{name}");
        }
        for call in Calls::ALL.all() {
            let unknown = call(b"nonsense", b"", b"", 0, 0).unwrap_err();
            assert_eq!(unknown.raw_os_error(), Some(libc::ENOSYS));
        }
    }

    #[test]
    fn a_group_that_is_not_there_makes_no_calls() {
        let without = Calls { files: kont_calls_none, ..Calls::ALL };
        let ask = |name: &[u8]| calls::call(&without, name, b"/", b"", 0, 0);
        assert_eq!(ask(b"stat").unwrap_err().raw_os_error(), Some(libc::ENOSYS));
        assert!(ask(b"getpid").unwrap().0 > 0);
    }
}
