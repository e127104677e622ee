//! The driver's services to front ends.

use crate::output::{self, reason};
use crate::session::Session;
use crate::{Activity, bug, input};
use diag::{Diagnostic, Severity, SourceId, Sources};
use front::{Driver, Refusal};
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// The command that shows a bug in what comes after reading.
const WATCH: &str = "kont build {} --check -o /dev/null";

impl Driver for Session {
    fn sources(&mut self) -> &mut Sources {
        &mut self.sources
    }

    fn read(&mut self, path: &Path) -> Result<Vec<u8>, String> {
        input::bytes_of(path)
    }

    fn canonical(&mut self, path: &Path) -> Result<PathBuf, String> {
        path.canonicalize().map_err(|error| reason(&error))
    }

    fn watch(&mut self, language: &'static str, source: SourceId) {
        bug::watch(language, &self.sources.get(source).bytes, WATCH);
    }

    fn judge(&mut self, mut found: Vec<Diagnostic>) -> Result<(), Refusal> {
        self.options.warnings.apply(&mut found);
        if found.iter().any(|d| d.severity == Severity::Error) {
            return Err(Refusal::Rejected(found));
        }
        if !found.is_empty() {
            self.enter(Activity::Done);
            (self.on_warnings)(&self.sources, &found);
        }
        Ok(())
    }

    fn print(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        output::to_stdout(bytes)
    }

    fn input(&mut self, prompt: &str) -> Box<dyn Read> {
        if std::io::stdin().is_terminal() {
            // A prompt that cannot be shown changes nothing.
            let _ = write!(std::io::stderr(), "{prompt}");
        }
        Box::new(std::io::stdin().lock())
    }
}
