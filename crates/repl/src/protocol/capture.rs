//! What programs write to standard output and standard error, as events.
//!
//! It is caught where it leaves the process, so that it makes no difference who writes it: a
//! program, a child process, or C. A thread passes it on as it comes; before anything else is said
//! of a run, [`Capture::settle`] passes on what is there. What the client does not read waits in the
//! pipes, and then the programs wait, so that memory is bounded.

use super::events::Events;
use serde_json::json;
use std::io::{PipeReader, Read};
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Most bytes of an event.
const MOST: usize = 1 << 16;

/// The time for which small pieces wait for one another.
const PAUSE: Duration = Duration::from_millis(1);

/// The two streams, and where they go.
pub(super) struct Capture {
    streams: Mutex<[Stream; 2]>,
    events: Arc<Events>,
    /// The process that began: a child that a program forks has nothing to pass on.
    process: u32,
}

struct Stream {
    name: &'static str,
    pipe: PipeReader,
    /// The beginning of a character whose end has not come yet.
    rest: Vec<u8>,
}

impl Capture {
    /// Passes on what comes, from now on.
    pub(super) fn begin(
        written: [PipeReader; 2],
        events: Arc<Events>,
    ) -> std::io::Result<Arc<Capture>> {
        let [out, err] = written;
        let again = [out.try_clone()?, err.try_clone()?];
        let stream = |name, pipe| Stream { name, pipe, rest: Vec::new() };
        let streams = Mutex::new([stream("stdout", out), stream("stderr", err)]);
        let capture = Arc::new(Capture { streams, events, process: std::process::id() });
        let to = Arc::clone(&capture);
        std::thread::Builder::new().name("output".to_owned()).spawn(move || {
            loop {
                let [out, err] = &again;
                host::streams::await_any([out.as_fd(), err.as_fd()]);
                let mut streams = to.lock();
                let few =
                    streams.iter_mut().map(|stream| stream.some(&to.events, MOST)).sum::<usize>();
                drop(streams);
                if few < MOST / 2 {
                    std::thread::sleep(PAUSE);
                }
            }
        })?;
        Ok(capture)
    }

    fn lock(&self) -> MutexGuard<'_, [Stream; 2]> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes on what has been written up to now, but for a character that has only begun.
    pub(super) fn settle(&self) {
        host::streams::flush_c();
        self.lock().iter_mut().for_each(|stream| stream.all(&self.events));
    }

    /// The same at the end of a run, with all that has begun.
    pub(super) fn finish(&self) {
        self.settle();
        self.lock().iter_mut().for_each(|stream| stream.finish(&self.events));
    }

    /// The same for the end of the process, in which a thread may have been stopped anywhere.
    pub(super) fn settle_at_last(&self) {
        if std::process::id() != self.process {
            return;
        }
        for _ in 0..100 {
            match self.streams.try_lock() {
                Ok(mut streams) => {
                    for stream in &mut *streams {
                        stream.all(&self.events);
                        stream.finish(&self.events);
                    }
                    return;
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(10 * PAUSE),
                Err(TryLockError::Poisoned(_)) => return,
            }
        }
    }
}

impl Stream {
    /// Passes on what is there now; a process that goes on writing does not keep us.
    fn all(&mut self, events: &Events) {
        let mut left = host::streams::waiting(self.pipe.as_fd());
        while left > 0 {
            match self.some(events, left.min(MOST)) {
                0 => break,
                count => left = left.saturating_sub(count),
            }
        }
    }

    /// Passes on the beginning of a character that does not end.
    fn finish(&mut self, events: &Events) {
        let rest = std::mem::take(&mut self.rest);
        self.tell(events, &rest);
    }

    /// Passes on at most so many bytes, without waiting; gives their number.
    fn some(&mut self, events: &Events, most: usize) -> usize {
        let there = host::streams::waiting(self.pipe.as_fd()).min(most);
        let mut bytes = std::mem::take(&mut self.rest);
        let before = bytes.len();
        bytes.resize(before + there, 0);
        let count = if there == 0 { 0 } else { self.pipe.read(&mut bytes[before..]).unwrap_or(0) };
        bytes.truncate(before + count);
        self.rest = bytes.split_off(bytes.len() - begun(&bytes));
        self.tell(events, &bytes);
        count
    }

    fn tell(&self, events: &Events, bytes: &[u8]) {
        if !bytes.is_empty() {
            let text = String::from_utf8_lossy(bytes);
            events.tell("output", json!({ "stream": self.name, "text": text }));
        }
    }
}

/// The number of bytes at the end that begin a character of UTF-8 and do not end it.
fn begun(bytes: &[u8]) -> usize {
    let last = bytes.iter().rev().take(3);
    for (i, byte) in last.enumerate() {
        let length = match byte {
            0x80..=0xBF => continue,
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            0x00..=0x7F | 0xC0..=0xC1 | 0xF5..=0xFF => 1,
        };
        return if length > i + 1 { i + 1 } else { 0 };
    }
    0
}

#[cfg(test)]
mod tests {
    use super::begun;

    #[test]
    fn characters_are_not_cut() {
        let text = "a é € 𝄞".as_bytes();
        for end in 0..=text.len() {
            let whole = &text[..end - begun(&text[..end])];
            assert!(std::str::from_utf8(whole).is_ok(), "{whole:?}");
        }
    }

    #[test]
    fn what_is_no_text_does_not_wait() {
        for bytes in [&b"\xff"[..], b"a\x80", b"\x80\x80\x80\x80", b"\xc0", b"\xf8\x80"] {
            assert_eq!(begun(bytes), 0, "{bytes:?}");
        }
    }
}
