//! Both semantics as small-step machines on the program as it was written.
//!
//! A configuration is a context of functions, an environment and a place in
//! the program. *Functional*: binding covers, and a function has the environment
//! of its definition. *Imperative*: binding assigns, and an application is a goto
//! with parallel assignment.
//!
//! An application rewinds the context to the definition of the function, which
//! stands there at a place known from the text. What has been bound since its
//! definition is bound further in, so that to have its environment back is to undo
//! these bindings: every binding writes down what it covers, a definition remembers how
//! much is written down.

use crate::syntax::{BinOp, Binding, BodyId, End, Exp, FunId, Node, Program, UnOp, Var, pop};
use base::{Name, Span};
use std::collections::BTreeMap;

/// One of the two semantics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Binding is scoped.
    Functional,
    /// Binding is assignment.
    Imperative,
}

/// A reason why a program cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stuck {
    /// The reason, in words.
    pub why: String,
    /// The place.
    pub span: Span,
}

/// The effect of a step, seen from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Nothing.
    Silent,
    /// An action was called and answered.
    Call(Call),
}

/// An action, its arguments and the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The action.
    pub action: Name,
    /// Its arguments.
    pub args: Vec<i64>,
    /// The answer.
    pub answer: i64,
}

/// The end of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The machine can go on.
    Went(Event),
    /// The program has this value.
    Value(i64),
    /// It is stuck.
    Stuck(Stuck),
}

/// A function of the context.
#[derive(Clone, Copy, Debug)]
struct Def {
    fun: FunId,
    /// The length of `covered` where it was defined.
    covered: usize,
}

/// A configuration.
#[derive(Clone, Debug)]
pub struct Machine<'a> {
    program: &'a Program,
    reading: Reading,
    env: Vec<Option<i64>>,
    covered: Vec<(Var, Option<i64>)>,
    context: Vec<Def>,
    body: BodyId,
    item: usize,
    stack: Vec<i64>,
    args: Vec<i64>,
}

/// Answers an action that was called at a place.
pub type Answer<'a> = dyn FnMut(&str, &[i64], Span) -> Result<i64, Stuck> + 'a;

impl<'a> Machine<'a> {
    /// The first configuration, in which `free` gives the values of free variables.
    pub fn new(program: &'a Program, reading: Reading, free: impl Fn(Var) -> Option<i64>) -> Self {
        let mut env = vec![None; program.vars.len()];
        for (var, _) in &program.free {
            env[var.0 as usize] = free(*var);
        }
        let (covered, context) = (Vec::new(), Vec::new());
        let (stack, args) = (Vec::new(), Vec::new());
        Machine { program, reading, env, covered, context, body: 0, item: 0, stack, args }
    }

    /// The current place: a body, and a binding of it or its end.
    pub fn place(&self) -> (BodyId, usize) {
        (self.body, self.item)
    }

    /// The variables that have values, in the order of their numbers.
    pub fn environment(&self) -> impl Iterator<Item = (Var, i64)> + '_ {
        let value = |(i, value): (usize, &Option<i64>)| value.map(|v| (Var(i as u32), v));
        self.env.iter().enumerate().filter_map(value)
    }

    /// The functions of the context, the innermost last.
    pub fn context(&self) -> impl Iterator<Item = FunId> + '_ {
        self.context.iter().map(|def| def.fun)
    }

    /// The values with which the functions of the context, the innermost first and at most so many,
    /// were defined, where the environment has others now. In the imperative reading a function has
    /// no environment of its own.
    pub fn closures(&self, most: usize) -> Vec<Vec<(Var, i64)>> {
        let mut before: BTreeMap<Var, Option<i64>> = BTreeMap::new();
        let mut from = self.covered.len();
        let closure = |def: &Def| {
            for (var, value) in self.covered[def.covered.min(from)..from].iter().rev() {
                before.insert(*var, *value);
            }
            from = def.covered.min(from);
            let other = before.iter().filter_map(|(var, value)| value.map(|value| (*var, value)));
            other.filter(|(var, value)| self.env[var.0 as usize] != Some(*value)).collect()
        };
        self.context.iter().rev().take(most).map(closure).collect()
    }

    /// Gives a variable another value, wherever it got the one it has.
    pub fn set(&mut self, var: Var, value: i64) {
        self.env[var.0 as usize] = Some(value);
    }

    /// One step.
    pub fn step(&mut self, answer: &mut Answer<'_>) -> Step {
        match self.try_step(answer) {
            Ok(step) => step,
            Err(stuck) => Step::Stuck(stuck),
        }
    }

    fn try_step(&mut self, answer: &mut Answer<'_>) -> Result<Step, Stuck> {
        let program = self.program;
        let body = &program.bodies[self.body];
        let Some(binding) = body.lets.get(self.item) else { return self.end(&body.end) };
        let mut event = Event::Silent;
        match &binding.binding {
            Binding::Exp(var, exp) => {
                let value = self.eval(exp)?;
                self.assign(*var, value);
            }
            Binding::Action(var, action, args) => {
                let args = args.iter().map(|exp| self.eval(exp)).collect::<Result<Vec<_>, _>>()?;
                let answer = answer(action, &args, binding.span)?;
                self.assign(*var, answer);
                event = Event::Call(Call { action: action.clone(), args, answer });
            }
            Binding::Fun(fun) => self.context.push(Def { fun: *fun, covered: self.covered.len() }),
        }
        self.item += 1;
        Ok(Step::Went(event))
    }

    fn end(&mut self, end: &End) -> Result<Step, Stuck> {
        match end {
            End::Exp(exp) => return Ok(Step::Value(self.eval(exp)?)),
            End::If(cond, then, els) => {
                self.body = if self.eval(cond)? != 0 { *then } else { *els };
            }
            End::Apply(fun, args) => {
                let mut values = std::mem::take(&mut self.args);
                values.clear();
                for exp in args {
                    values.push(self.eval(exp)?);
                }
                let fun = &self.program.funs[*fun];
                self.context.truncate(fun.level + 1);
                self.rewind();
                for ((var, _), value) in fun.params.iter().zip(&values) {
                    self.assign(*var, *value);
                }
                self.args = values;
                self.body = fun.body;
            }
        }
        self.item = 0;
        Ok(Step::Went(Event::Silent))
    }

    fn rewind(&mut self) {
        let keep = self.context.last().map_or(0, |def| def.covered);
        match self.reading {
            Reading::Imperative => {}
            Reading::Functional => {
                for (var, value) in self.covered.drain(keep..).rev() {
                    self.env[var.0 as usize] = value;
                }
            }
        }
    }

    fn assign(&mut self, var: Var, value: i64) {
        let before = self.env[var.0 as usize].replace(value);
        match self.reading {
            Reading::Functional => self.covered.push((var, before)),
            Reading::Imperative => {}
        }
    }

    fn eval(&mut self, exp: &Exp) -> Result<i64, Stuck> {
        let stuck = |why: String| Stuck { why, span: exp.span };
        self.stack.clear();
        for node in &exp.code {
            let value = match node {
                Node::Int(n) => *n,
                Node::Var(var) => match self.env[var.0 as usize] {
                    Some(value) => value,
                    None => {
                        let name = self.program.name(*var);
                        return Err(stuck(format!("the variable `{name}` has no value")));
                    }
                },
                Node::Un(op) => {
                    let x = pop(&mut self.stack);
                    match op {
                        UnOp::Neg => x.wrapping_neg(),
                        UnOp::Not => i64::from(x == 0),
                    }
                }
                Node::Bin(op) => {
                    let y = pop(&mut self.stack);
                    let x = pop(&mut self.stack);
                    apply(*op, x, y).ok_or_else(|| stuck("division by zero".to_owned()))?
                }
            };
            self.stack.push(value);
        }
        Ok(pop(&mut self.stack))
    }
}

/// The meaning of an operator; nothing for a division by zero.
pub fn apply(op: BinOp, x: i64, y: i64) -> Option<i64> {
    Some(match op {
        BinOp::Add => x.wrapping_add(y),
        BinOp::Sub => x.wrapping_sub(y),
        BinOp::Mul => x.wrapping_mul(y),
        BinOp::Div if y == 0 => return None,
        BinOp::Mod if y == 0 => return None,
        BinOp::Div => x.wrapping_div(y),
        BinOp::Mod => x.wrapping_rem(y),
        BinOp::Eq => i64::from(x == y),
        BinOp::Ne => i64::from(x != y),
        BinOp::Lt => i64::from(x < y),
        BinOp::Le => i64::from(x <= y),
        BinOp::Gt => i64::from(x > y),
        BinOp::Ge => i64::from(x >= y),
        BinOp::And => i64::from(x != 0 && y != 0),
        BinOp::Or => i64::from(x != 0 || y != 0),
    })
}
