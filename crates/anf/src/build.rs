//! The way to make modules: for front ends.
//!
//! A [`Builder`] holds the module and the bodies that are open. Bindings are
//! added to the innermost open body; each method that binds gives the new
//! variable. A body ends with a [`Tail`], which the methods of the second group
//! make. Types of results follow from operations and functions wherever they can.
//!
//! ```
//! # use kont_anf as anf;
//! use anf::build::Builder;
//! use prim::{CmpOp, IntOp, Prim};
//! use types::Width;
//!
//! let mut b = Builder::new();
//! let i64 = b.types().i64();
//! let fib = b.declare("fib", &[i64], &[i64]);
//! b.define(fib, &["n"], |b, params| {
//!     let n = params[0];
//!     let small = b.prim("small", Prim::Cmp(CmpOp::Slt, Width::I64), [n.into(), 2.into()]);
//!     b.if_(
//!         small,
//!         |b| b.ret([n.into()]),
//!         |b| {
//!             let sub = Prim::Int(IntOp::SSub, Width::I64);
//!             let one = b.prim("one", sub, [n.into(), 1.into()]);
//!             let x = b.call("x", fib, [one.into()]);
//!             let two = b.prim("two", sub, [n.into(), 2.into()]);
//!             let y = b.call("y", fib, [two.into()]);
//!             let sum = b.prim("sum", Prim::Int(IntOp::SAdd, Width::I64), [x.into(), y.into()]);
//!             b.ret([sum.into()])
//!         },
//!     )
//! });
//! b.export(fib);
//! let module = b.finish();
//! assert!(anf::check(&module).is_empty());
//! ```
//!
//! Names are hints: two variables may have the same, and ids tell them apart,
//! so shadowing needs no care.
//!
//! A front end that walks its own tree, and cannot lend itself to closures, uses
//! [`Builder::open`] and [`Builder::close`] and builds the tails itself.
//!
//! A value that several branches give (`if` in the middle of an expression) needs
//! a join point whose body is *what follows*. [`Builder::branch`] makes one and
//! goes on in it:
//! ```
//! # use kont_anf as anf;
//! # let mut b = anf::build::Builder::new();
//! # let i64 = b.types().i64();
//! # let bool = b.types().bool();
//! # let f = b.declare("f", &[bool], &[i64]);
//! # b.define(f, &["c"], |b, params| {
//! # let c = params[0];
//! let x = b.branch(&[("x", i64)], |b, join| {
//!     b.if_(c, |b| b.jump(join, [1.into()]), |b| b.jump(join, [2.into()]))
//! });
//! b.ret([x[0].into()])
//! # });
//! # assert!(anf::check(&b.finish()).is_empty());
//! ```

mod bodies;
mod tails;
#[cfg(test)]
mod tests;
mod units;

use crate::{
    Atom, Body, Define, Foreign, Fun, Global, Import, Let, Linkage, Module, Tail, Var, VarInfo,
};
use base::{Name, Pos, PosInfo};
use c_abi::Signature;
use prim::Const;
use rustc_hash::FxHashMap;
use types::{ForeignId, GlobalId, Ty, TyId, TyTable};
use units::Earlier;
pub use units::UnitNumbers;

impl From<Var> for Atom {
    fn from(var: Var) -> Atom {
        Atom::Var(var)
    }
}

impl From<Const> for Atom {
    fn from(constant: Const) -> Atom {
        Atom::Const(constant)
    }
}

/// An `i64`.
impl From<i64> for Atom {
    fn from(n: i64) -> Atom {
        Atom::Const(Const::i64(n))
    }
}

/// An `i1`.
impl From<bool> for Atom {
    fn from(b: bool) -> Atom {
        Atom::Const(Const::bool(b))
    }
}

/// An `f64`.
impl From<f64> for Atom {
    fn from(x: f64) -> Atom {
        Atom::Const(Const::f64(x))
    }
}

/// A `str`.
impl From<&str> for Atom {
    fn from(text: &str) -> Atom {
        Atom::Const(Const::str(text))
    }
}

/// A body that is being built.
#[derive(Clone, Default)]
struct OpenBody {
    lets: Vec<Let>,
    /// Branches whose join point holds what follows them, outermost first.
    branches: Vec<Branch>,
}

/// A branch, and what came before it.
#[derive(Clone)]
struct Branch {
    before: Vec<Let>,
    join: Var,
    params: Vec<Var>,
    body: Body,
    pos: Pos,
}

/// Makes a module; see the module's documentation.
#[derive(Clone, Default)]
pub struct Builder {
    module: Module,
    open: Vec<OpenBody>,
    pos: Pos,
    known_positions: FxHashMap<PosInfo, Pos>,
    hints: FxHashMap<String, Name>,
    /// The declarations of earlier units.
    earlier: Earlier,
}

/// Goes on with a module, such as a library that was read from text; what is built is added to it.
impl From<Module> for Builder {
    fn from(module: Module) -> Builder {
        Builder { module, ..Builder::default() }
    }
}

/// Declarations.
impl Builder {
    /// An empty module.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// The module, finished.
    ///
    /// # Panics
    /// Panics if a body is open.
    pub fn finish(self) -> Module {
        assert!(self.open.is_empty(), "a body has not been closed");
        self.module
    }

    /// The module as it is now.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The types, to make others.
    pub fn types(&mut self) -> &mut TyTable {
        &mut self.module.types
    }

    /// The type of a variable.
    pub fn ty_of(&self, var: Var) -> TyId {
        self.earlier.ty_of(&self.module, var)
    }

    /// The variable that will be made next.
    pub fn next_var(&self) -> Var {
        self.earlier.number(self.module.vars.next_key())
    }

    /// A new variable. Seldom needed: the methods below make their own.
    pub fn var(&mut self, name: &str, ty: TyId) -> Var {
        let name = match self.hints.get(name) {
            Some(name) => name.clone(),
            None => self.hints.entry(name.to_owned()).or_insert_with(|| name.into()).clone(),
        };
        self.earlier.number(self.module.vars.push(VarInfo { name, ty }))
    }

    /// A position of the source; the same one is kept once.
    pub fn position(&mut self, file: &Name, line: u32, column: u32) -> Pos {
        let info =
            PosInfo { file: file.clone(), line, column, function: None, inlined_at: Pos::NONE };
        let positions = &mut self.module.positions;
        *self.known_positions.entry(info).or_insert_with_key(|info| positions.add(info.clone()))
    }

    /// The position of what is built here.
    pub fn pos(&self) -> Pos {
        self.pos
    }

    /// Sets the position of what is built from here on; returns the one before.
    pub fn at(&mut self, pos: Pos) -> Pos {
        std::mem::replace(&mut self.pos, pos)
    }

    /// A global cell.
    pub fn global(&mut self, name: impl Into<Name>, ty: TyId, linkage: Linkage) -> GlobalId {
        let cell = self.module.globals.push(Global { name: name.into(), ty, linkage });
        self.earlier.cell_number(cell)
    }

    /// A foreign function.
    pub fn foreign(
        &mut self,
        name: &str,
        symbol: &str,
        params: &[TyId],
        results: &[TyId],
    ) -> ForeignId {
        let (params, results) = (params.to_vec(), results.to_vec());
        self.module.foreigns.push(Foreign {
            name: name.into(),
            symbol: symbol.into(),
            params,
            results,
            c: None,
        })
    }

    /// A foreign function of C types; its parameters and results are their leaves.
    pub fn c_function(&mut self, symbol: &str, c: Signature) -> ForeignId {
        let types = &mut self.module.types;
        let (params, results) = (types.leaves(&c.param), types.leaves(&c.result));
        let (name, symbol) = (symbol.into(), symbol.into());
        self.module.foreigns.push(Foreign { name, symbol, params, results, c: Some(c.into()) })
    }

    /// The function, which needs no runtime, is the code of a foreign function.
    pub fn define_foreign(&mut self, foreign: ForeignId, fun: Var) {
        self.module.defines.push(Define { foreign, fun });
    }

    /// A function of another unit.
    pub fn import(&mut self, name: &str, symbol: &str, params: &[TyId], results: &[TyId]) -> Var {
        let var = self.declare(name, params, results);
        self.module.imports.push(Import { var, symbol: symbol.into() });
        var
    }

    /// A function, to be defined at the top ([`Builder::define`]) or inside
    /// another ([`Builder::funs`]); until then it can be referred to.
    pub fn declare(&mut self, name: &str, params: &[TyId], results: &[TyId]) -> Var {
        let ty = self.module.types.fun(params, results);
        self.var(name, ty)
    }

    /// Defines a declared function at the top of the module.
    pub fn define(
        &mut self,
        fun: Var,
        params: &[&str],
        body: impl FnOnce(&mut Builder, &[Var]) -> Tail,
    ) {
        let fun = self.fun(fun, params, body);
        self.module.funs.push(fun);
    }

    /// Other units may import the function.
    pub fn export(&mut self, fun: Var) {
        self.module.exports.push(fun);
    }

    /// The function runs when the unit does.
    pub fn entry(&mut self, fun: Var) {
        self.module.entry = Some(fun);
    }

    /// A declared function with its body; names of parameters may be missing.
    pub fn fun(
        &mut self,
        fun: Var,
        params: &[&str],
        body: impl FnOnce(&mut Builder, &[Var]) -> Tail,
    ) -> Fun {
        let (params, results) = self.params(fun, params);
        let pos = self.pos;
        let body = self.body(|b| body(b, &params));
        Fun { name: fun, params, results, body, pos }
    }

    /// New variables for the parameters of a declared function, and the types of
    /// its results. With [`Builder::open`] and [`Builder::close`], a way to build a
    /// [`Fun`] without closures.
    pub fn params(&mut self, fun: Var, names: &[&str]) -> (Vec<Var>, Vec<TyId>) {
        let (args, results) = self.signature(&Atom::Var(fun));
        let names = names.iter().copied().chain(std::iter::repeat("x"));
        let params = args.iter().zip(names).map(|(ty, name)| self.var(name, *ty)).collect();
        (params, results)
    }

    /// Adds a function built by hand to the top of the module.
    pub fn add_fun(&mut self, fun: Fun) {
        self.module.funs.push(fun);
    }

    fn signature(&self, fun: &Atom) -> (Vec<TyId>, Vec<TyId>) {
        match fun.var().map(|var| self.module.types.get(self.ty_of(var)).clone()) {
            Some(Ty::Fun(args, results)) => (args, results),
            // The checker says what is wrong with it.
            Some(_) | None => (Vec::new(), Vec::new()),
        }
    }
}
