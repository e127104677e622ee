//! Files and projects that a session loads.

use crate::dialogue::{After, Dialogue};
use crate::engine::{End, Engine};
use crate::user::User;
use diag::{Severity, SourceId, Sources};
use driver::{Failure, Input};
use sml::project::{self, Root};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Dialogue {
    /// Evaluates a file, or the files of a project.
    pub(crate) fn load(&mut self, path: &Path) -> After {
        host::interrupt::settle();
        let end = match project::is_project(path) {
            true => self.engine.project(path, &mut self.user),
            false => self.engine.file(path.as_os_str(), &mut self.user),
        };
        end.into()
    }
}

impl Engine {
    /// Evaluates the files of a project, and binds what it exports.
    fn project(&mut self, path: &Path, user: &mut dyn User) -> End {
        let text = match driver::read_text(&Input::File(path.into())) {
            Ok(text) => text,
            Err(why) => {
                self.fail(why, user);
                return End::Failed;
            }
        };
        user.opens(&path.to_string_lossy());
        let source = self.sources.add(path.to_string_lossy(), &*text);
        let roots = [Root { path: path.to_owned(), source, text: text.into_bytes().into() }];
        let mark = self.compilation.mark();
        let mut files = Files { sources: &mut self.sources };
        let (found, basis) = project::evaluate(&mut self.compilation, &mut files, &[], &roots);
        user.messages(&self.sources, &found);
        let wrong = found.iter().any(|message| message.severity == Severity::Error);
        if wrong {
            self.compilation.withdraw(mark);
            return End::Failed;
        }
        self.compilation.adopt(&basis, mark);
        self.bound_since(mark, user)
    }
}

/// The files of a project, as the system has them.
struct Files<'s> {
    sources: &'s mut Sources,
}

impl sml::Loader for Files<'_> {
    fn library(&mut self, name: &str, text: &'static [u8]) -> (SourceId, Cow<'static, [u8]>) {
        self.sources.library(name, text)
    }
}

impl project::Files for Files<'_> {
    fn canonical(&mut self, path: &Path) -> Result<PathBuf, String> {
        path.canonicalize().map_err(|error| reason(&error))
    }

    fn read(&mut self, path: &Path) -> Result<(SourceId, Arc<[u8]>), String> {
        let bytes =
            driver::read_text(&Input::File(path.into())).map_err(|failure| match failure {
                Failure::Said(text) | Failure::Usage(text) | Failure::NoMemory(text) => text,
                Failure::Rejected(_) | Failure::Unwanted | Failure::Bug(_) => {
                    "it cannot be read".to_owned()
                }
            })?;
        Ok((self.sources.add(path.to_string_lossy(), &*bytes), bytes.into_bytes().into()))
    }
}

/// The reason of the system, without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
