//! Data operations, each with operands that it can do something with.

use super::{Bound, Generator, values};
use anf::{Atom, Op};
use prim::{CmpOp, Data, IntOp, Prim};
use types::{ForeignId, PTy, Ty, TyId, Width};

/// Kinds of data operations, as they are chosen.
#[derive(Clone, Copy)]
enum Kind {
    Copy,
    Build,
    Tuple,
    Part,
    Ref,
    ArrayNew,
    ArrayRead,
    ArrayWrite,
    ArrayUnchecked,
    ArrayCopy,
    ArrayLoop,
    Freeze,
    Same,
    Weak,
    IdHash,
    HeapSize,
    Any,
    Exn,
    ExnCon,
    Global,
    Foreign,
}

impl Generator<'_> {
    pub(super) fn data_statement(&mut self) {
        let kind = self.rng.weighted(&[
            (3, Kind::Copy),
            (14, Kind::Build),
            (14, Kind::Tuple),
            (6, Kind::Part),
            (10, Kind::Ref),
            (5, Kind::ArrayNew),
            (10, Kind::ArrayRead),
            (6, Kind::ArrayWrite),
            (8, Kind::ArrayUnchecked),
            (5, Kind::ArrayCopy),
            (3, Kind::ArrayLoop),
            (3, Kind::Freeze),
            (6, Kind::Same),
            (4, Kind::Weak),
            (2, Kind::IdHash),
            (2, Kind::HeapSize),
            (10, Kind::Any),
            (8, Kind::Exn),
            (4, Kind::ExnCon),
            (12, Kind::Global),
            (4, Kind::Foreign),
        ]);
        match kind {
            Kind::Copy => {
                let ty = self.some_type();
                let value = self.value(ty, 1);
                self.op1(Data::Copy, vec![value], ty);
            }
            Kind::Build => {
                let ty = self.rng.pick(&self.pool.clone());
                self.build(ty, 2);
            }
            Kind::Tuple => self.tuple_statement(),
            Kind::Part => self.part_statement(),
            Kind::Ref => self.ref_statement(),
            Kind::ArrayNew => self.guarded(Self::array_new),
            Kind::ArrayRead => self.array_read(),
            Kind::ArrayWrite => self.array_write(),
            Kind::ArrayUnchecked => self.array_unchecked(),
            Kind::ArrayCopy => self.array_copy(),
            Kind::ArrayLoop => self.array_loop(),
            Kind::Freeze => self.freeze(),
            Kind::Same => self.same(),
            Kind::Weak => self.weak(),
            Kind::IdHash => self.id_hash(),
            Kind::HeapSize => self.heap_size(),
            Kind::Any => self.any(),
            Kind::Exn => self.exn(),
            Kind::ExnCon => {
                let tys = self.some_types(0, 3);
                let ty = self.module.types.intern(Ty::ExnCon(tys));
                self.make_exncon(ty);
            }
            Kind::Global => self.global(),
            Kind::Foreign => self.foreign(),
        }
    }

    /// A variable whose type fits, or a new value of a type of the pool that fits.
    fn of_type(&mut self, fits: impl Fn(&Ty) -> bool) -> Option<Bound> {
        let found = self.pick_bound(|cx, bound| fits(cx.module.types.get(bound.ty)));
        if found.is_some() && self.rng.chance(80) {
            return found;
        }
        let tys: Vec<TyId> =
            self.pool.iter().copied().filter(|ty| fits(self.module.types.get(*ty))).collect();
        if tys.is_empty() {
            return found;
        }
        let ty = self.rng.pick(&tys);
        match self.build(ty, 2) {
            Atom::Var(var) => self.scope.iter().rfind(|bound| bound.var == var).cloned(),
            // Some values are constants, such as strings.
            Atom::Const(_) => found,
        }
    }

    fn tuple_statement(&mut self) {
        let Some(tuple) = self.of_type(|ty| matches!(ty, Ty::Tuple(_))) else { return };
        let Ty::Tuple(fields) = self.module.types.get(tuple.ty).clone() else {
            unreachable!("a tuple was picked")
        };
        if fields.is_empty() {
            return;
        }
        let i = self.rng.below(fields.len());
        let place = Atom::Var(tuple.var);
        if fields[i].mutable && self.rng.chance(60) {
            // Read before and after: the second must not be taken for the first.
            self.op1(Data::Get(i as u32), vec![place.clone()], fields[i].ty);
            let value = self.value(fields[i].ty, 1);
            self.effect(Data::Set(i as u32), vec![place.clone(), value]);
            let after = self.op1(Data::Get(i as u32), vec![place], fields[i].ty);
            if fields[i].ty == self.module.types.i64() {
                self.call_report(i as i64, after);
            }
            return;
        }
        self.op1(Data::Get(i as u32), vec![place], fields[i].ty);
    }

    fn part_statement(&mut self) {
        let Some(parts) = self.of_type(|ty| matches!(ty, Ty::Unboxed(_))) else { return };
        let Ty::Unboxed(tys) = self.module.types.get(parts.ty).clone() else {
            unreachable!("an unboxed tuple was picked")
        };
        if !tys.is_empty() {
            let i = self.rng.below(tys.len());
            self.op1(Op::Part(i as u32), vec![Atom::Var(parts.var)], tys[i]);
        }
    }

    fn ref_statement(&mut self) {
        let Some(cell) = self.of_type(|ty| matches!(ty, Ty::Ref(_))) else { return };
        let Ty::Ref(ty) = *self.module.types.get(cell.ty) else {
            unreachable!("a reference was picked")
        };
        let place = Atom::Var(cell.var);
        if self.rng.chance(60) {
            let value = self.value(ty, 1);
            self.effect(Data::Assign, vec![place.clone(), value]);
        }
        self.op1(Data::Deref, vec![place], ty);
    }

    /// A blank array of a few elements, which are set.
    fn array_blank(&mut self, elem: TyId) {
        let ty = self.module.types.intern(Ty::Array(elem));
        let elems: Vec<Atom> = (0..self.rng.below(4)).map(|_| self.value(elem, 1)).collect();
        let array = self.op1(Data::ArrayBlank, vec![values::int(elems.len() as i64)], ty);
        for (i, value) in (0..).zip(elems) {
            self.effect(Data::ArraySetU, vec![array.clone(), values::int(i), value]);
        }
    }

    /// Sizes that are right, too small and too large.
    fn array_new(&mut self) {
        let elem = self.some_type();
        if self.rng.chance(20) {
            return self.array_blank(elem);
        }
        let (array, vector) = (Ty::Array(elem), Ty::Vector(elem));
        let ty = if self.rng.chance(50) { array } else { vector };
        let ty = self.module.types.intern(ty);
        let value = self.value(elem, 1);
        let size = match self.rng.below(8) {
            0 => values::int(self.rng.pick(&[-1, i64::MIN, (1 << 36) + 1, i64::MAX])),
            1..=2 => {
                let i64 = self.module.types.i64();
                let any = self.value(i64, 1);
                self.prim1(Prim::Int(IntOp::And, Width::I64), vec![any, values::int(7)])
            }
            3 => values::int(40),
            _ => values::int(self.rng.below(5) as i64),
        };
        self.op1(Data::ArrayNew, vec![size, value], ty);
    }

    fn is_array(ty: &Ty) -> bool {
        matches!(ty, Ty::Array(_) | Ty::Vector(_))
    }

    fn element(&self, ty: TyId) -> TyId {
        let (Ty::Array(elem) | Ty::Vector(elem)) = self.module.types.get(ty) else {
            unreachable!("only arrays and vectors have elements")
        };
        *elem
    }

    fn array_read(&mut self) {
        let Some(array) = self.of_type(Self::is_array) else { return };
        let place = Atom::Var(array.var);
        let elem = self.element(array.ty);
        if self.rng.chance(30) {
            let i64 = self.module.types.i64();
            self.op1(Data::ArrayLen, vec![place.clone()], i64);
        }
        let index = self.index();
        if self.rng.chance(75) {
            self.guarded(|cx| {
                cx.op1(Data::ArrayGet, vec![place, index], elem);
            });
        } else {
            self.op1(Data::ArrayGet, vec![place, index], elem);
        }
    }

    fn array_write(&mut self) {
        let Some(array) = self.of_type(|ty| matches!(ty, Ty::Array(_))) else { return };
        let elem = self.element(array.ty);
        let index = self.index();
        let value = self.value(elem, 1);
        let args = vec![Atom::Var(array.var), index, value];
        if self.rng.chance(75) {
            self.guarded(|cx| cx.effect(Data::ArraySet, args));
        } else {
            self.effect(Data::ArraySet, args);
        }
    }

    /// Elements of an array whose least length is known.
    fn array_unchecked(&mut self) {
        let long =
            |cx: &Generator<'_>, b: &Bound| b.len > 0 && Self::is_array(cx.module.types.get(b.ty));
        let Some(array) = self.pick_bound(long) else {
            let elem = self.some_type();
            let ty = self.module.types.intern(Ty::Array(elem));
            let args = self.values(&[elem, elem], 1);
            self.op1(Data::ArrayLit, args, ty);
            return self.note_len(2);
        };
        let (place, elem) = (Atom::Var(array.var), self.element(array.ty));
        let index = if self.rng.chance(50) {
            values::int(self.rng.below(array.len) as i64)
        } else {
            let i64 = self.module.types.i64();
            let len = self.op1(Data::ArrayLen, vec![place.clone()], i64);
            let any = self.value(i64, 1);
            self.prim1(Prim::Int(IntOp::URem, Width::I64), vec![any, len])
        };
        if matches!(self.module.types.get(array.ty), Ty::Array(_)) && self.rng.chance(50) {
            let value = self.value(elem, 1);
            self.effect(Data::ArraySetU, vec![place.clone(), index.clone(), value]);
        }
        self.op1(Data::ArrayGetU, vec![place, index], elem);
    }

    /// From an array or vector to an array of the same elements, often itself.
    fn array_copy(&mut self) {
        let Some(to) = self.of_type(|ty| matches!(ty, Ty::Array(_))) else { return };
        let elem = self.element(to.ty);
        let vector = self.module.types.intern(Ty::Vector(elem));
        let fits = |_: &Generator<'_>, bound: &Bound| bound.ty == to.ty || bound.ty == vector;
        let from = self.pick_bound(fits).map_or(to.var, |bound| bound.var);
        let (i, j, n) = (self.index(), self.index(), self.index());
        let args = vec![Atom::Var(from), i, Atom::Var(to.var), j, n];
        self.guarded(|cx| cx.effect(Data::ArrayCopy, args));
    }

    /// Of an array that nobody else has.
    fn freeze(&mut self) {
        let elem = self.some_type();
        let array = self.module.types.intern(Ty::Array(elem));
        let vector = self.module.types.intern(Ty::Vector(elem));
        let len = self.rng.below(4);
        let args = (0..len).map(|_| self.value(elem, 1)).collect();
        let fresh = self.op1(Data::ArrayLit, args, array);
        self.forget(&fresh);
        self.op1(Data::Freeze, vec![fresh], vector);
        self.note_len(len);
    }

    fn has_identity(ty: &Ty) -> bool {
        matches!(ty, Ty::Ref(_) | Ty::Array(_) | Ty::ExnCon(_))
            || matches!(ty, Ty::Tuple(fields) if fields.iter().any(|field| field.mutable))
    }

    fn same(&mut self) {
        let Some(one) = self.of_type(Self::has_identity) else { return };
        let other = self.value(one.ty, 1);
        let i1 = self.module.types.bool();
        self.op1(Data::Same, vec![Atom::Var(one.var), other], i1);
    }

    /// True if a value of the type can be an object.
    fn may_be_object(ty: &Ty) -> bool {
        !matches!(ty, Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Ptr | Ty::Unboxed(_))
    }

    /// Compares the size of a value with 0. The size depends on its representation; that it is not
    /// negative does not.
    fn heap_size(&mut self) {
        let Some(value) = self.of_type(Self::may_be_object) else { return };
        let i64 = self.module.types.i64();
        let bytes = self.op1(Data::HeapSize, vec![Atom::Var(value.var)], i64);
        self.forget(&bytes);
        self.prim1(Prim::Cmp(CmpOp::Sge, Width::I64), vec![bytes, values::int(0)]);
    }

    /// A weak reference; where the referent is gone, the referent stands for it.
    fn weak(&mut self) {
        let Some(value) = self.of_type(Self::may_be_object) else { return };
        let ty = self.module.types.intern(Ty::Weak(value.ty));
        let referent = Atom::Var(value.var);
        let weak = self.op1(Data::Weak, vec![referent.clone()], ty);
        if self.rng.chance(40) {
            let i1 = self.module.types.bool();
            let lives = self.op1(Data::WeakLive, vec![weak.clone()], i1);
            self.forget(&lives);
        }
        self.op1(Data::WeakGet, vec![weak, referent], value.ty);
    }

    /// The identity hash of what has an identity is the same twice.
    fn id_hash(&mut self) {
        let hashed = |ty: &Ty| Self::has_identity(ty) && !matches!(ty, Ty::ExnCon(_));
        let Some(value) = self.of_type(hashed) else { return };
        let i64 = self.module.types.i64();
        let one = self.op1(Data::IdHash, vec![Atom::Var(value.var)], i64);
        self.forget(&one);
        let other = self.op1(Data::IdHash, vec![Atom::Var(value.var)], i64);
        self.forget(&other);
        self.prim1(Prim::Cmp(CmpOp::Eq, Width::I64), vec![one, other]);
    }

    fn any(&mut self) {
        let any = self.module.types.intern(Ty::Any);
        let value = self.value(any, 1);
        let mut ty = self.some_type();
        if !self.injectable(ty) {
            ty = self.module.types.i64();
        }
        if self.rng.chance(40) {
            let i1 = self.module.types.bool();
            self.op1(Op::Is(ty), vec![value.clone()], i1);
        }
        if self.rng.chance(70) {
            self.guarded(|cx| {
                cx.op1(Op::Project(ty), vec![value], ty);
            });
        }
    }

    /// Looks into an exception.
    fn exn(&mut self) {
        let exn = self.module.types.intern(Ty::Exn);
        let value = self.value(exn, 1);
        let constructor = match self.of_type(|ty| matches!(ty, Ty::ExnCon(_))) {
            Some(bound) if self.rng.chance(60) => Atom::Var(bound.var),
            Some(_) | None => self.builtin_exncon(),
        };
        let i1 = self.module.types.bool();
        self.op1(Data::ExnIs, vec![constructor.clone(), value.clone()], i1);
        let ty = self.ty_of(&constructor);
        let Ty::ExnCon(carried) = self.module.types.get(ty).clone() else {
            unreachable!("a constructor of exceptions")
        };
        let args = vec![constructor, value];
        self.guarded(|cx| {
            cx.op(Data::ExnGet, args, &carried);
        });
    }

    fn global(&mut self) {
        if self.globals.is_empty() {
            return;
        }
        let (id, ty) = self.rng.pick(&self.globals.clone());
        if self.rng.chance(50) {
            let value = self.value(ty, 1);
            self.effect(Data::GlobalSet(id), vec![value]);
        } else {
            self.op1(Data::Global(id), vec![], ty);
        }
    }

    fn foreign(&mut self) {
        if self.rng.chance(50) && self.c_call() {
            return;
        }
        let defined = |id| self.module.defines.iter().any(|define| define.foreign == id);
        let ids = self.module.foreigns.iter().map(|(id, _)| id).filter(|id| !defined(*id));
        let ids: Vec<ForeignId> = ids.collect();
        let id = self.rng.pick(&ids);
        let foreign = self.module.foreigns[id].clone();
        let mut args = self.values(&foreign.params, 1);
        if *foreign.symbol == *"labs" {
            // C leaves the least integer undefined.
            let any = self.value(foreign.params[0], 1);
            args = vec![self.prim1(Prim::Int(IntOp::Ashr, Width::I64), vec![any, values::int(1)])];
        } else if *foreign.symbol == *"abs" {
            let ty = self.module.types.of_prim(PTy::Int(Width::I16));
            let any = self.value(ty, 1);
            args = vec![self.prim1(Prim::Sext(Width::I16, Width::I32), vec![any])];
        }
        self.op(Data::Foreign(id), args, &foreign.results);
    }
}
