//! Freestanding functions: foreign functions that the module defines, on C values.
//!
//! Their bodies are written like all others, with fewer kinds of bindings. Of a tagged value, only
//! what the tag stands for is looked at: the rest is whatever a machine left there. So each function
//! has a companion that digests what it gives, by cases.

use super::{Generator, Goal, values};
use crate::c_type::c_type;
use anf::{Atom, Block, Body, Define, Foreign, Fun, Tail, Var};
use base::Pos;
use c_abi::{CTy, Signature};
use prim::{COp, Const, Data, Effect, IntOp, Prim};
use std::sync::Arc;
use types::{ForeignId, PTy, TyId, Width};

/// Most leaves of a parameter or a result.
const MOST_LEAVES: usize = 20;

/// A freestanding function.
#[derive(Clone)]
pub(super) struct CFun {
    foreign: ForeignId,
    /// The function that digests its result.
    look: ForeignId,
    signature: Signature,
    /// Steps of a call, and of one that digests the result.
    cost: u64,
}

/// A part of a C value that is to be digested.
struct Part {
    ty: CTy,
    leaves: Vec<Atom>,
}

impl Generator<'_> {
    /// Some freestanding functions, each of which may call those before it.
    pub(super) fn write_freestanding(&mut self) {
        for i in 0..self.rng.below(4) {
            let signature = Signature { param: self.small_c_type(), result: self.small_c_type() };
            let looks = Signature { param: signature.result.clone(), result: CTy::Int(64) };
            let (look, digesting) =
                self.define(&format!("look{i}"), &looks, |_, digest| Tail::Ret(vec![digest]));
            let (foreign, cost) = self.define(&format!("free{i}"), &signature, |cx, digest| {
                digest.var().into_iter().for_each(|var| cx.enter(var));
                let (statements, depth) = (cx.here.room / 3, cx.config.depth);
                let body = cx.body_for(Goal::Ret, depth, statements);
                cx.lets.extend(body.lets);
                body.tail
            });
            self.c_funs.push(CFun { foreign, look, signature, cost: cost + digesting });
        }
    }

    fn small_c_type(&mut self) -> CTy {
        loop {
            let ty = c_type(&mut self.rng);
            if ty.leaves().len() <= MOST_LEAVES {
                return ty;
            }
        }
    }

    /// A foreign function with its definition, whose end `end` writes behind the digest of its
    /// parameter; also gives the steps of a call.
    fn define(
        &mut self,
        name: &str,
        signature: &Signature,
        end: impl Fn(&mut Self, Atom) -> Tail,
    ) -> (ForeignId, u64) {
        let params = self.module.types.leaves(&signature.param);
        let results = self.module.types.leaves(&signature.result);
        // What has at most one result may be without C types.
        let plain = results.len() <= 1 && self.rng.chance(20);
        let foreign = self.module.foreigns.push(Foreign {
            name: name.into(),
            symbol: format!("chance_{name}").into(),
            params: params.clone(),
            results: results.clone(),
            c: (!plain).then(|| Arc::new(signature.clone())),
        });
        let fun = self.fresh_fun(name, &params, &results);
        self.enter_function(results.clone(), true, self.config.size);
        self.here.c_result = Some(signature.result.clone());
        let vars: Vec<Var> = params.iter().map(|ty| self.fresh("a", *ty)).collect();
        let param = Part {
            ty: signature.param.clone(),
            leaves: vars.iter().map(|var| Atom::Var(*var)).collect(),
        };
        let body = self.alone(|cx| {
            cx.enter_sure(&signature.param, &vars);
            cx.digest_c(vec![param], values::int(0), &end)
        });
        self.here.c_result = None;
        let pos = self.pos();
        self.module.funs.push(Fun { name: fun, params: vars, results, body, pos });
        self.module.defines.push(Define { foreign, fun });
        (foreign, self.here.cost)
    }

    /// Puts the leaves in scope that are there whatever tags say.
    fn enter_sure(&mut self, ty: &CTy, leaves: &[Var]) {
        let mut sure = Vec::new();
        add_sure(ty, &mut sure);
        let sure = leaves.iter().zip(sure).filter(|(_, sure)| *sure);
        sure.for_each(|(leaf, _)| self.enter(*leaf));
    }

    /// Mixes parts of C values into a digest, and ends with it. The last part is the first.
    fn digest_c(
        &mut self,
        mut parts: Vec<Part>,
        so_far: Atom,
        end: &dyn Fn(&mut Self, Atom) -> Tail,
    ) -> Tail {
        let Some(Part { ty, leaves }) = parts.pop() else { return end(self, so_far) };
        match ty {
            CTy::Int(bits) => {
                let digest = self.mix_c(so_far, &leaves[0], types::leaf_width(bits));
                self.digest_c(parts, digest, end)
            }
            CTy::Bool => {
                let digest = self.mix_c(so_far, &leaves[0], Width::I1);
                self.digest_c(parts, digest, end)
            }
            // Addresses differ from run to run.
            CTy::Ptr | CTy::Unit => self.digest_c(parts, so_far, end),
            CTy::Struct(members) => {
                let mut rest = &leaves[..];
                let mut split: Vec<Part> =
                    members.iter().map(|member| take_part(member, &mut rest)).collect();
                split.reverse();
                parts.extend(split);
                self.digest_c(parts, so_far, end)
            }
            CTy::Tagged(alternatives) => {
                let digest = self.mix_c(so_far, &leaves[0], Width::I32);
                let i64 = self.module.types.i64();
                let join = self.fresh_cont("j", &[i64]);
                let param = self.fresh("h", i64);
                let body = self.alone(|cx| cx.digest_c(parts, Atom::Var(param), end));
                let (name, params) = (join, vec![param]);
                self.push(anf::Let::Join(Block { name, params, body, pos: Pos::NONE }));
                let jump = |_: &mut Self, digest| Tail::Jump { join, args: vec![digest] };
                let mut rest = &leaves[1..];
                let cases = alternatives.iter().map(|alternative| {
                    let part = take_part(&alternative.ty, &mut rest);
                    let arm = self.alone(|cx| cx.digest_c(vec![part], digest.clone(), &jump));
                    (alternative.tag.into(), arm)
                });
                let cases = cases.collect();
                let default = Body { lets: Vec::new(), tail: jump(self, digest) };
                let default = Box::new(default);
                Tail::SwitchInt { scrutinee: leaves[0].clone(), cases, default }
            }
        }
    }

    fn mix_c(&mut self, so_far: Atom, leaf: &Atom, width: Width) -> Atom {
        let wide = match width {
            Width::I64 => leaf.clone(),
            Width::I1 | Width::I8 | Width::I16 | Width::I32 => {
                self.prim1(Prim::Zext(width, Width::I64), vec![leaf.clone()])
            }
        };
        let both = self.prim1(Prim::Int(IntOp::Add, Width::I64), vec![so_far, wide]);
        let args = vec![both, values::int(0x5851_f42d_4c95_7f2d)];
        self.prim1(Prim::Int(IntOp::Mul, Width::I64), args)
    }

    /// A binding of a freestanding function.
    pub(super) fn c_statement(&mut self) {
        if self.rng.chance(15) && self.c_call() {
            return;
        }
        let prims: Vec<Prim> =
            self.prims.iter().copied().filter(|prim| is_freestanding(*prim)).collect();
        let prim = self.rng.pick(&prims);
        let tys: Vec<TyId> =
            prim.sig().args.iter().map(|ty| self.module.types.of_prim(*ty)).collect();
        let args = self.values(&tys, 1);
        self.prim1(prim, args);
    }

    /// Calls a freestanding function and digests what it gives, if one can be afforded.
    pub(super) fn c_call(&mut self) -> bool {
        let found: Vec<CFun> =
            self.c_funs.iter().filter(|fun| self.affords(fun.cost)).cloned().collect();
        if found.is_empty() {
            return false;
        }
        let CFun { foreign, look, signature, cost } = self.rng.pick(&found);
        self.pay(cost);
        let args = self.c_value(&signature.param);
        let results = self.module.types.leaves(&signature.result);
        let mark = self.scope.len();
        let leaves = self.op(Data::Foreign(foreign), args, &results);
        self.scope.truncate(mark);
        let given = leaves.iter().map(|var| Atom::Var(*var)).collect();
        let i64 = self.module.types.i64();
        let digest = self.op1(Data::Foreign(look), given, i64);
        if self.here.c_result.is_none() {
            let tag = self.rng.below(1000) as i64;
            self.call_report(tag, digest);
        }
        self.enter_sure(&signature.result, &leaves);
        true
    }

    /// The leaves of a value of a C type. Nobody looks at the alternatives that its tag does not
    /// stand for.
    pub(super) fn c_value(&mut self, ty: &CTy) -> Vec<Atom> {
        match ty {
            CTy::Int(_) | CTy::Bool => {
                let ty = self.module.types.leaves(ty)[0];
                vec![self.value(ty, 1)]
            }
            CTy::Ptr if self.rng.chance(30) => {
                let ty = self.module.types.leaves(ty)[0];
                vec![self.op1(Data::C(COp::String(b"by chance"[..].into())), vec![], ty)]
            }
            CTy::Ptr => {
                let ty = self.module.types.leaves(ty)[0];
                vec![self.value(ty, 1)]
            }
            CTy::Unit => Vec::new(),
            CTy::Struct(members) => {
                members.iter().flat_map(|member| self.c_value(member)).collect()
            }
            CTy::Tagged(alternatives) => {
                let chosen = self.rng.below(alternatives.len().max(1));
                let tag = alternatives.get(chosen).map_or(0, |alternative| alternative.tag);
                let mut leaves = vec![Atom::Const(Const::Int(Width::I32, tag.into()))];
                for (i, alternative) in alternatives.iter().enumerate() {
                    leaves.extend(match i == chosen {
                        true => self.c_value(&alternative.ty),
                        false => self.c_any(&alternative.ty),
                    });
                }
                leaves
            }
        }
    }

    /// The leaves of a value that nobody looks at.
    fn c_any(&mut self, ty: &CTy) -> Vec<Atom> {
        let tys = self.module.types.leaves(ty);
        let mark = self.scope.len();
        let leaves = self.op(Data::C(COp::Any(ty.clone())), vec![], &tys);
        self.scope.truncate(mark);
        leaves.into_iter().map(Atom::Var).collect()
    }
}

/// Takes the leaves of a part.
fn take_part(ty: &CTy, leaves: &mut &[Atom]) -> Part {
    let (here, rest) = leaves.split_at(ty.leaves().len());
    *leaves = rest;
    Part { ty: ty.clone(), leaves: here.to_vec() }
}

/// Says of each leaf whether it is there whatever tags say.
fn add_sure(ty: &CTy, sure: &mut Vec<bool>) {
    match ty {
        CTy::Int(_) | CTy::Ptr | CTy::Bool => sure.push(true),
        CTy::Unit => {}
        CTy::Struct(members) => members.iter().for_each(|member| add_sure(member, sure)),
        CTy::Tagged(_) => {
            sure.push(true);
            sure.resize(sure.len() + ty.leaves().len() - 1, false);
        }
    }
}

/// True for a primitive on integers that needs no runtime.
fn is_freestanding(prim: Prim) -> bool {
    let sig = prim.sig();
    let is_int = |ty: &PTy| matches!(ty, PTy::Int(_));
    prim.is_scalar()
        && prim.effect() == Effect::Pure
        && sig.args.iter().chain(&sig.results).all(is_int)
}
