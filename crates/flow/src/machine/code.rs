//! The compact form of clusters.
//!
//! Registers are numbered from 0 in each cluster, one for each name; constants
//! are values already. Bodies are laid out one after the other, and known by
//! the numbers of [`walk::all_bodies`].

use super::{FlowCode, FlowValue};
use crate::kinds::atom_kind;
use crate::walk::{self, BodyEntry, BodyNode, OpRef};
use crate::{
    Atom, Cluster, ClusterId, ClusterKind, FlowOp, Kind, Let, Local, Tail, Target, Unit, Var,
};
use base::{Name, Pos};
use prim::{Const, Prim};
use rustc_hash::FxHashMap;
use types::ForeignId;
use values::{Desc, Value};

/// A register, or with the highest bit set a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Operand(pub(super) u32);

pub(super) const CONST: u32 = 1 << 31;

/// An instruction. Targets are places in the code of the cluster.
pub(super) enum Inst {
    /// A scalar primitive of one or two operands; for one, it is there twice.
    Scalar {
        prim: Prim,
        unary: bool,
        dst: u32,
        a: Operand,
        b: Operand,
    },
    Copy {
        dst: u32,
        a: Operand,
    },
    Load {
        dst: u32,
        a: Operand,
        word: u32,
    },
    Store {
        word: u32,
        object: Operand,
        value: Operand,
    },
    Record {
        header: abi::Header,
        dst: u32,
        args: Box<[Operand]>,
    },
    /// A closure or frame.
    Object {
        code: ClusterId,
        dst: u32,
        args: Box<[Operand]>,
    },
    Pop {
        dst: Box<[u32]>,
        frame: Operand,
    },
    Check,
    Other(Box<Other>),
    /// Local functions with these bodies are defined.
    Define(Box<[u32]>),
    Jump(Box<Jump>),
    If {
        cond: Operand,
        then: u32,
        els: u32,
    },
    Switch(Box<Switch>),
    Apply(Box<Apply>),
    Throw {
        k: Operand,
        args: Box<[Operand]>,
    },
    Reinstate {
        cont: Operand,
        args: Box<[Operand]>,
    },
    Raise {
        exn: Operand,
        origin: Option<Operand>,
    },
    /// The end of a path that is never taken, or a jump to nowhere.
    Never(&'static str),
}

pub(super) struct Other {
    pub(super) op: FlowOp,
    pub(super) dst: Box<[u32]>,
    pub(super) args: Box<[Operand]>,
}

pub(super) struct Jump {
    pub(super) body: u32,
    pub(super) target: u32,
    pub(super) moves: Box<[(u32, Operand)]>,
}

pub(super) struct Switch {
    pub(super) scrutinee: Operand,
    /// Sorted by value.
    pub(super) cases: Box<[(u64, u32)]>,
    pub(super) default: Option<u32>,
}

pub(super) enum Callee {
    Known(ClusterId),
    Unknown(Operand),
    Import(Name),
}

pub(super) struct Apply {
    pub(super) callee: Callee,
    pub(super) clos: Option<Operand>,
    pub(super) k: Option<Operand>,
    pub(super) args: Box<[Operand]>,
}

/// The code of a cluster.
pub(super) struct ClusterCode {
    pub(super) name: Name,
    pub(super) kind: ClusterKind,
    pub(super) registers: u32,
    pub(super) bodies: usize,
    pub(super) clos: Option<u32>,
    pub(super) k: Option<u32>,
    pub(super) params: Box<[u32]>,
    pub(super) code: Box<[Inst]>,
    /// The position of each instruction.
    pub(super) places: Box<[Pos]>,
}

/// The code of a unit.
pub(super) struct Program {
    pub(super) clusters: Vec<ClusterCode>,
    /// The clusters that are the code of foreign functions.
    pub(super) defined: FxHashMap<ForeignId, ClusterId>,
    pub(super) consts: Vec<FlowValue>,
}

impl Program {
    pub(super) fn new(unit: &Unit) -> Program {
        let mut consts = Consts::default();
        let clusters =
            unit.clusters.values().map(|c| Compiler::cluster(unit, c, &mut consts)).collect();
        let defined = unit.clusters.iter().filter_map(|(id, cluster)| match cluster.kind {
            ClusterKind::Foreign(foreign) => Some((foreign, id)),
            ClusterKind::Fun | ClusterKind::Known | ClusterKind::Cont => None,
        });
        Program { clusters, defined: defined.collect(), consts: consts.values }
    }
}

/// The constants of a unit, each one once.
#[derive(Default)]
struct Consts {
    values: Vec<FlowValue>,
    known: FxHashMap<Atom, u32>,
}

impl Consts {
    fn operand(&mut self, atom: &Atom) -> Operand {
        if let Some(known) = self.known.get(atom) {
            return Operand(CONST | *known);
        }
        let value = match atom {
            Atom::Const(Const::Int(width, bits)) => Value::Int(bits & width.mask()),
            Atom::Const(constant) => constant.into(),
            Atom::Imm(word) => Value::Imm(*word),
            Atom::Static(id) => Value::obj(Desc::Code(FlowCode::Cluster(*id)), Vec::new()),
            // Variables do not come here; nothing can be done with an import.
            Atom::StaticImport(_) | Atom::Var(_) => Value::Imm(abi::NULL_IMMEDIATE),
        };
        let number = self.values.len() as u32;
        self.values.push(value);
        self.known.insert(atom.clone(), number);
        Operand(CONST | number)
    }
}

struct Compiler<'a> {
    unit: &'a Unit,
    consts: &'a mut Consts,
    registers: FxHashMap<Var, u32>,
    funs: FxHashMap<Local, usize>,
    branches: Vec<Vec<u32>>,
    nodes: Vec<BodyNode<'a>>,
    code: Vec<Inst>,
    places: Vec<Pos>,
}

impl<'a> Compiler<'a> {
    fn cluster(unit: &'a Unit, cluster: &'a Cluster, consts: &'a mut Consts) -> ClusterCode {
        let nodes = walk::all_bodies(&cluster.body);
        let mut branches = vec![Vec::new(); nodes.len()];
        for (i, node) in nodes.iter().enumerate() {
            if let BodyEntry::Branch(parent) = node.entry {
                branches[parent].push(i as u32);
            }
        }
        let funs = walk::fun_bodies(&nodes);
        let registers = FxHashMap::default();
        let mut compiler = Compiler {
            unit,
            consts,
            registers,
            funs,
            branches,
            nodes,
            code: vec![],
            places: vec![],
        };
        let clos = cluster.clos.map(|var| compiler.register(var));
        let k = cluster.k.map(|var| compiler.register(var));
        let params = cluster.params.iter().map(|var| compiler.register(*var)).collect();
        compiler.bodies();
        ClusterCode {
            name: cluster.name.clone(),
            kind: cluster.kind,
            registers: compiler.registers.len() as u32,
            bodies: compiler.nodes.len(),
            clos,
            k,
            params,
            code: compiler.code.into_boxed_slice(),
            places: compiler.places.into_boxed_slice(),
        }
    }

    fn bodies(&mut self) {
        let mut starts = Vec::with_capacity(self.nodes.len());
        for i in 0..self.nodes.len() {
            starts.push(self.code.len() as u32);
            let body = self.nodes[i].body;
            for binding in &body.lets {
                let (inst, pos) = match binding {
                    Let::Op { dst, op, args, pos } => {
                        (self.op(OpRef { dst, op, args, pos: *pos }), *pos)
                    }
                    Let::Funs(funs) => {
                        let number = |name| self.funs.get(name).map(|i| *i as u32);
                        let funs = funs.iter().filter_map(|fun| number(&fun.name)).collect();
                        (Inst::Define(funs), Pos::NONE)
                    }
                };
                self.code.push(inst);
                self.places.push(pos);
            }
            let tail = self.tail(i, &body.tail);
            self.code.push(tail);
            self.places.push(body.tail.pos());
        }
        self.code.iter_mut().for_each(|inst| place_targets(inst, &starts));
    }

    fn register(&mut self, var: Var) -> u32 {
        let next = self.registers.len() as u32;
        *self.registers.entry(var).or_insert(next)
    }

    fn operand(&mut self, atom: &Atom) -> Operand {
        match atom {
            Atom::Var(var) => Operand(self.register(*var)),
            Atom::Const(_) | Atom::Imm(_) | Atom::Static(_) | Atom::StaticImport(_) => {
                self.consts.operand(atom)
            }
        }
    }

    fn operands(&mut self, atoms: &[Atom]) -> Box<[Operand]> {
        atoms.iter().map(|atom| self.operand(atom)).collect()
    }

    fn op(&mut self, OpRef { dst, op, args, .. }: OpRef<'_>) -> Inst {
        let dst: Box<[u32]> = dst.iter().map(|var| self.register(*var)).collect();
        let operands = self.operands(args);
        match (op, &dst[..], &operands[..]) {
            (FlowOp::Prim(prim), [d], [a]) if op.scalar().is_some() => {
                Inst::Scalar { prim: *prim, unary: true, dst: *d, a: *a, b: *a }
            }
            (FlowOp::Prim(prim), [d], [a, b]) if op.scalar().is_some() => {
                Inst::Scalar { prim: *prim, unary: false, dst: *d, a: *a, b: *b }
            }
            (FlowOp::Copy, [d], [a]) => Inst::Copy { dst: *d, a: *a },
            (FlowOp::Load { word, .. }, [d], [a]) if *word > 0 => {
                Inst::Load { dst: *d, a: *a, word: *word }
            }
            (FlowOp::Store(word) | FlowOp::Init(word), [], [object, value]) => {
                Inst::Store { word: *word, object: *object, value: *value }
            }
            (FlowOp::Record(tag), [d], _) => {
                let kind = |atom| atom_kind(self.unit, atom).unwrap_or(Kind::Ref);
                let kinds: Vec<Kind> = args.iter().map(kind).collect();
                Inst::Record {
                    header: FlowOp::record_header(*tag, &kinds),
                    dst: *d,
                    args: operands,
                }
            }
            (FlowOp::Closure(code) | FlowOp::Push(code), [d], _) => {
                Inst::Object { code: *code, dst: *d, args: operands }
            }
            (FlowOp::Link(_), [d], [frame]) => {
                Inst::Load { dst: *d, a: *frame, word: abi::word::LINK as u32 }
            }
            (FlowOp::Pop, _, [frame]) => Inst::Pop { frame: *frame, dst },
            (FlowOp::Check(_), [], _) => Inst::Check,
            _ => Inst::Other(Box::new(Other { op: op.clone(), dst, args: operands })),
        }
    }

    /// The end of body `i`; targets are numbers of bodies still.
    fn tail(&mut self, i: usize, tail: &Tail) -> Inst {
        match tail {
            Tail::Jump { fun, args } => self.jump(*fun, args),
            Tail::If { cond, .. } => match self.branches[i][..] {
                [then, els] => Inst::If { cond: self.operand(cond), then, els },
                _ => Inst::Never("a conditional without branches"),
            },
            Tail::Switch { scrutinee, cases, default } => {
                let branches = self.branches[i].clone();
                let mut table: Vec<(u64, u32)> =
                    cases.iter().zip(&branches).map(|((value, _), body)| (*value, *body)).collect();
                table.sort_by_key(|(value, _)| *value);
                let default = default.as_ref().and_then(|_| branches.last().copied());
                let scrutinee = self.operand(scrutinee);
                Inst::Switch(Box::new(Switch { scrutinee, cases: table.into(), default }))
            }
            Tail::Apply { target, clos, args, k, .. } => {
                let callee = match target {
                    Target::Cluster(id) => Callee::Known(*id),
                    Target::Import(id) => Callee::Import(
                        self.unit
                            .imports
                            .get(*id)
                            .map_or_else(|| "?".into(), |import| import.name.clone()),
                    ),
                    Target::Unknown(f) => Callee::Unknown(self.operand(f)),
                };
                let clos = clos.as_ref().map(|atom| self.operand(atom));
                let k = k.as_ref().map(|atom| self.operand(atom));
                Inst::Apply(Box::new(Apply { callee, clos, k, args: self.operands(args) }))
            }
            Tail::Throw { k, args } => {
                Inst::Throw { k: self.operand(k), args: self.operands(args) }
            }
            Tail::Reinstate { cont, args, .. } => {
                Inst::Reinstate { cont: self.operand(cont), args: self.operands(args) }
            }
            Tail::Raise { exn, origin, .. } => {
                let origin = origin.as_ref().map(|origin| self.operand(origin));
                Inst::Raise { exn: self.operand(exn), origin }
            }
            Tail::Unreachable => Inst::Never("unreachable code was reached"),
        }
    }

    fn jump(&mut self, fun: Local, args: &[Atom]) -> Inst {
        let Some(body) = self.funs.get(&fun).copied() else {
            return Inst::Never("a jump to an unknown local function");
        };
        let params: Vec<Var> = match self.nodes[body].entry {
            BodyEntry::Fun(fun) if fun.params.len() == args.len() => fun.params.clone(),
            BodyEntry::Fun(_) | BodyEntry::Cluster | BodyEntry::Branch(_) => {
                return Inst::Never("a jump with a wrong number of arguments");
            }
        };
        let mut moves = Vec::with_capacity(args.len());
        for (param, arg) in params.iter().zip(args) {
            moves.push((self.register(*param), self.operand(arg)));
        }
        let body = body as u32;
        Inst::Jump(Box::new(Jump { body, target: body, moves: moves.into() }))
    }
}

/// Replaces numbers of bodies by where they begin.
fn place_targets(inst: &mut Inst, starts: &[u32]) {
    let place = |target: &mut u32| *target = starts.get(*target as usize).copied().unwrap_or(0);
    match inst {
        Inst::Jump(jump) => place(&mut jump.target),
        Inst::If { then, els, .. } => {
            place(then);
            place(els);
        }
        Inst::Switch(switch) => {
            switch.cases.iter_mut().for_each(|(_, target)| place(target));
            switch.default.iter_mut().for_each(place);
        }
        Inst::Scalar { .. } | Inst::Copy { .. } | Inst::Load { .. } | Inst::Store { .. } => {}
        Inst::Record { .. }
        | Inst::Object { .. }
        | Inst::Pop { .. }
        | Inst::Check
        | Inst::Other(_) => {}
        Inst::Define(_) | Inst::Apply(_) | Inst::Throw { .. } | Inst::Reinstate { .. } => {}
        Inst::Raise { .. } | Inst::Never(_) => {}
    }
}
