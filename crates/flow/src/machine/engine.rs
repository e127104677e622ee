//! The loop that runs compact code, for either reading.

use super::code::{Apply, CONST, Callee, ClusterCode, Inst, Jump, Operand, Other, Program, Switch};
use super::memory::{self, FlowStop};
use super::{FlowCode, FlowValue, Reading, Registers, Run, any};
use crate::{ClusterId, ClusterKind, FlowOp, Unit};
use base::EntityId;
use host::{BuiltinExn, Host, interrupt};
use prim::{CmpOp, IntOp, Prim, Rt, eval_scalar};
use types::{TyTable, Width};
use values::{Desc, Ending, Machine, Stop, Value, exn_message};

/// Runs a unit from its entry, for at most this many jumps and transfers.
pub(crate) fn run<R: Reading>(unit: &Unit, host: &mut dyn Host, max_steps: u64) -> Run {
    let program = Program::new(unit);
    let foreigns = unit.foreigns.values().map(|foreign| foreign.symbol.clone()).collect();
    let mut engine = Engine::<R> {
        unit,
        program: &program,
        machine: Machine::new(host, unit.globals.len(), foreigns),
        types: TyTable::default(),
        registers: Vec::new(),
        passed: Vec::new(),
        handler: Value::obj(Desc::Code(FlowCode::Uncaught), Vec::new()),
        reading: R::default(),
        checks: 0,
        steps: 0,
        max_steps,
        cluster: 0,
        at: 0,
        around: None,
        noted: None,
    };
    let (ending, results) = engine.run();
    Run { ending, results, checks: engine.checks, steps: engine.steps }
}

pub(super) struct Engine<'a, 'h, R> {
    pub(super) unit: &'a Unit,
    pub(super) program: &'a Program,
    pub(super) machine: Machine<'h, FlowCode>,
    pub(super) types: TyTable,
    pub(super) registers: Registers,
    /// Arguments on their way.
    pub(super) passed: Vec<FlowValue>,
    pub(super) handler: FlowValue,
    pub(super) reading: R,
    checks: u64,
    steps: u64,
    max_steps: u64,
    /// The number of the cluster that runs.
    pub(super) cluster: usize,
    /// The instruction that runs.
    pub(super) at: usize,
    /// The return of the function that the code is from.
    pub(super) around: Option<FlowValue>,
    /// The exception that was noted last, and its origin.
    pub(super) noted: Option<(FlowValue, FlowValue)>,
}

/// The place where a run goes on.
pub(super) enum Next {
    /// At the beginning of the cluster that was entered.
    Entered,
    /// Nowhere.
    End(Ending, Vec<FlowValue>),
}

pub(super) type Go<T> = Result<T, FlowStop>;

fn stuck<T>(why: impl Into<String>) -> Go<T> {
    Err(Stop::Stuck(why.into()))
}

impl<R: Reading> Engine<'_, '_, R> {
    fn run(&mut self) -> (Ending, Vec<FlowValue>) {
        let Some(entry) = self.unit.entry else {
            return (Ending::Stuck("the unit has no entry".to_owned()), Vec::new());
        };
        let halt = Value::obj(Desc::Code(FlowCode::Halt), Vec::new());
        let clos = Value::obj(Desc::Code(FlowCode::Cluster(entry)), Vec::new());
        let mut next = self.enter(entry, Some(clos), Some(halt), false);
        loop {
            next = match next {
                Ok(Next::Entered) => self.run_cluster(),
                Ok(Next::End(ending, results)) => return (ending, results),
                Err(Stop::Raise(exn)) => {
                    let origin = self.here();
                    self.raise(exn, origin)
                }
                Err(Stop::Exit(code)) => return (Ending::Exit(code), Vec::new()),
                Err(Stop::Foreign(symbol)) => return (Ending::Foreign(symbol), Vec::new()),
                Err(Stop::Stuck(_)) if self.steps > self.max_steps => {
                    return (Ending::Exhausted, Vec::new());
                }
                Err(Stop::Stuck(why)) => {
                    let name = self.program.clusters.get(self.cluster).map_or("?", |c| &c.name);
                    return (Ending::Stuck(format!("{name}: {why}")), Vec::new());
                }
            };
        }
    }

    /// Runs the cluster that was entered until control leaves it.
    pub(super) fn run_cluster(&mut self) -> Go<Next> {
        let program = self.program;
        let code = &program.clusters[self.cluster].code;
        let mut at = 0;
        loop {
            let Some(inst) = code.get(at) else { return stuck("control ran out of the code") };
            self.at = at;
            at += 1;
            match inst {
                Inst::Scalar { prim, unary, dst, a, b } => {
                    self.scalar(*prim, *unary, *dst, *a, *b)?
                }
                Inst::Copy { dst, a } => {
                    let value = self.get(*a)?.clone();
                    self.set(*dst, value);
                }
                Inst::Load { dst, a, word } => {
                    let value = memory::load(self.get(*a)?, *word)?;
                    self.set(*dst, value);
                }
                Inst::Store { word, object, value } => {
                    memory::store(self.get(*object)?, *word, self.get(*value)?.clone())?;
                }
                Inst::Record { header, dst, args } => {
                    let fields = self.values(args)?;
                    self.set(*dst, Value::obj(Desc::Header(*header), fields));
                }
                Inst::Object { code, dst, args } => {
                    let fields = self.values(args)?;
                    self.set(*dst, Value::obj(Desc::Code(FlowCode::Cluster(*code)), fields));
                }
                Inst::Pop { dst, frame } => self.pop(dst, *frame)?,
                Inst::Check => self.check()?,
                Inst::Other(other) => self.other(other)?,
                Inst::Define(bodies) => bodies.iter().for_each(|body| self.reading.define(*body)),
                Inst::Jump(jump) => at = self.jump(jump)?,
                Inst::If { cond, then, els } => {
                    at = if self.int(*cond)? != 0 { *then } else { *els } as usize;
                }
                Inst::Switch(switch) => at = self.switch(switch)?,
                Inst::Apply(apply) => return self.apply(apply),
                Inst::Throw { k, args } => {
                    self.pass(args)?;
                    let frame = self.get(*k)?.clone();
                    return self.throw(frame);
                }
                Inst::Reinstate { cont, args } => {
                    self.pass(args)?;
                    let (frame, handler) = memory::captured(self.get(*cont)?)?;
                    self.handler = handler;
                    return self.throw(frame);
                }
                Inst::Raise { exn, origin } => return self.raise_inst(*exn, *origin),
                Inst::Never(why) => return stuck(*why),
            }
        }
    }

    /// Counts a jump or transfer.
    #[inline]
    fn step(&mut self) -> Go<()> {
        self.steps += 1;
        if self.steps > self.max_steps { stuck("out of steps") } else { Ok(()) }
    }

    #[inline(always)]
    fn peek(&self, operand: Operand) -> Option<&FlowValue> {
        if operand.0 & CONST != 0 {
            return self.program.consts.get((operand.0 & !CONST) as usize);
        }
        self.registers[operand.0 as usize].as_ref()
    }

    #[inline(always)]
    pub(super) fn get(&self, operand: Operand) -> Go<&FlowValue> {
        match self.peek(operand) {
            Some(value) => Ok(value),
            None => stuck("a variable is used before it is bound"),
        }
    }

    #[inline(always)]
    fn set(&mut self, register: u32, value: FlowValue) {
        self.reading.assign(&mut self.registers, register, value);
    }

    #[inline]
    fn int(&self, operand: Operand) -> Go<u64> {
        let value = self.get(operand)?;
        let Value::Int(n) = value else {
            return stuck(format!("expected an integer, found {}", value.kind()));
        };
        Ok(*n)
    }

    fn values(&self, operands: &[Operand]) -> Go<Vec<FlowValue>> {
        let mut values = Vec::with_capacity(operands.len());
        for operand in operands {
            values.push(self.get(*operand)?.clone());
        }
        Ok(values)
    }

    /// Puts operands on their way.
    fn pass(&mut self, operands: &[Operand]) -> Go<()> {
        let mut passed = std::mem::take(&mut self.passed);
        passed.clear();
        for operand in operands {
            passed.push(self.get(*operand)?.clone());
        }
        self.passed = passed;
        Ok(())
    }

    #[inline(always)]
    fn scalar(&mut self, prim: Prim, unary: bool, dst: u32, a: Operand, b: Operand) -> Go<()> {
        if let (Some(Value::Int(x)), Some(Value::Int(y))) = (self.peek(a), self.peek(b))
            && let Some(result) = fast(prim, *x, *y)
        {
            self.set(dst, Value::Int(result));
            return Ok(());
        }
        self.any_scalar(prim, unary, dst, a, b)
    }

    #[inline(never)]
    fn any_scalar(&mut self, prim: Prim, unary: bool, dst: u32, a: Operand, b: Operand) -> Go<()> {
        let (x, y) = (word(self.get(a)?)?, word(self.get(b)?)?);
        let operands = [x, y];
        let operands = if unary { &operands[..1] } else { &operands };
        let result = eval_scalar(prim, operands).map_err(|exn| self.machine.raise(exn))?;
        self.set(dst, scalar_value(prim, result));
        Ok(())
    }

    /// A safe point. An interrupted program ends as if an exception were raised here; none is
    /// handled any more.
    fn check(&mut self) -> Go<()> {
        self.checks += 1;
        if interrupt::asked() { Err(self.machine.raise(BuiltinExn::Size)) } else { Ok(()) }
    }

    fn pop(&mut self, dst: &[u32], frame: Operand) -> Go<()> {
        let frame = memory::object(self.get(frame)?)?.clone();
        let fields = frame.fields.borrow();
        if fields.len() != dst.len() {
            return stuck(format!("pop gives {} values, wanted are {}", fields.len(), dst.len()));
        }
        for (register, value) in dst.iter().zip(fields.iter()) {
            self.set(*register, value.clone());
        }
        self.around = fields.first().cloned();
        Ok(())
    }

    fn other(&mut self, other: &Other) -> Go<()> {
        let args = self.values(&other.args)?;
        let results = match (&other.op, &args[..]) {
            (FlowOp::Capture, [k]) => {
                values::Results::one(memory::capture(k.clone(), self.handler.clone()))
            }
            (FlowOp::Poll(_), [_, moved @ ..]) => {
                self.check()?;
                values::Results::many(moved.iter().cloned())
            }
            (FlowOp::Origin, [site, k]) => {
                let fields = vec![site.clone(), k.clone()];
                values::Results::one(Value::obj(Desc::Header(abi::Header::ORIGIN), fields))
            }
            (FlowOp::Prim(Prim::Rt(Rt::ExnNote | Rt::ExnHistory)), args) => self.history(args)?,
            (FlowOp::AnyIs(class), [value]) => {
                values::Results::one(Value::bool(self.is_class(class, value)))
            }
            (FlowOp::AnyProject(class) | FlowOp::AnyAs(class), [value])
                if self.is_class(class, value) =>
            {
                values::Results::one(any::content(value))
            }
            (FlowOp::AnyProject(_), [_]) => return Err(self.machine.raise(BuiltinExn::Match)),
            (FlowOp::GetHandler, []) => values::Results::one(self.handler.clone()),
            (FlowOp::SetHandler, [k]) => {
                self.handler = k.clone();
                values::Results::none()
            }
            (FlowOp::Foreign(foreign), args) => self.foreign(*foreign, args)?,
            (op, args) => memory::eval(&mut self.machine, &mut self.types, &[], op, args)?,
        };
        if results.len() != other.dst.len() {
            return stuck(format!("{:?} gives {} values", other.op, results.len()));
        }
        for (register, value) in other.dst.iter().zip(results) {
            self.set(*register, value);
        }
        Ok(())
    }

    #[inline]
    fn jump(&mut self, jump: &Jump) -> Go<usize> {
        self.step()?;
        if let [(register, operand)] = jump.moves[..] {
            let value = self.get(operand)?.clone();
            self.reading.jump(&mut self.registers, jump.body);
            self.set(register, value);
            return Ok(jump.target as usize);
        }
        if let [(first, a), (second, b)] = jump.moves[..] {
            let (a, b) = (self.get(a)?.clone(), self.get(b)?.clone());
            self.reading.jump(&mut self.registers, jump.body);
            self.set(first, a);
            self.set(second, b);
            return Ok(jump.target as usize);
        }
        let mut passed = std::mem::take(&mut self.passed);
        passed.clear();
        for (_, operand) in &jump.moves {
            passed.push(self.get(*operand)?.clone());
        }
        self.reading.jump(&mut self.registers, jump.body);
        for ((register, _), value) in jump.moves.iter().zip(passed.drain(..)) {
            self.set(*register, value);
        }
        self.passed = passed;
        Ok(jump.target as usize)
    }

    fn switch(&self, switch: &Switch) -> Go<usize> {
        let value = self.int(switch.scrutinee)?;
        let target = match switch.cases.binary_search_by_key(&value, |(case, _)| *case) {
            Ok(i) => Some(switch.cases[i].1),
            Err(_) => switch.default,
        };
        target.map_or_else(|| stuck("a switch has no case for its value"), |at| Ok(at as usize))
    }

    fn apply(&mut self, apply: &Apply) -> Go<Next> {
        self.pass(&apply.args)?;
        let k = apply.k.map(|k| self.get(k).cloned()).transpose()?;
        match &apply.callee {
            Callee::Known(id) => {
                let clos = apply.clos.map(|clos| self.get(clos).cloned()).transpose()?;
                self.enter(*id, clos, k, false)
            }
            Callee::Unknown(f) => {
                let clos = self.get(*f)?.clone();
                match memory::code(&clos)? {
                    FlowCode::Cluster(id) => self.enter(id, Some(clos), k, false),
                    FlowCode::Halt | FlowCode::Uncaught => stuck("apply: this is a frame"),
                }
            }
            Callee::Import(name) => stuck(format!("the import {name} is not there")),
        }
    }

    /// Goes on with a frame.
    pub(super) fn throw(&mut self, frame: FlowValue) -> Go<Next> {
        match memory::code(&frame)? {
            FlowCode::Cluster(id) => self.enter(id, None, Some(frame), true),
            FlowCode::Halt => Ok(Next::End(Ending::Done, std::mem::take(&mut self.passed))),
            FlowCode::Uncaught => match self.passed.first() {
                Some(exn) => match exn_message(exn) {
                    Some(message) => {
                        let message = String::from_utf8_lossy(&message).into_owned();
                        let trace = match &self.passed[..] {
                            [_, place, continuation] => self.trace(place, continuation),
                            _ => Vec::new(),
                        };
                        Ok(Next::End(Ending::Uncaught { message, trace }, Vec::new()))
                    }
                    None => stuck(format!("{} is raised", exn.kind())),
                },
                None => stuck("the outermost handler got no exception"),
            },
        }
    }

    /// Enters a cluster with the arguments that are on their way.
    pub(super) fn enter(
        &mut self,
        id: ClusterId,
        clos: Option<FlowValue>,
        k: Option<FlowValue>,
        thrown: bool,
    ) -> Go<Next> {
        self.step()?;
        let Some(cluster) = self.program.clusters.get(id.index()) else {
            return stuck("unknown cluster");
        };
        if (cluster.kind == ClusterKind::Cont) != thrown {
            return stuck(format!("{} is entered in the wrong way", cluster.name));
        }
        if cluster.params.len() != self.passed.len() {
            return stuck(format!(
                "{} takes {} values, given {}",
                cluster.name,
                cluster.params.len(),
                self.passed.len()
            ));
        }
        self.cluster = id.index();
        // The return of a continuation is known when its frame is popped.
        self.around = k.clone().filter(|_| !thrown);
        self.registers.clear();
        self.registers.resize_with(cluster.registers as usize, || None);
        self.reading.enter(cluster.bodies);
        self.slot(cluster, "closure", cluster.clos, clos)?;
        self.slot(cluster, "continuation", cluster.k, k)?;
        for (register, value) in cluster.params.iter().zip(self.passed.drain(..)) {
            self.registers[*register as usize] = Some(value);
        }
        Ok(Next::Entered)
    }

    fn slot(
        &mut self,
        cluster: &ClusterCode,
        what: &str,
        wanted: Option<u32>,
        given: Option<FlowValue>,
    ) -> Go<()> {
        match (wanted, given) {
            (Some(register), Some(value)) => {
                self.registers[register as usize] = Some(value);
                Ok(())
            }
            (Some(_), None) => stuck(format!("{} wants a {what}", cluster.name)),
            (None, _) => Ok(()),
        }
    }
}

/// The bits of a scalar.
#[inline]
#[expect(clippy::wildcard_enum_match_arm, reason = "no other value is a scalar")]
fn word(value: &FlowValue) -> Go<u64> {
    match value {
        Value::Int(n) => Ok(*n),
        Value::F64(x) => Ok(x.to_bits()),
        Value::F32(x) => Ok(u64::from(x.to_bits())),
        other => stuck(format!("expected a number, found {}", other.kind())),
    }
}

/// The commonest primitives, where they do not raise.
#[inline(always)]
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are computed the general way")]
fn fast(prim: Prim, x: u64, y: u64) -> Option<u64> {
    match prim {
        Prim::Int(op, Width::I64) => match op {
            IntOp::Add => Some(x.wrapping_add(y)),
            IntOp::Sub => Some(x.wrapping_sub(y)),
            IntOp::SAdd => (x as i64).checked_add(y as i64).map(|n| n as u64),
            IntOp::SSub => (x as i64).checked_sub(y as i64).map(|n| n as u64),
            IntOp::SMul => (x as i64).checked_mul(y as i64).map(|n| n as u64),
            IntOp::And => Some(x & y),
            IntOp::Or => Some(x | y),
            IntOp::Xor => Some(x ^ y),
            _ => None,
        },
        Prim::Cmp(op, Width::I64) => match op {
            CmpOp::Eq => Some(u64::from(x == y)),
            CmpOp::Ne => Some(u64::from(x != y)),
            CmpOp::Slt => Some(u64::from((x as i64) < y as i64)),
            CmpOp::Sle => Some(u64::from(x as i64 <= y as i64)),
            CmpOp::Sgt => Some(u64::from(x as i64 > y as i64)),
            CmpOp::Sge => Some(u64::from(x as i64 >= y as i64)),
            CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => None,
        },
        _ => None,
    }
}

#[inline]
fn scalar_value(prim: Prim, bits: u64) -> FlowValue {
    let float = |double: bool| {
        if double {
            Value::F64(f64::from_bits(bits))
        } else {
            Value::F32(f32::from_bits(bits as u32))
        }
    };
    match prim {
        Prim::FBin(_, double)
        | Prim::FUn(_, double)
        | Prim::Fma(double)
        | Prim::FOfBits(double) => float(double),
        Prim::SToF(_, double) | Prim::UToF(_, double) => float(double),
        Prim::FExt => float(true),
        Prim::FTrunc => float(false),
        Prim::Int(..) | Prim::IntUn(..) | Prim::Cmp(..) | Prim::Zext(..) | Prim::Sext(..) => {
            Value::Int(bits)
        }
        Prim::Trunc(..) | Prim::STrunc(..) | Prim::UTrunc(..) | Prim::FCmp(..) => Value::Int(bits),
        Prim::FToInt(..) | Prim::FBits(_) | Prim::Small(_) | Prim::Rt(_) => Value::Int(bits),
    }
}
