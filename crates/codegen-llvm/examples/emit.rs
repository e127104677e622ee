//! `emit FILE LEVEL llvm|asm [TRIPLE]`: what becomes of a Flow file.
use kont_codegen_llvm::{Artefact, OptLevel, Options, compile};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let source = std::fs::read(&args[1]).expect("a file");
    let unit = flow::parse(&source).expect("a unit");
    let opt_level = match args[2].as_str() {
        "0" => OptLevel::O0,
        "1" => OptLevel::O1,
        "2" => OptLevel::O2,
        _ => OptLevel::O3,
    };
    let artefact = if args[3] == "llvm" { Artefact::LlvmText } else { Artefact::Assembly };
    let options = Options { opt_level, target: args.get(4).cloned(), ..Options::default() };
    let out = compile(&unit, &options, artefact).expect("compiles");
    println!("{}", String::from_utf8_lossy(&out));
}
