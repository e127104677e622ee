//! Every scalar primitive computes natively what `prim::eval_scalar` says, on
//! edge values, with operands that the compiler does not know and with
//! operands that it does.

mod common;

use codegen_llvm::OptLevel;
use common::{new_jit, object, reports};
use host::TestHost;
use prim::{BuiltinExn, Prim, eval_scalar};
use runtime::{Config, Runtime};
use std::cell::RefCell;
use std::fmt::Write;
use types::{PTy, Width};

thread_local! {
    /// The number of the primitive, then its operands.
    static OPERANDS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    static RAISED: RefCell<Option<u64>> = const { RefCell::new(None) };
}

extern "C" fn operand(i: u64) -> u64 {
    OPERANDS.with_borrow(|operands| operands[i as usize])
}

/// Objects are passed to C as the address of what follows their first two words.
extern "C" fn raised(exn: u64) {
    RAISED.set(Some(exn - 16));
}

fn scalars() -> Vec<Prim> {
    Prim::all().into_iter().filter(|prim| prim.is_scalar()).collect()
}

fn text(ty: PTy) -> String {
    match ty {
        PTy::Int(width) => width.to_string(),
        PTy::F32 => "f32".to_owned(),
        PTy::F64 => "f64".to_owned(),
        PTy::Str
        | PTy::Big
        | PTy::Exn
        | PTy::Origin
        | PTy::Bytes
        | PTy::Chars
        | PTy::Action
        | PTy::Strs
        | PTy::Ptr
        | PTy::Any => {
            panic!("not a scalar")
        }
    }
}

/// Lines that make `to` of the word in `from`.
fn of_word(ty: PTy, from: &str, to: &str) -> String {
    match ty {
        PTy::Int(Width::I64) => format!("  {to}: i64 = copy {from}\n"),
        PTy::Int(width) => format!("  {to}: {width} = trunc.i64.{width} {from}\n"),
        PTy::F64 => format!("  {to}: f64 = fofbits.f64 {from}\n"),
        PTy::F32 => {
            format!("  {to}_b: i32 = trunc.i64.i32 {from}\n  {to}: f32 = fofbits.f32 {to}_b\n")
        }
        PTy::Str
        | PTy::Big
        | PTy::Exn
        | PTy::Origin
        | PTy::Bytes
        | PTy::Chars
        | PTy::Action
        | PTy::Strs
        | PTy::Ptr
        | PTy::Any => {
            panic!("not a scalar")
        }
    }
}

/// Lines that make the word `to` of `from`.
fn to_word(ty: PTy, from: &str, to: &str) -> String {
    match ty {
        PTy::Int(Width::I64) => format!("  {to}: i64 = copy {from}\n"),
        PTy::Int(width) => format!("  {to}: i64 = zext.{width}.i64 {from}\n"),
        PTy::F64 => format!("  {to}: i64 = fbits.f64 {from}\n"),
        PTy::F32 => {
            format!("  {to}_b: i32 = fbits.f32 {from}\n  {to}: i64 = zext.i32.i64 {to}_b\n")
        }
        PTy::Str
        | PTy::Big
        | PTy::Exn
        | PTy::Origin
        | PTy::Bytes
        | PTy::Chars
        | PTy::Action
        | PTy::Strs
        | PTy::Ptr
        | PTy::Any => {
            panic!("not a scalar")
        }
    }
}

/// A function that applies a primitive to words and reports the result. The
/// operands are parameters, so that they also travel in the slots of their types.
fn function(source: &mut String, name: &str, prim: Prim, words: &[String]) {
    let sig = prim.sig();
    let params: Vec<String> =
        sig.args.iter().enumerate().map(|(i, ty)| format!("x{i}: {}", text(*ty))).collect();
    let args: Vec<String> = (0..sig.args.len()).map(|i| format!("x{i}")).collect();
    let (params, args) = (params.join(", "), args.join(" "));
    let result = sig.results[0];
    let _ = writeln!(source, "known {name}_do({params}) return k {{");
    let _ = writeln!(source, "  r: {} = {prim} {args}", text(result));
    source.push_str(&to_word(result, "r", "w"));
    let _ = writeln!(source, "  () = ccall report w\n  throw k\n}}\nknown {name}() return k {{");
    for (i, (ty, word)) in sig.args.iter().zip(words).enumerate() {
        let _ = writeln!(source, "  w{i}: i64 = {word}");
        source.push_str(&of_word(*ty, &format!("w{i}"), &format!("x{i}")));
    }
    let _ = writeln!(source, "  apply {name}_do {args} return k\n}}");
}

/// A program that runs the function whose number it is given.
fn program(functions: &str, names: &[String]) -> String {
    let mut source = format!(
        "flow 1
foreign operand \"operand\" (i64) -> (i64)
foreign report \"report\" (i64) -> ()
foreign raised \"raised\" (ref) -> ()
cont caught(exn: ref) return k {{
  (link: cont) = pop k
  () = ccall raised exn
  throw link
}}
{functions}
fun main() return k {{
  () = check 16 k
  handler: cont = push caught k
  () = sethandler handler
  which: i64 = ccall operand 0
  switch which {{
"
    );
    for (i, name) in names.iter().enumerate() {
        let _ = writeln!(source, "    {i} => {{ apply {name} return k }}");
    }
    source += "    _ => { unreachable }\n  }\n}\nentry main\n";
    source
}

/// A loaded program, to be called many times.
struct Program {
    runtime: Runtime,
    unit: *const abi::Unit,
    _jit: kont_jit::Jit,
}

impl Program {
    fn new(source: &str, level: OptLevel) -> Program {
        let mut jit = new_jit();
        let ours: [(&str, *const u8); 2] =
            [("operand", operand as *const u8), ("raised", raised as *const u8)];
        jit.define(ours).expect("the test's symbols");
        jit.add_objects(&[object(source, level, "kont_unit")]).expect("an object");
        let unit = jit.lookup("kont_unit").expect("a unit").cast();
        let config = Config { heap_max: 64 << 20, ..Config::default() };
        let runtime = Runtime::new(config, Box::new(TestHost::default())).expect("a heap");
        Program { runtime, unit, _jit: jit }
    }

    /// The result of a function, or the exception it raised.
    #[allow(unsafe_code)]
    fn call(&mut self, number: usize, operands: &[u64]) -> Result<u64, BuiltinExn> {
        OPERANDS.set([&[number as u64], operands].concat());
        RAISED.set(None);
        reports();
        // SAFETY: the unit's code takes no argument and lives as long as the JIT.
        let code = unsafe { self.runtime.run_unit(self.unit) };
        assert_eq!(code, 0);
        match RAISED.take() {
            Some(exn) => {
                // SAFETY: the runtime owns its vproc.
                let values = unsafe { (*self.runtime.vproc()).builtin_value };
                let found = BuiltinExn::ALL.into_iter().find(|b| values[*b as usize] == exn);
                Err(found.expect("a built-in exception"))
            }
            None => Ok(reports()[0]),
        }
    }
}

/// True if the results are the same, or both are not a number.
fn agree(ty: PTy, a: Result<u64, BuiltinExn>, b: Result<u64, BuiltinExn>) -> bool {
    let nan = |bits: u64| match ty {
        PTy::F64 => f64::from_bits(bits).is_nan(),
        PTy::F32 => f32::from_bits(bits as u32).is_nan(),
        PTy::Int(_)
        | PTy::Str
        | PTy::Big
        | PTy::Exn
        | PTy::Origin
        | PTy::Any
        | PTy::Bytes
        | PTy::Chars
        | PTy::Action
        | PTy::Strs
        | PTy::Ptr => false,
    };
    match (a, b) {
        (Ok(a), Ok(b)) => a == b || nan(a) && nan(b),
        (a, b) => a == b,
    }
}

fn int_edges(width: Width) -> Vec<u64> {
    let (mask, sign) = (width.mask(), 1u64 << (width.bits() - 1));
    let near = [0, 1, 2, 3, 5, 7, 10, 31, 32, 63, 64, 100];
    let mut edges: Vec<u64> = near.iter().flat_map(|n| [*n, 0u64.wrapping_sub(*n)]).collect();
    edges.extend([sign, sign.wrapping_sub(1), sign + 1, mask >> 2, mask / 3, width.bits() as u64]);
    edges.iter_mut().for_each(|edge| *edge &= mask);
    edges.sort_unstable();
    edges.dedup();
    edges
}

fn float_edges() -> Vec<f64> {
    let mut edges = vec![0.0, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 7.5, 1e-310, 1e300, f64::INFINITY];
    for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
        let power = 2f64.powi(bits);
        edges.extend([power, power - 1.0, power - 0.5, power + 0.5, power + 1.0, power * 0.9]);
    }
    edges.extend([f64::MAX, f64::MIN_POSITIVE, f64::EPSILON]);
    let negative: Vec<f64> = edges.iter().map(|x| -x).collect();
    edges.extend(negative);
    edges.push(f64::NAN);
    edges
}

fn edges(ty: PTy) -> Vec<u64> {
    match ty {
        PTy::Int(width) => int_edges(width),
        PTy::F64 => float_edges().into_iter().map(f64::to_bits).collect(),
        PTy::F32 => {
            // The last is a signalling nan, whose bits must survive being passed.
            let singles = float_edges().into_iter().map(|x| (x as f32).to_bits() as u64);
            singles.chain([0x7fa0_0001]).collect()
        }
        PTy::Str
        | PTy::Big
        | PTy::Exn
        | PTy::Origin
        | PTy::Bytes
        | PTy::Chars
        | PTy::Action
        | PTy::Strs
        | PTy::Ptr
        | PTy::Any => {
            panic!("not a scalar")
        }
    }
}

/// All tuples of edge values; of three operands the last is taken from a few.
fn tuples(types: &[PTy]) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for ty in types {
        let step = if types.len() == 3 { 7 } else { 1 };
        let values: Vec<u64> = edges(*ty).into_iter().step_by(step).collect();
        all = all
            .iter()
            .flat_map(|tuple| values.iter().map(move |v| [tuple.as_slice(), &[*v]].concat()))
            .collect();
    }
    all
}

#[test]
fn primitives_of_unknown_operands() {
    let prims = scalars();
    let (mut functions, mut names) = (String::new(), vec![]);
    for (i, prim) in prims.iter().enumerate() {
        names.push(format!("p{i}"));
        let words: Vec<String> = (1..=3).map(|i| format!("ccall operand {i}")).collect();
        function(&mut functions, &names[i], *prim, &words);
    }
    let source = program(&functions, &names);
    for level in [OptLevel::O0, OptLevel::O2] {
        let mut program = Program::new(&source, level);
        for (i, prim) in prims.iter().enumerate() {
            let sig = prim.sig();
            for tuple in tuples(&sig.args) {
                let (got, want) = (program.call(i, &tuple), eval_scalar(*prim, &tuple));
                let same = agree(sig.results[0], got, want);
                assert!(same, "{prim} {tuple:x?} at {level:?}: {got:x?}, not {want:x?}");
            }
        }
    }
}

#[test]
fn primitives_of_known_operands() {
    let (mut functions, mut names, mut cases) = (String::new(), vec![], vec![]);
    for prim in scalars() {
        let all = tuples(&prim.sig().args);
        for tuple in all.iter().step_by(all.len().div_ceil(5)) {
            let name = format!("p{}", cases.len());
            let words: Vec<String> = tuple.iter().map(|w| format!("copy {}", *w as i64)).collect();
            function(&mut functions, &name, prim, &words);
            names.push(name);
            cases.push((prim, tuple.clone()));
        }
    }
    let mut program = Program::new(&program(&functions, &names), OptLevel::O2);
    for (i, (prim, tuple)) in cases.iter().enumerate() {
        let (got, want) = (program.call(i, &[]), eval_scalar(*prim, tuple));
        let same = agree(prim.sig().results[0], got, want);
        assert!(same, "{prim} {tuple:x?}: {got:x?}, not {want:x?}");
    }
}
