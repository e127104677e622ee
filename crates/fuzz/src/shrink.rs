//! The smallest module that still fails.
//!
//! Greedy: every edit is tried at every place, on a copy; a copy that is
//! well-formed and still fails is kept. When no edit helps any more, the module is done.
//!
//! ```text
//! functions    dropped
//! parameters   dropped, of functions that are only called by name
//! bodies       nothing but `unreachable`, or a `ret` of constants
//! bindings     dropped, many at once and then one by one; constants for what they bound
//! branches     one of the arms in place of all
//! handlers     what may raise, or the handler, in place of both
//! join points  in place of the jump
//! operands     a constant, or the first variable of the type
//! declarations dropped
//! ```

mod edits;
mod parameters;

use anf::{Body, Module, Tail};
use edits::{body_count, body_mut, operand_count, operand_mut, zero, zeros};

/// Makes a module for which `fails` holds as small as it can.
pub fn shrink(module: &Module, fails: &mut dyn FnMut(&Module) -> bool) -> Module {
    let mut shrinker = Shrinker { best: module.clone(), fails };
    shrinker.attempt(|module| {
        edits::forget_positions(module);
        true
    });
    loop {
        let before = shrinker.weight();
        shrinker.functions();
        shrinker.parameters();
        shrinker.bodies();
        shrinker.bindings();
        shrinker.arms();
        shrinker.splices();
        shrinker.operands();
        shrinker.declarations();
        if shrinker.weight() >= before {
            return shrinker.best;
        }
    }
}

struct Shrinker<'f> {
    best: Module,
    fails: &'f mut dyn FnMut(&Module) -> bool,
}

impl Shrinker<'_> {
    fn weight(&self) -> usize {
        self.best.to_string().len()
    }

    /// Keeps an edit if the module is well-formed after it and still fails.
    fn attempt(&mut self, edit: impl FnOnce(&mut Module) -> bool) -> bool {
        let mut module = self.best.clone();
        if !edit(&mut module) || !anf::check(&module).is_empty() || !(self.fails)(&module) {
            return false;
        }
        self.best = module;
        true
    }

    fn functions(&mut self) {
        self.attempt(|module| {
            module.exports.clear();
            true
        });
        let mut i = self.best.funs.len();
        while i > 0 {
            i -= 1;
            self.attempt(|module| {
                module.funs.remove(i);
                true
            });
        }
    }

    fn parameters(&mut self) {
        for fun in parameters::functions(&self.best) {
            let mut i = parameters::parameter_count(&self.best, fun);
            while i > 0 {
                i -= 1;
                self.attempt(|module| parameters::drop_parameter(module, fun, i));
            }
        }
    }

    /// Outer bodies first: what they hold goes with them.
    fn bodies(&mut self) {
        let mut n = 0;
        while n < body_count(&self.best) {
            let gone = self.attempt(|module| replace(module, n, |_, _| Some(Tail::Unreachable)))
                || self.attempt(|module| {
                    replace(module, n, |module, results| {
                        zeros(module, results.as_deref()?).map(Tail::Ret)
                    })
                });
            // The bindings may matter where the tail does not.
            if !gone {
                self.attempt(|module| {
                    body_mut(module, n, &mut |body, _| {
                        let differs = body.tail != Tail::Unreachable;
                        body.tail = Tail::Unreachable;
                        differs
                    })
                });
            }
            n += 1;
        }
    }

    /// Half of a body's bindings, a quarter, and so on to one.
    fn bindings(&mut self) {
        let mut n = 0;
        while n < body_count(&self.best) {
            let mut chunk = self.len_of(n).next_power_of_two();
            while chunk > 0 {
                let mut end = self.len_of(n);
                while end > 0 {
                    let start = end.saturating_sub(chunk);
                    self.attempt(|module| edits::drop_bindings(module, n, start..end));
                    end = start;
                }
                chunk /= 2;
            }
            n += 1;
        }
    }

    fn len_of(&mut self, n: usize) -> usize {
        let mut len = 0;
        body_mut(&mut self.best, n, &mut |body, _| {
            len = body.lets.len();
            true
        });
        len
    }

    fn arms(&mut self) {
        let mut n = 0;
        while n < body_count(&self.best) {
            for arm in 0..12 {
                if self.attempt(|module| body_mut(module, n, &mut |body, _| take_arm(body, arm))) {
                    break;
                }
            }
            for arm in (0..12).rev() {
                self.attempt(|module| body_mut(module, n, &mut |body, _| drop_arm(body, arm)));
            }
            n += 1;
        }
    }

    /// Handlers and join points.
    fn splices(&mut self) {
        let mut n = 0;
        while n < body_count(&self.best) {
            for i in (0..self.len_of(n)).rev() {
                let _ = self.attempt(|module| edits::unwrap_handle(module, n, i, false))
                    || self.attempt(|module| edits::unwrap_handle(module, n, i, true))
                    || self.attempt(|module| edits::inline_join(module, n, i));
            }
            n += 1;
        }
    }

    fn operands(&mut self) {
        for k in 0..operand_count(&self.best) {
            let constant = self.attempt(|module| {
                let Some(atom) = operand_mut(module, k).cloned() else { return false };
                let Some(simple) = zero(module, &atom) else { return false };
                let Some(place) = operand_mut(module, k) else { return false };
                std::mem::replace(place, simple) != atom
            });
            if !constant {
                self.attempt(|module| edits::first_of_type(module, k));
            }
        }
    }

    /// Lines that declare what nothing uses, and positions.
    fn declarations(&mut self) {
        let mut i = 0;
        loop {
            let text = self.best.to_string();
            let Some(line) = text.lines().nth(i) else { return };
            let words = ["global ", "export global ", "sum ", "foreign ", "pos "];
            let declares = words.iter().any(|word| line.starts_with(word));
            let dropped = declares
                && self.attempt(|module| {
                    let rest: Vec<&str> = text
                        .lines()
                        .enumerate()
                        .filter(|(j, _)| *j != i)
                        .map(|(_, line)| line)
                        .collect();
                    match anf::parse(rest.join("\n").as_bytes()) {
                        Ok(read) => *module = read,
                        Err(_) => return false,
                    }
                    true
                });
            i += usize::from(!dropped);
        }
    }
}

/// Puts a tail in place of a whole body.
fn replace(
    module: &mut Module,
    n: usize,
    tail: impl FnOnce(&Module, Option<Vec<types::TyId>>) -> Option<Tail>,
) -> bool {
    let mut results = None;
    let mut small = true;
    body_mut(module, n, &mut |body, here| {
        results = here.map(<[types::TyId]>::to_vec);
        small = body.lets.is_empty() && matches!(body.tail, Tail::Ret(_) | Tail::Unreachable);
        true
    });
    if small {
        return false;
    }
    let Some(tail) = tail(module, results) else { return false };
    let mut new = Some(Body { lets: Vec::new(), tail });
    body_mut(module, n, &mut |body, _| {
        if let Some(new) = new.take() {
            *body = new;
        }
        true
    })
}

/// Goes on with one arm alone.
fn take_arm(body: &mut Body, arm: usize) -> bool {
    let nothing = Body { lets: Vec::new(), tail: Tail::Unreachable };
    let Some(taken) = body.tail.bodies_mut().nth(arm).map(|body| std::mem::replace(body, nothing))
    else {
        return false;
    };
    body.lets.extend(taken.lets);
    body.tail = taken.tail;
    true
}

/// Goes on without one arm.
fn drop_arm(body: &mut Body, arm: usize) -> bool {
    match &mut body.tail {
        Tail::SwitchInt { cases, .. } if arm < cases.len() => {
            cases.remove(arm);
            true
        }
        Tail::SwitchSum { cases, default, .. } if arm < cases.len() => {
            cases.remove(arm);
            let nothing = || Box::new(Body { lets: Vec::new(), tail: Tail::Unreachable });
            default.get_or_insert_with(nothing);
            true
        }
        Tail::SwitchInt { .. } | Tail::SwitchSum { .. } | Tail::If { .. } | Tail::Ret(_) => false,
        Tail::TailCall { .. } | Tail::Jump { .. } | Tail::Raise { .. } | Tail::Throw { .. } => {
            false
        }
        Tail::Unreachable => false,
    }
}
