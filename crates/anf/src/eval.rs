//! A small reference interpreter.
//!
//! A loop without recursion: the state is a body and a place in it, the
//! activation of the function it belongs to, the continuation and the handler.
//! Continuations and handlers are the same thing, a node: where to go on, and
//! which variables the values given are bound to. Nodes are immutable and
//! linked, so `callcc` and `throw` take constant time.
//!
//! ```text
//! x = call f a          push (after the binding, x); enter f
//! x = callcc f          the same, and the node is the argument
//! x = handle B with e H push (after the binding, x); handler := (H, e); enter B
//! cont k(x) B           k is the node (B, x)
//! ret a | throw k a | raise a    resume continuation | k | handler, with a
//! ```
//!
//! An activation is copied when it is written while a node holds it too, so a
//! continuation that is entered twice finds its variables unchanged. A function
//! copies the variables it uses when it is made, since the activation around goes
//! on changing (a join point may be entered again).

mod frame;
mod history;
mod plan;
#[cfg(test)]
mod tests;

use crate::{Atom, Body, Case, Let, Module, Op, Tail, Var};
use base::Pos;
use frame::{Activation, Env, Node, Origin, Proc};
use host::{Host, interrupt};
use plan::{Home, Plan};
use prim::{Data, Prim, Rt};
use std::rc::Rc;
use std::{mem, slice};
use types::{AnyClass, TyId};
use values::{AnyOp, Ending, Machine, Outcome, Results, Stop, Value, exn_message};

type Val<'m> = Value<Proc<'m>>;

/// Why the loop ends.
type Step<T> = Result<T, Ending>;

/// What the entry returns to.
static END: Body = Body { lets: Vec::new(), tail: Tail::Ret(Vec::new()) };

/// Runs the entry of a module.
pub fn eval(module: &Module, host: &mut dyn Host) -> Ending {
    eval_up_to(module, host, u64::MAX)
}

/// Runs the entry of a module for at most this many bindings and tails.
pub fn eval_up_to(module: &Module, host: &mut dyn Host, steps: u64) -> Ending {
    let plan = Plan::of(module);
    let entry = module.entry.map(|entry| plan.home(entry));
    let Some(Home::Global(entry)) = entry else {
        return Ending::Stuck("there is no entry".to_owned());
    };
    let foreigns = module.foreigns.values().map(|f| f.symbol.clone()).collect();
    let machine = Machine::new(host, module.globals.len(), foreigns);
    let fun = plan.fun(entry);
    let act = Activation::new(entry, None, fun.size);
    let mut run = Run {
        module,
        plan: &plan,
        machine,
        act,
        body: &fun.fun.body,
        next: 0,
        k: Some(Rc::new(Node::end(&END))),
        handler: None,
        noted: None,
        args: Vec::new(),
    };
    let ending = run.run(steps);
    run.noted = None;
    let globals = mem::take(&mut run.machine.globals);
    values::release(globals.into_iter().flatten().collect());
    ending
}

struct Run<'m, 'p, 'h> {
    module: &'m Module,
    plan: &'p Plan<'m>,
    machine: Machine<'h, Proc<'m>>,
    act: Rc<Activation<'m>>,
    body: &'m Body,
    /// The next binding of the body.
    next: usize,
    k: Option<Rc<Node<'m>>>,
    handler: Option<Rc<Node<'m>>>,
    /// The exception that was handled last, and its origin, if the program asks for it.
    noted: Option<(Val<'m>, Val<'m>)>,
    /// Operands, kept for their memory.
    args: Vec<Val<'m>>,
}

fn stuck<T>(why: impl Into<String>) -> Step<T> {
    Err(Ending::Stuck(why.into()))
}

impl<'m> Run<'m, '_, '_> {
    fn run(&mut self, mut steps: u64) -> Ending {
        loop {
            if steps == 0 {
                return Ending::Exhausted;
            }
            steps -= 1;
            let body = self.body;
            if interrupt::asked() {
                return self.interrupted(body.lets.get(self.next));
            }
            let step = match body.lets.get(self.next) {
                Some(binding) => {
                    self.next += 1;
                    self.binding(binding)
                }
                None => self.tail(&body.tail),
            };
            if let Err(ending) = step {
                return ending;
            }
        }
    }

    fn binding(&mut self, binding: &'m Let) -> Step<()> {
        match binding {
            Let::Op { dst, op, args, pos } => self.op(dst, op, args, *pos),
            Let::Call { dst, fun, args, pos } => {
                let fun = self.value(fun)?;
                let args = self.values(args)?;
                let node = Rc::new(self.after(dst, *pos));
                self.enter(fun, args, Some(node))
            }
            Let::Callcc { dst, fun, pos } => {
                let fun = self.value(fun)?;
                let last = self.next == self.body.lets.len() && self.body.tail.returns(dst);
                // At the end of a function it captures what the function returns to.
                let node = match &self.k {
                    Some(k) if last && !k.within => k.clone(),
                    Some(_) | None => Rc::new(self.after(dst, *pos)),
                };
                let k = Value::Code(Proc::Cont(node.clone()));
                self.enter(fun, vec![k], Some(node))
            }
            Let::Handle { dst, body, exn, origin, handler, .. } => {
                let last = self.next == self.body.lets.len() && self.body.tail.returns(dst);
                let mut node = self.after(dst, Pos::NONE);
                node.within = true;
                let node = Rc::new(node);
                let mut handler = self.node(handler, 0, slice::from_ref(exn), Pos::NONE);
                handler.origin = *origin;
                // A handler that nothing follows returns for the body around.
                if !last {
                    handler.link = Some(node.clone());
                }
                self.handler = Some(Rc::new(handler));
                self.k = Some(node);
                self.go(body);
                Ok(())
            }
            Let::Funs(funs) => {
                let Some(group) = funs.first().and_then(|fun| self.plan.group_of(fun.name)) else {
                    return stuck("a group without functions");
                };
                let captured = &self.plan.groups[group].captured;
                let values: Step<Vec<Val<'m>>> =
                    captured.iter().map(|var| self.var(*var)).collect();
                let env = Rc::new(Env { values: values? });
                for fun in funs {
                    let Some(code) = self.plan.code_of(fun.name) else {
                        return stuck("unknown function");
                    };
                    self.set(fun.name, Value::Code(Proc::Fun(code, Some(env.clone()))))?;
                }
                Ok(())
            }
            Let::Join(_) => Ok(()),
            Let::Cont(block) => {
                let node = self.node(&block.body, 0, &block.params, Pos::NONE);
                self.set(block.name, Value::Code(Proc::Cont(Rc::new(node))))
            }
        }
    }

    /// A continuation of this activation, continuation and handler.
    fn node(&self, body: &'m Body, next: usize, dst: &'m [Var], pos: Pos) -> Node<'m> {
        let (handler, link) = (self.handler.clone(), self.k.clone());
        let act = Some(self.act.clone());
        Node { act, body, next, dst, handler, link, pos, within: false, origin: None }
    }

    /// The continuation after the current binding, which stands at `pos`.
    fn after(&self, dst: &'m [Var], pos: Pos) -> Node<'m> {
        self.node(self.body, self.next, dst, pos)
    }

    fn go(&mut self, body: &'m Body) {
        self.body = body;
        self.next = 0;
    }

    fn op(&mut self, dst: &'m [Var], op: &'m Op, atoms: &'m [Atom], pos: Pos) -> Step<()> {
        if let Op::Prim(Prim::Rt(Rt::ExnNote | Rt::ExnHistory)) = op {
            return self.history(dst, atoms);
        }
        if let Op::Data(Data::Foreign(foreign)) = op
            && let Some(fun) = self.plan.defined[*foreign]
        {
            let args = self.values(atoms)?;
            let node = Rc::new(self.after(dst, pos));
            return self.enter(Value::Code(Proc::Fun(fun, None)), args, Some(node));
        }
        let mut args = mem::take(&mut self.args);
        for atom in atoms {
            args.push(self.value(atom)?);
        }
        let outcome = self.outcome(dst, op, atoms, &args);
        args.clear();
        self.args = args;
        match outcome {
            Ok(results) => {
                if results.len() != dst.len() {
                    return stuck(format!("{} values for {} variables", results.len(), dst.len()));
                }
                dst.iter().zip(results).try_for_each(|(var, value)| self.set(*var, value))
            }
            Err(Stop::Raise(exn)) => self.raise(exn, None, pos),
            Err(Stop::Exit(code)) => Err(Ending::Exit(code)),
            Err(Stop::Foreign(symbol)) => Err(Ending::Foreign(symbol)),
            Err(Stop::Stuck(why)) => stuck(why),
        }
    }

    fn outcome(
        &mut self,
        dst: &[Var],
        op: &Op,
        atoms: &[Atom],
        args: &[Val<'m>],
    ) -> Outcome<Proc<'m>> {
        let types = &self.plan.types;
        let class = |ty: TyId| AnyClass::of(types, ty);
        match (op, args) {
            (Op::Prim(prim), _) => self.machine.eval_prim(*prim, args),
            (Op::Data(data), _) => {
                let typed = matches!(data, Data::ExnCon(..) | Data::Foreign(_));
                let dst = if typed { dst } else { &[] };
                let dst_tys: Vec<TyId> = dst.iter().map(|var| self.module.vars[*var].ty).collect();
                self.machine.eval_data(data, args, &dst_tys, types)
            }
            (Op::Unboxed, _) => Ok(Results::one(Value::Parts(args.into()))),
            (Op::Part(i), [Value::Parts(parts)]) => match parts.get(*i as usize) {
                Some(part) => Ok(Results::one(part.clone())),
                None => Err(Stop::Stuck(format!("there is no component {i}"))),
            },
            (Op::Inject, [value]) => {
                let ty = self.plan.ty_of(self.module, &atoms[0]);
                self.machine.eval_any(AnyOp::Inject, &class(ty), value)
            }
            (Op::Is(ty), [value]) => self.machine.eval_any(AnyOp::Is, &class(*ty), value),
            (Op::Project(ty), [value]) => self.machine.eval_any(AnyOp::Project, &class(*ty), value),
            (Op::As(ty), [value]) => self.machine.eval_any(AnyOp::As, &class(*ty), value),
            (Op::Part(_) | Op::Inject | Op::Is(_) | Op::Project(_) | Op::As(_), _) => {
                Err(Stop::Stuck(format!("{op:?} is given {} operands of other kinds", args.len())))
            }
        }
    }

    /// Calls a function that returns to `k`.
    fn enter(&mut self, fun: Val<'m>, args: Vec<Val<'m>>, k: Option<Rc<Node<'m>>>) -> Step<()> {
        let Value::Code(callee) = fun else { return stuck("call of what is no function") };
        match callee {
            Proc::Fun(code, env) => {
                let fun = self.plan.fun(code);
                self.act = Activation::new(code, env, fun.size);
                self.k = k;
                self.go(&fun.fun.body);
                self.bind(&fun.fun.params, args)
            }
            Proc::Import(name) => stuck(format!("call of import {name}")),
            Proc::Cont(_) | Proc::Origin(_) => stuck("call of what is no function"),
        }
    }

    /// Goes on with a continuation, which is taken apart if nothing else holds it.
    fn resume(&mut self, node: Rc<Node<'m>>, values: Vec<Val<'m>>) -> Step<()> {
        (self.body, self.next) = (node.body, node.next);
        let dst = node.dst;
        let act = match Rc::try_unwrap(node) {
            Ok(mut node) => {
                self.handler = node.handler.take();
                self.k = node.link.take();
                node.act.take()
            }
            Err(node) => {
                self.handler = node.handler.clone();
                self.k = node.link.clone();
                node.act.clone()
            }
        };
        if let Some(act) = act {
            self.act = act;
        }
        self.bind(dst, values)
    }

    /// Ends as if an exception were raised here; none is handled any more.
    fn interrupted(&mut self, binding: Option<&'m Let>) -> Ending {
        let pos = match binding {
            Some(Let::Op { pos, .. } | Let::Call { pos, .. } | Let::Callcc { pos, .. }) => *pos,
            Some(_) | None => self.plan.fun(self.act.code).fun.pos,
        };
        self.raise(Value::Int(0), None, pos).err().unwrap_or(Ending::Done)
    }

    /// Raises an exception here, or once more where it has an origin.
    fn raise(&mut self, exn: Val<'m>, origin: Option<Val<'m>>, pos: Pos) -> Step<()> {
        let origin = origin.unwrap_or_else(|| {
            let k = self.k.clone();
            Value::Code(Proc::Origin(Rc::new(Origin { pos, code: self.act.code, k })))
        });
        let Some(handler) = self.handler.take().filter(|_| !interrupt::asked()) else {
            let message = exn_message(&exn).unwrap_or_default();
            let message = String::from_utf8_lossy(&message).into_owned();
            return Err(Ending::Uncaught { message, trace: self.trace(&origin) });
        };
        if self.plan.asks_history && handler.origin.is_some() {
            self.noted = Some((exn.clone(), origin.clone()));
        }
        let wants = handler.origin;
        self.resume(handler, vec![exn])?;
        wants.map_or(Ok(()), |var| self.set(var, origin))
    }

    fn tail(&mut self, tail: &'m Tail) -> Step<()> {
        match tail {
            Tail::Ret(args) => {
                let values = self.values(args)?;
                match self.k.take() {
                    Some(node) => self.resume(node, values),
                    None => Err(Ending::Done),
                }
            }
            Tail::TailCall { fun, args, pos } => {
                let fun = self.value(fun)?;
                let args = self.values(args)?;
                let k = self.k.take().map(|k| match k.within {
                    // A call, and then the end of the handle body.
                    true => Rc::new(k.called_at(*pos)),
                    false => k,
                });
                self.enter(fun, args, k)
            }
            Tail::Jump { join, args } => {
                let Some(block) = self.plan.joins[*join] else {
                    return stuck("jump to what is no join point");
                };
                let args = self.values(args)?;
                self.go(&block.body);
                self.bind(&block.params, args)
            }
            Tail::If { cond, then, els } => {
                let body = if self.int(cond)? != 0 { then } else { els };
                self.go(body);
                Ok(())
            }
            Tail::SwitchInt { scrutinee, cases, default } => {
                let n = self.int(scrutinee)?;
                let case = cases.iter().find(|(value, _)| *value == n);
                self.go(case.map_or(default, |(_, body)| body));
                Ok(())
            }
            Tail::SwitchSum { scrutinee, cases, default, .. } => {
                let value = self.value(scrutinee)?;
                self.case(value, cases, default.as_deref())
            }
            Tail::Raise { exn, origin, pos } => {
                let exn = self.value(exn)?;
                let origin = origin.as_ref().map(|origin| self.value(origin)).transpose()?;
                self.raise(exn, origin, *pos)
            }
            Tail::Throw { cont, args, .. } => {
                let values = self.values(args)?;
                let Value::Code(Proc::Cont(node)) = self.value(cont)? else {
                    return stuck("throw to what is no continuation");
                };
                self.resume(node, values)
            }
            Tail::Unreachable => stuck("unreachable was reached"),
        }
    }

    fn case(&mut self, value: Val<'m>, cases: &'m [Case], default: Option<&'m Body>) -> Step<()> {
        let Some(tag) = value.tag() else { return stuck("case on what is no value of a sum") };
        match (cases.iter().find(|case| case.tag as u64 == tag), default) {
            (Some(case), _) => {
                self.go(&case.body);
                let fields = (0..case.fields.len()).map_while(|i| value.field(i)).collect();
                self.bind(&case.fields, fields)
            }
            (None, Some(default)) => {
                self.go(default);
                Ok(())
            }
            (None, None) => stuck("no case fits"),
        }
    }

    fn bind(&mut self, vars: &[Var], values: Vec<Val<'m>>) -> Step<()> {
        if values.len() != vars.len() {
            return stuck(format!("{} values for {} variables", values.len(), vars.len()));
        }
        vars.iter().zip(values).try_for_each(|(var, value)| self.set(*var, value))
    }

    fn set(&mut self, var: Var, value: Val<'m>) -> Step<()> {
        match self.plan.home(var) {
            Home::Slot { code, slot, .. } if code == self.act.code => {
                Rc::make_mut(&mut self.act).slots[slot as usize] = value;
                Ok(())
            }
            Home::Slot { .. } | Home::Global(_) | Home::Import | Home::Nowhere => {
                stuck(format!("{var:?} is no variable of this function"))
            }
        }
    }

    fn var(&self, var: Var) -> Step<Val<'m>> {
        match self.plan.home(var) {
            Home::Slot { code, slot, .. } if code == self.act.code => {
                Ok(self.act.slots[slot as usize].clone())
            }
            Home::Slot { group, .. } => {
                let here = self.plan.fun(self.act.code).group;
                if let Some((code, group)) = group
                    && Some(group) == here
                {
                    return Ok(Value::Code(Proc::Fun(code, self.act.env.clone())));
                }
                let index = here.and_then(|group| self.plan.groups[group].index.get(&var));
                match (index, &self.act.env) {
                    (Some(index), Some(env)) => Ok(env.values[*index].clone()),
                    (Some(_) | None, Some(_) | None) => {
                        stuck(format!("{var:?} is used outside its scope"))
                    }
                }
            }
            Home::Global(code) => Ok(Value::Code(Proc::Fun(code, None))),
            Home::Import => Ok(Value::Code(Proc::Import(self.module.vars[var].name.clone()))),
            Home::Nowhere => stuck(format!("{var:?} is bound nowhere")),
        }
    }

    fn value(&self, atom: &Atom) -> Step<Val<'m>> {
        match atom {
            Atom::Var(var) => self.var(*var),
            Atom::Const(constant) => Ok(constant.into()),
        }
    }

    fn values(&self, atoms: &[Atom]) -> Step<Vec<Val<'m>>> {
        atoms.iter().map(|atom| self.value(atom)).collect()
    }

    fn int(&self, atom: &Atom) -> Step<u64> {
        match self.value(atom)?.int() {
            Some(n) => Ok(n),
            None => stuck("branch on what is no integer"),
        }
    }
}
