//! Programs that are large, deep or hostile.

use super::outcome;

fn on_a_large_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run);
    thread.expect("there is memory for a stack").join().expect("it does not panic");
}

#[test]
fn deep_programs() {
    on_a_large_stack(|| {
        let nests = [
            ("(", "x", ")"),
            ("1 + (", "x", ")"),
            ("let x = x in ", "x", ""),
            ("if True then 1 else ", "x", ""),
            ("f $ ", "x", ""),
            ("id (", "x", ")"),
            ("(\\x => ", "x", ") x"),
        ];
        for (before, middle, after) in nests {
            let [before, after] = [before, after].map(|text| text.repeat(2_500));
            let text = format!("id : all a. a -> a\nf : U8 -> U8\nf x = {before}{middle}{after}\n");
            assert!(outcome(&text).is_ok(), "{}", &before[..20]);
        }
    });
}

#[test]
fn long_programs() {
    on_a_large_stack(|| {
        let branches = "         | x == 1 -> 2\n".repeat(50_000);
        let text =
            format!("f : U8 -> U8\nf x = if | x == 0 -> 1\n{branches}         | else -> x\n");
        assert!(outcome(&text).is_err_and(|text| text.contains("this nests too deeply")));
        let bindings = "A <= g x |> B -> 0 and ".repeat(50_000);
        let text = format!("g : U8 -> <A | B>\nf : U8 -> U8\nf x = let {bindings} y = x in y\n");
        assert!(outcome(&text).is_err_and(|text| text.contains("this nests too deeply")));
        let bindings = "x = x + 1 and ".repeat(50_000);
        let text = format!("f : U8 -> U8\nf x = let {bindings} y = x in y\n");
        assert!(outcome(&text).is_ok());
        let steps = "f x; ".repeat(50_000);
        assert!(outcome(&format!("f : U8 -> U8\nf x = {steps} x\n")).is_ok());
    });
}

#[test]
fn types_that_grow() {
    on_a_large_stack(|| {
        let chain = |body: &dyn Fn(usize) -> String| {
            let types: String =
                (0..30_000).map(|i| format!("type T{} = {}\n", i + 1, body(i))).collect();
            format!("type T0 = U8\n{types}f : T30000 -> U8\nf _ = 1\n")
        };
        assert!(outcome(&chain(&|i| format!("T{i}"))).is_ok());
        let deep = outcome(&chain(&|i| format!("(T{i}, U8)")));
        assert!(deep.is_err_and(|text| text.contains("this type nests too deeply")));
        let large = outcome(&chain(&|i| format!("(T{i}, T{i})")));
        assert!(large.is_err_and(|text| text.contains("this type is too large")));
        let dups = "dup (".repeat(40);
        let text = format!(
            "dup : all (a :< DS). a -> (a, a)\nf : U8 -> U8\nf x = let y = {dups} A x{} in 1\n",
            ")".repeat(40)
        );
        assert!(outcome(&text).is_err_and(|text| text.contains("too large")));
        let steps = "and x = if True then (x, x) else x ".repeat(30);
        let text =
            format!("any : all a. () -> a\nf : () -> U8\nf () = let x = any () {steps} in 1\n");
        assert!(outcome(&text).is_err());
    });
}

#[test]
fn cut_off_programs() {
    let text = "type R = {a : U8, b : <A U8 | B>}\nf : R -> U8\nf r {a, b} = let c = b | A x -> x\n           | B -> a\n   in free r; c\nfree : R take (..) -> ()\n";
    for end in 0..text.len() {
        // Most are refused, some by the parser; what matters is that all come to an end.
        let _ = outcome(&text[..end]);
    }
}
