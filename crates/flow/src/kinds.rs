//! The operands, results, effects and allocations of operations, as the checker, the passes,
//! the interpreters and the code generator ask for them.

use crate::{Atom, Cluster, FlowOp, Frames, Kind, Shape, Unit};
use abi::{WORD, field_offset};
use c_abi::Leaf;
use prim::{Const, Effect, Prim};
use types::{AnyClass, PTy, Width};

const I1: Kind = Kind::Int(Width::I1);
const I64: Kind = Kind::Int(Width::I64);

/// The kind of a constant.
pub fn const_kind(constant: &Const) -> Kind {
    match constant {
        Const::Int(width, _) => Kind::Int(*width),
        Const::F32(_) => Kind::F32,
        Const::F64(_) => Kind::F64,
        Const::Str(_) | Const::Big(_) => Kind::Ref,
        Const::Null => Kind::Ptr,
    }
}

/// The kind of an operand; none for a variable that does not exist.
pub fn atom_kind(unit: &Unit, atom: &Atom) -> Option<Kind> {
    match atom {
        Atom::Var(var) => unit.vars.get(*var).map(|info| info.kind),
        Atom::Const(constant) => Some(const_kind(constant)),
        Atom::Imm(_) | Atom::Static(_) | Atom::StaticImport(_) => Some(Kind::Ref),
    }
}

/// The kind in which a value of a primitive's signature travels.
pub fn prim_kind(ty: PTy) -> Kind {
    match ty {
        PTy::Int(width) => Kind::Int(width),
        PTy::F32 => Kind::F32,
        PTy::F64 => Kind::F64,
        PTy::Str | PTy::Big | PTy::Exn | PTy::Origin | PTy::Bytes | PTy::Chars | PTy::Strs => {
            Kind::Ref
        }
        PTy::Any | PTy::Action => Kind::Ref,
        PTy::Ptr => Kind::Ptr,
    }
}

/// The kind of a leaf of a C value.
pub fn leaf_kind(leaf: Leaf) -> Kind {
    match leaf {
        Leaf::Int(bits) => Kind::Int(types::leaf_width(bits)),
        Leaf::Ptr => Kind::Ptr,
        Leaf::Bool => I1,
    }
}

/// The kind of what an `any` of this class holds.
pub fn class_kind(class: &AnyClass) -> Kind {
    match class {
        AnyClass::Int(width) => Kind::Int(*width),
        AnyClass::F32 => Kind::F32,
        AnyClass::F64 => Kind::F64,
        AnyClass::Tuple { .. } | AnyClass::Fun(_) | AnyClass::Boxed(_) => Kind::Ref,
        AnyClass::Anys | AnyClass::Raw(_) | AnyClass::Str | AnyClass::Cont => Kind::Ref,
    }
}

/// Checks the kinds of an operation's operands and results, in this cluster.
///
/// # Errors
/// Returns the fault, in a few words.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the kinds of the others are declared in the unit"
)]
pub fn op_kinds(
    unit: &Unit,
    cluster: &Cluster,
    op: &FlowOp,
    args: &[Kind],
    dst: &[Kind],
) -> Result<(), String> {
    if let Some((want, gives)) = signature(op) {
        return takes(&want, args).and_then(|()| binds(&gives, dst));
    }
    match op {
        FlowOp::Copy => match args {
            [kind] => binds(&[*kind], dst),
            _ => Err(takes_count(1, args.len())),
        },
        FlowOp::Load { word, .. } => {
            takes(&[Kind::Ref], args)?;
            match dst {
                [I64] => Ok(()),
                [kind] if *word > 0 => not_cont(&[*kind]),
                [_] => Err("word 0 is an i64".to_owned()),
                _ => Err(gives_count(1, dst.len())),
            }
        }
        FlowOp::Store(word) | FlowOp::Init(word) => match args {
            [_, _] if *word == 0 => Err("word 0 cannot be set".to_owned()),
            [Kind::Ref, kind] => not_cont(&[*kind]).and_then(|()| binds(&[], dst)),
            [first, _] => Err(format!("wants ref, given {first}")),
            _ => Err(takes_count(2, args.len())),
        },
        FlowOp::Record(tag) if u64::from(*tag) > abi::MAX_TAG => {
            Err(format!("the tag {tag} is too large"))
        }
        FlowOp::Record(_) => not_cont(args).and_then(|()| binds(&[Kind::Ref], dst)),
        FlowOp::ArrayLit(shape)
        | FlowOp::ArrayNew(shape)
        | FlowOp::ArrayBlank(shape)
        | FlowOp::ArrayGet { shape, .. }
        | FlowOp::ArraySet { shape, .. } => array_kinds(op, shape, args, dst),
        FlowOp::Check(_) => match args.iter().find(|kind| !kind.is_traced()) {
            Some(kind) => Err(format!("names a variable that is not traced, {kind}")),
            None => binds(&[], dst),
        },
        FlowOp::Poll(_) => match args {
            [Kind::Cont, moved @ ..] => match moved.iter().find(|kind| **kind != Kind::Ref) {
                Some(kind) => Err(format!("names a variable that does not move, {kind}")),
                None => binds(moved, dst),
            },
            [..] => Err("wants the last frame".to_owned()),
        },
        _ => declared_kinds(unit, cluster, op, args, dst),
    }
}

/// Checks the kinds of operands and results of an operation on arrays whose elements have this shape.
#[expect(clippy::wildcard_enum_match_arm, reason = "the caller knows that there are no others")]
fn array_kinds(op: &FlowOp, shape: &Shape, args: &[Kind], dst: &[Kind]) -> Result<(), String> {
    if let FlowOp::ArrayLit(_) = op {
        return whole_elements(shape, args).and_then(|()| binds(&[Kind::Ref], dst));
    }
    shape_ok(shape)?;
    let parts = shape.kinds();
    let (want, gives) = match op {
        FlowOp::ArrayNew(_) => ([&[I64], parts].concat(), [Kind::Ref].as_slice()),
        FlowOp::ArrayGet { .. } => (vec![Kind::Ref, I64], parts),
        FlowOp::ArraySet { .. } => ([&[Kind::Ref, I64], parts].concat(), [].as_slice()),
        _ => (vec![I64], [Kind::Ref].as_slice()),
    };
    takes(&want, args).and_then(|()| binds(gives, dst))
}

/// The kinds of an operation's operands and results, if the operation alone decides them.
pub fn signature(op: &FlowOp) -> Option<(Vec<Kind>, Vec<Kind>)> {
    let fixed = |args: &[Kind], results: &[Kind]| Some((args.to_vec(), results.to_vec()));
    match op {
        FlowOp::Prim(prim) => {
            let sig = prim.sig();
            let kinds = |tys: &[PTy]| tys.iter().map(|ty| prim_kind(*ty)).collect::<Vec<_>>();
            Some((kinds(&sig.args), kinds(&sig.results)))
        }
        FlowOp::Tag | FlowOp::ImmTag | FlowOp::ArrayLen | FlowOp::IdHash | FlowOp::HeapSize => {
            fixed(&[Kind::Ref], &[I64])
        }
        FlowOp::IsImm | FlowOp::WeakLive | FlowOp::AnyIs(_) => fixed(&[Kind::Ref], &[I1]),
        FlowOp::ArrayCopy => fixed(&[Kind::Ref, I64, Kind::Ref, I64, I64], &[]),
        FlowOp::Same => fixed(&[Kind::Ref; 2], &[I1]),
        FlowOp::Weak => fixed(&[Kind::Ref], &[Kind::Ref]),
        FlowOp::WeakGet => fixed(&[Kind::Ref; 2], &[Kind::Ref]),
        FlowOp::AnyInject(class) => fixed(&[class_kind(class)], &[Kind::Ref]),
        FlowOp::AnyProject(class) | FlowOp::AnyAs(class) => {
            fixed(&[Kind::Ref], &[class_kind(class)])
        }
        FlowOp::Builtin(_) => fixed(&[], &[Kind::Ref]),
        FlowOp::Capture => fixed(&[Kind::Cont], &[Kind::Ref]),
        FlowOp::Origin => fixed(&[Kind::Ptr, Kind::Cont], &[Kind::Ref]),
        FlowOp::C(op) => {
            let (args, results) = op.leaves();
            let kinds = |leaves: Vec<Leaf>| leaves.into_iter().map(leaf_kind).collect();
            Some((kinds(args), kinds(results)))
        }
        FlowOp::GetHandler => fixed(&[], &[Kind::Cont]),
        FlowOp::SetHandler => fixed(&[Kind::Cont], &[]),
        FlowOp::Copy | FlowOp::Record(_) | FlowOp::Closure(_) | FlowOp::Load { .. } => None,
        FlowOp::Store(_) | FlowOp::Init(_) | FlowOp::ArrayNew(_) | FlowOp::ArrayLit(_) => None,
        FlowOp::ArrayGet { .. } | FlowOp::ArraySet { .. } | FlowOp::Global(_) => None,
        FlowOp::GlobalSet(_) | FlowOp::Foreign(_) | FlowOp::Push(_) | FlowOp::Pop => None,
        FlowOp::Link(_) | FlowOp::ArrayBlank(_) => None,
        FlowOp::Check(_) | FlowOp::Poll(_) => None,
    }
}

/// Checks that the operands of an array literal are whole elements of this shape.
fn whole_elements(shape: &Shape, args: &[Kind]) -> Result<(), String> {
    shape_ok(shape)?;
    let one = shape.kinds();
    if one.is_empty() || !args.len().is_multiple_of(one.len()) {
        return Err(format!("{} operands make no whole elements", args.len()));
    }
    args.chunks(one.len()).try_for_each(|elem| takes(one, elem))
}

/// Checks an operation whose kinds a declaration of the unit says: a cluster with its fields, a
/// cell or a foreign function.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other operation is checked before")]
fn declared_kinds(
    unit: &Unit,
    cluster: &Cluster,
    op: &FlowOp,
    args: &[Kind],
    dst: &[Kind],
) -> Result<(), String> {
    use crate::ClusterKind;
    let code = |id| unit.clusters.get(id).ok_or_else(|| "unknown cluster".to_owned());
    let global =
        |id| unit.globals.get(id).map(|g| g.kind).ok_or_else(|| "unknown global".to_owned());
    match op {
        FlowOp::Closure(id) => {
            let code = code(*id)?;
            if !code.kind.is_fun() {
                return Err(format!("{} is {}", code.name, code.kind.what()));
            }
            takes(&code.fields, args).and_then(|()| binds(&[Kind::Ref], dst))
        }
        FlowOp::Push(id) => {
            let code = code(*id)?;
            if code.kind != ClusterKind::Cont {
                return Err(format!("{} is not a continuation", code.name));
            }
            takes(&[&[Kind::Cont], &code.fields[..]].concat(), args)?;
            binds(&[Kind::Cont], dst)
        }
        FlowOp::Link(id) => {
            let code = code(*id)?;
            if code.kind != ClusterKind::Cont {
                return Err(format!("{} is not a continuation", code.name));
            }
            takes(&[Kind::Cont], args)?;
            binds(&[Kind::Cont], dst)
        }
        FlowOp::Pop => {
            takes(&[Kind::Cont], args)?;
            binds(&[&[Kind::Cont], &cluster.fields[..]].concat(), dst)
        }
        FlowOp::Global(id) => takes(&[], args).and_then(|()| binds(&[global(*id)?], dst)),
        FlowOp::GlobalSet(id) => takes(&[global(*id)?], args).and_then(|()| binds(&[], dst)),
        FlowOp::Foreign(id) => {
            let foreign = unit.foreigns.get(*id).ok_or("unknown foreign function")?;
            takes(&foreign.params, args)?;
            binds(&foreign.results, dst)
        }
        _ => base::bug!("the kinds of {op:?} are not declared"),
    }
}

/// Checks that these operands are of the kinds that are wanted.
pub(crate) fn takes(want: &[Kind], given: &[Kind]) -> Result<(), String> {
    if want.len() != given.len() {
        return Err(takes_count(want.len(), given.len()));
    }
    match want.iter().zip(given).find(|(want, given)| want != given) {
        Some((want, given)) => Err(format!("wants {want}, given {given}")),
        None => Ok(()),
    }
}

fn binds(gives: &[Kind], dst: &[Kind]) -> Result<(), String> {
    if gives.len() != dst.len() {
        return Err(gives_count(gives.len(), dst.len()));
    }
    match gives.iter().zip(dst).find(|(gives, dst)| gives != dst) {
        Some((gives, dst)) => Err(format!("gives {gives}, bound to {dst}")),
        None => Ok(()),
    }
}

fn takes_count(want: usize, given: usize) -> String {
    format!("takes {want} operands, given {given}")
}

fn gives_count(gives: usize, bound: usize) -> String {
    format!("gives {gives} results, bound to {bound}")
}

fn not_cont(kinds: &[Kind]) -> Result<(), String> {
    if kinds.contains(&Kind::Cont) {
        return Err("a continuation is kept in frames only".to_owned());
    }
    Ok(())
}

fn shape_ok(shape: &Shape) -> Result<(), String> {
    not_cont(shape.kinds())?;
    match shape {
        Shape::One(_) => Ok(()),
        Shape::Parts(kinds) if kinds.is_empty() || kinds.len() > abi::MIXED_WORDS => {
            Err(format!("an element has 1 to {} words, not {}", abi::MIXED_WORDS, kinds.len()))
        }
        Shape::Parts(_) => Ok(()),
    }
}

/// The bytes that an operation takes from the room that a `check` has made
/// sure of. Large objects, `array.new`, `weak` and the functions of the
/// runtime ask the runtime for memory instead, and count nothing.
pub fn alloc_bytes(frames: Frames, op: &FlowOp, args: usize) -> usize {
    let words = match op {
        FlowOp::Record(_) => field_offset(args) + args,
        FlowOp::Push(_) | FlowOp::Origin if frames == Frames::Stack => 0,
        FlowOp::Closure(_) | FlowOp::Push(_) => 1 + args,
        FlowOp::ArrayLit(shape) => {
            let elems = args / shape.kinds().len().max(1);
            2 + (elems * shape.elem().bytes()).div_ceil(WORD)
        }
        FlowOp::Capture => abi::Header::CAPTURE.object_words(0),
        FlowOp::Origin => abi::Header::ORIGIN.object_words(0),
        FlowOp::AnyInject(class) => match class {
            AnyClass::Int(Width::I64) | AnyClass::F32 | AnyClass::F64 => 2,
            AnyClass::Int(_) | AnyClass::Tuple { .. } | AnyClass::Fun(_) => 0,
            AnyClass::Anys | AnyClass::Raw(_) | AnyClass::Str | AnyClass::Cont => 0,
            AnyClass::Boxed(_) => abi::Header::ANY_BOX.object_words(0),
        },
        FlowOp::Prim(_)
        | FlowOp::Copy
        | FlowOp::Load { .. }
        | FlowOp::Store(_)
        | FlowOp::Init(_) => 0,
        FlowOp::Tag | FlowOp::IsImm | FlowOp::ImmTag | FlowOp::ArrayLen => 0,
        FlowOp::ArrayNew(_) | FlowOp::ArrayBlank(_) => 0,
        FlowOp::ArrayGet { .. } | FlowOp::ArraySet { .. } | FlowOp::ArrayCopy | FlowOp::Same => 0,
        FlowOp::Weak | FlowOp::WeakGet | FlowOp::WeakLive | FlowOp::IdHash => 0,
        FlowOp::HeapSize | FlowOp::AnyIs(_) | FlowOp::AnyAs(_) => 0,
        FlowOp::AnyProject(_) | FlowOp::Builtin(_) | FlowOp::Global(_) | FlowOp::GlobalSet(_) => 0,
        FlowOp::Foreign(_)
        | FlowOp::Link(_)
        | FlowOp::Pop
        | FlowOp::GetHandler
        | FlowOp::SetHandler => 0,
        FlowOp::C(_) => 0,
        FlowOp::Check(_) | FlowOp::Poll(_) => 0,
    };
    if words * WORD > abi::INLINE_BYTES { 0 } else { words * WORD }
}

impl FlowOp {
    /// Its effect besides giving its results.
    pub fn effect(&self) -> Effect {
        match self {
            FlowOp::Prim(prim) => prim.effect(),
            FlowOp::Copy | FlowOp::Tag | FlowOp::IsImm | FlowOp::ImmTag | FlowOp::ArrayLen => {
                Effect::Pure
            }
            FlowOp::Same | FlowOp::AnyInject(_) | FlowOp::AnyIs(_) | FlowOp::AnyAs(_) => {
                Effect::Pure
            }
            FlowOp::Builtin(_) | FlowOp::Link(_) => Effect::Pure,
            FlowOp::Record(_) | FlowOp::Closure(_) | FlowOp::ArrayLit(_) | FlowOp::Weak => {
                Effect::Alloc
            }
            FlowOp::Push(_) | FlowOp::Capture | FlowOp::Origin => Effect::Alloc,
            FlowOp::Load { mutable: false, .. } => Effect::Pure,
            FlowOp::Load { mutable: true, .. } => Effect::Read,
            FlowOp::WeakGet
            | FlowOp::WeakLive
            | FlowOp::HeapSize
            | FlowOp::Global(_)
            | FlowOp::GetHandler => Effect::Read,
            FlowOp::ArrayGet { checked: false, mutable: true, .. } => Effect::Read,
            FlowOp::ArrayGet { checked: false, mutable: false, .. } => Effect::Pure,
            FlowOp::ArrayGet { checked: true, mutable: false, .. } => Effect::Trap,
            FlowOp::ArrayGet { checked: true, mutable: true, .. } => Effect::Write,
            FlowOp::Store(_) | FlowOp::Init(_) | FlowOp::ArraySet { .. } => Effect::Write,
            FlowOp::ArrayCopy | FlowOp::GlobalSet(_) | FlowOp::IdHash => Effect::Write,
            FlowOp::ArrayNew(_) | FlowOp::ArrayBlank(_) => Effect::AllocTrap,
            FlowOp::C(op) => op.effect(),
            FlowOp::AnyProject(_) => Effect::Trap,
            // A frame is gone once it is popped.
            FlowOp::Foreign(_)
            | FlowOp::Pop
            | FlowOp::SetHandler
            | FlowOp::Check(_)
            | FlowOp::Poll(_) => Effect::Control,
        }
    }

    /// The header of a record of these fields, word 0 of what `record` makes.
    pub fn record_header(tag: u32, fields: &[Kind]) -> abi::Header {
        if fields.len() > abi::RECORD_FIELDS {
            return abi::Header::big_record(u64::from(tag), fields.len());
        }
        let mask = fields
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.is_traced())
            .map(|(i, _)| 1 << i)
            .sum();
        abi::Header::record(u64::from(tag), fields.len(), mask)
    }

    /// The primitive, if it is one of scalars, which neither reads nor writes memory.
    pub fn scalar(&self) -> Option<Prim> {
        let FlowOp::Prim(prim) = self else { return None };
        prim.is_scalar().then_some(*prim)
    }
}
