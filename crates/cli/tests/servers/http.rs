//! `examples/http.sml`.

use super::{Server, noise, take, take_all};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::process::Command;
use testkit::Scratch;

/// A folder of files with a secret beside it, and a server of it.
struct Site {
    server: Server,
    folder: Scratch,
}

const SECRET: &str = "nobody may read this\n";
const PAGE: &str = "<p>Hello.</p>\n";

impl Site {
    /// Connections are closed after so many seconds of silence.
    fn new(seconds: &str) -> Site {
        let folder = Scratch::new();
        folder.write("secret.txt", SECRET);
        folder.write("site/index.html", PAGE);
        folder.write("site/.hidden", SECRET);
        folder.write("site/with space/100%.txt", "text\n");
        folder.write("site/style.CSS", "p {}\n");
        folder.write("site/empty", "");
        folder.write("site/big.bin", noise(3, 10_000_000));
        let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.file(name));
        link("../secret.txt", "site/link.txt").expect("a link");
        link("index.html", "site/inside.html").expect("a link");
        let pipe = Command::new("mkfifo").arg(folder.file("site/pipe")).status();
        assert!(pipe.expect("mkfifo").success());
        let site = folder.file("site");
        let server = Server::start("http", &[&site.to_string_lossy(), seconds]);
        Site { server, folder }
    }

    /// A browser with a connection.
    fn browser(&self) -> Browser {
        Browser { stream: BufReader::new(self.server.connect()) }
    }
}

struct Browser {
    stream: BufReader<TcpStream>,
}

#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Browser {
    fn send(&mut self, text: impl AsRef<[u8]>) {
        self.stream.get_mut().write_all(text.as_ref()).expect("room");
    }

    /// The next answer, which has a body unless the request was HEAD.
    fn answer(&mut self, has_body: bool) -> Answer {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let count = self.stream.read_line(&mut head).expect("an answer");
            assert_ne!(count, 0, "the connection ends within {head:?}");
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let mut answer = Answer { status: status.expect("a status"), head, body: Vec::new() };
        if let Some(length) = answer.field("Content-Length").filter(|_| has_body) {
            answer.body = take(&mut self.stream, length.parse().expect("a length"));
        }
        answer
    }

    fn get(&mut self, path: &str) -> Answer {
        self.send(request("GET", path));
        self.answer(true)
    }
}

impl Answer {
    fn field(&self, name: &str) -> Option<&str> {
        let start = format!("{name}: ");
        self.head.split("\r\n").find_map(|line| line.strip_prefix(&start))
    }
}

fn request(method: &str, path: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: here\r\n\r\n")
}

#[test]
fn files_and_folders() {
    let site = Site::new("60");
    let mut browser = site.browser();
    let html = "text/html; charset=utf-8";
    let plain = "text/plain; charset=utf-8";
    let binary = "application/octet-stream";
    for (path, kind, body) in [
        ("/", html, PAGE),
        ("/index.html?query#fragment", html, PAGE),
        ("/inside.html", html, PAGE),
        ("//index.html", html, PAGE),
        ("http://here:80/index.html", html, PAGE),
        ("/with%20space/100%25.txt", plain, "text\n"),
        ("/style.CSS", "text/css; charset=utf-8", "p {}\n"),
        ("/empty", binary, ""),
    ] {
        let answer = browser.get(path);
        assert_eq!((answer.status, answer.field("Content-Type")), (200, Some(kind)), "{path}");
        assert_eq!(String::from_utf8_lossy(&answer.body), body, "{path}");
        assert!(answer.field("Date").is_some_and(|date| date.ends_with(" GMT")), "{answer:?}");
        browser.send(request("HEAD", path));
        let head = browser.answer(false);
        assert_eq!(head.field("Content-Length"), answer.field("Content-Length"), "{path}");
    }
    let folder = browser.get("/with%20space");
    assert_eq!((folder.status, folder.field("Location")), (301, Some("/with%20space/")));
    for path in ["/nothing", "/with%20space/", "/index.html/", "/index.html/more"] {
        assert_eq!(browser.get(path).status, 404, "{path}");
    }
    assert_eq!(browser.get("/pipe").status, 403);
    let changed = browser.get("/").field("Last-Modified").expect("a date").to_owned();
    browser.send(format!("GET / HTTP/1.1\r\nHost: a\r\nIf-Modified-Since: {changed}\r\n\r\n"));
    assert_eq!(browser.answer(true).status, 304);
    assert_eq!(browser.get("/").status, 200);
    site.server.assert_well();
}

#[test]
fn nobody_leaves_the_folder() {
    let site = Site::new("60");
    let mut browser = site.browser();
    for path in [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/%2E%2E%2Fsecret.txt",
        "/with%20space/../../secret.txt",
        "/with%20space/..%2f..%2fsecret.txt",
        "/.hidden",
        "/%2ehidden",
        "/link.txt",
        "/index.html%00.txt",
    ] {
        let answer = browser.get(path);
        assert_eq!(answer.status, 403, "{path}");
        assert_eq!(answer.body, b"403 Forbidden\n", "{path}");
    }
    let secret = site.folder.file("secret.txt");
    assert_eq!(browser.get(&format!("/{}", secret.display())).status, 404);
    assert_eq!(browser.get("/..../").status, 403);
    site.server.assert_well();
}

#[test]
fn bad_requests() {
    let site = Site::new("60");
    let long = format!("GET / HTTP/1.1\r\nHost: a\r\nX: {}", "x".repeat(20_000));
    for (text, status) in [
        ("\r\n\r\nnonsense\r\n\r\n", 400),
        ("GET /\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400),
        ("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET index.html HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%+1 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("GET / FTP/1.1\r\nHost: a\r\n\r\n", 400),
        (&long, 431),
        // What may be a body is not read: this is the end of the connection.
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 30\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            405,
        ),
        ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: te, Close\r\n\r\n", 200),
        ("GET / HTTP/1.0\r\n\r\n", 200),
    ] {
        let mut browser = site.browser();
        browser.send(text);
        let answer = browser.answer(true);
        assert_eq!(
            (answer.status, answer.field("Connection")),
            (status, Some("close")),
            "{text:?}"
        );
        browser.stream.get_ref().shutdown(Shutdown::Write).expect("half an end");
        assert_eq!(take_all(&mut browser.stream), b"", "{text:?}");
    }
    let mut browser = site.browser();
    browser.send(request("DELETE", "/") + &request("SUDO", "/"));
    let answer = browser.answer(true);
    assert_eq!((answer.status, answer.field("Allow")), (405, Some("GET, HEAD")));
    assert_eq!(browser.answer(true).status, 501);
    site.server.assert_well();
}

#[test]
fn many_requests_at_once_on_one_connection() {
    let site = Site::new("60");
    let mut browser = site.browser();
    let paths = ["/", "/with%20space/100%25.txt", "/nothing", "/empty"];
    let all: String = paths.iter().cycle().take(100).map(|path| request("GET", path)).collect();
    browser.send(all);
    for answer in (0..100).map(|_| browser.answer(true)).collect::<Vec<_>>().chunks(4) {
        let bodies: Vec<&[u8]> = answer.iter().map(|answer| &answer.body[..]).collect();
        assert_eq!(bodies, [PAGE.as_bytes(), b"text\n", b"404 Not Found\n", b""]);
    }
    // In pieces, and the last one of a browser that says no more.
    for piece in ["GET / HT", "TP/1.1\r", "\nHost: a\r\n\r", "\n"] {
        browser.send(piece);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    browser.stream.get_ref().shutdown(Shutdown::Write).expect("half an end");
    assert_eq!(browser.answer(true).body, PAGE.as_bytes());
    assert_eq!(take_all(&mut browser.stream), b"");
    let mut old = site.browser();
    old.send("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    assert_eq!(old.answer(true).field("Connection"), Some("keep-alive"));
    assert_eq!(old.get("/").status, 200);
    site.server.assert_well();
}

#[test]
fn a_hundred_browsers_and_large_files() {
    let site = Site::new("60");
    let big = noise(3, 10_000_000);
    // These do not read what they have asked for, and one has gone.
    let mut lazy: Vec<Browser> = (0..10).map(|_| site.browser()).collect();
    for browser in &mut lazy {
        browser.send(request("GET", "/big.bin"));
    }
    site.server.reset(request("GET", "/big.bin").as_bytes());
    let mut browsers: Vec<Browser> = (0..100).map(|_| site.browser()).collect();
    for _ in 0..3 {
        for browser in &mut browsers {
            browser.send(request("GET", "/"));
        }
        for browser in &mut browsers {
            assert_eq!(browser.answer(true).body, PAGE.as_bytes());
        }
    }
    for browser in &mut lazy {
        assert!(browser.answer(true).body == big);
    }
    site.server.assert_well();
}

#[test]
fn silence_is_not_waited_for() {
    let site = Site::new("3");
    let mut silent = site.browser();
    let mut slow = site.browser();
    slow.send("GET / HTTP/1.1\r\nHo");
    let mut lazy = site.browser();
    lazy.send(request("GET", "/big.bin").repeat(3));
    let mut kept = site.browser();
    assert_eq!(kept.get("/").status, 200);
    site.server.wait_until_alone();
    for browser in [&mut silent, &mut slow, &mut kept] {
        assert_eq!(take_all(&mut browser.stream), b"");
    }
    assert!(take_all(&mut lazy.stream).len() < 30_000_000);
    assert_eq!(site.browser().get("/").status, 200);
    site.server.assert_well();
}
