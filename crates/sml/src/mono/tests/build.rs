//! Programs of the core, made by hand.

use crate::core::{
    Builtin, Clause, Constructor, Dec, Definition, Equality, Exp, ExpKind, FunBind, Lit, Loc, Node,
    Pat, PatKind, Program, Rule, TopDec, Ty, TyCon, TyConInfo, TyVar, Var, VarInfo,
};
use base::Span;
use diag::{SourceId, Sources};

/// A program that grows; `bool` and `list` are there.
pub(super) struct Build {
    pub(super) p: Program,
    sources: Sources,
    source: SourceId,
    pub(super) int: Ty,
    pub(super) string: Ty,
    pub(super) bool: Ty,
    pub(super) unit: Ty,
    pub(super) exn: Ty,
    pub(super) list: TyCon,
    bool_con: TyCon,
}

impl Build {
    pub(super) fn new() -> Build {
        let mut sources = Sources::new();
        let source = sources.add("test.sml", "first line\nsecond line\n");
        let mut p = Program::default();
        let unit = p.types.intern(Node::Record(Box::new([])));
        let mut b = Build {
            p,
            sources,
            source,
            int: unit,
            string: unit,
            bool: unit,
            unit,
            exn: unit,
            list: base::EntityId::from_index(0),
            bool_con: base::EntityId::from_index(0),
        };
        b.int = b.builtin("int", Builtin::Int(64));
        b.string = b.builtin("string", Builtin::String);
        b.exn = b.builtin("exn", Builtin::Exn);
        b.bool_con = b.data("bool", 0, |_, _, _| vec![("false", None), ("true", None)]);
        b.bool = b.con_ty(b.bool_con, &[]);
        b.list = b.data("list", 1, |b, list, params| {
            let tail = b.con_ty(list, params);
            vec![("nil", None), ("::", Some(b.tuple(&[params[0], tail])))]
        });
        b
    }

    pub(super) fn finish(self) -> (Program, Sources) {
        (self.p, self.sources)
    }

    pub(super) fn loc(&self) -> Loc {
        Loc { source: self.source, span: Span::new(2, 5) }
    }

    fn builtin(&mut self, name: &str, builtin: Builtin) -> Ty {
        let con = self.tycon(name, Vec::new(), Definition::Builtin(builtin));
        self.con_ty(con, &[])
    }

    pub(super) fn tycon(
        &mut self,
        name: &str,
        params: Vec<TyVar>,
        definition: Definition,
    ) -> TyCon {
        let name = self.p.names.intern(name);
        let equality = Equality::IfArguments;
        self.p.tycons.push(TyConInfo { name, params, equality, definition, loc: None })
    }

    /// A datatype of so many parameters.
    pub(super) fn data(
        &mut self,
        name: &str,
        params: usize,
        cons: impl FnOnce(&mut Build, TyCon, &[Ty]) -> Vec<(&'static str, Option<Ty>)>,
    ) -> TyCon {
        let vars: Vec<TyVar> = (0..params).map(|_| self.tyvar()).collect();
        let con = self.tycon(name, vars.clone(), Definition::Abstract);
        let tys: Vec<Ty> = vars.iter().map(|v| self.var_ty(*v)).collect();
        let cons = cons(self, con, &tys);
        let cons = cons
            .into_iter()
            .map(|(name, arg)| Constructor { name: self.p.names.intern(name), arg })
            .collect();
        self.p.tycons[con].definition = Definition::Data(cons);
        con
    }

    pub(super) fn tyvar(&mut self) -> TyVar {
        let name = self.p.names.intern("'a");
        self.p.tyvars.push(name)
    }

    pub(super) fn var_ty(&mut self, var: TyVar) -> Ty {
        self.p.types.intern(Node::Var(var))
    }

    pub(super) fn con_ty(&mut self, con: TyCon, args: &[Ty]) -> Ty {
        self.p.types.intern(Node::Con(con, args.into()))
    }

    pub(super) fn list_ty(&mut self, item: Ty) -> Ty {
        self.con_ty(self.list, &[item])
    }

    pub(super) fn arrow(&mut self, arg: Ty, result: Ty) -> Ty {
        self.p.types.intern(Node::Arrow(arg, result))
    }

    pub(super) fn tuple(&mut self, parts: &[Ty]) -> Ty {
        let fields = parts
            .iter()
            .enumerate()
            .map(|(i, ty)| (self.p.names.intern(&(i + 1).to_string()), *ty))
            .collect();
        self.p.types.intern(Node::Record(fields))
    }

    pub(super) fn var(&mut self, name: &str, params: &[TyVar], ty: Ty) -> Var {
        let info = VarInfo {
            name: self.p.names.intern(name),
            params: params.to_vec(),
            ty,
            loc: self.loc(),
            path: None,
        };
        self.p.vars.push(info)
    }

    pub(super) fn exp(&self, kind: ExpKind, ty: Ty) -> Exp {
        Exp { kind, ty, loc: self.loc() }
    }

    pub(super) fn n(&self, n: i64) -> Exp {
        self.exp(ExpKind::Lit(Lit::Int(n.into())), self.int)
    }

    pub(super) fn s(&self, text: &str) -> Exp {
        self.exp(ExpKind::Lit(Lit::String(text.as_bytes().into())), self.string)
    }

    pub(super) fn truth(&self, value: bool) -> Exp {
        self.exp(ExpKind::Con(self.bool_con, u32::from(value), Vec::new()), self.bool)
    }

    /// A variable that is not polymorphic, or of its own group.
    pub(super) fn x(&self, var: Var) -> Exp {
        self.exp(ExpKind::Var(var, Vec::new()), self.p.vars[var].ty)
    }

    /// A variable at types, and its type there.
    pub(super) fn at(&self, var: Var, tys: &[Ty], ty: Ty) -> Exp {
        self.exp(ExpKind::Var(var, tys.to_vec()), ty)
    }

    pub(super) fn app(&self, fun: Exp, arg: Exp) -> Exp {
        let Node::Arrow(_, result) = self.p.types.node(fun.ty) else {
            panic!("not a function: {fun:?}")
        };
        let ty = *result;
        self.exp(ExpKind::App(Box::new(fun), Box::new(arg)), ty)
    }

    pub(super) fn pair(&mut self, parts: Vec<Exp>) -> Exp {
        let tys: Vec<Ty> = parts.iter().map(|e| e.ty).collect();
        let ty = self.tuple(&tys);
        let fields = parts
            .into_iter()
            .enumerate()
            .map(|(i, e)| (self.p.names.intern(&(i + 1).to_string()), e))
            .collect();
        self.exp(ExpKind::Record(fields), ty)
    }

    /// An operation of these arguments.
    pub(super) fn op(&mut self, name: &str, args: Vec<Exp>, result: Ty) -> Exp {
        let arg =
            if args.len() == 1 { args.into_iter().next().expect("one") } else { self.pair(args) };
        let ty = self.arrow(arg.ty, result);
        let prim = self.exp(ExpKind::Prim(name.into()), ty);
        self.app(prim, arg)
    }

    /// A constructor of a datatype at types, applied.
    pub(super) fn con(&mut self, con: TyCon, tag: u32, tys: &[Ty], arg: Option<Exp>) -> Exp {
        let ty = self.con_ty(con, tys);
        match arg {
            None => self.exp(ExpKind::Con(con, tag, tys.to_vec()), ty),
            Some(arg) => {
                let fun = self.arrow(arg.ty, ty);
                let fun = self.exp(ExpKind::Con(con, tag, tys.to_vec()), fun);
                self.app(fun, arg)
            }
        }
    }

    pub(super) fn iff(&self, a: Exp, b: Exp, c: Exp) -> Exp {
        let ty = b.ty;
        self.exp(ExpKind::If(Box::new(a), Box::new(b), Box::new(c)), ty)
    }

    pub(super) fn case(&self, of: Exp, rules: Vec<(Pat, Exp)>) -> Exp {
        let ty = rules[0].1.ty;
        let rules = rules.into_iter().map(|(pat, exp)| Rule { pat, exp }).collect();
        self.exp(ExpKind::Case(Box::new(of), rules), ty)
    }

    pub(super) fn func(&mut self, pat: Pat, body: Exp) -> Exp {
        let ty = self.arrow(pat.ty, body.ty);
        self.exp(ExpKind::Fn(vec![Rule { pat, exp: body }]), ty)
    }

    pub(super) fn letx(&self, decs: Vec<Dec>, body: Exp) -> Exp {
        let ty = body.ty;
        self.exp(ExpKind::Let(decs, Box::new(body)), ty)
    }

    pub(super) fn pv(&self, var: Var) -> Pat {
        Pat { kind: PatKind::Var(var), ty: self.p.vars[var].ty, loc: self.loc() }
    }

    pub(super) fn pat(&self, kind: PatKind, ty: Ty) -> Pat {
        Pat { kind, ty, loc: self.loc() }
    }

    pub(super) fn ptuple(&mut self, pats: Vec<Pat>) -> Pat {
        let tys: Vec<Ty> = pats.iter().map(|p| p.ty).collect();
        let ty = self.tuple(&tys);
        let fields = pats
            .into_iter()
            .enumerate()
            .map(|(i, p)| (self.p.names.intern(&(i + 1).to_string()), p))
            .collect();
        self.pat(PatKind::Record(fields), ty)
    }

    pub(super) fn fun(&self, params: &[TyVar], var: Var, clauses: Vec<(Vec<Pat>, Exp)>) -> Dec {
        let clauses = clauses.into_iter().map(|(pats, exp)| Clause { pats, exp }).collect();
        let bind = FunBind { var, clauses, loc: self.loc() };
        Dec::Fun { params: params.to_vec(), binds: vec![bind] }
    }

    pub(super) fn val(&self, pat: Pat, exp: Exp) -> Dec {
        Dec::Val { params: Vec::new(), pat, exp, loc: self.loc() }
    }

    pub(super) fn top(&mut self, dec: Dec) {
        self.p.decs.push(TopDec { dec, library: false });
    }

    /// `val _ = print (e as a string)`, with a line break.
    pub(super) fn show(&mut self, e: Exp) {
        let text = if e.ty == self.int {
            let ten = self.n(10);
            self.op("i64.to.str", vec![e, ten], self.string)
        } else if e.ty == self.bool {
            self.iff(e, self.s("true"), self.s("false"))
        } else {
            e
        };
        let line = self.op("str.concat", vec![text, self.s("\n")], self.string);
        let exp = self.op("print", vec![line], self.unit);
        let wild = self.pat(PatKind::Wild, self.unit);
        let dec = self.val(wild, exp);
        self.top(dec);
    }
}
