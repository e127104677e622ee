//! Operations, parameters and results: unboxed tuples are taken apart, types in
//! an `any` become classes.

use super::Lower;
use anf::Atom as A;
use base::{Name, Pos};
use cps::{Atom, Let, Var, VarInfo};
use prim::{AnyClass, Data, Op, Ty, TyId};

impl Lower<'_> {
    /// Translates an operation.
    pub(super) fn op(
        &mut self,
        dst: &[anf::Var],
        op: &Op,
        args: &[A],
        pos: Pos,
        lets: &mut Vec<Let>,
    ) {
        let Op::Data(data) = op else {
            let args = self.all_atoms(args);
            lets.push(Let::Op { dst: self.bind_all(dst), op: op.clone(), args, pos });
            return;
        };
        if self.is_hollow(data, dst, args) {
            return self.hollow(dst, data, args, pos, lets);
        }
        let mut emit = |dst: Vec<Var>, op: Data, args: Vec<Atom>| {
            lets.push(Let::Op { dst, op: op.into(), args, pos });
        };
        match data {
            Data::Copy | Data::Unboxed => self.env[dst[0]] = Some(self.all_atoms(args).into()),
            Data::Part(i) => {
                let (at, n) = self.component(&args[0], *i as usize);
                let part = match &args[0] {
                    A::Var(v) => self.env[*v].as_ref().map(|parts| parts[at..at + n].into()),
                    A::Const(_) => None,
                };
                self.env[dst[0]] = Some(part.unwrap_or_else(|| self.all_atoms(args).into()));
            }
            Data::Get(i) => {
                let (at, _) = self.component(&args[0], *i as usize);
                let object = self.all_atoms(&args[..1]);
                for (j, part) in self.bind(dst[0]).into_iter().enumerate() {
                    emit(vec![part], Data::Get((at + j) as u32), object.clone());
                }
            }
            Data::Set(i) => {
                let (at, _) = self.component(&args[0], *i as usize);
                let object = self.one_atom(&args[0]);
                for (j, part) in self.atoms(&args[1]).into_iter().enumerate() {
                    emit(vec![], Data::Set((at + j) as u32), vec![object.clone(), part]);
                }
            }
            Data::Ref | Data::Deref | Data::Assign if self.is_wide_ref(data, dst, args) => {
                self.wide_ref(data, dst, args, emit);
            }
            Data::Inject | Data::Is(_) | Data::Project(_) => {
                let op = self.any_op(data, &args[0]);
                let args = self.all_atoms(args);
                emit(self.bind_all(dst), op, args);
            }
            other => {
                let args = self.all_atoms(args);
                emit(self.bind_all(dst), other.clone(), args);
            }
        }
    }

    /// A ref of an unboxed tuple is a tuple of mutable fields.
    fn wide_ref(
        &mut self,
        data: &Data,
        dst: &[anf::Var],
        args: &[A],
        mut emit: impl FnMut(Vec<Var>, Data, Vec<Atom>),
    ) {
        let values = self.all_atoms(args);
        match data {
            Data::Ref => emit(vec![Var(dst[0].0)], Data::Tuple, values),
            Data::Deref => {
                for (j, part) in self.bind(dst[0]).into_iter().enumerate() {
                    emit(vec![part], Data::Get(j as u32), values.clone());
                }
            }
            _ => {
                for (j, part) in values[1..].iter().enumerate() {
                    emit(vec![], Data::Set(j as u32), vec![values[0].clone(), part.clone()]);
                }
            }
        }
    }

    /// Binds parameters that travel as `spread` says; the tuple that is not
    /// built any more is built again in `lets`.
    pub(super) fn bind_spread(
        &mut self,
        vars: &[anf::Var],
        spread: (Option<TyId>, Vec<TyId>),
        lets: &mut Vec<Let>,
        pos: Pos,
    ) -> Vec<Var> {
        let bound = self.bind_all(vars);
        let (Some(_), parts) = spread else { return bound };
        let name = self.vars[bound[0]].name.clone();
        let parts: Vec<Var> = parts.iter().map(|ty| self.fresh(&name, *ty)).collect();
        let args = parts.iter().map(|v| Atom::Var(*v)).collect();
        lets.push(Let::Op { dst: bound, op: Data::Tuple.into(), args, pos });
        parts
    }

    /// The operands that travel for `atoms`; components of a spread tuple are
    /// taken in `lets`.
    pub(super) fn spread(
        &mut self,
        atoms: Vec<Atom>,
        spread: (Option<TyId>, Vec<TyId>),
        lets: &mut Vec<Let>,
        pos: Pos,
    ) -> Vec<Atom> {
        let (Some(_), parts) = spread else { return atoms };
        let fields = parts.iter().enumerate().map(|(i, ty)| {
            let part = self.vars.push(VarInfo { name: Name::from("p"), ty: *ty });
            lets.push(Let::Op {
                dst: vec![part],
                op: Data::Get(i as u32).into(),
                args: atoms.clone(),
                pos,
            });
            Atom::Var(part)
        });
        fields.collect()
    }

    /// Where component `i` of a tuple begins when it is flattened, and how many there are.
    fn component(&mut self, tuple: &A, i: usize) -> (usize, usize) {
        let A::Var(var) = tuple else { return (0, 0) };
        self.flat.component(self.ty(*var), i)
    }

    fn is_wide_ref(&mut self, data: &Data, dst: &[anf::Var], args: &[A]) -> bool {
        let var = match (data, &args[0]) {
            (Data::Ref, _) => dst[0],
            (_, A::Var(v)) => *v,
            (_, A::Const(_)) => return false,
        };
        let Ty::Ref(content) = self.module.types.get(self.ty(var)) else { return false };
        self.flat.explode(*content).len() > 1
    }

    fn any_op(&self, data: &Data, arg: &A) -> Data {
        let types = &self.module.types;
        match (data, arg) {
            (Data::Is(ty), _) => Data::AnyIs(AnyClass::of(types, *ty)),
            (Data::Project(ty), _) => Data::AnyProject(AnyClass::of(types, *ty)),
            (_, A::Var(v)) => Data::AnyInject(AnyClass::of(types, self.ty(*v))),
            (_, A::Const(c)) => Data::AnyInject(match c {
                prim::Const::Int(w, _) => AnyClass::Int(*w),
                prim::Const::F32(_) => AnyClass::F32,
                prim::Const::F64(_) => AnyClass::F64,
                prim::Const::Str(_) => AnyClass::Boxed("str".into()),
                prim::Const::Big(_) => AnyClass::Boxed("intinf".into()),
                prim::Const::Null => AnyClass::Boxed("ptr".into()),
            }),
        }
    }
}
