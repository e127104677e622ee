//! Parsers and checkers survive texts by chance. `cargo xtask fuzz --bytes` reads
//! more of them.

use kont_fuzz::{READERS, corpus, fuzz_bytes};
use std::time::Duration;

#[test]
fn no_text_breaks_a_parser() {
    let read = || {
        let corpus = corpus(&testkit::root());
        let mut wrong = Vec::new();
        let tallies = fuzz_bytes(&corpus, 0, Duration::from_secs(8), |finding| {
            let text = String::from_utf8_lossy(&finding.text).into_owned();
            wrong.push(format!(".{} {}: {}\n{text}", finding.ending, finding.seed, finding.why));
        });
        println!("{tallies:?}");
        assert!(wrong.is_empty(), "{} texts; the first: {}", wrong.len(), wrong[0]);
        for (reader, tally) in READERS.iter().zip(&tallies) {
            assert!(tally.accepted > 0 && tally.accepted < tally.read, "{}", reader.ending);
        }
    };
    // As deep as the command's own.
    std::thread::Builder::new().stack_size(1 << 30).spawn(read).unwrap().join().unwrap();
}
