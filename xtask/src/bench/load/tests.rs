//! Servers that answer, and servers that do not.

use super::*;
use std::net::TcpListener;

/// The port of a server that sends back what a function makes of what it receives. It ends when
/// its connections do.
fn server(connections: usize, change: fn(&mut [u8]) -> usize) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().take(connections) {
            let mut stream = stream.expect("a connection");
            std::thread::spawn(move || {
                let mut bytes = [0; 50];
                while let Ok(count @ 1..) = stream.read(&mut bytes) {
                    let count = change(&mut bytes[..count]);
                    if count == 0 || stream.write_all(&bytes[..count]).is_err() {
                        return;
                    }
                }
            });
        }
    });
    port
}

#[test]
fn answers_in_pieces() {
    let mut load = Load::connect(server(20, |bytes| bytes.len()), 20).expect("connections");
    load.exchange(1).expect("answers");
    load.exchange(30).expect("answers");
    assert_eq!(load.next, 31);
}

#[test]
fn what_is_wrong_is_noticed() {
    let problem = |change: fn(&mut [u8]) -> usize| {
        let mut load = Load::connect(server(3, change), 3).expect("connections");
        load.exchange(2).expect_err("a problem").split_once(": ").expect("a place").1.to_owned()
    };
    let flip = |bytes: &mut [u8]| {
        bytes[bytes.len() - 1] ^= 1;
        bytes.len()
    };
    assert_eq!(problem(flip), "the answer is another one");
    // It depends on whether the server has read all of the message.
    let gone = problem(|_| 0);
    assert!(gone.contains("closed") || gone.contains("reset"), "{gone}");
}

#[test]
fn no_two_messages_are_the_same() {
    let mut all: Vec<[u8; LENGTH]> =
        (0..50).flat_map(|client| (0..50).map(move |message| text(client, message))).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 2500);
}

#[test]
fn arguments() {
    let run = |words: &[&str]| run(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
    assert!(run(&["1", "2", "3"]).is_err());
    assert!(run(&["99999", "1", "1", "1"]).is_err());
    let many = run(&["1", "1", "4000000000", "1"]).expect_err("too many");
    assert!(many.contains("descriptors"), "{many}");
}
