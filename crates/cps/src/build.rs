//! Conveniences to make well-formed terms: fresh variables with the right
//! types, and bodies written in order.

use crate::{Atom, Body, Cont, Fun, Let, Module, Op, Tail, Var, VarInfo};
use base::{Name, Pos, bug};
use prim::Const;
use types::{Ty, TyId};

impl Module {
    /// A fresh variable.
    pub fn var(&mut self, name: impl Into<Name>, ty: TyId) -> Var {
        self.vars.push(VarInfo { name: name.into(), ty })
    }

    /// The type of a variable.
    pub fn ty(&self, var: Var) -> TyId {
        self.vars[var].ty
    }

    /// The types that a continuation takes.
    pub fn cont_params(&self, k: Var) -> &[TyId] {
        let Ty::Cont(params) = self.types.get(self.ty(k)) else { bug!("{k:?} is no continuation") };
        params
    }

    /// A fresh variable for a continuation that takes these.
    pub fn cont_var(&mut self, name: impl Into<Name>, params: &[TyId]) -> Var {
        let ty = self.types.intern(Ty::Cont(params.to_vec()));
        self.var(name, ty)
    }

    /// A fresh variable for a function.
    pub fn fun_var(&mut self, name: impl Into<Name>, params: &[TyId], results: &[TyId]) -> Var {
        let ty = self.types.fun(params, results);
        self.var(name, ty)
    }

    /// Makes a continuation of what follows the first `at` bindings of a body; gives its name.
    pub fn cut(&mut self, body: &mut Body, at: usize) -> Var {
        let lets = body.lets.split_off(at);
        let name = self.cont_var("rest", &[]);
        let rest = Tail::Jump { k: name, args: Vec::new() };
        let rest = Body { lets, tail: std::mem::replace(&mut body.tail, rest) };
        body.lets.push(Let::Conts(vec![Cont::new(name, Vec::new(), rest, Pos::NONE)]));
        name
    }
}

impl Cont {
    /// A continuation of which nothing is known.
    pub fn new(name: Var, params: Vec<Var>, body: Body, pos: Pos) -> Cont {
        Cont { name, params, body, short: false, packed: false, pos }
    }
}

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

/// Bindings of a body that is being written.
#[derive(Default, Debug)]
pub struct BodyBuilder {
    lets: Vec<Let>,
}

impl BodyBuilder {
    /// No bindings yet.
    pub fn new() -> BodyBuilder {
        BodyBuilder::default()
    }

    /// Adds a binding.
    pub fn push(&mut self, binding: Let) {
        self.lets.push(binding);
    }

    /// Adds an operation with one result.
    pub fn op(
        &mut self,
        module: &mut Module,
        name: &str,
        ty: TyId,
        op: impl Into<Op>,
        args: Vec<Atom>,
        pos: Pos,
    ) -> Var {
        let dst = module.var(name, ty);
        self.lets.push(Let::Op { dst: vec![dst], op: op.into(), args, pos });
        dst
    }

    /// Adds a continuation that is not recursive with others.
    pub fn cont(&mut self, name: Var, params: Vec<Var>, body: Body, pos: Pos) {
        self.lets.push(Let::Conts(vec![Cont::new(name, params, body, pos)]));
    }

    /// Adds a function that is not recursive with others.
    pub fn fun(&mut self, fun: Fun) {
        self.lets.push(Let::Funs(vec![fun]));
    }

    /// Ends the body.
    pub fn end(self, tail: Tail) -> Body {
        Body { lets: self.lets, tail }
    }
}
