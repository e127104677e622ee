//! The data of the interpreter: activations, the variables of closures, and
//! continuations; and how they are dropped without recursion.

use super::Val;
use crate::{Body, Var};
use base::{Name, Pos};
use std::fmt;
use std::mem;
use std::rc::Rc;
use values::{Code, Value, release};

/// A function or continuation as a value.
#[derive(Clone)]
pub(super) enum Proc<'m> {
    /// A function by number, with the variables it captured.
    Fun(usize, Option<Rc<Env<'m>>>),
    /// A continuation.
    Cont(Rc<Node<'m>>),
    /// A function of another unit.
    Import(Name),
    /// The place where an exception was raised.
    Origin(Rc<Origin<'m>>),
}

/// The place where an exception was raised.
pub(super) struct Origin<'m> {
    pub(super) pos: Pos,
    /// The function's number.
    pub(super) code: usize,
    /// The continuation there.
    pub(super) k: Option<Rc<Node<'m>>>,
}

impl fmt::Debug for Proc<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proc::Fun(code, _) => write!(f, "fun {code}"),
            Proc::Cont(_) => f.write_str("cont"),
            Proc::Import(name) => write!(f, "import {name}"),
            Proc::Origin(_) => f.write_str("origin"),
        }
    }
}

/// The values that the functions of a group captured.
pub(super) struct Env<'m> {
    pub(super) values: Vec<Val<'m>>,
}

/// The variables of one call of a function.
#[derive(Clone)]
pub(super) struct Activation<'m> {
    /// The function's number.
    pub(super) code: usize,
    pub(super) env: Option<Rc<Env<'m>>>,
    pub(super) slots: Vec<Val<'m>>,
}

impl<'m> Activation<'m> {
    pub(super) fn new(code: usize, env: Option<Rc<Env<'m>>>, size: usize) -> Rc<Activation<'m>> {
        Rc::new(Activation { code, env, slots: vec![Value::Int(0); size] })
    }
}

/// A continuation: where to go on, and what is bound there.
pub(super) struct Node<'m> {
    /// There until the node is taken apart.
    pub(super) act: Option<Rc<Activation<'m>>>,
    pub(super) body: &'m Body,
    /// The binding of the body to go on with.
    pub(super) next: usize,
    pub(super) dst: &'m [Var],
    /// The handler in force there.
    pub(super) handler: Option<Rc<Node<'m>>>,
    /// The continuation of that body.
    pub(super) link: Option<Rc<Node<'m>>>,
    /// The position of the call that returns here, which a backtrace shows.
    pub(super) pos: Pos,
    /// True if it follows a handle body, and so belongs to the same call of the function.
    pub(super) within: bool,
    /// The variable of a handler that wants the origin of the exception.
    pub(super) origin: Option<Var>,
}

impl<'m> Node<'m> {
    /// The continuation that ends the program, by a body that does nothing.
    pub(super) fn end(body: &'m Body) -> Node<'m> {
        Node {
            act: None,
            body,
            next: 0,
            dst: &[],
            handler: None,
            link: None,
            pos: Pos::NONE,
            within: false,
            origin: None,
        }
    }

    /// The same continuation, as that of a call at `pos`.
    pub(super) fn called_at(&self, pos: Pos) -> Node<'m> {
        Node {
            act: self.act.clone(),
            body: self.body,
            next: self.next,
            dst: self.dst,
            handler: self.handler.clone(),
            link: self.link.clone(),
            pos,
            within: false,
            origin: self.origin,
        }
    }
}

impl Drop for Env<'_> {
    fn drop(&mut self) {
        release(mem::take(&mut self.values));
    }
}

impl Drop for Activation<'_> {
    fn drop(&mut self) {
        release(mem::take(&mut self.slots));
    }
}

impl Drop for Node<'_> {
    fn drop(&mut self) {
        if self.act.is_none() && self.handler.is_none() && self.link.is_none() {
            return;
        }
        let mut values = Vec::new();
        take_apart(self, &mut Vec::new(), &mut values);
        release(values);
    }
}

/// Moves what only this node, and the nodes it leads to, hold to `values`.
fn take_apart<'m>(node: &mut Node<'m>, nodes: &mut Vec<Rc<Node<'m>>>, values: &mut Vec<Val<'m>>) {
    unlink_node(node, nodes, values);
    while let Some(node) = nodes.pop() {
        if let Some(mut node) = Rc::into_inner(node) {
            unlink_node(&mut node, nodes, values);
        }
    }
}

fn unlink_node<'m>(node: &mut Node<'m>, nodes: &mut Vec<Rc<Node<'m>>>, values: &mut Vec<Val<'m>>) {
    nodes.extend(node.handler.take());
    nodes.extend(node.link.take());
    if let Some(mut act) = node.act.take().and_then(Rc::into_inner) {
        values.append(&mut act.slots);
        unlink_env(act.env.take(), values);
    }
}

fn unlink_env<'m>(env: Option<Rc<Env<'m>>>, values: &mut Vec<Val<'m>>) {
    if let Some(mut env) = env.and_then(Rc::into_inner) {
        values.append(&mut env.values);
    }
}

impl<'m> Code for Proc<'m> {
    fn same(&self, other: &Proc<'m>) -> bool {
        match (self, other) {
            (Proc::Fun(a, Some(x)), Proc::Fun(b, Some(y))) => a == b && Rc::ptr_eq(x, y),
            (Proc::Fun(a, None), Proc::Fun(b, None)) => a == b,
            (Proc::Cont(a), Proc::Cont(b)) => Rc::ptr_eq(a, b),
            (Proc::Import(a), Proc::Import(b)) => a == b,
            _ => false,
        }
    }

    fn unlink(self, values: &mut Vec<Val<'m>>) {
        match self {
            Proc::Fun(_, env) => unlink_env(env, values),
            Proc::Cont(node) => {
                if let Some(mut node) = Rc::into_inner(node) {
                    take_apart(&mut node, &mut Vec::new(), values);
                }
            }
            Proc::Origin(origin) => {
                let node = Rc::into_inner(origin).and_then(|mut origin| origin.k.take());
                if let Some(mut node) = node.and_then(Rc::into_inner) {
                    take_apart(&mut node, &mut Vec::new(), values);
                }
            }
            Proc::Import(_) => {}
        }
    }
}
