//! The end of a command that met a bug of Kont: the program is saved, the user sees a message
//! without a backtrace, the exit code is 70.
//!
//! A panic is turned into this in the panic hook, not after unwinding: code of
//! LLVM and of the running program may stand between the panic and us.

use crate::failure::{Bug, Failure, Saved};
use pass::Broken;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The program that is being compiled, and the command that does it.
struct Watched {
    ending: &'static str,
    text: Arc<[u8]>,
    command: String,
}

static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);

/// Remembers the program that is compiled from now on, in case a bug shows.
/// `command` is what shows the bug, with `{}` for the file's name.
pub(crate) fn watch(ending: &'static str, text: &[u8], command: impl Into<String>) {
    let watched = Watched { ending, text: text.into(), command: command.into() };
    *WATCHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(watched);
}

/// From now on a panic of any thread ends the process with the message of a
/// bug and exit code 70.
pub fn exit_on_panic() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let message = payload.downcast_ref::<&str>().copied();
        let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let place =
            info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
        let message = format!("internal error: {}{place}", message.unwrap_or("of unknown kind"));
        let bug = Bug { message, saved: save_watched() };
        // A message that cannot be written changes nothing.
        let _ = std::io::stderr().write_all(bug.to_string().as_bytes());
        std::process::exit(abi::exit::BUG.into());
    }));
}

/// A bug that shows otherwise than by a panic.
pub(crate) fn found(message: impl std::fmt::Display) -> Failure {
    Failure::Bug(Bug { message: format!("internal error: {message}"), saved: save_watched() })
}

fn save_watched() -> Option<Saved> {
    let watched = WATCHED.try_lock().ok()?.take()?;
    save(watched.ending, &watched.text, &watched.command)
}

/// Saves a program where the user can find it.
fn save(ending: &str, text: &[u8], command: &str) -> Option<Saved> {
    // A name of a file that is not there: links of others lead nowhere.
    let path = (0..100).find_map(|number| {
        let name = format!("kont-bug-{}-{number}.{ending}", std::process::id());
        let path: PathBuf = process::temporary_folder().join(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        file.ok()?.write_all(text).ok().map(|()| path)
    })?;
    let again = command.replace("{}", &path.to_string_lossy());
    Some(Saved { path, again })
}

/// A pass or translation broke the program.
impl From<Box<Broken>> for Failure {
    fn from(broken: Box<Broken>) -> Failure {
        let message = broken.to_string();
        let saved = if broken.before.is_empty() {
            save(broken.language, broken.program.as_bytes(), "kont check {}")
        } else {
            let command = format!("kont dev {{}} --passes {} --check", broken.pass);
            save(broken.language, broken.before.as_bytes(), &command)
        };
        Failure::Bug(Bug { message, saved })
    }
}
