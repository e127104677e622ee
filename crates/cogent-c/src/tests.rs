//! What the C side sees of programs.

mod clang;
mod ctypes;
mod headers;
mod limits;
mod literals;

use crate::{CTypes, Function, Interface, header, symbol};
use cogent_check::check;
use cogent_check::core::Program;
use cogent_syntax::{File, Loader, Options, Read, read};
use diag::{Sources, draw_all};
use std::path::Path;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&mut self, _: &Path) -> Result<Option<File>, String> {
        Ok(None)
    }
}

/// The core of a program.
#[track_caller]
fn core(text: &str) -> Program {
    let mut sources = Sources::new();
    let source = sources.add("a.cogent", text.as_bytes());
    let file = File { source, text: text.as_bytes().into() };
    let Read { program, diagnostics } =
        read(Path::new("a.cogent"), file, &mut NoFiles, &Options::default());
    assert!(diagnostics.is_empty(), "{}", draw_all(&sources, &diagnostics, false, 100));
    match check(&program) {
        Ok(core) => core,
        Err(errors) => panic!("{}", draw_all(&sources, &errors, false, 100)),
    }
}

/// All functions of a program without polymorphic ones, of which some are values. Functions `f_0`,
/// `f_1` are instances of `f`.
fn interface(program: &Program, values: &[&str]) -> Interface {
    let functions = program.functions.values().map(|function| Function {
        symbol: symbol(&function.name).into(),
        source: match function.name.rsplit_once('_') {
            Some((source, number)) if number.parse::<u32>().is_ok() => source.into(),
            Some(_) | None => function.name.clone(),
        },
        arg: function.arg,
        result: function.result,
        is_abstract: function.body.is_none(),
    });
    let number = |name: &&str| {
        let found = program.functions.values().position(|function| *function.name == **name);
        found.expect("there is such a function")
    };
    let values = values.iter().map(number).collect();
    Interface { name: "a-b".into(), functions: functions.collect(), values }
}

/// The header of a program of which some functions are values.
fn header_of(program: &Program, values: &[&str], ctypes: &CTypes) -> Result<String, Vec<String>> {
    header(&program.types, &program.synonyms, &interface(program, values), ctypes)
}

/// The same of a program as text.
fn outcome(text: &str, values: &[&str], union_variants: bool) -> Result<String, Vec<String>> {
    let program = core(text);
    let ctypes = CTypes::new(&program.types, union_variants);
    header_of(&program, values, &ctypes)
}
