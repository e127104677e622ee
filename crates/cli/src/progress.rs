//! A line on the terminal that says what takes so long.
//!
//! Nothing is shown in a pipe, nor for what takes less than a second. The line
//! is wiped before anything else is written.

use driver::Activity;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time during which nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two drawings of the line.
const TICK: Duration = Duration::from_millis(200);

/// The state that the session and the line share.
struct Shared {
    activity: Mutex<Activity>,
    changed: Condvar,
}

/// The line. It is wiped at [`Activity::Done`], and when this value goes.
pub(crate) struct Progress {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Progress {
    /// On standard error, if that is a terminal which knows how to wipe a line.
    pub(crate) fn new() -> Option<Progress> {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        if dumb || !std::io::stderr().is_terminal() {
            return None;
        }
        let shared =
            Arc::new(Shared { activity: Mutex::new(Activity::Reading), changed: Condvar::new() });
        let seen = Arc::clone(&shared);
        let thread = std::thread::Builder::new().spawn(move || show(&seen)).ok()?;
        Some(Progress { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Takes note of what the command is doing. After the last nothing is on the terminal.
    pub(crate) fn enter(&self, activity: Activity) {
        *self.shared.activity.lock().unwrap_or_else(PoisonError::into_inner) = activity;
        if activity == Activity::Done {
            self.shared.changed.notify_all();
            let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
            // A thread that panicked has ended the process.
            let _ = thread.map(JoinHandle::join);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.enter(Activity::Done);
    }
}

fn show(shared: &Shared) {
    let start = Instant::now();
    let mut wait = PATIENCE;
    let mut activity = shared.activity.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let waited = shared.changed.wait_timeout(activity, wait);
        activity = waited.unwrap_or_else(PoisonError::into_inner).0;
        if *activity == Activity::Done {
            break;
        }
        process::set_line_shown(true);
        draw(&format!("\r\x1b[K{activity} ... {} s", start.elapsed().as_secs()));
        wait = TICK;
    }
    if wait == TICK {
        draw("\r\x1b[K");
        process::set_line_shown(false);
    }
}

/// A line that cannot be drawn changes nothing.
fn draw(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
