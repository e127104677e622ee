//! A convenient way to make clusters: variables with hints, and bodies from
//! their first binding to their end.
//!
//! ```
//! use kont_flow::{Atom, ClusterKind, FlowOp, Kind, Tail, Unit, build::ClusterBuilder};
//! use prim::{Const, IntOp, Prim};
//! use types::Width;
//! let mut unit = Unit::default();
//! let i64 = Kind::Int(Width::I64);
//! let mut cluster = ClusterBuilder::new(&mut unit, "next", ClusterKind::Known);
//! let n = cluster.param("n", i64);
//! let k = cluster.k();
//! let add = FlowOp::Prim(Prim::Int(IntOp::Add, Width::I64));
//! let m = cluster.op1("m", i64, add, vec![n.into(), Const::i64(1).into()]);
//! cluster.end(Tail::Throw { k: k.into(), args: vec![m.into()] });
//! assert_eq!(unit.to_string().lines().count(), 6);
//! ```

use crate::{
    Atom, Body, Cluster, ClusterId, ClusterKind, FlowOp, Kind, Let, Local, LocalFun, Tail,
};
use crate::{Unit, Var, VarInfo};
use base::{Name, Pos};
use prim::Const;

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

impl Unit {
    /// A new variable.
    pub fn new_var(&mut self, name: impl Into<Name>, kind: Kind) -> Var {
        self.vars.push(VarInfo { name: name.into(), kind })
    }

    /// A new local function.
    pub fn new_local(&mut self, name: impl Into<Name>) -> Local {
        self.locals.push(name.into())
    }
}

impl Body {
    /// A body that only ends.
    pub fn just(tail: Tail) -> Body {
        Body { lets: Vec::new(), tail }
    }
}

/// A cluster that is being made. Bindings go into the innermost open body.
pub struct ClusterBuilder<'u> {
    unit: &'u mut Unit,
    cluster: Cluster,
    /// The bindings of the bodies that are open, the innermost last.
    open: Vec<Vec<Let>>,
    /// The position of the bindings that are made next.
    pub pos: Pos,
}

impl<'u> ClusterBuilder<'u> {
    /// A cluster without parameters.
    pub fn new(unit: &'u mut Unit, name: impl Into<Name>, kind: ClusterKind) -> ClusterBuilder<'u> {
        let name = name.into();
        let cluster = Cluster {
            function: name.clone(),
            name,
            kind,
            export: false,
            anys: None,
            clos: None,
            k: None,
            params: Vec::new(),
            fields: Vec::new(),
            places: Vec::new(),
            body: Body::just(Tail::Unreachable),
            pos: Pos::NONE,
        };
        ClusterBuilder { unit, cluster, open: vec![Vec::new()], pos: Pos::NONE }
    }

    /// The unit it will be a part of.
    pub fn unit(&mut self) -> &mut Unit {
        self.unit
    }

    /// The cluster so far, without its body.
    pub fn header(&mut self) -> &mut Cluster {
        &mut self.cluster
    }

    /// A new parameter.
    pub fn param(&mut self, name: impl Into<Name>, kind: Kind) -> Var {
        let var = self.unit.new_var(name, kind);
        self.cluster.params.push(var);
        var
    }

    /// Its closure.
    pub fn clos(&mut self) -> Var {
        let unit = &mut *self.unit;
        *self.cluster.clos.get_or_insert_with(|| unit.new_var("clos", Kind::Ref))
    }

    /// Its return continuation, or its own frame.
    pub fn k(&mut self) -> Var {
        let unit = &mut *self.unit;
        *self.cluster.k.get_or_insert_with(|| unit.new_var("k", Kind::Cont))
    }

    /// Binds the results of an operation to new variables.
    pub fn op(&mut self, results: &[(&str, Kind)], op: FlowOp, args: Vec<Atom>) -> Vec<Var> {
        let dst: Vec<Var> =
            results.iter().map(|(name, kind)| self.unit.new_var(*name, *kind)).collect();
        self.bind(Let::Op { dst: dst.clone(), op, args, pos: self.pos });
        dst
    }

    /// Binds the only result of an operation to a new variable.
    pub fn op1(&mut self, name: &str, kind: Kind, op: FlowOp, args: Vec<Atom>) -> Var {
        let var = self.unit.new_var(name, kind);
        self.bind(Let::Op { dst: vec![var], op, args, pos: self.pos });
        var
    }

    /// Adds an operation that gives nothing.
    pub fn op0(&mut self, op: FlowOp, args: Vec<Atom>) {
        self.bind(Let::Op { dst: Vec::new(), op, args, pos: self.pos });
    }

    /// Adds a binding.
    pub fn bind(&mut self, binding: Let) {
        match self.open.last_mut() {
            Some(lets) => lets.push(binding),
            None => self.open.push(vec![binding]),
        }
    }

    /// Opens a body: of a branch or of a local function.
    pub fn open(&mut self) {
        self.open.push(Vec::new());
    }

    /// Ends the body opened last.
    pub fn close(&mut self, tail: Tail) -> Body {
        Body { lets: self.open.pop().unwrap_or_default(), tail }
    }

    /// Defines a local function of a body that was closed.
    pub fn fun(&mut self, name: Local, params: Vec<Var>, body: Body) {
        self.bind(Let::Funs(vec![LocalFun { name, params, body }]));
    }

    /// Ends the cluster and adds it to the unit.
    pub fn end(mut self, tail: Tail) -> ClusterId {
        self.cluster.body = Body { lets: self.open.drain(..).flatten().collect(), tail };
        self.unit.clusters.push(self.cluster)
    }
}
