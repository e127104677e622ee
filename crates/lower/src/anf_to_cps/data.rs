//! Operations, parameters and results: unboxed tuples are taken apart, types in
//! an `any` become classes.

use super::Lower;
use anf::Atom as A;
use base::{Name, Pos, bug};
use cps::{Atom, Let, Var, VarInfo};
use prim::Data;
use types::{AnyClass, Ty, TyId};

/// The types in which a value travels or lies; and the tuple, if they are the fields of one.
type Spread = (Option<TyId>, Vec<TyId>);

impl Lower<'_> {
    /// Translates an operation.
    #[expect(clippy::wildcard_enum_match_arm, reason = "few operations change with the layout")]
    pub(super) fn op(
        &mut self,
        dst: &[anf::Var],
        op: &anf::Op,
        args: &[A],
        pos: Pos,
        lets: &mut Vec<Let>,
    ) {
        let data = match op {
            anf::Op::Data(data) => data,
            anf::Op::Unboxed => return self.env[dst[0]] = Some(self.all_atoms(args).into()),
            anf::Op::Part(i) => return self.part(dst[0], *i, &args[0]),
            anf::Op::Prim(prim) => return self.plain(dst, cps::Op::Prim(*prim), args, pos, lets),
            anf::Op::Inject | anf::Op::Is(_) | anf::Op::Project(_) | anf::Op::As(_) => {
                let op = self.any_op(op, &args[0]);
                return self.plain(dst, op, args, pos, lets);
            }
        };
        if self.is_hollow(data, dst, args) {
            return self.hollow(dst, data, args, pos, lets);
        }
        if let Some(element) = self.spread_element(data, dst, args) {
            return self.element(dst, data, args, element, pos, lets);
        }
        let mut emit = |dst: Vec<Var>, op: Data, args: Vec<Atom>| {
            lets.push(Let::Op { dst, op: op.into(), args, pos });
        };
        match data {
            Data::Copy => self.env[dst[0]] = Some(self.all_atoms(args).into()),
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
            other => {
                let args = self.all_atoms(args);
                emit(self.bind_all(dst), other.clone(), args);
            }
        }
    }

    /// The parts of an element, if the operation is on elements of an array that were tuples.
    fn spread_element(&mut self, data: &Data, dst: &[anf::Var], args: &[A]) -> Option<Spread> {
        let reads = matches!(data, Data::ArrayGet | Data::ArrayGetU);
        let array = match args.first() {
            _ if matches!(data, Data::ArrayNew | Data::ArrayLit) => dst[0],
            Some(A::Var(array)) if reads => *array,
            Some(A::Var(array)) if matches!(data, Data::ArraySet | Data::ArraySetU) => *array,
            Some(_) | None => return None,
        };
        let ty = self.module.types.get(self.ty(array));
        let (Ty::Array(element) | Ty::Vector(element)) = ty else { return None };
        Some(self.flat.element_parts(*element)).filter(|(tuple, _)| tuple.is_some())
    }

    /// Translates such an operation: a tuple is taken apart before it is stored, and built again
    /// after it was read.
    #[expect(clippy::wildcard_enum_match_arm, reason = "few operations are on elements")]
    fn element(
        &mut self,
        dst: &[anf::Var],
        data: &Data,
        args: &[A],
        spread: Spread,
        pos: Pos,
        lets: &mut Vec<Let>,
    ) {
        let (mut atoms, mut rebuilt) = (self.all_atoms(args), Vec::new());
        let (first, dst) = match data {
            Data::ArrayGet | Data::ArrayGetU => {
                (atoms.len(), self.bind_spread(dst, spread.clone(), &mut rebuilt, pos))
            }
            Data::ArraySet | Data::ArraySetU => (2, self.bind_all(dst)),
            Data::ArrayNew => (1, self.bind_all(dst)),
            _ => (0, self.bind_all(dst)),
        };
        for tuple in atoms.split_off(first) {
            let parts = self.spread(vec![tuple], spread.clone(), lets, pos);
            atoms.extend(parts);
        }
        lets.push(Let::Op { dst, op: data.clone().into(), args: atoms, pos });
        lets.append(&mut rebuilt);
    }

    /// An operation on the same operands, taken apart.
    fn plain(&mut self, dst: &[anf::Var], op: cps::Op, args: &[A], pos: Pos, lets: &mut Vec<Let>) {
        let args = self.all_atoms(args);
        lets.push(Let::Op { dst: self.bind_all(dst), op, args, pos });
    }

    /// A component of an unboxed tuple is some of what stands for the tuple.
    fn part(&mut self, dst: anf::Var, i: u32, tuple: &A) {
        let (at, n) = self.component(tuple, i as usize);
        self.env[dst] = Some(self.atoms(tuple)[at..at + n].into());
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
        if *data == Data::Ref {
            emit(vec![Var(dst[0].0)], Data::Tuple, values);
        } else if *data == Data::Deref {
            for (j, part) in self.bind(dst[0]).into_iter().enumerate() {
                emit(vec![part], Data::Get(j as u32), values.clone());
            }
        } else if *data == Data::Assign {
            for (j, part) in values[1..].iter().enumerate() {
                emit(vec![], Data::Set(j as u32), vec![values[0].clone(), part.clone()]);
            }
        } else {
            bug!("{data:?} is no operation on a ref")
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

    /// The index and the number of the flattened parts of component `i` of a tuple.
    fn component(&mut self, tuple: &A, i: usize) -> (usize, usize) {
        let A::Var(var) = tuple else { unreachable!("a constant is no tuple") };
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

    /// An operation on an `any`, by class.
    fn any_op(&self, op: &anf::Op, operand: &A) -> cps::Op {
        let class = |ty: &TyId| AnyClass::of(&self.module.types, *ty);
        match op {
            anf::Op::Inject => cps::Op::AnyInject(self.class_of(operand)),
            anf::Op::Is(ty) => cps::Op::AnyIs(class(ty)),
            anf::Op::Project(ty) => cps::Op::AnyProject(class(ty)),
            anf::Op::As(ty) => cps::Op::AnyAs(class(ty)),
            anf::Op::Prim(_) | anf::Op::Data(_) | anf::Op::Unboxed | anf::Op::Part(_) => {
                bug!("{op:?} is on no any")
            }
        }
    }

    /// The class of what is injected.
    fn class_of(&self, value: &A) -> AnyClass {
        match value {
            A::Var(v) => AnyClass::of(&self.module.types, self.ty(*v)),
            A::Const(c) => match c {
                prim::Const::Int(w, _) => AnyClass::Int(*w),
                prim::Const::F32(_) => AnyClass::F32,
                prim::Const::F64(_) => AnyClass::F64,
                prim::Const::Str(_) => AnyClass::Str,
                prim::Const::Big(_) => AnyClass::Boxed("intinf".into()),
                prim::Const::Null => AnyClass::Boxed("ptr".into()),
            },
        }
    }
}
