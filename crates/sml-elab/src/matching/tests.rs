//! Trees of matches given as text, messages about them, and the agreement of trees with
//! the rule of the first match.

mod examples;
mod large;
mod naive;
mod random;
mod show;

use super::{Analysis, Tree, analyse, compile};
use crate::Compilation;
use crate::core::{Dec, Pat, Program};
use diag::{Severity, Sources};

/// A program whose last declaration is a function, of which the match is looked at.
struct Match {
    program: Program,
}

impl Match {
    /// Of a text without errors.
    fn of(text: &str) -> Match {
        let mut sources = Sources::new();
        let mut compilation = Compilation::new(&mut sources);
        let source = sources.add("a.sml", text);
        let mut diagnostics = compilation.add(source, text.as_bytes());
        diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
        let drawn = diag::draw_all(&sources, &diagnostics, false, 5);
        assert!(diagnostics.is_empty(), "{text}\n{drawn}");
        Match { program: compilation.into_program() }
    }

    fn rows(&self) -> Vec<Vec<&Pat>> {
        let last = self.program.decs.last().expect("a declaration");
        let Dec::Fun { binds, .. } = &*last.dec else { panic!("not a function") };
        let clauses = &binds.last().expect("a function").clauses;
        clauses.iter().map(|clause| clause.pats.iter().collect()).collect()
    }

    fn tree(&self) -> Tree {
        compile(&self.program, &self.rows()).expect("a small match")
    }

    fn analysis(&self) -> Analysis {
        analyse(&self.program, &self.rows())
    }
}
