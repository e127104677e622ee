//! Depth and length without end.

use super::super::MAX_NESTING;
use super::read;

/// Runs on a stack of this size, as small as the compiler promises to need.
fn with_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic")
}

/// The beginning of a declaration, a phrase that nests when it is repeated, and the middle.
const NESTING: &[(&str, &str, &str)] = &[
    ("val x = ", "(", "1"),
    ("val x = ", "[", "1"),
    ("val x = ", "#[", "1"),
    ("val x = ", "{a = ", "1"),
    ("val x = ", "let val y = ", "1"),
    ("val x = ", "let in ", "1"),
    ("val x = ", "let fun f x = ", "1"),
    ("val x = ", "if true then 1 else ", "1"),
    ("val x = ", "if ", "1"),
    ("val x = ", "while ", "1"),
    ("val x = ", "fn y => ", "1"),
    ("val x = ", "case ", "1"),
    ("val x = ", "case y of z => ", "1"),
    ("val x = ", "y handle z => ", "1"),
    ("val x = ", "raise ", "1"),
    ("val x = ", "f (1, ", "1"),
    ("val x = ", "1 + f (2, ", "1"),
    ("val x = ", "1 + ", "1"),
    ("val x = ", "1 :: ", "1"),
    ("val x = ", "f ", "1"),
    ("val x = ", "1 : int andalso f (2 + ", "1"),
    ("val x = ", "a andalso ", "1"),
    ("val x = ", "a orelse ", "1"),
    ("val x = 1", " : int", ""),
    ("val x : ", "int -> ", "int = 1"),
    ("val x : int", " list", " = 1"),
    ("val x : ", "(", "int"),
    ("val x : ", "{a : ", "int"),
    ("val x : ", "int * (int -> ", "int"),
    ("val ", "(", "x"),
    ("val ", "[", "x"),
    ("val ", "{a = ", "x"),
    ("val ", "x as ", "y = 1"),
    ("val ", "{x as ", "y"),
    ("val ", "SOME (", "y"),
    ("val ", "x :: ", "y = 1"),
    ("val x", " : int", " = 1"),
    ("", "local ", ""),
    ("", "local in ", ""),
    ("", "structure A = struct ", ""),
    ("", "abstype t = T with ", ""),
    ("structure A = ", "F (", "B"),
    ("structure A = ", "F (structure A = ", "B"),
    ("structure A = ", "let in ", "B"),
    ("structure A = ", "let structure A = ", "B"),
    ("structure A = B", " : S", ""),
    ("signature S = ", "sig structure A : ", "S"),
    ("signature S = S", " where type t = int", ""),
    ("functor F (", "structure A : sig ", ""),
];

#[test]
fn depth_ends_with_a_message() {
    with_stack(|| {
        for (before, repeated, inner) in NESTING {
            let text = format!("{before}{}{inner}", repeated.repeat(100_000));
            let read = read(text.as_bytes());
            let titles: Vec<&str> = read.errors.iter().map(|e| e.title.as_str()).collect();
            assert_eq!(titles, ["the program is nested too deeply"], "{before}{repeated}");
        }
    });
}

/// A chain at every level of nesting: depth is that of the tree, not of the brackets.
#[test]
fn chains_and_nesting_add_up() {
    with_stack(|| {
        let chain = "+ 1 ".repeat(1_000);
        let text = format!("val x = {}1{}", "(".repeat(100), format!(" {chain})").repeat(100));
        let read = read(text.as_bytes());
        assert_eq!(read.errors.len(), 1, "{:?}", read.errors.first());
    });
}

#[test]
fn what_is_deep_but_allowed_is_read() {
    with_stack(|| {
        let deep = MAX_NESTING as usize - 10;
        let text = format!("val x = {}1{}", "(".repeat(deep), ")".repeat(deep));
        assert!(read(text.as_bytes()).errors.is_empty());
        let text = format!("val x = {}nil", "1 :: ".repeat(deep));
        assert!(read(text.as_bytes()).errors.is_empty());
        let text = format!("val x = {}2", "if a then 1 else ".repeat(deep));
        assert!(read(text.as_bytes()).errors.is_empty());
    });
}

/// Length costs nothing but memory.
#[test]
fn length_is_free() {
    let n = 100_000;
    let texts = [
        format!("val x = [{}1]", "1, ".repeat(n)),
        format!("val x = ({}1)", "1, ".repeat(n)),
        format!("val x = ({}1)", "f (); ".repeat(n)),
        format!("val x = let in {}1 end", "f (); ".repeat(n)),
        format!("val x = case x of 1 => 1{}", " | 1 + 1 => 1".replace(" + 1", "").repeat(n)),
        format!("fun f 1 = 1{}", " | f 2 = 2 + 1".repeat(n)),
        "val x = 1 + 2 * 3;".repeat(n),
        format!("val x = 1{}", " and y = (2, 3 + 4)".repeat(n)),
        format!("val x = {}x", "A.".repeat(n)),
        format!("type t = int{}", " * int list".repeat(n)),
        format!("open A{}", " B.C".repeat(n)),
        format!("val x = ref {}1", "\n".repeat(n)),
        format!("val x = \"{}\"", "a\\n".repeat(n)),
        format!("{}val x = 1", "(* (* *) *)".repeat(n)),
        format!("{}{}val x = 1", "(*".repeat(n), "*)".repeat(n)),
    ];
    for text in texts {
        let read = read(text.as_bytes());
        let start: String = text.chars().take(40).collect();
        assert!(read.errors.is_empty(), "{start}: {:?}", read.errors.first());
    }
}

/// Records and datatypes with many names are checked in linear time.
#[test]
fn many_names() {
    let fields: Vec<String> = (0..100_000).map(|i| format!("f{i} = {i}")).collect();
    let cons: Vec<String> = (0..100_000).map(|i| format!("C{i} of int")).collect();
    let text = format!("val x = {{{}}} datatype t = {}", fields.join(", "), cons.join(" | "));
    assert!(read(text.as_bytes()).errors.is_empty());
}

/// A file that is wrong everywhere does not give a message for everything.
#[test]
fn errors_are_limited() {
    let read = read("val = 1;\n".repeat(100_000).as_bytes());
    assert_eq!(read.errors.len(), 101);
    assert_eq!(read.errors[100].title, "more than 100 errors; the others are not shown");
}

#[test]
fn a_number_may_be_long_but_not_endless() {
    let text = format!("val x = {}", "9".repeat(40_000));
    assert!(read(text.as_bytes()).errors.is_empty());
    let text = format!("val x = {}", "9".repeat(10_000_000));
    assert_eq!(read(text.as_bytes()).errors[0].title, "a number is too long");
}
