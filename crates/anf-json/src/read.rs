//! JSON to modules.
//!
//! The file is a tree of the grammar of ANF's text, so reading it writes that text ([`Draft`]) and
//! lets the parser of ANF read it: names, scopes, numbers of variables and declarations in any
//! order then mean the same in both notations, and are decided in one place. What is wrong with
//! the shape of the file is reported here, all at once; what the parser reports is about tokens,
//! each of which knows its place in the file.

mod body;
mod consts;
mod decls;
mod ops;
mod shape;
mod types;

use crate::draft::{Draft, Places};
use crate::json::{Id, Tree};
use anf::Module;
use anf::parse::Spans;
use base::{EntityId, LocatedError, PrimaryMap, SecondaryMap, Span};
use rustc_hash::FxHashMap;
use text::unescape;

/// Reads a module.
///
/// # Errors
/// Gives the fault if it is no JSON, else all that is wrong with it.
pub fn read(source: &[u8]) -> Result<Module, Vec<LocatedError>> {
    read_with_spans(source).map(|(module, _)| module)
}

/// Reads a module, and where its parts stand.
///
/// # Errors
/// Gives the fault if it is no JSON, else all that is wrong with it.
pub fn read_with_spans(source: &[u8]) -> Result<(Module, Spans), Vec<LocatedError>> {
    let tree = Tree::read(source).map_err(|error| vec![error])?;
    let mut reader = Reader {
        source,
        tree: &tree,
        draft: Draft::default(),
        named: FxHashMap::default(),
        errors: Vec::new(),
    };
    reader.module(tree.root);
    let Reader { draft, errors, .. } = reader;
    if !errors.is_empty() {
        return Err(errors);
    }
    drop(tree);
    let (text, places) = draft.finish();
    let (module, mut spans) = anf::parse::parse_with_spans(text.as_bytes()).map_err(|errors| {
        errors.into_iter().map(|error| places.place(error)).collect::<Vec<_>>()
    })?;
    places.in_file(&module, &mut spans);
    Ok((module, spans))
}

impl Places {
    /// An error about the text as one about the file, in which names have no escapes.
    fn place(&self, error: LocatedError) -> LocatedError {
        let escape = |rest: &str| {
            rest.starts_with('_') || rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2
        };
        // A name that the parser has read may have a percent sign of its own.
        let escaped = error.label.split('%').skip(1).all(escape);
        LocatedError {
            span: Some(self.of(error.span.unwrap_or_default())),
            label: if escaped { unescape(&error.label).into_owned() } else { error.label },
            ..error
        }
    }

    /// Makes places in the file of places in the text.
    fn in_file(&self, module: &Module, spans: &mut Spans) {
        spans.nodes.iter_mut().for_each(|span| *span = self.of(*span));
        self.each(&module.vars, &mut spans.vars);
        self.each(&module.types.sums, &mut spans.sums);
        self.each(&module.globals, &mut spans.globals);
        self.each(&module.foreigns, &mut spans.foreigns);
    }

    fn each<K: EntityId, V>(&self, all: &PrimaryMap<K, V>, spans: &mut SecondaryMap<K, Span>) {
        for key in all.keys() {
            spans[key] = self.of(spans[key]);
        }
    }
}

/// The state of reading.
struct Reader<'t, 's> {
    source: &'s [u8],
    tree: &'t Tree<'s>,
    draft: Draft,
    /// The types that have names, by their order.
    named: FxHashMap<&'t str, usize>,
    errors: Vec<LocatedError>,
}

impl<'t> Reader<'t, '_> {
    fn module(&mut self, id: Id) {
        let lists = ["positions?", "types?", "sums?", "globals?", "foreigns?", "imports?", "funs?"];
        let [version, entry] = ["anf", "entry?"];
        let names: Vec<&str> = [version].into_iter().chain(lists).chain([entry]).collect();
        let found = self.fields_of(id, "a module", &names);
        let [version, positions, types, sums, globals, foreigns, imports, funs, entry] = found[..]
        else {
            return;
        };
        if !self.version(version) {
            return;
        }
        let at = self.tree.span(id);
        for (i, position) in self.list(positions, "positions").iter().enumerate() {
            self.position(*position, i + 1);
        }
        for (i, ty) in self.list(types, "types with names").iter().enumerate() {
            self.named_type(*ty, i);
        }
        self.each(sums, "sums", Self::sum);
        self.each(globals, "global cells", Self::global);
        self.each(foreigns, "foreign functions", Self::foreign);
        self.each(imports, "imported functions", Self::import);
        self.each(funs, "functions", Self::top_level);
        if let Some(entry) = entry {
            self.draft.put(at, "entry");
            self.var(Some(entry), "the name of a function");
        }
    }

    /// Reads the version; nothing else is read if it is another.
    fn version(&mut self, id: Option<Id>) -> bool {
        let Some(id) = id else { return false };
        let Some(version) = self.number(Some(id), "a version number") else { return false };
        if version != 1 {
            let label = format!("this is version {version}");
            let error = LocatedError::new(self.tree.span(id), "unknown version of ANF", label);
            self.errors.push(error.with_hint("this compiler reads version 1"));
            return false;
        }
        let at = self.tree.span(id);
        self.draft.put(at, "anf");
        self.draft.put(at, "1");
        true
    }

    /// Reads each item of an array.
    fn each(&mut self, id: Option<Id>, what: &str, read: fn(&mut Self, Id)) {
        for item in self.list(id, what) {
            read(self, *item);
        }
    }

    /// Reads each item of an array to the text `(item, ...)`.
    fn listed(
        &mut self,
        at: Span,
        id: Option<Id>,
        what: &str,
        mut read: impl FnMut(&mut Self, Id),
    ) {
        self.draft.put(at, "(");
        for (i, item) in self.list(id, what).iter().enumerate() {
            if i > 0 {
                self.draft.put(at, ",");
            }
            read(self, *item);
        }
        self.draft.put(at, ")");
    }
}
