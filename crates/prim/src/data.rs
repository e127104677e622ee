//! Data operations that ANF and CPS share: typed by their operands, not by a fixed signature.
//!
//! The table [`crate::DATA_FORMS`] says how each is written, and what it means.
//! Each of the two has some of its own, in its `Op`: ANF those on unboxed tuples and those that
//! take types into an `any`, CPS those that are left of them, and fields of constructors.

use crate::{BuiltinExn, Effect};
use base::Name;
use c_abi::{CTy, Leaf};
use std::fmt;
use std::sync::Arc;
use types::{ForeignId, GlobalId, SumId, Ty, TyId, TyTable};

/// A data operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Data {
    Copy,
    Tuple,
    Get(u32),
    Set(u32),
    Con(SumId, u32),
    Ref,
    Deref,
    Assign,
    ArrayNew,
    ArrayBlank,
    ArrayLit,
    ArrayLen,
    ArrayGet,
    ArrayGetU,
    ArraySet,
    ArraySetU,
    ArrayCopy,
    Freeze,
    Same,
    Weak,
    WeakGet,
    WeakLive,
    IdHash,
    HeapSize,
    /// `exncon NAME` or `exncon NAME DESCRIPTION`: the second says how to write what an
    /// exception carries, as `host::show` reads it.
    ExnCon(Name, Option<Name>),
    Builtin(BuiltinExn),
    Exn,
    ExnIs,
    ExnGet,
    Global(GlobalId),
    GlobalSet(GlobalId),
    Foreign(ForeignId),
    C(COp),
}

/// An operation on memory that C code knows, addressed by a `ptr`; and what else freestanding code
/// wants.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum COp {
    /// The value of a type so many bytes behind an address.
    Load(u32, CTy),
    /// Stores a value of a type so many bytes behind an address.
    Store(u32, CTy),
    /// A value that is not looked at, such as what an alternative of a variant would carry.
    Any(CTy),
    /// The address of constant bytes and a zero.
    String(Arc<[u8]>),
}

impl COp {
    /// Its effect.
    pub fn effect(&self) -> Effect {
        match self {
            COp::Load(..) => Effect::Read,
            COp::Store(..) => Effect::Write,
            COp::Any(_) | COp::String(_) => Effect::Pure,
        }
    }

    /// The leaves of its operands and of its results.
    pub fn leaves(&self) -> (Vec<Leaf>, Vec<Leaf>) {
        match self {
            COp::Load(_, ty) => (vec![Leaf::Ptr], ty.leaves()),
            COp::Store(_, ty) => ([vec![Leaf::Ptr], ty.leaves()].concat(), vec![]),
            COp::Any(ty) => (vec![], ty.leaves()),
            COp::String(_) => (vec![], vec![Leaf::Ptr]),
        }
    }
}

impl fmt::Display for COp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            COp::Load(offset, ty) => write!(f, "c.load.{offset}[{ty}]"),
            COp::Store(offset, ty) => write!(f, "c.store.{offset}[{ty}]"),
            COp::Any(ty) => write!(f, "c.any[{ty}]"),
            COp::String(bytes) => write!(f, "c.string {}", text::show_str(bytes)),
        }
    }
}

impl Data {
    /// Its effect. Reading an immutable field is pure; whether a field is
    /// mutable is a matter of the operand's type, so `Get` counts as a read.
    pub fn effect(&self) -> Effect {
        match self {
            Data::Copy | Data::ArrayLen | Data::Same => Effect::Pure,
            Data::Con(..) | Data::Builtin(_) | Data::ExnIs => Effect::Pure,
            Data::Get(_) | Data::Deref | Data::ArrayGetU | Data::Global(_) => Effect::Read,
            Data::WeakGet | Data::WeakLive | Data::HeapSize => Effect::Read,
            Data::Tuple | Data::Ref | Data::ArrayLit | Data::Weak => Effect::Alloc,
            Data::ExnCon(..) | Data::Exn => Effect::Alloc,
            Data::Set(_)
            | Data::Assign
            | Data::ArraySet
            | Data::ArraySetU
            | Data::ArrayCopy
            | Data::GlobalSet(_) => Effect::Write,
            Data::ArrayGet | Data::IdHash => Effect::Write,
            Data::Freeze => Effect::Read,
            Data::ArrayNew | Data::ArrayBlank => Effect::AllocTrap,
            Data::ExnGet => Effect::Trap,
            Data::Foreign(_) => Effect::Control,
            Data::C(op) => op.effect(),
        }
    }
}

/// Checks a data operation's operands against the types of its results, as the
/// binders declare them. `global` and `foreign` give the declared types.
///
/// Returns what is wrong, in a few words.
pub fn data_results(
    types: &mut TyTable,
    data: &Data,
    args: &[TyId],
    results: &[TyId],
    global: impl Fn(GlobalId) -> Option<TyId>,
    foreign: impl Fn(ForeignId) -> Option<(Vec<TyId>, Vec<TyId>)>,
) -> Result<(), String> {
    let expected = expected_results(types, data, args, results.first().copied(), global, foreign)?;
    gives(types, &expected, results)
}

/// Says what is wrong if an operation that gives values of the types `expected` is bound to
/// others.
///
/// # Errors
/// Returns an error if the numbers or the types of the results differ.
pub fn gives(types: &TyTable, expected: &[TyId], results: &[TyId]) -> Result<(), String> {
    if expected.len() != results.len() {
        return Err(format!("gives {} results, bound to {}", expected.len(), results.len()));
    }
    for (want, got) in expected.iter().zip(results) {
        if want != got {
            return Err(format!("gives {}, bound to {}", types.show(*want), types.show(*got)));
        }
    }
    Ok(())
}

/// Says what is wrong if there are not as many operands as an operation takes.
///
/// # Errors
/// Returns an error if the numbers differ.
pub fn takes(count: usize, args: &[TyId]) -> Result<(), String> {
    if args.len() == count {
        Ok(())
    } else {
        Err(format!("takes {count} operands, given {}", args.len()))
    }
}

/// Says what is wrong if an operand is not of the type that an operation wants.
///
/// # Errors
/// Returns an error if the types differ.
pub fn wants(types: &TyTable, want: TyId, got: TyId) -> Result<(), String> {
    if want == got {
        Ok(())
    } else {
        Err(format!("wants {}, given {}", types.show(want), types.show(got)))
    }
}

fn expected_results(
    types: &mut TyTable,
    data: &Data,
    args: &[TyId],
    binder: Option<TyId>,
    global: impl Fn(GlobalId) -> Option<TyId>,
    foreign: impl Fn(ForeignId) -> Option<(Vec<TyId>, Vec<TyId>)>,
) -> Result<Vec<TyId>, String> {
    let i64 = types.i64();
    let i1 = types.bool();
    let ty = |types: &TyTable, i: usize| types.get(args[i]).clone();
    let count = |n: usize| takes(n, args);
    let same = wants;
    let all = |types: &TyTable, want: &[TyId], got: &[TyId]| {
        if want.len() != got.len() {
            return Err(format!("takes {} operands, given {}", want.len(), got.len()));
        }
        want.iter().zip(got).try_for_each(|(w, g)| same(types, *w, *g))
    };
    let not = |types: &TyTable, what: &str, i: usize| {
        Err(format!("wants {what}, given {}", types.show(args[i])))
    };
    let elem = |types: &TyTable, i: usize| {
        if let Ty::Array(e) | Ty::Vector(e) = ty(types, i) {
            return Ok(e);
        }
        not(types, "an array or vector", i).map(|()| i64)
    };
    let array = |types: &TyTable, i: usize| {
        if let Ty::Array(e) = ty(types, i) {
            return Ok(e);
        }
        not(types, "an array", i).map(|()| i64)
    };
    Ok(match data {
        Data::Copy => {
            count(1)?;
            vec![args[0]]
        }
        Data::Tuple => match binder.map(|b| types.get(b).clone()) {
            Some(Ty::Tuple(fields)) => {
                all(types, &fields.iter().map(|f| f.ty).collect::<Vec<_>>(), args)?;
                vec![binder.unwrap_or(i64)]
            }
            _ => vec![types.tuple(args)],
        },
        Data::Get(i) | Data::Set(i) => {
            let set = matches!(data, Data::Set(_));
            count(if set { 2 } else { 1 })?;
            let Ty::Tuple(fields) = ty(types, 0) else {
                return not(types, "a tuple", 0).map(|()| vec![]);
            };
            let Some(field) = fields.get(*i as usize) else {
                return Err(format!("there is no field {i} in {}", types.show(args[0])));
            };
            if !set {
                return Ok(vec![field.ty]);
            }
            if !field.mutable {
                return Err(format!("field {i} of {} is not mutable", types.show(args[0])));
            }
            same(types, field.ty, args[1])?;
            vec![]
        }
        Data::Con(sum, tag) => {
            let fields = constructor_fields(types, *sum, *tag)?;
            all(types, &fields, args)?;
            vec![types.intern(Ty::Sum(*sum))]
        }
        Data::Ref => {
            count(1)?;
            vec![types.intern(Ty::Ref(args[0]))]
        }
        Data::Deref | Data::Assign => {
            let set = *data == Data::Assign;
            count(if set { 2 } else { 1 })?;
            let Ty::Ref(content) = ty(types, 0) else {
                return not(types, "a ref", 0).map(|()| vec![]);
            };
            if !set {
                return Ok(vec![content]);
            }
            same(types, content, args[1])?;
            vec![]
        }
        Data::ArrayNew => {
            count(2)?;
            same(types, i64, args[0])?;
            vec![array_or_vector(types, binder, args[1])]
        }
        Data::ArrayBlank => {
            count(1)?;
            same(types, i64, args[0])?;
            match binder.map(|b| types.get(b)) {
                Some(Ty::Array(_)) => vec![binder.unwrap_or(i64)],
                _ => return Err("gives an array".to_owned()),
            }
        }
        Data::ArrayLit => match (binder.map(|b| types.get(b).clone()), args.first()) {
            (Some(Ty::Array(e) | Ty::Vector(e)), _) => {
                args.iter().try_for_each(|a| same(types, e, *a))?;
                vec![binder.unwrap_or(i64)]
            }
            (_, Some(first)) => vec![types.intern(Ty::Array(*first))],
            (_, None) => return Err("gives an array or vector".to_owned()),
        },
        Data::ArrayLen => {
            count(1)?;
            elem(types, 0)?;
            vec![i64]
        }
        Data::ArrayGet | Data::ArrayGetU => {
            count(2)?;
            same(types, i64, args[1])?;
            vec![elem(types, 0)?]
        }
        Data::ArraySet | Data::ArraySetU => {
            count(3)?;
            same(types, i64, args[1])?;
            let e = array(types, 0)?;
            same(types, e, args[2])?;
            vec![]
        }
        Data::ArrayCopy => {
            count(5)?;
            let from = elem(types, 0)?;
            let to = array(types, 2)?;
            same(types, from, to)?;
            [1, 3, 4].into_iter().try_for_each(|i| same(types, i64, args[i]))?;
            vec![]
        }
        Data::Freeze => {
            count(1)?;
            let e = array(types, 0)?;
            vec![types.intern(Ty::Vector(e))]
        }
        Data::Same => {
            count(2)?;
            same(types, args[0], args[1])?;
            let mutable =
                matches!(ty(types, 0), Ty::Tuple(fields) if fields.iter().any(|f| f.mutable));
            let other = Ty::Any == ty(types, 0);
            if !mutable
                && !other
                && !matches!(ty(types, 0), Ty::Ref(_) | Ty::Array(_) | Ty::ExnCon(_))
            {
                return not(
                    types,
                    "refs, arrays, mutable tuples, exception constructors or anys",
                    0,
                )
                .map(|()| vec![]);
            }
            vec![i1]
        }
        Data::Weak | Data::HeapSize => {
            count(1)?;
            if let Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Ptr | Ty::Unboxed(_) = ty(types, 0) {
                return not(types, "a value on the heap", 0).map(|()| vec![]);
            }
            vec![if *data == Data::HeapSize { i64 } else { types.intern(Ty::Weak(args[0])) }]
        }
        Data::WeakGet => {
            count(2)?;
            let Ty::Weak(content) = ty(types, 0) else {
                return not(types, "a weak reference", 0).map(|()| vec![]);
            };
            if args[0] != args[1] {
                same(types, content, args[1])?;
            }
            vec![content]
        }
        Data::WeakLive => {
            count(1)?;
            let Ty::Weak(_) = ty(types, 0) else {
                return not(types, "a weak reference", 0).map(|()| vec![]);
            };
            vec![i1]
        }
        Data::IdHash => {
            count(1)?;
            let (Ty::Tuple(_) | Ty::Ref(_) | Ty::Array(_) | Ty::Vector(_) | Ty::Str | Ty::Any) =
                ty(types, 0)
            else {
                return not(types, "a tuple, ref, array, vector, str or any", 0).map(|()| vec![]);
            };
            vec![i64]
        }
        Data::ExnCon(_, description) => {
            count(0)?;
            match binder.map(|b| types.get(b).clone()) {
                Some(Ty::ExnCon(carries)) => {
                    crate::describe::check(types, &carries, description.as_deref())?;
                    vec![binder.unwrap_or(i64)]
                }
                _ => return Err("gives an exncon".to_owned()),
            }
        }
        Data::Builtin(exn) => {
            count(0)?;
            let str = types.intern(Ty::Str);
            let carries = match exn {
                BuiltinExn::SysErr => vec![str, i64],
                BuiltinExn::Overflow | BuiltinExn::Div | BuiltinExn::Subscript => vec![],
                BuiltinExn::Size | BuiltinExn::Match | BuiltinExn::Domain => vec![],
            };
            vec![types.intern(Ty::ExnCon(carries))]
        }
        Data::Exn => {
            let Some(Ty::ExnCon(carries)) = args.first().map(|c| types.get(*c).clone()) else {
                return Err("wants an exncon first".to_owned());
            };
            all(types, &carries, &args[1..])?;
            vec![types.intern(Ty::Exn)]
        }
        Data::ExnIs | Data::ExnGet => {
            count(2)?;
            let Ty::ExnCon(carries) = ty(types, 0) else {
                return not(types, "an exncon", 0).map(|()| vec![]);
            };
            let exn = types.intern(Ty::Exn);
            same(types, exn, args[1])?;
            if *data == Data::ExnIs { vec![i1] } else { carries }
        }
        Data::Global(g) => {
            count(0)?;
            vec![global(*g).ok_or("unknown global")?]
        }
        Data::GlobalSet(g) => {
            count(1)?;
            same(types, global(*g).ok_or("unknown global")?, args[0])?;
            vec![]
        }
        Data::Foreign(f) => {
            let (params, results) = foreign(*f).ok_or("unknown foreign function")?;
            all(types, &params, args)?;
            results
        }
        Data::C(op) => {
            let (wanted, given) = op.leaves();
            let mut tys = |leaves: Vec<Leaf>| -> Vec<TyId> {
                leaves.into_iter().map(|leaf| types.intern(types::leaf_ty(leaf))).collect()
            };
            let (wanted, given) = (tys(wanted), tys(given));
            all(types, &wanted, args)?;
            given
        }
    })
}

fn array_or_vector(types: &mut TyTable, binder: Option<TyId>, elem: TyId) -> TyId {
    match binder.map(|b| types.get(b)) {
        Some(Ty::Vector(_)) => types.intern(Ty::Vector(elem)),
        _ => types.intern(Ty::Array(elem)),
    }
}

/// The types of the fields of a constructor.
///
/// # Errors
/// Returns an error if the sum has no constructor of this number.
pub fn constructor_fields(types: &TyTable, sum: SumId, tag: u32) -> Result<Vec<TyId>, String> {
    let sum = types.sums.get(sum).ok_or("unknown sum")?;
    let constructor = sum.constructors.get(tag as usize).ok_or("unknown constructor")?;
    Ok(constructor.fields.clone())
}
