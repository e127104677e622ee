//! A certificate that holds, and ones that do not.

use crate::sha256::Sha256;
use crate::{HEADER, hashes, rest_hash, verify};

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
    let (name, hash) = hashes(PROGRAM).remove(0);
    let rest = rest_hash(PROGRAM);
    format!(
        "{HEADER}\nrest {rest}\ncluster {name}\nhash {hash}\n{live}assign {assign}\nnames 3 largest 3\nend\n"
    )
}

const LIVE: &str = "live 0\nlive 0 1 2\nlive 0 1\nlive 0 1\n";

fn refusals(certificate: &str, program: &str) -> Vec<String> {
    verify(certificate, program).unwrap_or_else(|why| panic!("{why}")).refusals
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
}

#[test]
fn other_programs_are_refused() {
    let certificate = certificate(LIVE, "0:0 1:1 2:2 3:1");
    let other = PROGRAM.replace("copy 7", "copy 8");
    assert!(refusals(&certificate, &other)[0].contains("not the cluster"));
    let other = PROGRAM.replace("entry main.0", "");
    assert!(refusals(&certificate, &other)[0].contains("declarations"));
    assert!(verify("x", PROGRAM).is_err());
    assert!(verify(&certificate[..certificate.len() - 5], PROGRAM).is_err());
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
