//! The state that the processors of a runtime share.

use crate::collect::roots::Handles;
use crate::collect::{Marking, Schedule, Statistics};
use crate::compiler::{Compiled, Compiler};
use crate::config::Config;
use crate::cont::{Builtins, Described};
use crate::heap::Heap;
use crate::report::Report;
use crate::runtime::Step;
use crate::state::{Ending, Watcher};
use crate::units::{Imports, Units};
use abi::Window;
use host::Host;
use std::sync::Arc;
use std::time::Instant;

/// Everything that is no processor's own.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) host: Box<dyn Host>,
    /// The window of the host.
    pub(crate) window: Arc<Window>,
    pub(crate) heap: Heap,
    pub(crate) units: Units,
    pub(crate) handles: Handles,
    pub(crate) builtins: Builtins,
    pub(crate) schedule: Schedule,
    /// What is outside the nurseries is being marked.
    pub(crate) marking: Option<Marking>,
    /// Without what the processors have allocated since the last collection.
    pub(crate) stats: Statistics,
    /// The time when a unit first ran.
    pub(crate) start: Option<Instant>,
    pub(crate) exit_code: i32,
    /// Why the last unit ended, if no program could have handled that.
    pub(crate) ended: Option<Ending>,
    /// What was to be said of units that have not come to their end, if the embedder says it.
    pub(crate) reports: Option<Vec<Report>>,
    /// The wish with which the program has left.
    pub(crate) wish: Vec<u8>,
    /// The declaration that an interactive session runs.
    pub(crate) step: Step,
    /// The function that shows exceptions with descriptions, once there may be one.
    pub(crate) described: Option<Described>,
    /// The watcher of what runs, if there is one.
    pub(crate) watcher: Option<Watcher>,
    /// The compiler for what the program evaluates, if there is one.
    pub(crate) compiler: Option<Compiler>,
}

impl Shared {
    /// The state that so many processors share at the start.
    pub(crate) fn new(
        config: Config,
        host: Box<dyn Host>,
        processors: usize,
    ) -> Result<Shared, String> {
        Ok(Shared {
            heap: Heap::new(&config, processors)?,
            config,
            window: host.window(),
            host,
            units: Units::default(),
            handles: Handles::default(),
            builtins: Builtins::new(),
            schedule: Schedule::default(),
            marking: None,
            stats: Statistics::default(),
            start: None,
            exit_code: 0,
            ended: None,
            reports: None,
            wish: Vec::new(),
            step: Step::default(),
            described: None,
            watcher: None,
            compiler: None,
        })
    }

    /// Compiles a text that the program has written, and makes the unit known.
    pub(crate) fn compile(&mut self, text: &[u8]) -> Option<Compiled> {
        let compiled = self.compiler.as_mut()?(text)?;
        // SAFETY: the embedder says that the unit stays.
        unsafe { self.units.register(compiled.unit, Imports::default()) }.ok()?;
        Some(compiled)
    }

    /// Writes the output that waits; gives the exit code of a program that ends with this one.
    pub(crate) fn finish(&mut self, code: i32) -> i32 {
        let Err(error) = self.host.finish() else { return code };
        // If standard error is closed, the exit code still tells.
        let _ = self.host.write_all(2, format!("kont: cannot write: {error}\n").as_bytes());
        if code == 0 { 1 } else { code }
    }
}
