//! A certificate that holds, and ones that do not.

use crate::sha256::Sha256;
use crate::{ClusterVerdict, HEADER, Verdict, decide, verify};
use base::rng::Rng;

const PROGRAM: &str = "flow 1

fun main.0 of \"main\"() return k.0 {
  x.1: i64 = copy 7
  fun f.0(y.2: i64) {
    z.3: i64 = add.i64 x.1 y.2
    throw k.0 z.3
  }
  if x.1 {
    jump f.0 1
  } else {
    jump f.0 x.1
  }
}

entry main.0
";

fn certificate(live: &str, assign: &str) -> String {
    let claim = format!("{HEADER}\ncluster\nend\n");
    let Verdict { mut clusters, rest, .. } = decide(&claim, PROGRAM).unwrap();
    let ClusterVerdict { name, hash, .. } = clusters.remove(0);
    format!(
        "{HEADER}\nrest {rest}\ncluster {name}\nhash {hash}\n{live}assign {assign}\nnames 3 largest 3\nverdict yes\nend\nverdict yes\n"
    )
}

const LIVE: &str = "live 0\nlive 0 1 2\nlive 0 1\nlive 0 1\n";

fn refusals(certificate: &str, program: &str) -> Vec<String> {
    verify(certificate, program).unwrap_or_else(|why| panic!("{why}")).all_refusals().collect()
}

#[test]
fn what_holds_is_accepted() {
    let none = Vec::<String>::new();
    assert_eq!(refusals(&certificate(LIVE, "0:0 1:1 2:2 3:1"), PROGRAM), none);
}

#[test]
fn what_does_not_hold_is_refused() {
    let small = LIVE.replace("live 0 1 2", "live 0 2");
    assert!(refusals(&certificate(&small, "0:0 1:1 2:2 3:1"), PROGRAM)[0].contains("live"));
    // `x` and `y` are live at once.
    let shared = certificate(LIVE, "0:0 1:1 2:1 3:1").replace("names 3", "names 2");
    assert!(refusals(&shared, PROGRAM)[0].contains("share"));
    // A register keeps its kind.
    let kinds = certificate(LIVE, "0:0 1:1 2:2 3:0");
    assert!(refusals(&kinds, PROGRAM)[0].contains("kinds"));
    assert!(refusals(&certificate(LIVE, "0:0 1:1 2:2"), PROGRAM)[0].contains("no register"));
    assert!(refusals(&certificate("live 0\n", "0:0"), PROGRAM)[0].contains("live sets"));
    let largest = certificate(LIVE, "0:0 1:1 2:2 3:1").replace("largest 3", "largest 4");
    assert!(refusals(&largest, PROGRAM)[0].contains("largest live set has 3"));
}

#[test]
fn other_programs_are_refused() {
    let certificate = certificate(LIVE, "0:0 1:1 2:2 3:1");
    let other = PROGRAM.replace("copy 7", "copy 8");
    assert!(refusals(&certificate, &other)[0].contains("not the cluster"));
    let other = PROGRAM.replace("entry main.0", "");
    assert!(refusals(&certificate, &other)[0].contains("declarations"));
    assert!(verify("x", PROGRAM).is_err());
}

#[test]
fn what_does_not_say_yes_is_refused() {
    let whole = certificate(LIVE, "0:0 1:1 2:2 3:1");
    let cluster = whole.replacen("verdict yes\n", "", 1);
    assert_eq!(refusals(&cluster, PROGRAM), ["main.0: the certificate does not say yes"]);
    // Where it is cut off, it is refused, or is no certificate.
    for length in 0..whole.len() - 1 {
        let cut = verify(&whole[..length], PROGRAM);
        assert!(cut.is_err() || cut.is_ok_and(|verdict| !verdict.is_yes()), "cut at {length}");
    }
    // What stands outside of clusters is known.
    let other = PROGRAM.replace("entry main.0", " fun g.1 of \"g\"() { unreachable }");
    assert!(refusals(&whole, &other)[0].contains("not written as"));
}

#[test]
fn there_is_one_form() {
    let whole = certificate(LIVE, "0:0 1:1 2:2 3:1");
    let line =
        |n: usize| Err(format!("line {n} of the certificate is not as certificates are written"));
    let refused = |text: &str| verify(text, PROGRAM).map(|_| ());
    assert_eq!(refused(&whole.replace('\n', "\r\n")), line(1));
    assert_eq!(refused(&whole.replace("3:1\n", "3:1\r\n")), line(9));
    assert_eq!(refused(&whole.replace("2:2", "+2:2")), line(9));
    assert_eq!(refused(&whole.replace("0:0 1:1", "1:1 0:0")), line(9));
    assert_eq!(refused(&whole.replace("live 0 1 2", "live 0 01 2")), line(6));
    assert_eq!(refused(&whole.replace("live 0 1 2", "live  0 1 2")), line(6));
    assert_eq!(refused(whole.trim_end()), line(13));
    assert!(refused(&format!("{whole}\n")).is_err());
    // A line that stands twice says nothing new, or contradicts the first.
    for (i, text) in whole.lines().enumerate() {
        let mut lines: Vec<&str> = whole.lines().collect();
        lines.insert(i, text);
        let twice = format!("{}\n", lines.join("\n"));
        let refused = verify(&twice, PROGRAM).map_or(true, |verdict| !verdict.is_yes());
        assert!(refused, "line {} twice", i + 1);
    }
}

/// Whatever the lines of a cluster are, reading them ends.
#[test]
fn lines_that_are_none_are_refused() {
    let pieces =
        ["(", ")", "{", "}", "x.1", "x.1: i64", " = ", "fun f.0", "\"", "\\", "\u{e9}", "["];
    let mut rng = Rng::new(1);
    for _ in 0..20_000 {
        let mut lines: Vec<String> = PROGRAM.lines().map(str::to_owned).collect();
        for _ in 0..3 {
            let line = rng.below(lines.len());
            let at = rng.below(lines[line].len() + 1);
            let piece = rng.pick(&pieces);
            if lines[line].is_char_boundary(at) {
                lines[line].insert_str(at, piece);
            }
        }
        let program = lines.join("\n");
        for lines in crate::text::split(&program).clusters {
            let _ = crate::text::read(&lines);
        }
    }
}

#[test]
fn hashes_are_the_standards() {
    let hash = |text: &[u8]| {
        let mut state = Sha256::new();
        state.update(text);
        state.hex()
    };
    assert_eq!(hash(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_eq!(hash(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(
        hash(&[b'a'; 1_000]),
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    );
}
