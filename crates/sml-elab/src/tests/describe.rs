//! What names stand for, which names there are, and what the library says of its values.

use crate::{Compilation, Kind, Length, draw};
use diag::{Severity, Sources};
use expect_test::{Expect, expect};

fn session(text: &str) -> Compilation {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    let source = sources.add("t.sml", text);
    let messages = compilation.add(source, text.as_bytes());
    assert!(messages.iter().all(|message| message.severity == Severity::Warning));
    compilation
}

fn describes(text: &str, paths: &[&str], expect: Expect) {
    let mut session = session(text);
    let mut found = String::new();
    for path in paths {
        let parts: Vec<&str> = path.split('.').collect();
        let items = session.describe(&parts, Length::Whole);
        found += &format!("({path})\n{}", draw(&items));
    }
    expect.assert_eq(&found);
}

#[test]
fn names_of_the_library() {
    describes(
        "",
        &[
            "List.map",
            "Option",
            "SOME",
            "Option.option",
            "TextIO.StreamIO.inputN",
            "Time.time",
            "TextIO.stdIn",
        ],
        expect![[r#"
            (List.map)
            val map : ('a -> 'b) -> 'a list -> 'b list
            (Option)
            exception Option
            structure Option :
              sig
                datatype 'a option = NONE | SOME of 'a
                exception Option
                val getOpt : 'a option * 'a -> 'a
                val isSome : 'a option -> bool
                val valOf : 'a option -> 'a
                val filter : ('a -> bool) -> 'a -> 'a option
                val join : 'a option option -> 'a option
                val app : ('a -> unit) -> 'a option -> unit
                val map : ('a -> 'b) -> 'a option -> 'b option
                val mapPartial : ('a -> 'b option) -> 'a option -> 'b option
                val compose : ('a -> 'b) * ('c -> 'a option) -> 'c -> 'b option
                val composePartial : ('a -> 'b option) * ('c -> 'a option) -> 'c -> 'b option
              end
            (SOME)
            val SOME : 'a -> 'a option
            (Option.option)
            datatype 'a option = NONE | SOME of 'a
            (TextIO.StreamIO.inputN)
            val inputN : TextIO.StreamIO.instream * int -> string * TextIO.StreamIO.instream
            (Time.time)
            eqtype time
            (TextIO.stdIn)
            val stdIn : TextIO.instream
        "#]],
    );
}

#[test]
fn names_of_several_kinds() {
    let paths = [
        "TextIO.instream",
        "int",
        "exn",
        "list",
        "ref",
        "+",
        "=",
        "::",
        "Fail",
        "BOOL",
        "nothing",
        "List.nothing",
        "Nothing.x",
    ];
    describes(
        "",
        &paths,
        expect![[r#"
        (TextIO.instream)
        type instream
        (int)
        eqtype int
        (exn)
        type exn
        (list)
        datatype 'a list = nil | :: of 'a * 'a list
        (ref)
        val ref : 'a -> 'a ref
        datatype 'a ref = ref of 'a
        (+)
        val + : 'a * 'a -> 'a
        infix 6 +
        (=)
        val = : ''a * ''a -> bool
        infix 4 =
        (::)
        val :: : 'a * 'a list -> 'a list
        infixr 5 ::
        (Fail)
        exception Fail of string
        (BOOL)
        signature BOOL =
          sig
            datatype bool = false | true
            val not : bool -> bool
            val toString : bool -> string
            val scan : ('a -> (char * 'a) option) -> 'a -> (bool * 'a) option
            val fromString : string -> bool option
          end
        (nothing)
        (List.nothing)
        (Nothing.x)
    "#]],
    );
}

#[test]
fn names_of_a_program() {
    describes(
        "infix 3 ++
fun a ++ b = (a, b)
datatype t = T
val x = T
datatype t = T of int",
        &["++", "x", "t", "T"],
        expect![[r#"
            (++)
            val ++ : 'a * 'b -> 'a * 'b
            infix 3 ++
            (x)
            val x : ?.t
            (t)
            datatype t = T of int
            (T)
            val T : int -> t
        "#]],
    );
}

#[test]
fn names_in_structures() {
    describes(
        "structure A :> sig type t eqtype e type w = t list datatype d = D of t structure B : sig type u val y : t * u end val x : t end =
struct type t = int type e = int type w = t list datatype d = D of t structure B = struct type u = bool val y = (1, true) end val x = 2 end
structure C = A",
        &["A", "A.t", "A.e", "A.w", "A.d", "A.D", "A.x", "A.B", "A.B.u", "A.B.y", "C.B", "C.t"],
        expect![[r#"
            (A)
            structure A :
              sig
                type t
                eqtype e
                type w = t list
                datatype d = D of t
                structure B :
                  sig
                    type u
                    val y : t * u
                  end
                val x : t
              end
            (A.t)
            type t
            (A.e)
            eqtype e
            (A.w)
            type w = t list
            (A.d)
            datatype d = D of t
            (A.D)
            val D : A.t -> A.d
            (A.x)
            val x : A.t
            (A.B)
            structure B :
              sig
                type u
                val y : A.t * u
              end
            (A.B.u)
            type u
            (A.B.y)
            val y : A.t * A.B.u
            (C.B)
            structure B :
              sig
                type u = A.B.u
                val y : A.t * u
              end
            (C.t)
            type t = A.t
        "#]],
    );
}

#[test]
fn names_that_can_follow() {
    let mut session = session(
        "structure A = struct datatype t = C | D of {label : int} val v = 1 exception E structure B = struct end end
signature S = sig end functor F () = struct end val List = 1 datatype order = LESS",
    );
    let inside: Vec<String> =
        session.names_in(&["A"]).iter().map(|n| format!("{} {:?}", n.text, n.kind)).collect();
    expect!["B Structure, C Constructor, D Constructor, E Constructor, t Type, v Value"]
        .assert_eq(&inside.join(", "));
    assert!(session.names_in(&["Missing"]).is_empty());
    assert!(session.names_in(&["List"]).iter().any(|name| &*name.text == "tabulate"));
    let top = session.names_in(&[]);
    let has = |text: &str, kind| top.iter().any(|name| &*name.text == text && name.kind == kind);
    for (text, kind) in [
        ("A", Kind::Structure),
        ("TextIO", Kind::Structure),
        ("List", Kind::Structure),
        ("List", Kind::Value),
        ("S", Kind::Signature),
        ("MONO_ARRAY", Kind::Signature),
        ("F", Kind::Functor),
        ("LESS", Kind::Constructor),
        ("EQUAL", Kind::Constructor),
        ("SOME", Kind::Constructor),
        ("map", Kind::Value),
        ("order", Kind::Type),
    ] {
        assert!(has(text, kind), "{text} {kind:?}");
    }
    assert!(!has("Waiting", Kind::Structure) && !has("KontStreamIO", Kind::Functor));
    assert!(session.labels().iter().any(|label| &**label == "label"));
}

#[test]
fn what_the_library_says() {
    let mut session = session("structure L = List fun rev x = x");
    let mut said = String::new();
    for path in [
        "List.map",
        "L.foldl",
        "map",
        "rev",
        "not",
        "print",
        "^",
        "+",
        "real",
        "List",
        "TextIO.inputLine",
        "TextIO.StreamIO.inputN",
        "OS.Process.exit",
        "Fail",
        "Char.isAlpha",
        "Word8Vector.sub",
        "Cont.callcc",
        "General.order",
        "Thread.thread",
        "OS.FileSys",
        "L",
        "Nothing",
        "Array.update",
        "vector",
    ] {
        let parts: Vec<&str> = path.split('.').collect();
        let found = session.documentation(&parts);
        said += &format!("{path}: {}\n", found.as_deref().unwrap_or("-"));
    }
    expect![[r#"
        List.map: `map f l` is the list of `f x` for the elements `x`.
        L.foldl: `foldl f b [x1, ..., xn]` is `f (xn, ... f (x1, b))`.
        map: `map f l` is the list of `f x` for the elements `x`.
        rev: -
        not: `not b` is false if b is true, and true otherwise.
        print: `print s` writes `s` to standard output.
        ^: `s ^ t` is s followed by t.
        +: `i + j` is the sum; raises Overflow.
        real: `fromInt i` is the number nearest to i.
        List: Lists.
        TextIO.inputLine: `inputLine f` reads a line and gives it with its end; NONE at the end.
        TextIO.StreamIO.inputN: `inputN (f, n)` is the next `n` elements, fewer at the end, and the stream behind them; raises Size.
        OS.Process.exit: `exit st` does what is to be done at the end, and ends the program.
        Fail: What a program raises with a message of its own.
        Char.isAlpha: `isAlpha c` is whether c is a letter of ASCII.
        Word8Vector.sub: `sub (v, i)` is element `i`; raises Subscript.
        Cont.callcc: Calls a function with the continuation of the call, which may be entered any number of times.
        General.order: The result of a comparison.
        Thread.thread: A thread.
        OS.FileSys: Files and folders.
        L: -
        Nothing: -
        Array.update: `update (a, i, x)` makes `x` element `i` of `a`; raises Subscript.
        vector: `fromList l` is the vector of the elements of `l`; raises Size.
    "#]].assert_eq(&said);
}

#[test]
fn most_used_structures_are_documented() {
    let mut session = session("");
    let mut missing = Vec::new();
    for path in [
        "List",
        "ListPair",
        "Option",
        "String",
        "Substring",
        "Char",
        "Int",
        "IntInf",
        "Real",
        "Math",
        "Word",
        "Array",
        "Vector",
        "TextIO",
        "General",
        "OS.FileSys",
        "OS.Process",
        "Time",
        "Cont",
        "Thread",
        "CML",
    ] {
        let around: Vec<&str> = path.split('.').collect();
        for name in session.names_in(&around) {
            let wanted = match name.kind {
                Kind::Value => true,
                Kind::Binding
                | Kind::Constructor
                | Kind::Type
                | Kind::Structure
                | Kind::Signature
                | Kind::Functor => false,
            };
            let mut parts = around.clone();
            parts.push(&name.text);
            if wanted && session.documentation(&parts).is_none() {
                missing.push(format!("{path}.{}", name.text));
            }
        }
    }
    expect![[r#""#]].assert_eq(&missing.join(" "));
}
