//! Structures and functors.

use super::super::syntax::{Ascription, Con, Data, DataId, Dec, Exp, Exports, Functor, Module, Ty};
use super::super::syntax::{TyVar, TyVarInfo, Var, VarInfo};
use super::super::value::base_name;
use super::Generator;
use std::rc::Rc;

impl Generator {
    pub(super) fn structure(&mut self) -> Vec<Dec> {
        let module = Rc::new(self.module());
        let exports = self.exports(&module, None);
        vec![Dec::Structure(module, exports)]
    }

    /// A functor, and structures that it makes.
    pub(super) fn functor(&mut self) -> Vec<Dec> {
        let ty = self.program.tyvars.len();
        let equality = self.rng.chance(40);
        self.program.tyvars.push(TyVarInfo { name: "X.t".to_owned(), equality });
        let mark = self.vars.len();
        self.tyvars.push(ty);
        let mut args = vec![self.argument(Ty::Var(ty))];
        for _ in 0..self.rng.below(3) {
            let of = match self.rng.below(3) {
                0 => Ty::fun(Ty::Var(ty), self.ty(1)),
                1 => Ty::fun(self.ty(1), Ty::Var(ty)),
                _ => self.ty(1),
            };
            args.push(self.argument(of));
        }
        let module = self.module();
        self.tyvars.pop();
        self.vars.truncate(mark);
        self.modules += 1;
        let functor = Rc::new(Functor { name: format!("F{}", self.modules), ty, args, module });
        let mut decs = vec![Dec::Functor(functor.clone())];
        for _ in 0..self.rng.between(1, 3) {
            decs.push(self.instance(&functor, equality));
        }
        decs
    }

    fn argument(&mut self, ty: Ty) -> Var {
        let var = self.var("X.v", Vec::new(), ty);
        self.vars.push(var);
        var
    }

    fn instance(&mut self, functor: &Rc<Functor>, equality: bool) -> Dec {
        let ty = if equality { self.equality_ty() } else { self.ty(2) };
        // An exception that carries the empty record would be taken for one that carries nothing.
        let ty = if ty == Ty::unit() { Ty::INT } else { ty };
        let types = [(functor.ty, ty.clone())];
        let value = |var: &Var| {
            let of = self.program.vars[*var].ty.with(&types);
            self.intro(&of, 1)
        };
        let args: Vec<Exp> = functor.args.iter().map(value).collect();
        let args = args.into_iter().map(|exp| self.safe(exp)).collect::<Vec<_>>();
        let args = functor.args.iter().copied().zip(args).collect();
        let exports = self.exports(&functor.module, Some((functor.ty, ty.clone())));
        Dec::Apply { functor: functor.name.clone(), ty, args, exports }
    }

    fn module(&mut self) -> Module {
        let marks = (self.vars.len(), self.exceptions.len(), self.datas.len());
        let mut body = Vec::new();
        if self.rng.chance(70) {
            body.push(self.datatype());
        }
        if self.rng.chance(40) {
            body.push(self.exception());
        }
        for _ in 0..self.rng.between(1, 3) {
            body.push(if self.rng.chance(70) { self.function(2) } else { self.value() });
        }
        let ascription =
            self.rng.pick(&[Ascription::None, Ascription::Transparent, Ascription::Opaque]);
        Module {
            body,
            vals: self.vars.split_off(marks.0),
            exceptions: self.exceptions.split_off(marks.1),
            datas: self.datas.split_off(marks.2),
            ascription,
        }
    }

    /// The variables that a structure binds, by new numbers and qualified names, with a type for
    /// the one that a functor takes.
    fn exports(&mut self, module: &Module, ty: Option<(TyVar, Ty)>) -> Exports {
        self.modules += 1;
        let name = format!("A{}", self.modules);
        let first = self.program.datas.len();
        let datas: Vec<(DataId, DataId)> = module.datas.iter().copied().zip(first..).collect();
        let types: Vec<(TyVar, Ty)> = ty.into_iter().collect();
        let outside = |ty: &Ty| renamed(ty, &datas).with(&types);
        for (from, _) in &datas {
            let data = self.program.datas[*from].clone();
            let con = |con: &Con| Con {
                name: format!("{name}.{}", base_name(&con.name)),
                arg: con.arg.as_ref().map(outside),
                shown: con.shown.as_ref().map(|ty| renamed(ty, &datas)),
            };
            let cons = data.cons.iter().map(con).collect();
            let name = format!("{name}.{}", data.name);
            self.program.datas.push(Data { name, params: data.params, cons, small: data.small });
        }
        let mut vals = Vec::new();
        for from in module.vals.iter().chain(&module.exceptions) {
            let info = self.program.vars[*from].clone();
            let to = self.program.vars.len();
            let (name, ty) = (format!("{name}.{}", info.name), outside(&info.ty));
            self.program.vars.push(VarInfo { name, params: info.params, ty });
            vals.push((*from, to));
        }
        let count = module.vals.len();
        self.vars.extend(vals[..count].iter().map(|(_, to)| *to));
        self.exceptions.extend(vals[count..].iter().map(|(_, to)| *to));
        self.datas.extend(datas.iter().map(|(_, to)| *to));
        Exports { name, vals, datas }
    }
}

/// With other datatypes for some.
fn renamed(ty: &Ty, datas: &[(DataId, DataId)]) -> Ty {
    let of = |ty: &Ty| Box::new(renamed(ty, datas));
    match ty {
        Ty::Int(_) | Ty::Word(_) | Ty::Char | Ty::String | Ty::Exn | Ty::Var(_) => ty.clone(),
        Ty::Record(fields) => {
            Ty::Record(fields.iter().map(|(l, ty)| (l.clone(), renamed(ty, datas))).collect())
        }
        Ty::Data(id, args) => {
            let new = datas.iter().find(|(from, _)| from == id).map_or(*id, |(_, to)| *to);
            Ty::Data(new, args.iter().map(|ty| renamed(ty, datas)).collect())
        }
        Ty::Vector(ty) => Ty::Vector(of(ty)),
        Ty::Array(ty) => Ty::Array(of(ty)),
        Ty::Ref(ty) => Ty::Ref(of(ty)),
        Ty::Fun(arg, result) => Ty::Fun(of(arg), of(result)),
    }
}
