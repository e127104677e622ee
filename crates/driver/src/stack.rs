//! A thread with a large stack.
//!
//! The languages nest at most `MAX_NESTING` deep, and what walks them uses the
//! machine's stack. The memory is only reserved; what is not used costs nothing.

use std::io::Write;
use std::thread;

const STACK: usize = 2 << 30;
const LEAST: usize = 64 << 20;

/// Runs `work` on a thread with a stack of two gigabytes, or as much as there is.
pub fn with_large_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    // The first size that the system grants; the work itself can be given away only once.
    let mut size = STACK;
    while size > LEAST && !is_granted(size) {
        size /= 2;
    }
    let thread = thread::Builder::new().name("kont".to_owned()).stack_size(size).spawn(work);
    match thread.map(thread::JoinHandle::join) {
        Ok(Ok(value)) => value,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            // A message that cannot be written changes nothing.
            let _ = writeln!(std::io::stderr(), "kont: no memory for a thread: {error}");
            std::process::exit(abi::exit::NO_MEMORY.into())
        }
    }
}

/// True if the system grants a thread with such a stack. Its memory is free again afterwards.
fn is_granted(size: usize) -> bool {
    thread::Builder::new().stack_size(size).spawn(|| ()).is_ok_and(|thread| thread.join().is_ok())
}
