//! Questions that every pass asks of a term, with the names that all three languages share.
//!
//! ```text
//! Let, Tail   operands, bodies   its own, in the order of the text, not those of the bodies inside
//!             defs               what a binding binds in what follows it
//!             uses               the variables that it uses
//! Body        each_use, each_binder, each_operand_mut, size    also of all bodies inside
//! ```
//! A binder is any variable that is bound, be it by a binding or as a parameter. Everything is
//! linear and in the order of the text. Bodies nested in one another are walked by recursion; the
//! bindings of one body are not.

use crate::{Atom, Block, Body, Case, Fun, Let, Module, Tail, Var};
use base::Pos;
use rustc_hash::FxHashSet;

impl Atom {
    /// The variable, unless it is a constant.
    pub fn var(&self) -> Option<Var> {
        match self {
            Atom::Var(var) => Some(*var),
            Atom::Const(_) => None,
        }
    }
}

impl Let {
    /// The variables it binds in what follows it.
    pub fn defs(&self) -> impl Iterator<Item = Var> {
        let (dst, funs, block): (&[Var], &[Fun], Option<&Block>) = match self {
            Let::Op { dst, .. }
            | Let::Call { dst, .. }
            | Let::Callcc { dst, .. }
            | Let::Handle { dst, .. } => (dst, &[], None),
            Let::Funs(funs) => (&[], funs, None),
            Let::Join(block) | Let::Cont(block) => (&[], &[], Some(block)),
        };
        let funs = funs.iter().map(|fun| fun.name);
        dst.iter().copied().chain(funs).chain(block.map(|block| block.name))
    }

    /// Its operands, not those of the bodies inside.
    pub fn operands(&self) -> impl Iterator<Item = &Atom> {
        let (first, rest): (Option<&Atom>, &[Atom]) = match self {
            Let::Op { args, .. } => (None, args),
            Let::Call { fun, args, .. } => (Some(fun), args),
            Let::Callcc { fun, .. } => (Some(fun), &[]),
            Let::Handle { .. } | Let::Funs(_) | Let::Join(_) | Let::Cont(_) => (None, &[]),
        };
        first.into_iter().chain(rest)
    }

    /// Its operands, not those of the bodies inside.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Atom> {
        let (first, rest): (Option<&mut Atom>, &mut [Atom]) = match self {
            Let::Op { args, .. } => (None, args),
            Let::Call { fun, args, .. } => (Some(fun), args),
            Let::Callcc { fun, .. } => (Some(fun), &mut []),
            Let::Handle { .. } | Let::Funs(_) | Let::Join(_) | Let::Cont(_) => (None, &mut []),
        };
        first.into_iter().chain(rest)
    }

    /// The variables it uses, not those of the bodies inside.
    pub fn uses(&self) -> impl Iterator<Item = Var> {
        self.operands().filter_map(Atom::var)
    }

    /// The bodies inside.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        let (handle, funs, block): (_, &[Fun], Option<&Block>) = match self {
            Let::Op { .. } | Let::Call { .. } | Let::Callcc { .. } => ([None, None], &[], None),
            Let::Handle { body, handler, .. } => ([Some(body), Some(handler)], &[], None),
            Let::Funs(funs) => ([None, None], funs, None),
            Let::Join(block) | Let::Cont(block) => ([None, None], &[], Some(block)),
        };
        let funs = funs.iter().map(|fun| &fun.body);
        handle.into_iter().flatten().chain(funs).chain(block.map(|block| &block.body))
    }

    /// The bodies inside.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Body> {
        let (handle, funs, block): (_, &mut [Fun], Option<&mut Block>) = match self {
            Let::Op { .. } | Let::Call { .. } | Let::Callcc { .. } => ([None, None], &mut [], None),
            Let::Handle { body, handler, .. } => ([Some(body), Some(handler)], &mut [], None),
            Let::Funs(funs) => ([None, None], funs, None),
            Let::Join(block) | Let::Cont(block) => ([None, None], &mut [], Some(block)),
        };
        let funs = funs.iter_mut().map(|fun| &mut fun.body);
        handle.into_iter().flatten().chain(funs).chain(block.map(|block| &mut block.body))
    }

    /// Its position; for a group of functions, that of the first.
    pub fn pos(&self) -> Pos {
        match self {
            Let::Op { pos, .. }
            | Let::Call { pos, .. }
            | Let::Callcc { pos, .. }
            | Let::Handle { pos, .. } => *pos,
            Let::Funs(funs) => funs.first().map_or(Pos::NONE, |fun| fun.pos),
            Let::Join(block) | Let::Cont(block) => block.pos,
        }
    }
}

impl Tail {
    /// True if it returns the values of these variables, and nothing else.
    pub fn returns(&self, vars: &[Var]) -> bool {
        let same = |(atom, var): (&Atom, &Var)| *atom == Atom::Var(*var);
        matches!(self, Tail::Ret(atoms)
            if atoms.len() == vars.len() && atoms.iter().zip(vars).all(same))
    }

    /// Its operands, not those of the bodies inside. The join point of a jump
    /// is not an operand.
    pub fn operands(&self) -> impl Iterator<Item = &Atom> {
        let (first, rest): (Option<&Atom>, &[Atom]) = match self {
            Tail::Ret(args) | Tail::Jump { args, .. } => (None, args),
            Tail::TailCall { fun, args, .. } => (Some(fun), args),
            Tail::Throw { cont, args, .. } => (Some(cont), args),
            Tail::If { cond, .. } => (Some(cond), &[]),
            Tail::SwitchInt { scrutinee, .. } | Tail::SwitchSum { scrutinee, .. } => {
                (Some(scrutinee), &[])
            }
            Tail::Raise { exn, origin, .. } => (Some(exn), origin.as_slice()),
            Tail::Unreachable => (None, &[]),
        };
        first.into_iter().chain(rest)
    }

    /// Its operands, not those of the bodies inside. The join point of a jump
    /// is not an operand.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Atom> {
        let (first, rest): (Option<&mut Atom>, &mut [Atom]) = match self {
            Tail::Ret(args) | Tail::Jump { args, .. } => (None, args),
            Tail::TailCall { fun, args, .. } => (Some(fun), args),
            Tail::Throw { cont, args, .. } => (Some(cont), args),
            Tail::If { cond, .. } => (Some(cond), &mut []),
            Tail::SwitchInt { scrutinee, .. } | Tail::SwitchSum { scrutinee, .. } => {
                (Some(scrutinee), &mut [])
            }
            Tail::Raise { exn, origin, .. } => (Some(exn), origin.as_mut_slice()),
            Tail::Unreachable => (None, &mut []),
        };
        first.into_iter().chain(rest)
    }

    /// The variables it uses, not those of the bodies inside: those among its operands, and the
    /// join point that it jumps to.
    pub fn uses(&self) -> impl Iterator<Item = Var> {
        let join = if let Tail::Jump { join, .. } = self { Some(*join) } else { None };
        self.operands().filter_map(Atom::var).chain(join)
    }

    /// The bodies inside.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        let (two, ints, sums, default): (_, &[(u64, Body)], &[Case], Option<&Body>) = match self {
            Tail::Ret(_) | Tail::TailCall { .. } | Tail::Jump { .. } => (None, &[], &[], None),
            Tail::Raise { .. } | Tail::Throw { .. } | Tail::Unreachable => (None, &[], &[], None),
            Tail::If { then, els, .. } => (Some([&**then, &**els]), &[], &[], None),
            Tail::SwitchInt { cases, default, .. } => (None, cases, &[], Some(default)),
            Tail::SwitchSum { cases, default, .. } => (None, &[], cases, default.as_deref()),
        };
        let ints = ints.iter().map(|(_, body)| body);
        let sums = sums.iter().map(|case| &case.body);
        two.into_iter().flatten().chain(ints).chain(sums).chain(default)
    }

    /// The bodies inside.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Body> {
        let (two, ints, sums, default): (_, &mut [(u64, Body)], &mut [Case], Option<&mut Body>) =
            match self {
                Tail::Ret(_) | Tail::TailCall { .. } | Tail::Jump { .. } => {
                    (None, &mut [], &mut [], None)
                }
                Tail::Raise { .. } | Tail::Throw { .. } | Tail::Unreachable => {
                    (None, &mut [], &mut [], None)
                }
                Tail::If { then, els, .. } => {
                    (Some([&mut **then, &mut **els]), &mut [], &mut [], None)
                }
                Tail::SwitchInt { cases, default, .. } => (None, cases, &mut [], Some(default)),
                Tail::SwitchSum { cases, default, .. } => {
                    (None, &mut [], cases, default.as_deref_mut())
                }
            };
        let ints = ints.iter_mut().map(|(_, body)| body);
        let sums = sums.iter_mut().map(|case| &mut case.body);
        two.into_iter().flatten().chain(ints).chain(sums).chain(default)
    }
}

impl Body {
    /// Every use of a variable, also as the target of a jump, also in bodies inside.
    pub fn each_use(&self, f: &mut impl FnMut(Var)) {
        for binding in &self.lets {
            binding.uses().for_each(&mut *f);
            binding.bodies().for_each(|body| body.each_use(f));
        }
        self.tail.uses().for_each(&mut *f);
        self.tail.bodies().for_each(|body| body.each_use(f));
    }

    /// Every variable bound, also in bodies inside: in the order of the text,
    /// but the names of a group of functions before their parameters.
    pub fn each_binder(&self, f: &mut impl FnMut(Var)) {
        for binding in &self.lets {
            binding.defs().for_each(&mut *f);
            match binding {
                Let::Op { .. } | Let::Call { .. } | Let::Callcc { .. } => {}
                Let::Handle { body, exn, origin, handler, .. } => {
                    body.each_binder(f);
                    f(*exn);
                    origin.iter().copied().for_each(&mut *f);
                    handler.each_binder(f);
                }
                Let::Funs(funs) => funs.iter().for_each(|fun| fun.each_binder(f)),
                Let::Join(block) | Let::Cont(block) => {
                    block.params.iter().copied().for_each(&mut *f);
                    block.body.each_binder(f);
                }
            }
        }
        if let Tail::SwitchSum { cases, default, .. } = &self.tail {
            for case in cases {
                case.fields.iter().copied().for_each(&mut *f);
                case.body.each_binder(f);
            }
            default.iter().for_each(|body| body.each_binder(f));
        } else {
            self.tail.bodies().for_each(|body| body.each_binder(f));
        }
    }

    /// Replaces every operand, also in bodies inside.
    pub fn each_operand_mut(&mut self, f: &mut impl FnMut(&mut Atom)) {
        for binding in &mut self.lets {
            binding.operands_mut().for_each(&mut *f);
            binding.bodies_mut().for_each(|body| body.each_operand_mut(f));
        }
        self.tail.operands_mut().for_each(&mut *f);
        self.tail.bodies_mut().for_each(|body| body.each_operand_mut(f));
    }

    /// Replaces every variable where it is bound and where it is used, also in
    /// bodies inside.
    pub fn rename(&mut self, f: &mut impl FnMut(Var) -> Var) {
        for binding in &mut self.lets {
            binding.operands_mut().for_each(|atom| rename_atom(atom, f));
            match binding {
                Let::Op { dst, .. } | Let::Call { dst, .. } | Let::Callcc { dst, .. } => {
                    rename_all(dst, f)
                }
                Let::Handle { dst, body, exn, origin, handler, .. } => {
                    rename_all(dst, f);
                    body.rename(f);
                    *exn = f(*exn);
                    rename_all(origin.as_mut_slice(), f);
                    handler.rename(f);
                }
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| fun.rename(f)),
                Let::Join(block) | Let::Cont(block) => block.rename(f),
            }
        }
        self.tail.operands_mut().for_each(|atom| rename_atom(atom, f));
        if let Tail::Jump { join, .. } = &mut self.tail {
            *join = f(*join);
        } else if let Tail::SwitchSum { cases, default, .. } = &mut self.tail {
            for case in cases {
                rename_all(&mut case.fields, f);
                case.body.rename(f);
            }
            default.iter_mut().for_each(|body| body.rename(f));
        } else {
            self.tail.bodies_mut().for_each(|body| body.rename(f));
        }
    }

    /// The number of bindings and tails, also of bodies inside.
    pub fn size(&self) -> usize {
        let lets: usize = self.lets.iter().flat_map(Let::bodies).map(Body::size).sum();
        let tails: usize = self.tail.bodies().map(Body::size).sum();
        self.lets.len() + 1 + lets + tails
    }
}

fn rename_atom(atom: &mut Atom, f: &mut impl FnMut(Var) -> Var) {
    match atom {
        Atom::Var(var) => *var = f(*var),
        Atom::Const(_) => {}
    }
}

fn rename_all(vars: &mut [Var], f: &mut impl FnMut(Var) -> Var) {
    for var in vars {
        *var = f(*var);
    }
}

impl Block {
    fn rename(&mut self, f: &mut impl FnMut(Var) -> Var) {
        self.name = f(self.name);
        rename_all(&mut self.params, f);
        self.body.rename(f);
    }
}

impl Fun {
    /// Parameters and everything bound in the body; not the name.
    pub fn each_binder(&self, f: &mut impl FnMut(Var)) {
        self.params.iter().copied().for_each(&mut *f);
        self.body.each_binder(f);
    }

    /// Replaces every variable where it is bound and where it is used, the
    /// function's name too.
    pub fn rename(&mut self, f: &mut impl FnMut(Var) -> Var) {
        self.name = f(self.name);
        rename_all(&mut self.params, f);
        self.body.rename(f);
    }

    /// Variables that are used and not bound in it, in order of first use. The
    /// function's own name is one of them if it is used.
    pub fn free_vars(&self) -> Vec<Var> {
        let mut bound = FxHashSet::default();
        self.each_binder(&mut |var| {
            bound.insert(var);
        });
        let mut free = Vec::new();
        // What has been found is treated as bound, so that it is found once.
        self.body.each_use(&mut |var| {
            if bound.insert(var) {
                free.push(var);
            }
        });
        free
    }
}

impl Module {
    /// Every variable bound: imports, names of functions, then what each
    /// function binds.
    pub fn each_binder(&self, f: &mut impl FnMut(Var)) {
        self.imports.iter().map(|import| import.var).for_each(&mut *f);
        self.funs.iter().map(|fun| fun.name).for_each(&mut *f);
        self.funs.iter().for_each(|fun| fun.each_binder(f));
    }

    /// Replaces every variable where it is bound and where it is used. The
    /// table of variables stays as it is.
    pub fn rename(&mut self, f: &mut impl FnMut(Var) -> Var) {
        for import in &mut self.imports {
            import.var = f(import.var);
        }
        self.funs.iter_mut().for_each(|fun| fun.rename(f));
        rename_all(&mut self.exports, f);
        for define in &mut self.defines {
            define.fun = f(define.fun);
        }
        if let Some(entry) = &mut self.entry {
            *entry = f(*entry);
        }
    }

    /// The number of bindings and tails of all functions.
    pub fn size(&self) -> usize {
        self.funs.iter().map(|fun| fun.body.size()).sum()
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;
    use base::EntityId;

    const SOURCE: &str = "anf 1
        fun f(a: i64) -> (i64) {
            fun g(b: i64) -> (i64) {
                c: i64 = add.i64 a b
                d: i64 = call f c
                tailcall g d
            }
            join j(x: i64) { if true { jump j a } else { ret x } }
            e: i64 = handle { r: i64 = call g 1 ret r } with z { raise z }
            jump j e
        }";

    #[test]
    fn free_variables_are_used_and_not_bound() {
        let module = parse(SOURCE.as_bytes()).expect("a module");
        let crate::Let::Funs(group) = &module.funs[0].body.lets[0] else { panic!("functions") };
        let names = |vars: Vec<crate::Var>| -> Vec<String> {
            vars.into_iter().map(|v| module.vars[v].name.to_string()).collect()
        };
        assert_eq!(names(group[0].free_vars()), ["a", "f", "g"]);
        assert_eq!(names(module.funs[0].free_vars()), ["f"]);
    }

    #[test]
    fn definitions_come_in_the_order_of_the_text() {
        let module = parse(SOURCE.as_bytes()).expect("a module");
        let mut seen = Vec::new();
        module.each_binder(&mut |var| seen.push(var.index()));
        assert_eq!(seen, (0..module.vars.len()).collect::<Vec<_>>());
        assert_eq!(module.size(), 13);
    }

    #[test]
    fn renaming_reaches_every_occurrence() {
        let mut module = parse(SOURCE.as_bytes()).expect("a module");
        let before = module.to_string();
        module.rename(&mut |var| crate::Var(var.0 + 100));
        let mut uses = Vec::new();
        module.funs[0].body.each_use(&mut |var| uses.push(var.0));
        assert!(uses.iter().all(|n| *n >= 100));
        module.rename(&mut |var| crate::Var(var.0 - 100));
        assert_eq!(module.to_string(), before);
    }
}
