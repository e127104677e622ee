//! Files that are cut off or broken anywhere: messages, never a panic, and not too
//! many of them.

use super::read;
use crate::ast::DecKind;
use base::rng::Rng;

/// A program with every construct.
const PROGRAM: &str = r#"#!/usr/bin/env kont
(* A comment (* nested *) with bytes: äöü. *)
infix 5 ++ infixr 6 ** nonfix before
signature S = sig
  type t and 'a u = 'a list eqtype e
  datatype d = A | B of int withtype w = d * d
  datatype r = datatype Other.r
  val x : t and op + : int * int -> int
  exception E of string and F
  structure Sub : sig val y : int end where type t = int and type 'a u = 'a
  include A B  include sig end
  sharing type t = Sub.t sharing Sub = Sub2
end
functor F (X : S) :> S where type t = X.t = struct open X A.B val z = X.x end
functor G (type t val x : t) = let structure A = struct end in H (val y = x) : S end
structure A : S = F (struct type t = int end) and B = A.C
abstype ('a, 'b) pair = Pair of 'a * 'b withtype s = int with fun mk p = Pair p end
local val hidden = 0wxFF in val shown = ~1.5e~3 + real (#1 {1 = 2, b = #"\n"}) end
exception X of int and Y = A.Y
fun 'a f (x :: xs, {a, b = _, c : int as d, ...}) y : 'a list =
      (case x of SOME (p as (1 | 2)) => #[1, 2] | _ => if a then b else c; [x, y])
  | f ([], _) _ = let val rec g = fn 0 => 1 | n => g (n - 1) in g 3; [] end
and x ++ y = while !x do y := "a\
   \b\065\^A\u0041" handle Fail s => raise Y | e => ()
and (a ** b) c = a andalso b orelse c : bool
val ('a, 'b) op ++ = fn _ => op A.+ and () = ();
f 1 2; {a, b = 0b1010_1010};
"#;

#[test]
fn the_whole_program_is_read() {
    let read = read(PROGRAM.as_bytes());
    let drawn = diag::draw_all(&read.sources, &read.errors, false, 10);
    assert!(read.errors.is_empty(), "{drawn}");
    let decs = read.decs.iter().filter(|dec| dec.kind != DecKind::Semi);
    assert_eq!(decs.count(), 14);
}

#[test]
fn cut_anywhere() {
    for end in 0..PROGRAM.len() {
        let read = read(&PROGRAM.as_bytes()[..end]);
        assert!(read.errors.len() <= 2, "{} errors, cut at {end}", read.errors.len());
        draw(&read);
    }
}

#[test]
fn without_its_beginning() {
    for start in 0..PROGRAM.len() {
        draw(&read(&PROGRAM.as_bytes()[start..]));
    }
}

/// One token left away: few messages.
#[test]
fn one_token_missing() {
    let mut names = crate::names::Names::new();
    let source = diag::Sources::new().add("a.sml", PROGRAM);
    let lexed = crate::lex::lex(source, PROGRAM.as_bytes(), &mut names, false);
    let mut total = 0;
    for token in &lexed.tokens {
        let span = token.span();
        let text = [&PROGRAM.as_bytes()[..span.start], &PROGRAM.as_bytes()[span.end..]].concat();
        let read = read(&text);
        assert!(read.errors.len() <= 5, "{} errors without {span:?}", read.errors.len());
        total += read.errors.len();
        draw(&read);
    }
    // Some tokens are not missed; where one is, there are hardly ever two messages.
    assert!(total <= lexed.tokens.len() * 6 / 5, "{total} of {}", lexed.tokens.len());
}

#[test]
fn random_bytes_changed() {
    let mut random = Rng::new(1);
    for _ in 0..20_000 {
        let mut text = PROGRAM.as_bytes().to_vec();
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len());
            match random.below(4) {
                0 => text[at] = random.bits() as u8,
                1 => {
                    text.remove(at);
                }
                2 => text.insert(at, b"()[]{}=|;,.\"#:'_~*\\"[random.below(19)]),
                _ => {
                    let from = random.below(text.len());
                    let len = random.below(40).min(text.len() - from);
                    let piece = text[from..from + len].to_vec();
                    text.splice(at..at, piece);
                }
            }
        }
        draw(&read(&text));
    }
}

#[test]
fn random_tokens() {
    const WORDS: &str = "val fun fn case of let in end struct sig structure signature functor ( ) \
        [ ] { } , ; : :> = => -> | _ ... # #[ x y A. 'a 1 1.0 \"s\" op infix infixr nonfix + :: * \
        and andalso orelse if then else while do raise handle local type datatype abstype \
        withtype with exception open where sharing include eqtype as rec";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut random = Rng::new(7);
    for _ in 0..20_000 {
        let count = 1 + random.below(60);
        let text: Vec<&str> = (0..count).map(|_| words[random.below(words.len())]).collect();
        draw(&read(text.join(" ").as_bytes()));
    }
}

#[test]
fn random_binary() {
    let mut random = Rng::new(3);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..random.below(300)).map(|_| random.bits() as u8).collect();
        draw(&read(&bytes));
    }
}

/// Every message can be drawn: its places are in the file.
fn draw(read: &super::Read) {
    for error in &read.errors {
        for label in error.primary.iter().chain(&error.others) {
            let len = read.sources.get(label.source).bytes.len();
            assert!(label.span.start <= label.span.end && label.span.end <= len, "{error:?}");
        }
    }
    diag::draw_all(&read.sources, &read.errors, false, 3);
}
