//! Object files that a program is linked with: units that were compiled before.

use crate::Failure;
use crate::input::bytes_of;
use anf::interface::{EXPORT, Interface, parts};
use diag::Diagnostic;
use front::Missing;
use link::ObjectSymbols;
use std::path::{Path, PathBuf};

/// An object file, and the symbols in it.
pub(crate) struct Object {
    path: PathBuf,
    symbols: ObjectSymbols,
}

/// Reads the symbols of objects.
pub(crate) fn open(paths: &[PathBuf]) -> Result<Vec<Object>, Failure> {
    let object = |path: &PathBuf| {
        let bytes = bytes_of(path);
        let bytes = bytes
            .map_err(|why| Failure::plain(format!("cannot read {}: {why}", path.display())))?;
        let symbols = link::symbols(&bytes)
            .ok_or_else(|| Failure::plain(format!("{} is not an object file", path.display())))?;
        Ok(Object { path: path.clone(), symbols })
    };
    paths.iter().map(object).collect()
}

/// An export: who has it, its name, its type and its symbol.
struct Export<'a> {
    from: Option<&'a Path>,
    name: &'a str,
    ty: &'a str,
    symbol: &'a str,
}

impl Export<'_> {
    fn from(&self) -> String {
        self.from.map_or("the program".to_owned(), |path| path.display().to_string())
    }
}

/// What is wrong with a program that imports and exports this, and lacks that, and its objects.
pub(crate) fn unfit(
    interface: &Interface,
    has_entry: bool,
    missing: &[Missing],
    objects: &[Object],
) -> Vec<Diagnostic> {
    let exports = exports(interface, objects);
    let mut found = Vec::new();
    for wanted in missing {
        match resolve(&exports, &wanted.symbol) {
            Found::Same => {}
            Found::Other(export) => {
                let ty = parts(&wanted.symbol).map_or("", |(_, ty)| ty);
                let label = format!("this is {ty}, what {} exports {}", export.from(), export.ty);
                let error = Diagnostic::error("import of another type");
                found.push(error.at(wanted.source, wanted.span, label));
            }
            Found::Nothing => found.push(wanted.error.clone()),
        }
    }
    for object in objects {
        let path = object.path.display();
        let wanted = object.symbols.wanted.iter();
        for symbol in wanted.filter(|symbol| symbol.starts_with(EXPORT)) {
            let (name, ty) = parts(symbol).unwrap_or((symbol, ""));
            match resolve(&exports, symbol) {
                Found::Same => {}
                Found::Other(export) => found.push(Diagnostic::error(format!(
                    "{path} imports `{name}` as {ty}, and {} exports it as {}",
                    export.from(),
                    export.ty
                ))),
                Found::Nothing => found.push(Diagnostic::error(format!(
                    "{path} imports `{name}`, and no file exports it"
                ))),
            }
        }
        if has_entry && object.symbols.defined.iter().any(|symbol| symbol == "main") {
            found.push(Diagnostic::error(format!("{path} has an entry, as the program has")));
        }
    }
    for (i, export) in exports.iter().enumerate() {
        if let Some(other) = exports[..i].iter().find(|other| other.name == export.name) {
            let (one, two) = (other.from(), export.from());
            let name = export.name;
            found.push(Diagnostic::error(format!("{one} and {two} both export `{name}`")));
        }
    }
    found
}

/// All that a program and its objects export.
fn exports<'a>(interface: &'a Interface, objects: &'a [Object]) -> Vec<Export<'a>> {
    let of = |from: Option<&'a Path>, symbols: &'a [String]| {
        symbols.iter().filter_map(move |symbol| {
            let (name, ty) = parts(symbol)?;
            Some(Export { from, name, ty, symbol })
        })
    };
    let objects = objects.iter().flat_map(|o| of(Some(&o.path), &o.symbols.defined));
    of(None, &interface.exports).chain(objects).collect()
}

enum Found<'a> {
    Same,
    /// One of another type.
    Other(&'a Export<'a>),
    Nothing,
}

fn resolve<'a>(exports: &'a [Export<'a>], symbol: &str) -> Found<'a> {
    let name = parts(symbol).map(|(name, _)| name);
    match exports.iter().find(|export| Some(export.name) == name) {
        Some(export) if export.symbol == symbol => Found::Same,
        Some(export) => Found::Other(export),
        None => Found::Nothing,
    }
}
