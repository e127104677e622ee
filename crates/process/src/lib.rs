//! The behaviour of the command as a process: the signals that end it, the files that must not
//! outlive it, the programs it starts.
//!
//! ```text
//! signal   SIGINT, SIGTERM and SIGHUP: clean up, then end by that signal
//! temp     files that are removed on every way out
//! folder   folders of such files
//! child    linkers and C compilers, which a signal ends as well
//! terminal keys one by one, and a terminal that is left as it was
//! ```
//! The state is the process's own, hence in statics: a signal handler reaches
//! nothing else.
//!
//! Absent on purpose: anything about running programs, which have the signals
//! as the system gives them; see `runtime`.

mod child;
mod folder;
mod signal;
mod temp;
mod terminal;

pub use child::output;
pub use folder::TemporaryFolder;
pub use host::temporary_folder;
pub use signal::{catch, release, release_interrupts, set_line_shown};
pub use temp::Temporary;
pub use terminal::{Next, Raw, forget_typed, size};
