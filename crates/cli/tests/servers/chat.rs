//! `examples/chat.sml`.

use super::{Server, take_all};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};

/// Somebody with a connection.
struct Person {
    stream: BufReader<TcpStream>,
}

impl Person {
    /// One who has been asked for a name.
    fn new(server: &Server) -> Person {
        let mut person = Person { stream: BufReader::new(server.connect()) };
        person.hears("* what is your name?");
        person
    }

    /// One who is in the room, with these others, or alone.
    fn named(server: &Server, name: &str, others: &str) -> Person {
        let mut person = Person::new(server);
        person.says(name);
        match others {
            "" => person.hears("* nobody else is here"),
            _ => person.hears(&format!("* here are {others}")),
        }
        person
    }

    fn says(&mut self, line: &str) {
        self.stream.get_mut().write_all(format!("{line}\n").as_bytes()).expect("room");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("a line");
        line
    }

    fn hears(&mut self, line: &str) {
        assert_eq!(self.line(), format!("{line}\n"));
    }
}

#[test]
fn some_people() {
    let server = Server::start("chat", &[]);
    let mut ada = Person::named(&server, "ada", "");
    let mut bob = Person::named(&server, "bob", "ada");
    ada.hears("* bob has come");
    let mut carol = Person::new(&server);
    for (name, problem) in [
        ("", "a name has letters and digits, twenty at most"),
        ("two words", "a name has letters and digits, twenty at most"),
        ("an0123456789012345678", "a name has letters and digits, twenty at most"),
        ("ada", "ada is here already"),
    ] {
        carol.says(name);
        carol.hears(&format!("* {problem}"));
        carol.hears("* what is your name?");
    }
    carol.says("carol\r");
    carol.hears("* here are ada, bob");
    ada.hears("* carol has come");
    bob.hears("* carol has come");
    ada.says("\r\ngood morning\x1b[2J\r\n\nhow are you?");
    for other in [&mut bob, &mut carol] {
        other.hears("ada: good morning[2J");
        other.hears("ada: how are you?");
    }
    bob.says("fine");
    ada.hears("bob: fine");
    carol.hears("bob: fine");
    drop(bob);
    ada.hears("* bob has left");
    carol.hears("* bob has left");
    // The name is free again.
    let mut other = Person::named(&server, "bob", "ada, carol");
    ada.hears("* bob has come");
    other.says("here again");
    ada.hears("bob: here again");
    carol.hears("* bob has come");
    carol.hears("bob: here again");
    server.assert_well();
}

#[test]
fn ways_to_leave() {
    let server = Server::start("chat", &[]);
    let mut ada = Person::named(&server, "ada", "");
    // With half a connection, which is still told what came before.
    let mut bob = Person::named(&server, "bob", "ada");
    ada.hears("* bob has come");
    ada.says("bye, bob");
    bob.hears("ada: bye, bob");
    bob.says("bye");
    bob.stream.get_ref().shutdown(Shutdown::Write).expect("half an end");
    ada.hears("bob: bye");
    ada.hears("* bob has left");
    assert_eq!(take_all(&mut bob.stream), b"");
    // By a reset, before there is a name and after.
    server.reset(b"");
    let carol = Person::named(&server, "carol", "ada");
    ada.hears("* carol has come");
    ada.says("hello");
    carol.stream.get_ref().peek(&mut [0]).expect("something to be read");
    drop(carol);
    ada.hears("* carol has left");
    // By a line that does not end.
    let mut dan = Person::named(&server, "dan", "ada");
    ada.hears("* dan has come");
    dan.says(&"x".repeat(100_000));
    ada.hears("* dan has left");
    drop(ada);
    server.wait_until_alone();
    server.assert_well();
}

#[test]
fn a_hundred_people() {
    let server = Server::start("chat", &[]);
    let mut people: Vec<Person> = (0..100).map(|_| Person::new(&server)).collect();
    for (i, person) in people.iter_mut().enumerate() {
        person.says(&format!("p{i}"));
        assert!(person.line().starts_with("* "));
    }
    for (i, person) in people.iter_mut().enumerate() {
        person.says(&format!("this is {i}"));
    }
    let all: Vec<String> = (0..100).map(|i| format!("p{i}: this is {i}\n")).collect();
    for (i, person) in people.iter_mut().enumerate() {
        for later in i + 1..100 {
            person.hears(&format!("* p{later} has come"));
        }
        let mut lines: Vec<String> = (0..99).map(|_| person.line()).collect();
        lines.push(all[i].clone());
        lines.sort_by_key(|line| all.iter().position(|other| other == line));
        assert_eq!(lines, all, "what p{i} hears");
    }
    server.assert_well();
}

/// Says so much that the system has no room for it, and sees that somebody else hears all of it.
fn flood(ada: &mut Person, bob: &mut Person) {
    let line = "x".repeat(2000);
    let count = 10_000;
    let mut speaker = ada.stream.get_ref().try_clone().expect("another handle");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let text = format!("{line}\n");
            (0..count).for_each(|_| speaker.write_all(text.as_bytes()).expect("room"));
        });
        let expected = format!("ada: {line}\n");
        let mut heard = 0;
        while heard < count {
            // The one who is slow may have left.
            match bob.line() {
                line if line == expected => heard += 1,
                line => assert_eq!(line, "* slow has left\n"),
            }
        }
    });
}

#[test]
fn nobody_waits_for_who_is_slow() {
    let server = Server::start("chat", &["1000"]);
    let mut slow = Person::named(&server, "slow", "");
    let mut ada = Person::named(&server, "ada", "slow");
    let mut bob = Person::named(&server, "bob", "slow, ada");
    ada.hears("* bob has come");
    flood(&mut ada, &mut bob);
    // It was all kept.
    slow.hears("* ada has come");
    slow.hears("* bob has come");
    for _ in 0..10_000 {
        assert_eq!(slow.line().len(), "ada: \n".len() + 2000);
    }
    server.assert_well();
}

#[test]
fn who_is_too_slow_has_to_leave() {
    let server = Server::start("chat", &["5"]);
    let slow = Person::named(&server, "slow", "");
    let mut ada = Person::named(&server, "ada", "slow");
    let mut bob = Person::named(&server, "bob", "slow, ada");
    ada.hears("* bob has come");
    flood(&mut ada, &mut bob);
    ada.hears("* slow has left");
    drop(slow);
    server.assert_well();
}
