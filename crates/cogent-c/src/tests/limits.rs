//! Headers of large programs, and names that are too long.

use super::{core, interface, outcome};
use crate::{CTypes, Interface, header};

#[test]
fn long_names_of_abstract_types() {
    let ty = (0..100).fold("U8".to_owned(), |ty, _| format!("(Arr {ty})"));
    let faults = outcome(&format!("type Arr a\nf : {ty} -> ()\n"), &[], false).expect_err("long");
    assert!(faults[0].starts_with("the C name of an abstract type is too long: `Arr_Arr_"));
}

#[test]
fn large_programs() {
    let run = || {
        let deep = (0..9_000).fold("U8".to_owned(), |ty, _| format!("#{{f : {ty}}}"));
        assert!(outcome(&format!("f : {deep} -> ()\n"), &[], false).is_ok());
        let pairs: String =
            (0..16).map(|i| format!("type T{} = (T{i}, T{i}, U8 -> U8)\n", i + 1)).collect();
        let text = format!("type T0 = U8 -> U8\n{pairs}g : T16 -> ()\nf : U8 -> U8\n");
        let text = outcome(&text, &["f"], false).expect("no names clash");
        assert!(text.contains("#define dispatch_g_p2_p3 "));
        let fields = |ty: &str| (0..100).map(|i| format!("f{i} : {ty}, ")).collect::<String>();
        let [inner, outer] = ["U8", "A"].map(|ty| format!("{{{}last : U8}}", fields(ty)));
        let users: String = (0..2_000).map(|i| format!("f{i} : B -> ()\n")).collect();
        let text = format!("type A = {inner}\ntype B = {outer}\n{users}");
        assert!(outcome(&text, &[], false).is_ok());
        let many = (0..10_000).map(|i| format!("f{i} : (U8, U16) -> <A | B>\n"));
        let text = many.collect::<String>() + "g : ((U8, U16) -> <A | B>, U8 -> U8) -> ()\n";
        let program = core(&text);
        let values = (0..program.functions.len()).collect();
        let interface = Interface { values, ..interface(&program, &[]) };
        let ctypes = CTypes::new(&program.types, false);
        let found = header(&program.types, &program.synonyms, &interface, &ctypes);
        let text = found.expect("no names clash");
        assert_eq!(text.matches("FUN_ENUM_f").count(), 19_999, "one case each, but for the last");
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run);
    thread.expect("there is memory for a stack").join().expect("it does not panic");
}
