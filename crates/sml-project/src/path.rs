//! Paths in project files: variables, and paths that the library stands for.

use sml_elab::Visible;
use std::path::{Path, PathBuf};

/// The target of a path.
pub(crate) enum Place {
    /// Parts of the library, with or without its operators.
    Library(Visible, bool),
    /// A file.
    File(PathBuf),
}

/// The message about a path that leads nowhere.
pub(crate) struct Nowhere {
    pub(crate) title: String,
    pub(crate) label: String,
    pub(crate) hint: Option<String>,
}

/// The files of MLton's folder `basis` for which our library stands.
const BASIS: &[(&str, Visible, bool)] = &[
    ("basis.mlb", Visible::BASIS, true),
    ("basis-1997.mlb", Visible::BASIS, true),
    ("basis-2002.mlb", Visible::BASIS, true),
    ("mlton.mlb", Visible::MLTON, false),
    ("sml-nj.mlb", Visible::SML_NJ, false),
    ("unsafe.mlb", Visible::UNSAFE, false),
    ("kont.mlb", Visible::KONT, false),
    ("pervasive-types.mlb", Visible::TYPES, false),
    ("pervasive-exns.mlb", Visible::VALUES, false),
    ("pervasive-vals.mlb", Visible::VALUES, false),
    ("overloads.mlb", Visible::VALUES, false),
    ("equal.mlb", Visible::VALUES, false),
    ("infixes.mlb", Visible::NOTHING, true),
];

/// Descriptions of SML/NJ for which our Concurrent ML stands, as folder and file.
const CML: &[(&str, &str)] = &[
    ("cml.cm", "cml.cm"),
    ("cml", "cml.cm"),
    ("cml-lib.cm", "cml-lib.cm"),
    ("cml-lib", "cml-lib.cm"),
    ("cml-lib", "trace-cml.cm"),
];

/// Variables that stand for a folder of libraries.
const LIBRARY_FOLDERS: [&str; 2] = ["SML_LIB", "MLTON_ROOT"];

/// Variables that describe the machine.
const MACHINE: &[(&str, &str)] = &[
    ("TARGET_ARCH", "amd64"),
    ("TARGET_OS", "linux"),
    ("OBJPTR_REP", "rep64"),
    ("SEQINDEX_INT", "int64"),
    ("DEFAULT_CHAR", "char8"),
    ("DEFAULT_WIDECHAR", "widechar32"),
    ("DEFAULT_INT", "int64"),
    ("DEFAULT_REAL", "real64"),
    ("DEFAULT_WORD", "word64"),
];

fn user<'a>(variables: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let mut found = variables.iter().rev().filter(|(variable, _)| variable == name);
    found.next().map(|(_, value)| value.as_str())
}

/// The target of a path in an ML Basis file of a folder.
pub(crate) fn mlb(
    text: &str,
    folder: &Path,
    variables: &[(String, String)],
) -> Result<Place, Nowhere> {
    for name in LIBRARY_FOLDERS {
        let Some(rest) = text.strip_prefix(&format!("$({name})/")) else { continue };
        if let Some(file) = rest.strip_prefix("basis/") {
            let known = BASIS.iter().find(|(known, _, _)| *known == file);
            if let Some((_, parts, operators)) = known {
                return Ok(Place::Library(*parts, *operators));
            }
            if file == "pervasive.mlb" {
                return Ok(Place::Library(Visible::TYPES.and(Visible::VALUES), true));
            }
        }
        if rest == "cml/cml.mlb" {
            return Ok(Place::Library(Visible::CML, false));
        }
        if user(variables, name).is_none() {
            let library = rest.split('/').next().unwrap_or(rest);
            return Err(Nowhere {
                title: "this library is not there".to_owned(),
                label: format!("Kont has the Basis Library, but not `{library}`"),
                hint: Some(format!("`--mlb-path-var {name}=FOLDER` names a folder that has it")),
            });
        }
    }
    Ok(Place::File(folder.join(expand(text, variables)?)))
}

/// A path with its variables replaced.
fn expand(text: &str, variables: &[(String, String)]) -> Result<String, Nowhere> {
    let mut path = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("$(") {
        let (name, after) = behind.split_once(')').unwrap_or((behind, ""));
        let machine = || MACHINE.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let Some(value) = user(variables, name).or_else(machine) else {
            return Err(Nowhere {
                title: "unknown path variable".to_owned(),
                label: format!("nobody says what `$({name})` is"),
                hint: Some(format!("`--mlb-path-var {name}=FOLDER` says it")),
            });
        };
        path.push_str(before);
        path.push_str(value);
        rest = after;
    }
    path.push_str(rest);
    Ok(path)
}

/// The target of a path in a description of a folder. `$/a.cm` is `$a.cm/a.cm`, and `$NAME`
/// or `$(NAME)` is the folder of this name.
pub(crate) fn cm(
    text: &str,
    folder: &Path,
    variables: &[(String, String)],
) -> Result<Place, Nowhere> {
    let Some(rest) = text.strip_prefix('$') else {
        return Ok(Place::File(folder.join(text)));
    };
    let (anchor, file) = rest.split_once('/').unwrap_or((rest, ""));
    let anchor = anchor.strip_prefix('(').and_then(|a| a.strip_suffix(')')).unwrap_or(anchor);
    let anchor = if anchor.is_empty() { file.split('/').next().unwrap_or(file) } else { anchor };
    let basis = ["basis.cm", "SMLNJ-BASIS", "cml"].contains(&anchor) && file == "basis.cm";
    if basis {
        let parts = Visible::MODULES.and(Visible::SML_NJ).and(Visible::UNSAFE);
        return Ok(Place::Library(parts, false));
    }
    if CML.contains(&(anchor, file)) {
        return Ok(Place::Library(Visible::CML, false));
    }
    if anchor == "kont.cm" && file == "kont.cm" {
        return Ok(Place::Library(Visible::KONT, false));
    }
    match user(variables, anchor) {
        Some(place) => Ok(Place::File(folder.join(place).join(file))),
        None => Err(Nowhere {
            title: "this library is not there".to_owned(),
            label: format!("Kont has `$/basis.cm`, `$/kont.cm` and `$/cml.cm`, but not `{text}`"),
            hint: Some(format!("`--mlb-path-var {anchor}=FOLDER` names a folder that has it")),
        }),
    }
}
