//! The servers in `examples`: they serve many at once, whatever the others do, and are not brought
//! down by anybody. Everything here has a time limit, and servers end with their test.

mod chat;
mod echo;
mod http;

use std::fs::{DirEntry, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use testkit::{Kont, Scratch, root};

/// The time for anything that a server should do at once, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running example.
struct Server {
    child: Child,
    port: u16,
    folder: Scratch,
}

impl Server {
    /// Builds an example and starts it on any port, with further arguments.
    fn start(example: &str, args: &[&str]) -> Server {
        Server::start_with("exec \"$@\"", example, args)
    }

    /// The same by a script for the shell.
    fn start_with(script: &str, example: &str, args: &[&str]) -> Server {
        let folder = Scratch::new();
        let path = folder.file(example);
        build(example, &path);
        let mut child = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(&path)
            .arg("0")
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(folder.file("messages")).expect("a file"))
            .spawn()
            .expect("the server starts");
        let output = child.stdout.take().expect("its output");
        let mut server = Server { child, port: 0, folder };
        let (line, first) = mpsc::channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            // Without a line there is no port in it.
            _ = BufReader::new(output).read_line(&mut text);
            _ = line.send(text);
        });
        let text = first.recv_timeout(PATIENCE).expect("a line from the server");
        let digits = text.trim_end_matches(['\n', '/']).rsplit([' ', ':']).next();
        server.port = digits.and_then(|digits| digits.parse().ok()).unwrap_or_else(|| {
            panic!("no port: {text:?}\n{}", server.messages());
        });
        server
    }

    fn messages(&self) -> String {
        std::fs::read_to_string(self.folder.file("messages")).expect("its messages")
    }

    /// A connection that waits for nothing without end.
    fn connect(&self) -> TcpStream {
        let address = (Ipv4Addr::LOCALHOST, self.port).into();
        let stream = TcpStream::connect_timeout(&address, PATIENCE).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time limit");
        stream
    }

    /// A connection that the server has sent something on, and that is reset: it is closed before
    /// that is read.
    fn reset(&self, text: &[u8]) {
        let mut stream = self.connect();
        stream.write_all(text).expect("room");
        stream.peek(&mut [0]).expect("an answer");
    }

    /// Waits until all connections are closed that it has, and all files that it reads.
    fn wait_until_alone(&self) {
        let start = Instant::now();
        let folder = format!("/proc/{}/fd", self.child.id());
        let is_open = |entry: &std::io::Result<DirEntry>| {
            let to = entry.as_ref().map(|entry| std::fs::read_link(entry.path()));
            // One that has been closed just now leads nowhere.
            matches!(to, Ok(Ok(to)) if to.to_string_lossy().starts_with("socket:") || to.is_file())
        };
        // That at which it listens, and its messages.
        while std::fs::read_dir(&folder).expect("a process").filter(is_open).count() > 2 {
            assert!(start.elapsed() < PATIENCE, "there are connections");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sees that it runs still and has complained about nothing.
    fn assert_well(mut self) {
        assert_eq!(self.messages(), "");
        assert_eq!(self.child.try_wait().expect("a status"), None);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn build(example: &str, path: &Path) {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let source = root().join("examples").join(example).with_extension("sml");
    let ended = kont.command(&["build"]).arg(source).arg("-o").arg(path).run();
    assert_eq!((ended.code, ended.err()), (Some(0), String::new()));
}

/// So many bytes that come from the connection.
fn take(stream: &mut impl Read, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    stream.read_exact(&mut bytes).expect("an answer");
    bytes
}

/// All bytes that come to the end of the connection. One that is reset has an end, too.
fn take_all(stream: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("no end: {error}"),
        _ => bytes,
    }
}

/// Bytes that differ from seed to seed.
fn noise(seed: usize, count: usize) -> Vec<u8> {
    let step = |state: &mut u64| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        Some((*state >> 33) as u8)
    };
    std::iter::repeat_n((), count).scan(seed as u64, |state, ()| step(state)).collect()
}
