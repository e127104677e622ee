//! Cogent's core to freestanding ANF.
//!
//! Every function that C or another function can call becomes a foreign function that the module
//! defines: one for each function without type variables, one for each instance of the others.
//! Values are spread into leaves (see `c_abi`); a record behind a pointer is memory with the layout
//! of a C struct. A function value is a number, the place of the function among all of them, and a
//! call of one goes to a function that tells the numbers of its type apart.
//!
//! ```text
//! instances   the functions that there are, and their names
//! layouts     types whose layout only C knows
//! reached     the types of all instances, whose tags get numbers
//! function    a function, and the values of expressions
//! constants   the values of constants
//! control     branches, matches
//! change      values as values of supertypes
//! dispatch    calls of function values
//! entry       a program that calls a function and prints its result
//! ```
//!
//! Absent on purpose: optimisation; LLVM does it.

mod change;
mod constants;
mod control;
mod dispatch;
mod entry;
mod function;
mod instances;
mod layouts;
mod reached;
#[cfg(test)]
mod tests;

pub use entry::Call;

use anf::Module;
use anf::build::Builder;
use base::Name;
use c_abi::{CTy, Layout};
use cogent_c::{CTypes, Function, Interface, Opaque};
use cogent_check::core::{ConstId, FunId, Program};
use cogent_check::types::{Ty, Types};
use cogent_syntax::ast::Place;
use diag::{Diagnostic, Lines, SourceId, Sources};
use dispatch::Dispatch;
use instances::{Instance, InstanceId};
use rustc_hash::FxHashMap;
use types::ForeignId;

/// A program as ANF, and its C side.
#[derive(Debug)]
pub struct Lowered {
    /// The functions, and the entry if one was asked for.
    pub module: Module,
    /// All types, those of instances included.
    pub types: Types,
    /// The C types.
    pub c: CTypes,
    /// The functions that C sees.
    pub interface: Interface,
}

/// The C side of a program, as far as the program does not decide it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The name of the header, for its guard.
    pub name: String,
    /// True if the alternatives of variants share their place.
    pub union_variants: bool,
    /// The layouts of abstract types, by their text.
    pub sizes: Vec<(String, Layout)>,
    /// True if nobody calls functions but the entry: others than those that it needs are left
    /// out, and so C need not define what only they call.
    pub needed_only: bool,
}

/// Lowers a checked program. With a call the module has an entry that makes it.
///
/// # Errors
/// A type whose layout only C knows is used by value, or instances have no end.
pub fn lower(
    program: &Program,
    sources: &Sources,
    options: &Options,
    call: Option<&Call>,
) -> Result<Lowered, Vec<Diagnostic>> {
    let mut types = program.types.clone();
    let reached = reached::reached(program, &mut types);
    let c = CTypes::of_types(&types, reached, options.union_variants);
    let mut lower = Lower {
        program,
        sources,
        files: FxHashMap::default(),
        types,
        c: c.with_sizes(options.sizes.clone()),
        b: Builder::new(),
        instances: base::PrimaryMap::new(),
        numbers: FxHashMap::default(),
        counts: base::SecondaryMap::new(),
        consts: FxHashMap::default(),
        words: FxHashMap::default(),
        dispatches: Vec::new(),
        errors: Vec::new(),
    };
    if !options.needed_only {
        lower.exported();
    }
    if let Some(call) = call {
        lower.entry(call);
    }
    lower.functions();
    if !lower.errors.is_empty() {
        return Err(lower.errors);
    }
    let functions: Vec<Function> =
        lower.instances.values().map(|instance| instance.function(program)).collect();
    let values = (0..functions.len()).collect();
    let interface = Interface { name: options.name.clone(), functions, values };
    Ok(Lowered { module: lower.b.finish(), types: lower.types, c: lower.c, interface })
}

struct Lower<'p> {
    program: &'p Program,
    sources: &'p Sources,
    /// The names and lines of files.
    files: FxHashMap<SourceId, (Name, Lines)>,
    types: Types,
    c: CTypes,
    b: Builder,
    /// All functions that C sees, in the order in which they are met.
    instances: base::PrimaryMap<InstanceId, Instance>,
    numbers: FxHashMap<(FunId, Vec<Ty>), InstanceId>,
    /// The number of instances of each function.
    counts: base::SecondaryMap<FunId, u32>,
    /// The functions that compute constants.
    consts: FxHashMap<ConstId, ForeignId>,
    /// The constants that are known words.
    words: FxHashMap<ConstId, Option<u64>>,
    dispatches: Vec<Dispatch>,
    errors: Vec<Diagnostic>,
}

impl Lower<'_> {
    /// Notes the functions that C can call.
    fn exported(&mut self) {
        for (id, function) in self.program.functions.iter() {
            if function.vars.is_empty() {
                self.instance(id, Vec::new(), function.place);
            }
        }
    }

    /// Defines all functions that are noted, and those that they need.
    fn functions(&mut self) {
        let mut next = 0;
        while let Some(id) = self.instances.keys().nth(next) {
            self.function(id);
            next += 1;
        }
        self.define_dispatches();
    }

    /// What is built from here on comes from this place.
    fn at(&mut self, place: Place) -> base::Pos {
        let sources = self.sources;
        let (file, lines) = self.files.entry(place.source).or_insert_with(|| {
            let source = sources.get(place.source);
            (Name::from(source.name.as_str()), Lines::of(&source.bytes))
        });
        let (line, column) = lines.place(place.start as usize);
        let pos = self.b.position(file, line, column);
        self.b.at(pos)
    }

    /// The C type of a type that is mentioned at a place.
    fn c_type(&mut self, ty: Ty, place: Place) -> CTy {
        match self.c.of(&self.types, ty) {
            Ok(ty) => ty,
            Err(Opaque(part)) => {
                self.opaque(part, place);
                CTy::Unit
            }
        }
    }

    fn opaque(&mut self, part: Ty, place: Place) {
        let title = format!("the size of `{}` is not known", self.types.short_text(part));
        let label = "this is passed or kept by value";
        let error = Diagnostic::error(title).at(place.source, place.span(), label);
        let name = self.types.short_text(part);
        let name = name.trim_start_matches('#');
        let error = error.hint(format!("C defines it; say how many bytes: `--size-of {name}=8`"));
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// A foreign function that nobody outside knows.
    fn hidden(&mut self, name: &str, params: &[CTy], result: &CTy) -> ForeignId {
        let types = self.b.types();
        let params: Vec<_> = params.iter().flat_map(|ty| types.leaves(ty)).collect();
        let results = types.leaves(result);
        self.b.foreign(name, "", &params, &results)
    }

    /// The name of an instance for readers.
    fn name_of(&self, id: InstanceId) -> Name {
        self.instances[id].symbol.clone()
    }
}
