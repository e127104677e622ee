//! The parts of projects by themselves; whole projects are tests of the command.

use super::condition::select;
use super::uses::{Name, Uses, uses};
use base::EntityId;
use diag::SourceId;
use sml_elab::Namespace;
use sml_syntax::names::Names;
use sml_syntax::parse::{FixityEnv, ParseOptions, parse};

fn source() -> SourceId {
    SourceId::from_index(0)
}

/// The selected lines, or the label of the error.
fn selected(text: &str) -> String {
    match select(source(), text.as_bytes(), &|_, name| name == "List") {
        Ok(found) => {
            String::from_utf8_lossy(&found.text).split_whitespace().collect::<Vec<_>>().join(" ")
        }
        Err(error) => error.primary.map(|label| label.text).unwrap_or_default(),
    }
}

#[test]
fn conditions() {
    for (condition, holds) in [
        ("defined(KONT)", true),
        ("(SMLNJ_VERSION > 109)", true),
        ("SMLNJ_VERSION=110 andalso not (OPSYS_WIN32)", true),
        ("2 + 3 * 4 = 14", true),
        ("NO_SUCH_SYMBOL orelse 0", false),
        ("defined(structure List) andalso not defined(structure Lost)", true),
        ("~1 < 0", true),
        ("defined(SMLNJ_VERSION) && defined(NEW_CM)", true),
        ("!defined(KONT) || !(0)", true),
        ("!!KONT&&7/2==3&&7%2!=0", true),
        ("7 mod 2 <> 1", false),
    ] {
        let lines = selected(&format!("a\n#if {condition}\nyes\n#else\nno\n#endif\nz"));
        assert_eq!(lines, if holds { "a yes z" } else { "a no z" }, "{condition}");
    }
    let nested = "#if 0\n#if 1\na\n#else\nb\n#endif\n#elif 1\nc\n#elif 1\nd\n#else\ne\n#endif";
    assert_eq!(selected(nested), "c");
    assert_eq!(selected("#if 1 div 0\n#endif"), "`div` has no result here");
    assert_eq!(selected("#endif"), "this belongs to nothing");
    assert_eq!(selected("#if 1"), "this needs an `#endif`");
    assert_eq!(selected(&format!("#if {}", "(".repeat(100_000))), "it is nested too deeply");
    assert_eq!(selected("#if 0\n#error no\n#endif\nx"), "x");
}

fn scan(names: &mut Names, text: &str) -> Uses {
    let mut fixity = FixityEnv::basis(names);
    let read = parse(source(), text.as_bytes(), names, &mut fixity, ParseOptions::default());
    assert!(read.errors.is_empty(), "{:?}", read.errors);
    uses(&read.decs)
}

#[track_caller]
fn check_uses(text: &str, defines: &str, needs: &str) {
    let mut names = Names::new();
    let found = scan(&mut names, text);
    let show = |list: &[(Name, base::Span)]| {
        let shown = list.iter().map(|((space, name), _)| {
            let kind = match space {
                Namespace::Structure => "",
                Namespace::Signature => "sig ",
                Namespace::Functor => "fun ",
                Namespace::Value | Namespace::Type => "?",
            };
            format!("{kind}{}", names.text(*name))
        });
        shown.collect::<Vec<_>>().join(", ")
    };
    assert_eq!((show(&found.defines).as_str(), show(&found.needs).as_str()), (defines, needs));
}

#[test]
fn modules_that_are_needed() {
    check_uses("val x = A.B.y : C.t", "", "A, C");
    check_uses("structure A = struct structure B = C  val x = B.y end", "A", "C");
    check_uses("structure A = B  structure C = A", "A, C", "B");
    check_uses("structure A = struct open A val y = A.x end", "A", "A");
    check_uses("functor F (X : S) :> T = G (X)", "fun F", "sig S, sig T, fun G");
    check_uses("functor F (structure X : S) = struct val y = X.y + Y.y end", "fun F", "sig S, Y");
    check_uses("signature S = sig structure A : T sharing type A.t = B.t end", "sig S", "sig T");
    check_uses("signature S = T where type A.t = B.t", "sig S", "sig T, B");
    check_uses("local structure A = B in structure C = A end val x = A.y", "C", "B, A");
    check_uses("val f = let open A in fn B.C => D.e | _ => raise E.F end", "", "A, B, D, E");
}
