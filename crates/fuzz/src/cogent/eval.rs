//! The result that a program must have, by a direct interpreter of the generated language.
//!
//! It shares nothing with the front end: alternatives are tried one after the other, records are
//! lists of names and values, and a value does not change with its type.

use super::syntax::{Alt, BinOp, Bind, Exp, ExpKind, Guard, Pat, Program, Ty};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Word(u64),
    Bool(bool),
    Str(Rc<[u8]>),
    Unit,
    Tuple(Rc<[Value]>),
    /// A field that was taken stays.
    Record(Vec<(String, Value)>),
    Tag(String, Rc<Value>),
    Fun(usize),
    Lambda(Rc<(Pat, Exp)>),
    /// The second is called first.
    Compose(Rc<(Value, Value)>),
}

/// The reason why there is no value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Exhausted,
    /// The program is not well-formed, as those are that the shrinker tries.
    Broken,
}

type Answer = Result<Value, Stop>;

/// The line that a program prints; it may take so many steps.
pub(crate) fn run(program: &Program, steps: u64) -> Result<String, Stop> {
    let mut machine = Machine { program, steps, env: Vec::new() };
    let arg = machine.eval(&program.arg)?;
    let entry = program.funs.len() - 1;
    let result = machine.call(&Value::Fun(entry), arg)?;
    let mut text = String::new();
    show(&program.funs[entry].result, &result, false, &mut text)?;
    text.push('\n');
    Ok(text)
}

struct Machine<'p> {
    program: &'p Program,
    steps: u64,
    /// The variables in scope, the innermost last.
    env: Vec<(String, Value)>,
}

impl Machine<'_> {
    fn call(&mut self, function: &Value, arg: Value) -> Answer {
        match function {
            Value::Fun(number) => {
                let function = &self.program.funs[*number];
                let env = std::mem::take(&mut self.env);
                let result = self.alternatives(&function.alts, &arg);
                self.env = env;
                result
            }
            Value::Lambda(code) => {
                let env = std::mem::take(&mut self.env);
                let result = match bind(&code.0, &arg, &mut self.env) {
                    true => self.eval(&code.1),
                    false => Err(Stop::Broken),
                };
                self.env = env;
                result
            }
            Value::Compose(both) => {
                let inner = self.call(&both.1, arg)?;
                self.call(&both.0, inner)
            }
            Value::Word(_)
            | Value::Bool(_)
            | Value::Str(_)
            | Value::Unit
            | Value::Tuple(_)
            | Value::Record(_)
            | Value::Tag(..) => Err(Stop::Broken),
        }
    }

    /// The first that matches.
    fn alternatives(&mut self, alts: &[Alt], value: &Value) -> Answer {
        let length = self.env.len();
        for alt in alts {
            if bind(&alt.pat, value, &mut self.env) {
                let result = self.eval(&alt.body);
                self.env.truncate(length);
                return result;
            }
            self.env.truncate(length);
        }
        Err(Stop::Broken)
    }

    fn eval(&mut self, exp: &Exp) -> Answer {
        self.steps = self.steps.checked_sub(1).ok_or(Stop::Exhausted)?;
        Ok(match &exp.kind {
            ExpKind::Int(number) => Value::Word(*number),
            ExpKind::Bool(value) => Value::Bool(*value),
            ExpKind::Str(bytes) => Value::Str(bytes.as_slice().into()),
            ExpKind::Unit => Value::Unit,
            ExpKind::Var(name) => {
                let found = self.env.iter().rev().find(|(known, _)| known == name);
                found.ok_or(Stop::Broken)?.1.clone()
            }
            ExpKind::Const(number) => self.constant(*number)?,
            ExpKind::Fun(function) => Value::Fun(function.fun),
            ExpKind::Lambda(code, _) => Value::Lambda(code.clone()),
            ExpKind::Compose(f, g) => Value::Compose(Rc::new((self.eval(f)?, self.eval(g)?))),
            ExpKind::Promote(value) | ExpKind::Annot(value) | ExpKind::Upcast(value) => {
                self.eval(value)?
            }
            ExpKind::Complement(operand) => {
                Value::Word(wrapped(!self.eval(operand)?.number()?, &exp.ty))
            }
            ExpKind::Not(operand) => Value::Bool(!self.eval(operand)?.truth()?),
            ExpKind::Binary(op, a, b) => {
                let numbers = (self.eval(a)?.number()?, self.eval(b)?.number()?);
                binary(*op, numbers.0, numbers.1, &a.ty)
            }
            ExpKind::Tuple(items) => Value::Tuple(self.all(items)?.into()),
            ExpKind::Record(fields) => self.fields(fields, Vec::new())?,
            ExpKind::Tag(name, payload) => Value::Tag(name.clone(), Rc::new(self.eval(payload)?)),
            ExpKind::Member(record, name) => {
                self.eval(record)?.field(name).cloned().ok_or(Stop::Broken)?
            }
            ExpKind::Put(record, fields) => {
                let Value::Record(values) = self.eval(record)? else { return Err(Stop::Broken) };
                self.fields(fields, values)?
            }
            ExpKind::App(f, arg) | ExpKind::Dollar(f, arg) => {
                let function = self.eval(f)?;
                let arg = self.eval(arg)?;
                self.call(&function, arg)?
            }
            ExpKind::Seq(firsts, last) => {
                self.all(firsts)?;
                self.eval(last)?
            }
            ExpKind::Let(binds, body) => {
                let length = self.env.len();
                let result = self.bindings(binds, body);
                self.env.truncate(length);
                result?
            }
            ExpKind::If(guards, otherwise, _) => self.conditional(guards, otherwise)?,
            ExpKind::Match(subject, alts) => {
                let subject = self.eval(subject)?;
                self.alternatives(alts, &subject)?
            }
        })
    }

    fn constant(&mut self, number: usize) -> Answer {
        let env = std::mem::take(&mut self.env);
        let value = self.eval(&self.program.consts[number].value);
        self.env = env;
        value
    }

    fn conditional(&mut self, guards: &[Guard], otherwise: &Exp) -> Answer {
        for guard in guards {
            if self.eval(&guard.cond)?.truth()? {
                return self.eval(&guard.body);
            }
        }
        self.eval(otherwise)
    }

    fn all(&mut self, exps: &[Exp]) -> Result<Vec<Value>, Stop> {
        exps.iter().map(|exp| self.eval(exp)).collect()
    }

    /// A record with more fields, or other values of those that it has.
    fn fields(&mut self, fields: &[(String, Exp)], mut values: Vec<(String, Value)>) -> Answer {
        for (name, value) in fields {
            let value = self.eval(value)?;
            values.retain(|(known, _)| known != name);
            values.push((name.clone(), value));
        }
        Ok(Value::Record(values))
    }

    fn bindings(&mut self, binds: &[Bind], body: &Exp) -> Answer {
        for binding in binds {
            let value = self.eval(&binding.value)?;
            if !bind(&binding.pat, &value, &mut self.env) {
                return self.alternatives(&binding.others, &value);
            }
        }
        self.eval(body)
    }
}

/// The lowest bits of a number, as many as the type has.
fn wrapped(number: u64, ty: &Ty) -> u64 {
    let Ty::Word(bits) = ty else { return number };
    number & (u64::MAX >> (64 - bits))
}

/// An operator on words of a type, or on truth values, which are 0 and 1.
fn binary(op: BinOp, a: u64, b: u64, ty: &Ty) -> Value {
    let wide = matches!(ty, Ty::Word(bits) if b >= u64::from(*bits));
    let number = match op {
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div => a.checked_div(b).unwrap_or(0),
        BinOp::Rem => a.checked_rem(b).unwrap_or(0),
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::BitAnd => a & b,
        BinOp::BitXor => a ^ b,
        BinOp::BitOr => a | b,
        BinOp::ShiftLeft | BinOp::ShiftRight if wide => 0,
        BinOp::ShiftLeft => a << b,
        BinOp::ShiftRight => a >> b,
        BinOp::Less => return Value::Bool(a < b),
        BinOp::Greater => return Value::Bool(a > b),
        BinOp::LessEq => return Value::Bool(a <= b),
        BinOp::GreaterEq => return Value::Bool(a >= b),
        BinOp::Equal => return Value::Bool(a == b),
        BinOp::NotEqual => return Value::Bool(a != b),
        BinOp::And => return Value::Bool(a & b == 1),
        BinOp::Or => return Value::Bool(a | b == 1),
    };
    Value::Word(wrapped(number, ty))
}

/// Binds the variables of a pattern; false if it does not match.
fn bind(pat: &Pat, value: &Value, env: &mut Vec<(String, Value)>) -> bool {
    match (pat, value) {
        (Pat::Var(name), _) => {
            env.push((name.clone(), value.clone()));
            true
        }
        (Pat::Wild, _) | (Pat::Unit, Value::Unit) => true,
        (Pat::Tuple(pats), Value::Tuple(items)) => {
            pats.len() == items.len()
                && pats.iter().zip(items.iter()).all(|(pat, item)| bind(pat, item, env))
        }
        (Pat::Record(fields, rest), Value::Record(_)) => {
            let listed = bind_fields(fields, value, env);
            listed
                && rest.iter().all(|name| match value.field(name) {
                    Some(value) => bind(&Pat::Var(name.clone()), value, env),
                    None => false,
                })
        }
        (Pat::Take(name, fields), Value::Record(_)) => {
            env.push((name.clone(), value.clone()));
            bind_fields(fields, value, env)
        }
        (Pat::Int(wanted), Value::Word(number)) => wanted == number,
        (Pat::Bool(wanted), Value::Bool(value)) => wanted == value,
        (Pat::Tag(wanted, pat), Value::Tag(name, payload)) => {
            wanted == name && bind(pat, payload, env)
        }
        _ => false,
    }
}

fn bind_fields(fields: &[(String, Pat)], value: &Value, env: &mut Vec<(String, Value)>) -> bool {
    fields.iter().all(|(name, pat)| value.field(name).is_some_and(|value| bind(pat, value, env)))
}

impl Value {
    /// A word, or a truth value as 0 or 1.
    fn number(&self) -> Result<u64, Stop> {
        if let Value::Word(number) = self { Ok(*number) } else { self.truth().map(u64::from) }
    }

    fn truth(&self) -> Result<bool, Stop> {
        if let Value::Bool(value) = self { Ok(*value) } else { Err(Stop::Broken) }
    }

    fn field(&self, name: &str) -> Option<&Value> {
        let Value::Record(fields) = self else { return None };
        fields.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// Writes a value of a type; in parentheses if it is the argument of a tag and has one itself.
fn show(ty: &Ty, value: &Value, inside: bool, out: &mut String) -> Result<(), Stop> {
    match (ty, value) {
        (Ty::Word(_), Value::Word(number)) => out.push_str(&number.to_string()),
        (Ty::Bool, Value::Bool(value)) => out.push_str(if *value { "True" } else { "False" }),
        (Ty::Unit, Value::Unit) => out.push_str("()"),
        (Ty::Str, Value::Str(bytes)) => super::print::string(bytes, out),
        (Ty::Tuple(types), Value::Tuple(items)) if types.len() == items.len() => {
            out.push('(');
            for (i, (ty, item)) in types.iter().zip(items.iter()).enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                show(ty, item, false, out)?;
            }
            out.push(')');
        }
        (Ty::Record(parts), Value::Record(_)) => {
            out.push_str("#{");
            for (i, part) in parts.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                out.push_str(&format!("{} = ", part.name));
                show(&part.ty, value.field(&part.name).ok_or(Stop::Broken)?, false, out)?;
            }
            out.push('}');
        }
        (Ty::Variant(tags), Value::Tag(name, payload)) => {
            let tag = tags.iter().find(|tag| tag.name == *name && !tag.taken);
            let tag = tag.ok_or(Stop::Broken)?;
            let parentheses = inside && tag.ty != Ty::Unit;
            out.push_str(if parentheses { "(" } else { "" });
            out.push_str(name);
            if tag.ty != Ty::Unit {
                out.push(' ');
                show(&tag.ty, payload, true, out)?;
            }
            out.push_str(if parentheses { ")" } else { "" });
        }
        _ => return Err(Stop::Broken),
    }
    Ok(())
}
