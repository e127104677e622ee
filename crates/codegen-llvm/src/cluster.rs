//! One cluster becomes one function.
//!
//! ```text
//! fun f(n: i64) return k {            define void @f.code(alloc, vproc, k, clos, i64 %n, ...) {
//!   fun loop(i: i64) { ... }      =>  entry: br label %loop
//!   jump loop n                       loop:  %alloc = phi ...   %i = phi i64 [ %n, %entry ], ...
//! }                                   }
//! ```
//!
//! The functional reading: variables are values, bound once; local functions are
//! blocks, their parameters and the allocation pointer phis. A block is made at
//! the first jump to it, when all that its body can name is already there; a
//! function that nobody jumps to leaves no trace. Bodies wait in a list, so that
//! deep nesting needs no stack.

use crate::convention::{Params, Slots, locations};
use crate::ir::{Ir, Value};
use crate::kept::Kept;
use crate::stubs;
use crate::unit::UnitCx;
use abi::{BuiltinExn, Loc};
use base::Pos;
use flow::walk::all_bodies;
use flow::{
    Atom, Body, Cluster, ClusterId, ClusterKind, Frames, Kind, Let, Local, LocalFun, Tail, Unit,
    Var,
};
use inkwell::basic_block::BasicBlock;
use inkwell::debug_info::DISubprogram;
use inkwell::values::{FunctionValue, IntValue, PhiValue, PointerValue};
use prim::Const;
use rustc_hash::{FxHashMap, FxHashSet};
use types::Width;

/// The key by which blocks that raise are shared: the exception, the allocation pointer,
/// and the place.
type Trap<'c> = (Option<BuiltinExn>, PointerValue<'c>, PointerValue<'c>);

/// A cluster under compilation.
pub(crate) struct ClusterCx<'u, 'c> {
    pub(crate) ir: &'u Ir<'c>,
    pub(crate) unit: &'u UnitCx<'u, 'c>,
    pub(crate) cluster: &'u Cluster,
    pub(crate) function: FunctionValue<'c>,
    pub(crate) params: Params<'c>,
    pub(crate) vproc: PointerValue<'c>,
    /// The allocation pointer, here and now.
    pub(crate) alloc: PointerValue<'c>,
    /// The allocation pointer for a raise; see [`ClusterCx::publish`].
    published: PointerValue<'c>,
    /// An object whose word 0 is this code.
    pub(crate) anchor: PointerValue<'c>,
    values: FxHashMap<Var, Value<'c>>,
    /// The local functions in scope.
    funs: FxHashMap<Local, &'u LocalFun>,
    blocks: FxHashMap<Local, Block<'c>>,
    work: Vec<Work<'u, 'c>>,
    /// The position of the operation being translated.
    pos: Pos,
    /// The description of the cluster for debuggers.
    subprogram: Option<DISubprogram<'c>>,
    traps: FxHashMap<Trap<'c>, BasicBlock<'c>>,
    /// What the place of the cluster's own frame on the stack still holds.
    pub(crate) kept: Kept,
    /// The code of the frames that the cluster has made on the stack.
    pub(crate) pushed: FxHashMap<PointerValue<'c>, FunctionValue<'c>>,
    /// True if the cluster polls, so that objects move while it runs.
    pub(crate) polls: bool,
    /// Conditions that are likely.
    pub(crate) likely: FxHashSet<Var>,
}

/// The block of a local function.
struct Block<'c> {
    block: BasicBlock<'c>,
    alloc: PhiValue<'c>,
    params: Vec<PhiValue<'c>>,
}

/// A body to be compiled at the end of a block.
struct Work<'u, 'c> {
    block: BasicBlock<'c>,
    alloc: PointerValue<'c>,
    published: PointerValue<'c>,
    body: &'u Body,
}

/// The slots of a cluster's parameters.
pub(crate) fn param_slots(unit: &Unit, cluster: &Cluster) -> Vec<Loc> {
    locations(cluster.params.iter().map(|param| unit.vars[*param].kind))
}

/// Gives a declared cluster its code.
pub(crate) fn define<'u, 'c>(unit: &'u UnitCx<'u, 'c>, id: ClusterId, cluster: &'u Cluster) {
    let (ir, function) = (unit.ir, unit.code(id));
    let params = match cluster.kind {
        ClusterKind::Foreign(_) => Params::none(ir),
        ClusterKind::Fun | ClusterKind::Known | ClusterKind::Cont => Params::of(ir, function),
    };
    let anchor = match cluster.kind {
        ClusterKind::Cont | ClusterKind::Foreign(_) => params.cont,
        // A caller who knows the function need not pass a closure without fields.
        ClusterKind::Fun | ClusterKind::Known if cluster.fields.is_empty() => {
            unit.static_closure(id)
        }
        ClusterKind::Fun | ClusterKind::Known => match cluster.clos {
            Some(_) => params.clos,
            None => unit.static_closure(id),
        },
    };
    let block = ir.new_block(function, "");
    ir.position(block);
    let debug = unit.debug.as_ref();
    let subprogram = debug.map(|debug| debug.begin(ir, unit.unit, cluster, function));
    let (alloc, vproc) = (params.alloc, params.vproc);
    let mut cx = ClusterCx {
        ir,
        unit,
        cluster,
        function,
        params,
        vproc,
        alloc,
        published: alloc,
        anchor,
        values: FxHashMap::default(),
        funs: FxHashMap::default(),
        blocks: FxHashMap::default(),
        work: Vec::new(),
        pos: Pos::NONE,
        subprogram,
        traps: FxHashMap::default(),
        kept: match (ir.frames, cluster.kind) {
            (Frames::Stack, ClusterKind::Cont) => Kept::of(unit.unit, cluster),
            _ => Kept::default(),
        },
        pushed: FxHashMap::default(),
        polls: all_bodies(&cluster.body).iter().any(|node| node.body.polled().is_some()),
        likely: FxHashSet::default(),
    };
    cx.bind_params();
    cx.work.push(Work { block, alloc, published: alloc, body: &cluster.body });
    while let Some(work) = cx.work.pop() {
        cx.body(work);
    }
}

impl<'u, 'c> ClusterCx<'u, 'c> {
    fn bind_params(&mut self) {
        if let Some(k) = self.cluster.k {
            self.bind(k, self.params.cont.into());
        }
        if let Some(clos) = self.cluster.clos {
            let value = match self.cluster.kind {
                ClusterKind::Fun | ClusterKind::Known => self.anchor,
                ClusterKind::Cont | ClusterKind::Foreign(_) => self.params.clos,
            };
            self.bind(clos, value.into());
        }
        if let ClusterKind::Foreign(_) = self.cluster.kind {
            for (var, value) in self.cluster.params.iter().zip(self.function.get_params()) {
                self.bind(*var, value);
            }
            return;
        }
        let slots = param_slots(self.unit.unit, self.cluster);
        for (param, loc) in self.cluster.params.iter().zip(slots) {
            let value = self.params.get(self.ir, loc, self.unit.unit.vars[*param].kind);
            self.bind(*param, value);
        }
    }

    /// Sets the position of the code that follows.
    fn set_pos(&mut self, pos: Pos) {
        self.pos = pos;
        if let (Some(debug), Some(subprogram)) = (&self.unit.debug, self.subprogram) {
            debug.at(self.ir, self.unit.unit, subprogram, pos);
        }
    }

    fn body(&mut self, work: Work<'u, 'c>) {
        self.ir.position(work.block);
        self.ir.begin_run();
        self.alloc = work.alloc;
        self.published = work.published;
        for binding in &work.body.lets {
            match binding {
                Let::Op { dst, op, args, pos } => {
                    self.set_pos(*pos);
                    let results = self.op(op, args, dst);
                    assert_eq!(dst.len(), results.len(), "results of {op:?}");
                    for (var, value) in dst.iter().zip(results) {
                        self.bind(*var, value);
                    }
                }
                Let::Funs(funs) => self.funs.extend(funs.iter().map(|fun| (fun.name, fun))),
            }
        }
        self.tail(&work.body.tail);
    }

    fn bind(&mut self, var: Var, value: Value<'c>) {
        let old = self.values.insert(var, value);
        assert!(old.is_none(), "{var:?} is bound twice in {}", self.cluster.name);
    }

    /// The kind of an operand.
    pub(crate) fn kind(&self, atom: &Atom) -> Kind {
        let kind = flow::kinds::atom_kind(self.unit.unit, atom);
        kind.unwrap_or_else(|| panic!("{atom:?} is not in scope in {}", self.cluster.name))
    }

    /// The value of an operand.
    pub(crate) fn value(&self, atom: &Atom) -> Value<'c> {
        let ir = self.ir;
        match atom {
            Atom::Var(var) => match self.values.get(var) {
                Some(value) => *value,
                None => panic!("{var:?} is not in scope in {}", self.cluster.name),
            },
            Atom::Const(constant) => match constant {
                Const::Int(width, bits) => ir.int_type(*width).const_int(*bits, false).into(),
                Const::F32(bits) => ir.float_bits(false, *bits as u64).into(),
                Const::F64(bits) => ir.float_bits(true, *bits).into(),
                Const::Str(bytes) => self.unit.statics.borrow_mut().string(ir, bytes).into(),
                Const::Big(big) => self.unit.statics.borrow_mut().big(ir, big).into(),
                Const::Null => ir.ptr.const_null().into(),
            },
            Atom::Imm(word) => ir.word_ptr(*word).into(),
            Atom::Static(cluster) => self.unit.static_closure(*cluster).into(),
            Atom::StaticImport(import) => {
                crate::statics::imported_closure(ir, &self.unit.unit.imports[*import]).into()
            }
        }
    }

    pub(crate) fn ptr(&self, atom: &Atom) -> PointerValue<'c> {
        self.value(atom).into_pointer_value()
    }

    pub(crate) fn int(&self, atom: &Atom) -> IntValue<'c> {
        self.value(atom).into_int_value()
    }

    /// A new block of this function.
    pub(crate) fn new_block(&self, name: &str) -> BasicBlock<'c> {
        self.ir.new_block(self.function, name)
    }

    /// The arguments of a transfer in their slots.
    pub(crate) fn slots(&self, args: &[Atom]) -> Slots<'c> {
        let mut slots = Slots::default();
        let locs = locations(args.iter().map(|arg| self.kind(arg)));
        for (arg, loc) in args.iter().zip(locs) {
            slots.put(self.ir, loc, self.kind(arg), self.value(arg));
        }
        slots
    }

    /// Objects allocated so far may now be reached from outside of this cluster.
    ///
    /// Until then a raise may forget them: it hands on the allocation pointer as
    /// it was when something was last published, which is mostly the one in the
    /// register already, so that the conditional jump goes straight to the stub.
    pub(crate) fn publish(&mut self) {
        self.published = self.alloc;
    }

    /// Raises a built-in exception if the condition holds.
    pub(crate) fn trap_if(&mut self, cond: IntValue<'c>, exn: BuiltinExn) {
        if cond.get_zero_extended_constant() == Some(0) {
            return;
        }
        let trap = self.trap_block(Some(exn));
        let go_on = self.new_block("");
        self.ir.branch_cold(cond, trap, go_on);
        self.ir.position(go_on);
    }

    /// The block that raises an exception; none stands for the one that a
    /// runtime function left in the virtual processor.
    pub(crate) fn trap_block(&mut self, exn: Option<BuiltinExn>) -> BasicBlock<'c> {
        let site = self.raise_site(self.pos);
        let key = (exn, self.published, site);
        if let Some(block) = self.traps.get(&key) {
            return *block;
        }
        let ir = self.ir;
        let here = ir.block();
        let block = self.new_block("raise");
        ir.position(block);
        let stub = match exn {
            Some(exn) => stubs::raise(ir, exn, self.cluster.kind),
            None => stubs::raise_pending(ir, self.cluster.kind),
        };
        let cont = self.cluster.k.map_or(ir.ptr.const_null(), |_| self.around());
        let slots = Slots { cont: Some(cont), clos: Some(site), ..Slots::default() };
        ir.transfer(crate::convention::Code::Known(stub), self.published, self.vproc, &slots);
        ir.position(here);
        self.traps.insert(key, block);
        block
    }

    /// The entry of the position table that tells backtraces that code at this place
    /// raised; null if the place is not known.
    pub(crate) fn raise_site(&self, pos: Pos) -> PointerValue<'c> {
        if pos.is_none() {
            return self.ir.ptr.const_null();
        }
        self.unit.site(pos, &self.cluster.function)
    }

    fn tail(&mut self, tail: &'u Tail) {
        match tail {
            Tail::Jump { fun, args } => self.jump(*fun, args),
            Tail::If { cond, then, els } => self.branch(cond, then, els),
            Tail::Switch { scrutinee, cases, default } => {
                self.switch(scrutinee, cases, default.as_deref());
            }
            Tail::Apply { target, clos, args, k, pos: _ } => {
                self.apply(target, clos.as_ref(), args, k.as_ref());
            }
            Tail::Throw { k, args } => match self.cluster.kind {
                ClusterKind::Foreign(_) => self.give(args),
                ClusterKind::Fun | ClusterKind::Known | ClusterKind::Cont => {
                    self.throw(self.ptr(k), args);
                }
            },
            Tail::Reinstate { cont, args, pos: _ } => self.reinstate(cont, args),
            Tail::Raise { exn, origin, k, pos } => {
                self.raise(exn, origin.as_ref(), k.as_ref(), *pos);
            }
            Tail::Unreachable => self.unreachable(),
        }
    }

    fn jump(&mut self, fun: Local, args: &[Atom]) {
        if !self.blocks.contains_key(&fun) {
            self.open_block(fun);
        }
        let here = self.ir.block();
        let values: Vec<Value<'c>> = args.iter().map(|arg| self.value(arg)).collect();
        let target = &self.blocks[&fun];
        target.alloc.add_incoming(&[(&self.alloc, here)]);
        for (param, value) in target.params.iter().zip(&values) {
            param.add_incoming(&[(value, here)]);
        }
        self.ir.jump(target.block);
    }

    /// Makes the block of a local function and puts its body on the list.
    fn open_block(&mut self, name: Local) {
        let Some(fun) = self.funs.get(&name).copied() else {
            panic!("{name:?} is not in scope in {}", self.cluster.name)
        };
        let ir = self.ir;
        let here = ir.block();
        let block = self.new_block(&self.unit.unit.locals[name]);
        ir.position(block);
        let alloc = ir.phi(ir.ptr);
        let vars = &self.unit.unit.vars;
        let params: Vec<_> =
            fun.params.iter().map(|param| ir.phi(ir.kind_type(vars[*param].kind))).collect();
        ir.position(here);
        for (var, phi) in fun.params.iter().zip(&params) {
            self.bind(*var, phi.as_basic_value());
        }
        let pointer = alloc.as_basic_value().into_pointer_value();
        self.blocks.insert(name, Block { block, alloc, params });
        let (alloc, published, body) = (pointer, pointer, &fun.body);
        self.work.push(Work { block, alloc, published, body });
    }

    /// A new block with a body that goes on from here.
    fn continue_in(&mut self, body: &'u Body) -> BasicBlock<'c> {
        let block = self.new_block("");
        let (alloc, published) = (self.alloc, self.published);
        self.work.push(Work { block, alloc, published, body });
        block
    }

    fn branch(&mut self, cond: &Atom, then: &'u Body, els: &'u Body) {
        let ir = self.ir;
        let likely = cond.var().is_some_and(|var| self.likely.contains(&var));
        let cond = self.int(cond);
        let els = self.continue_in(els);
        let then = self.continue_in(then);
        let zero = cond.get_type().const_zero();
        let is_true = match self.width(cond) {
            Width::I1 => cond,
            Width::I8 | Width::I16 | Width::I32 | Width::I64 => {
                ir.icmp(inkwell::IntPredicate::NE, cond, zero)
            }
        };
        if likely {
            let is_false = ir.xor(is_true, is_true.get_type().const_all_ones());
            ir.branch_cold(is_false, els, then);
        } else {
            ir.branch(is_true, then, els);
        }
    }

    fn width(&self, value: IntValue<'c>) -> Width {
        let bits = value.get_type().get_bit_width();
        Width::ALL.into_iter().find(|w| w.bits() == bits).expect("one of our widths")
    }

    fn switch(&mut self, scrutinee: &Atom, cases: &'u [(u64, Body)], default: Option<&'u Body>) {
        let ir = self.ir;
        let value = self.int(scrutinee);
        let blocks: Vec<_> = cases
            .iter()
            .map(|(n, body)| (value.get_type().const_int(*n, false), self.continue_in(body)))
            .collect();
        let default = match default {
            Some(body) => self.continue_in(body),
            None => {
                let (here, block) = (ir.block(), self.new_block("impossible"));
                ir.position(block);
                ir.unreachable();
                ir.position(here);
                block
            }
        };
        ir.switch(value, default, &blocks);
    }
}
