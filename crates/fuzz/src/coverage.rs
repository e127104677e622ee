//! The constructs, types and operations that a corpus has, and those it lacks.

use crate::generate::is_chosen;
use anf::{Atom, Block, Body, Let, Module, Op, Tail, Var};
use prim::{BuiltinExn, COp, Const, Data, Prim};
use std::collections::BTreeMap;
use types::{Ty, TyId, Width};

/// The number of times that each thing occurs in a corpus.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    counts: BTreeMap<String, u64>,
}

impl Coverage {
    /// Counts what a module has.
    pub fn add(&mut self, module: &Module) {
        for (_, info) in module.vars.iter() {
            self.ty(module, info.ty);
        }
        for fun in &module.funs {
            self.body(module, &fun.body);
            if module.defines.iter().any(|define| define.fun == fun.name) {
                self.freestanding(&fun.body);
            }
        }
        self.count_if(!module.exports.is_empty(), "export");
        self.count_if(
            module.globals.values().any(|g| g.linkage == anf::Linkage::Export),
            "export global",
        );
    }

    /// The number of times that a thing occurs.
    pub fn count_of(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// Everything counted, and how often.
    pub fn counts(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(what, count)| (what.as_str(), *count))
    }

    /// The things that the corpus lacks.
    pub fn missing(&self) -> Vec<String> {
        everything().into_iter().filter(|what| !self.counts.contains_key(what)).collect()
    }

    fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    fn count_if(&mut self, holds: bool, what: &str) {
        if holds {
            self.count(what);
        }
    }

    fn ty(&mut self, module: &Module, ty: TyId) {
        self.count(format!("type {}", former(module, ty)));
        let types = &module.types;
        match types.get(ty) {
            Ty::Tuple(fields) => {
                self.count_if(fields.iter().any(|f| f.mutable), "tuple with a mutable field");
                self.count_if(fields.len() > abi::MIXED_WORDS, "large tuple");
                self.count_if(
                    fields.iter().any(|f| former(module, f.ty) == "unboxed"),
                    "unboxed field",
                );
            }
            Ty::Array(elem) => self.count(format!("array of {}", former(module, *elem))),
            Ty::Vector(elem) => self.count(format!("vector of {}", former(module, *elem))),
            Ty::Fun(params, results) => {
                let of =
                    |name: &str| params.iter().filter(|ty| former(module, **ty) == name).count();
                self.count_if(of("i64") > 7, "more than 7 integer parameters");
                self.count_if(of("f64") > 8, "more than 8 float parameters");
                self.count_if(of("unboxed") > 0, "unboxed parameter");
                self.count_if(results.len() > 4, "more than 4 results");
                self.count_if(
                    results.iter().any(|ty| former(module, *ty) == "unboxed"),
                    "unboxed result",
                );
            }
            Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Str | Ty::Big | Ty::Exn => {}
            Ty::Origin | Ty::Any | Ty::Ptr => {}
            Ty::Unboxed(_)
            | Ty::Ref(_)
            | Ty::Weak(_)
            | Ty::Cont(_)
            | Ty::ExnCon(_)
            | Ty::Sum(_) => {}
        }
    }

    fn body(&mut self, module: &Module, body: &Body) {
        for binding in &body.lets {
            self.binding(binding);
            binding.operands().for_each(|atom| self.atom(atom));
            binding.bodies().for_each(|body| self.body(module, body));
        }
        self.tail(module, &body.tail);
        body.tail.operands().for_each(|atom| self.atom(atom));
        body.tail.bodies().for_each(|body| self.body(module, body));
    }

    /// What a freestanding function has.
    fn freestanding(&mut self, body: &Body) {
        for binding in &body.lets {
            match binding {
                Let::Op { op: Op::Prim(prim), .. } => self.count(format!("freestanding {prim}")),
                Let::Op { op: Op::Data(data), .. } => {
                    self.count(format!("freestanding {}", data_name(data)));
                }
                Let::Join(block) => self.count_if(is_loop(block), "freestanding loop"),
                Let::Op { .. } | Let::Funs(_) | Let::Call { .. } => {}
                Let::Callcc { .. } | Let::Handle { .. } | Let::Cont(_) => {}
            }
            binding.bodies().for_each(|body| self.freestanding(body));
        }
        body.tail.bodies().for_each(|body| self.freestanding(body));
    }

    fn binding(&mut self, binding: &Let) {
        match binding {
            Let::Op { op: Op::Prim(prim), .. } => self.count(format!("prim {prim}")),
            Let::Op { op: Op::Data(data), .. } => self.count(format!("data {}", data_name(data))),
            Let::Op { op: Op::Unboxed, .. } => self.count("data unboxed"),
            Let::Op { op: Op::Part(_), .. } => self.count("data part"),
            Let::Op { op: Op::Inject, .. } => self.count("data inject"),
            Let::Op { op: Op::Is(_), .. } => self.count("data is"),
            Let::Op { op: Op::Project(_), .. } => self.count("data project"),
            Let::Op { op: Op::As(_), .. } => self.count("data as"),
            Let::Call { .. } => self.count("call"),
            Let::Callcc { .. } => self.count("callcc"),
            Let::Handle { .. } => self.count("handle"),
            Let::Funs(funs) => {
                self.count("fun");
                self.count_if(funs.len() > 1, "fun and fun");
                let names: Vec<Var> = funs.iter().map(|fun| fun.name).collect();
                let free = funs.iter().flat_map(|fun| fun.free_vars());
                self.count_if(
                    free.into_iter().any(|var| names.contains(&var)),
                    "recursive nested fun",
                );
            }
            Let::Join(block) => {
                self.count("join");
                self.count_if(is_loop(block), "loop");
            }
            Let::Cont(_) => self.count("cont"),
        }
    }

    fn tail(&mut self, module: &Module, tail: &Tail) {
        match tail {
            Tail::Ret(_) => self.count("ret"),
            Tail::TailCall { .. } => self.count("tailcall"),
            Tail::Jump { .. } => self.count("jump"),
            Tail::If { .. } => self.count("if"),
            Tail::SwitchInt { scrutinee, .. } => {
                let mut types = module.types.clone();
                let ty = match scrutinee {
                    Atom::Var(var) => module.vars[*var].ty,
                    Atom::Const(constant) => cps::const_ty(&mut types, constant),
                };
                self.count(format!("switch on {}", types.show(ty)));
            }
            Tail::SwitchSum { default, .. } => {
                self.count(if default.is_some() { "case with default" } else { "case" });
            }
            Tail::Raise { .. } => self.count("raise"),
            Tail::Throw { .. } => self.count("throw"),
            Tail::Unreachable => self.count("unreachable"),
        }
    }

    fn atom(&mut self, atom: &Atom) {
        let Atom::Const(constant) = atom else { return };
        match constant {
            Const::Int(w, n) if *n == 1 << (w.bits() - 1) => self.count(format!("least {w}")),
            Const::Int(w, n) if *n == w.mask() => self.count(format!("-1 as {w}")),
            Const::Int(..) => {}
            Const::F64(bits) if f64::from_bits(*bits).is_nan() => self.count("nan"),
            Const::F64(bits) if *bits == (-0.0f64).to_bits() => self.count("-0.0"),
            Const::F64(bits) if f64::from_bits(*bits).is_subnormal() => self.count("subnormal"),
            Const::F64(_) | Const::F32(_) => {}
            Const::Str(text) => self.count_if(text.is_empty(), "empty string"),
            Const::Big(n) => self.count_if(n.bits() > 64, "large intinf"),
            Const::Null => self.count("null"),
        }
    }
}

/// True for a join point that is jumped to from inside.
fn is_loop(block: &Block) -> bool {
    let mut loops = false;
    block.body.each_use(&mut |var| loops |= var == block.name);
    loops
}

/// The outermost part of a type.
fn former(module: &Module, ty: TyId) -> &'static str {
    match module.types.get(ty) {
        Ty::Int(Width::I1) => "i1",
        Ty::Int(Width::I8) => "i8",
        Ty::Int(Width::I16) => "i16",
        Ty::Int(Width::I32) => "i32",
        Ty::Int(Width::I64) => "i64",
        Ty::F32 => "f32",
        Ty::F64 => "f64",
        Ty::Str => "str",
        Ty::Big => "intinf",
        Ty::Exn => "exn",
        Ty::Origin => "origin",
        Ty::Any => "any",
        Ty::Ptr => "ptr",
        Ty::Tuple(_) => "tuple",
        Ty::Unboxed(_) => "unboxed",
        Ty::Array(_) => "array",
        Ty::Vector(_) => "vector",
        Ty::Ref(_) => "ref",
        Ty::Weak(_) => "weak",
        Ty::Fun(..) => "fun",
        Ty::Cont(_) => "cont",
        Ty::ExnCon(_) => "exncon",
        Ty::Sum(_) => "sum",
    }
}

const FORMERS: [&str; 22] = [
    "i1", "i8", "i16", "i32", "i64", "f32", "f64", "str", "intinf", "exn", "any", "ptr", "tuple",
    "unboxed", "array", "vector", "ref", "weak", "fun", "cont", "exncon", "sum",
];

fn data_name(data: &Data) -> String {
    match data {
        Data::Copy => "copy".into(),
        Data::Tuple => "tuple".into(),
        Data::Get(_) => "get".into(),
        Data::Set(_) => "set".into(),
        Data::Con(..) => "con".into(),
        Data::Ref => "ref".into(),
        Data::Deref => "deref".into(),
        Data::Assign => "assign".into(),
        Data::ArrayNew => "array.new".into(),
        Data::ArrayBlank => "array.blank".into(),
        Data::ArrayLit => "array.lit".into(),
        Data::ArrayLen => "array.len".into(),
        Data::ArrayGet => "array.get".into(),
        Data::ArrayGetU => "array.get.u".into(),
        Data::ArraySet => "array.set".into(),
        Data::ArraySetU => "array.set.u".into(),
        Data::ArrayCopy => "array.copy".into(),
        Data::Freeze => "freeze".into(),
        Data::Same => "same".into(),
        Data::Weak => "weak".into(),
        Data::WeakGet => "weak.get".into(),
        Data::WeakLive => "weak.live".into(),
        Data::IdHash => "hash.id".into(),
        Data::HeapSize => "heap.size".into(),
        Data::ExnCon(..) => "exncon".into(),
        Data::Builtin(exn) => format!("builtin.{}", exn.name()),
        Data::Exn => "exn".into(),
        Data::ExnIs => "exn.is".into(),
        Data::ExnGet => "exn.get".into(),
        Data::Global(_) => "global".into(),
        Data::GlobalSet(_) => "global.set".into(),
        Data::Foreign(_) => "ccall".into(),
        Data::C(COp::Load(..)) => "c.load".into(),
        Data::C(COp::Store(..)) => "c.store".into(),
        Data::C(COp::Any(_)) => "c.any".into(),
        Data::C(COp::String(_)) => "c.string".into(),
    }
}

const DATA: &[&str] = &[
    "copy",
    "tuple",
    "get",
    "set",
    "unboxed",
    "part",
    "con",
    "ref",
    "deref",
    "assign",
    "array.new",
    "array.lit",
    "array.len",
    "array.get",
    "array.get.u",
    "array.set",
    "array.set.u",
    "array.copy",
    "freeze",
    "same",
    "weak",
    "weak.get",
    "weak.live",
    "hash.id",
    "heap.size",
    "inject",
    "is",
    "project",
    "exncon",
    "exn",
    "exn.is",
    "exn.get",
    "global",
    "global.set",
    "ccall",
    "c.any",
    "c.string",
];

const CONSTRUCTS: &[&str] = &[
    "call",
    "callcc",
    "handle",
    "fun",
    "fun and fun",
    "recursive nested fun",
    "join",
    "loop",
    "cont",
    "ret",
    "tailcall",
    "jump",
    "if",
    "case",
    "case with default",
    "raise",
    "throw",
    "unreachable",
    "export",
    "export global",
    "tuple with a mutable field",
    "large tuple",
    "unboxed field",
    "more than 7 integer parameters",
    "more than 8 float parameters",
    "unboxed parameter",
    "more than 4 results",
    "unboxed result",
    "nan",
    "-0.0",
    "subnormal",
    "empty string",
    "large intinf",
    "null",
    "freestanding ccall",
    "freestanding c.any",
    "freestanding loop",
    "freestanding uquotz.i64",
    "freestanding uremz.i8",
];

/// Everything that a corpus should have.
fn everything() -> Vec<String> {
    let prims = Prim::all().into_iter().filter(|prim| is_chosen(*prim));
    let mut all: Vec<String> = prims.map(|prim| format!("prim {prim}")).collect();
    all.extend(DATA.iter().map(|name| format!("data {name}")));
    all.extend(BuiltinExn::ALL.map(|exn| format!("data builtin.{}", exn.name())));
    for former in FORMERS {
        all.extend(["type", "array of", "vector of"].map(|what| format!("{what} {former}")));
    }
    all.extend(Width::ALL.map(|w| format!("switch on {w}")));
    all.extend(Width::ALL.map(|w| format!("least {w}")));
    // The least `i1` is -1.
    all.extend(Width::ALL[1..].iter().map(|w| format!("-1 as {w}")));
    all.extend(CONSTRUCTS.iter().map(|what| (*what).to_owned()));
    all
}
