//! A small reference interpreter.
//!
//! A loop without recursion: every call is a tail call, so the state is a body,
//! the frame of its variables and the current handler.
//!
//! A frame belongs to one entry of a function or continuation, so a variable
//! is written once in it, and continuations may be entered any number of times.
//! Functions and continuations that a frame's body binds are not stored in it
//! (that would be a cycle of counted references): looking one up makes a pair
//! of its code and the frame.

mod foreign;
mod frame;
mod place;

use crate::{Atom, Body, Fun, Let, Module, Op, Tail, Var};
use base::{EntityId, Pos};
use frame::{Frame, Origin, Proc, Saved};
use host::trace::Trace;
use host::{Host, interrupt};
use place::{Place, Places};
use prim::{Data, Prim, Rt};
use std::rc::Rc;
use types::{Ty, TyId};
use values::{AnyOp, Ending, Machine, Outcome, Results, Stop, Value, exn_message};

type Val<'m> = Value<Proc<'m>>;

/// Runs the entry of a module.
pub fn eval(module: &Module, host: &mut dyn Host) -> Ending {
    eval_up_to(module, host, u64::MAX)
}

/// Runs the entry of a module for at most this many bodies.
pub fn eval_up_to(module: &Module, host: &mut dyn Host, steps: u64) -> Ending {
    let places = Places::of(module);
    let Some(entry) = module.entry else { return Ending::Stuck("there is no entry".to_owned()) };
    let Some(Place::Global(fun)) = places.place(entry) else {
        return Ending::Stuck("the entry is no function".to_owned());
    };
    let foreigns = module.foreigns.values().map(|f| f.symbol.clone()).collect();
    let machine = Machine::new(host, module.globals.len(), foreigns);
    let frame = Frame::new(None, 0);
    let mut run = Run {
        module,
        places,
        machine,
        handler: Proc::Uncaught,
        frame,
        body: &fun.body,
        return_k: fun.k,
        noted: None,
        returned: Vec::new(),
        steps,
    };
    let ending = match run.enter_fun(fun, None, Vec::new(), Proc::Done) {
        Ok(()) => run.run(),
        Err(ending) => ending,
    };
    run.noted = None;
    release_globals(&mut run);
    ending
}

fn release_globals(run: &mut Run<'_, '_>) {
    let values = std::mem::take(&mut run.machine.globals);
    values::release(values.into_iter().flatten().collect());
}

struct Run<'m, 'h> {
    module: &'m Module,
    places: Places<'m>,
    machine: Machine<'h, Proc<'m>>,
    handler: Proc<'m>,
    frame: Rc<Frame<'m>>,
    body: &'m Body,
    /// The return of the function that the body is in.
    return_k: Var,
    /// The exception that was noted last, and its origin.
    noted: Option<(Val<'m>, Val<'m>)>,
    /// What the entry, or the code of a foreign function, has returned.
    returned: Vec<Val<'m>>,
    steps: u64,
}

/// The result of a step; the error is the reason for which the loop ends.
type Step<T> = Result<T, Ending>;

fn stuck<T>(why: impl Into<String>) -> Step<T> {
    Err(Ending::Stuck(why.into()))
}

impl<'m> Run<'m, '_> {
    fn run(&mut self) -> Ending {
        loop {
            if self.steps == 0 {
                return Ending::Exhausted;
            }
            self.steps -= 1;
            let body = self.body;
            if interrupt::asked() {
                return self.interrupted(body);
            }
            if let Err(ending) = self.body(body) {
                return ending;
            }
        }
    }

    /// Runs the bindings and the tail, which says what is next.
    fn body(&mut self, body: &'m Body) -> Step<()> {
        for binding in &body.lets {
            match binding {
                Let::Op { dst, op, args, pos } => {
                    let args = self.values(args)?;
                    if let Op::Data(Data::Foreign(foreign)) = op
                        && let Some(fun) = self.places.defined(*foreign)
                    {
                        let results = self.run_foreign(fun, args)?;
                        self.bind(dst, results)?;
                        continue;
                    }
                    match self.op(dst, op, args) {
                        Ok(results) => self.bind(dst, results)?,
                        Err(Stop::Raise(exn)) => return self.raise(exn, None, *pos),
                        Err(Stop::Exit(code)) => return Err(Ending::Exit(code)),
                        Err(Stop::Foreign(symbol)) => return Err(Ending::Foreign(symbol)),
                        Err(Stop::Stuck(why)) => return stuck(why),
                    }
                }
                Let::Funs(_) | Let::Conts(_) => {}
                Let::GetHandler { k } => {
                    let handler = Value::Code(self.handler.clone());
                    self.bind(&[*k], Results::one(handler))?;
                }
                Let::SetHandler { k } => self.handler = self.proc(*k)?,
                Let::Capture { dst, k } => {
                    let k = Value::Code(self.proc(*k)?);
                    let handler = Value::Code(self.handler.clone());
                    let saved = Proc::Captured(Rc::new(Saved { k, handler }));
                    self.bind(&[*dst], Results::one(Value::Code(saved)))?;
                }
            }
        }
        self.tail(&body.tail)
    }

    fn tail(&mut self, tail: &'m Tail) -> Step<()> {
        match tail {
            Tail::Call { fun, args, k, .. } => {
                let args = self.values(args)?;
                let k = self.proc(*k)?;
                let fun = self.value(fun)?;
                self.call(fun, args, k)
            }
            Tail::Jump { k, args } => {
                let args = self.values(args)?;
                let k = self.proc(*k)?;
                self.enter(k, args)
            }
            Tail::If { cond, then, els } => {
                self.body = if self.int(cond)? != 0 { then } else { els };
                Ok(())
            }
            Tail::SwitchInt { scrutinee, cases, default } => {
                let n = self.int(scrutinee)?;
                let case = cases.iter().find(|(value, _)| *value == n);
                self.body = case.map_or(default, |(_, body)| body);
                Ok(())
            }
            Tail::SwitchSum { scrutinee, cases, default, .. } => {
                let Some(tag) = self.value(scrutinee)?.tag() else {
                    return stuck("case on what is no value of a sum");
                };
                let case = cases.iter().find(|(value, _)| *value as u64 == tag);
                match case.map(|(_, body)| body).or(default.as_deref()) {
                    Some(body) => self.body = body,
                    None => return stuck("no case fits"),
                }
                Ok(())
            }
            Tail::Raise { exn, origin, pos } => {
                let exn = self.value(exn)?;
                let origin = origin.as_ref().map(|origin| self.value(origin)).transpose()?;
                self.raise(exn, origin, *pos)
            }
            Tail::Throw { cont, args, .. } => {
                let args = self.values(args)?;
                let Value::Code(Proc::Captured(saved)) = self.value(cont)? else {
                    return stuck("throw to what is no continuation");
                };
                let (Value::Code(k), Value::Code(handler)) =
                    (saved.k.clone(), saved.handler.clone())
                else {
                    return stuck("throw to what is no continuation");
                };
                self.handler = handler;
                self.enter(k, args)
            }
            Tail::Unreachable => stuck("unreachable was reached"),
        }
    }

    fn call(&mut self, fun: Val<'m>, args: Vec<Val<'m>>, k: Proc<'m>) -> Step<()> {
        if let Value::Code(Proc::Fun(fun, link)) = fun {
            self.enter_fun(fun, link, args, k)
        } else if let Value::Code(Proc::Import(name)) = fun {
            stuck(format!("call of import {name}"))
        } else {
            stuck("call of what is no function")
        }
    }

    /// Ends as if an exception were raised here; none is handled any more.
    fn interrupted(&mut self, body: &'m Body) -> Ending {
        let op = body
            .lets
            .iter()
            .find_map(|binding| if let Let::Op { pos, .. } = binding { Some(*pos) } else { None });
        let call = if let Tail::Call { pos, .. } = &body.tail { *pos } else { Pos::NONE };
        let pos = op.unwrap_or(call);
        self.raise(Value::Int(0), None, pos).err().unwrap_or(Ending::Done)
    }

    /// Raises an exception here, or once more where it has an origin.
    fn raise(&mut self, exn: Val<'m>, origin: Option<Val<'m>>, pos: Pos) -> Step<()> {
        let origin = match origin {
            Some(origin) => origin,
            None => {
                let k = self.var(self.return_k)?;
                Value::Code(Proc::Origin(Rc::new(Origin { pos, k })))
            }
        };
        let interrupted = interrupt::asked();
        let handler = if interrupted { Proc::Uncaught } else { self.handler.clone() };
        let args = match &handler {
            Proc::Block(cont, _) if cont.params.len() < 2 => vec![exn],
            Proc::Block(..) | Proc::Uncaught => vec![exn, origin],
            Proc::Fun(..) | Proc::Captured(_) | Proc::Import(_) => vec![exn],
            Proc::Done | Proc::Origin(_) => vec![exn],
        };
        self.enter(handler, args)
    }

    /// The lines of a backtrace from an origin.
    fn trace(&self, origin: &Val<'m>) -> Vec<String> {
        let Value::Code(Proc::Origin(origin)) = origin else { return Vec::new() };
        let mut trace = Trace::default();
        let mut show = |pos| values::trace::show(&self.module.positions, pos, "", &mut trace);
        show(origin.pos);
        let mut next = Some(origin.k.clone());
        while let Some(Value::Code(Proc::Block(cont, link))) = next {
            show(cont.pos);
            // The return of the function that the continuation is in.
            let place = self.places.return_of(cont.name).and_then(|k| self.places.place(k));
            next = match (place, link) {
                (Some(Place::Slot(depth, slot)), Some(link)) => Frame::ancestor(&link, depth)
                    .map(|frame| frame.slots.borrow()[slot as usize].clone()),
                _ => None,
            };
        }
        trace.lines()
    }

    /// `exn.note` and `exn.history`.
    fn history(&mut self, args: &[Val<'m>]) -> Results<Proc<'m>> {
        match args {
            [exn, origin] => {
                self.noted = Some((exn.clone(), origin.clone()));
                Results::none()
            }
            args => {
                let lines = match (&self.noted, args) {
                    (Some((noted, origin)), [exn]) if noted.same(exn) => self.trace(origin),
                    _ => Vec::new(),
                };
                Results::one(Value::str(lines.join("\n").as_bytes()))
            }
        }
    }

    /// Goes on with a continuation.
    fn enter(&mut self, k: Proc<'m>, args: Vec<Val<'m>>) -> Step<()> {
        match k {
            Proc::Block(cont, link) => {
                self.frame = Frame::new(link, self.places.size(cont.name));
                self.body = &cont.body;
                if let Some(k) = self.places.return_of(cont.name) {
                    self.return_k = k;
                }
                self.bind(&cont.params, Results::many(args))
            }
            Proc::Done => {
                self.returned = args;
                Err(Ending::Done)
            }
            Proc::Uncaught => {
                let message = args.first().and_then(exn_message);
                let text = message.map(|m| String::from_utf8_lossy(&m).into_owned());
                let trace = args.get(1).map_or(Vec::new(), |origin| self.trace(origin));
                Err(Ending::Uncaught { message: text.unwrap_or_default(), trace })
            }
            Proc::Fun(..) | Proc::Captured(_) | Proc::Import(_) | Proc::Origin(_) => {
                stuck("jump to what is no continuation")
            }
        }
    }

    fn enter_fun(
        &mut self,
        fun: &'m Fun,
        link: Option<Rc<Frame<'m>>>,
        args: Vec<Val<'m>>,
        k: Proc<'m>,
    ) -> Step<()> {
        self.frame = Frame::new(link, self.places.size(fun.name));
        self.body = &fun.body;
        self.return_k = fun.k;
        self.bind(&fun.params, Results::many(args))?;
        self.bind(&[fun.k], Results::one(Value::Code(k)))
    }

    fn bind(&mut self, vars: &[Var], values: Results<Proc<'m>>) -> Step<()> {
        if values.len() != vars.len() {
            return stuck(format!("{} values for {} variables", values.len(), vars.len()));
        }
        let mut slots = self.frame.slots.borrow_mut();
        for (var, value) in vars.iter().zip(values) {
            match self.places.place(*var) {
                Some(Place::Slot(_, slot)) => slots[slot as usize] = value,
                Some(Place::Fun(..) | Place::Cont(..) | Place::Global(_) | Place::Import)
                | None => {
                    return stuck(format!("{var:?} is no variable of a value"));
                }
            }
        }
        Ok(())
    }

    fn var(&self, var: Var) -> Step<Val<'m>> {
        let Some(place) = self.places.place(var) else {
            return stuck(format!("{var:?} is unknown"));
        };
        let at = |depth: u32| match Frame::ancestor(&self.frame, depth) {
            Some(frame) => Ok(frame),
            None => stuck(format!("{var:?} is used outside its scope")),
        };
        Ok(match place {
            Place::Slot(depth, slot) => at(depth)?.slots.borrow()[slot as usize].clone(),
            Place::Fun(depth, fun) => Value::Code(Proc::Fun(fun, Some(at(depth)?))),
            Place::Cont(depth, cont) => Value::Code(Proc::Block(cont, Some(at(depth)?))),
            Place::Global(fun) => Value::Code(Proc::Fun(fun, None)),
            Place::Import => Value::Code(Proc::Import(self.module.vars[var].name.clone())),
        })
    }

    fn proc(&self, k: Var) -> Step<Proc<'m>> {
        let Value::Code(proc) = self.var(k)? else {
            return stuck(format!("{k:?} is no continuation"));
        };
        Ok(proc)
    }

    fn value(&self, atom: &Atom) -> Step<Val<'m>> {
        match atom {
            Atom::Var(v) => self.var(*v),
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

    /// Applies an operation.
    fn op(&mut self, dst: &[Var], op: &Op, args: Vec<Val<'m>>) -> Outcome<Proc<'m>> {
        let (any, class) = match op {
            Op::Prim(Prim::Rt(Rt::ExnNote | Rt::ExnHistory)) => return Ok(self.history(&args)),
            Op::Prim(prim) => return self.machine.eval_prim(*prim, &args),
            Op::Data(data) => return self.data(dst, data, args),
            Op::ConField(_, tag, i) => return con_field(*tag, *i, &args),
            Op::AnyInject(class) => (AnyOp::Inject, class),
            Op::AnyIs(class) => (AnyOp::Is, class),
            Op::AnyProject(class) => (AnyOp::Project, class),
            Op::AnyAs(class) => (AnyOp::As, class),
        };
        match &args[..] {
            [value] => self.machine.eval_any(any, class, value),
            args => Err(Stop::Stuck(format!("{any:?} is given {} operands", args.len()))),
        }
    }

    /// Applies a data operation. Elements of several components are one value in an
    /// array, a ref or a cell, and many here.
    fn data(&mut self, dst: &[Var], data: &Data, mut args: Vec<Val<'m>>) -> Outcome<Proc<'m>> {
        let (spread, unspread) = self.spread(data, dst);
        if let Some(n) = spread {
            args = pack(data, args, n);
        }
        let typed = matches!(data, Data::ExnCon(..) | Data::Foreign(_));
        let dst_tys: Vec<TyId> =
            if typed { dst } else { &[] }.iter().map(|v| self.module.vars[*v].ty).collect();
        let results = self.machine.eval_data(data, &args, &dst_tys, &self.module.types)?;
        if !unspread {
            return Ok(results);
        }
        Ok(Results::many(results.into_iter().flat_map(|value| {
            if let Value::Parts(parts) = value { parts.to_vec() } else { vec![value] }
        })))
    }

    /// The number of components of the elements that an operation takes, if they
    /// are unboxed tuples; and whether it gives such elements.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only arrays, refs and global cells hold unboxed tuples"
    )]
    fn spread(&self, data: &Data, dst: &[Var]) -> (Option<usize>, bool) {
        let types = &self.module.types;
        let content = |ty: TyId| {
            let (Ty::Array(t) | Ty::Vector(t) | Ty::Ref(t)) = types.get(ty) else { return None };
            Some(*t)
        };
        let parts = |ty: TyId| {
            matches!(types.get(ty), Ty::Unboxed(_)).then(|| types.components(&[ty]).len())
        };
        match data {
            Data::ArrayNew | Data::ArrayLit | Data::Ref => {
                let ty = dst.first().and_then(|v| content(self.module.vars[*v].ty));
                (ty.and_then(parts), false)
            }
            Data::ArrayGet | Data::ArrayGetU | Data::Deref => (None, dst.len() != 1),
            Data::Global(_) => (None, dst.len() != 1),
            Data::GlobalSet(g) => (parts(self.module.globals[*g].ty), false),
            Data::ArraySet | Data::ArraySetU => (Some(usize::MAX), false),
            Data::Assign => (Some(usize::MAX), false),
            _ => (None, false),
        }
    }
}

/// Packs the components of elements: those after the fixed operands, `n` each.
/// `usize::MAX` stands for all that there are.
fn pack<'m>(data: &Data, mut args: Vec<Val<'m>>, n: usize) -> Vec<Val<'m>> {
    let fixed = if matches!(data, Data::ArrayNew | Data::Assign) {
        1
    } else if matches!(data, Data::ArraySet | Data::ArraySetU) {
        2
    } else {
        0
    };
    let rest = args.split_off(fixed.min(args.len()));
    if n == usize::MAX && rest.len() == 1 {
        args.extend(rest);
    } else if n == usize::MAX || n == 0 {
        args.push(Value::Parts(rest.into()));
    } else {
        args.extend(rest.chunks(n).map(|parts| Value::Parts(parts.into())));
    }
    args
}

/// Field `i` of a value of a constructor.
fn con_field<'m>(tag: u32, i: u32, args: &[Val<'m>]) -> Outcome<Proc<'m>> {
    let [Value::Obj(object)] = args else {
        return Err(Stop::Stuck("field of what is no object".to_owned()));
    };
    match object.field(i as usize) {
        Some(field) if args[0].tag() == Some(u64::from(tag)) => Ok(Results::one(field)),
        Some(_) | None => Err(Stop::Stuck("field of another constructor".to_owned())),
    }
}

impl std::fmt::Debug for Proc<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Proc::Fun(fun, _) => write!(f, "fun {}", fun.name.index()),
            Proc::Block(cont, _) => write!(f, "cont {}", cont.name.index()),
            Proc::Captured(_) => f.write_str("captured"),
            Proc::Import(name) => write!(f, "import {name}"),
            Proc::Done => f.write_str("done"),
            Proc::Uncaught => f.write_str("uncaught"),
            Proc::Origin(_) => f.write_str("origin"),
        }
    }
}

#[cfg(test)]
mod tests;
