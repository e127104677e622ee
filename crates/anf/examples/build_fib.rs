//! Builds a program with the builder and prints it as text: the way a front end
//! makes ANF.
//!
//! ```text
//! cargo run -p kont-anf --example build_fib > fib.anf
//! ```

use anf::Module;
use anf::build::Builder;
use base::Name;
use kont_anf as anf;
use prim::{CmpOp, IntOp, Prim, Rt};
use types::Width;

#[expect(clippy::print_stdout, reason = "the text is what the example is for")]
fn main() {
    let module = fib();
    let errors = anf::check(&module);
    assert!(errors.is_empty(), "{errors:?}");
    print!("{module}");
}

/// `fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)`, and
/// `val () = print (Int.toString (fib 30))`.
fn fib() -> Module {
    let less = Prim::Cmp(CmpOp::Slt, Width::I64);
    let add = Prim::Int(IntOp::SAdd, Width::I64);
    let sub = Prim::Int(IntOp::SSub, Width::I64);

    let mut b = Builder::new();
    let file: Name = "fib.sml".into();
    let i64 = b.types().i64();

    // Declared first: the body refers to it.
    let fib = b.declare("fib", &[i64], &[i64]);
    let pos = b.position(&file, 1, 5);
    b.at(pos);
    b.define(fib, &["n"], |b, params| {
        let n = params[0];
        let small = b.prim("small", less, [n.into(), 2.into()]);
        b.if_(
            small,
            |b| b.ret([n.into()]),
            |b| {
                let before = b.prim("before", sub, [n.into(), 1.into()]);
                let x = b.call("x", fib, [before.into()]);
                let before = b.prim("before", sub, [n.into(), 2.into()]);
                let y = b.call("y", fib, [before.into()]);
                let sum = b.prim("sum", add, [x.into(), y.into()]);
                b.ret([sum.into()])
            },
        )
    });

    let main = b.declare("main", &[], &[]);
    let pos = b.position(&file, 2, 1);
    b.at(pos);
    b.define(main, &[], |b, _| {
        let x = b.call("x", fib, [30.into()]);
        let text = b.prim("text", Prim::Rt(Rt::I64ToStr), [x.into(), 10.into()]);
        b.effect(Prim::Rt(Rt::Print), [text.into()]);
        b.ret([])
    });
    b.entry(main);
    b.finish()
}
