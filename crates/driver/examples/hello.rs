//! A language in which every program says hello: the first step of `docs/your-language.md`.

use kont_driver as driver;

use driver::{Input, Options, RunOptions};
use front::{FrontEnds, Language};
use std::process::ExitCode;

const MINI: Language =
    Language { name: "mini", title: "Mini", endings: &["mini"], compile: |_| Ok(hello()) };

const HELLO: &str = r#"anf 1
fun main() -> () {
  () = print "hello\n"
  ret
}
entry main
"#;

fn hello() -> anf::Module {
    anf::parse(HELLO.as_bytes()).expect("this is ANF")
}

fn main() -> ExitCode {
    let file = std::env::args_os().nth(1).unwrap_or_default();
    driver::command(FrontEnds(&[&MINI]), Options::default(), move |session| {
        session.run(&Input::from_arg(file), &RunOptions::default())
    })
}
