//! Sources of descriptions: elaborated when somebody needs them, each after those it needs.

use super::ann::Annotations;
use super::cm_eval::sorted;
use super::uses::{Name, Uses, uses};
use super::{Done, Exports, Module, Project, Stop};
use base::{Span, bug};
use diag::{Diagnostic, SourceId};
use sml_elab::{Basis, Parsed, Project as Kind};
use std::rc::Rc;
use std::sync::Arc;

/// A source of a description.
pub(super) struct Source {
    pub(super) source: SourceId,
    text: Arc<[u8]>,
    pub(super) uses: Uses,
    /// The operators that it declares outside its modules.
    operators: Basis,
    /// The number of its environment; none before its description is evaluated.
    pub(super) context: Option<usize>,
    state: State,
}

enum State {
    /// It has been read.
    Read(Parsed),
    /// It is being elaborated.
    Open,
    /// It has been elaborated.
    Done(Rc<Basis>),
}

/// A source that waits for another: the name that it needs, and the place of the name.
pub(super) type Wait = (usize, Name, Span);

impl Source {
    /// A source that has been read.
    pub(super) fn new(source: SourceId, text: Arc<[u8]>, parsed: Parsed) -> Source {
        let (uses, operators) = (uses(&parsed.decs), parsed.operators());
        Source { source, text, uses, operators, context: None, state: State::Read(parsed) }
    }
}

impl Project<'_> {
    /// Finds the modules that the sources of a description define and need. A source knows the
    /// operators of the sources whose modules it needs, and these are not known yet. So a
    /// source with a syntax error is parsed again with the operators of all sources. An error
    /// that remains is reported here, before any of its consequences.
    pub(super) fn read_well(&mut self, sources: &[usize]) -> Done<()> {
        let mut operators = Basis::default().with_operators(self.compilation.names());
        for &index in sources {
            self.compilation.open_basis(&mut operators, &self.sources[index].operators);
        }
        for &index in sources {
            let own = &mut self.sources[index];
            if !matches!(&own.state, State::Read(parsed) if !parsed.errors.is_empty()) {
                continue;
            }
            let mut parsed = self.compilation.parse_in(&operators, own.source, &own.text);
            own.uses = uses(&parsed.decs);
            if !parsed.errors.is_empty() {
                self.diagnostics.append(&mut parsed.errors);
                return Err(Stop);
            }
        }
        Ok(())
    }

    /// A basis with all of these modules.
    pub(super) fn force_all(&mut self, exports: &Exports) -> Done<Basis> {
        let mut modules = sorted(exports);
        for (_, module) in &modules {
            if let Module::Source(index) = module {
                self.force(*index)?;
            }
        }
        // They are listed as their sources have them, whatever order they are needed in.
        modules.sort_by_key(|(name, module)| match module {
            Module::Source(index) => {
                let defines = &self.sources[*index].uses.defines;
                (*index, defines.iter().position(|(defined, _)| defined == name))
            }
            Module::Library(_) => (usize::MAX, None),
        });
        let mut basis = Basis::default();
        for (name, module) in modules {
            self.add_module(&mut basis, name, module)?;
        }
        Ok(basis)
    }

    /// Adds a module to a basis.
    fn add_module(&mut self, basis: &mut Basis, name: Name, module: &Module) -> Done<()> {
        let from = match module {
            Module::Library(basis) => basis.clone(),
            Module::Source(index) => self.force(*index)?,
        };
        let (namespace, sym) = name;
        let Some(found) = self.compilation.rename(&from, namespace, (sym, sym)) else {
            bug!("the {} is not where it is defined", self.shown(name));
        };
        self.compilation.open_basis(basis, &found);
        Ok(())
    }

    /// The modules of a source, which is elaborated if it has not been.
    pub(super) fn force(&mut self, index: usize) -> Done<Rc<Basis>> {
        let mut parsed = match std::mem::replace(&mut self.sources[index].state, State::Open) {
            State::Read(parsed) => parsed,
            State::Open => return self.cycle(index),
            State::Done(left) => {
                self.sources[index].state = State::Done(left.clone());
                return Ok(left);
            }
        };
        let context = self.sources[index].context.expect("the description has been evaluated");
        let mut scope = self.contexts[context].base.clone();
        let mut operators = Basis::default();
        for (name, span) in self.sources[index].uses.needs.clone() {
            let Some(module) = self.contexts[context].module(name, Some(index)) else { continue };
            self.waits.push((index, name, span));
            self.add_module(&mut scope, name, &module)?;
            self.waits.pop();
            if let Module::Source(needed) = module
                && self.sources[needed].context == Some(context)
            {
                self.compilation.open_basis(&mut operators, &self.sources[needed].operators);
            }
        }
        self.compilation.open_basis(&mut scope, &operators);
        if operators.has_operators() {
            let Source { source, text, .. } = &self.sources[index];
            parsed = self.compilation.parse_in(&scope, *source, text);
        }
        self.compilation.set_project(Kind::Cm);
        let left = Rc::new(self.elaborate(&scope, parsed, &Annotations::default())?.modules());
        self.sources[index].state = State::Done(left.clone());
        Ok(left)
    }

    /// Reports sources of which each needs the next, the last the first.
    fn cycle<T>(&mut self, index: usize) -> Done<T> {
        let from = self.waits.iter().position(|(file, _, _)| *file == index);
        let from = from.expect("a source that is being elaborated waits for others");
        let mut message = Diagnostic::error("files of the group need one another");
        for (number, (file, name, span)) in self.waits[from..].iter().enumerate() {
            let label = format!("this needs the {}", self.shown(*name));
            let source = self.sources[*file].source;
            message = match number {
                0 => message.at(source, *span, label),
                _ => message.also(source, *span, label),
            };
        }
        self.fail(message)
    }
}
