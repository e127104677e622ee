//! Declarations and modules.

use super::super::syntax::{Ascription, DataId, Dec, Exports, Fun, Functor, Module, PatKind, Ty};
use super::super::syntax::{Exp, Var};
use super::super::value::base_name;
use super::Printer;

impl Printer<'_> {
    pub(super) fn decs(&self, decs: &[Dec], between: &str) -> String {
        let text: Vec<_> = decs.iter().map(|dec| format!("{}{between}", self.dec(dec))).collect();
        text.concat()
    }

    fn dec(&self, dec: &Dec) -> String {
        match dec {
            // Every other has its type beside it.
            Dec::Val(pat, exp) => {
                let says = matches!(pat.kind, PatKind::Var(var) if var % 2 == 0);
                format!("val {} = {}", self.typed_pat(pat, !says), self.exp(exp, says))
            }
            Dec::Fun(funs) => {
                let funs: Vec<_> = funs.iter().map(|fun| self.fun(fun)).collect();
                format!("fun {}", funs.join(" and "))
            }
            Dec::Datatype(ids) => {
                format!("{} {}", self.datatype(ids), self.show_functions(ids))
            }
            Dec::Exception(var, arg) => self.exception(*var, arg.as_ref()),
            Dec::Structure(module, exports) => {
                format!("structure {}{}", exports.name, self.module(module))
            }
            Dec::Functor(functor) => self.functor(functor),
            Dec::Apply { functor, ty, args, exports } => self.apply(functor, ty, args, exports),
            Dec::Print { number, caught, exp } => {
                let value = format!("{} {}", self.show(&exp.ty), self.exp(exp, false));
                let caught = match caught {
                    true => {
                        format!(" handle e => print (\"{number}! \" ^ exnName e ^ \"\\n\")")
                    }
                    false => String::new(),
                };
                format!("val () = print (\"{number}: \" ^ {value} ^ \"\\n\"){caught}")
            }
        }
    }

    fn fun(&self, fun: &Fun) -> String {
        let tyvars: Vec<_> = fun.params.iter().map(|var| self.ty(&Ty::Var(*var))).collect();
        let tyvars = match &tyvars[..] {
            [] => String::new(),
            _ if !fun.explicit => String::new(),
            [var] => format!("{var} "),
            vars => format!("({}) ", vars.join(", ")),
        };
        let result =
            if fun.explicit { format!(" : {}", self.ty(&fun.result)) } else { String::new() };
        let clause = |(i, (pats, body)): (usize, &(Vec<_>, _))| {
            let pats: Vec<_> = pats.iter().map(|pat| self.typed_pat(pat, i > 0)).collect();
            let known = fun.explicit || i > 0;
            let result = if i == 0 { &result } else { "" };
            format!("{} {}{result} = {}", self.name(fun.var), pats.join(" "), self.exp(body, known))
        };
        let clauses: Vec<_> = fun.clauses.iter().enumerate().map(clause).collect();
        format!("{tyvars}{}", clauses.join(" | "))
    }

    fn datatype(&self, ids: &[DataId]) -> String {
        let one = |id: &DataId| {
            let data = &self.program.datas[*id];
            let vars = data.params.iter().map(|var| Ty::Var(*var)).collect();
            let con = |con: &super::super::syntax::Con| match &con.arg {
                None => con.name.clone(),
                Some(arg) => format!("{} of {}", con.name, self.ty(arg)),
            };
            let cons: Vec<_> = data.cons.iter().map(con).collect();
            format!("{} = {}", self.ty(&Ty::Data(*id, vars)), cons.join(" | "))
        };
        format!("datatype {}", ids.iter().map(one).collect::<Vec<_>>().join(" and "))
    }

    fn exception(&self, var: usize, arg: Option<&Ty>) -> String {
        let of = arg.map_or_else(String::new, |arg| format!(" of {}", self.ty(arg)));
        format!("exception {}{of}", self.name(var))
    }

    /// From the ascription on.
    fn module(&self, module: &Module) -> String {
        let body = format!("struct {}end", self.decs(&module.body, "\n"));
        match module.ascription {
            Ascription::None => format!(" = {body}"),
            Ascription::Transparent => format!(" : {} = {body}", self.signature(module)),
            Ascription::Opaque => format!(" :> {} = {body}", self.signature(module)),
        }
    }

    fn signature(&self, module: &Module) -> String {
        let mut specs = Vec::new();
        for dec in &module.body {
            if let Dec::Datatype(ids) = dec {
                specs.push(self.datatype(ids));
                specs.extend(ids.iter().map(|id| self.show_spec(*id)));
            }
        }
        for dec in &module.body {
            if let Dec::Exception(var, arg) = dec {
                specs.push(self.exception(*var, arg.as_ref()));
            }
        }
        for var in &module.vals {
            specs.push(format!(
                "val {} : {}",
                self.name(*var),
                self.ty(&self.program.vars[*var].ty)
            ));
        }
        format!("sig {} end", specs.join(" "))
    }

    fn functor(&self, functor: &Functor) -> String {
        let keyword = if self.program.tyvars[functor.ty].equality { "eqtype" } else { "type" };
        let spec = |var: &usize| {
            let ty = self.ty(&self.program.vars[*var].ty).replace("X.", "");
            format!(" val {} : {ty}", base_name(self.name(*var)))
        };
        let specs: String = functor.args.iter().map(spec).collect();
        let module = self.module(&functor.module);
        format!("functor {} (X : sig {keyword} t{specs} end){module}", functor.name)
    }

    fn apply(&self, functor: &str, ty: &Ty, args: &[(Var, Exp)], exports: &Exports) -> String {
        let value = |(var, exp): &(Var, Exp)| {
            let ty = self.ty(&exp.ty);
            format!(" val {} : {ty} = {}", base_name(self.name(*var)), self.exp(exp, true))
        };
        let values: String = args.iter().map(value).collect();
        let ty = self.ty(ty);
        format!("structure {} = {functor} (struct type t = {ty}{values} end)", exports.name)
    }
}
