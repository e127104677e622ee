//! A program: its imports, its body, and what it reaches of the built-in library.

use crate::body::Owner;
use crate::core::{Place, Program, Var};
use crate::error::Fail;
use crate::expand::{Expander, Loader, Text};
use crate::exports::{ENVIRONMENTS, Evaluable};
use crate::globals::{Globals, Pending};
use crate::library::Libraries;
use crate::scope::Scopes;
use crate::stx::Idents;
use base::PrimaryMap;
use diag::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What an expansion starts from.
pub struct Input<'t> {
    /// The texts of the built-in library.
    pub library: Vec<(Text, Runs)>,
    /// The text that says what the standard libraries export.
    pub standard: Text,
    /// The program.
    pub program: Text,
    /// The most uses of macros.
    pub limit: usize,
    /// The procedures of the built-in library that are needed in any case.
    pub roots: &'t [&'t str],
    /// True if procedures that the program evaluates may be compiled when it runs.
    pub compiles: bool,
}

/// How often the code of a text of the built-in library runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    /// As often as what reaches it.
    AsReached,
    /// Seldom, and so does what it alone reaches.
    Seldom,
    /// Often, whatever reaches it.
    Often,
    /// Seldom, and what it is depends on all else that is reached.
    Last,
}

/// What an expansion gives.
pub struct Expanded {
    /// The program.
    pub program: Program,
    /// The variables of the procedures that are needed in any case, in order.
    pub roots: Vec<Var>,
    /// What the user should know.
    pub warnings: Vec<Diagnostic>,
    /// The definitions of the built-in library that seldom run.
    pub seldom: Vec<Place>,
}

/// The most errors that are reported.
const MAX_ERRORS: usize = 50;

/// Expands a program.
///
/// # Errors
/// All that is wrong with it.
pub fn expand(input: &Input<'_>, loader: &mut dyn Loader) -> Result<Expanded, Vec<Diagnostic>> {
    let mut assigned = FxHashSet::default();
    loop {
        let mut expander = Expander::new(input.limit, loader, assigned.clone());
        expander.compiles = input.compiles;
        let expanded = expander.run(input)?;
        // A call that is written out and whose procedure the program assigns to, perhaps further
        // down, was no such call. The second time, it is known.
        let written_out = expander.written_out.into_iter();
        let late = written_out.filter(|(var, _)| expanded.program.vars[*var].assigned);
        let late: Vec<Place> = late.map(|(_, place)| place).collect();
        if late.is_empty() {
            return Ok(expanded);
        }
        assigned.extend(late);
    }
}

impl<'l> Expander<'l> {
    /// An expander that knows nothing yet, with so many steps for macros.
    pub(crate) fn new(
        limit: usize,
        loader: &'l mut dyn Loader,
        assigned: FxHashSet<Place>,
    ) -> Expander<'l> {
        let mut scopes = Scopes::default();
        let builtin = scopes.open(None);
        Expander {
            idents: Idents::default(),
            scopes,
            vars: PrimaryMap::new(),
            globals: Globals::default(),
            libraries: Libraries { builtin, loaded: FxHashMap::default(), standard: Vec::new() },
            loader,
            warnings: Vec::new(),
            errors: Vec::new(),
            steps: limit,
            limit,
            includes: FxHashMap::default(),
            depth: 0,
            place: None,
            same_place: 0,
            exps: 0,
            written_out: FxHashMap::default(),
            assigned,
            call: None,
            in_library: false,
            evaluable: Evaluable::Named(BTreeSet::new()),
            compiles: false,
        }
    }

    fn run(&mut self, input: &Input<'_>) -> Result<Expanded, Vec<Diagnostic>> {
        let one = |fail: Fail| vec![*fail.0];
        self.bind_keywords();
        let mut forms = Vec::new();
        for (text, runs) in &input.library {
            forms.extend(self.read(text.source, &text.bytes, false)?);
            self.globals.runs.insert(text.source, *runs);
        }
        self.builtin(&forms).map_err(one)?;
        let forms = self.read(input.standard.source, &input.standard.bytes, false)?;
        self.standard(&forms).map_err(one)?;
        self.globals.environments = ENVIRONMENTS.map(|name| self.library_var(name)).into();
        let roots: Vec<Var> = input.roots.iter().map(|name| self.library_var(name)).collect();
        roots.iter().for_each(|root| self.globals.reach(*root));
        self.globals.roots.clone_from(&roots);
        self.steps = self.limit;
        self.program(&input.program)?;
        let seldom = self.library().map_err(one)?;
        if !self.errors.is_empty() {
            return Err(std::mem::take(&mut self.errors));
        }
        let mut globals = std::mem::take(&mut self.globals);
        globals.library.sort_by_key(|(order, _)| *order);
        let library = globals.library.into_iter().map(|(_, form)| form);
        let forms = library.chain(globals.forms).collect();
        let program = Program { vars: std::mem::take(&mut self.vars), forms };
        Ok(Expanded { program, roots, warnings: std::mem::take(&mut self.warnings), seldom })
    }

    /// Expands the program's own text.
    fn program(&mut self, text: &Text) -> Result<(), Vec<Diagnostic>> {
        let forms = self.read(text.source, &text.bytes, false)?;
        let mut at = 0;
        let mut imports = None;
        let mut refused = false;
        while at < forms.len() {
            let form = &forms[at];
            let declared = if self.is_declaration(form, "define-library") {
                // What imports the library could not be judged.
                self.define_library(form).map_err(|fail| self.all_errors(fail))?;
                Ok(())
            } else if self.is_declaration(form, "import") {
                let scope = *imports.get_or_insert_with(|| self.scopes.open(None));
                let sets = &form.list().unwrap_or(&[])[1..];
                self.import(sets, scope)
            } else {
                break;
            };
            if let Err(fail) = declared {
                refused = true;
                self.errors_later(vec![*fail.0]);
            }
            at += 1;
        }
        if refused {
            return Err(std::mem::take(&mut self.errors));
        }
        let imports = match imports {
            Some(imports) => imports,
            None => self.everything(),
        };
        let scope = self.scopes.open(Some(imports));
        let mut items = Vec::new();
        for form in &forms[at..] {
            match self.items(std::slice::from_ref(form), scope, Owner::Program) {
                Ok(found) => items.extend(found),
                Err(fail) => self.errors_later(vec![*fail.0]),
            }
        }
        self.top_items(items, scope);
        // Definitions are found before values are expanded, and the user reads from the top.
        self.errors.sort_by_key(|error| {
            error.primary.as_ref().map(|label| (label.source, label.span.start))
        });
        if self.errors.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.errors)) }
    }

    /// Expands the definitions of the built-in library that are reached, first those that run as
    /// often as the program; gives the places of the others.
    fn library(&mut self) -> Result<Vec<Place>, Fail> {
        self.in_library = true;
        let often = |runs| matches!(runs, Runs::AsReached | Runs::Often);
        let mut seldom = self.reached(often)?.1;
        if !seldom.is_empty() {
            self.globals.reach_all(Runs::Often);
            seldom.extend(self.reached(often)?.1);
        }
        self.globals.reached = seldom;
        let (mut places, last) = self.reached(|runs| runs != Runs::Last)?;
        self.globals.reached = last;
        places.extend(self.reached(|_| true)?.0);
        self.in_library = false;
        Ok(places)
    }

    /// Expands the definitions that are reached and are wanted now; gives their places, and the
    /// variables of the others.
    fn reached(&mut self, wanted: impl Fn(Runs) -> bool) -> Result<(Vec<Place>, Vec<Var>), Fail> {
        let (mut places, mut others) = (Vec::new(), Vec::new());
        while let Some(var) = self.globals.reached.pop() {
            let Some(pending) = self.globals.pending.get(&var) else { continue };
            let place = pending.rhs.place();
            if !wanted(self.globals.runs[&place.source]) {
                others.push(var);
                continue;
            }
            let Pending { rhs, scope, order } =
                self.globals.pending.remove(&var).expect("it was found");
            let exp = self.rhs(&rhs, scope, place)?;
            self.globals.define(order, var, exp);
            places.push(place);
        }
        Ok((places, others))
    }

    /// The errors that were kept, and another.
    fn all_errors(&mut self, last: Fail) -> Vec<Diagnostic> {
        self.errors_later(vec![*last.0]);
        std::mem::take(&mut self.errors)
    }

    /// Keeps errors to report at the end.
    pub(crate) fn errors_later(&mut self, errors: Vec<Diagnostic>) {
        let room = MAX_ERRORS.saturating_sub(self.errors.len());
        self.errors.extend(errors.into_iter().take(room));
    }
}
