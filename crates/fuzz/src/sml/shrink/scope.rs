//! A check that everything a program mentions is in scope.

use super::super::generate::{parts, variables};
use super::super::syntax::{Arm, Dec, EXCEPTIONS, Exp, ExpKind, Exports, Functor, Module, ORDER};
use super::super::syntax::{DataId, Pat, PatKind, Program, Ty, Var};
use std::rc::Rc;

pub(super) fn is_closed(program: &Program) -> bool {
    let mut scope = Scope {
        program,
        vars: (0..EXCEPTIONS.len()).collect(),
        datas: (0..=ORDER).collect(),
        functors: Vec::new(),
    };
    scope.decs(&program.decs)
}

/// Takes out of the exports of structures what is not in them any more.
pub(super) fn prune(decs: &mut [Dec]) {
    let mut functors: Vec<(String, Module)> = Vec::new();
    for dec in decs {
        match dec {
            Dec::Structure(module, exports) => {
                keep_bound(Rc::make_mut(module));
                keep_exported(exports, module);
            }
            Dec::Functor(functor) => {
                let functor = Rc::make_mut(functor);
                keep_bound(&mut functor.module);
                functors.push((functor.name.clone(), functor.module.clone()));
            }
            Dec::Apply { functor, exports, .. } => {
                if let Some((_, module)) = functors.iter().find(|(name, _)| name == functor) {
                    keep_exported(exports, module);
                }
            }
            Dec::Val(..) | Dec::Fun(_) | Dec::Datatype(_) | Dec::Exception(..) => {}
            Dec::Print { .. } => {}
        }
    }
}

fn keep_bound(module: &mut Module) {
    let (mut vars, mut datas) = (Vec::new(), Vec::new());
    for dec in &module.body {
        match dec {
            Dec::Val(pat, _) => vars.extend(variables(pat)),
            Dec::Fun(funs) => vars.extend(funs.iter().map(|fun| fun.var)),
            Dec::Exception(var, _) => vars.push(*var),
            Dec::Datatype(ids) => datas.extend(ids.clone()),
            Dec::Structure(..) | Dec::Functor(_) | Dec::Apply { .. } | Dec::Print { .. } => {}
        }
    }
    module.vals.retain(|var| vars.contains(var));
    module.exceptions.retain(|var| vars.contains(var));
    module.datas.retain(|id| datas.contains(id));
}

fn keep_exported(exports: &mut Exports, module: &Module) {
    let Module { vals, exceptions, datas, .. } = module;
    exports.vals.retain(|(from, _)| vals.contains(from) || exceptions.contains(from));
    exports.datas.retain(|(from, _)| datas.contains(from));
}

struct Scope<'p> {
    program: &'p Program,
    vars: Vec<Var>,
    datas: Vec<DataId>,
    functors: Vec<&'p Functor>,
}

impl<'p> Scope<'p> {
    fn decs(&mut self, decs: &'p [Dec]) -> bool {
        decs.iter().all(|dec| self.dec(dec))
    }

    fn dec(&mut self, dec: &'p Dec) -> bool {
        match dec {
            Dec::Val(pat, exp) => self.exp(exp) && self.pat(pat),
            Dec::Fun(funs) => {
                self.vars.extend(funs.iter().map(|fun| fun.var));
                funs.iter().all(|fun| {
                    fun.args.iter().chain([&fun.result]).all(|ty| self.ty(ty))
                        && fun.clauses.iter().all(|(pats, body)| {
                            self.inside(|s| pats.iter().all(|pat| s.pat(pat)) && s.exp(body))
                        })
                })
            }
            Dec::Datatype(ids) => {
                self.datas.extend(ids);
                let cons = ids.iter().flat_map(|id| &self.program.datas[*id].cons);
                cons.filter_map(|con| con.arg.as_ref()).all(|arg| self.ty(arg))
            }
            Dec::Exception(var, arg) => {
                self.vars.push(*var);
                arg.iter().all(|arg| self.ty(arg))
            }
            Dec::Structure(module, exports) => self.module(module, exports),
            Dec::Functor(functor) => {
                self.functors.push(functor);
                self.inside(|s| {
                    s.vars.extend(&functor.args);
                    functor.args.iter().all(|var| s.ty(&s.program.vars[*var].ty))
                        && s.decs(&functor.module.body)
                })
            }
            Dec::Apply { functor, ty, args, exports } => {
                let known = self.functors.iter().any(|known| known.name == *functor);
                let is = known && self.ty(ty) && args.iter().all(|(_, arg)| self.exp(arg));
                self.export(exports);
                is
            }
            Dec::Print { exp, .. } => self.exp(exp),
        }
    }

    fn module(&mut self, module: &'p Module, exports: &Exports) -> bool {
        let is = self.inside(|s| s.decs(&module.body));
        self.export(exports);
        is
    }

    fn export(&mut self, exports: &Exports) {
        self.vars.extend(exports.vals.iter().map(|(_, to)| *to));
        self.datas.extend(exports.datas.iter().map(|(_, to)| *to));
    }

    /// Runs `act`, and forgets what was bound meanwhile.
    fn inside(&mut self, act: impl FnOnce(&mut Self) -> bool) -> bool {
        let marks = (self.vars.len(), self.datas.len());
        let is = act(self);
        self.vars.truncate(marks.0);
        self.datas.truncate(marks.1);
        is
    }

    fn ty(&self, ty: &Ty) -> bool {
        !ty.any(&|ty| matches!(ty, Ty::Data(id, _) if !self.datas.contains(id)))
    }

    fn pat(&mut self, pat: &Pat) -> bool {
        let is = self.mentions(pat);
        self.vars.extend(variables(pat));
        is
    }

    fn mentions(&self, pat: &Pat) -> bool {
        let unknown = matches!(&pat.kind, PatKind::Exn(var, _) if !self.vars.contains(var));
        !unknown && self.ty(&pat.ty) && parts(pat).into_iter().all(|part| self.mentions(part))
    }

    fn arms(&mut self, arms: &'p [Arm]) -> bool {
        arms.iter().all(|(pat, body)| self.inside(|s| s.pat(pat) && s.exp(body)))
    }

    fn exp(&mut self, exp: &'p Exp) -> bool {
        self.ty(&exp.ty)
            && match &exp.kind {
                ExpKind::Lit(_) => true,
                ExpKind::Var(var) => self.vars.contains(var),
                ExpKind::Record(fields) => fields.iter().all(|(_, field)| self.exp(field)),
                ExpKind::Con(_, arg) => arg.iter().all(|arg| self.exp(arg)),
                ExpKind::Exn(var, arg) => {
                    self.vars.contains(var) && arg.iter().all(|arg| self.exp(arg))
                }
                ExpKind::Op(_, args) | ExpKind::Vector(args) => {
                    args.iter().all(|arg| self.exp(arg))
                }
                ExpKind::Select(_, of) | ExpKind::Raise(of) | ExpKind::Show(of) => self.exp(of),
                ExpKind::App(a, b) | ExpKind::Andalso(a, b) | ExpKind::Orelse(a, b) => {
                    self.exp(a) && self.exp(b)
                }
                ExpKind::Fn(arms) => self.arms(arms),
                ExpKind::If(a, b, c) => self.exp(a) && self.exp(b) && self.exp(c),
                ExpKind::Case(of, arms) | ExpKind::Handle(of, arms) => {
                    self.exp(of) && self.arms(arms)
                }
                ExpKind::Let(decs, body) => self.inside(|s| s.decs(decs) && s.exp(body)),
                ExpKind::Seq(first, last) => first.iter().all(|of| self.exp(of)) && self.exp(last),
            }
    }
}
