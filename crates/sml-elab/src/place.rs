//! Where elaboration stands: the phrase at hand, and what surrounds it.

use super::basis::{Project, Visible};
use super::tyexp::TyVarScope;
use crate::core::TyCon;
use base::{EntityId, Span};
use diag::SourceId;
use sml_syntax::names::Sym;

/// The phrase at hand, and what surrounds it.
pub(crate) struct Place {
    /// The text.
    pub(crate) source: SourceId,
    /// The phrase.
    pub(crate) here: Span,
    /// How deep in functions and `let`; 0 in modules.
    pub(crate) nesting: u32,
    /// The structures around, the outermost first.
    pub(crate) path: Vec<Sym>,
    /// Type variables that are written.
    pub(crate) tyvar_scope: TyVarScope,
    /// Datatypes declared in the `let`s around here.
    pub(crate) local_tycons: Vec<TyCon>,
    /// In the patterns of `val rec` every name is a variable.
    pub(crate) only_variables: bool,
    /// Is it a text of the library?
    pub(crate) in_library: bool,
    /// Is a name of the user looked up that stands for a member of a structure that only the
    /// library sees?
    pub(crate) reading_for_user: bool,
    /// What the text sees of the library.
    pub(crate) visible: Visible,
    /// How a project names the library.
    pub(crate) projects: Option<Project>,
}

impl Place {
    /// Before any text.
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
