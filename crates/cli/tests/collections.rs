//! Effects of collections on weak references and finalisers in native code; in the interpreters
//! objects go away at other times.

use testkit::{Kont, Scratch};

const PROGRAM: &str = r#"
fun p s = print (s ^ "\n")
structure W = MLton.Weak
structure F = MLton.Finalizable

(* Of four references, those go away that nothing reaches any more. *)
val strong = Array.tabulate (4, ref)
val weak = Vector.tabulate (4, fn i => W.new (Array.sub (strong, i)))
fun show () = p (String.concatWith " " (Vector.foldr (fn (w, l) => (case W.get w of SOME r => Int.toString (!r) | NONE => "-") :: l) [] weak))
val other = ref ~1
val () = (MLton.GC.collect (); show ())
val () = app (fn i => Array.update (strong, i, other)) [1, 3]
val () = (MLton.GC.collect (); show ())
val () = valOf (W.get (Vector.sub (weak, 0))) := 7
val () = p (Int.toString (!(Array.sub (strong, 0))))
val () = app (fn i => Array.update (strong, i, other)) [0, 2]
val () = (MLton.GC.collect (); show ())

(* Finalisers run after the collection that finds their values gone. *)
val values = Array.tabulate (3, fn i => let val v = F.new i in F.addFinalizer (v, fn i => p (Int.toString i ^ " gone")); v end)
val last = F.new 99
fun drop i = (Array.update (values, i, last); MLton.GC.collect (); p ("dropped " ^ Int.toString i))
val () = MLton.GC.collect ()
val () = (drop 2; drop 0; drop 1)

(* Many of them do not pile up. *)
val count = ref 0
fun many 0 = () | many n = (F.addFinalizer (F.new n, fn _ => count := !count + 1); many (n - 1))
val () = many 300000
val () = p (if !count > 100000 then "most ran" else "they wait: " ^ Int.toString (!count))
val () = OS.Process.atExit (fn () => p "the end")
"#;

const OUTPUT: &str = "0 1 2 3\n0 - 2 -\n7\n- - - -\n2 gone\ndropped 2\n0 gone\ndropped 0\n1 gone\ndropped 1\nmost ran\nthe end\n";

#[test]
fn weak_references_and_finalisers_follow_collections() {
    let folder = Scratch::new();
    folder.write("collected.sml", PROGRAM);
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    for level in ["-O0", "-O2"] {
        let ended = kont.command(&["run", level, "collected.sml"]).folder(folder.path()).run();
        assert_eq!(ended.out(), OUTPUT, "{level}: {}\n{}", ended.status, ended.err());
    }
}
