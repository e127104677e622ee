//! Requests on their way from the thread that reads them to the one that carries them out.
//!
//! The reader sees to interrupts and input itself, while a program runs.

use super::events::Events;
use super::input::Feed;
use super::request::{Refused, Request, Wish};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::os::fd::AsFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Most bytes of a line.
const MOST_LINE: usize = 64 << 20;

/// Bytes of requests after which no more are read until some are carried out.
const MOST_WAITING: usize = 64 << 20;

/// The time after which an evaluation that goes on is interrupted again.
const PAUSE: Duration = Duration::from_millis(100);

/// The requests that wait.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    bytes: usize,
    /// True once there are no more.
    ends: bool,
    /// True while a text is evaluated.
    runs: bool,
    /// The number of requests that were carried out, to tell one evaluation from the next.
    number: u64,
    /// True if what is evaluated is not to go on.
    stopped: bool,
}

struct Waiting {
    request: Request,
    bytes: usize,
    /// True if it was interrupted before it began.
    stopped: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next request; none if there are no more. A text that is to be evaluated can be interrupted
    /// from then on, or has been: see [`Queue::is_stopped`].
    pub(super) fn next(&self) -> Option<Request> {
        let mut state = self.lock();
        state.runs = false;
        loop {
            if let Some(next) = state.waiting.pop_front() {
                state.bytes -= next.bytes;
                state.runs = matches!(next.request.wish, Wish::Run { .. });
                state.number += 1;
                state.stopped = next.stopped;
                // What came before is not meant for it.
                host::interrupt::settle();
                self.changed.notify_all();
                return Some(next.request);
            }
            if state.ends {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// True if what is evaluated was interrupted.
    pub(super) fn is_stopped(&self) -> bool {
        self.lock().stopped || host::interrupt::asked()
    }

    /// Nothing is evaluated any more.
    pub(super) fn rest(&self) {
        self.lock().runs = false;
    }

    fn add(&self, request: Request, bytes: usize) {
        let mut state = self.lock();
        while state.bytes > MOST_WAITING {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += bytes;
        state.waiting.push_back(Waiting { request, bytes, stopped: false });
        self.changed.notify_all();
    }

    fn end(&self) {
        self.lock().ends = true;
        self.changed.notify_all();
    }

    /// Interrupts what is evaluated, and what waits for that.
    fn interrupt(self: &Arc<Self>) {
        let mut state = self.lock();
        state.waiting.iter_mut().for_each(|waiting| waiting.stopped = true);
        if !state.runs || std::mem::replace(&mut state.stopped, true) {
            return;
        }
        host::interrupt::ask();
        let (queue, number) = (Arc::clone(self), state.number);
        let again = std::thread::Builder::new().name("interrupts".to_owned());
        // Without a thread to spare, the interrupt is asked for once.
        let _ = again.spawn(move || queue.insist(number));
    }

    /// Interrupts an evaluation until it ends: while it waits for a child process, for one, the
    /// system has interrupts ignored.
    fn insist(&self, number: u64) {
        let mut state = self.lock();
        while state.runs && state.number == number {
            let waited = self.changed.wait_timeout(state, PAUSE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.runs && state.number == number {
                host::interrupt::ask();
            }
        }
    }
}

/// Reads requests in a thread of its own, until there are no more. If nobody is left to be answered
/// then, the process ends.
pub(super) fn read(
    input: File,
    queue: &Arc<Queue>,
    events: &Arc<Events>,
    feed: &Arc<Feed>,
) -> std::io::Result<()> {
    let (queue, events, feed) = (Arc::clone(queue), Arc::clone(events), Arc::clone(feed));
    let reader = std::thread::Builder::new().name("requests".to_owned());
    reader.spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(line) = next_line(&mut input) {
            let length = line.as_ref().map_or(0, Vec::len);
            let parsed = match &line {
                Some(line) if line.trim_ascii().is_empty() => continue,
                Some(line) => Request::parse(line),
                None => {
                    let reason = format!("the line is longer than {MOST_LINE} bytes");
                    Err(Refused { id: serde_json::Value::Null, reason })
                }
            };
            match parsed {
                Ok(request) => take(request, length, &queue, &events, &feed),
                Err(Refused { id, reason }) => events.refuse(&id, &reason),
            }
        }
        feed.close();
        queue.end();
        host::streams::await_gone(events.as_fd());
        host::streams::leave(1);
    })?;
    Ok(())
}

/// Carries out a request that is meant for what runs; has the others wait.
fn take(request: Request, bytes: usize, queue: &Arc<Queue>, events: &Events, feed: &Feed) {
    match &request.wish {
        Wish::Interrupt => {
            queue.interrupt();
            events.done(&request.id, "ok");
        }
        Wish::Input { text, end } => {
            if feed.add(text, *end) {
                events.done(&request.id, "ok");
            } else {
                events.refuse(&request.id, "no program can read it");
            }
        }
        Wish::Run { .. }
        | Wish::Complete { .. }
        | Wish::Inspect { .. }
        | Wish::IsComplete { .. }
        | Wish::Types { .. }
        | Wish::Reset => queue.add(request, bytes),
    }
}

/// The next line, or nothing in its place if it is too long; none at the end.
fn next_line(input: &mut impl BufRead) -> Option<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let most = MOST_LINE as u64 + 1;
    let read = input.by_ref().take(most).read_until(b'\n', &mut line).ok()?;
    if read == 0 {
        return None;
    }
    if line.last() == Some(&b'\n') || line.len() <= MOST_LINE {
        return Some(Some(line));
    }
    drop(line);
    loop {
        let some = input.fill_buf().ok()?;
        if some.is_empty() {
            return Some(None);
        }
        let end = some.iter().position(|byte| *byte == b'\n');
        let count = end.map_or(some.len(), |at| at + 1);
        input.consume(count);
        if end.is_some() {
            return Some(None);
        }
    }
}
