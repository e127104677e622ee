//! `examples/echo.sml`.

use super::{Server, noise, take, take_all};
use std::io::Write;
use std::net::Shutdown;
use testkit::Child;

#[test]
fn a_hundred_clients_at_once() {
    let server = Server::start("echo", &[]);
    let mut clients: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for round in 0..3 {
        let message = |i: usize| noise(100 * round + i, 1 + 317 * i);
        for (i, client) in clients.iter_mut().enumerate() {
            client.write_all(&message(i)).expect("room");
        }
        // The last one first.
        for (i, client) in clients.iter_mut().enumerate().rev() {
            assert!(take(client, message(i).len()) == message(i), "client {i}, round {round}");
        }
    }
    server.assert_well();
}

#[test]
fn more_than_the_system_has_room_for() {
    let server = Server::start("echo", &[]);
    let bytes = noise(1, 20_000_000);
    let mut client = server.connect();
    let mut writer = client.try_clone().expect("another handle");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            writer.write_all(&bytes).expect("room");
            writer.shutdown(Shutdown::Write).expect("half an end");
        });
        assert!(take_all(&mut client) == bytes);
    });
    server.assert_well();
}

#[test]
fn half_a_connection_gets_its_answer() {
    let server = Server::start("echo", &[]);
    for text in [&b""[..], b"a", b"that was all\n"] {
        let mut client = server.connect();
        client.write_all(text).expect("room");
        client.shutdown(Shutdown::Write).expect("half an end");
        assert_eq!(take_all(&mut client), text);
    }
    server.assert_well();
}

#[test]
fn who_vanishes_disturbs_nobody() {
    let server = Server::start("echo", &[]);
    let mut faithful = server.connect();
    // One that does not read, so that the server waits for room, is reset, too.
    let mut lazy = server.connect();
    lazy.set_nonblocking(true).expect("a connection that does not wait");
    let full = noise(2, 1 << 16);
    while lazy.write(&full).is_ok() {}
    for i in 0..50 {
        server.reset(&noise(i, 1 + 100 * i));
        faithful.write_all(b"still here?").expect("room");
        assert_eq!(take(&mut faithful, 11), b"still here?");
    }
    drop(lazy);
    faithful.write_all(b"and now?").expect("room");
    assert_eq!(take(&mut faithful, 8), b"and now?");
    drop(faithful);
    server.wait_until_alone();
    server.assert_well();
}

/// Those that find no descriptor wait until another connection has ended.
#[test]
fn more_clients_than_descriptors() {
    let server = Server::start_with("ulimit -n 16; exec \"$@\"", "echo", &[]);
    let mut clients: Vec<_> = (0..40).map(|_| server.connect()).collect();
    for client in &mut clients {
        client.write_all(b"hello").expect("room");
    }
    for mut client in clients {
        assert_eq!(take(&mut client, 5), b"hello");
    }
    server.wait_until_alone();
    server.assert_well();
}

#[test]
fn a_port_that_is_taken() {
    let server = Server::start("echo", &[]);
    let program = server.folder.file("echo");
    for (port, problem) in [
        (&*server.port.to_string(), "Address already in use"),
        ("65536", "port out of range"),
        ("here", "a port is a number"),
    ] {
        let ended = Child::new(&program).arg(port).run();
        assert_eq!((ended.code, ended.err()), (Some(1), format!("echo: {problem}\n")));
    }
    server.assert_well();
}
