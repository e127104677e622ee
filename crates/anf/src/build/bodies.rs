//! Bodies and bindings.

use super::{Branch, Builder, OpenBody};
use crate::{Atom, Block, Body, Fun, Let, Op, Tail, Var};
use prim::{Const, Data, Prim};
use types::{SumId, Ty, TyId};

/// Bodies and bindings.
impl Builder {
    /// Begins a body; what is bound from here on is in it.
    pub fn open(&mut self) {
        self.open.push(OpenBody::default());
    }

    /// Ends the body begun last.
    ///
    /// # Panics
    /// Panics if no body is open.
    pub fn close(&mut self, tail: Tail) -> Body {
        let open = self.open.pop().expect("a body is open");
        let mut body = Body { lets: open.lets, tail };
        for Branch { before, join, params, body: branch, pos } in open.branches.into_iter().rev() {
            let mut lets = before;
            lets.push(Let::Join(Block { name: join, params, body, pos }));
            lets.extend(branch.lets);
            body = Body { lets, tail: branch.tail };
        }
        body
    }

    /// A whole body.
    pub fn body(&mut self, build: impl FnOnce(&mut Builder) -> Tail) -> Body {
        self.open();
        let tail = build(self);
        self.close(tail)
    }

    /// Adds a binding built by hand.
    ///
    /// # Panics
    /// Panics if no body is open.
    pub fn push(&mut self, binding: Let) {
        self.open.last_mut().expect("a body is open").lets.push(binding);
    }

    fn vars(&mut self, names: &[(&str, TyId)]) -> Vec<Var> {
        names.iter().map(|(name, ty)| self.var(name, *ty)).collect()
    }

    /// An operation with one result of this type.
    pub fn op(
        &mut self,
        name: &str,
        ty: TyId,
        op: impl Into<Op>,
        args: impl Into<Vec<Atom>>,
    ) -> Var {
        self.ops(&[(name, ty)], op, args)[0]
    }

    /// An operation with any results.
    pub fn ops(
        &mut self,
        dst: &[(&str, TyId)],
        op: impl Into<Op>,
        args: impl Into<Vec<Atom>>,
    ) -> Vec<Var> {
        let dst = self.vars(dst);
        self.push(Let::Op { dst: dst.clone(), op: op.into(), args: args.into(), pos: self.pos });
        dst
    }

    /// An operation without results.
    pub fn effect(&mut self, op: impl Into<Op>, args: impl Into<Vec<Atom>>) {
        self.ops(&[], op, args);
    }

    /// A primitive with one result.
    ///
    /// # Panics
    /// Panics if the primitive has no result.
    pub fn prim(&mut self, name: &str, prim: Prim, args: impl Into<Vec<Atom>>) -> Var {
        let ty = self.module.types.of_prim(prim.sig().results[0]);
        self.op(name, ty, prim, args)
    }

    /// A boxed, immutable tuple.
    pub fn tuple(&mut self, name: &str, args: impl Into<Vec<Atom>>) -> Var {
        let args = args.into();
        let types: Vec<TyId> = args.iter().map(|arg| self.ty_of_atom(arg)).collect();
        let ty = self.module.types.tuple(&types);
        self.op(name, ty, Data::Tuple, args)
    }

    /// A field of a tuple.
    ///
    /// # Panics
    /// Panics if the variable is not a tuple with this field.
    pub fn get(&mut self, name: &str, tuple: Var, field: u32) -> Var {
        let Ty::Tuple(fields) = self.module.types.get(self.ty_of(tuple)) else {
            panic!("{tuple:?} is no tuple")
        };
        let ty = fields[field as usize].ty;
        self.op(name, ty, Data::Get(field), [tuple.into()])
    }

    /// A value of a sum.
    pub fn con(&mut self, name: &str, sum: SumId, tag: u32, args: impl Into<Vec<Atom>>) -> Var {
        let ty = self.module.types.intern(Ty::Sum(sum));
        self.op(name, ty, Data::Con(sum, tag), args)
    }

    /// A call of a function with one result.
    ///
    /// # Panics
    /// Panics if the function has no result.
    pub fn call(&mut self, name: &str, fun: impl Into<Atom>, args: impl Into<Vec<Atom>>) -> Var {
        self.calls(&[name], fun, args)[0]
    }

    /// A call of a function with any results; names may be missing.
    pub fn calls(
        &mut self,
        names: &[&str],
        fun: impl Into<Atom>,
        args: impl Into<Vec<Atom>>,
    ) -> Vec<Var> {
        let fun = fun.into();
        let (_, results) = self.signature(&fun);
        let names = names.iter().copied().chain(std::iter::repeat("r"));
        let dst: Vec<Var> =
            results.iter().zip(names).map(|(ty, name)| self.var(name, *ty)).collect();
        self.push(Let::Call { dst: dst.clone(), fun, args: args.into(), pos: self.pos });
        dst
    }

    /// Calls a function with the current continuation.
    pub fn callcc(&mut self, dst: &[(&str, TyId)], fun: impl Into<Atom>) -> Vec<Var> {
        let dst = self.vars(dst);
        self.push(Let::Callcc { dst: dst.clone(), fun: fun.into(), pos: self.pos });
        dst
    }

    /// Runs a body; if it raises, runs the handler on the exception and its origin.
    pub fn handle(
        &mut self,
        dst: &[(&str, TyId)],
        body: impl FnOnce(&mut Builder) -> Tail,
        exn: &str,
        handler: impl FnOnce(&mut Builder, Var, Var) -> Tail,
    ) -> Vec<Var> {
        let pos = self.pos;
        let body = self.body(body);
        let ty = self.module.types.intern(Ty::Exn);
        let exn = self.var(exn, ty);
        let ty = self.module.types.intern(Ty::Origin);
        let origin = self.var("origin", ty);
        let handler = self.body(|b| handler(b, exn, origin));
        let dst = self.vars(dst);
        let origin = Some(origin);
        self.push(Let::Handle { dst: dst.clone(), body, exn, origin, handler, pos });
        dst
    }

    /// Defines declared functions here, mutually recursive.
    pub fn funs(&mut self, funs: Vec<Fun>) {
        self.push(Let::Funs(funs));
    }

    /// Declares and defines a function here; it is in scope in itself.
    pub fn local_fun(
        &mut self,
        name: &str,
        params: &[(&str, TyId)],
        results: &[TyId],
        body: impl FnOnce(&mut Builder, Var, &[Var]) -> Tail,
    ) -> Var {
        let (names, types): (Vec<&str>, Vec<TyId>) = params.iter().copied().unzip();
        let var = self.declare(name, &types, results);
        let fun = self.fun(var, &names, |b, params| body(b, var, params));
        self.funs(vec![fun]);
        var
    }

    /// A join point, in scope in itself.
    pub fn join(
        &mut self,
        name: &str,
        params: &[(&str, TyId)],
        body: impl FnOnce(&mut Builder, Var, &[Var]) -> Tail,
    ) -> Var {
        let (var, params) = self.declare_block(name, params);
        let pos = self.pos;
        let body = self.body(|b| body(b, var, &params));
        self.push(Let::Join(Block { name: var, params, body, pos }));
        var
    }

    /// A continuation of this place.
    pub fn cont(
        &mut self,
        name: &str,
        params: &[(&str, TyId)],
        body: impl FnOnce(&mut Builder, &[Var]) -> Tail,
    ) -> Var {
        let (var, params) = self.declare_block(name, params);
        let pos = self.pos;
        let body = self.body(|b| body(b, &params));
        self.push(Let::Cont(Block { name: var, params, body, pos }));
        var
    }

    /// Variables for a join point or continuation and its parameters.
    pub fn declare_block(&mut self, name: &str, params: &[(&str, TyId)]) -> (Var, Vec<Var>) {
        let types = params.iter().map(|(_, ty)| *ty).collect();
        let ty = self.module.types.intern(Ty::Cont(types));
        let var = self.var(name, ty);
        (var, self.vars(params))
    }

    /// Branches here, with a tail that jumps to the join point it is given; what
    /// is built afterwards is the body of the join point. Gives its parameters.
    pub fn branch(
        &mut self,
        params: &[(&str, TyId)],
        tail: impl FnOnce(&mut Builder, Var) -> Tail,
    ) -> Vec<Var> {
        let (join, params) = self.declare_block("join", params);
        let tail = tail(self, join);
        self.branch_to(join, params.clone(), tail);
        params
    }

    /// [`Builder::branch`] without a closure: `tail`, which jumps to a join
    /// point from [`Builder::declare_block`], ends the code so far, and what is
    /// built afterwards is the join point's body.
    ///
    /// # Panics
    /// Panics if no body is open.
    pub fn branch_to(&mut self, join: Var, params: Vec<Var>, tail: Tail) {
        self.branch_into(join, params, Body { lets: Vec::new(), tail });
    }

    /// [`Builder::branch_to`] with a whole body, whose bindings may jump to the
    /// join point too.
    ///
    /// # Panics
    /// Panics if no body is open.
    pub fn branch_into(&mut self, join: Var, params: Vec<Var>, body: Body) {
        let pos = self.pos;
        let open = self.open.last_mut().expect("a body is open");
        let before = std::mem::take(&mut open.lets);
        open.branches.push(Branch { before, join, params, body, pos });
    }

    fn ty_of_atom(&mut self, atom: &Atom) -> TyId {
        let ty = match atom {
            Atom::Var(var) => return self.ty_of(*var),
            Atom::Const(Const::Int(width, _)) => Ty::Int(*width),
            Atom::Const(Const::F32(_)) => Ty::F32,
            Atom::Const(Const::F64(_)) => Ty::F64,
            Atom::Const(Const::Str(_)) => Ty::Str,
            Atom::Const(Const::Big(_)) => Ty::Big,
            Atom::Const(Const::Null) => Ty::Ptr,
        };
        self.module.types.intern(ty)
    }
}
