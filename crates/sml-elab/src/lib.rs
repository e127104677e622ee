//! Elaboration: the syntax tree to the typed core.
//!
//! ```text
//! env entities    the meaning of names; the scopes in force
//! place      the phrase at hand, and its surroundings
//! inference  the core so far, and the state of type inference
//! types unify rows    types under inference
//! tyexp pat exp val dec data    the core language
//! tyvars     the binding places of written type variables
//! overload   operators and constants of several types
//! module structure sig constrain sharing ascribe realise functor    the module language
//! basis      the environments that files of a project see and leave
//! library top_level builtins    the environment before the user's text
//! finish warn    the end of a declaration: types known, matches examined
//! report show messages hints clues near foreign elsewhere lookup    messages to the user
//! interface  what a text binds, as data and as text
//! live       what names of a session still lead to
//! session    texts of an interactive session: what they bind can be taken back
//! index      every identifier with its place and type, for editors
//! core       the result: typed, explicitly polymorphic, without modules
//! matching   decision trees, and the values that a match misses
//! ```
//!
//! Types are inferred with metas (unification variables) in place of types that are not known
//! yet; levels say which metas a binding may generalise. The core is made on the way, with metas
//! in it, which are replaced at the end of a declaration of the top level.
//!
//! Structures are environments and leave nothing in the core. A signature that hides or
//! specialises makes a view of a value, which its uses look through. A functor's body is
//! elaborated once with an abstract parameter, for its messages, and at each
//! application with the argument, for its code.

mod ascribe;
mod ascribe_messages;
mod basis;
mod builtins;
#[cfg(test)]
mod check;
mod clues;
mod constrain;
pub mod core;
mod data;
mod dec;
mod elsewhere;
mod entities;
mod env;
mod exp;
mod finish;
mod foreign;
mod functor;
mod hints;
mod index;
mod inference;
mod interface;
mod library;
mod library_faults;
mod live;
mod lookup;
pub mod matching;
mod messages;
mod module;
mod near;
mod overload;
mod pat;
mod place;
mod realise;
mod report;
mod rows;
mod session;
mod sharing;
mod show;
mod sig;
mod structure;
#[cfg(test)]
mod tests;
mod top_level;
mod tyexp;
mod types;
mod tyvars;
mod unify;
mod val;
mod values;
mod warn;

pub use basis::{Basis, Namespace, Parsed, Project, Visible};
pub use index::{Kind, Occurrence};
pub use interface::{Form, Item, Length, Name, Parameter, Value, draw};
pub use library::Loader;
pub use live::Held;
pub use session::{Mark, Taken};
pub use warn::WARNINGS;

pub use sml_syntax::ast::Fixity;

use crate::core::{Dec, Loc, Meta, Program, TopDec, Ty, Var, VarInfo};
use base::{EntityId, PrimaryMap};
use diag::{Diagnostic, Severity, SourceId};
use entities::Entities;
use env::Scopes;
use inference::{Core, Inference};
use place::Place;
use report::Messages;
use session::Step;
use sml_syntax::ast::DecKind;
use sml_syntax::parse::{FixityEnv, ParseOptions, Read, Stray, parse};
use std::sync::Arc;

/// A program that grows by texts: files, or lines typed at a prompt.
pub struct Compilation {
    elab: Elab,
    fixity: FixityEnv,
    /// The trees of the texts. They are dropped with the program, not before: dropping a
    /// tree takes as long as making it, and a process about to end can do without.
    trees: Vec<Vec<sml_syntax::ast::Dec>>,
    /// The numbers of bindings and declarations after each declaration of the last text.
    steps: Vec<Step>,
    /// The fixity directives of the last text that hold to its end.
    directives: Vec<interface::Directive>,
    /// What stands where a declaration was forgotten.
    forgotten: Arc<Dec>,
}

impl Compilation {
    /// An empty program. The loader registers the texts of the library, which are read
    /// when they are needed.
    pub fn new(loader: &mut dyn Loader) -> Compilation {
        let mut elab = Elab::new(loader);
        let fixity = FixityEnv::basis(&mut elab.core.program.names);
        let forgotten = Arc::new(Dec::Fun { params: Vec::new(), binds: Vec::new() });
        let (trees, steps, directives) = (Vec::new(), Vec::new(), Vec::new());
        Compilation { elab, fixity, trees, steps, directives, forgotten }
    }

    /// From now on, notes every identifier for [`Compilation::index`].
    pub fn with_index(mut self) -> Compilation {
        self.elab.index = Some(Vec::new());
        self
    }

    /// Adds a text to the program. A text with an error leaves the program as it was.
    pub fn add(&mut self, source: SourceId, text: &[u8]) -> Vec<Diagnostic> {
        let names = &mut self.elab.core.program.names;
        let options = ParseOptions::default();
        let Read { decs, errors, strays } = parse(source, text, names, &mut self.fixity, options);
        self.elab.begin_text(source);
        let (mark, first) = (self.elab.env.mark(), self.elab.core.program.decs.len());
        self.steps = self.elab.file(&decs, errors, strays);
        let loc = |span| Loc { source, span };
        self.directives = interface::directives(&decs, &self.steps, loc);
        self.trees.push(decs);
        let mut diagnostics = std::mem::take(&mut self.elab.messages.diagnostics);
        if diagnostics.iter().any(|message| message.severity == Severity::Error) {
            self.elab.env.undo(mark);
            self.fixity.forget_last();
            self.directives.clear();
            self.steps.clear();
            let new = self.elab.core.program.decs.split_off(first);
            self.elab.core.program.decs.extend(new.into_iter().filter(|top| top.library));
        }
        by_place(&mut diagnostics, source);
        diagnostics
    }

    /// Frees what is left of declarations, by their numbers in the program: they have been lowered,
    /// and what they bind cannot be named any more, be it by later texts or by what these may
    /// name. Declarations of the library stay.
    pub fn forget(&mut self, decs: std::ops::Range<usize>) {
        let Program { decs: all, vars, .. } = &mut self.elab.core.program;
        for top in all[decs].iter_mut().filter(|top| !top.library) {
            live::each_bound(&top.dec, |var| vars[var].path = None);
            top.dec = Arc::clone(&self.forgotten);
        }
        self.trees.clear();
    }

    /// The program so far; complete only if no diagnostic was an error.
    pub fn program(&self) -> &Program {
        &self.elab.core.program
    }

    /// Adds the declarations with which the library ends a program. Nothing comes after them.
    pub fn finish(&mut self) -> &Program {
        self.elab.finish_program();
        &self.elab.core.program
    }

    /// The program, to be lowered.
    pub fn into_program(mut self) -> Program {
        self.finish();
        self.elab.core.program
    }

    /// Every identifier that was met, in the order of elaboration; none unless asked for.
    pub fn index(&self) -> &[Occurrence] {
        self.elab.index.as_deref().unwrap_or_default()
    }

    /// A type in the user's notation, with the names that are in force at the end.
    pub fn show(&self, ty: Ty) -> String {
        self.elab.show(ty)
    }
}

/// Sorts messages by place, those of this text first.
fn by_place(diagnostics: &mut [Diagnostic], source: SourceId) {
    diagnostics.sort_by_key(|d| {
        let label = d.primary.as_ref();
        (label.is_none_or(|l| l.source != source), label.map_or(0, |l| l.span.start))
    });
}

/// Declarations of the core, and a flag for each that is finished.
#[derive(Default)]
pub(crate) struct Out {
    decs: Vec<Dec>,
    finished: Vec<bool>,
}

impl Out {
    /// Adds a declaration.
    pub(crate) fn push(&mut self, dec: Dec) {
        self.decs.push(dec);
        self.finished.push(false);
    }

    /// Adds a declaration in which every type is known.
    pub(crate) fn push_finished(&mut self, dec: Dec) {
        self.decs.push(dec);
        self.finished.push(true);
    }
}

/// The state of elaboration, by owner.
pub(crate) struct Elab {
    core: Core,
    /// The meaning of names.
    env: Scopes,
    library: library::Library,
    place: Place,
    /// State of the signature at hand.
    at_hand: sig::AtHand,
    /// State of the functor at hand.
    expansion: functor::Expansion,
    messages: Messages,
    index: Option<Vec<Occurrence>>,
}

impl Elab {
    fn new(loader: &mut dyn Loader) -> Elab {
        let mut program = Program::default();
        let mut tyvars = PrimaryMap::new();
        let library = library::Library::new(&mut program.names, loader);
        let builtins = builtins::Builtins::new(&mut program, &mut tyvars);
        let error = program.types.intern(crate::core::Node::Con(builtins.error, Box::new([])));
        let place = Place::new();
        let loc = Loc { source: place.source, span: place.here };
        let name = builtins.wild_name;
        let nothing =
            program.vars.push(VarInfo { name, params: Vec::new(), ty: error, loc, path: None });
        let core = Core {
            infer: Inference::new(tyvars, error),
            entities: Entities::new(nothing),
            classes: builtins::Classes::new(),
            program,
            builtins,
        };
        let mut elab = Elab {
            core,
            env: Scopes::default(),
            library,
            place,
            at_hand: sig::AtHand::default(),
            expansion: functor::Expansion::default(),
            messages: Messages::default(),
            index: None,
        };
        elab.complete_builtins();
        elab
    }

    /// Reports an error or a warning, unless it has been reported already.
    pub(crate) fn report(&mut self, message: Diagnostic) {
        self.messages.report(message, &self.core.program.names);
    }

    /// Notes that a text of the user begins.
    fn begin_text(&mut self, source: SourceId) {
        self.place.source = source;
        self.core.program.text = Some(source);
    }

    /// Elaborates the declarations of a file; `syntax` are the parser's messages about it.
    /// Gives the numbers of bindings and of declarations of the core after each.
    fn file(
        &mut self,
        decs: &[sml_syntax::ast::Dec],
        syntax: Vec<Diagnostic>,
        strays: Vec<Stray>,
    ) -> Vec<Step> {
        let (mark, mut made, mut steps) = (self.env.mark(), 0, Vec::new());
        let mut pending = Pending::new(self);
        self.messages.begin_file();
        syntax.into_iter().for_each(|error| self.report(error));
        self.messages.clues.look_at(self.place.source, strays);
        self.messages.clues.expect(decs);
        for (index, dec) in decs.iter().enumerate() {
            self.messages.reported.clear();
            self.messages.clues.arrive(dec);
            self.messages.clues.behind(&decs[..index], dec);
            let mut out = Out::default();
            self.open_decs(std::slice::from_ref(dec), &mut out);
            made += out.decs.len();
            let opens = matches!(dec.kind, DecKind::Open(_) | DecKind::Semi);
            steps.push(Step { bindings: self.env.mark() - mark, decs: made, opens });
            pending.add(self, out);
        }
        self.core.settle();
        pending.end(self);
        steps
    }

    /// Finishes declarations and adds them to the program.
    pub(crate) fn finish_out(&mut self, out: Out, library: bool, cx: &mut finish::Finish) {
        for (mut dec, finished) in out.decs.into_iter().zip(out.finished) {
            if !finished {
                self.finish_dec(&mut dec, cx);
            }
            self.core.program.decs.push(TopDec { dec: Arc::new(dec), library });
        }
    }

    /// Finishes the types of variables from this one on.
    pub(crate) fn finish_vars(&mut self, first: usize, cx: &mut finish::Finish) {
        for index in first..self.core.program.vars.len() {
            let var = Var::from_index(index);
            let ty = self.core.program.vars[var].ty;
            self.core.program.vars[var].ty = self.core.finish_scheme(ty, cx);
        }
    }
}

/// Declarations of a file that wait to be finished: those whose types later
/// ones may still determine, and all after them.
struct Pending {
    outs: Vec<Out>,
    first_var: usize,
    first_note: usize,
}

impl Pending {
    fn new(elab: &Elab) -> Pending {
        let first_note = elab.index.as_ref().map_or(0, Vec::len);
        Pending { outs: Vec::new(), first_var: elab.core.program.vars.len(), first_note }
    }

    /// Adds a declaration; finishes all if no type is open.
    fn add(&mut self, elab: &mut Elab, out: Out) {
        self.outs.push(out);
        if !elab.core.infer.unresolved.is_empty() {
            return;
        }
        let mut metas = Vec::new();
        for info in elab.core.program.vars.values().skip(self.first_var) {
            if info.path.is_some() && elab.core.program.types.has_meta(info.ty) {
                elab.core.free_metas(info.ty, &mut metas);
                if !metas.is_empty() {
                    return;
                }
            }
        }
        self.finish(elab);
    }

    fn finish(&mut self, elab: &mut Elab) {
        let mut cx = finish::Finish::new(Meta::from_index(0));
        let first_var = self.first_var;
        for out in std::mem::take(&mut self.outs) {
            elab.finish_out(out, false, &mut cx);
        }
        elab.finish_vars(first_var, &mut cx);
        elab.core.forget_rows(first_var, &mut cx);
        if let Some(mut index) = elab.index.take() {
            for note in &mut index[self.first_note..] {
                note.ty = note.ty.map(|ty| elab.core.finish_ty(ty, &mut cx));
            }
            elab.index = Some(index);
        }
        elab.core.infer.unbound_tyvars.clear();
        elab.core.program.types.forget_temporary();
        elab.core.infer.metas = PrimaryMap::new();
        *self = Pending::new(elab);
    }

    /// Ends the file: types that are still open become any type.
    fn end(mut self, elab: &mut Elab) {
        if self.outs.is_empty() {
            return;
        }
        elab.settle_records();
        for index in self.first_var..elab.core.program.vars.len() {
            let info = elab.core.program.vars[Var::from_index(index)].clone();
            let mut metas = Vec::new();
            elab.core.free_metas(info.ty, &mut metas);
            if info.path.is_some() && !metas.is_empty() && !elab.messages.is_wrong() {
                elab.undetermined(&info);
            }
        }
        self.finish(elab);
    }
}
