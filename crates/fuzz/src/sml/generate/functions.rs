//! Functions: polymorphic or not, calling themselves or not.

use super::super::ops;
use super::super::syntax::{Dec, Exp, ExpKind, Fun, Lit, Pat, PatKind, Ty, TyVar, Var};
use super::pat::variables;
use super::{Call, Generator, truth};
use std::rc::Rc;

/// The way in which a function calls itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Recursion {
    None,
    /// With a counter as its first argument.
    Counter,
    /// With parts of its first argument.
    Parts,
}

impl Generator {
    pub(super) fn function(&mut self, depth: u32) -> Dec {
        let outer = (self.vars.len(), self.tyvars.len(), std::mem::take(&mut self.calls));
        let params: Vec<TyVar> = match self.rng.below(5) {
            0 | 1 => Vec::new(),
            2 | 3 => vec![self.fresh_param()],
            _ => vec![self.fresh_param(), self.fresh_param()],
        };
        self.tyvars.extend(&params);
        let recursion = self.rng.pick(&[Recursion::None, Recursion::Counter, Recursion::Parts]);
        let mut args: Vec<Ty> = match recursion {
            Recursion::None => vec![self.ty(2)],
            Recursion::Counter => vec![Ty::INT],
            Recursion::Parts => vec![self.recursive_ty()],
        };
        // Of each type variable there is a value.
        args.extend(params.iter().map(|var| Ty::Var(*var)));
        if self.rng.chance(40) {
            args.push(self.ty(2));
        }
        if self.rng.chance(25) {
            args.push(self.fun_ty());
        }
        let result = self.result_ty();
        let ty = Ty::curried(&args, result.clone());
        let var = self.var("f", params.clone(), ty);
        let clauses = self.clauses(var, recursion, &args, &result, depth);
        let explicit = recursion != Recursion::None || self.rng.chance(50);
        self.vars.truncate(outer.0);
        self.tyvars.truncate(outer.1);
        self.calls = outer.2;
        self.vars.push(var);
        Dec::Fun(Rc::new(vec![Fun { var, params, args, result, clauses, explicit }]))
    }

    fn fresh_param(&mut self) -> TyVar {
        let equality = self.rng.chance(30);
        self.tyvar(equality)
    }

    fn result_ty(&mut self) -> Ty {
        if self.rng.chance(8) { self.fun_ty() } else { self.ty(2) }
    }

    /// A datatype that has itself as a part.
    fn recursive_ty(&mut self) -> Ty {
        let mut own: Vec<Ty> = vec![Ty::list(self.ty(1))];
        for id in self.datas.clone() {
            let data = &self.program.datas[id];
            let mentions = |ty: &Ty| ty.any(&|ty| matches!(ty, Ty::Data(other, _) if *other == id));
            if data.cons.iter().filter_map(|con| con.arg.as_ref()).any(mentions) && id > 3 {
                let count = data.params.len();
                own.push(Ty::Data(id, (0..count).map(|_| self.ty(1)).collect()));
            }
        }
        self.rng.pick(&own)
    }

    fn clauses(
        &mut self,
        fun: Var,
        recursion: Recursion,
        args: &[Ty],
        result: &Ty,
        depth: u32,
    ) -> Vec<(Vec<Pat>, Exp)> {
        let mark = self.vars.len();
        let mut clauses = Vec::new();
        let count = if recursion == Recursion::Counter { 1 } else { self.rng.between(1, 4) };
        for i in 0..count {
            let last = i + 1 == count;
            let pats: Vec<Pat> = args
                .iter()
                .map(|ty| match last && (recursion != Recursion::Parts || self.rng.chance(80)) {
                    true => self.plain_pat(ty),
                    false => self.pat(ty, 2),
                })
                .collect();
            let call =
                |first: Exp| Call { fun, first, rest: args[1..].to_vec(), result: result.clone() };
            let body = match recursion {
                Recursion::None => self.exp(result, depth),
                Recursion::Counter => self.counted(&pats[0], result, &call, depth),
                Recursion::Parts => {
                    let is_part = |var: &Var| self.program.vars[*var].ty == args[0];
                    let parts: Vec<Var> =
                        inside(&pats[0]).into_iter().filter(is_part).take(2).collect();
                    self.calls = parts.iter().map(|var| call(self.variable(*var))).collect();
                    let body = self.exp(result, depth);
                    self.calls.clear();
                    body
                }
            };
            self.vars.truncate(mark);
            clauses.push((pats, body));
        }
        clauses
    }

    /// `if n <= 0 orelse n > 5 then ... else ... f (n - 1) ...`
    fn counted(
        &mut self,
        counter: &Pat,
        result: &Ty,
        call: &dyn Fn(Exp) -> Call,
        depth: u32,
    ) -> Exp {
        let PatKind::Var(var) = &counter.kind else { unreachable!("a counter is a variable") };
        let n = self.variable(*var);
        let number = |n: i32| Exp { ty: Ty::INT, kind: ExpKind::Lit(Lit::Int(n.into())) };
        let compare = |name: &str, bound: i32| Exp {
            ty: Ty::bool(),
            kind: ExpKind::Op(ops::find(name), vec![n.clone(), number(bound)]),
        };
        let below = compare("$1 <= $2", 0);
        let above = compare("$1 > $2", 5);
        let ends = ExpKind::Orelse(Box::new(below), Box::new(above));
        let kind = ExpKind::Op(ops::find("$1 - $2"), vec![n.clone(), number(1)]);
        let less = Exp { ty: Ty::INT, kind };
        let base = self.exp(result, depth - 1);
        self.calls = vec![call(less); self.rng.between(1, 2)];
        let again = self.exp(result, depth);
        self.calls.clear();
        let test = Exp { ty: truth(true).ty, kind: ends };
        let kind = ExpKind::If(Box::new(test), Box::new(base), Box::new(again));
        Exp { ty: result.clone(), kind }
    }
}

/// The variables that are bound to parts of what a pattern fits, not to all of it.
fn inside(pat: &Pat) -> Vec<Var> {
    if let PatKind::As(_, of) = &pat.kind {
        return inside(of);
    }
    if matches!(pat.kind, PatKind::Var(_)) { Vec::new() } else { variables(pat) }
}
