//! Operations: layouts of tuples, sums, arrays and exceptions.

use super::emit::Emit;
use super::path::Path;
use super::switch::is_bare;
use abi::{BuiltinExn, ExnShape, RECORD_FIELDS, field_offset};
use base::{Pos, bug};
use cps::Op;
use flow::{Atom, Body, FlowOp, Kind, Let, Shape, Tail, Var};
use prim::{Const, Data, Prim, Rt};
use types::{Ty, Width};

impl Emit<'_> {
    /// Lowers an operation.
    pub(super) fn op(
        &mut self,
        dst: &[cps::Var],
        op: &Op,
        args: &[cps::Atom],
        pos: Pos,
        path: &mut Path,
    ) {
        if dst.first().is_some_and(|v| self.nodes.constants[*v].is_some()) {
            return;
        }
        let flow_op = match op {
            Op::Prim(prim) => FlowOp::Prim(*prim),
            Op::Data(data) => return self.data(dst, data, args, pos, path),
            Op::ConField(sum, tag, _) if is_bare(&self.module.types, *sum, *tag) => FlowOp::Copy,
            Op::ConField(sum, tag, i) => {
                let n = self.module.types.sums[*sum].constructors[*tag as usize].fields.len();
                FlowOp::Load { word: (field_offset(n)) as u32 + i, mutable: false }
            }
            Op::AnyInject(class) => FlowOp::AnyInject(class.clone()),
            Op::AnyIs(class) => FlowOp::AnyIs(class.clone()),
            Op::AnyProject(class) => FlowOp::AnyProject(class.clone()),
            Op::AnyAs(class) => FlowOp::AnyAs(class.clone()),
        };
        path.op(results(dst), flow_op, self.atoms(args), pos);
    }

    fn data(
        &mut self,
        dst: &[cps::Var],
        data: &Data,
        args: &[cps::Atom],
        pos: Pos,
        path: &mut Path,
    ) {
        let (atoms, results) = (self.atoms(args), results(dst));
        let ty = |i: usize| match &args[i] {
            cps::Atom::Var(v) => self.module.types.get(self.module.vars[*v].ty).clone(),
            cps::Atom::Const(_) => unreachable!("{data:?} of a constant"),
        };
        let result_ty = || self.module.types.get(self.module.vars[dst[0]].ty).clone();
        let flow_op = match data {
            Data::Copy | Data::Freeze => FlowOp::Copy,
            Data::Tuple => {
                let mutable = self.module.types.is_mutable_anys(self.module.ty(dst[0]));
                FlowOp::Record(if mutable { abi::MUTABLE_ANYS as u32 } else { 0 })
            }
            Data::Ref => FlowOp::Record(0),
            Data::Exn => {
                let fields = self.exn_fields(atoms, pos, path);
                return path.op(results, FlowOp::Record(0), fields, pos);
            }
            Data::Get(i) => self.field(&ty(0), *i, false),
            Data::Set(i) => self.field(&ty(0), *i, true),
            Data::Con(sum, tag) if is_bare(&self.module.types, *sum, *tag) => FlowOp::Copy,
            Data::Con(_, tag) => FlowOp::Record(*tag),
            Data::Deref => FlowOp::Load { word: abi::word::CONTENT as u32, mutable: true },
            Data::Assign => FlowOp::Store(abi::word::CONTENT as u32),
            Data::ArrayNew => FlowOp::ArrayNew(self.shape(&result_ty())),
            Data::ArrayBlank => FlowOp::ArrayBlank(self.shape(&result_ty())),
            Data::ArrayLit => FlowOp::ArrayLit(self.shape(&result_ty())),
            Data::ArrayLen => FlowOp::ArrayLen,
            Data::ArrayGet | Data::ArrayGetU => FlowOp::ArrayGet {
                shape: self.shape(&ty(0)),
                checked: *data == Data::ArrayGet,
                mutable: matches!(ty(0), Ty::Array(_)),
            },
            Data::ArraySet | Data::ArraySetU => {
                FlowOp::ArraySet { shape: self.shape(&ty(0)), checked: *data == Data::ArraySet }
            }
            Data::ArrayCopy => FlowOp::ArrayCopy,
            Data::Same => FlowOp::Same,
            Data::Weak => FlowOp::Weak,
            Data::WeakGet => FlowOp::WeakGet,
            Data::WeakLive => FlowOp::WeakLive,
            Data::IdHash => FlowOp::IdHash,
            Data::HeapSize => FlowOp::HeapSize,
            Data::Builtin(exn) => FlowOp::Builtin(*exn),
            Data::Global(g) => FlowOp::Global(*g),
            Data::GlobalSet(g) => FlowOp::GlobalSet(*g),
            Data::Foreign(f) => FlowOp::Foreign(*f),
            Data::C(op) => FlowOp::C(op.clone()),
            Data::ExnCon(name, description) => {
                let name = Atom::Const(Const::str(name.as_bytes()));
                let shape = self.exn_shape(&result_ty(), description.as_deref());
                let mut fields = vec![name, Atom::Const(Const::i64(shape as i64))];
                if let (ExnShape::Described, Some(text)) = (shape, description) {
                    let text = vec![Atom::Const(Const::str(text.as_bytes()))];
                    let described = self.fresh("described", Kind::Ref);
                    let describe = FlowOp::Prim(Prim::Rt(Rt::ExnDescribe));
                    path.op(vec![described], describe, text, pos);
                    fields.push(Atom::Var(described));
                }
                return path.op(results, FlowOp::Record(0), fields, pos);
            }
            Data::ExnIs => return self.exn_is(results, atoms, pos, path),
            Data::ExnGet => return self.exn_get(results, atoms, pos, path),
        };
        path.op(results, flow_op, atoms, pos);
    }

    fn field(&self, tuple: &Ty, i: u32, set: bool) -> FlowOp {
        let Ty::Tuple(fields) = tuple else { unreachable!("field {i} of {tuple:?}") };
        let word = field_offset(fields.len()) as u32 + i;
        if set {
            FlowOp::Store(word)
        } else {
            FlowOp::Load { word, mutable: fields[i as usize].mutable }
        }
    }

    fn shape(&self, array: &Ty) -> Shape {
        let (Ty::Array(elem) | Ty::Vector(elem)) = array else {
            unreachable!("elements of {array:?}")
        };
        if let Ty::Unboxed(parts) = self.module.types.get(*elem) {
            Shape::Parts(parts.iter().map(|ty| self.ty_kind(*ty)).collect())
        } else {
            Shape::One(self.ty_kind(*elem))
        }
    }

    fn exn_shape(&self, con: &Ty, description: Option<&str>) -> ExnShape {
        let Ty::ExnCon(carries) = con else { bug!("an exception constructor of {con:?}") };
        prim::exn_shape(&self.module.types, carries, description)
    }

    /// The fields of an exception: constructor and arguments, or constructor and a record
    /// of the arguments if they are so many that the constructor would not be in word 1.
    fn exn_fields(&mut self, mut atoms: Vec<Atom>, pos: Pos, path: &mut Path) -> Vec<Atom> {
        if atoms.len() > RECORD_FIELDS {
            let carried = atoms.split_off(1);
            let record = self.fresh("carried", Kind::Ref);
            path.op(vec![record], FlowOp::Record(0), carried, pos);
            atoms.push(Atom::Var(record));
        }
        atoms
    }

    fn exn_is(&mut self, results: Vec<Var>, atoms: Vec<Atom>, pos: Pos, path: &mut Path) {
        let con = self.fresh("con", Kind::Ref);
        let load = FlowOp::Load { word: abi::word::EXN_CONSTRUCTOR as u32, mutable: false };
        path.op(vec![con], load, vec![atoms[1].clone()], pos);
        path.op(results, FlowOp::Same, vec![Atom::Var(con), atoms[0].clone()], pos);
    }

    /// The fields of an exception, behind a test that it has the constructor.
    fn exn_get(&mut self, results: Vec<Var>, atoms: Vec<Atom>, pos: Pos, path: &mut Path) {
        let same = self.fresh("same", Kind::Int(Width::I1));
        let (exn, k) = (atoms[1].clone(), self.return_k());
        self.exn_is(vec![same], atoms, pos, path);
        let (con, value) = (self.fresh("con", Kind::Ref), self.fresh("exn", Kind::Ref));
        let op = |dst, op, args| Let::Op { dst: vec![dst], op, args, pos };
        let lets = vec![
            op(con, FlowOp::Builtin(BuiltinExn::Match), vec![]),
            op(value, FlowOp::Record(0), vec![Atom::Var(con)]),
        ];
        path.guard(
            Atom::Var(same),
            Body {
                lets,
                tail: Tail::Raise { exn: Atom::Var(value), origin: None, k: Some(k), pos },
            },
        );
        let (object, offset) = if results.len() + 1 > RECORD_FIELDS {
            let record = self.fresh("carried", Kind::Ref);
            let load = FlowOp::Load { word: abi::word::EXN_ARGUMENTS as u32, mutable: false };
            path.op(vec![record], load, vec![exn], pos);
            (Atom::Var(record), field_offset(results.len()))
        } else {
            (exn, abi::word::EXN_ARGUMENTS)
        };
        for (i, result) in results.into_iter().enumerate() {
            let load = FlowOp::Load { word: (offset + i) as u32, mutable: false };
            path.op(vec![result], load, vec![object.clone()], pos);
        }
    }
}

/// The variables that an operation binds, as variables of Flow.
fn results(dst: &[cps::Var]) -> Vec<Var> {
    dst.iter().map(|v| Var(v.0)).collect()
}
