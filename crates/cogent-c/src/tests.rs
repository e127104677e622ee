//! What the C side sees of programs.

mod ctypes;

use cogent_check::check;
use cogent_check::core::Program;
use cogent_syntax::{File, Loader, Options, Read, read};
use diag::{Sources, draw_all};
use std::path::Path;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&mut self, _: &Path) -> Result<Option<File>, String> {
        Ok(None)
    }
}

/// The core of a program.
#[track_caller]
fn core(text: &str) -> Program {
    let mut sources = Sources::new();
    let source = sources.add("a.cogent", text.as_bytes());
    let file = File { source, text: text.as_bytes().into() };
    let Read { program, diagnostics } =
        read(Path::new("a.cogent"), file, &mut NoFiles, &Options::default());
    assert!(diagnostics.is_empty(), "{}", draw_all(&sources, &diagnostics, false, 100));
    match check(&program) {
        Ok(core) => core,
        Err(errors) => panic!("{}", draw_all(&sources, &errors, false, 100)),
    }
}
