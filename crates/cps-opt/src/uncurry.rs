//! Splits a function that returns a function into one that takes all
//! parameters at once and a small wrapper for the uses that pass them one by
//! one.
//!
//! ```text
//! fun f(x: a) return k: cont(fun(b) -> (c)) {      fun f.w(x: a, y: b) return l: cont(c) { body }
//!   fun g(y: b) return l: cont(c) { body }    =>   and f(x': a) return k': cont(fun(b) -> (c)) {
//!   jump k g                                         fun g'(y': b) return l': cont(c) {
//! }                                                    call f.w x' y' return l'
//!                                                    }
//!                                                    jump k' g'
//!                                                  }
//! ```
//!
//! `inline` and `contract` make of `f a` and then `b` one call of the worker. Pure
//! bindings before the inner function move into the worker. If no call has
//! all parameters, the worker is called once, from the wrapper, and `contract`
//! undoes the split.
//!
//! Expects: nothing. Establishes: a function that is called does not merely
//! return a function, unless it is a wrapper; run `inline` and `contract` next.

use crate::census::{Census, census};
use base::Pos;
use cps::walk::Use;
use cps::{Atom, Body, Fun, Let, Module, Tail, Var};
use faults::{Fault, on};
use pass::{Pass, Settings, Stats};
use prim::Effect;

/// Curried functions to workers and wrappers.
pub static UNCURRY: Pass<Module> = Pass {
    name: "uncurry",
    about: "splits curried functions into workers that take all parameters and wrappers",
    settings: &[],
    run: uncurry,
};

/// Most parameters that come one by one.
const MAX_LEVELS: usize = 8;
/// Most bindings before the inner function.
const MAX_PREFIX: usize = 4;

fn uncurry(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let mut cx = Uncurry { census: census(module), found: 0, module };
    let funs = std::mem::take(&mut cx.module.funs);
    let funs = cx.group(funs);
    stats.count("function", cx.found);
    module.funs = funs;
}

struct Uncurry<'m> {
    module: &'m mut Module,
    census: Census,
    found: usize,
}

impl Uncurry<'_> {
    fn group(&mut self, funs: Vec<Fun>) -> Vec<Fun> {
        let mut out = Vec::with_capacity(funs.len());
        for mut fun in funs {
            self.body(&mut fun.body);
            if self.census[fun.name].calls > 0 {
                for _ in 0..MAX_LEVELS {
                    let Some(wrapper) = self.split(&mut fun) else { break };
                    self.found += 1;
                    out.push(wrapper);
                }
            }
            out.push(fun);
        }
        out
    }

    fn body(&mut self, body: &mut Body) {
        for binding in &mut body.lets {
            match binding {
                Let::Funs(funs) => *funs = self.group(std::mem::take(funs)),
                Let::Conts(conts) => conts.iter_mut().for_each(|cont| self.body(&mut cont.body)),
                Let::Op { .. }
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => {}
            }
        }
        body.tail.bodies_mut().for_each(|body| self.body(body));
    }

    /// Makes a curried function the worker and gives the wrapper, which has the
    /// old name.
    fn split(&mut self, fun: &mut Fun) -> Option<Fun> {
        if !self.curried(fun) || self.is_wrapper(fun) {
            return None;
        }
        let Some(Let::Funs(mut inner)) = fun.body.lets.pop() else { return None };
        let inner = inner.pop()?;
        let (name, k, pos, outer) = (fun.name, fun.k, fun.pos, fun.params.len());
        fun.params.extend(&inner.params);
        fun.body.lets.extend(inner.body.lets);
        fun.body.tail = inner.body.tail;
        fun.name = self.worker_name(name, &fun.params, inner.k);
        fun.k = inner.k;
        fun.pos = inner.pos;
        Some(self.wrapper(name, k, pos, inner.name, fun, outer))
    }

    fn worker_name(&mut self, name: Var, params: &[Var], k: Var) -> Var {
        let params: Vec<_> = params.iter().map(|v| self.module.ty(*v)).collect();
        let results = self.module.cont_params(k).to_vec();
        let name = self.module.vars[name].name.clone();
        self.module.fun_var(name, &params, &results)
    }

    fn wrapper(
        &mut self,
        name: Var,
        k: Var,
        pos: Pos,
        inner: Var,
        worker: &Fun,
        outer: usize,
    ) -> Fun {
        let fresh: Vec<Var> = worker.params.iter().map(|v| self.module.fresh_like(*v)).collect();
        let (k, inner) = (self.module.fresh_like(k), self.module.fresh_like(inner));
        let inner_k = self.module.fresh_like(worker.k);
        let call = Tail::Call {
            fun: worker.name.into(),
            args: fresh.iter().map(|v| Atom::Var(*v)).collect(),
            k: inner_k,
            pos: worker.pos,
        };
        let inner_fun = Fun {
            name: inner,
            params: fresh[outer..].to_vec(),
            k: inner_k,
            body: Body { lets: Vec::new(), tail: call },
            pos: worker.pos,
        };
        let body = Body {
            lets: vec![Let::Funs(vec![inner_fun])],
            tail: Tail::Jump { k, args: vec![inner.into()] },
        };
        Fun { name, params: fresh[..outer].to_vec(), k, body, pos }
    }

    /// True if the body is pure bindings and a function that is returned and not used otherwise.
    fn curried(&self, fun: &Fun) -> bool {
        let Some((Let::Funs(inner), prefix)) = fun.body.lets.split_last() else { return false };
        let [inner] = &inner[..] else { return false };
        let Tail::Jump { k, args } = &fun.body.tail else { return false };
        let pure = |binding: &Let| match binding {
            Let::Op { op, .. } if on(Fault::UncurryTraps) => {
                matches!(op.effect(), Effect::Pure | Effect::Trap)
            }
            Let::Op { op, .. } => op.effect() == Effect::Pure,
            Let::Funs(_) | Let::Conts(_) => false,
            Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => false,
        };
        let count = self.census[inner.name];
        *k == fun.k
            && *args == [Atom::Var(inner.name)]
            && (count.values, count.calls) == (1, 0)
            && prefix.len() <= MAX_PREFIX
            && prefix.iter().all(pure)
    }

    /// True if the function was split before: its inner function only calls another, with all
    /// parameters.
    fn is_wrapper(&self, fun: &Fun) -> bool {
        let Some(Let::Funs(inner)) = fun.body.lets.last() else { return false };
        let Some(inner) = inner.first() else { return false };
        let Tail::Call { fun: Atom::Var(_), args, k, .. } = &inner.body.tail else { return false };
        let mut uses = 0;
        inner.body.each_use(&mut |_, how| uses += (how == Use::Value) as usize);
        let all = fun.params.iter().chain(&inner.params).map(|v| Atom::Var(*v));
        inner.body.lets.is_empty()
            && *k == inner.k
            && uses == args.len()
            && args.iter().cloned().eq(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_pass, check_passes};
    use crate::{CONTRACT, INLINE};
    use expect_test::expect;

    const CURRIED: &str = "cps 1
        fun add(x: i64) return k: cont(fun(i64) -> (i64)) {
          fun add1(y: i64) return l: cont(i64) {
            z: i1 = eq.i64 x 0
            if z { jump l y } else {
              p: i64 = sub.i64 x 1
              q: i64 = add.i64 y 1
              cont j(f: fun(i64) -> (i64)) { call f q return l }
              call add p return j
            }
          }
          jump k add1
        }
        export fun main(a: i64) return r: cont(i64, fun(i64) -> (i64)) {
          cont m(n: i64) {
            cont i(h: fun(i64) -> (i64)) { jump r n h }
            call add n return i
          }
          cont j(g: fun(i64) -> (i64)) { call g 3 return m }
          call add a return j
        }";

    #[test]
    fn a_curried_function_gets_a_worker() {
        check_pass(
            &UNCURRY,
            CURRIED,
            expect![[r#"
            cps 1

            fun add.0(x.21: i64) return k.23: cont(fun(i64) -> (i64)) {
              fun add1.24(y.22: i64) return l.25: cont(i64) {
                call add.20 x.21 y.22 return l.25
              }
              jump k.23 add1.24
            }

            fun add.20(x.2: i64, y.5: i64) return l.6: cont(i64) {
              z.7: i1 = eq.i64 x.2 0
              if z.7 {
                jump l.6 y.5
              } else {
                p.8: i64 = sub.i64 x.2 1
                q.9: i64 = add.i64 y.5 1
                cont j.10(f.11: fun(i64) -> (i64)) {
                  call f.11 q.9 return l.6
                }
                call add.0 p.8 return j.10
              }
            }

            export fun main.1(a.12: i64) return r.13: cont(i64, fun(i64) -> (i64)) {
              cont m.14(n.15: i64) {
                cont i.16(h.17: fun(i64) -> (i64)) {
                  jump r.13 n.15 h.17
                }
                call add.0 n.15 return i.16
              }
              cont j.18(g.19: fun(i64) -> (i64)) {
                call g.19 3 return m.14
              }
              call add.0 a.12 return j.18
            }
        "#]],
        );
    }

    #[test]
    fn calls_with_all_arguments_become_calls_of_the_worker() {
        check_passes(
            &[&UNCURRY, &INLINE, &CONTRACT],
            CURRIED,
            expect![[r#"
            cps 1

            fun add.20(x.2: i64, y.5: i64) return l.6: cont(i64) {
              z.7: i1 = eq.i64 x.2 0
              if z.7 {
                jump l.6 y.5
              } else {
                p.8: i64 = sub.i64 x.2 1
                q.9: i64 = add.i64 y.5 1
                call add.20 p.8 q.9 return l.6
              }
            }

            export fun main.1(a.12: i64) return r.13: cont(i64, fun(i64) -> (i64)) {
              cont m.14(n.15: i64) {
                fun add1.29(y.30: i64) return l.31: cont(i64) {
                  call add.20 n.15 y.30 return l.31
                }
                jump r.13 n.15 add1.29
              }
              call add.20 a.12 3 return m.14
            }
        "#]],
        );
    }

    #[test]
    fn an_effect_between_the_parameters_prevents_it() {
        check_pass(
            &UNCURRY,
            "cps 1
            fun f(x: i64) return k: cont(fun(i64) -> (i64)) {
              () = print \"f\"
              fun g(y: i64) return l: cont(i64) { z: i64 = add.i64 x y jump l z }
              jump k g
            }
            export fun main(a: i64) return r: cont(fun(i64) -> (i64)) { call f a return r }",
            expect![[r#"
                cps 1

                fun f.0(x.2: i64) return k.3: cont(fun(i64) -> (i64)) {
                  () = print "f"
                  fun g.4(y.5: i64) return l.6: cont(i64) {
                    z.7: i64 = add.i64 x.2 y.5
                    jump l.6 z.7
                  }
                  jump k.3 g.4
                }

                export fun main.1(a.8: i64) return r.9: cont(fun(i64) -> (i64)) {
                  call f.0 a.8 return r.9
                }
            "#]],
        );
    }
}
