//! The simplest kind of front end: a name, and a function that compiles a text.

use crate::{Driver, FrontEnd, Parsed, Program, Refusal, Request, Stage};
use base::LocatedError;
use diag::Source;

/// A language whose programs are one text each, which a function translates to ANF.
///
/// ```
/// # use kont_front as front;
/// use front::Language;
///
/// static NOTHING: Language = Language {
///     name: "nothing",
///     title: "the empty language",
///     endings: &["nothing"],
///     compile: |_| Ok(anf::build::Builder::new().finish()),
/// };
/// ```
#[derive(Debug)]
pub struct Language {
    /// The word for `--lang`, and the ending under which a program that shows a bug is saved.
    pub name: &'static str,
    /// The language's name in sentences.
    pub title: &'static str,
    /// The endings of its files, without the dot before them.
    pub endings: &'static [&'static str],
    /// Gives the module of a text, or all that is wrong with the text.
    pub compile: fn(&Source) -> Result<anf::Module, Vec<LocatedError>>,
}

impl FrontEnd for Language {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn endings(&self) -> &'static [&'static str] {
        self.endings
    }

    fn stage(&self) -> Stage {
        Stage::Anf
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        let id = request.texts[0].source;
        driver.watch(self.name, id);
        match (self.compile)(driver.sources().get(id)) {
            Ok(module) => Ok(Program::Anf(module).into()),
            Err(errors) => Err(Refusal::located(id, errors)),
        }
    }
}
