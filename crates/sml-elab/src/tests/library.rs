//! The library is read when it is needed.

use super::super::env::{StrId, TyFun};
use super::super::{Compilation, Elab, Loader};
use crate::core::{Node, TyCon, each_part};
use crate::top_level::FILES;
use diag::{SourceId, Sources};
use std::borrow::Cow;

/// The number of declarations of the library that a program brings in.
fn library_decs(text: &str) -> usize {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    let source = sources.add("t.sml", text);
    let messages = compilation.add(source, text.as_bytes());
    let errors: Vec<_> =
        messages.iter().filter(|message| message.severity == diag::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    compilation.program().decs.iter().filter(|top| top.library).count()
}

/// The exception `Bind` is declared before any text.
const BIND: usize = 1;

#[test]
fn nothing_is_read_for_nothing() {
    assert_eq!(library_decs(""), BIND);
    let own = "datatype t = A | B of int list fun f (A, _) = nil | f (B l, true) = nil | f (B l, _) = 1 :: l";
    assert_eq!(library_decs(own), BIND);
}

#[test]
fn what_is_used_is_read() {
    assert!(library_decs("val x = SOME 1") > 0);
    assert!(library_decs("val x = 1 + 1") > 0);
}

#[test]
fn every_file_is_right() {
    for file in super::super::top_level::FILES {
        for name in file.structures {
            library_decs(&format!("structure A = {name}"));
        }
        for name in file.signatures {
            library_decs(&format!("signature A = {name}"));
        }
        for name in file.values {
            library_decs(&format!("val x = op {name}"));
        }
    }
}

#[test]
fn every_identifier_has_its_type_and_declaration() {
    let text = "fun f x = x + 1\nval y = f 2";
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources).with_index();
    let source = sources.add("t.sml", text);
    compilation.add(source, text.as_bytes());
    let found: Vec<String> = compilation
        .index()
        .iter()
        .map(|note| {
            let name = &text[note.loc.span.start..note.loc.span.end];
            let ty = note.ty.map(|ty| compilation.show(ty)).unwrap_or_default();
            let at = note.declared.filter(|loc| loc.source == source).map(|loc| loc.span.start);
            format!("{name} : {ty} {at:?}")
        })
        .collect();
    let expected = [
        "f : int -> int Some(4)",
        "x : int Some(6)",
        "+ : int * int -> int None",
        "x : int Some(6)",
        "y : int Some(20)",
        "f : int -> int Some(4)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_text_with_an_error_leaves_the_program_as_it_was() {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    let mut add = |text: &str| {
        let source = sources.add("t.sml", text);
        let messages = compilation.add(source, text.as_bytes());
        (messages.len(), compilation.program().decs.iter().filter(|top| !top.library).count())
    };
    assert_eq!(add("val x = 1"), (0, 1));
    assert_eq!(add("val x = \"a\" val y = x + 1"), (1, 1));
    assert_eq!(add("val z = x + 1"), (0, 2));
    assert_eq!(add("val w = y"), (1, 2));
}

#[test]
fn what_is_at_hand_does_not_change_what_is_read() {
    library_decs("val rec f : int option -> int = fn _ => 1");
    library_decs("val f = fn (x : order) => let datatype t = A in x end");
}

/// The library, with a text behind that of the file that binds options.
struct WithMore(Sources, &'static str);

impl Loader for WithMore {
    fn library(&mut self, name: &str, text: &'static [u8]) -> (SourceId, Cow<'static, [u8]>) {
        let more = if name.ends_with("option.sml") { self.1.as_bytes() } else { b"" };
        let text = [text, more].concat();
        (self.0.add(name, &*text), Cow::Owned(text))
    }
}

/// Titles and labels of the errors in the library, for a program that needs options.
fn about_library(more: &'static str) -> Vec<String> {
    let mut loader = WithMore(Sources::new(), more);
    let mut compilation = Compilation::new(&mut loader);
    let text = "val x = SOME 1";
    let source = loader.0.add("t.sml", text);
    let messages = compilation.add(source, text.as_bytes());
    let said = messages.iter().map(|message| {
        let label = message.primary.as_ref().expect("a place");
        let bytes = &loader.0.get(label.source).bytes[label.span.start..label.span.end];
        format!("{}: {} in {}", message.title, label.text, String::from_utf8_lossy(bytes))
    });
    said.collect()
}

#[test]
fn operations_are_known_even_if_nothing_uses_them() {
    assert_eq!(about_library("val unused = _prim \"add.i64\" : int * int -> int"), [""; 0]);
    assert_eq!(
        about_library("fun unused x = (_prim \"add.i63\" : int -> int) x"),
        ["unknown operation: there is no operation `add.i63` in (_prim \"add.i63\" : int -> int)"]
    );
    assert_eq!(
        about_library("exception Unused = _prim \"Overflows\""),
        ["unknown exception: there is no exception `Overflows` in Unused"]
    );
}

/// True if a user sees a type constructor under this name.
fn is_known(elab: &Elab, name: &str, tycon: TyCon) -> bool {
    let parts: Vec<&str> = name.split('.').collect();
    let first = elab.core.program.names.find(parts[0]);
    if let ([_], Some(sym)) = (&parts[..], first) {
        return elab.peek_type(sym).is_some_and(|found| found.fun == TyFun::Con(tycon));
    }
    // Builtin types are known before their structures have been read.
    let unread = first.is_some_and(|sym| {
        elab.library.structure_names().contains(&sym) && elab.peek_structure(sym).is_none()
    });
    unread || elab.means(&parts, tycon)
}

/// The names of types of a structure's values, and of those in it, that mean nothing to users.
fn unknown_types(name: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let mut elab = Compilation::new(&mut sources).elab;
    let sym = elab.core.program.names.intern(name);
    let mut work: Vec<StrId> = elab.library_structure(sym).into_iter().collect();
    let mut unknown = Vec::new();
    while let Some(structure) = work.pop() {
        let env = elab.contents(structure);
        work.extend(env.strs.iter().map(|(_, inner)| inner));
        for (_, val) in env.vals.iter() {
            let (_, ty) = elab.core.scheme(val);
            let mut parts = vec![ty];
            while let Some(part) = parts.pop() {
                let part = elab.core.head(part);
                let node = elab.core.program.types.node(part);
                if let Node::Con(tycon, _) = node {
                    let name = elab.tycon_name(*tycon);
                    if !is_known(&elab, &name, *tycon) {
                        unknown.push(name);
                    }
                }
                each_part(node, |part| parts.push(part));
            }
        }
    }
    unknown
}

#[test]
fn types_have_names_that_users_know() {
    let mut unknown = Vec::new();
    for file in super::super::top_level::FILES {
        for name in file.structures {
            unknown.extend(unknown_types(name).into_iter().map(|ty| format!("{name}: {ty}")));
        }
    }
    unknown.sort();
    unknown.dedup();
    assert_eq!(unknown, Vec::<String>::new());
}

/// The text of a file of the library.
fn text_of(file: &str) -> String {
    let name = format!("lib/sml/{file}");
    let found = FILES.iter().find(|file| file.name == name).unwrap();
    String::from_utf8(found.text.to_vec()).unwrap()
}

/// A functor for these would be elaborated for every program that uses one of them.
#[test]
fn numbers_of_the_machines_sizes_differ_in_size_only() {
    for (bits, mask, low, high) in
        [("16", "0w65535", "0x8000", "0x7fff"), ("32", "0w4294967295", "0x80000000", "0x7fffffff")]
    {
        let word = text_of("word8.sml").replace("0w255", "MASK").replace('8', bits);
        assert_eq!(word.replace("MASK", mask), text_of(&format!("word{bits}.sml")));
        let int = text_of("int8.sml").replace("0x80", "LOW").replace("0x7f", "HIGH");
        let int = int.replace('8', bits).replace("LOW", low).replace("HIGH", high);
        assert_eq!(int, text_of(&format!("int{bits}.sml")));
    }
}
