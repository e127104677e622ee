//! The handling of SIGINT, SIGTERM and SIGHUP.
//!
//! The handler calls only what POSIX allows it to: `kill`, `waitpid`, `unlink`,
//! `rmdir`, `write`, `tcsetattr`, `raise`. A file's name is leaked when it is noted, so that it can be
//! read at any moment; a command notes a handful.
#![allow(unsafe_code, reason = "signal handlers have no safe interface")]

use std::ffi::{CString, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering::SeqCst};
use std::time::Duration;

/// The signals by which a user or the system asks for the end.
const SIGNALS: [c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// Names of files and folders to remove.
static FILES: [AtomicPtr<c_char>; 128] = [const { AtomicPtr::new(null_mut()) }; 128];
/// The number of names in the longest path of a temporary folder, its own and those below it.
const DEPTH: usize = 4;
/// The process group of the child that runs; 0 for none.
static CHILD: AtomicI32 = AtomicI32::new(0);
/// True while the last line of the terminal shows progress.
static LINE: AtomicBool = AtomicBool::new(false);
/// True once a signal has come.
static ENDING: AtomicBool = AtomicBool::new(false);

/// From now on a signal ends the child that runs, removes the temporary files,
/// and then ends the process as it would have done anyway. A signal that the
/// process was started to ignore stays ignored.
pub fn catch() {
    for signal in SIGNALS {
        // SAFETY: a zero `sigaction` is a value; the handler is async-signal-safe.
        unsafe {
            let mut before: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &mut before);
            if before.sa_sigaction != libc::SIG_DFL {
                continue;
            }
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = end as *const () as libc::sighandler_t;
            // A second signal, and ours to ourselves, ends the process at once.
            action.sa_flags = libc::SA_RESETHAND | libc::SA_NODEFER;
            libc::sigaction(signal, &action, null_mut());
        }
    }
}

/// Takes [`catch`] back: signals end the process at once.
pub fn release() {
    SIGNALS.into_iter().for_each(release_one);
}

/// Takes [`catch`] back for SIGINT, which ends what the process runs, and not the process.
pub fn release_interrupts() {
    release_one(libc::SIGINT);
}

fn release_one(signal: c_int) {
    // SAFETY: as in `catch`.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut now);
        if now.sa_sigaction == end as *const () as libc::sighandler_t {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// Says whether the last line of the terminal shows progress, which a signal
/// then wipes.
pub fn set_line_shown(shown: bool) {
    LINE.store(shown, SeqCst);
}

extern "C" fn end(signal: c_int) {
    ENDING.store(true, SeqCst);
    // SAFETY: the calls are async-signal-safe, and names in the table live for ever.
    unsafe {
        let child = CHILD.load(SeqCst);
        if child > 0 {
            libc::kill(-child, libc::SIGTERM);
            libc::waitpid(child, null_mut(), 0);
        }
        // A folder can go when what is in it is gone.
        for file in [&FILES; DEPTH].into_iter().flatten() {
            let name = file.load(SeqCst);
            if !name.is_null() && libc::unlink(name) != 0 {
                libc::rmdir(name);
            }
        }
        crate::terminal::restore();
        if LINE.load(SeqCst) {
            let wipe = b"\r\x1b[K";
            libc::write(2, wipe.as_ptr().cast(), wipe.len());
        }
        libc::raise(signal);
    }
}

/// Notes a file or folder that a signal removes; none where the table is full or the name
/// cannot be one.
pub(crate) fn note_file(path: &Path) -> Option<usize> {
    let name = CString::new(path.as_os_str().as_bytes()).ok()?.into_raw();
    FILES.iter().position(|file| file.compare_exchange(null_mut(), name, SeqCst, SeqCst).is_ok())
}

/// Takes [`note_file`] back.
pub(crate) fn forget_file(slot: usize) {
    FILES[slot].store(null_mut(), SeqCst);
}

/// Notes the child that runs, or with 0 that none does. After a signal it does
/// not return: whoever waited for the child must not report its end.
pub(crate) fn note_child(group: i32) {
    CHILD.store(group, SeqCst);
    if group == 0 {
        while ENDING.load(SeqCst) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
