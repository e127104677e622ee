//! The output that a program must have, by a direct interpreter of the generated language.
//!
//! It shares nothing with the front end: patterns are tried one after the other, equality
//! walks both values, numbers are big integers that must fit their type.

use super::ops;
use super::syntax::{Arm, Dec, Exp, ExpKind, Lit, Module, Pat, PatKind, Program, Ty, Var};
use super::syntax::{EXCEPTIONS, Exports, Functor, by_label};
use super::value::{Binding, Closure, Code, Env, ExnValue, Value, base_name, show};
use crate::oracle::{End, Outcome};
use std::rc::Rc;

/// A reason why an evaluation does not give a value.
pub(crate) enum Stop {
    Raise(Value),
    Exhausted,
}

pub(crate) type Answer = Result<Value, Stop>;

/// An exception of the library, by name.
pub(crate) fn raise<T>(name: &str) -> Result<T, Stop> {
    let var = EXCEPTIONS.iter().position(|known| *known == name).expect("an exception");
    Err(Stop::Raise(Value::Exn(Rc::new(ExnValue { var, instance: var, arg: None }))))
}

/// Runs a program; it may take so many steps.
pub(crate) fn run(program: &Program, steps: u64) -> Outcome {
    let mut machine = Machine { program, steps, output: Vec::new(), instances: EXCEPTIONS.len() };
    let end = match machine.decs(&program.decs, Env::default()) {
        Ok(_) => End::Done,
        Err(Stop::Raise(_)) => End::Uncaught(None),
        Err(Stop::Exhausted) => End::Exhausted,
    };
    Outcome { end, output: machine.output }
}

pub(crate) struct Machine<'p> {
    program: &'p Program,
    steps: u64,
    pub(crate) output: Vec<u8>,
    /// Exception constructors evaluated so far.
    instances: usize,
}

impl Machine<'_> {
    pub(crate) fn step(&mut self, count: usize) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(count as u64).ok_or(Stop::Exhausted)?;
        Ok(())
    }

    fn decs(&mut self, decs: &[Dec], env: Env) -> Result<Env, Stop> {
        decs.iter().try_fold(env, |env, dec| self.dec(dec, env))
    }

    fn dec(&mut self, dec: &Dec, env: Env) -> Result<Env, Stop> {
        match dec {
            Dec::Val(pat, exp) => {
                let value = self.eval(exp, &env)?;
                match matches(pat, &value, &env) {
                    Some(env) => Ok(env),
                    None => raise("Bind"),
                }
            }
            Dec::Fun(funs) => Ok(env.bind(Binding::Funs(funs.clone()))),
            Dec::Datatype(_) => Ok(env),
            Dec::Functor(functor) => Ok(env.bind(Binding::Functor(functor.clone()))),
            Dec::Exception(var, _) => {
                self.instances += 1;
                Ok(env.bind(Binding::Exn(*var, *var, self.instances)))
            }
            Dec::Structure(module, exports) => self.module(module, exports, &env, &env),
            Dec::Apply { functor, args, exports, .. } => {
                let (functor, mut inner) = functor_named(&env, functor);
                for (var, arg) in args {
                    let value = self.eval(arg, &env)?;
                    inner = inner.bind(Binding::Val(*var, value));
                }
                self.module(&functor.module, exports, &inner, &env)
            }
            Dec::Print { number, caught, exp } => self.print(*number, *caught, exp, &env),
        }
    }

    /// Evaluates what is in a structure and binds what it exports, by the names outside.
    fn module(
        &mut self,
        m: &Module,
        exports: &Exports,
        inner: &Env,
        outer: &Env,
    ) -> Result<Env, Stop> {
        let inside = self.decs(&m.body, inner.clone())?;
        let mut env = outer.clone();
        for (from, to) in &exports.vals {
            env = env.bind(match lookup(&inside, *from) {
                Found::Val(value) => Binding::Val(*to, value),
                Found::Exn(name, instance) => Binding::Exn(*to, name, instance),
            });
        }
        Ok(env)
    }

    fn print(&mut self, number: usize, caught: bool, exp: &Exp, env: &Env) -> Result<Env, Stop> {
        match self.eval(exp, env) {
            Ok(value) => {
                self.output.extend(format!("{number}: ").into_bytes());
                show(self.program, &exp.ty, &value, &mut self.output);
            }
            Err(Stop::Raise(Value::Exn(exn))) if caught => {
                let name = base_name(&self.program.vars[exn.var].name);
                self.output.extend(format!("{number}! {name}").into_bytes());
            }
            Err(stop) => return Err(stop),
        }
        self.output.push(b'\n');
        Ok(env.clone())
    }

    fn eval(&mut self, exp: &Exp, env: &Env) -> Answer {
        self.step(1)?;
        match &exp.kind {
            ExpKind::Lit(lit) => Ok(literal(lit)),
            ExpKind::Var(var) => match lookup(env, *var) {
                Found::Val(value) => Ok(value),
                Found::Exn(..) => unreachable!("an exception constructor is no value"),
            },
            ExpKind::Record(fields) => {
                let value =
                    |(label, exp): &(String, Exp)| Ok((label.clone(), self.eval(exp, env)?));
                let mut values: Vec<_> = fields.iter().map(value).collect::<Result<_, Stop>>()?;
                by_label(&mut values);
                Ok(Value::Record(values.into_iter().map(|(_, value)| value).collect()))
            }
            ExpKind::Select(label, of) => {
                let value = self.eval(of, env)?;
                Ok(value.fields()[position(&of.ty, label)].clone())
            }
            ExpKind::Con(con, arg) => {
                let arg = arg.as_ref().map(|arg| self.eval(arg, env)).transpose()?;
                Ok(Value::Con(*con, arg.map(Rc::new)))
            }
            ExpKind::Exn(var, arg) => {
                let arg = arg.as_ref().map(|arg| self.eval(arg, env)).transpose()?;
                let Found::Exn(var, instance) = lookup(env, *var) else { unreachable!("a value") };
                Ok(Value::Exn(Rc::new(ExnValue { var, instance, arg })))
            }
            ExpKind::Op(op, args) => {
                let args = self.all(args, env)?;
                (ops::table()[*op].run)(self, &args)
            }
            ExpKind::Vector(items) => Ok(Value::Vector(self.all(items, env)?.into())),
            ExpKind::Show(of) => {
                let value = self.eval(of, env)?;
                let mut text = Vec::new();
                show(self.program, &of.ty, &value, &mut text);
                self.step(text.len())?;
                Ok(Value::str(text))
            }
            ExpKind::App(..) | ExpKind::Fn(_) | ExpKind::If(..) => self.control(exp, env),
            ExpKind::Andalso(..) | ExpKind::Orelse(..) => self.control(exp, env),
            ExpKind::Case(..) | ExpKind::Let(..) | ExpKind::Seq(..) => self.control(exp, env),
            ExpKind::Raise(_) | ExpKind::Handle(..) => self.control(exp, env),
        }
    }

    fn all(&mut self, exps: &[Exp], env: &Env) -> Result<Vec<Value>, Stop> {
        exps.iter().map(|exp| self.eval(exp, env)).collect()
    }

    /// Expressions that decide what is evaluated.
    fn control(&mut self, exp: &Exp, env: &Env) -> Answer {
        match &exp.kind {
            ExpKind::App(fun, arg) => {
                let fun = self.eval(fun, env)?;
                let arg = self.eval(arg, env)?;
                self.apply(&fun, arg)
            }
            ExpKind::Fn(arms) => {
                let code = Code::Fn(arms.clone());
                Ok(Value::Fun(Rc::new(Closure { env: env.clone(), code, args: Vec::new() })))
            }
            ExpKind::If(test, yes, no) => {
                let is = self.eval(test, env)?.is_true();
                self.eval(if is { yes } else { no }, env)
            }
            ExpKind::Andalso(a, b) => match self.eval(a, env)?.is_true() {
                true => self.eval(b, env),
                false => Ok(Value::bool(false)),
            },
            ExpKind::Orelse(a, b) => match self.eval(a, env)?.is_true() {
                true => Ok(Value::bool(true)),
                false => self.eval(b, env),
            },
            ExpKind::Case(of, arms) => {
                let value = self.eval(of, env)?;
                match self.arm(arms, &value, env) {
                    Some(answer) => answer,
                    None => raise("Match"),
                }
            }
            ExpKind::Let(decs, body) => {
                let env = self.decs(decs, env.clone())?;
                self.eval(body, &env)
            }
            ExpKind::Seq(first, last) => {
                self.all(first, env)?;
                self.eval(last, env)
            }
            ExpKind::Raise(of) => Err(Stop::Raise(self.eval(of, env)?)),
            ExpKind::Handle(of, arms) => match self.eval(of, env) {
                Err(Stop::Raise(exn)) => match self.arm(arms, &exn, env) {
                    Some(answer) => answer,
                    None => Err(Stop::Raise(exn)),
                },
                answer => answer,
            },
            ExpKind::Lit(_) | ExpKind::Var(_) | ExpKind::Record(_) | ExpKind::Select(..) => {
                unreachable!("evaluated above")
            }
            ExpKind::Con(..) | ExpKind::Exn(..) | ExpKind::Op(..) => {
                unreachable!("evaluated above")
            }
            ExpKind::Vector(_) | ExpKind::Show(_) => unreachable!("evaluated above"),
        }
    }

    /// The answer of the first arm that fits.
    fn arm(&mut self, arms: &[Arm], value: &Value, env: &Env) -> Option<Answer> {
        arms.iter().find_map(|(pat, exp)| {
            let env = matches(pat, value, env)?;
            Some(self.eval(exp, &env))
        })
    }

    /// Applies a function to one more argument.
    pub(crate) fn apply(&mut self, fun: &Value, arg: Value) -> Answer {
        self.step(1)?;
        let Value::Fun(closure) = fun else { unreachable!("no function") };
        match &closure.code {
            Code::Fn(arms) => match self.arm(arms, &arg, &closure.env) {
                Some(answer) => answer,
                None => raise("Match"),
            },
            Code::Fun(funs, at) => {
                let mut args = closure.args.clone();
                args.push(arg);
                let fun = &funs[*at];
                if args.len() < fun.args.len() {
                    let (env, code) = (closure.env.clone(), closure.code.clone());
                    return Ok(Value::Fun(Rc::new(Closure { env, code, args })));
                }
                for (pats, body) in &fun.clauses {
                    let bound = pats
                        .iter()
                        .zip(&args)
                        .try_fold(closure.env.clone(), |env, (p, v)| matches(p, v, &env));
                    if let Some(env) = bound {
                        return self.eval(body, &env);
                    }
                }
                raise("Match")
            }
        }
    }
}

enum Found {
    Val(Value),
    Exn(Var, usize),
}

fn lookup(env: &Env, var: Var) -> Found {
    if var < EXCEPTIONS.len() {
        return Found::Exn(var, var);
    }
    let mut at = env;
    while let Some(node) = &at.0 {
        match &node.binding {
            Binding::Val(bound, value) if *bound == var => return Found::Val(value.clone()),
            Binding::Exn(bound, name, instance) if *bound == var => {
                return Found::Exn(*name, *instance);
            }
            Binding::Funs(funs) => {
                if let Some(i) = funs.iter().position(|fun| fun.var == var) {
                    let code = Code::Fun(funs.clone(), i);
                    let closure = Closure { env: at.clone(), code, args: Vec::new() };
                    return Found::Val(Value::Fun(Rc::new(closure)));
                }
            }
            Binding::Val(..) | Binding::Exn(..) | Binding::Functor(_) => {}
        }
        at = &node.next;
    }
    unreachable!("variable {var} is not bound")
}

/// The functor of this name, and what was bound before it.
fn functor_named(env: &Env, name: &str) -> (Rc<Functor>, Env) {
    let mut at = env;
    while let Some(node) = &at.0 {
        match &node.binding {
            Binding::Functor(functor) if functor.name == name => {
                return (functor.clone(), node.next.clone());
            }
            Binding::Functor(_) | Binding::Val(..) | Binding::Funs(_) | Binding::Exn(..) => {}
        }
        at = &node.next;
    }
    unreachable!("functor {name} is not bound")
}

/// The place of a field in a record of this type.
fn position(ty: &Ty, label: &str) -> usize {
    let Ty::Record(fields) = ty else { unreachable!("no record") };
    fields.iter().position(|(known, _)| known == label).expect("a field")
}

pub(crate) fn literal(lit: &Lit) -> Value {
    match lit {
        Lit::Int(n) => Value::Int(n.clone()),
        Lit::Word(n) => Value::Word(*n),
        Lit::Char(c) => Value::Char(*c),
        Lit::String(bytes) => Value::str(bytes.clone()),
    }
}

/// The environment with what the pattern binds, if the value fits.
fn matches(pat: &Pat, value: &Value, env: &Env) -> Option<Env> {
    match (&pat.kind, value) {
        (PatKind::Wild, _) => Some(env.clone()),
        (PatKind::Var(var), _) => Some(env.bind(Binding::Val(*var, value.clone()))),
        (PatKind::As(var, pat), _) => {
            matches(pat, value, &env.bind(Binding::Val(*var, value.clone())))
        }
        (PatKind::Lit(lit), _) => literal(lit).equals(value).then(|| env.clone()),
        (PatKind::Or(pats), _) => pats.iter().find_map(|pat| matches(pat, value, env)),
        (PatKind::Record(fields), Value::Record(values)) => {
            fields.iter().try_fold(env.clone(), |env, (label, field)| {
                matches(field, &values[position(&pat.ty, label)], &env)
            })
        }
        (PatKind::Con(con, pat), Value::Con(is, arg)) if con == is => match (pat, arg) {
            (Some(pat), Some(arg)) => matches(pat, arg, env),
            _ => Some(env.clone()),
        },
        (PatKind::Exn(var, pat), Value::Exn(exn)) => {
            let Found::Exn(_, instance) = lookup(env, *var) else { unreachable!("a value") };
            match (pat, &exn.arg) {
                _ if instance != exn.instance => None,
                (Some(pat), Some(arg)) => matches(pat, arg, env),
                _ => Some(env.clone()),
            }
        }
        (PatKind::Ref(pat), Value::Ref(cell)) => matches(pat, &cell.borrow(), env),
        (PatKind::Vector(pats), Value::Vector(items)) if pats.len() == items.len() => pats
            .iter()
            .zip(items.iter())
            .try_fold(env.clone(), |env, (pat, item)| matches(pat, item, &env)),
        _ => None,
    }
}
