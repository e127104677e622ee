//! The types of a module: every former, over and over.

use super::Generator;
use anf::{Global, Linkage};
use base::EntityId;
use prim::Data;
use types::{Constructor, Field, GlobalId, SumId, Ty, TyId, Width};

/// The number of types that a module makes up.
const TYPES: usize = 14;

impl Generator<'_> {
    pub(super) fn write_types(&mut self) {
        let sums: Vec<SumId> = (0..self.rng.between(1, 3))
            .map(|i| self.module.types.add_sum(format!("s{i}"), Vec::new()))
            .collect();
        for sum in &sums {
            let ty = self.module.types.intern(Ty::Sum(*sum));
            self.pool.push(ty);
        }
        for _ in 0..TYPES {
            let ty = self.new_type();
            self.pool.push(ty);
        }
        for sum in sums {
            self.write_sum(sum);
        }
        let strs = self.module.types.of_prim(types::PTy::Strs);
        let bytes = self.module.types.of_prim(types::PTy::Bytes);
        let chars = self.module.types.of_prim(types::PTy::Chars);
        self.pool.extend([strs, bytes, chars]);
    }

    /// Gives a sum its constructors; the first can be made of simple types alone.
    fn write_sum(&mut self, sum: SumId) {
        let count = self.rng.weighted(&[(2, 1), (4, 2), (4, 3), (2, 4), (1, 9)]);
        let mut constructors = Vec::new();
        for i in 0..count {
            let fields = if i == 0 && self.rng.chance(60) {
                Vec::new()
            } else {
                let n = self.rng.weighted(&[(2, 0), (4, 1), (4, 2), (2, 3), (1, 6)]);
                (0..n).map(|_| if i == 0 { self.simple_type() } else { self.some_type() }).collect()
            };
            constructors.push(Constructor { name: format!("c{i}").into(), fields });
        }
        self.module.types.sums[sum].constructors = constructors;
    }

    /// A type without parts.
    pub(super) fn simple_type(&mut self) -> TyId {
        let ty = match self.rng.below(20) {
            0..=6 => Ty::Int(Width::I64),
            7..=10 => Ty::Int(self.rng.pick(&Width::ALL)),
            11..=12 => Ty::F64,
            13 => Ty::F32,
            14..=15 => Ty::Str,
            16 => Ty::Big,
            17 => Ty::Exn,
            18 => Ty::Any,
            _ => Ty::Ptr,
        };
        self.module.types.intern(ty)
    }

    /// Any type of the module.
    pub(super) fn some_type(&mut self) -> TyId {
        if self.pool.is_empty() || self.rng.chance(45) {
            self.simple_type()
        } else {
            self.rng.pick(&self.pool)
        }
    }

    pub(super) fn some_types(&mut self, least: usize, most: usize) -> Vec<TyId> {
        let count = self.rng.between(least, most);
        if self.here.c_result.is_some() {
            let widths = (0..count).map(|_| self.rng.pick(&Width::ALL));
            return widths.map(|width| self.module.types.int(width)).collect();
        }
        (0..count).map(|_| self.some_type()).collect()
    }

    /// A new type over those there are.
    fn new_type(&mut self) -> TyId {
        let ty = match self.rng.below(22) {
            0..=3 => self.tuple_type(),
            4..=6 => {
                let most = self.rng.weighted(&[(3, 2), (3, 3), (1, 0), (1, 5)]);
                self.unboxed_type(most)
            }
            7..=9 => Ty::Array(self.element_type()),
            10..=11 => Ty::Vector(self.element_type()),
            12..=13 => Ty::Ref(self.some_type()),
            14 => Ty::Weak(self.heap_type()),
            15..=18 => Ty::Fun(self.parameter_types(), self.result_types()),
            19 => Ty::Cont(self.some_types(0, 3)),
            20 => Ty::ExnCon(self.some_types(0, 3)),
            _ => Ty::Tuple(self.any_fields()),
        };
        self.module.types.intern(ty)
    }

    fn tuple_type(&mut self) -> Ty {
        let fields = self.rng.weighted(&[(1, 0), (3, 1), (6, 2), (6, 3), (2, 5), (1, 35)]);
        let mutable = self.rng.pick(&[0, 0, 40]);
        let field = |cx: &mut Self| Field { ty: cx.some_type(), mutable: cx.rng.chance(mutable) };
        Ty::Tuple((0..fields).map(|_| field(self)).collect())
    }

    /// Not so many components that nests of them explode.
    fn unboxed_type(&mut self, most: usize) -> Ty {
        let parts = self.some_types(0, most);
        let words: usize = parts.iter().map(|part| self.words(*part)).sum();
        if words <= abi::MIXED_WORDS { Ty::Unboxed(parts) } else { Ty::Unboxed(Vec::new()) }
    }

    /// A tuple of `any`s, which is its own representation in an `any`.
    fn any_fields(&mut self) -> Vec<Field> {
        let ty = self.module.types.intern(Ty::Any);
        (0..self.rng.between(1, 3)).map(|_| Field { ty, mutable: self.rng.chance(30) }).collect()
    }

    /// A type whose values fit in an element.
    fn element_type(&mut self) -> TyId {
        for _ in 0..4 {
            let ty = self.some_type();
            if self.words(ty) <= abi::MIXED_WORDS {
                return ty;
            }
        }
        self.simple_type()
    }

    fn words(&self, ty: TyId) -> usize {
        let Ty::Unboxed(parts) = self.module.types.get(ty) else { return 1 };
        parts.iter().map(|part| self.words(*part)).sum()
    }

    /// A type that a weak reference may have.
    fn heap_type(&mut self) -> TyId {
        for _ in 0..8 {
            let ty = self.some_type();
            if !matches!(
                self.module.types.get(ty),
                Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Ptr | Ty::Unboxed(_)
            ) {
                return ty;
            }
        }
        self.module.types.intern(Ty::Str)
    }

    /// Few parameters, or more than there are registers.
    pub(super) fn parameter_types(&mut self) -> Vec<TyId> {
        match self.rng.below(12) {
            0 => {
                let ty = self.simple_type();
                let mut many = vec![ty; self.rng.between(8, 12)];
                many.extend(self.some_types(0, 3));
                many
            }
            1 => {
                let float = self.module.types.intern(Ty::F64);
                vec![float; self.rng.between(8, 10)]
            }
            _ => self.some_types(0, 4),
        }
    }

    pub(super) fn result_types(&mut self) -> Vec<TyId> {
        let most = self.rng.weighted(&[(1, 0), (8, 1), (3, 3), (1, 10)]);
        self.some_types(most.min(1), most)
    }

    /// Cells, and the order in which the entry sets them.
    pub(super) fn write_globals(&mut self) {
        for i in 0..self.rng.between(1, 5) {
            let ty = if self.rng.chance(70) { self.rng.pick(&self.pool) } else { self.some_type() };
            if matches!(self.module.types.get(ty), Ty::Unboxed(_)) {
                continue;
            }
            let linkage = if self.rng.chance(10) { Linkage::Export } else { Linkage::Local };
            let id = self.module.globals.push(Global { name: format!("g{i}").into(), ty, linkage });
            self.globals.push((id, ty));
        }
    }

    /// Sets every cell before anything can read one.
    pub(super) fn set_globals(&mut self) {
        let fuel = super::values::int(self.config.fuel as i64);
        self.effect(Data::GlobalSet(GlobalId::from_index(0)), vec![fuel]);
        for (id, ty) in self.globals.clone() {
            let value = self.build(ty, 2);
            self.effect(Data::GlobalSet(id), vec![value]);
        }
    }
}
