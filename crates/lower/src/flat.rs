//! Flattens the types of ANF for CPS.
//!
//! An unboxed tuple is spread over the parameters, results, fields and
//! operands in whose place it stands. A function with a single parameter that
//! is an immutable tuple of at most [`abi::SPREAD_ARGS`] takes the components of that tuple; a
//! single result that is one of at most [`abi::SPREAD_RESULTS`] is returned as its components.
//! So which slot holds what is a pure function of the type, through unknown calls too: this is
//! the convention, and no optimisation.
//!
//! ```text
//! fun(#(i64, str), f64) -> ()   =>  fun(i64, str, f64) -> ()
//! fun((i64, str)) -> ((f64))    =>  fun(i64, str) -> (f64)
//! (i64, #(f64, str))            =>  (i64, f64, str)
//! ref(#(i64, str))              =>  (mut i64, mut str)
//! array(#(i64, str))            =>  array(#(i64, str))
//! array(#(str)), ref(#(str))    =>  array(str), ref(str)
//! ```
//! An element of an array or vector that is an immutable tuple of two to [`SPREAD_ELEMENTS`]
//! components lies there as these. A tuple has no identity, so nobody can tell whether a read gives
//! the one that was stored. The layout, too, is a function of the type: units that are compiled at
//! different times agree on it.
//!
//! ```text
//! array((i64, str))             =>  array(#(i64, str))
//! ```
//! A mutable object whose contents take no room stays a distinct object; it gets a dummy `i1`.
//!
//! ```text
//! array(#()), ref(#())          =>  array(i1), ref(i1)
//! (str, mut #())                =>  (str, mut i1)
//! ```

use base::{SecondaryMap, bug};
use rustc_hash::FxHashMap;
use types::{Constructor, Field, SumId, Ty, TyId, TyTable};

/// Most components of a tuple that lies in an array as its components: a reader that keeps the tuple
/// must build it again, and whoever moves elements copies all of them.
const SPREAD_ELEMENTS: usize = abi::SPREAD_RESULTS;

/// Translates types from one table to another, with a memory.
pub(crate) struct Flat<'a> {
    from: &'a TyTable,
    /// The table of flattened types.
    pub(crate) to: TyTable,
    memo: FxHashMap<TyId, TyId>,
    exploded: SecondaryMap<TyId, Option<std::rc::Rc<[TyId]>>>,
    /// By tuple: the index of the first flattened part of each component, and the end of the last.
    starts: FxHashMap<TyId, Vec<usize>>,
}

impl<'a> Flat<'a> {
    /// Translates the sums at once, the other types as they are met.
    pub(crate) fn new(from: &'a TyTable) -> Flat<'a> {
        let mut flat = Flat {
            from,
            to: TyTable::default(),
            memo: FxHashMap::default(),
            exploded: SecondaryMap::new(),
            starts: FxHashMap::default(),
        };
        for sum in from.sums.values() {
            flat.to.add_sum(sum.name.clone(), Vec::new());
        }
        for (id, sum) in from.sums.iter() {
            let id: SumId = id;
            let constructors = sum
                .constructors
                .iter()
                .map(|c| Constructor { name: c.name.clone(), fields: flat.explode_all(&c.fields) })
                .collect();
            flat.to.sums[id].constructors = constructors;
        }
        flat
    }

    /// The flattened types of the components of `ty`: one, unless it is an unboxed tuple.
    pub(crate) fn explode(&mut self, ty: TyId) -> std::rc::Rc<[TyId]> {
        if let Some(parts) = &self.exploded[ty] {
            return parts.clone();
        }
        let parts: std::rc::Rc<[TyId]> = if let Ty::Unboxed(parts) = self.from.get(ty) {
            self.explode_all(parts).into()
        } else {
            [self.one(ty)].into()
        };
        self.exploded[ty] = Some(parts.clone());
        parts
    }

    /// The components of all of `tys`, one after the other.
    pub(crate) fn explode_all(&mut self, tys: &[TyId]) -> Vec<TyId> {
        tys.iter().flat_map(|ty| self.explode(*ty).to_vec()).collect()
    }

    /// The index and the number of the flattened parts of component `i` of a tuple.
    pub(crate) fn component(&mut self, tuple: TyId, i: usize) -> (usize, usize) {
        if !self.starts.contains_key(&tuple) {
            let ty = self.from.get(tuple);
            let fields: Vec<TyId> = if let Ty::Tuple(fields) = ty {
                fields.iter().map(|f| f.ty).collect()
            } else if let Ty::Unboxed(parts) = ty {
                parts.clone()
            } else {
                bug!("{ty:?} has no components")
            };
            let mut starts = vec![0];
            for (at, field) in fields.into_iter().enumerate() {
                starts.push(starts[at] + self.explode(field).len());
            }
            self.starts.insert(tuple, starts);
        }
        let starts = &self.starts[&tuple];
        (starts[i], starts[i + 1] - starts[i])
    }

    /// The flattened type of something that is not an unboxed tuple.
    pub(crate) fn one(&mut self, ty: TyId) -> TyId {
        if let Some(to) = self.memo.get(&ty) {
            return *to;
        }
        let flat = match self.from.get(ty) {
            Ty::Tuple(fields) => self.tuple(fields),
            Ty::Unboxed(parts) => Ty::Unboxed(self.explode_all(parts)),
            Ty::Array(e) => Ty::Array(self.element(*e)),
            Ty::Vector(e) => Ty::Vector(self.element(*e)),
            Ty::Ref(e) => match self.explode(*e)[..] {
                [] => Ty::Ref(self.to.bool()),
                [content] => Ty::Ref(content),
                ref parts => {
                    Ty::Tuple(parts.iter().map(|ty| Field { ty: *ty, mutable: true }).collect())
                }
            },
            Ty::Weak(e) => Ty::Weak(self.one(*e)),
            Ty::Fun(params, results) => {
                let params = self.params(params).1;
                Ty::Fun(params, self.results(results).1)
            }
            Ty::Cont(tys) => Ty::Cont(self.results(tys).1),
            Ty::ExnCon(tys) => Ty::ExnCon(self.explode_all(tys)),
            same @ (Ty::Int(_)
            | Ty::F32
            | Ty::F64
            | Ty::Str
            | Ty::Big
            | Ty::Exn
            | Ty::Origin
            | Ty::Any
            | Ty::Ptr
            | Ty::Sum(_)) => same.clone(),
        };
        let to = self.to.intern(flat);
        self.memo.insert(ty, to);
        to
    }

    fn tuple(&mut self, fields: &[Field]) -> Ty {
        let mut flat = Vec::new();
        for field in fields {
            let parts = self.explode(field.ty);
            flat.extend(parts.iter().map(|ty| Field { ty: *ty, mutable: field.mutable }));
        }
        if self.lacks_identity(fields) {
            flat.push(Field { ty: self.to.bool(), mutable: true });
        }
        Ty::Tuple(flat)
    }

    /// True if there are mutable fields, but all of them are flattened to nothing.
    pub(crate) fn lacks_identity(&mut self, fields: &[Field]) -> bool {
        let mut mutable = fields.iter().filter(|field| field.mutable).peekable();
        mutable.peek().is_some() && mutable.all(|field| self.explode(field.ty).is_empty())
    }

    /// The type of an array's elements: an unboxed tuple only of two and more.
    fn element(&mut self, ty: TyId) -> TyId {
        let parts = self.element_parts(ty).1;
        match parts[..] {
            [] => self.to.bool(),
            [single] => single,
            _ => self.to.intern(Ty::Unboxed(parts)),
        }
    }

    /// The flattened types of which an element of an array consists; and the tuple, if they are the
    /// fields of one that is spread.
    pub(crate) fn element_parts(&mut self, ty: TyId) -> (Option<TyId>, Vec<TyId>) {
        let parts = self.explode(ty).to_vec();
        match self.spread(parts.clone(), SPREAD_ELEMENTS) {
            (_, fields) if fields.len() < 2 => (None, parts),
            spread => spread,
        }
    }

    /// The flattened types in which parameters of these types travel; and the tuple, if they are
    /// the fields of one that is spread.
    pub(crate) fn params(&mut self, tys: &[TyId]) -> (Option<TyId>, Vec<TyId>) {
        let parts = self.explode_all(tys);
        self.spread(parts, abi::SPREAD_ARGS)
    }

    /// The flattened types in which results of these types travel; and the tuple, if they are the
    /// fields of one that is spread.
    pub(crate) fn results(&mut self, tys: &[TyId]) -> (Option<TyId>, Vec<TyId>) {
        let parts = self.explode_all(tys);
        self.spread(parts, abi::SPREAD_RESULTS)
    }

    fn spread(&self, parts: Vec<TyId>, most: usize) -> (Option<TyId>, Vec<TyId>) {
        if let [single] = parts[..]
            && let Ty::Tuple(fields) = self.to.get(single)
            && fields.len() <= most
            && fields.iter().all(|f| !f.mutable)
        {
            return (Some(single), fields.iter().map(|f| f.ty).collect());
        }
        (None, parts)
    }
}
