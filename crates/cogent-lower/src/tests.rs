//! Lowered programs are well formed, and what C sees of them is as it should be.

use crate::{Call, Lowered, Options, lower};
use cogent_check::core::Program;
use cogent_syntax::{File, Loader};
use diag::{Diagnostic, Sources};
use std::path::Path;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&mut self, _: &Path) -> Result<Option<File>, String> {
        Ok(None)
    }
}

fn checked(text: &str, sources: &mut Sources) -> Program {
    let source = sources.add("t.cogent", text.as_bytes());
    let file = File { source, text: text.as_bytes().into() };
    let options = cogent_syntax::Options::default();
    let read = cogent_syntax::read(Path::new("t.cogent"), file, &mut NoFiles, &options);
    assert_eq!(read.diagnostics, []);
    cogent_check::check(&read.program).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn lowered(text: &str, options: &Options) -> Result<Lowered, Vec<Diagnostic>> {
    let mut sources = Sources::default();
    let program = checked(text, &mut sources);
    lower(&program, &sources, options, Some(&Call::Print("done\n".into())))
}

/// Lowers a program with variants of either kind; what comes out is well formed. Gives the symbols
/// of its functions.
fn symbols(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for union_variants in [false, true] {
        let options = Options { union_variants, ..Options::default() };
        let lowered = lowered(text, &options).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(anf::check(&lowered.module), [], "{}", lowered.module);
        found = lowered.interface.functions.iter().map(|f| f.symbol.to_string()).collect();
    }
    found
}

#[test]
fn instances_are_numbered_as_they_are_met() {
    let text = "
id : all a. a -> a
id x = x
twice : all a. (a -> a, a) -> a
twice (f, x) = f (f x)
inc : U32 -> U32
inc x = id x + 1
both : (U8, U32) -> (U8, U32)
both (a, b) = (id a, twice (inc, id b))
";
    assert_eq!(symbols(text), ["inc", "both", "id_0", "id_1", "twice_0"]);
}

#[test]
fn every_form_of_value_is_spread() {
    let text = "
type R = {a : U8, b : #{c : Bool, d : ()}, e : <A U16 | B (U8, U64) | C>}
type A
free : R take (..) -> ()
read : R! -> (Bool, <A U16 | B (U8, U64) | C>)
read r = (r.b.c, r.e)
write : R -> R
write r = let r' {b, e} = r
          and x = (e
                   | A n -> B (1, upcast n)
                   | B (m, n) -> C
                   | C -> A 7)
          in r' {b, e = x}
end : R -> ()
end r = let r' {a, b, e} = r in free r'
name : () -> String
name () = \"text\"
use : (A! -> U32, A!) -> U32
use (f, x) = f x
wide : <A U16> -> <A U16 | B (U8, U64) | C>
wide v = v
k : U32
k = 3 * 4
twelve : () -> U32
twelve () = k + k
";
    let symbols = symbols(text);
    assert_eq!(symbols, ["free", "read", "write", "end", "name", "use", "wide", "twelve"]);
}

#[test]
fn sizes_that_only_c_knows() {
    let text = "
type A
make : () -> #A
copy : #A -> (#A, #A)
copy x = (x, x)
";
    let errors = lowered(text, &Options::default()).err().unwrap_or_default();
    assert_eq!(errors[0].title, "the size of `#A` is not known");
    let sizes = vec![("A".to_owned(), c_abi::Layout { size: 12, align: 4 })];
    let lowered = lowered(text, &Options { sizes, ..Options::default() });
    let lowered = lowered.unwrap_or_else(|errors| panic!("{errors:?}"));
    let text = lowered.module.to_string();
    let copy = "foreign copy \"copy\" (i32, i32, i32) -> (i32, i32, i32, i32, i32, i32)";
    assert!(text.contains(copy), "{text}");
}

#[test]
fn instances_without_end_are_refused() {
    let text = "
more : all (a :< DS). (U32, a) -> U32
more (n, x) = if n == 0 then 0 else 1 + more (n - 1, #{a = #{a = x}})
start : U32 -> U32
start n = more (n, n)
";
    let errors = lowered(text, &Options::default()).err().unwrap_or_default();
    assert_eq!(errors[0].title, "`more` has too many instances, or too large ones");
}

/// The titles of the messages about a program.
fn titles(text: &str) -> Vec<String> {
    let errors = lowered(text, &Options::default()).expect_err("it is refused");
    errors.into_iter().map(|error| error.title).collect()
}

#[test]
fn values_that_are_too_large() {
    let doubled = |first: &str, times: usize, rest: &str| {
        let types: String =
            (0..times).map(|i| format!("type T{} = (T{i}, T{i})\n", i + 1)).collect();
        format!("type T0 = {first}\n{types}type T = T{times}\n{rest}")
    };
    let pass = "f : T -> T\nf x = x\n";
    assert!(lowered(&doubled("U8", 10, pass), &Options::default()).is_ok());
    assert!(titles(&doubled("U8", 11, pass)).iter().all(|t| t == "this value is too large"));
    assert!(titles(&doubled("()", 16, pass)).iter().all(|t| t == "this value is too large"));
    // Nobody has a value of the type.
    assert!(lowered(&doubled("U8", 17, "f : T -> T\n"), &Options::default()).is_ok());
    let large = "f : all (a :< DS). (U8, a) -> U8\nf (n, x) = 1 + f (n, (x, x))\n\
                 g : U8 -> U8\ng x = f (x, x)\n";
    assert!(titles(large).iter().all(|title| title == "this value is too large"));
}

#[test]
fn the_value_of_a_constant_is_looked_at_too() {
    let text = "type A\nmake : () -> #A\nsize : #A -> U8\nc : U8\nc = size (make ())\n\
                f : () -> U8\nf () = c\n";
    assert!(titles(text).contains(&"the size of `#A` is not known".to_owned()));
}

#[test]
fn what_a_call_does_not_need_is_left_out() {
    let text = "outside : U8 -> U8\nf : U8 -> U8\nf x = g x\ng : U8 -> U8\ng x = x\n\
                h : U8 -> U8\nh x = outside x\n";
    let mut sources = Sources::default();
    let program = checked(text, &mut sources);
    let (f, _) = program.functions.iter().find(|(_, f)| &*f.name == "f").expect("a function");
    let call = Call::Function(f, cogent_c::literal::Value::Int(1));
    let options = Options { needed_only: true, ..Options::default() };
    let lowered = lower(&program, &sources, &options, Some(&call)).expect("it is accepted");
    assert_eq!(anf::check(&lowered.module), []);
    let names: Vec<_> = lowered.interface.functions.iter().map(|f| &*f.symbol).collect();
    assert_eq!(names, ["f", "g"]);
}

/// Nothing is decided by such a match, so that it is no branch; but what it does may be one.
#[test]
fn a_match_with_one_alternative_may_branch() {
    let text = "
f : (<A U8>, Bool) -> (U8, U8)
f (x, c) = (0, x | A n -> (if c then n else 0) + 1)
g : (<A U8>, <A U8>) -> (U8, U8)
g (x, y) = (0, (y | A n -> (x | A m -> (n
                                        | 0 -> m
                                        | k -> k)))
               | 1 -> 2
               | k -> k)
";
    assert_eq!(symbols(text), ["f", "g"]);
}

#[test]
fn constants_are_computed_once() {
    let chain = |i: usize| format!("c{} : U64\nc{} = c{i} + c{i}\n", i + 1, i + 1);
    let chain: String = (0..63).map(chain).collect();
    let text = format!("c0 : U64\nc0 = 1\n{chain}f : () -> U64\nf () = complement c63 / 0x3\n");
    let lowered = lowered(&text, &Options::default()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let text = lowered.module.to_string();
    assert!(!text.contains("ccall"), "{text}");
    assert!(text.contains("not.i64 -9223372036854775808"), "{text}");
}
