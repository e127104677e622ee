//! The standard input of programs: what the client sends for it.

use super::events::Events;
use serde_json::json;
use std::io::{PipeWriter, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The standard input of programs.
pub(super) struct Feed {
    state: Mutex<State>,
    events: Arc<Events>,
}

#[derive(Default)]
struct State {
    /// Where programs read from; none if their input is at its end.
    pipe: Option<PipeWriter>,
    /// What has no room in the pipe yet.
    text: Vec<u8>,
    /// True if nothing comes after that.
    ends: bool,
    /// True if the client has nothing more to send, ever.
    closed: bool,
}

impl Feed {
    pub(super) fn new(events: Arc<Events>) -> Arc<Feed> {
        Arc::new(Feed { state: Mutex::default(), events })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives what runs next an input that the client sends, or an empty one.
    pub(super) fn begin(&self, wanted: bool) {
        let mut state = self.lock();
        let wanted = wanted && !state.closed;
        if wanted == state.pipe.is_some() && !state.ends {
            return;
        }
        *state = State { closed: state.closed, ..State::default() };
        if wanted {
            state.pipe = host::streams::new_input().ok();
        }
        if state.pipe.is_none() {
            // If there is no descriptor left for it, what is there stays.
            let _ = host::streams::no_input();
        }
    }

    /// A program waits for input: it gets what is left, or the client is asked.
    pub(super) fn ask(&self) {
        let mut state = self.lock();
        let asks = state.pipe.is_some() && state.text.is_empty() && !state.ends;
        state.push();
        drop(state);
        if asks {
            self.events.tell("input", json!({}));
        }
    }

    /// The client sends nothing more.
    pub(super) fn close(&self) {
        self.add("", true);
        self.lock().closed = true;
    }

    /// Adds what the client sends; false if no program can read it.
    pub(super) fn add(&self, text: &str, end: bool) -> bool {
        let mut state = self.lock();
        if state.pipe.is_none() || state.ends {
            return false;
        }
        state.text.extend_from_slice(text.as_bytes());
        state.ends = end;
        state.push();
        true
    }
}

impl State {
    /// Writes as much as there is room for.
    fn push(&mut self) {
        let Some(pipe) = &mut self.pipe else { return };
        let mut written = 0;
        while written < self.text.len() {
            match pipe.write(&self.text[written..]) {
                Ok(count) if count > 0 => written += count,
                Ok(_) | Err(_) => break,
            }
        }
        self.text.drain(..written);
        if self.ends && self.text.is_empty() {
            self.pipe = None;
        }
    }
}
