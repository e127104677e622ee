//! The side of ours: ANF that makes C values, and digests them.
//!
//! A value is made of a seed, leaf by leaf, and digested into a number, leaf by leaf; the C side
//! does the same. Only the alternative that a tag stands for is made and looked at.

use crate::{ADDEND, FACTOR, TURN, has_register};
use c_abi::{Alternative, CTy, Leaf, Signature};
use std::fmt::Write;

/// The functions of a module without entry: what C calls.
pub(crate) fn freestanding(signatures: &[Signature]) -> String {
    let mut text = String::from("anf 1\n");
    text += "foreign cell \"cell\" (i64) -> (ptr)\n";
    for (i, signature) in signatures.iter().enumerate() {
        let Signature { param, result } = signature;
        declare(&mut text, &format!("theirs{i}"), signature);
        define(&mut text, &format!("ours{i}"), signature, Code::answer);
        define(&mut text, &format!("relay{i}"), signature, |code, signature, params| {
            code.call_and_return(&format!("theirs{i}"), signature, params)
        });
        define(&mut text, &format!("chain{i}"), signature, |code, signature, params| {
            code.call_and_return(&format!("ours{i}"), signature, params)
        });
        if has_register(signature) {
            declare(&mut text, &format!("wide{i}"), signature);
            define(&mut text, &format!("relaywide{i}"), signature, |code, signature, params| {
                code.call_and_return(&format!("wide{i}"), signature, params)
            });
        }
        let at = CTy::offsets(&[CTy::Int(8), param.clone()])[1];
        let load = Signature { param: CTy::Ptr, result: param.clone() };
        define(&mut text, &format!("load{i}"), &load, |code, signature, params| {
            let rhs = format!("c.load.{at}[{}] {}", signature.result, params[0]);
            let leaves = code.bind_all(&signature.result, &rhs);
            format!("ret {}", leaves.join(" "))
        });
        let at = CTy::offsets(&[CTy::Int(8), result.clone()])[1];
        let store =
            Signature { param: CTy::structure([CTy::Ptr, result.clone()]), result: CTy::Unit };
        define(&mut text, &format!("store{i}"), &store, |code, _, params| {
            let _ = writeln!(code.text, "() = c.store.{at}[{result}] {}", params.join(" "));
            "ret".to_owned()
        });
    }
    text
}

/// A program that calls functions of C, and of its own, from managed code, and prints which of
/// them give what they should not.
pub(crate) fn managed(signatures: &[Signature]) -> String {
    let mut text = String::from("anf 1\n");
    text += "foreign cell \"cell\" (i64) -> (ptr)\n";
    let mut main = String::from("fun main() -> () {\n");
    for (i, signature) in signatures.iter().enumerate() {
        declare(&mut text, &format!("theirs{i}"), signature);
        let _ = writeln!(text, "foreign expected{i} \"expected{i}\" (i64) -> (i64)");
        define(&mut text, &format!("inner{i}"), signature, Code::answer);
        for callee in ["theirs", "inner"] {
            let _ = write!(
                text,
                "fun {callee}from{i}(seed: i64) -> (i64) {{\n  before: (i64) = tuple seed\n"
            );
            let code = &mut Code::default();
            let (seed, params) = code.make(&signature.param, "seed".to_owned());
            // Objects live across the call, and are made before and after it.
            let held = code.bind("(i64, i64)", &format!("tuple {seed} {seed}"));
            let call = format!("ccall.{callee}{i} {}", params.join(" "));
            let results = code.bind_all(&signature.result, &call);
            let digest = code.digest(&signature.result, "0".to_owned(), &results);
            let made = code.bind("i64", &format!("get.1 {held}"));
            let given = code.bind("i64", "get.0 before");
            let zero = code.bind("i64", &format!("sub.i64 {given} seed"));
            let same = code.bind("i64", &format!("sub.i64 {made} {seed}"));
            let sum = code.bind("i64", &format!("add.i64 {digest} {zero}"));
            let sum = code.bind("i64", &format!("add.i64 {sum} {same}"));
            code.finish(&mut text, &format!("ret {sum}"));
            let _ = writeln!(main, "  h: i64 = call {callee}from{i} {}", i + 1);
            let _ = writeln!(main, "  e: i64 = ccall.expected{i} {}", i + 1);
            let _ = writeln!(main, "  () = call compare \"{callee}{i}\\n\" h e");
        }
    }
    text += "fun compare(name: str, h: i64, e: i64) -> () {
  same: i1 = eq.i64 h e
  if same { ret } else { () = print name ret }
}
";
    text + &main + "  () = print \"end\\n\"\n  ret\n}\nentry main\n"
}

fn types(ty: &CTy) -> Vec<&'static str> {
    let name = |leaf: &Leaf| match leaf {
        Leaf::Int(8) => "i8",
        Leaf::Int(16) => "i16",
        Leaf::Int(32) => "i32",
        Leaf::Int(_) => "i64",
        Leaf::Ptr => "ptr",
        Leaf::Bool => "i1",
    };
    ty.leaves().iter().map(name).collect()
}

fn declare(text: &mut String, name: &str, signature: &Signature) {
    let (params, results) =
        (types(&signature.param).join(", "), types(&signature.result).join(", "));
    let _ = writeln!(text, "foreign {name} \"{name}\" ({params}) -> ({results}) as {signature}");
}

/// Declares and defines a function, whose code `body` makes of the names of the parameters; it
/// gives the end of the code.
fn define(
    text: &mut String,
    name: &str,
    signature: &Signature,
    body: impl FnOnce(&mut Code, &Signature, &[String]) -> String,
) {
    declare(text, name, signature);
    let types_of_params = types(&signature.param);
    let names: Vec<_> = (0..types_of_params.len()).map(|i| format!("p{i}")).collect();
    let params: Vec<_> =
        names.iter().zip(types_of_params).map(|(name, ty)| format!("{name}: {ty}")).collect();
    let results = types(&signature.result).join(", ");
    let _ = writeln!(text, "define {name} fun {name}code({}) -> ({results}) {{", params.join(", "));
    let mut code = Code::default();
    let tail = body(&mut code, signature, &names);
    code.finish(text, &tail);
}

/// The body of a function.
#[derive(Default)]
struct Code {
    text: String,
    /// The ends of the bodies of join points that are open, each with what jumps to it.
    open: Vec<String>,
    names: usize,
}

impl Code {
    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn bind(&mut self, ty: &str, rhs: &str) -> String {
        let name = self.fresh();
        let _ = writeln!(self.text, "  {name}: {ty} = {rhs}");
        name
    }

    /// Binds the leaves of a value.
    fn bind_all(&mut self, ty: &CTy, rhs: &str) -> Vec<String> {
        let (names, binders) = self.binders(ty);
        let _ = writeln!(self.text, "  ({}) = {rhs}", binders.join(", "));
        names
    }

    /// New names for the leaves of a value, alone and with their types.
    fn binders(&mut self, ty: &CTy) -> (Vec<String>, Vec<String>) {
        types(ty)
            .into_iter()
            .map(|ty| {
                let name = self.fresh();
                let binder = format!("{name}: {ty}");
                (name, binder)
            })
            .unzip()
    }

    /// Writes the body, which ends with this.
    fn finish(&mut self, text: &mut String, tail: &str) {
        let _ = writeln!(text, "{}  {tail}", self.text);
        while let Some(end) = self.open.pop() {
            text.push_str(&end);
        }
        text.push_str("}\n");
    }

    /// The code of a branch, which ends with a jump.
    fn branch(&mut self, build: impl FnOnce(&mut Code) -> String) -> String {
        let mut branch = Code { names: self.names, ..Code::default() };
        let tail = build(&mut branch);
        self.names = branch.names;
        let mut text = String::from("{\n");
        branch.finish(&mut text, &tail);
        text
    }

    /// Gives a result that depends on every leaf of the parameter.
    fn answer(&mut self, signature: &Signature, params: &[String]) -> String {
        let digest = self.digest(&signature.param, "0".to_owned(), params);
        let (_, results) = self.make(&signature.result, digest);
        format!("ret {}", results.join(" "))
    }

    fn call_and_return(&mut self, name: &str, signature: &Signature, params: &[String]) -> String {
        let call = format!("ccall.{name} {}", params.join(" "));
        let results = self.bind_all(&signature.result, &call);
        format!("ret {}", results.join(" "))
    }

    /// Mixes the leaves of a value into a digest.
    fn digest(&mut self, ty: &CTy, so_far: String, leaves: &[String]) -> String {
        match ty {
            CTy::Int(64) => self.mix(&so_far, &leaves[0]),
            CTy::Int(bits) => {
                let wide = self.bind("i64", &format!("zext.i{bits}.i64 {}", leaves[0]));
                self.mix(&so_far, &wide)
            }
            CTy::Bool => {
                let wide = self.bind("i64", &format!("zext.i1.i64 {}", leaves[0]));
                self.mix(&so_far, &wide)
            }
            CTy::Ptr => {
                let held = self.bind("i64", &format!("c.load.0[u64] {}", leaves[0]));
                self.mix(&so_far, &held)
            }
            CTy::Unit => so_far,
            CTy::Struct(members) => {
                let mut rest = leaves;
                members.iter().fold(so_far, |so_far, member| {
                    let (here, others) = rest.split_at(member.leaves().len());
                    rest = others;
                    self.digest(member, so_far, here)
                })
            }
            CTy::Tagged(alternatives) => {
                let so_far = self.digest(&CTy::TAG, so_far, &leaves[..1]);
                let (join, mixed) = (self.fresh(), self.fresh());
                let _ = writeln!(self.text, "  join {join}({mixed}: i64) {{");
                let mut rest = &leaves[1..];
                let mut end = format!("}}\nswitch {} {{\n", leaves[0]);
                for alternative in &**alternatives {
                    let (here, others) = rest.split_at(alternative.ty.leaves().len());
                    rest = others;
                    let branch = self.branch(|code| {
                        let digest = code.digest(&alternative.ty, so_far.clone(), here);
                        format!("jump {join} {digest}")
                    });
                    let _ = write!(end, "{} => {branch}", alternative.tag);
                }
                self.open.push(format!("{end}_ => {{ jump {join} {so_far} }} }}\n"));
                mixed
            }
        }
    }

    fn mix(&mut self, so_far: &str, word: &str) -> String {
        let both = self.bind("i64", &format!("xor.i64 {so_far} {word}"));
        let turned = self.bind("i64", &format!("rotl.i64 {both} {TURN}"));
        self.bind("i64", &format!("mul.i64 {turned} {FACTOR}"))
    }

    /// Makes a value of a seed; gives the next seed and the leaves.
    fn make(&mut self, ty: &CTy, seed: String) -> (String, Vec<String>) {
        match ty {
            CTy::Int(64) => {
                let seed = self.next(&seed);
                (seed.clone(), vec![seed])
            }
            CTy::Int(bits) => self.upper(seed, *bits),
            CTy::Bool => self.upper(seed, 1),
            CTy::Ptr => {
                let seed = self.next(&seed);
                let cell = self.bind("ptr", &format!("ccall.cell {seed}"));
                (seed, vec![cell])
            }
            CTy::Unit => (seed, Vec::new()),
            CTy::Struct(members) => {
                let mut leaves = Vec::new();
                let seed = members.iter().fold(seed, |seed, member| {
                    let (seed, more) = self.make(member, seed);
                    leaves.extend(more);
                    seed
                });
                (seed, leaves)
            }
            CTy::Tagged(alternatives) if alternatives.is_empty() => self.make(&CTy::TAG, seed),
            CTy::Tagged(alternatives) => self.make_tagged(ty, alternatives, &seed),
        }
    }

    /// Makes one of the alternatives, of which there are some; nobody looks at the others.
    fn make_tagged(
        &mut self,
        ty: &CTy,
        alternatives: &[Alternative],
        seed: &str,
    ) -> (String, Vec<String>) {
        let seed = self.next(seed);
        let join = self.fresh();
        let next = self.fresh();
        let (leaves, binders) = self.binders(ty);
        let _ = writeln!(self.text, "  join {join}({next}: i64, {}) {{", binders.join(", "));
        let upper = self.fresh();
        let which = self.fresh();
        let count = alternatives.len();
        let mut end = format!(
            "}}\n{upper}: i64 = lshr.i64 {seed} 33\n\
                     {which}: i64 = uremz.i64 {upper} {count}\nswitch {which} {{\n"
        );
        for (i, chosen) in alternatives.iter().enumerate() {
            let branch = self.branch(|code| {
                let (mut seed, mut args) = (seed.clone(), Vec::new());
                for (j, other) in alternatives.iter().enumerate() {
                    let more = if i == j {
                        let (next, made) = code.make(&other.ty, seed);
                        seed = next;
                        made
                    } else {
                        code.bind_all(&other.ty, &format!("c.any[{}]", other.ty))
                    };
                    args.extend(more);
                }
                format!("jump {join} {seed} {}:i32 {}", chosen.tag, args.join(" "))
            });
            let case = if i + 1 == count { "_".to_owned() } else { i.to_string() };
            let _ = write!(end, "{case} => {branch}");
        }
        self.open.push(end + "}\n");
        (next, leaves)
    }

    fn next(&mut self, seed: &str) -> String {
        let product = self.bind("i64", &format!("mul.i64 {seed} {FACTOR}"));
        self.bind("i64", &format!("add.i64 {product} {ADDEND}"))
    }

    /// The next seed, and its upper bits as a leaf.
    fn upper(&mut self, seed: String, bits: u8) -> (String, Vec<String>) {
        let seed = self.next(&seed);
        let upper = self.bind("i64", &format!("lshr.i64 {seed} {}", 64 - bits));
        let leaf = self.bind(&format!("i{bits}"), &format!("trunc.i64.i{bits} {upper}"));
        (seed, vec![leaf])
    }
}
