//! The library is read when it is needed.

use super::super::Compilation;
use diag::Sources;

/// How many declarations of the library a program brings in.
fn library_decs(text: &str) -> usize {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    let source = sources.add("t.sml", text);
    let messages = compilation.add(source, text.as_bytes());
    assert!(messages.is_empty(), "{messages:?}");
    compilation.program().decs.iter().filter(|top| top.library).count()
}

#[test]
fn nothing_is_read_for_nothing() {
    assert_eq!(library_decs(""), 0);
    let own = "datatype t = A | B of int list fun f (A, _) = nil | f (B l, true) = nil | f (B l, _) = 1 :: l";
    assert_eq!(library_decs(own), 0);
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
