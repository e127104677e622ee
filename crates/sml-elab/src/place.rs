//! The place of elaboration: the phrase at hand, and its surroundings.

use super::basis::{Project, Visible};
use super::tyexp::TyVarScope;
use crate::core::TyCon;
use base::{EntityId, Span};
use diag::SourceId;
use sml_syntax::names::Sym;

/// The phrase at hand, and its surroundings.
pub(crate) struct Place {
    /// The text.
    pub(crate) source: SourceId,
    /// The phrase.
    pub(crate) here: Span,
    /// The number of functions and `let`s around; 0 in modules.
    pub(crate) nesting: u32,
    /// The structures around, the outermost first.
    pub(crate) path: Vec<Sym>,
    /// Type variables that are written.
    pub(crate) tyvar_scope: TyVarScope,
    /// Datatypes declared in the `let`s around here.
    pub(crate) local_tycons: Vec<TyCon>,
    /// True in the patterns of `val rec`, where every name is a variable.
    pub(crate) only_variables: bool,
    /// True in a text of the library.
    pub(crate) in_library: bool,
    /// True while a name of the user is looked up that stands for a member of a structure that
    /// only the library sees.
    pub(crate) reading_for_user: bool,
    /// The parts of the library that the text sees.
    pub(crate) visible: Visible,
    /// The kind of project, which decides how hints name the library.
    pub(crate) projects: Option<Project>,
}

impl Place {
    /// The place before any text.
    pub(crate) fn new() -> Place {
        Place {
            source: SourceId::from_index(0),
            here: Span::default(),
            nesting: 0,
            path: Vec::new(),
            tyvar_scope: TyVarScope::default(),
            local_tycons: Vec::new(),
            only_variables: false,
            in_library: false,
            reading_for_user: false,
            visible: Visible::ALL,
            projects: None,
        }
    }

    /// The beginning of a text of the library that is read from here.
    pub(crate) fn in_library_text(&self, source: SourceId) -> Place {
        Place {
            source,
            in_library: true,
            reading_for_user: self.reading_for_user,
            visible: self.visible,
            projects: self.projects,
            ..Place::new()
        }
    }
}
