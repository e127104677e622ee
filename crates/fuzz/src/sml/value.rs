//! Values of the generated language, their equality, order and text.

use super::syntax::{Data, Fun, Functor, LIST, Program, Ty, Var};
use num_bigint::BigInt;
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Clone)]
pub(crate) enum Value {
    Int(BigInt),
    Word(u64),
    Char(u8),
    Str(Rc<[u8]>),
    /// Fields in the order of labels.
    Record(Rc<[Value]>),
    Con(u32, Option<Rc<Value>>),
    Vector(Rc<[Value]>),
    Array(Rc<RefCell<Vec<Value>>>),
    Ref(Rc<RefCell<Value>>),
    Exn(Rc<ExnValue>),
    Fun(Rc<Closure>),
}

pub(crate) struct ExnValue {
    /// The constructor, for its name.
    pub(crate) var: Var,
    /// The evaluation of the constructor's declaration that made it, by number.
    pub(crate) instance: usize,
    pub(crate) arg: Option<Value>,
}

/// A function and the arguments that it already has.
pub(crate) struct Closure {
    pub(crate) env: Env,
    pub(crate) code: Code,
    pub(crate) args: Vec<Value>,
}

#[derive(Clone)]
pub(crate) enum Code {
    Fn(Rc<Vec<super::syntax::Arm>>),
    Fun(Rc<Vec<Fun>>, usize),
}

/// The bindings of variables, the last one first.
#[derive(Clone, Default)]
pub(crate) struct Env(pub(crate) Option<Rc<Node>>);

pub(crate) struct Node {
    pub(crate) binding: Binding,
    pub(crate) next: Env,
}

pub(crate) enum Binding {
    Val(Var, Value),
    Funs(Rc<Vec<Fun>>),
    Functor(Rc<Functor>),
    /// An exception constructor: its variable, the one that names it, and which evaluation.
    Exn(Var, Var, usize),
}

impl Env {
    pub(crate) fn bind(&self, binding: Binding) -> Env {
        Env(Some(Rc::new(Node { binding, next: self.clone() })))
    }
}

impl Value {
    pub(crate) fn unit() -> Value {
        Value::Record(Rc::new([]))
    }

    pub(crate) fn int(n: impl Into<BigInt>) -> Value {
        Value::Int(n.into())
    }

    pub(crate) fn bool(is: bool) -> Value {
        Value::Con(u32::from(is), None)
    }

    pub(crate) fn str(bytes: impl Into<Vec<u8>>) -> Value {
        Value::Str(bytes.into().into())
    }

    pub(crate) fn order(order: std::cmp::Ordering) -> Value {
        Value::Con((order as i8 + 1) as u32, None)
    }

    pub(crate) fn option(value: Option<Value>) -> Value {
        match value {
            None => Value::Con(0, None),
            Some(value) => Value::Con(1, Some(Rc::new(value))),
        }
    }

    pub(crate) fn list(items: impl DoubleEndedIterator<Item = Value>) -> Value {
        items.rev().fold(Value::Con(0, None), |tail, head| {
            Value::Con(1, Some(Rc::new(Value::Record(Rc::new([head, tail])))))
        })
    }

    /// The argument of the constructor with number 1: what is in `SOME`, head and tail of a list.
    pub(crate) fn some(&self) -> Option<&Value> {
        let Value::Con(1, Some(value)) = self else { return None };
        Some(value)
    }

    pub(crate) fn items(&self) -> Vec<Value> {
        let mut items = Vec::new();
        let mut at = self.clone();
        while let Value::Con(1, Some(pair)) = at {
            let fields = pair.fields();
            items.push(fields[0].clone());
            at = fields[1].clone();
        }
        items
    }

    pub(crate) fn fields(&self) -> &[Value] {
        let (Value::Record(fields) | Value::Vector(fields)) = self else {
            unreachable!("no record")
        };
        fields
    }

    pub(crate) fn big(&self) -> &BigInt {
        let Value::Int(n) = self else { unreachable!("no integer") };
        n
    }

    pub(crate) fn word(&self) -> u64 {
        let Value::Word(n) = self else { unreachable!("no word") };
        *n
    }

    pub(crate) fn char(&self) -> u8 {
        let Value::Char(c) = self else { unreachable!("no character") };
        *c
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        let Value::Str(bytes) = self else { unreachable!("no string") };
        bytes
    }

    pub(crate) fn is_true(&self) -> bool {
        matches!(self, Value::Con(1, _))
    }

    pub(crate) fn array(&self) -> &RefCell<Vec<Value>> {
        let Value::Array(items) = self else { unreachable!("no array") };
        items
    }

    pub(crate) fn cell(&self) -> &RefCell<Value> {
        let Value::Ref(cell) = self else { unreachable!("no reference") };
        cell
    }

    /// The Definition's equality: of references and arrays identity, else of the parts.
    pub(crate) fn equals(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Word(a), Value::Word(b)) => a == b,
            (Value::Char(a), Value::Char(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::Record(a), Value::Record(b)) | (Value::Vector(a), Value::Vector(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.equals(b))
            }
            (Value::Con(a, x), Value::Con(b, y)) => {
                a == b && x.iter().zip(y.iter()).all(|(x, y)| x.equals(y))
            }
            (Value::Ref(a), Value::Ref(b)) => Rc::ptr_eq(a, b),
            (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b),
            _ => unreachable!("no equality"),
        }
    }
}

/// The text of a value, as the functions that [`super::print`] writes make it.
pub(crate) fn show(program: &Program, ty: &Ty, value: &Value, out: &mut Vec<u8>) {
    match (ty, value) {
        (Ty::Var(_), _) => out.push(b'?'),
        (Ty::Int(_), Value::Int(n)) => out.extend(n.to_string().replace('-', "~").into_bytes()),
        (Ty::Word(_), Value::Word(n)) => out.extend(format!("0wx{n:X}").into_bytes()),
        (Ty::Char, Value::Char(c)) => {
            out.push(b'#');
            escaped(&[*c], out);
        }
        (Ty::String, Value::Str(bytes)) => escaped(bytes, out),
        (Ty::Exn, Value::Exn(exn)) => out.extend(base_name(&program.vars[exn.var].name).bytes()),
        (Ty::Record(fields), Value::Record(values)) => {
            let parts: Vec<_> = fields.iter().map(|(_, ty)| ty).zip(values.iter()).collect();
            row(program, "(", &parts, ")", out);
        }
        (Ty::Data(LIST, of), value) => {
            let items = value.items();
            let parts: Vec<_> = items.iter().map(|item| (&of[0], item)).collect();
            row(program, "[", &parts, "]", out);
        }
        (Ty::Vector(of), Value::Vector(items)) => {
            let parts: Vec<_> = items.iter().map(|item| (&**of, item)).collect();
            row(program, "#[", &parts, "]", out);
        }
        (Ty::Array(of), Value::Array(items)) => {
            let items = items.borrow();
            let parts: Vec<_> = items.iter().map(|item| (&**of, item)).collect();
            row(program, "#[", &parts, "]", out);
        }
        (Ty::Ref(of), Value::Ref(cell)) => {
            out.extend(b"ref ");
            show(program, of, &cell.borrow(), out);
        }
        (Ty::Data(id, args), Value::Con(con, arg)) => {
            let data = &program.datas[*id];
            let name = &data.cons[*con as usize].name;
            out.extend(base_name(name).bytes());
            if let Some(arg) = arg {
                out.push(b' ');
                show(program, &shown_arg(data, args, *con), arg, out);
            }
        }
        (Ty::Fun(..), _) => out.extend(b"fn"),
        _ => unreachable!("no such value"),
    }
}

/// The name without the structure before it.
pub(crate) fn base_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn shown_arg(data: &Data, args: &[Ty], con: u32) -> Ty {
    let types: Vec<_> = data.params.iter().copied().zip(args.iter().cloned()).collect();
    let shown = data.cons[con as usize].shown.as_ref();
    shown.expect("it has an argument").with(&types)
}

fn row(program: &Program, open: &str, parts: &[(&Ty, &Value)], close: &str, out: &mut Vec<u8>) {
    out.extend(open.bytes());
    for (i, (ty, value)) in parts.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        show(program, ty, value, out);
    }
    out.extend(close.bytes());
}

/// As `String.toString` has it, between quotation marks.
pub(crate) fn escaped(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend([b'\\', *byte]),
            7..=13 => out.extend([b'\\', b"abtnvfr"[*byte as usize - 7]]),
            0..32 => out.extend([b'\\', b'^', byte + 64]),
            32..127 => out.push(*byte),
            127.. => out.extend(format!("\\{byte:03}").into_bytes()),
        }
    }
    out.push(b'"');
}
