//! `xtask load`: many connections to an echo server at once, and every answer checked.
//!
//! Each connection sends a message, waits for all of its answer, and sends the next. A message
//! says whose it is and which, so that an answer that is lost, or that another connection should
//! have had, is noticed. After one message of each that is not counted, all of them begin at once.
//! The benchmarks start this as a process of its own beside the server.

mod sys;

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};
use sys::Poller;

/// The length of a message.
const LENGTH: usize = 64;

/// All of it has to be done within this time.
const PATIENCE: Duration = Duration::from_secs(120);

/// Descriptors besides those of the connections.
const OTHERS: usize = 32;

/// Holds connections to a server of this machine, and prints how many messages were answered, the
/// seconds from the first to the last, and the seconds of the processor that the server took.
///
/// The arguments are the port, the server's process, the number of connections, and how many
/// messages each of them sends.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let number = |text: &String| text.parse::<u32>().map_err(|e| format!("{text}: {e}"));
    let numbers = args.iter().map(number).collect::<Result<Vec<u32>, String>>()?;
    let &[port, server, connections, messages] = numbers.as_slice() else {
        return Err("xtask load PORT PROCESS CONNECTIONS MESSAGES".to_owned());
    };
    let port = u16::try_from(port).map_err(|e| format!("{port}: {e}"))?;
    sys::allow_descriptors(connections as usize + OTHERS)?;
    let mut load = Load::connect(port, connections)?;
    load.exchange(1)?;
    let used = || sys::processor_time(server).map_err(|e| format!("process {server}: {e}"));
    let (before, start) = (used()?, Instant::now());
    load.exchange(messages)?;
    let seconds = start.elapsed().as_secs_f64();
    let cpu = used()? - before;
    println!("{} answers", u64::from(connections) * u64::from(messages));
    println!("seconds {seconds:.6} {cpu:.6}");
    Ok(())
}

/// A connection, and how far it is.
struct Client {
    stream: TcpStream,
    number: u32,
    /// The number of the message whose answer it waits for.
    message: u32,
    /// How much of that has come.
    received: usize,
}

/// All connections.
struct Load {
    poller: Poller,
    clients: Vec<Client>,
    /// The number of the next message of all.
    next: u32,
    deadline: Instant,
}

impl Load {
    fn connect(port: u16, connections: u32) -> Result<Load, String> {
        let poller = Poller::new().map_err(|e| format!("cannot wait for connections: {e}"))?;
        let deadline = Instant::now() + PATIENCE;
        let mut load = Load { poller, clients: Vec::new(), next: 0, deadline };
        for number in 0..connections {
            let made = open(port, load.left()?).and_then(|stream| {
                load.poller.add(stream.as_fd(), number)?;
                Ok(Client { stream, number, message: 0, received: 0 })
            });
            load.clients.push(made.map_err(|e| format!("connection {}: {e}", number + 1))?);
        }
        Ok(load)
    }

    /// The time that is left.
    fn left(&self) -> Result<Duration, String> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let seconds = PATIENCE.as_secs();
        if left.is_zero() { Err(format!("not done after {seconds} s")) } else { Ok(left) }
    }

    /// Every connection sends so many messages, and gets their answers.
    fn exchange(&mut self, messages: u32) -> Result<(), String> {
        let last = self.next + messages;
        for client in &mut self.clients {
            client.send(self.next)?;
        }
        let mut busy = self.clients.len();
        while busy > 0 {
            let left = self.left().map_err(|e| format!("{e}: {busy} connections wait"))?;
            let ready = self.poller.wait(left).map_err(|e| format!("cannot wait: {e}"))?;
            for number in ready {
                let client = &mut self.clients[number as usize];
                if client.receive()? {
                    match client.message + 1 {
                        next if next == last => busy -= 1,
                        next => client.send(next)?,
                    }
                }
            }
        }
        self.next = last;
        Ok(())
    }
}

fn open(port: u16, patience: Duration) -> std::io::Result<TcpStream> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let stream = TcpStream::connect_timeout(&address, patience)?;
    stream.set_nodelay(true)?;
    stream.set_nonblocking(true)?;
    Ok(stream)
}

impl Client {
    fn problem(&self, what: impl std::fmt::Display) -> String {
        format!("connection {}, message {}: {what}", self.number, self.message)
    }

    /// The system has room for so little at any time.
    fn send(&mut self, message: u32) -> Result<(), String> {
        (self.message, self.received) = (message, 0);
        self.stream.write_all(&text(self.number, message)).map_err(|e| self.problem(e))
    }

    /// Takes what has come; true if that is the end of the answer.
    fn receive(&mut self) -> Result<bool, String> {
        // One byte more than there should be.
        let mut bytes = [0; LENGTH + 1];
        let room = &mut bytes[self.received..];
        let count = match self.stream.read(room) {
            Ok(0) => return Err(self.problem("the server has closed the connection")),
            Ok(count) => count,
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                return Ok(false);
            }
            Err(e) => return Err(self.problem(e)),
        };
        let wanted = &text(self.number, self.message);
        let end = self.received + count;
        if wanted.get(self.received..end) != Some(&bytes[self.received..end]) {
            return Err(self.problem("the answer is another one"));
        }
        self.received = end;
        Ok(end == LENGTH)
    }
}

/// A message: whose it is and which, and letters that depend on both.
fn text(client: u32, message: u32) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    bytes[..4].copy_from_slice(&client.to_le_bytes());
    bytes[4..8].copy_from_slice(&message.to_le_bytes());
    let first = client.wrapping_mul(31).wrapping_add(message.wrapping_mul(17));
    for (byte, letter) in bytes[8..].iter_mut().zip(first..) {
        *byte = b'a' + (letter % 26) as u8;
    }
    bytes
}

#[cfg(test)]
mod tests;
