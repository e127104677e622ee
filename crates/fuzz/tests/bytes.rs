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

/// Every beginning of some files: a text may be cut off anywhere.
#[test]
fn no_beginning_of_a_text_breaks_a_parser() {
    let read = || {
        for (reader, files) in READERS.iter().zip(corpus(&testkit::root())) {
            let middling = files.iter().filter(|text| (300..900).contains(&text.len()));
            // Far from one another, so that they are of several sorts.
            let step = middling.clone().count() / FILES + 1;
            for text in middling.step_by(step) {
                for length in 0..text.len() {
                    if let Err(why) = reader.test(&text[..length]) {
                        let text = String::from_utf8_lossy(&text[..length]);
                        panic!(".{}: {why}\n{text}", reader.ending);
                    }
                }
            }
        }
    };
    std::thread::Builder::new().stack_size(1 << 30).spawn(read).unwrap().join().unwrap();
}

/// Files of each language.
const FILES: usize = 4;
